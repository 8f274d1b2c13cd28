"""Puts a person's answers on the record."""

import click

from quorate.deliberation.events import Event
from quorate.deliberation.people import decline
from quorate.deliberation.session import Session
from quorate.documents.values import plain_mapping
from quorate.surfaces.cli import status
from quorate.surfaces.cli.answering import Answers, ask_answers, check_usage, events_of
from quorate.surfaces.cli.delivering import deliver, put_deliberation, rendered
from quorate.surfaces.cli.desk import Desk, desk
from quorate.surfaces.cli.next_steps import how_to_answer
from quorate.surfaces.cli.options import Look, Manner
from quorate.surfaces.cli.prompting import Left, can_ask
from quorate.surfaces.cli.repeating import key_of
from quorate.surfaces.cli.streams import finish, say
from quorate.surfaces.cli.wording import Words


def resolve_deliberation(deliberation: str, answers: Answers, verdict: str, manner: Manner) -> int:
    """Answers what a verdict requires, from the options or at the terminal."""
    check_usage(answers)
    plain_mapping(answers._asdict())  # refuses half characters
    is_said = any(said is not None for said in answers)
    with desk(manner.store) as at:
        session = at.carry(at.load(deliberation), {})
        if is_said:
            _answer(at, session, answers, verdict, manner.key)
        elif can_ask(manner.no_input):
            decline(session, "?", at.outside.who, at.outside.now)  # refused now rather than after all the questions
            ask_person(at, session, manner.look)
        else:
            raise _nothing_said(session)
        deliver(at, deliberation, manner.look, was_shown=not is_said)
    return status.WORKED


def ask_person(at: Desk, session: Session, look: Look) -> Session:
    """Shows what each seat said, asks for what is required, and puts the answers on the record."""
    words = Words(look.lang)
    session = _shown(at, session, look)
    try:
        answers = ask_answers(session, at.outside.who, words)
    except Left:
        answers = None
    if answers is None:
        say(words("ask.unanswered", id=session.id))
        return session
    return _answer(at, session, answers, session.verdict_hash, None)


def _answer(at: Desk, session: Session, answers: Answers, verdict: str, key: str | None) -> Session:
    who = at.outside.who
    request = key_of(key, "resolve", id=session.id, answers=answers, verdict=verdict, author=who.author)

    def rule(as_it_stands: Session) -> tuple[Event, ...]:
        return events_of(as_it_stands, answers, who, at.outside.now, verdict)

    return at.change(session, rule, request)


def _shown(at: Desk, session: Session, look: Look) -> Session:
    """What the person has seen, and so what they answer.

    On standard output where a text was asked for anyway; programs that read that get only what they asked for.
    """
    found = at.whole(session.id)
    if look.form == "text":
        put_deliberation(found, look)
        finish()
    else:
        say(rendered(found, look._replace(form="text", coloured=False)))
    return found.session


def _nothing_said(session: Session) -> click.UsageError:
    how = how_to_answer(session)
    return click.UsageError("no answer was given" + (f"; what is required can be said with: {how}" if how else ""))
