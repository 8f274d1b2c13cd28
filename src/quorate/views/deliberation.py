"""A deliberation as every interface shows it. Until a round is over its ballots are sealed."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NamedTuple

from quorate.analysis.track_record.record_note import RecordNote
from quorate.core.codec import VERDICT, shown
from quorate.core.codec.declaration import OPTIONAL, Key, OptionalText, OptionalTexts, TextOrNull
from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.core.verdict import Verdict
from quorate.deliberation.counting import question_document
from quorate.deliberation.engines.engine_mode import EngineError, engine_errors
from quorate.deliberation.engines.independence import Shared, not_independent, shared_holders
from quorate.deliberation.events import Author, BallotNote, Cast, Claimed, Failed, Policy, Replied, Stored
from quorate.deliberation.people import action_hash
from quorate.deliberation.permission import needs_left, refusal
from quorate.deliberation.redaction import hash_in_place
from quorate.deliberation.register.risk_register import Register, is_followed, is_tracked, register_of
from quorate.deliberation.rounds.redeliberation import why_not_asked
from quorate.deliberation.rounds.stalemate import is_deadlocked
from quorate.deliberation.session import Ending, GivenAnswer, Round, Session, TurnedOut
from quorate.deliberation.signatures import Signatures, signatures_of
from quorate.deliberation.summary import decision_of, state_of, status_of
from quorate.replies.cost import Spending, spending_of
from quorate.views.learning import RecordView, record_view
from quorate.views.rounds import (
    DeadlockView,
    DebateView,
    EarlierCount,
    ShownRound,
    deadlock_of,
    debate_of,
    earlier_counts,
    rounds_of,
)

_OF_A_SEAT = (Claimed, Replied, Cast, Failed)
NOT_ASKED, ASKED_AGAIN = "not asked", "asked again"


class ShownSeat(NamedTuple):
    """A seat, how far it is, and what was found out in reading its ballot."""

    seat: Annotated[Seat, Key(is_spread=True)]
    state: str
    found: Annotated[tuple[BallotNote, ...], OPTIONAL]
    why_not_asked: OptionalText = ""


class ShownEvent(NamedTuple):
    """An event's envelope. A hash would let a guess at a sealed ballot be checked, so it waits for the close."""

    position: int
    at: str
    author: Author
    kind: str
    seat: str | None
    hash: str | None


class DeliberationView(NamedTuple):
    """All that may be seen of a deliberation. Optional fields are there where they say something.

    `register` is there where people have changed it; in full, where there is anything to follow up.
    """

    id: str
    state: str
    status: str
    protocol: str
    protocol_reason: OptionalText
    mode: str
    lost: OptionalTexts
    not_independent: Annotated[tuple[Shared, ...], OPTIONAL]
    question: Mapping[str, Any]
    revision: int
    question_hash: str
    action_hash: str | None
    opened_at: str
    opened_by: Author
    policy: Policy
    round: int
    seats: tuple[ShownSeat, ...]
    may_be_acted_on: bool
    why_not: TextOrNull
    still_required: tuple[str, ...]
    answer_until: TextOrNull
    decision: TextOrNull
    answers: tuple[GivenAnswer, ...]
    endings: tuple[Ending, ...]
    outcome: Annotated[TurnedOut | None, OPTIONAL]
    supersedes: TextOrNull
    parent: OptionalText
    verdict: Annotated[Verdict | None, VERDICT]
    rounds: Annotated[tuple[ShownRound, ...], OPTIONAL]
    debate: Annotated[DebateView | None, OPTIONAL]
    deadlock: Annotated[DeadlockView | None, OPTIONAL]
    children: OptionalTexts
    register: Annotated[Register | None, OPTIONAL]
    engine_errors: Annotated[tuple[EngineError, ...], OPTIONAL]
    usage: Annotated[Spending | None, OPTIONAL]
    history: tuple[ShownEvent, ...]
    verdict_hash: OptionalText = ""
    whole_register: Annotated[Register | None, Key("register", optional=True)] = None
    earlier: Annotated[tuple[EarlierCount, ...], OPTIONAL] = ()
    record: Annotated[RecordView | None, OPTIONAL] = None
    signatures: Annotated[Signatures | None, OPTIONAL] = None


