"""What asking programs costs beside the programs: a panel of 50 commands next to the same 50 started bare."""

import asyncio
import os
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.measuring import ratio
from bench.result import Effort, Line
from quorate.commit import Outside
from quorate.core.panel import Seat
from quorate.decide import decide
from quorate.deliberation.events import Cast
from quorate.deliberation.moves import open_session
from quorate.deliberation.principal import Principal
from quorate.record import open_record
from quorate.voters.calls.call_folders import Calls
from quorate.voters.command import Command

BALLOT = r"position: APPROVE\nconfidence: 80\nrationale: measured\n"
SECONDS = 2
VOTER = "command"


def run(effort: Effort) -> list[Line]:
    """By the clock: whoever asks a panel waits for it."""
    seats, seconds = effort.size(50, 50, 2), effort.size(SECONDS, SECONDS, 0)
    argv = ("/bin/sh", "-c", f"sleep {seconds}; printf '{BALLOT}'")
    times = ratio(effort.rounds(5, 3), lambda: _deliberated(argv, seats), lambda: _bare(argv, seats))
    return [Line("overhead", f"{seats} commands of {seconds} s as a panel to {seats} bare ones", times, 1.3)]


def _bare(argv: tuple[str, ...], seats: int) -> float:
    """All are started in one process, then each is given a prompt and heard."""
    began = perf_counter()
    with ExitStack() as all_of_them:
        started = [all_of_them.enter_context(Popen(argv, stdin=PIPE, stdout=PIPE, stderr=PIPE)) for _ in range(seats)]
        heard = [one.communicate(b"Adopt?\n")[0] for one in started]
    assert all(heard)
    return perf_counter() - began


def _deliberated(argv: tuple[str, ...], seats: int) -> float:
    """From the question to the verdict, with the record on disk: every claim, reply and ballot is kept."""
    with TemporaryDirectory() as folder:
        began = perf_counter()
        counted = asyncio.run(_panel(Path(folder), argv, seats))
        taken = perf_counter() - began
    assert counted == seats
    return taken


async def _panel(folder: Path, argv: tuple[str, ...], number: int) -> int:
    names, start = count(), datetime(2026, 11, 15, tzinfo=UTC)
    outside = Outside(lambda: start, lambda: f"name-{next(names)}", Principal("bench"))
    seats = [Seat(f"seat-{place}", voter=VOTER) for place in range(number)]
    voter = Command(argv, Calls(folder / "calls", os.environ))
    record = open_record(str(folder / "record.db"), outside.clock)
    try:
        session = (await decide(open_session("magi", "Adopt?", seats), {VOTER: voter}, record, outside)).session
    finally:
        await record.close()
    return sum(isinstance(answer, Cast) for answer in session.rounds[0].answers.values())
