"""What a command does with the person at the terminal between use cases: asks for ballots and answers."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from quorate.app.app import Deliberation
from quorate.app.life.answers import may_answer, resolve
from quorate.app.life.ballots import BallotTerms, own_seats, votable, vote
from quorate.app.life.resumption import resumable, resume, stop_calls
from quorate.core.errors import InputError
from quorate.core.text.names import folded
from quorate.deliberation.permission import is_asking
from quorate.deliberation.session import Session
from quorate.reports.report_data import ASKED, SHORT
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look, Manner
from quorate.surfaces.cli.terminal.hints import announce
from quorate.surfaces.cli.terminal.live.live_rows import watching
from quorate.surfaces.cli.terminal.output.deliberation_output import deliver, put_deliberation, rendered
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.prompts.answer_prompts import ask_answers, command_of
from quorate.surfaces.cli.terminal.prompts.ballot_prompts import ask_ballot
from quorate.surfaces.cli.terminal.prompts.typed_lines import Left, can_ask
from quorate.surfaces.cli.terminal.runner import Runner
from quorate.surfaces.cli.terminal.streams import complain, finish, say

_FROM_OUTSIDE = (signal.SIGTERM, signal.SIGHUP)


def carry_on(at: Runner, found: Deliberation, manner: Manner) -> int:
    """Continues as far as possible now, with the person at the terminal; shows it, and gives the exit status."""
    try:
        with ended_as_by_keyboard():
            carried, was_shown = _carried(at, found, manner)
    except KeyboardInterrupt:
        return interrupted(at, found.session.id)
    told = carried._replace(is_new=found.is_new)
    deliver(at, told, manner.look, was_shown=was_shown, action_file=manner.action_file)
    return exit_status.gate_of(carried.session) if manner.gate else exit_status.WORKED


def ask_person(at: Runner, found: Deliberation, look: Look) -> Deliberation:
    """Shows what each seat said, asks for what is required, and answers the very verdict that was shown."""
    session, words, typed = found.session, Words(look.lang), dict[str, str]()
    _show(found, look)
    try:
        answers = ask_answers(session, at.who, words, typed)
    except Left:
        answers = None
    if answers is None:
        say(words("ask.unanswered", id=session.id))
        _give_back(typed, session, words)
        return found
    try:
        return at.run(resolve(at.app, at.who, session.id, answers, session.verdict_hash))
    except InputError:
        _give_back(typed, session, words)
        raise


def _give_back(typed: dict[str, str], session: Session, words: Words) -> None:
    """What was typed and not stored, as a command: nobody has to think of it twice."""
    if typed:
        complain(words("ask.typed", command=command_of(typed, session)))


def ask_vote(
    at: Runner, deliberation: str, terms: BallotTerms, look: Look, key: str | None = None
) -> Deliberation | None:
    """Asks for a ballot and casts it, for the very revision that was shown. None where the person left."""
    words = Words(look.lang)
    session, asked = at.run(votable(at.app, at.who, deliberation, terms))
    seat = next(seat for seat in session.opened.seats if folded(seat.name) == folded(asked.seat or ""))
    try:
        ballot = ask_ballot(session, seat, words, look.width)
    except Left:
        complain(words("ask.left", seat=seat.name, id=session.id))
        return None
    return at.run(vote(at.app, at.who, deliberation, ballot, asked, key))


def _carried(at: Runner, found: Deliberation, manner: Manner) -> tuple[Deliberation, bool]:
    """As far as it goes now; and True where a person was asked for answers, and shown all of it before."""
    asks, name = can_ask(manner.no_input), found.session.id
    if asks:
        _ask_own_seats(at, name, manner.look)
    with watching(manner.look) as watcher:
        found = at.run(resume(at.app, at.who, name, watcher))
    if not asks or not is_asking(found.session) or not may_answer(found.session, at.who, at.app.now):
        return found, False
    return ask_person(at, found, manner.look), True


def _ask_own_seats(at: Runner, deliberation: str, look: Look) -> None:
    """Asks the person at the terminal for the ballots that are this person's to give."""
    for seat in at.run(own_seats(at.app, at.who, deliberation)):
        found = ask_vote(at, deliberation, BallotTerms(seat.name), look)
        if found is None:
            break
        announce(found.notices, Words(look.lang))


def _show(found: Deliberation, look: Look) -> None:
    """On standard output where a text was asked for anyway; programs that read that get only what they asked for."""
    look = look._replace(screen=ASKED if look.screen == SHORT else look.screen)
    if look.form == "text":
        put_deliberation(found, look)
        finish()
    else:
        say(rendered(found, look._replace(form="text", coloured=False)))


def interrupted(at: Runner, deliberation: str) -> int:
    """Ends the calls, and says how to go on."""
    stopped = at.run(stop_calls(at.app, at.who))
    what = f", {stopped} call{'s' if stopped > 1 else ''} ended" if stopped else ""
    kept = at.run(resumable(at.app, at.who, deliberation)).session.id
    complain(f"interrupted{what}; {kept} is saved; continue with: quorate resume {kept}")
    return exit_status.INTERRUPTED


@contextmanager
def ended_as_by_keyboard() -> Iterator[None]:
    """While it lasts, a request to end becomes a KeyboardInterrupt."""
    before = {number: signal.signal(number, _interrupt) for number in _FROM_OUTSIDE}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGINT)
