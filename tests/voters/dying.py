"""A process that asks a program and kills itself, as `kill -9` does it: dying.py POINT FOLDER SCRIPT TIMEOUT"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from quorate.voters.command import Command
from tests.voters.programs import Place, prompt, shell


async def die_at(point: str, place: Place, voter: Command) -> None:
    """Goes as far as the point, and no further."""
    voter.reserve("call-1")
    sys.stdout.write("reserved\n")
    sys.stdout.flush()
    if point == "reserved":
        os.kill(os.getpid(), signal.SIGKILL)
    waiting = asyncio.ensure_future(voter.answer(prompt("call-1")))
    if point != "whenever":
        await asyncio.sleep(0)  # up to its first wait: the keeper has been started
    while point == "running" and not place.lines("runs"):
        await asyncio.sleep(0.001)
    while point == "written" and not (place.calls.path("call-1") / "result.json").exists():
        await asyncio.sleep(0.001)
    if point != "whenever":
        os.kill(os.getpid(), signal.SIGKILL)
    await waiting


if __name__ == "__main__":
    here = Place(Path(sys.argv[2]))
    asyncio.run(die_at(sys.argv[1], here, Command(shell(sys.argv[3]), here.calls, float(sys.argv[4]))))
