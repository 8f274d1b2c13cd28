"""Changes exports, stores and checkpoints in every way there is, and counts what `verify` finds.

python -m tests.record.tampering [--changes 12000] [--untouched 1000] [--draw N]
"""

import asyncio
import io
import sqlite3
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random, SystemRandom
from typing import NamedTuple

from quorate.core.errors import InputError
from quorate.record import open_record
from quorate.record.checkpointing import checkpoint_of
from quorate.record.checkpoints import Checkpoint
from quorate.record.copy_check import check_copy
from quorate.record.copying import backup
from quorate.record.export_reading import Reading
from quorate.record.exporting import export
from quorate.record.memory import MemoryRecord
from quorate.record.redacting import Wish, redact
from quorate.record.rows import Store
from quorate.record.verifying import Check
from tests.record.changes_to_exports import EXPORT_CHANGES
from tests.record.changes_to_stores import ROLLBACKS, STORE_CHANGES, rows_in
from tests.record.drawn_lives import drawn, redact_some
from tests.record.lives import ANN, SECRET, live_all, released
from tests.record.parts import Clock

KINDS = ("export", "store", "rollback", "file")


class Material(NamedTuple):
    """A store with what was made of it: an earlier copy, a later one, exports of it, and a checkpoint."""

    folder: Path
    earlier: bytes
    store: bytes
    one: bytes
    everything: bytes
    checkpoint: Checkpoint


class Figures(NamedTuple):
    """How many changes of each kind there were, which were not found, and what was found where nothing was changed."""

    tried: Counter[str]
    missed: list[str]
    without_effect: int
    false_alarms: list[str]
    untouched: int
    redactions: int = 0


async def material(folder: Path) -> Material:
    """Five deliberations, two of them redacted; then one more."""
    clock = Clock()
    record = open_record(str(folder / "record.db"), clock)
    lives = await live_all(record, clock)
    await redact(record, lives[0].session.id, Wish("a customer", text=SECRET), ANN)
    await redact(record, lives[3].session.id, Wish("a customer", 3, "reason"), ANN)
    await backup(record, folder / "earlier.db")
    last = await released(record, clock)
    await lives[2].vote("Pathos", {"position": "APPROVE", "confidence": 60})
    checkpoint = await record.export(lambda rows: checkpoint_of(rows, "2026-11-15T13:00:00.000000Z"))
    await backup(record, folder / "later.db")
    one, everything = io.BytesIO(), io.BytesIO()
    await export(record, last.session.id, one)
    await export(record, "", everything)
    await record.close()
    earlier, later = ((folder / name).read_bytes() for name in ("earlier.db", "later.db"))
    return Material(folder, earlier, later, one.getvalue(), everything.getvalue(), checkpoint)


def is_found_in_export(data: bytes, checkpoint: Checkpoint | None = None) -> list[str]:
    """What verify says of an export."""
    check = Check(checkpoint)
    try:
        reading = Reading(io.BytesIO(data), "export", check.find)
    except InputError as error:
        return [str(error)]
    check.go_through(reading.rows())
    check.left_out = reading.left_out
    check.finish(of_all=reading.is_of_all, with_keys=False)
    return [one.text for one in check.findings]


def is_found_in_store(file: Path, checkpoint: Checkpoint | None = None) -> list[str]:
    """What verify says of a store in a file."""
    if file.read_bytes()[:16] != b"SQLite format 3\0":
        return ["neither an export nor a backup"]
    check = Check(checkpoint)
    try:
        check_copy(check, file)
    except InputError as error:
        return [str(error)]
    return [one.text for one in check.findings]


