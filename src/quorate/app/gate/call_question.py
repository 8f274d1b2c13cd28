"""A call that is asked: the open question that it joins, or a new one; and the permission that it uses, once."""

import asyncio
import json
from typing import Any, NamedTuple

from quorate.app.app import App, Deliberation
from quorate.app.gate.gate_terms import GateTerms
from quorate.app.life.management import release
from quorate.app.life.resumption import resume
from quorate.app.question.panel_voters import check_voters, with_programs
from quorate.core.ballot import Ballot
from quorate.core.errors import AppendConflict, InputError, Refused, UnknownDeliberation
from quorate.core.verdict import BLOCK, Verdict
from quorate.deliberation.events import Counted, Declined, Opened, Overridden, Resolved, Stored
from quorate.deliberation.framing import read_opening
from quorate.deliberation.moments import later
from quorate.deliberation.people import give_way
from quorate.deliberation.permission import is_asking, may_be_acted_on, person_refused
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session, ahead, evolve
from quorate.deliberation.summary import summary_of
from quorate.gate.gate_events import CallAsked
from quorate.gate.gate_rules import Approvers
from quorate.gate.streams import CallLog, call_day, call_stream
from quorate.gate.tool_call import MINUTES_VALID, ToolCall
from quorate.record.port import CALL, Change, RequestKey
from quorate.record.side_streams import gate_change, read_gate

MINUTES_TO_ANSWER = 60
_PAUSE = 0.25


class AskedCall(NamedTuple):
    """A call, of whom it is asked, and by which terms. What only advises has streams and questions of its own."""

    call: ToolCall
    asked: Approvers
    terms: GateTerms
    is_advice: bool = False

    @property
    def hash(self) -> str:
        """Names the stream of the call."""
        return self.call.advice_hash if self.is_advice else self.call.hash


async def question_of(app: App, who: Principal, asked: AskedCall) -> str:
    """The deliberation that decides the call now: an open one of the same call, else a new one."""
    while True:
        log = await log_of(app, asked.hash)
        before = await app.whole(log.deliberation) if log and log.deliberation else None
        if log and before and before.session.id not in log.spent and not _is_over(before, app.now):
            return before.session.id
        try:
            return await _open(app, who, asked, log, before)
        except AppendConflict:
            continue


async def blocked_in(app: App, call: ToolCall) -> str:
    """The deliberation in which a person has stopped this very call, while that stands; else empty."""
    log = await log_of(app, call.hash)
    found = await app.whole(log.deliberation) if log and log.deliberation else None
    stands = found and not _is_over(found, app.now) and is_stopped_by_person(found.session)
    return found.session.id if found and stands else ""


async def wait_for_verdict(app: App, who: Principal, deliberation: str, seconds: float) -> Deliberation:
    """Asks engines and waits for people, for as long as there is time; whatever is there then is given."""
    await app.moved(deliberation, who)  # opens the round, however little time there is
    try:
        async with asyncio.timeout(seconds):
            await resume(app, who, deliberation)
            while is_pending(await app.moved(deliberation, who)):
                await asyncio.sleep(_PAUSE)
    except TimeoutError:
        pass  # calls of engines go on, and whoever repeats the call finds what they said
    return await app.whole(deliberation)


async def use_permission(app: App, who: Principal, call: ToolCall, found: Deliberation) -> bool:
    """True where the verdict allows this very call, and nobody has used that before."""
    if not may_be_acted_on(found.session):
        return False
    try:
        await release(app, who, found.session.id, call.action, found.session.question_hash)
    except Refused:
        return False
    return True


def is_pending(session: Session) -> bool:
    """Return True while votes or an answer are awaited."""
    return not session.endings and (not session.is_current or is_asking(session))


def _is_over(found: Deliberation, now: str) -> bool:
    """True where another question has to be asked: it was used or withdrawn, or its verdict is too old."""
    if found.session.endings:
        return True
    if is_pending(found.session):
        return False
    decided = [one.at for one in found.history if isinstance(one.event, Counted | Resolved | Overridden)]
    return not decided or later(decided[-1], MINUTES_VALID * 60) <= now


async def log_of(app: App, call_hash: str) -> CallLog | None:
    """What happened to a call before; None where nothing did."""
    try:
        found = await read_gate(app.record, call_stream(call_hash))
    except UnknownDeliberation:
        return None
    assert isinstance(found, CallLog)
    return found


