"""From a reply to a ballot or a non-vote: the envelope is opened, the words are read, the protocol checks the vote."""

from collections.abc import Mapping
from typing import Any

from quorate.core.errors import DocumentError
from quorate.core.panel import Seat
from quorate.deliberation.counting import as_vote, read_vote
from quorate.deliberation.events import ANSWERED, Cast, Failed, Reply
from quorate.deliberation.rounds.debate import CHALLENGE, CONVINCED, as_it_counts, is_debate, taken_apart
from quorate.deliberation.session import Round, Session
from quorate.documents.container import parsed, whole_text
from quorate.prompts.prompt import prompt_for
from quorate.protocols import protocol_named
from quorate.replies.envelopes import letter_of
from quorate.replies.reading import Expected
from quorate.replies.reading.vote import concerns_in
from quorate.replies.reply import UNREADABLE, VOTE, ReplyReading, prints_its_vote, read_letter


def ballot_of(session: Session, round_: Round, seat: Seat, reply: Reply, fence: int = 0) -> Cast | Failed:
    """What a seat's reply comes to. Whatever it holds, it is a ballot or a non-vote with a reason."""
    letter = letter_of(seat.voter_kind, reply)
    if reply.outcome != ANSWERED:
        why = letter.failure if fence else reply.detail  # what our own voters say is taken as it is
        return Failed(round_.number, seat.name, reply.outcome, why, fence)
    claim = round_.claims.get(seat.name)
    plain = None if claim or letter.failure else _plain_vote(letter.text)
    found = (
        ReplyReading(VOTE, dict(plain)) if plain is not None else read_letter(letter, _expected(session, round_, seat))
    )
    if found.vote is None:
        failed = Failed(round_.number, seat.name, found.kind, found.why, fence, concerns=found.concerns)
        return failed._replace(is_answer=found.is_answer)
    try:
        debated = taken_apart(round_, {**found.vote, **found.also})
        vote = as_vote(protocol_named(session.protocol), seat, debated.vote)
        read_vote(session, seat, vote)
    except DocumentError as error:
        why = "; ".join(one.sentence() for one in error.problems)
        return Failed(round_.number, seat.name, UNREADABLE, why, fence, concerns=tuple(concerns_in(found.vote)))
    taken = as_it_counts(session, round_, seat.name, debated._replace(vote=vote))
    cast = Cast(round_.number, seat.name, round_.question, taken.vote, fence=fence, found=(*found.notes, *taken.notes))
    return cast._replace(challenge=taken.challenge, convinced_by=taken.convinced_by)


def _expected(session: Session, round_: Round, seat: Seat) -> Expected:
    claim = round_.claims.get(seat.name)
    prompt = prompt_for(session, seat, nonce=claim.nonce, options=claim.options) if claim else prompt_for(session, seat)
    also = (CHALLENGE, CONVINCED) if is_debate(round_) else ()
    names = {option.id: option.text for option in session.question.options}
    takes_bare = prints_its_vote(seat.voter_kind)
    return Expected(session.protocol, prompt.choices, prompt.nonce, prompt.text, also, takes_bare, names)


def _plain_vote(text: str) -> Mapping[str, Any] | None:
    """The vote of a voter of our own, which writes nothing but a vote and is taken at its word."""
    try:
        value, _ = parsed(whole_text(text))
    except DocumentError:
        return None
    return value if type(value) is dict else None
