"""A person's or an agent's ballot: for a seat of their own, bound to the question and the round that they saw."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App, Deliberation
from quorate.app.keys import key_of
from quorate.app.life.notices import Notice
from quorate.core.confidence import PERCENT
from quorate.core.errors import MISSING, DocumentError, InputError, Problem, Refused
from quorate.core.panel import Seat, holders_of
from quorate.core.protocol import Protocol
from quorate.core.shape import some_of
from quorate.core.text.names import folded
from quorate.core.wording import ArgumentName, TerminalHint, Wording, joined
from quorate.deliberation.events import Author, Cast, Event, Stored
from quorate.deliberation.moves import cast, held_seat
from quorate.deliberation.precondition import NOTHING, Seen
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.debate import CHALLENGE, CONVINCED, is_debate
from quorate.deliberation.session import Session
from quorate.documents.container import Lines
from quorate.documents.values import plain_mapping
from quorate.documents.vote_form import allowed_confidence, choices_of, scale_of, vote_schema
from quorate.protocols import protocol_named
from quorate.record.port import RequestKey

RECUSED: Mapping[str, Any] = {"error": "recused"}
_NUMBER = re.compile(r"[0-9]{1,20}(\.[0-9]{1,20})?")


class BallotParts(NamedTuple):
    """A ballot by its parts, in any protocol's words."""

    choice: str | None = None
    confidence: str | None = None
    rationale: str | None = None
    option: str | None = None
    conditions: tuple[str, ...] = ()
    challenge: str | None = None
    convinced_by: str | None = None


class FilledBallot(NamedTuple):
    """A ballot as a document in the words of the protocol, and where its parts stand."""

    vote: Mapping[str, Any]
    line_of: Lines = lambda _: None
    source: str = ""


class BallotTerms(NamedTuple):
    """For which seat (None: the only one of one's own), of what was seen, and whether it changes an earlier ballot."""

    seat: str | None = None
    seen: Seen = NOTHING
    supersede: bool = False


ANY_SEAT = BallotTerms()


@operation
async def vote(
    app: App,
    who: Principal,
    deliberation: str,
    ballot: BallotParts | FilledBallot,
    terms: BallotTerms = ANY_SEAT,
    key: str | None = None,
) -> Deliberation:
    """Casts a ballot. With a key that was used before nothing is cast, whatever the ballot says now."""
    request = _key(who, deliberation, terms, key)
    found: list[str] = []

    def rule(at: Session) -> tuple[Event, ...]:
        events = _events(at, terms, filled_ballot(at, ballot), who, app.now)
        found[:] = _also_answered(at, terms, who.author)
        return events

    try:
        changed = await app.cast(deliberation, rule, who, request)
    except DocumentError as error:
        raise _located(error, ballot, await app.load(deliberation)) from None
    told = (Notice("vote", {"seats": tuple(found)}),) if found else ()
    return (await app.whole_after(changed))._replace(notices=told)


@operation
async def voted_before(
    app: App, who: Principal, deliberation: str, terms: BallotTerms, key: str | None
) -> Deliberation | None:
    """The deliberation if this very request was done before: nobody need be asked for a ballot again.

    What the request began is carried on, in case it was cut off between the ballot and the count. A notice says if the
    ballot does not count any more.
    """
    request = _key(who, deliberation, terms, key)
    if not request or not await app.was_done(request):
        return None
    await app.moved(deliberation, who)
    found = await app.whole(deliberation, is_new=False)
    now = found.session.question_hash
    then = [one.event for one in await app.record.answered(request) if isinstance(one.event, Cast)]
    is_outdated = any(one.question != now for one in then)
    return found._replace(notices=(Notice("outdated.ballot", {}),) if is_outdated else ())


