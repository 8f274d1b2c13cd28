"""A record and a voter that write down which point they have passed, and at a named one end their own process."""

import json
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any, NamedTuple

from quorate.deliberation.events import Author, Counted, Reply, Stored
from quorate.prompts.prompt import Prompt
from quorate.record.port import Appended, Change, Record, RequestKey
from quorate.voters.calls.call_folders import Calls
from quorate.voters.command import Command
from tests.crash.panel import LONGEST_CALL, program_of, trail_in

BEFORE, DURING, AFTER = "before", "during", "after"
_LONGEST_STEP = 0.005


class Errand(NamedTuple):
    """What one process has to do, where, and at which point it dies: the `nth` time that it comes there.

    It does nothing before the time `begin`; `pace` makes the programs slower.
    """

    task: str
    folder: str
    address: str
    number: int = 0
    point: str = ""
    nth: int = 1
    who: str = "ann"
    begin: float = 0.0
    pace: float = 1.0


class Trail:
    """The points that a process has passed, in a file that outlives it."""

    def __init__(self, errand: Errand) -> None:
        self._errand, self._left = errand, errand.nth
        self._file = os.open(trail_in(Path(errand.folder)), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def passed(self, point: str, stored: Sequence[Stored] = ()) -> None:
        """Writes it down; at the named point nothing comes after that."""
        self.note(point=point, stored=[[one.deliberation, one.position, one.hash] for one in stored])
        if self._is_the_place(point):
            _die()

    def begins(self, what: str) -> None:
        """Where it is to die during this, it dies a moment later."""
        if self._is_the_place(f"{DURING} {what}"):
            self.note(point=f"{DURING} {what}")
            Timer(Random().uniform(0, _LONGEST_STEP), _die).start()

    def _is_the_place(self, point: str) -> bool:
        self._left -= point == self._errand.point
        return point == self._errand.point and self._left == 0

    def note(self, **said: Any) -> None:
        """One line, written at once."""
        line = json.dumps({"errand": self._errand.number, "task": self._errand.task, **said})
        os.write(self._file, f"{line}\n".encode())


class DyingRecord:
    """A record whose process dies before or after an append."""

    def __init__(self, record: Record, trail: Trail) -> None:
        self._record, self._trail = record, trail

    def __getattr__(self, name: str) -> Any:
        return getattr(self._record, name)

    async def append(self, changes: Sequence[Change], author: Author, key: RequestKey | None = None) -> Appended:
        """What is on the trail after an append was acknowledged."""
        kind = _kind(changes)
        self._trail.passed(f"{BEFORE} {kind}")
        self._trail.begins(kind)
        appended = await self._record.append(changes, author, key)
        self._trail.passed(f"{AFTER} {kind}", appended.stored)
        return appended


class DyingCommand(Command):
    """A program as a voter, whose process dies before or after what is done with a call."""

    def __init__(self, seat: str, errand: Errand, calls: Calls, trail: Trail) -> None:
        super().__init__(program_of(seat, Path(errand.folder), errand.pace), calls, timeout=LONGEST_CALL, attempts=1)
        self._trail = trail

    def reserve(self, call: str) -> None:
        """Makes the call's folder and locks it."""
        self._trail.passed(f"{BEFORE} reserve")
        self._trail.begins("reserve")
        super().reserve(call)
        self._trail.passed(f"{AFTER} reserve")

    async def answer(self, prompt: Prompt) -> Reply:
        """Starts the call, or finds it again."""
        self._trail.passed(f"{BEFORE} answer")
        self._trail.begins("answer")
        reply = await super().answer(prompt)
        self._trail.passed(f"{AFTER} answer")
        return reply

    def forget(self, call: str) -> None:
        """Removes what is kept of a call."""
        self._trail.passed(f"{BEFORE} forget")
        self._trail.begins("forget")
        super().forget(call)
        self._trail.passed(f"{AFTER} forget")


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _kind(changes: Sequence[Change]) -> str:
    events = changes[0].events
    return "Counted" if any(isinstance(event, Counted) for event in events) else type(events[0]).__name__
