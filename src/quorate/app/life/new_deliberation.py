"""A question put to a panel: everything that can be refused is refused before it is on the record."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from quorate.app.access.operation import operation
from quorate.app.access.sight import check_sight
from quorate.app.app import App, Deliberation
from quorate.app.keys import key_of
from quorate.app.learning.learned import with_weights
from quorate.app.life.ballots import BallotParts, FilledBallot, filled_ballot
from quorate.app.life.notices import Notice, notices
from quorate.app.life.resumption import latest
from quorate.app.question.cost_estimate import PanelPlan, callings
from quorate.app.question.draft import AskedQuestion, Draft, draft_of, mode_of, open_draft
from quorate.app.question.panel_choice import named_seat
from quorate.app.question.panel_voters import check_voters, those_that_can_be_made, voter_problems, with_programs
from quorate.commit import Rule
from quorate.core.errors import DocumentError, InputError, Refused
from quorate.core.panel import ANSWER_LATER, Seat, as_person
from quorate.core.wording import ArgumentName, Wording
from quorate.deliberation.events import MOST_CONFIDENT, Event, Opened, Stored
from quorate.deliberation.framing import AUTO, DEFAULT_VOTER, ENGINE, ENGINES
from quorate.deliberation.moves import cast, check_panel, check_people, moves
from quorate.deliberation.people import supersede
from quorate.deliberation.precondition import Seen
from quorate.deliberation.principal import MCP, Principal
from quorate.deliberation.session import Session, ahead, evolve
from quorate.record.port import RequestKey
from quorate.replies.seat_reply import ballot_of


def with_own_seat(opening: Opened, name: str, program: str) -> Opened:
    """The opening with a seat of this name in place of the engine seat of its own program, or its own agent's seat.

    Raises Refused where there is neither: nobody else gives up a seat for it.
    """
    held = next((seat for seat in opening.seats if seat.voter == f"agent:{name}"), None)
    if held:
        return opening._replace(own_seat=held.name)
    engine = next((seat for seat in opening.seats if program and seat.voter_kind == program and seat.is_engine), None)
    if engine is None:
        raise Refused(_no_seat(opening, name, program))
    own = Seat(name, "", f"agent:{name}", engine.weight)
    seats = tuple(own if seat is engine else seat for seat in opening.seats)
    lost = tuple(one for one in opening.lost if one != program)
    return opening._replace(seats=seats, lost=lost, own_seat=name)


def _no_seat(opening: Opened, name: str, program: str) -> str:
    seats = ", ".join(f"{seat.name} ({seat.voter})" for seat in opening.seats)
    engine = f"an engine seat of {program} without a lens, or " if program else ""
    return (
        f"your own ballot needs {engine}a seat agent:{name}; the panel has {seats}. "
        "Open it without a ballot of your own, or ask another panel"
    )


if TYPE_CHECKING:
    from quorate.settings import Settings

_ALLOWED = (*ENGINES, DEFAULT_VOTER, *ANSWER_LATER)
_DEADLOCKS = ("ask", "reframe")


def check_delegated(asked: AskedQuestion, who: Principal, settings: "Callable[[], Settings]") -> None:
    """Raises InputError where somebody who came through MCP asks for more than settings allow."""
    if who.via != MCP:
        return
    for text in asked.panel.seats:
        _check_voter(named_seat(text)[1], settings())
    for seat in _stated_seats(asked.document.value):
        _check_voter(seat.get("voter", DEFAULT_VOTER), settings())
    said = (asked.panel.deadlock, _policy(asked).get("deadlock"))
    if any(word not in (None, *_DEADLOCKS) for word in said):
        raise InputError(f"deadlock: found {MOST_CONFIDENT}; allowed here: {', '.join(_DEADLOCKS)}")
    _check_budget(asked, settings().max_cost)


def _stated_seats(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    stated = document.get("panel")
    return [one for one in stated if isinstance(one, dict)] if isinstance(stated, list) else []


def _check_voter(voter: object, settings: "Settings") -> None:
    kind = voter.partition(":")[0].strip() if isinstance(voter, str) else "command"
    if kind in _ALLOWED:
        return
    panels, person = ", ".join(settings.panels) or "none yet; add [panels.NAME] to quorate.toml", as_person(voter)
    for_a_person = f"; for a person: {person}" if person else ""
    raise InputError(
        f"seats: found a voter of the kind {kind!r}; allowed here: {', '.join(_ALLOWED)}{for_a_person}. "
        f"Programs and addresses come from settings: name a panel ({panels})"
    )


def _policy(asked: AskedQuestion) -> Mapping[str, Any]:
    policy = asked.document.value.get("policy")
    return policy if isinstance(policy, dict) else {}


def _check_budget(asked: AskedQuestion, most: str) -> None:
    said = asked.panel.max_cost if asked.panel.max_cost is not None else _policy(asked).get("max_cost")
    if not most or said is None:
        return
    try:
        is_more = Decimal(str(said)) > Decimal(most)
    except ArithmeticError:
        return  # whoever reads the document says what is wrong
    if is_more:
        raise InputError(f"max_cost: found {said}; allowed: at most {most}, as settings say")


class _Framed(NamedTuple):
    draft: Draft
    opening: Opened
    was_split: bool


class OwnBallot(NamedTuple):
    """The ballot that the caller brings along, and the engine that the caller is: claude, codex, gemini or none."""

    ballot: BallotParts | FilledBallot
    program: str = ""


@operation
async def open_deliberation(
    app: App, who: Principal, asked: AskedQuestion, key: str | None = None, own: OwnBallot | None = None
) -> Deliberation:
    """A new deliberation, moved as far as the rules carry it; no engine is asked yet.

    A ballot of the caller's own is on the record with the opening. With a key that was used before, the deliberation
    that it opened, or the child in which that goes on.
    """
    check_delegated(asked, who, app.surroundings.settings)
    asked = _in_engine_mode(asked) if own else asked
    draft = draft_of(asked, app.surroundings.settings)
    request = _key(draft, asked, who, key, own)
    try:
        if not await app.was_done(request):
            return await _opened(app, who, asked, request, own)
    except InputError:
        if not await app.was_done(request):
            raise
    assert request
    return await _opened_before(app, (await app.record.answered(request))[0].deliberation)


@operation
async def plan_deliberation(app: App, who: Principal, asked: AskedQuestion) -> PanelPlan:
    """What would be asked of whom, and what would be refused; nothing is opened."""
    known, outside = app.surroundings, app.outside(who)
    framed = await _framed(app, who, asked)
    opening = framed.opening
    return PanelPlan(
        opening,
        mode_of(framed.draft, opening, framed.was_split),
        _notices(framed),
        callings(opening, those_that_can_be_made(opening.seats, known.calls()), outside),
        voter_problems(opening, known, outside),
    )


async def _opened(
    app: App, who: Principal, asked: AskedQuestion, key: RequestKey | None, own: OwnBallot | None = None
) -> Deliberation:
    framed = await _framed(app, who, asked, own)
    check_voters(framed.opening, app.surroundings, app.outside(who))
    then = _own_vote(app, who, own.ballot) if own else None
    if then:
        then(evolve(None, Stored("", 1, app.now, who.author, framed.opening)))  # a bad ballot makes no record either
    await app.make_record()  # what is refused makes none
    changed = await app.open(framed.opening, who, key, then)
    if not changed.is_new:
        return await _opened_before(app, changed.session.id)
    found = await app.whole_after(changed)
    return found._replace(notices=_notices(framed))


def _own_vote(app: App, who: Principal, ballot: BallotParts | FilledBallot) -> Rule:
    """The first round and the caller's ballot in it."""

    def rule(session: Session) -> tuple[Event, ...]:
        opening = moves(session, app.now, ballot_of)
        at = ahead(session, opening)
        seen = Seen(session.question_hash)
        vote = filled_ballot(at, ballot)
        return (*opening, *cast(at, session.opened.own_seat, vote, who, now=app.now, seen=seen))

    return rule