@operation
async def votable(
    app: App, who: Principal, deliberation: str, terms: BallotTerms = ANY_SEAT
) -> tuple[Session, BallotTerms]:
    """What somebody looks at before they vote, and the vote bound to that. Raises Refused where none would be taken."""
    session = await app.moved(deliberation, who)
    question, round_ = terms.seen.question or session.question_hash, session.round
    seen = Seen(question, terms.seen.round or (round_.number if round_ else 0))
    asked = terms._replace(seat=seat_for(session, terms.seat, who.author, terms.supersede), seen=seen)
    _events(session, asked, RECUSED, who, app.now)
    return session, asked


@operation
async def own_seats(app: App, who: Principal, deliberation: str) -> tuple[Seat, ...]:
    """The person's own seats that wait; else one that is anybody's, once in a round: one person alone is no panel."""
    await app.moved(deliberation, who)
    found = await app.whole(deliberation)
    return tuple(_seats_to_ask(found.session, found.history, who.author))


def seat_for(session: Session, stated: str | None, author: Author, supersede: bool = False) -> str:
    """The seat that is meant: the one that was named, else the only one that waits for this person."""
    if stated:
        return stated
    fitting = [seat for seat in session.opened.seats if seat.answers_later and seat.holder in ("", author.name)]
    if not fitting:
        seats = ", ".join(f"{seat.name} ({seat.voter})" for seat in session.opened.seats)
        raise Refused(f"none of the seats is yours, {author.name}; seats: {seats}")
    round_ = session.round
    if len(fitting) == 1 or not round_ or not round_.is_open:
        return fitting[0].name
    waiting = [seat for seat in fitting if seat.name in round_.missing or supersede]
    if len(waiting) != 1:
        names = ", ".join(seat.name for seat in fitting)
        raise Refused(Wording("more than one seat is possible; name one with ", ArgumentName("seat"), f": {names}"))
    return waiting[0].name


def number_or_word(text: str) -> int | Decimal | str:
    """A confidence as it is typed: a number where it is one, else a word such as HIGH."""
    if not _NUMBER.fullmatch(text.strip()):
        return text.strip()
    return Decimal(text.strip()) if "." in text else int(text)


def reason_key(schema: Mapping[str, Any]) -> str:
    """Under which key a protocol's vote says why."""
    return "rationale" if "rationale" in schema else "reasoning"


def _seats_to_ask(session: Session, history: Sequence[Stored], author: Author) -> list[Seat]:
    round_ = session.round
    if not round_ or not round_.is_open or not session.is_asked_as_it_stands or session.endings:
        return []
    if session.opened.review_of:  # `quorate review vote` asks for those
        return []
    missing = [seat for seat in session.opened.seats if seat.name in round_.missing and seat.voter_kind == "person"]
    if own := [seat for seat in missing if seat.holder == author.name]:
        return own
    cast_now = {
        stored.event.seat
        for stored in history
        if isinstance(stored.event, Cast) and stored.event.round == round_.number and stored.author == author
    }
    has_cast = any(seat.name in cast_now and seat.answers_later for seat in session.opened.seats)
    return [] if has_cast else [seat for seat in missing if not seat.holder][:1]


def _key(who: Principal, deliberation: str, terms: BallotTerms, name: str | None) -> RequestKey | None:
    """The ballot is no part of it: whoever knows the key could try ballots until one is answered as the same."""
    stated = {"seat": terms.seat, "question": terms.seen.question, "supersede": terms.supersede}
    return key_of(who, name, "vote", id=deliberation, **stated)


def _events(
    session: Session, terms: BallotTerms, ballot: Mapping[str, Any], who: Principal, now: str
) -> tuple[Event, ...]:
    seat = seat_for(session, terms.seat, who.author, terms.supersede)
    return cast(session, seat, ballot, who, now=now, seen=terms.seen, supersede=terms.supersede)


def _also_answered(session: Session, terms: BallotTerms, author: Author) -> list[str]:
    """The other seats of this round that the same person has answered for."""
    round_ = session.round
    if not round_ or not round_.is_open:
        return []
    me = folded(author.name)
    same = {name for name in set(round_.authors.values()) if folded(name) == me}
    if not same:
        return []
    mine = held_seat(session, seat_for(session, terms.seat, author, terms.supersede)).name
    seats = holders_of(session.opened.seats)
    return [seat for seat in seats if seat != mine and round_.authors.get(seat) in same]


