"""What a person does in a deadlock: smaller questions, or a step that can be undone."""

import re
from collections.abc import Sequence

from quorate.app.access.operation import operation
from quorate.app.app import App, Deliberation
from quorate.app.life.management import manage
from quorate.core.errors import InputError, Refused
from quorate.core.wording import ArgumentName, Wording
from quorate.deliberation.events import Event
from quorate.deliberation.precondition import bound_answers
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.deadlock import defer as deferred
from quorate.deliberation.rounds.deadlock import proposals
from quorate.deliberation.rounds.deadlock import reframe as reframed
from quorate.deliberation.rounds.stalemate import is_deadlocked
from quorate.deliberation.session import Session

_NUMBERS = re.compile(r"[0-9]{1,3}(,[0-9]{1,3})*")


@operation
async def deadlock(app: App, who: Principal, deliberation: str) -> Session:
    """The deliberation whose deadlock may be broken up. Raises Refused where it is none."""
    session = await app.load(deliberation)
    if not is_deadlocked(session):
        raise Refused("this is not a deadlock: that takes two re-deliberations without consensus")
    return session


@operation
async def reframe(
    app: App,
    who: Principal,
    deliberation: str,
    accept: str = "",
    into: Sequence[str] = (),
    reason: str = "",
    verdict: str = "",
    key: str | None = None,
) -> Deliberation:
    """Breaks the question into those proposals that are accepted (`1,3` or `all`) and those of one's own."""
    wanted = accept.replace(" ", "")
    if wanted not in ("", "all") and not _NUMBERS.fullmatch(wanted):
        raise InputError(Wording(ArgumentName("accept"), f": found {accept!r}; allowed: numbers such as 1,3, or all"))

    def rule(session: Session) -> tuple[Event, ...]:
        def answer() -> tuple[Event, ...]:
            return reframed(session, [*_accepted(session, wanted), *into], reason, by=who)

        return bound_answers(session, answer, verdict)

    request = {"accept": wanted, "into": list(into), "reason": reason, "verdict": verdict}
    return await manage(app, who, "reframe", deliberation, rule, key, **request)


@operation
async def defer(
    app: App,
    who: Principal,
    deliberation: str,
    step: str,
    owner: str,
    monitor: str,
    verdict: str = "",
    key: str | None = None,
) -> Deliberation:
    """Puts it off with a step that can be undone."""

    def rule(session: Session) -> tuple[Event, ...]:
        return bound_answers(session, lambda: deferred(session, step, owner, monitor, by=who), verdict)

    request = {"step": step, "owner": owner, "monitor": monitor, "verdict": verdict}
    return await manage(app, who, "defer", deliberation, rule, key, **request)


def _accepted(session: Session, wanted: str) -> list[str]:
    found = proposals(session) if is_deadlocked(session) else ()
    if wanted in ("", "all"):
        return list(found) if wanted else []
    numbers = [int(number) for number in wanted.split(",")]
    if any(not 1 <= number <= len(found) for number in numbers) and is_deadlocked(session):
        allowed = [f"1 to {len(found)}"] if found else ["none; ask your own questions with ", ArgumentName("into")]
        raise InputError(Wording(ArgumentName("accept"), f": found {wanted}; allowed: ", *allowed))
    return [found[number - 1] for number in numbers if number <= len(found)]
