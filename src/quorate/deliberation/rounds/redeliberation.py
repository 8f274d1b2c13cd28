"""Re-deliberation: when some seats are asked again, how often, and what has changed since.

IDENTIFY the seats concerned, ISOLATE (they alone are asked; all engines in Engine Mode), RE-VOTE, COMPARE, DELIVER.
"""

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import NamedTuple

from quorate.core.ballot import RECUSED, Answer, Ballot
from quorate.core.confidence import Confidence
from quorate.core.errors import InputError, Refused
from quorate.core.panel import Seat
from quorate.core.text import says_something
from quorate.core.text.names import folded
from quorate.core.verdict import ASK, REDELIBERATE
from quorate.core.wording import ArgumentName, TerminalHint, Wording
from quorate.deliberation.counting import case_of
from quorate.deliberation.events import Event, RoundOpened
from quorate.deliberation.framing import ENGINE
from quorate.deliberation.permission import standing_refusal
from quorate.deliberation.principal import Principal, check_may
from quorate.deliberation.redaction import is_redacted_text
from quorate.deliberation.rounds.debate import has_recused, is_recused
from quorate.deliberation.rounds.retry import retry_obstacle
from quorate.deliberation.rounds.stalemate import MOST_REDELIBERATIONS, REDELIBERATION, counted_redeliberations
from quorate.deliberation.session import Round, Session

NOT_NAMED = "not_named"


def why_not_asked(session: Session, round_: Round, seat: Seat) -> str:
    """The code; empty for a seat that was asked. It follows from what was known when the round was opened."""
    if seat.name in round_.seats:
        return ""
    before = session.rounds[: round_.number - 1]
    if has_recused(before, round_.question, seat.name):
        return RECUSED
    if round_.retries:
        return retry_obstacle(session._replace(rounds=before), before[-1], seat) or NOT_NAMED
    return NOT_NAMED


Events = tuple[Event, ...]
TRIGGERS = ("new_evidence", "added_context", "false_assumption", "changed_conditions")
_BRINGS_SOMETHING = ("new_evidence", "added_context")
FAR = 20
"""Points of confidence beyond which new evidence has moved a seat."""
LONGEST_REASON, LONGEST_EVIDENCE = 1_000, 400_000


class Again(NamedTuple):
    """What somebody asks for: the trigger, why, what is new, which seats are concerned, and whether it is a new fact.

    `points` is by how many points of confidence the evidence moves a seat, where somebody has said so.
    """

    trigger: str
    reason: str
    evidence: str = ""
    seats: tuple[str, ...] = ()
    factual: bool = False
    points: int | None = None


class SeatPosition(NamedTuple):
    """Where a seat stands: its position, of which option, and its confidence; or how it failed, and why."""

    position: str
    confidence: Confidence | None = None
    option: str = ""
    is_ballot: bool = True
    detail: str = ""
    why: str = ""
    values: Mapping[str, str] = {}


class SeatMovement(NamedTuple):
    """Where one seat stood before a round and after it, and whether it was asked in it."""

    seat: str
    before: SeatPosition
    after: SeatPosition
    was_asked: bool

    @property
    def has_changed(self) -> bool:
        """True where the position is another one."""
        return (self.before.position, self.before.option) != (self.after.position, self.after.option)

    @property
    def moved_far(self) -> bool:
        """True where the confidence has moved by more than twenty points."""
        before, after = self.before.confidence, self.after.confidence
        return before is not None and after is not None and abs(Fraction(after.percent) - before.percent) > FAR


def redeliberate(session: Session, again: Again, who: Principal) -> Events:
    """Opens a round for the seats concerned; nobody else is asked, and keeps the ballot that was cast."""
    _check_stands(session)
    check_may("redeliberate", session, who)
    _check_limit(session, again)
    _check_request(session, again)
    round_ = session.rounds[-1]
    return (
        RoundOpened(
            round_.number + 1,
            _seats_concerned(session, again),
            session.question_hash,
            REDELIBERATION,
            again.trigger,
            again.reason,
            again.evidence,
            again.factual,
        ),
    )


def _check_stands(session: Session) -> None:
    if why := standing_refusal(session):
        raise Refused(why)
    if not session.verdict or not session.is_current:
        raise Refused("there is no verdict on the current question, so there is nothing to deliberate again yet")