def _in_engine_mode(asked: AskedQuestion) -> AskedQuestion:
    """Who brings a ballot takes the seat of an engine, so that the default panel is one of engines."""
    panel = asked.panel
    is_open = panel.mode in (None, AUTO) and not panel.panel and not panel.seats
    return asked._replace(panel=panel._replace(mode=ENGINE)) if is_open else asked


def _notices(framed: _Framed) -> tuple[Notice, ...]:
    draft = framed.draft
    was_named = draft.names_a_panel
    return notices(framed.opening, was_named=was_named, project_panel=draft.project_panel)


async def _opened_before(app: App, deliberation: str) -> Deliberation:
    return await app.whole((await latest(app, deliberation)).id, is_new=False)


async def _framed(app: App, who: Principal, asked: AskedQuestion, own: OwnBallot | None = None) -> _Framed:
    """The opening, and whether an earlier deliberation that it takes the place of was split."""
    known, was_split = app.surroundings, False
    if asked.supersedes:
        await check_sight(app, who, asked.supersedes)
        earlier = await app.load(asked.supersedes)
        try:
            supersede(earlier, "", who)
        except Refused as error:
            raise type(error)(Wording(ArgumentName("supersedes"), f" {asked.supersedes}: ", error.message)) from None
        was_split = bool(earlier.verdict and earlier.verdict.result == "SPLIT" and earlier.opened.mode == "simple")
    draft = draft_of(asked, known.settings)
    present = own.program if own else ""
    opening = open_draft(draft, known.clock(), known.engines, asked.supersedes, was_split, present)
    if own:
        opening = with_own_seat(opening, who.name, present)
        check_panel(opening.seats)
        check_people(opening.seats, opening.policy)
    opening = await _weighed(app, draft, opening)
    return _Framed(draft, with_programs(opening, known.calls()), was_split)


def _key(
    draft: Draft, asked: AskedQuestion, who: Principal, name: str | None, own: OwnBallot | None
) -> RequestKey | None:
    """The ballot itself is no part of it: whoever knows the key could try ballots until one is answered as the same."""
    request = {"document": draft.value, "protocol": draft.protocol, "supersedes": asked.supersedes}
    mine = {"own_ballot_of": own.program} if own else {}
    return key_of(who, name, "decide", **request, **mine)


async def _weighed(app: App, draft: Draft, opening: Opened) -> Opened:
    """With what the record has taught; whoever states weights is told where."""
    try:
        return await with_weights(app, opening)
    except DocumentError as error:
        located = (problem._replace(line=draft.line_of(problem.path)) for problem in error.problems)
        raise DocumentError(located, draft.source) from None
