"""The voters of a panel's seats, and what is wrong with them before anybody is asked."""

import os
import shlex
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from quorate.commit import Outside
from quorate.core.errors import InputError
from quorate.core.panel import Seat
from quorate.core.wording import Wording, joined
from quorate.deliberation.engines.engine_mode import fallback_of
from quorate.deliberation.events import Opened
from quorate.deliberation.framing import ENGINES, NEW_SEAT
from quorate.deliberation.session import Session
from quorate.prompts.prompt import prompt_for
from quorate.protocols import protocol_named
from quorate.reports.text import one_line
from quorate.seat_calls import Voters, problems_with
from quorate.voters import voter_named
from quorate.voters.port import PaidVoter, Voter

if TYPE_CHECKING:
    from quorate.app.app import Surroundings
    from quorate.voters.calls.call_folders import Calls

_NONCE = "n" + "0" * 16  # as long as a real one


def voters_of(session: Session, known: "Surroundings") -> Voters:
    """Who can be asked now; nobody where no round is open or will be."""
    round_ = session.round
    is_over = round_ is not None and not round_.is_open and session.is_asked_as_it_stands
    if session.endings or (is_over and not fallback_of(session)):
        return {}
    try:
        voters = _voters(session.opened.seats, known.calls())
    except InputError as error:
        raise InputError(Wording(f"{session.id} cannot continue: ", error.message)) from None
    if any(isinstance(voter, PaidVoter) for voter in voters.values()):
        known.make_home()  # their calls are kept there
    return voters


def check_voters(opening: Opened, known: "Surroundings", outside: Outside) -> None:
    """Raises InputError with all that is wrong with the voters of a panel."""
    if problems := voter_problems(opening, known, outside):
        raise InputError(joined("; ", problems))


def voter_problems(opening: Opened, known: "Surroundings", outside: Outside) -> list[str]:
    """What would be refused, or fail at once: seat by seat, and the panel as a whole."""
    return [*seat_problems(opening, known, outside), *too_few_seats(opening)]


def seat_problems(opening: Opened, known: "Surroundings", outside: Outside) -> list[str]:
    """The same seat by seat alone."""
    calls, problems = known.calls(), list[str]()
    for seat in opening.seats:
        try:
            _voters([seat], calls)
        except InputError as error:
            problems.append(f"seat {seat.name}: {one_line(str(error))}")
        else:
            problems += _missing_program(seat, calls)
    problems += _missing_engines(opening.seats, known)
    return problems or problems_with(opening, _voters(opening.seats, calls), outside)


def too_few_seats(opening: Opened) -> list[str]:
    """A panel that can never decide is not paid for; where only people are asked, a notice says so."""
    needed = protocol_named(opening.protocol).fewest_votes
    if len(opening.seats) >= needed or all(seat.answers_later for seat in opening.seats):
        return []
    seats = "a single seat" if len(opening.seats) == 1 else f"{len(opening.seats)} seats"
    why = f"{opening.protocol} needs at least {needed} votes; add "
    return [Wording(f"a panel of {seats} can never decide: {why}", NEW_SEAT)]


def problems_in_round(session: Session, known: "Surroundings", outside: Outside) -> list[str]:
    """The same for the seats of a round that is not on the record yet, with what is new in it."""
    round_ = session.rounds[-1]
    seats = tuple(seat for seat in session.opened.seats if seat.name in round_.seats)
    if problems := seat_problems(session.opened._replace(seats=seats), known, outside):
        return problems
    made = ((seat, voter_named(seat.voter, known.calls())) for seat in seats)
    prompts = [(seat, voter, prompt_for(session, seat, "", _NONCE, outside.templates)) for seat, voter in made]
    return [
        f"seat {seat.name}: {why}"
        for seat, voter, prompt in prompts
        if isinstance(voter, PaidVoter) and (why := voter.problem_with(prompt))
    ]


def those_that_can_be_made(seats: Sequence[Seat], calls: "Calls") -> Voters:
    """The voters of a panel of which some may be wrong."""
    found: dict[str, Voter] = {}
    for seat in seats:
        with suppress(InputError):
            found.update(_voters([seat], calls))
    return found


def _voters(seats: Sequence[Seat], calls: "Calls") -> Voters:
    made = {seat.voter: voter_named(seat.voter, calls) for seat in seats}
    return {name: voter for name, voter in made.items() if voter is not None}


def with_programs(opening: Opened, calls: "Calls") -> Opened:
    """The opening with the files that its commands lead to, so that no link hides that two seats are one program."""
    commands = [seat for seat in opening.seats if seat.voter_kind == "command"]
    found = {seat.name: _found(_program_of(seat), calls) for seat in commands}
    return opening._replace(programs={name: os.path.realpath(path) for name, path in found.items() if path})


def _program_of(seat: Seat) -> str:
    """The word that names a command's program; whoever makes the voter says what is wrong with it."""
    with suppress(ValueError):
        return next(iter(shlex.split(seat.voter.partition(":")[2])), "")
    return ""


def _found(program: str, calls: "Calls") -> str | None:
    from shutil import which  # slow to import, and few voters are programs

    return which(program, path=calls.environment.get("PATH")) if program else None


def _missing_program(seat: Seat, calls: "Calls") -> list[str]:
    program = _program_of(seat)
    if seat.voter_kind != "command" or _found(program, calls):
        return []
    return [f"seat {seat.name}: no executable called {program!r}; expected a program on the PATH, or its full path"]


def _missing_engines(seats: Sequence[Seat], known: "Surroundings") -> list[str]:
    """A panel that names an engine gets it, or is refused: nobody else takes its place."""
    if not any(seat.voter_kind in ENGINES for seat in seats):
        return []
    missing = {one.engine: f"{one.missing}; {one.remedy}" for one in known.engines() if one.missing}
    return [f"seat {seat.name}: {missing[seat.voter_kind]}" for seat in seats if seat.voter_kind in missing]
