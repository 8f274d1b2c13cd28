"""A person's answers to what a verdict requires: several at once, all or none, bound to the verdict that was seen."""

from typing import NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App, Deliberation
from quorate.app.fleet.quorum_reviews import settled_quorum
from quorate.app.fleet.review_state import check_no_part, parts_in
from quorate.app.keys import key_of
from quorate.app.life.next_steps import NextStep, answer_step
from quorate.core.errors import InputError, Refused
from quorate.core.wording import ArgumentName, TerminalHint, Wording
from quorate.deliberation.events import Event, Resolved
from quorate.deliberation.people import decline, override
from quorate.deliberation.people import resolve as resolved
from quorate.deliberation.permission import still_needed
from quorate.deliberation.precondition import bound_answers
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session, ahead
from quorate.documents.values import plain_mapping


class Answers(NamedTuple):
    """What a person answers; None where nothing was said. `owner` is that of the plan, or of the accepted risk."""

    choose: str | None = None
    reason: str | None = None
    go: bool | None = None
    mitigation: str | None = None
    owner: str | None = None
    monitor: str | None = None
    verified: str | None = None
    accept_notes: tuple[str, ...] | None = None
    strike_notes: tuple[str, ...] | None = None
    accept_risk: str | None = None
    decline: str | None = None

    @property
    def is_empty(self) -> bool:
        """True where nothing was said."""
        return not any(said is not None and said != () for said in self)


@operation
async def resolve(
    app: App, who: Principal, deliberation: str, answers: Answers, verdict: str = "", key: str | None = None
) -> Deliberation:
    """Answers what the verdict with this hash requires. Raises Outdated where there is a newer one.

    What the answer decides about a paused agent is done at once; whoever has a part in its review verifies nothing.
    """
    check_answers(answers)
    plain_mapping(answers._asdict())  # refuses half characters
    if answers.is_empty:
        raise InputError("no answer was given")
    request = key_of(who, key, "resolve", id=deliberation, answers=answers, verdict=verdict)
    review = await app.load(deliberation)
    parts = (
        await parts_in(app, deliberation, review) if review.opened.review_of and answers.verified is not None else {}
    )

    def rule(session: Session) -> tuple[Event, ...]:
        is_refusal = answers.decline is not None
        events = bound_answers(session, lambda: _events(session, answers, who, app.now), verdict, is_refusal=is_refusal)
        check_no_part(who, parts)
        return events

    changed = await app.change(deliberation, rule, who, request)
    if review.opened.review_of:
        await settled_quorum(app, who, deliberation)
    return await app.whole(deliberation, is_new=changed.is_new)


@operation
async def required_answers(app: App, who: Principal, deliberation: str) -> NextStep:
    """Which verdict is to be answered, and what it still requires. Raises Refused where nothing is to be answered."""
    session = await app.moved(deliberation, who)
    decline(session, "?", who, app.now)
    if not still_needed(session):
        what = f"{session.id} requires no answer: it may be acted on, unless you use "
        raise Refused(Wording(what, ArgumentName("decline")))
    return answer_step(session)


@operation
async def answerable(app: App, who: Principal, deliberation: str) -> Deliberation:
    """What a person looks at before they answer. Raises Refused where no answer of theirs would be taken now."""
    decline(await app.moved(deliberation, who), "?", who, app.now)
    return await app.whole(deliberation)


def may_answer(session: Session, who: Principal, now: str) -> bool:
    """True where an answer of this person would be taken now."""
    try:
        decline(session, "?", who, now)
    except Refused:
        return False
    return True


def check_answers(answers: Answers) -> None:
    """Raises InputError where answers do not go together."""
    if (answers.choose is None) != (answers.go is None):
        go = (ArgumentName("go"), TerminalHint(" or --hold"))
        raise InputError(Wording(ArgumentName("choose"), " and ", *go, " must be used together"))
    if answers.reason is not None and answers.choose is None:
        raise InputError(Wording(ArgumentName("reason"), " needs ", ArgumentName("choose")))
    if answers.decline is not None and not answers._replace(decline=None).is_empty:
        raise InputError(Wording(ArgumentName("decline"), " cannot be combined with other answers"))
    for name in ("accept_notes", "strike_notes"):
        if getattr(answers, name) and answers.verified is None:
            raise InputError(Wording(ArgumentName(name), " needs ", ArgumentName("verified")))
    for name in ("owner", "monitor"):
        if getattr(answers, name) is not None and answers.mitigation is None and answers.accept_risk is None:
            needed = (ArgumentName("mitigation"), " or ", ArgumentName("accept_risk"))
            raise InputError(Wording(ArgumentName(name), " needs ", *needed))


def _events(session: Session, answers: Answers, who: Principal, now: str) -> tuple[Event, ...]:
    """All answers, or a refusal of all of them."""
    if answers.decline is not None:
        return decline(session, answers.decline, who, now)
    events: tuple[Event, ...] = ()
    for answer in _requirements_met(answers):
        events += resolved(ahead(session, events), answer, who, now)
    if answers.accept_risk is not None:
        owner, monitor = answers.owner or "", answers.monitor or ""
        events += override(ahead(session, events), answers.accept_risk, owner, who, now, monitor=monitor)
    if answers.choose is not None:  # last: holding back ends all answers
        choice = Resolved("human_choice", answers.reason or "", answers.choose, bool(answers.go))
        events += resolved(ahead(session, events), choice, who, now)
    return events


def _requirements_met(answers: Answers) -> list[Resolved]:
    found = []
    if answers.mitigation is not None:
        owner, monitor = answers.owner or "", answers.monitor or ""
        found.append(Resolved("mitigation_plan", answers.mitigation, owner=owner, monitor=monitor))
    if answers.verified is not None:
        accepted, struck = answers.accept_notes or (), answers.strike_notes or ()
        found.append(Resolved("verification", answers.verified, accept_notes=accepted, strike_notes=struck))
    return found
