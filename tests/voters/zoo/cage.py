"""A cage: one badly behaved program on a panel with two good voters, and what is seen of it from outside."""

import asyncio
import resource
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from quorate.commit import Outside
from quorate.core.ballot import Ballot
from quorate.core.panel import Seat
from quorate.decide import decide
from quorate.deliberation.events import Reply
from quorate.deliberation.moves import open_session
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.record.memory import MemoryRecord
from quorate.voters.command import Command
from quorate.voters.port import Voter
from quorate.voters.scorecard import Scripted
from tests.patience import PATIENCE, comes_true
from tests.voters.programs import USUAL, Place

TIMEOUT = 1.0  # for those that would not end
MOST_MEMORY = 64 << 20
COUNTED, INFERRED = "counted", "inferred"
WILD, GOOD = "Wild", {"position": "APPROVE", "confidence": 80, "rationale": "it is small"}
VOTE = r"printf 'position: REJECT\nconfidence: 70\nrationale: it bites\n'"
SECRET = "sk-never-to-be-seen-0123456789"


class Seen(NamedTuple):
    """What became of a program: the kind of its seat's non-vote, or `counted`, and the reply as it was kept."""

    kind: str
    detail: str
    reply: Reply


class Cage:
    """A folder of calls in which one program at a time does its worst."""

    def __init__(self, folder: Path) -> None:
        self.place = Place(folder, {**USUAL, "OPENAI_API_KEY": SECRET})
        self.folder = folder

    def watched(self, argv: Sequence[str], timeout: float = PATIENCE) -> Seen:
        """A whole deliberation; it ends, leaves nobody and nothing behind, and takes little memory."""
        with self._in_bounds():
            session = asyncio.run(self._deliberation(Command(argv, self.place.calls, timeout, 1)))
        answers = {answer.seat.name: answer for answer in session.verdict.receipt.roster} if session.verdict else {}
        wild = answers[WILD]
        reply = session.rounds[0].replies[WILD].reply
        if isinstance(wild, Ballot):
            return Seen(INFERRED if wild.inferred else COUNTED, wild.choice, reply)
        return Seen(wild.kind, wild.detail, reply)

    def asked(self, argv: Sequence[str], text: str) -> Reply:
        """One call without a deliberation around it."""
        with self._in_bounds():
            return self.place.ask(argv, text, PATIENCE, 1)

    async def _deliberation(self, wild: Command) -> Session:
        names = count()
        outside = Outside(_now, lambda: f"n{next(names)}", Principal("ann"))
        voters: dict[str, Voter] = {"command:wild": wild, "good": Scripted({"Logos": GOOD, "Pathos": GOOD})}
        seats = [Seat(WILD, voter="command:wild"), Seat("Logos", voter="good"), Seat("Pathos", voter="good")]
        return (await decide(open_session("magi", "Adopt?", seats), voters, MemoryRecord(_now), outside)).session

    @contextmanager
    def _in_bounds(self) -> Iterator[None]:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        with Scales(str(self.place.calls.folder)) as scales:
            yield
        assert scales.most < MOST_MEMORY
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before < MOST_MEMORY
        assert self.is_empty()

    def is_empty(self) -> bool:
        """True once nobody is left who came from here but the nursery, and no call's folder."""
        return comes_true(lambda: not self._left())

    def _left(self) -> list[str]:
        mark = str(self.folder).encode()
        processes = [one for one in _processes() if mark in _text(one, "cmdline") or mark in _text(one, "environ")]
        nurseries = [one for one in processes if b"calls.nursery" in _text(one, "cmdline")]
        files = set(self.place.calls.folder.rglob("*")) - {self.place.calls.folder / ".empty"}
        return [*map(str, set(processes) - set(nurseries[:1])), *map(str, files)]


class Scales(threading.Thread):
    """Weighs the nursery and its keepers while they work."""

    def __init__(self, mark: str) -> None:
        super().__init__(daemon=True)
        self._mark, self._over, self.most = mark.encode(), threading.Event(), 0

    def run(self) -> None:
        """Looks every now and then at the most that each of them ever had."""
        while not self._over.wait(0.05):
            keepers = (
                one for one in _processes() if self._mark in (line := _text(one, "cmdline")) and b"nursery" in line
            )
            self.most = max([self.most, *map(_peak, keepers)])

    def __enter__(self) -> "Scales":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()


def _now() -> datetime:
    return datetime(2026, 11, 15, 9, tzinfo=UTC)


def _processes() -> list[str]:
    return [path.name for path in Path("/proc").iterdir() if path.name.isdigit()]


def _text(process: str, name: str) -> bytes:
    try:
        return Path("/proc", process, name).read_bytes()
    except OSError:  # it is gone
        return b""


def _peak(process: str) -> int:
    with suppress(OSError):
        for line in Path("/proc", process, "status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0
