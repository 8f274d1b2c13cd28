"""The state of a deliberation: what its events fold to."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, assert_never

from quorate.core.codec import from_json
from quorate.core.codec.declaration import Key
from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.core.verdict import Verdict
from quorate.deliberation.events import (
    Asked,
    Author,
    Cast,
    ChildrenOpened,
    Claimed,
    Counted,
    DeadlinePassed,
    Declined,
    Deferred,
    Event,
    EvidenceChecked,
    Failed,
    Opened,
    OutcomeKnown,
    Overridden,
    Policy,
    Redacted,
    Reframed,
    Released,
    Replied,
    Resolved,
    Revised,
    Revoked,
    RoundClosed,
    RoundOpened,
    Stored,
    Superseded,
    Tracked,
    Vindicated,
)
from quorate.protocols import protocol_named

SeatAnswer = Cast | Failed
_InRound = Claimed | Replied | Cast | Failed | EvidenceChecked | RoundClosed
_SPREAD = Key(is_spread=True)
PersonAnswer = Resolved | Overridden | Declined | Reframed | Deferred


class FirstRequest(NamedTuple):
    """The claim and the reply of a seat that was asked once more, because the reply had no ballot."""

    claimed: Claimed
    replied: Replied


class Round(NamedTuple):
    """One time of asking: who was asked, about which revision, and what has come of it.

    A retry asks as the round that it `retries` did: `asks_as` is the purpose of that one, else its own. `claims` and
    `replies` are those of the latest request of each seat.
    """

    number: int
    seats: tuple[str, ...]
    question: str
    purpose: str = "first"
    since: int = 0
    answers: Mapping[str, SeatAnswer] = {}
    positions: Mapping[str, int] = {}
    authors: Mapping[str, str] = {}
    proofs: Mapping[str, str] = {}
    claims: Mapping[str, Claimed] = {}
    replies: Mapping[str, Replied] = {}
    closed_at: str = ""
    closed_for: str = ""
    trigger: str = ""
    reason: str = ""
    evidence: str = ""
    is_factual: bool = False
    opened_at: str = ""
    retries: int = 0
    asks_as: str = "first"
    checks: Mapping[str, EvidenceChecked] = {}
    first_requests: Mapping[str, FirstRequest] = {}

    @property
    def is_open(self) -> bool:
        """Until it is closed its ballots are sealed."""
        return not self.closed_at

    @property
    def asks_like(self) -> int:
        """The number of the round as which it asks: that of the one that it retries, else its own."""
        return self.retries or self.number

    @property
    def missing(self) -> tuple[str, ...]:
        """The seats that were asked and have not answered."""
        answers = self.answers
        return tuple([seat for seat in self.seats if seat not in answers])


class GivenAnswer(NamedTuple):
    """What a person answered, who it was, and when."""

    answer: Annotated[PersonAnswer, _SPREAD]
    author: Author
    at: str


class Past(NamedTuple):
    """An earlier count: the verdict of its round, and what people made of it. None of it holds for a newer count."""

    round: int
    verdict: Verdict
    said: tuple[GivenAnswer, ...] = ()
    children: tuple[str, ...] = ()
    lapsed_at: str = ""
    bound_at: str = ""
    hash: str = ""


class Edit(NamedTuple):
    """An edit of the question: which of its parts it changed, who made it, when, and the hash of what it replaced."""

    fields: tuple[str, ...]
    author: Author
    at: str
    replaced: str = ""


class Ending(NamedTuple):
    """How the permission ended: Released, Revoked or Superseded."""

    event: Annotated[Released | Revoked | Superseded, _SPREAD]
    author: Author
    at: str


class Noted(NamedTuple):
    """What was made of an item of the register, who it was, and when."""

    event: Annotated[Tracked | Vindicated, _SPREAD]
    author: Author
    at: str


class TurnedOut(NamedTuple):
    """What was true, who said so, when, and at which position."""

    event: Annotated[OutcomeKnown, _SPREAD]
    author: Author
    at: str
    position: Annotated[int, Key(is_hidden=True)]


class Session(NamedTuple):
    """A deliberation as it stands after its last event.

    `ledger` is what the register follows from, in order: verdicts, answers of people, and what became of its items.
    `earlier` is kept for the reader: nothing in it is looked at where it is asked what is permitted. `verdict_hash` is
    the hash of the event that holds the verdict, so it names the revision, the round and the count. `question_hash` is
    that of the question as it stands, which is asked for at every step. `head` is the hash of its last event, so it
    names the whole history; empty for what is only foreseen.
    """

    id: str
    opened: Opened
    opened_at: str
    opened_by: Author
    question: Question
    position: int
    changed_at: str
    rounds: tuple[Round, ...] = ()
    verdict: Verdict | None = None
    verdict_round: int = 0
    verdict_at: str = ""
    asked: Asked | None = None
    said: tuple[GivenAnswer, ...] = ()
    lapsed_at: str = ""
    endings: tuple[Ending, ...] = ()
    children: tuple[str, ...] = ()
    bound_at: str = ""
    ledger: tuple[Verdict | GivenAnswer | Noted, ...] = ()
    earlier: tuple[Past, ...] = ()
    verdict_hash: str = ""
    edits: tuple[Edit, ...] = ()
    redacted: tuple[Redacted, ...] = ()
    outcome: TurnedOut | None = None
    question_hash: str = ""
    head: str = ""

    @property
    def opener(self) -> Author:
        """Whoever opened it; of a child that the rules opened, whoever opened its parent."""
        return self.opened.opened_for if self.opened.opened_for.name else self.opened_by

    @property
    def protocol(self) -> str:
        """The name of the protocol that counts."""
        return self.opened.protocol

    @property
    def policy(self) -> Policy:
        """What was settled beforehand."""
        return self.opened.policy

    @property
    def round(self) -> Round | None:
        """The latest round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def ballots_by(self) -> str:
        """Until when the latest round takes ballots; one that asks again after that time is not bound by it."""
        due, round_ = self.policy.ballots_by, self.round
        asks_again = round_ is not None and round_.purpose not in ("first", "revision")
        return "" if round_ and asks_again and due <= round_.opened_at else due

    @property
    def is_current(self) -> bool:
        """True where the verdict is on the question as it stands, and of the latest round."""
        return bool(
            self.verdict and self.round and self.verdict_round == self.round.number and self.is_asked_as_it_stands
        )

    @property
    def is_asked_as_it_stands(self) -> bool:
        """True where the latest round asks for the latest revision of the question."""
        return bool(self.round and self.round.question == self.question_hash)

    @property
    def seals(self) -> bool:
        """Whether ballots are hidden until their round is over."""
        return protocol_named(self.protocol).progress is None

    @property
    def is_unsealed(self) -> bool:
        """Whether the ballots of the latest round may be seen."""
        return self.round is not None and not (self.round.is_open and self.seals)

    @property
    def verdicts(self) -> dict[int, Verdict]:
        """Every verdict, by the round that it counts."""
        last = {self.verdict_round: self.verdict} if self.verdict else {}
        return {**{past.round: past.verdict for past in self.earlier}, **last}

    @property
    def broken_into(self) -> tuple[str, ...]:
        """The children of every reframing, earlier ones included."""
        return (*(child for past in self.earlier for child in past.children), *self.children)

    def seat(self, name: str) -> Seat | None:
        """The seat with this name."""
        return next((seat for seat in self.opened.seats if seat.name == name), None)