async def _open(app: App, who: Principal, asked: AskedCall, log: CallLog | None, before: Deliberation | None) -> str:
    """The question, that this call asks it, and the end of an earlier one that lapsed. Raises AppendConflict."""
    opening = _opening(asked, app)
    day = f"{opening.protocol.upper()}-{app.surroundings.clock():%Y-%m%d}-"
    line = summary_of(evolve(None, Stored(day, 1, app.now, who.author, opening)))
    stream, position = (log.id, log.position) if log else (call_day(asked.hash), 0)
    event, after = CallAsked(asked.call.action, day), CallLog(call_stream(asked.hash), position + 1)
    asks = gate_change(stream, position, (event,), after)
    changes = [Change(day, 0, (opening,), line), asks]
    if before and not before.session.endings:
        gives_way = give_way(before.session, day)
        lapsed = summary_of(ahead(before.session, gives_way, who.author))
        changes.append(Change(before.session.id, before.session.position, gives_way, lapsed))
    # the key keeps two identical first calls from making two streams of one call
    key = None if log else RequestKey(f"{CALL}{asked.hash}", asked.hash)
    stored, is_new = await app.record.append(changes, who.author, key)
    if not is_new:
        raise AppendConflict(stream, position, position + 1)
    return stored[0].deliberation


def _opening(asked: AskedCall, app: App) -> Opened:
    document = _of_people(asked.asked, app.now) if asked.asked.people else _of_panel(asked.asked, asked.terms)
    kind = {"advice": True} if asked.is_advice else {"gated": True}
    policy = {**kind, "keys_only": True, **document.pop("policy", {})}
    whole = {**document, "question": _question(asked.call), "policy": policy}
    opening = with_programs(read_opening(whole, document.get("protocol")), app.surroundings.calls())
    check_voters(opening, app.surroundings, app.outside(Principal("gate")))
    return opening


def _question(call: ToolCall) -> dict[str, Any]:
    shown = json.dumps(call.input, indent=2, sort_keys=True, ensure_ascii=True)
    where = f"Session: {call.session}\nFolder: {call.folder}"
    return {
        "subject": f"May {call.program} use the tool {call.tool[:200]} in {call.folder[:500]}?",
        "domain": "tool call",
        "context": f"{where}\nThe exact input, as JSON:\n{shown}",
        "action": call.action,
    }


def _of_people(asked: Approvers, now: str) -> dict[str, Any]:
    return {
        "protocol": "approval",
        "panel": [{"seat": name, "voter": f"person:{name}"} for name in asked.people],
        "needed": asked.needed,
        "policy": {
            "people": list(asked.people),
            "ballots_by": later(now, MINUTES_TO_ANSWER * 60),
            "at_ballots_by": "count",
        },
    }


def _of_panel(asked: Approvers, terms: GateTerms) -> dict[str, Any]:
    panel = terms.panels.get(asked.panel)
    if panel is None:
        raise InputError(f"gate.panel: no panel called {asked.panel!r} in your own settings")
    policy = {"people": list(terms.users.people), "answer_minutes": MINUTES_TO_ANSWER, "at_answer_by": "decline"}
    return {**panel, "policy": policy}


def is_stopped_by_person(session: Session) -> bool:
    """Return True if a person declined, or blocked the call by a ballot that is for that or has a grave concern."""
    verdict = session.verdict
    if not verdict or not session.is_current:
        return False
    return person_refused(session) or (verdict.action == BLOCK and bool(_stopping(session, verdict)))


def _stopping(session: Session, verdict: Verdict) -> list[Ballot]:
    people = {seat.name for seat in session.opened.seats if seat.voter_kind == "person"}
    said = [one for one in verdict.receipt.roster if isinstance(one, Ballot) and one.seat.name in people]
    return [one for one in said if one.choice == verdict.choice or one.raises_grave_concern]


def refused_because(session: Session) -> tuple[tuple[str, str], ...]:
    """Return what the people said who refused the call, by name."""
    if declined := [(one.author.name, one.answer.reason) for one in session.said if isinstance(one.answer, Declined)]:
        return tuple(declined)
    stopping = _stopping(session, session.verdict) if session.verdict and session.verdict.action == BLOCK else ()
    return tuple((one.seat.name, one.main_concern) for one in stopping if one.main_concern)
