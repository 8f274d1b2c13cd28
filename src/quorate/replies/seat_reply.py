"""From a seat's reply to a ballot, to a non-vote with its reasons, or to a second request."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from quorate.core.errors import DocumentError
from quorate.core.panel import Seat
from quorate.deliberation.counting import as_vote, read_vote
from quorate.deliberation.events import ANSWERED, BallotNote, Cast, Failed, Replied
from quorate.deliberation.rounds.debate import CHALLENGE, CONVINCED, as_it_counts, is_debate, taken_apart
from quorate.deliberation.session import Round, Session
from quorate.documents.container import parsed, whole_text
from quorate.documents.vote_form import choices_of, vote_schema
from quorate.protocols import protocol_named
from quorate.replies.ballot import Expected
from quorate.replies.envelopes import letter_of
from quorate.replies.reply import UNREADABLE, VOTE, ReplyReading, expected_of, infer_from_letter, read_letter

NOT_PARSED = "Engine output could not be parsed"


class _Outcome(NamedTuple):
    """What one reply comes to: a ballot or a failure; or neither, and the reason why it has no ballot."""

    event: Cast | Failed | None = None
    reason: BallotNote | None = None
    is_bare: bool = False


def ballot_of(session: Session, round_: Round, seat: Seat, replied: Replied, final: str) -> Cast | Failed | None:
    """Return the ballot or the non-vote that a reply comes to; None if the seat is asked once more for its ballot.

    `final` is the code of why it cannot be asked once more; empty if it can. Whatever the reply holds, nothing raises.
    """
    outcome = _outcome(session, round_, seat, replied)
    if replied.request > 1:
        return _second(session, round_, seat, outcome)
    if outcome.event is not None:
        return outcome.event
    may_be_asked = bool(replied.fence) and not outcome.is_bare
    if may_be_asked and not final:
        return None
    why = BallotNote(final) if may_be_asked else None
    if outcome.is_bare:
        return _failed(round_, seat, replied, outcome.reason)
    return _without_ballot(session, round_, seat, replied, outcome.reason, why)


def _second(session: Session, round_: Round, seat: Seat, outcome: _Outcome) -> Cast | Failed:
    """The ballot of the second request; if it brought none, the first reply is all there is."""
    if isinstance(outcome.event, Cast):
        cast = outcome.event
        is_declared = "second_request" in vote_schema(protocol_named(session.protocol))
        vote = {**cast.vote, "second_request": True} if is_declared else cast.vote
        return cast._replace(vote=vote, found=(BallotNote("second_request"), *cast.found))
    first = round_.first_requests[seat.name].replied
    reason = _outcome(session, round_, seat, first).reason
    if outcome.event is not None:
        failure = BallotNote("second_call_failed", {"found": outcome.event.detail[:200]})
        return _without_ballot(session, round_, seat, first, reason, failure)
    second = outcome.reason if outcome.reason != reason else None
    return _without_ballot(session, round_, seat, first, reason, BallotNote("asked_again"), second)


def _without_ballot(
    session: Session,
    round_: Round,
    seat: Seat,
    first: Replied,
    *notes: BallotNote | None,
) -> Cast | Failed:
    """The advice of the keyword table on the first reply; without one, a non-vote with the reasons."""
    reasons = tuple(filter(None, notes))
    expected = _expected(session, round_, seat, first)
    inferred = infer_from_letter(letter_of(seat.voter_kind, first.reply), expected)
    if inferred:
        try:
            cast = _cast(session, round_, seat, first.fence, inferred)
        except DocumentError:
            pass  # a debate or a protocol may want more than a position
        else:
            return cast._replace(found=(*cast.found, *reasons))
    return _failed(round_, seat, first, *reasons)


def _failed(round_: Round, seat: Seat, replied: Replied, *reasons: BallotNote | None) -> Failed:
    return Failed(round_.number, seat.name, UNREADABLE, NOT_PARSED, replied.fence, found=tuple(filter(None, reasons)))


def _outcome(session: Session, round_: Round, seat: Seat, replied: Replied) -> _Outcome:
    reply, fence = replied.reply, replied.fence
    letter = letter_of(seat.voter_kind, reply)
    if reply.outcome != ANSWERED:
        detail = letter.failure if fence else reply.detail  # what our own voters say is taken as it is
        return _Outcome(Failed(round_.number, seat.name, reply.outcome, detail, fence, why=letter.why))
    plain = None if fence or letter.failure else _plain_vote(letter.text)
    if plain is not None:
        reading = ReplyReading(VOTE, dict(plain), is_bare=True)
    else:
        reading = read_letter(letter, _expected(session, round_, seat, replied))
    if reading.failure:
        return _Outcome(Failed(round_.number, seat.name, reading.kind, reading.failure, fence, why=letter.why))
    if reading.vote is None:
        return _Outcome(reason=reading.why, is_bare=reading.is_bare)
    try:
        return _Outcome(_cast(session, round_, seat, fence, reading))
    except DocumentError as error:
        problems = "; ".join(problem.sentence() for problem in error.problems)
        return _Outcome(reason=BallotNote("refused", {"problems": problems[:400]}), is_bare=reading.is_bare)


def _cast(session: Session, round_: Round, seat: Seat, fence: int, reading: ReplyReading) -> Cast:
    debated = taken_apart(round_, {**(reading.vote or {}), **reading.also})
    vote = as_vote(protocol_named(session.protocol), seat, debated.vote)
    read_vote(session, seat, vote)
    taken = as_it_counts(session, round_, seat.name, debated._replace(vote=vote))
    cast = Cast(round_.number, seat.name, round_.question, taken.vote, fence=fence)
    return cast._replace(
        found=(*reading.notes, *taken.notes), challenge=taken.challenge, convinced_by=taken.convinced_by
    )


def _expected(session: Session, round_: Round, seat: Seat, replied: Replied) -> Expected:
    first = round_.first_requests.get(seat.name)
    claim = first.claimed if first and replied.request == 1 else round_.claims.get(seat.name)
    nonce = claim.nonce if claim and replied.fence else ""
    also = (CHALLENGE, CONVINCED) if is_debate(round_) else ()
    names = {option.id: option.text for option in session.question.options}
    expected = Expected(session.protocol, choices_of(session.protocol, session.question), nonce, also, names=names)
    return expected_of(replied.reply.envelope or seat.voter_kind, expected)


def _plain_vote(text: str) -> Mapping[str, Any] | None:
    """The vote of a voter of our own, which writes nothing but a vote and is taken at its word."""
    try:
        value, _ = parsed(whole_text(text))
    except DocumentError:
        return None
    return value if type(value) is dict else None