def replay(history: Iterable[Stored]) -> Session:
    """The session that a history folds to."""
    session: Session | None = None
    for stored in history:
        session = evolve(session, stored)
    if session is None:
        raise ValueError("a history begins with Opened")
    return session


def evolve(session: Session | None, stored: Stored) -> Session:
    """The session after one more event."""
    event = stored.event
    if session is None:
        opened = stored.event
        if not isinstance(opened, Opened):
            raise ValueError(f"a history begins with Opened, not with {type(opened).__name__}")
        return Session(
            stored.deliberation,
            opened,
            stored.at,
            stored.author,
            opened.question,
            stored.position,
            stored.at,
            question_hash=opened.question.content_hash,
            head=stored.hash,
        )
    if isinstance(event, _InRound):  # most events are
        rounds = _in_round(session.rounds, event, stored)
        return session._replace(position=stored.position, changed_at=stored.at, rounds=rounds, head=stored.hash)
    moved = session._replace(position=stored.position, changed_at=stored.at, head=stored.hash)
    match event:
        case Opened():
            raise ValueError("a deliberation is opened once")
        case RoundOpened():
            return moved._replace(rounds=(*session.rounds, _new_round(event, stored, session.rounds)), asked=None)
        case Revised() | Counted() | Asked() | DeadlinePassed() | ChildrenOpened() | Redacted():
            return _moved_on(moved, event, stored)
        case Resolved() | Overridden() | Declined() | Reframed() | Deferred():
            said = GivenAnswer(event, stored.author, stored.at)
            return moved._replace(said=(*session.said, said), ledger=(*session.ledger, said))
        case Released() | Revoked() | Superseded() | Tracked() | Vindicated() | OutcomeKnown():
            if isinstance(event, OutcomeKnown):
                return moved._replace(outcome=TurnedOut(event, stored.author, stored.at, stored.position))
            if isinstance(event, Tracked | Vindicated):
                return moved._replace(ledger=(*moved.ledger, Noted(event, stored.author, stored.at)))
            return moved._replace(endings=(*moved.endings, Ending(event, stored.author, stored.at)))
        case _:
            assert_never(event)


