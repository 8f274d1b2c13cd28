"""Casts a person's ballot."""

from typing import NamedTuple

import click

from quorate.core.errors import DocumentError, Refused
from quorate.core.text.names import folded
from quorate.deliberation.binding import Seen
from quorate.deliberation.events import Event
from quorate.deliberation.moves import cast
from quorate.deliberation.rounds.debate import is_debate
from quorate.deliberation.session import Session
from quorate.record.port import Key
from quorate.surfaces.cli import status
from quorate.surfaces.cli.balloting import FilledBallot, Marks, ask_ballot, marked, read_ballot
from quorate.surfaces.cli.delivering import deliver
from quorate.surfaces.cli.desk import Desk, desk
from quorate.surfaces.cli.notices import announce
from quorate.surfaces.cli.options import Look, Manner
from quorate.surfaces.cli.own_seats import seat_for, seats_to_ask
from quorate.surfaces.cli.prompting import Left, can_ask
from quorate.surfaces.cli.repeating import key_of
from quorate.surfaces.cli.streams import complain
from quorate.surfaces.cli.wording import Words

RECUSED = {"error": "recused"}


class Vote(NamedTuple):
    """What was asked for."""

    deliberation: str
    marks: Marks
    seat: str | None = None
    ballot: str | None = None
    supersede: bool = False
    question: str = ""
    round: int = 0


def cast_vote(vote: Vote, manner: Manner) -> int:
    """Puts a ballot on the record and shows how the deliberation stands."""
    if vote.ballot and any(vote.marks):
        raise click.UsageError("--ballot holds all of the ballot; leave the other options out")
    look = manner.look
    with desk(manner.store) as at:
        session, key = at.load(vote.deliberation), _key(at, vote, manner.key)
        was_done = at.was_done(key)
        with at.unless_done(key):
            if not was_done and not _voted(at, session, vote, manner, key):
                return status.FAILED
        if key and (was_done or not at.did(key, session)):
            complain(Words(look.lang)("key.voted"))
        deliver(at, session.id, look)
    return status.WORKED


def _voted(at: Desk, session: Session, vote: Vote, manner: Manner, key: Key | None) -> bool:
    """Casts the ballot that was stated, or asks for one. False where the person left."""
    if vote.ballot or vote.marks.choice:
        stated = read_ballot(vote.ballot) if vote.ballot else marked(vote.marks, session.protocol, session.question)
        _check_debate(session, vote.marks)
        _cast(at, session, vote, stated, manner.look, key)
        return True
    if any(vote.marks) or not can_ask(manner.no_input):
        raise click.UsageError("a ballot needs a choice: say --choice, or --ballot FILE, or answer at a terminal")
    return _asked(at, session, vote, manner.look, key)


def _check_debate(session: Session, marks: Marks) -> None:
    said = (("--challenge", marks.challenge), ("--convinced-by", marks.convinced_by))
    named = [option for option, text in said if text is not None]
    if named and not (session.round and is_debate(session.round)):
        raise Refused(f"{' and '.join(named)}: found in a round that is no debate; leave it out")


def ask_own_seats(at: Desk, session: Session, look: Look) -> Session:
    """Asks the person at the terminal for the ballots that are this person's to give."""
    for seat in seats_to_ask(session, at.whole(session.id).history, at.outside.author):
        vote = Vote(session.id, Marks(), seat.name)
        if not _asked(at, session, vote, look):
            break
        session = at.load(session.id)
    return session


def _asked(at: Desk, session: Session, vote: Vote, look: Look, key: Key | None = None) -> bool:
    """Asks for a ballot and casts it, for the very revision that was shown. False where the person left."""
    words = Words(look.lang)
    session = at.carry(session, {})
    name = seat_for(session, vote.seat, at.outside.author, vote.supersede)
    question = vote.question or session.question.content_hash
    asked = vote._replace(seat=name, question=question, round=session.round.number if session.round else 0)
    _events(at, session, asked, FilledBallot(RECUSED))  # refused now rather than after all the questions
    seat = next(seat for seat in session.opened.seats if seat.name.strip().casefold() == name.strip().casefold())
    try:
        ballot = ask_ballot(session, seat, words, look.width)
    except Left:
        complain(words("ask.left", seat=seat.name, id=session.id))
        return False
    _cast(at, session, asked, ballot, look, key)
    return True


def _key(at: Desk, vote: Vote, name: str | None) -> Key | None:
    """The ballot is no part of it: whoever knows the key could try ballots until one is answered as the same."""
    stated = {"seat": vote.seat, "question": vote.question, "supersede": vote.supersede}
    return key_of(name, "vote", id=vote.deliberation, author=at.outside.author, **stated)


def _cast(at: Desk, session: Session, vote: Vote, ballot: FilledBallot, look: Look, key: Key | None) -> Session:
    if seats := _answered_before(at, session, vote):
        words = Words(look.lang)
        announce([words("notice.vote", seats=words.named(seats))], words)
    try:
        return at.change(session, lambda as_it_stands: _events(at, as_it_stands, vote, ballot), key)
    except DocumentError as error:
        raise ballot.located(error) from None


def _answered_before(at: Desk, session: Session, vote: Vote) -> list[str]:
    """The other seats of this round that the same person has answered for."""
    round_, author = session.round, at.outside.author
    if not round_ or not round_.is_open:
        return []
    mine = seat_for(session, vote.seat, author, vote.supersede)
    people = [seat.name for seat in session.opened.seats if seat.answers_later and folded(seat.name) != folded(mine)]
    return [name for name in people if folded(round_.authors.get(name, "")) == folded(author.name)]


def _events(at: Desk, session: Session, vote: Vote, ballot: FilledBallot) -> tuple[Event, ...]:
    who = at.outside.who
    return cast(
        session,
        seat_for(session, vote.seat, who.author, vote.supersede),
        ballot.vote,
        who,
        now=at.outside.now,
        seen=Seen(vote.question, vote.round),
        supersede=vote.supersede,
    )