def _located(error: DocumentError, ballot: BallotParts | FilledBallot, session: Session) -> DocumentError:
    """The problems with their file and line, or with the argument that was wrong."""
    if isinstance(ballot, BallotParts):
        protocol = protocol_named(session.protocol)
        return DocumentError(_of_argument(one, protocol) for one in error.problems)
    return DocumentError((one._replace(line=ballot.line_of(one.path)) for one in error.problems), ballot.source)


def _of_argument(problem: Problem, protocol: Protocol) -> Problem:
    keys = protocol.vote_keys
    arguments = {
        "option": "option",
        "rationale": "rationale",
        "reasoning": "rationale",
        keys.confidence: "confidence",
        keys.choice: "choice",
    }
    first, *rest = problem.path or ("",)
    named = arguments.get(str(first))
    if named == "confidence" and problem.found == MISSING:  # a document could state an error in place of it
        problem = problem._replace(allowed=allowed_confidence(protocol))
    return problem._replace(path=(ArgumentName(named) if named else first, *rest))


def filled_ballot(session: Session, ballot: BallotParts | FilledBallot) -> Mapping[str, Any]:
    """The ballot in the words of the protocol."""
    if isinstance(ballot, FilledBallot):
        return ballot.vote
    filled = _of_marks(ballot, session)
    said = (("challenge", ballot.challenge), ("convinced_by", ballot.convinced_by))
    named = [ArgumentName(name) for name, text in said if text is not None]
    if named and not (session.round and is_debate(session.round)):
        raise Refused(Wording(joined(" and ", named), ": this round is not a debate; leave it out"))
    return filled


def _of_marks(marks: BallotParts, session: Session) -> dict[str, Any]:
    protocol = protocol_named(session.protocol)
    keys, schema = protocol.vote_keys, vote_schema(protocol)
    said: dict[str, Any] = {
        "option": marks.option,
        "conditions": list(marks.conditions) or None,
        keys.confidence or "confidence": _stated_confidence(marks.confidence, protocol),
        reason_key(schema): marks.rationale,
        keys.choice: _known(marks.choice or "", choices_of(session.protocol, session.question)),
        CHALLENGE: marks.challenge,
        CONVINCED: marks.convinced_by,
    }
    return plain_mapping({key: value for key, value in said.items() if value is not None})


def _stated_confidence(said: str | None, protocol: Protocol) -> int | Decimal | str | None:
    """As it was typed. Raises InputError for a fraction on a scale of 0 to 100: nobody is that unsure."""
    if said is None:
        return None
    stated = number_or_word(said)
    if looks_like_fraction(stated, protocol):
        name, document = ArgumentName("confidence"), ", or a ballot document (--ballot) for a confidence below 1"
        meant = f" {percent_of(stated)} if that is meant"
        scale = f" {said}: this scale is 0 to 100; use "
        raise InputError(Wording(name, scale, name, meant, TerminalHint(document)))
    return stated


def looks_like_fraction(said: int | Decimal | str, protocol: Protocol) -> bool:
    """True for a number between 0 and 1 where confidence goes to 100."""
    return isinstance(said, Decimal) and 0 < said < 1 and scale_of(protocol) == PERCENT


def percent_of(said: int | Decimal | str) -> str:
    """A fraction as the percentage that was meant, perhaps."""
    return f"{(Decimal(said) * 100).normalize():f}"


def _known(choice: str, words: Sequence[str]) -> str:
    """The word that is meant, in upper or lower case."""
    alike = [word for word in words if word.casefold() == choice.strip().casefold()]
    if choice not in words and len(alike) != 1:
        raise InputError(Wording(ArgumentName("choice"), f": found {choice!r}; allowed: {some_of(words)}"))
    return choice if choice in words else alike[0]