def _new_round(event: RoundOpened, stored: Stored, before: tuple[Round, ...]) -> Round:
    retried = before[event.retries - 1] if event.retries else None
    return Round(
        event.round,
        event.seats,
        event.question,
        event.purpose,
        stored.position,
        trigger=event.trigger,
        reason=retried.reason if retried else event.reason,
        evidence=retried.evidence if retried else event.evidence,
        is_factual=event.factual,
        opened_at=stored.at,
        retries=event.retries,
        asks_as=retried.purpose if retried else event.purpose,
    )


def ahead(session: Session, events: Iterable[Event], author: Author | None = None) -> Session:
    """The session as it would be after events of this author that are not on the record yet."""
    for event in events:
        foreseen = Stored(session.id, session.position + 1, session.changed_at, author or Author(""), event)
        session = evolve(session, foreseen)
    return session


def _moved_on(
    session: Session, event: Revised | Counted | Asked | DeadlinePassed | ChildrenOpened | Redacted, stored: Stored
) -> Session:
    match event:
        case Revised():
            names = (name for name in Question._fields if name not in ("id", "revision", "asked_as"))
            fields = tuple(name for name in names if getattr(session.question, name) != getattr(event.question, name))
            edit = Edit(fields, stored.author, stored.at, session.question_hash)
            edited = session._replace(question=event.question, question_hash=event.question.content_hash)
            return edited._replace(edits=(*session.edits, edit), outcome=None)
        case Counted():
            verdict = _read_verdict(event.verdict)
            counted = session._replace(verdict=verdict, verdict_round=event.round, verdict_at=stored.at)
            fresh = counted._replace(said=(), lapsed_at="", children=(), bound_at="", verdict_hash=stored.hash)
            return fresh._replace(ledger=(*session.ledger, verdict), earlier=(*session.earlier, *_past(session)))
        case Asked():
            return session._replace(asked=event)
        case DeadlinePassed():
            match event.what:
                case "answer":
                    return session._replace(lapsed_at=stored.at)
                case "deadlock":
                    return session._replace(bound_at=stored.at)
                case _:
                    return session
        case ChildrenOpened():
            return session._replace(children=event.children)
        case Redacted():
            return session._replace(redacted=(*session.redacted, event))
        case _:
            assert_never(event)


@lru_cache(16)  # a count is folded before it is stored, and again once it is
def _read_verdict(text: str) -> Verdict:
    return from_json(text)


def _past(session: Session) -> tuple[Past, ...]:
    """What becomes history when there is another count."""
    verdict, made = session.verdict, (session.said, session.children, session.lapsed_at, session.bound_at)
    return (Past(session.verdict_round, verdict, *made, session.verdict_hash),) if verdict else ()


def _in_round(rounds: tuple[Round, ...], event: _InRound, stored: Stored) -> tuple[Round, ...]:
    index = event.round - 1
    changed = _round_after(rounds[index], event, stored)
    return (*rounds[:index], changed, *rounds[index + 1 :])


def _round_after(before: Round, event: _InRound, stored: Stored) -> Round:
    match event:
        case Claimed():
            claimed = before._replace(claims={**before.claims, event.seat: event})
            if event.request == 1 or event.seat not in before.replies:
                return claimed
            first = FirstRequest(before.claims[event.seat], before.replies[event.seat])
            replies = {seat: replied for seat, replied in before.replies.items() if seat != event.seat}
            return claimed._replace(replies=replies, first_requests={**before.first_requests, event.seat: first})
        case Replied():
            return before._replace(replies={**before.replies, event.seat: event})
        case Cast() | Failed():
            answers: Mapping[str, Any] = {**before.answers, event.seat: event}
            return before._replace(
                answers=answers,
                positions={**before.positions, event.seat: stored.position},
                authors={**before.authors, event.seat: stored.author.name},
                proofs={**before.proofs, event.seat: stored.author.proof},
            )
        case EvidenceChecked():
            return before._replace(checks={**before.checks, event.seat: event})
        case RoundClosed():
            return before._replace(closed_at=stored.at, closed_for=event.reason)
        case _:
            assert_never(event)