def deliberation_view(session: Session, history: Iterable[Stored] = ()) -> DeliberationView:
    """A deliberation as it stands, with the events that are given."""
    opened, question = session.opened, session.question
    verdict, why_not = session.verdict if session.is_current else None, refusal(session)
    return DeliberationView(
        id=session.id,
        state=state_of(session),
        status=status_of(session),
        protocol=session.protocol,
        protocol_reason=opened.protocol_reason,
        mode=opened.mode,
        lost=opened.lost,
        not_independent=(*not_independent(opened), *shared_holders(opened)),
        question=question_document(question),
        revision=question.revision,
        question_hash=session.question_hash,
        action_hash=_action_hash(question),
        opened_at=session.opened_at,
        opened_by=session.opened_by,
        policy=session.policy,
        round=session.round.number if session.round else 0,
        seats=tuple([shown_seat(seat, session.round) for seat in opened.seats]),
        may_be_acted_on=not why_not,
        why_not=why_not,
        still_required=needs_left(session) if verdict else (),
        answer_until=session.asked.until if session.asked and verdict else "",
        decision=decision_of(session),
        answers=session.said,
        endings=session.endings,
        outcome=session.outcome,
        supersedes=opened.supersedes,
        parent=opened.parent,
        verdict=verdict,
        rounds=rounds_of(session),
        debate=debate_of(session),
        deadlock=deadlock_of(session) if is_deadlocked(session) else None,
        children=tuple(session.broken_into),
        register=register_of(session) if is_tracked(session) else None,
        engine_errors=tuple(engine_errors(session)) if session.is_unsealed else (),
        usage=spending_of(session),
        signatures=signatures_of(session),
        history=_shown_events(history, session),
    )


def to_plain(session: Session, history: Iterable[Stored] = ()) -> dict[str, Any]:
    """All that may be seen of a deliberation, keys in the documented order."""
    return shown(deliberation_view(session, history))


def in_full(session: Session, history: Iterable[Stored], record: RecordNote | None = None) -> dict[str, Any]:
    """The same, and with it what came before the verdict that stands, and what the record says of that."""
    return shown(full_view(session, history, record))


def full_view(session: Session, history: Iterable[Stored], record: RecordNote | None = None) -> DeliberationView:
    """All that may be seen, with what came before the verdict that stands, and what the record says of that."""
    view = deliberation_view(session, history)
    return view._replace(
        seats=tuple([_with_reason(one, session) if one.state == NOT_ASKED else one for one in view.seats]),
        verdict_hash=session.verdict_hash if session.is_current else "",
        whole_register=register_of(session) if is_followed(session) and not view.register else None,
        earlier=earlier_counts(session),
        record=record_view(record) if record else None,
    )


def _action_hash(question: Question) -> str | None:
    """What names the action, also where it was redacted since."""
    if not question.action:
        return None
    return (hash_in_place(question.action) if question.asked_as else "") or action_hash(question.action)


def seat_state(seat: str, round_: Round | None) -> str:
    """waiting, asked, asked again, answered, or how it failed; never what it answered."""
    if not round_:
        return "waiting"
    if answer := round_.answers.get(seat):
        return "answered" if isinstance(answer, Cast) else answer.kind
    if seat not in round_.seats:
        return NOT_ASKED
    if round_.closed_at:
        return "not needed"
    if seat in round_.first_requests or seat in round_.replies:
        return ASKED_AGAIN
    return "asked" if seat in round_.claims else "waiting"


def notes_on(seat: str, round_: Round | None) -> tuple[BallotNote, ...]:
    """Return what was found out in reading a seat's replies; nothing while the round is open."""
    answer = round_.answers.get(seat) if round_ and not round_.is_open else None
    return answer.found if answer else ()


def shown_seat(seat: Seat, round_: Round | None) -> ShownSeat:
    """A seat and how far it is."""
    return ShownSeat(seat, seat_state(seat.name, round_), notes_on(seat.name, round_))


def _with_reason(one: ShownSeat, session: Session) -> ShownSeat:
    assert session.round
    return one._replace(why_not_asked=why_not_asked(session, session.round, one.seat))


def _shown_events(history: Iterable[Stored], session: Session) -> tuple[ShownEvent, ...]:
    sealed = sealed_behind(session)
    return tuple([shown_event(one, sealed) for one in history])


def shown_event(stored: Stored, sealed: int) -> ShownEvent:
    """An event's envelope, as far as it may be seen while hashes behind a position are sealed."""
    _, position, at, author, event, hash_ = stored
    seat = event.seat if isinstance(event, _OF_A_SEAT) else None
    return ShownEvent(position, at, author, type(event).__name__, seat, None if position > sealed else hash_)


def sealed_behind(session: Session) -> int:
    """The position behind which hashes depend on sealed ballots, those of rounds included that an edit cut short."""
    if not session.round or session.is_unsealed:
        return session.position
    return min(round_.since for round_ in session.rounds if round_.is_open)
