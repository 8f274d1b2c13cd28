"""The voters of a panel's seats, and what is wrong with them before anybody is asked."""

import shlex
import shutil
from collections.abc import Sequence

from quorate import config
from quorate.asking import Voters
from quorate.core.errors import InputError
from quorate.core.panel import Seat
from quorate.deliberation.session import Session
from quorate.reports.text import one_line
from quorate.voters import voter_named
from quorate.voters.port import PaidVoter


def voters_of(session: Session) -> Voters:
    """Who can be asked now; nobody where no round is open or will be."""
    round_ = session.round
    is_over = round_ is not None and not round_.is_open and session.is_asked_as_it_stands
    if is_over or session.endings:
        return {}
    voters = _voters(session.opened.seats)
    if any(isinstance(voter, PaidVoter) for voter in voters.values()):
        config.make_home()  # their calls are kept there
    return voters


def check_voters(seats: Sequence[Seat]) -> None:
    """Raises InputError with all that is wrong with the voters of a panel."""
    if problems := voter_problems(seats):
        raise InputError("; ".join(problems))


def voter_problems(seats: Sequence[Seat]) -> list[str]:
    """What would be refused, or fail at once, seat by seat."""
    problems = []
    for seat in seats:
        try:
            _voters([seat])
        except InputError as error:
            problems.append(f"seat {seat.name}: {one_line(str(error))}")
        else:
            problems += _missing_program(seat)
    return problems


def _voters(seats: Sequence[Seat]) -> Voters:
    calls = config.calls()
    made = {seat.voter: voter_named(seat.voter, calls) for seat in seats}
    return {name: voter for name, voter in made.items() if voter is not None}


def _missing_program(seat: Seat) -> list[str]:
    if seat.voter_kind != "command":
        return []
    program = shlex.split(seat.voter.partition(":")[2])[0]
    if shutil.which(program, path=config.calls().environment.get("PATH")):
        return []
    return [f"seat {seat.name}: no program called {program!r} that can be run; allowed: one on the path, or its path"]