class Tampering:
    """Changes, one after the other."""

    def __init__(self, made: Material, draw: Random) -> None:
        self._made, self._draw = made, draw
        self._file = made.folder / "changed.db"
        self._whole = rows_in(_written(self._file, made.store))
        self.figures = Figures(Counter(), [], 0, [], 0)

    def run(self, changes: int) -> None:
        """So many changes, of all kinds in turn."""
        doing: dict[str, Callable[[], None]] = {
            "export": self._export,
            "store": self._store,
            "rollback": self._rollback,
            "file": self._raw,
        }
        for number in range(changes):
            doing[KINDS[number % len(KINDS)]]()

    def untouched(self, number: int) -> None:
        """So many records, each another one, that nobody changed; every tenth in a file."""
        for one in range(number):
            redactions = asyncio.run(self._leave_alone(in_a_file=one % 10 == 0))
            self.figures = self.figures._replace(redactions=self.figures.redactions + redactions)
        self.figures = self.figures._replace(untouched=self.figures.untouched + number)

    async def _leave_alone(self, *, in_a_file: bool) -> int:
        """One record: checked as it is, as an export, and with a checkpoint from before its redactions."""
        clock, file = Clock(), self._made.folder / "drawn.db"
        for beside in ("", "-wal", "-shm"):
            Path(f"{file}{beside}").unlink(missing_ok=True)
        record: Store = open_record(str(file), clock) if in_a_file else MemoryRecord(clock)
        lives = [await drawn(record, clock, self._draw) for _ in range(self._draw.randrange(1, 4))]
        checkpoint = await record.export(lambda rows: checkpoint_of(rows, "2026-11-15T13:00:00.000000Z"))
        redactions = sum([await redact_some(record, life, self._draw) for life in lives])
        check, stream = Check(checkpoint), io.BytesIO()
        await record.export(check.go_through)
        check.finish()
        alarms = [one.text for one in (*check.findings, *check.notes)]
        await export(record, "", stream)
        alarms += is_found_in_export(stream.getvalue(), checkpoint)
        await record.close()
        self.figures.false_alarms.extend(alarms + (is_found_in_store(file, checkpoint) if in_a_file else []))
        return redactions

    def _export(self) -> None:
        name, change = self._draw.choice(EXPORT_CHANGES)
        data = self._draw.choice((self._made.one, self._made.everything))
        changed = change(data, self._draw)
        if changed != data:
            self._judge(f"export: {name}", is_found_in_export(changed))

    def _store(self) -> None:
        name, change = self._draw.choice(STORE_CHANGES)
        with closing(sqlite3.connect(_written(self._file, self._made.store))) as database, database:
            what = change(database, self._draw)
        self._judge(f"store: {name}", is_found_in_store(self._file), what)

    def _rollback(self) -> None:
        """What only a checkpoint finds."""
        name, change = self._draw.choice(ROLLBACKS)
        is_older = name == "older copy"
        _written(self._file, self._made.earlier if is_older else self._made.store)
        with closing(sqlite3.connect(self._file)) as database, database:
            what = change(database, self._draw)
        self._judge(f"checkpoint: {name}", is_found_in_store(self._file, self._made.checkpoint), what)

    def _raw(self) -> None:
        """One bit of the file itself; where it is one that nothing is read from, nothing has changed."""
        data = bytearray(self._made.store)
        place = self._draw.randrange(len(data))
        data[place] ^= 1 << self._draw.randrange(8)
        found = is_found_in_store(_written(self._file, bytes(data)))
        if not found and rows_in(self._file) == self._whole:
            self.figures = self.figures._replace(without_effect=self.figures.without_effect + 1)
            return
        self._judge("file: a bit", found, f"byte {place}")

    def _judge(self, name: str, found: list[str], what: str = "") -> None:
        self.figures.tried[name] += 1
        if not found:
            self.figures.missed.append(f"{name} {what}")


def _written(file: Path, data: bytes) -> Path:
    for beside in ("-wal", "-shm", "-journal"):
        Path(f"{file}{beside}").unlink(missing_ok=True)
    file.write_bytes(data)
    return file


def main() -> int:
    """Prints the figures; the exit status is 1 if anything was missed, or found where nothing was."""
    parser = ArgumentParser("python -m tests.record.tampering")
    parser.add_argument("--changes", type=int, default=12_000)
    parser.add_argument("--untouched", type=int, default=1_000)
    parser.add_argument("--draw", type=int, default=SystemRandom().randrange(10**6))
    options = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="quorate-tamper-") as folder:
        tampering = Tampering(asyncio.run(material(Path(folder))), Random(options.draw))
        tampering.run(options.changes)
        tampering.untouched(options.untouched)
    figures = tampering.figures
    for name, number in sorted(figures.tried.items()):
        sys.stdout.write(f"{number:7} {name}\n")
    sys.stdout.write(
        f"{sum(figures.tried.values()):7} changes in all, {len(figures.missed)} of them not found\n"
        f"{figures.without_effect:7} bits of a file from which nothing is read\n"
        f"{figures.untouched:7} untouched records, with {figures.redactions} redactions in them, "
        f"{len(figures.false_alarms)} false alarms\n"
        f"{time.monotonic() - start:7.0f} seconds; repeat with --draw {options.draw}\n"
    )
    for line in (*figures.missed[:50], *figures.false_alarms[:50]):
        sys.stdout.write(f"! {line}\n")
    return 1 if figures.missed or figures.false_alarms else 0


if __name__ == "__main__":
    sys.exit(main())
