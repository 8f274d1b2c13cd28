"""The course of a deliberation as every interface shows it: rounds that asked again, debates, a deadlock, children."""

from collections.abc import Mapping
from typing import Annotated, NamedTuple

from quorate.core.ballot import Answer
from quorate.core.codec.declaration import OPTIONAL, Key, OptionalText, OptionalTexts, TextOrNull
from quorate.core.exact import Exact
from quorate.core.verdict import SHOWN, Verdict
from quorate.deliberation.events import Cast
from quorate.deliberation.rounds.deadlock import Recommendation, proposals, recommendation
from quorate.deliberation.rounds.debate import ChangeOfMind, changes, debates, is_debate
from quorate.deliberation.rounds.redeliberation import SeatMovement, SeatPosition, compared
from quorate.deliberation.rounds.stalemate import REDELIBERATION, is_deadlocked
from quorate.deliberation.session import GivenAnswer, Past, Round, Session

RECOMMENDED, CONTESTED = "RECOMMENDED", "CONTESTED"
_TextOrNone = Annotated[str | None, OPTIONAL]


class RoundOutcome(NamedTuple):
    """What a round came to."""

    result: str
    choice: str | None
    action: str
    confidence: Annotated[Exact | None, SHOWN]


class ShownPosition(NamedTuple):
    """Where a seat stands, or how it failed."""

    position: str
    option: TextOrNull
    confidence: Exact | None
    detail: OptionalText = ""


class ShownMovement(NamedTuple):
    """Where a seat stood before a round and after it."""

    seat: str
    asked: bool
    before: ShownPosition
    after: ShownPosition
    changed: bool
    moved_far: bool


class Challenge(NamedTuple):
    """What a seat holds against the others' arguments."""

    seat: str
    challenge: str


class ShownRound(NamedTuple):
    """A round: why it was opened where it asks again, what it came to, and what seats made of it once it is over."""

    round: int
    purpose: str
    seats: tuple[str, ...]
    trigger: _TextOrNone = None
    reason: _TextOrNone = None
    evidence: _TextOrNone = None
    factual: Annotated[bool | None, OPTIONAL] = None
    retries: Annotated[int | None, OPTIONAL] = None
    verdict: RoundOutcome | None = None
    challenges: Annotated[tuple[Challenge, ...] | None, OPTIONAL] = None
    steps: Annotated[tuple[ShownMovement, ...] | None, OPTIONAL] = None


class DebateView(NamedTuple):
    """How often it was debated, who changed and why, and the final word."""

    rounds: int
    final_word: str
    changes: tuple[ChangeOfMind, ...]


class DeadlockView(NamedTuple):
    """Whether it is one, the smaller questions that follow from the ballots, and the choice that can be undone."""

    is_deadlocked: bool
    proposals: tuple[str, ...]
    recommendation: Recommendation | None


class DeadlockPage(NamedTuple):
    """The deadlock of one deliberation."""

    id: str
    deadlock: Annotated[DeadlockView, Key(is_spread=True)]


class EarlierCount(NamedTuple):
    """A count before the one that stands: what the seats that were asked gave, and what people made of it."""

    round: int
    ballots: Annotated[tuple[Answer, ...] | None, OPTIONAL] = None
    answers: Annotated[tuple[GivenAnswer, ...], OPTIONAL] = ()
    no_answer_at: OptionalText = ""
    children: OptionalTexts = ()


def rounds_of(session: Session) -> tuple[ShownRound, ...]:
    """Every round, where it was asked again. While one is open, nothing that depends on a ballot, of any round."""
    if not any(one.purpose == REDELIBERATION or one.retries or is_debate(one) for one in session.rounds):
        return ()
    verdicts = session.verdicts if session.is_unsealed else {}
    return tuple(_round(session, round_, verdicts) for round_ in session.rounds)


def _round(session: Session, round_: Round, verdicts: Mapping[int, Verdict]) -> ShownRound:
    shown = ShownRound(round_.number, round_.purpose, round_.seats, verdict=_outcome(verdicts.get(round_.number)))
    if round_.purpose == REDELIBERATION:
        shown = shown._replace(trigger=round_.trigger, reason=round_.reason)
        shown = shown._replace(evidence=round_.evidence, factual=round_.is_factual)
    if round_.retries:
        shown = shown._replace(retries=round_.retries)
    if not session.is_unsealed or round_.is_open:
        return shown
    challenges = _challenges(round_) if is_debate(round_) else None
    return shown._replace(challenges=challenges, steps=tuple(map(_movement, compared(session, round_))))


def _challenges(round_: Round) -> tuple[Challenge, ...]:
    answers = ((seat, round_.answers.get(seat)) for seat in round_.seats)
    return tuple(Challenge(seat, one.challenge) for seat, one in answers if isinstance(one, Cast) and one.challenge)


def _outcome(verdict: Verdict | None) -> RoundOutcome | None:
    if verdict is None:
        return None
    return RoundOutcome(verdict.result, verdict.choice, verdict.action, verdict.confidence)


def _movement(one: SeatMovement) -> ShownMovement:
    before, after = _position(one.before), _position(one.after)
    return ShownMovement(one.seat, one.was_asked, before, after, one.has_changed, one.moved_far)


def _position(stand: SeatPosition) -> ShownPosition:
    sure = stand.confidence.percent if stand.confidence else None
    return ShownPosition(stand.position, stand.option, sure, stand.detail)


def debate_of(session: Session) -> DebateView | None:
    """The debate; nothing before it is over."""
    held, verdict = debates(session), session.verdict
    if not held or not session.is_unsealed or not verdict:
        return None
    return DebateView(len(held), RECOMMENDED if verdict.choice else CONTESTED, tuple(changes(session)))


def deadlock_of(session: Session) -> DeadlockView:
    """What can be done in a deadlock, if it is one."""
    found = proposals(session) if is_deadlocked(session) else ()
    return DeadlockView(is_deadlocked(session), found, recommendation(session))


def earlier_counts(session: Session) -> tuple[EarlierCount, ...]:
    """Every count before the one that stands.

    While a round is open, only what people made of it: that was said openly, of a count that was over.
    """
    counts = tuple(EarlierCount(one.round, None, one.said, one.lapsed_at, one.children) for one in session.earlier)
    if not session.is_unsealed:
        return tuple(one for one in counts if one != EarlierCount(one.round))
    return tuple(map(lambda one, past: one._replace(ballots=_ballots(session, past)), counts, session.earlier))


def _ballots(session: Session, past: Past) -> tuple[Answer, ...]:
    asked = session.rounds[past.round - 1].seats
    return tuple(answer for answer in past.verdict.receipt.roster if answer.seat.name in asked)