def _check_limit(session: Session, again: Again) -> None:
    if not again.factual and len(counted_redeliberations(session)) >= MOST_REDELIBERATIONS:
        why = (
            f"this was deliberated again {MOST_REDELIBERATIONS} times; now a person decides. "
            "Only new facts are a reason to ask again ("
        )
        raise Refused(Wording(why, ArgumentName("factual"), ")"))


def _check_request(session: Session, again: Again) -> None:
    if again.trigger not in TRIGGERS:
        raise Refused(f"no trigger called {again.trigger!r}; there are: {', '.join(TRIGGERS)}")
    if not says_something(again.reason):
        raise InputError("a re-deliberation needs a reason; it is empty")
    for name, most in (("reason", LONGEST_REASON), ("evidence", LONGEST_EVIDENCE)):
        if (length := len(getattr(again, name))) > most:
            raise Refused(f"{name}: found {length} characters; allowed: at most {most}")
    if (again.factual or again.trigger in _BRINGS_SOMETHING) and not says_something(again.evidence):
        how = ("state it with ", ArgumentName("evidence"), TerminalHint(" FILE"))
        raise InputError(Wording("new evidence is missing: ", *how, "; the seats will be shown it"))
    _check_is_new(session, again.evidence)
    if again.points is not None and again.trigger == "new_evidence" and again.points <= FAR and not again.factual:
        raise Refused(
            f"evidence that shifts a confidence by {again.points} points changes little; more than {FAR} are needed"
        )
    is_open = session.verdict is not None and session.verdict.action in (ASK, REDELIBERATE)
    if again.trigger == "added_context" and not is_open:
        raise Refused("the trigger added_context needs a split, or a verdict that lacked information")


def _check_is_new(session: Session, evidence: str) -> None:
    asked = session.question_hash
    before = [("in the context", session.question.context)]
    before += [(f"in round {one.number}", one.evidence) for one in session.rounds if one.question == asked]
    for where, text in before:
        if says_something(evidence) and folded(evidence) == folded(text):
            raise Refused(f"this is not new: the seats were shown it {where}")
    if says_something(evidence) and is_redacted_text(session, evidence):
        raise Refused("this is not new: the seats were shown it before, and it was redacted since")


def _seats_concerned(session: Session, again: Again) -> tuple[str, ...]:
    every = {seat.name.strip().casefold(): seat.name for seat in session.opened.seats}
    wanted = _wanted(session, again, every)
    seats = tuple(seat for name, seat in every.items() if name in wanted and not is_recused(session, seat))
    if not seats:
        raise Refused("a seat that recused itself is not asked again; name another seat")
    return seats


def _wanted(session: Session, again: Again, every: Mapping[str, str]) -> Collection[str]:
    wanted = [name.strip().casefold() for name in again.seats]
    for name, said in zip(wanted, again.seats, strict=True):
        if name not in every:
            raise Refused(f"{said!r} is not on the panel; seats: {', '.join(every.values())}")
    if session.opened.mode == ENGINE:
        return every
    if not wanted:
        raise Refused(f"name the seats to ask again; seats: {', '.join(every.values())}")
    return wanted


def compared(session: Session, round_: Round) -> tuple[SeatMovement, ...]:
    """Where every seat stood before a round and after it; nothing while the round is open."""
    earlier = [one for one in session.rounds if one.number < round_.number and one.question == round_.question]
    if round_.is_open or not earlier:
        return ()
    before, after = _stands(session, earlier[-1]), _stands(session, round_)
    return tuple(
        SeatMovement(seat.name, before[seat.name], after[seat.name], seat.name in round_.seats)
        for seat in session.opened.seats
    )


def _stands(session: Session, round_: Round) -> dict[str, SeatPosition]:
    """As it was counted: the question may have been edited since, so that these ballots could not be read any more."""
    counted = session.verdicts.get(round_.number)
    answers = counted.receipt.roster if counted else case_of(session, round_).answers
    found = {answer.seat.name: _stand(answer) for answer in answers}
    return {seat.name: found.get(seat.name, SeatPosition("absent", is_ballot=False)) for seat in session.opened.seats}


def _stand(answer: Answer) -> SeatPosition:
    if isinstance(answer, Ballot):
        return SeatPosition(answer.choice, answer.confidence, answer.option)
    return SeatPosition(answer.kind, None, "", False, answer.detail, answer.why, answer.values)
