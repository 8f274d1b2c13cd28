"""Changes exports, stores and checkpoints in every way there is, and counts what `verify` finds.

python -m tests.record.tampering [--changes 10000] [--untouched 1000] [--draw N]
"""

import asyncio
import io
import json
import sqlite3
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from random import Random, SystemRandom
from typing import NamedTuple

from quorate.app.integrity.checkpoints import checkpoint_of
from quorate.core.errors import InputError
from quorate.deliberation.events import RoundOpened
from quorate.deliberation.moments import stamp
from quorate.record import open_record
from quorate.record.checkpoint.statement import Checkpoint
from quorate.record.export.backup import backup
from quorate.record.export.export_reader import Reading
from quorate.record.export.export_writer import export
from quorate.record.memory import MemoryRecord
from quorate.record.redact.stored_redaction import Wish, redact
from quorate.record.rows import EventRow, Row, Store
from quorate.record.verify.backup_check import check_copy
from quorate.record.verify.verification import Check
from tests.record import drawn_lives
from tests.record.changes_by_forgers import FORGED, FORGED_SINCE
from tests.record.changes_to_exports import EXPORT_CHANGES, hidden
from tests.record.changes_to_stores import ROLLBACKS, STORE_CHANGES, rows_in
from tests.record.changes_to_stores import Change as StoreChange
from tests.record.drawn_lives import drawn, redact_some
from tests.record.lives import ANN, FOR, SECRET, Life, live_all, opened, reframed, released
from tests.record.parts import Clock

KINDS = ("export", "store", "rollback", "forged", "file")
_AN_HOUR = timedelta(hours=1)
_ENOUGH = 50  # records in which every kind of event should turn up


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
    seen: Counter[str]
    redactions: int = 0

    @property
    def judged(self) -> int:
        """How many changes verify had to find."""
        return sum(self.tried.values())

    @property
    def unseen(self) -> list[str]:
        """Kinds of events, and of rounds, that none of the untouched records had."""
        return sorted((drawn_lives.KINDS | drawn_lives.PURPOSES) - self.seen.keys())


async def material(folder: Path) -> Material:
    """One of each kind, two of them redacted; then some more, and an hour later a checkpoint."""
    clock = Clock()
    record = open_record(str(folder / "record.db"), clock)
    lives = await live_all(record, clock)
    await redact(record, lives[0].session.id, Wish("a customer", text=SECRET), ANN)
    await redact(record, lives[3].session.id, Wish("a customer", 3, "reason"), ANN)
    await backup(record, folder / "earlier.db")
    await reframed(record, clock)
    await _approved(record, clock)
    await _limited(record, clock)
    last = await released(record, clock)
    await lives[2].vote("Pathos", {"position": "APPROVE", "confidence": 60})
    clock.now += _AN_HOUR
    checkpoint = await record.export(lambda rows: checkpoint_of(rows, stamp(clock.now)))
    await backup(record, folder / "later.db")
    one, everything = io.BytesIO(), io.BytesIO()
    await export(record, last.session.id, one)
    await export(record, "", everything)
    await record.close()
    earlier, later = ((folder / name).read_bytes() for name in ("earlier.db", "later.db"))
    return Material(folder, earlier, later, one.getvalue(), everything.getvalue(), checkpoint)


async def _approved(record: Store, clock: Clock) -> Life:
    """A permission that can still be used."""
    life = await opened(record, clock, question={"subject": "Adopt it?", "action": "deploy"})
    for seat in ("Logos", "Pathos", "Sophia"):
        await life.vote(seat, FOR)
    return life


async def _limited(record: Store, clock: Clock) -> Life:
    """A count that depends on words."""
    panel = [{"seat": name, "voter": "person"} for name in ("a", "b", "c")]
    life = await opened(record, clock, protocol="quorum", question="Resume build-7?", panel=panel)
    for seat in ("a", "b", "c"):
        await life.vote(seat, {"vote": "resume", "conditions": ["disable monitoring"] if seat == "a" else []})
    return life


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
    return [one.text for one in (*check.findings, *check.unchecked)]


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
        self._whole = rows_in(written(self._file, made.store))
        self.figures = Figures(Counter(), [], 0, [], 0, Counter())

    def run(self, changes: int) -> None:
        """So many changes that have to be found, of all kinds in turn."""
        doing: dict[str, Callable[[], None]] = {
            "export": self._export,
            "store": lambda: self._change("store", STORE_CHANGES),
            "rollback": self._rollback,
            "forged": lambda: self._change("store", FORGED),
            "file": self._raw,
        }
        for number in range(2 * changes):  # some bits of a file mean nothing
            if self.figures.judged == changes:
                return
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
        seen = self.figures.seen
        for beside in ("", "-wal", "-shm"):
            Path(f"{file}{beside}").unlink(missing_ok=True)
        record: Store = open_record(str(file), clock) if in_a_file else MemoryRecord(clock)
        lives = [await drawn(record, clock, self._draw) for _ in range(self._draw.randrange(1, 4))]
        checkpoint = await record.export(lambda rows: checkpoint_of(rows, stamp(clock.now)))
        redactions = sum([await redact_some(record, life, self._draw) for life in lives])
        check, stream = Check(checkpoint), io.BytesIO()
        await record.export(check.go_through)
        check.finish()
        seen.update(_kinds(await record.export(list)))
        alarms = [one.text for one in (*check.findings, *check.unchecked, *check.notes)]
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

    def _change(self, where: str, changes: Sequence[tuple[str, StoreChange]]) -> None:
        name, change = self._draw.choice(changes)
        with closing(sqlite3.connect(written(self._file, self._made.store))) as database, database:
            what = change(database, self._draw)
        self._judge(f"{where}: {name}", is_found_in_store(self._file), what)

    def _rollback(self) -> None:
        """What only a checkpoint finds."""
        name, change = self._draw.choice((*ROLLBACKS, *FORGED_SINCE, ("hidden from an export", None)))
        if change is None:
            changed = hidden(self._made.everything, self._draw)
            self._judge(f"checkpoint: {name}", is_found_in_export(changed, self._made.checkpoint))
            return
        is_older = name == "older copy"
        written(self._file, self._made.earlier if is_older else self._made.store)
        with closing(sqlite3.connect(self._file)) as database, database:
            what = change(database, self._draw)
        self._judge(f"checkpoint: {name}", is_found_in_store(self._file, self._made.checkpoint), what)

    def _raw(self) -> None:
        """One bit of the file itself; where it is one that nothing is read from, nothing has changed."""
        data = bytearray(self._made.store)
        place = self._draw.randrange(len(data))
        data[place] ^= 1 << self._draw.randrange(8)
        found = is_found_in_store(written(self._file, bytes(data)))
        if not found and rows_in(self._file) == self._whole:
            self.figures = self.figures._replace(without_effect=self.figures.without_effect + 1)
            return
        self._judge("file: a bit", found, f"byte {place}")

    def _judge(self, name: str, found: list[str], what: str = "") -> None:
        self.figures.tried[name] += 1
        if not found:
            self.figures.missed.append(f"{name} {what}")


def _kinds(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        if isinstance(row, EventRow):
            yield row.kind
            if row.kind == RoundOpened.__name__:
                yield json.loads(row.body).get("purpose", "first")


def written(file: Path, data: bytes) -> Path:
    """A file with these bytes, and nothing beside it."""
    for beside in ("-wal", "-shm", "-journal"):
        Path(f"{file}{beside}").unlink(missing_ok=True)
    file.write_bytes(data)
    return file


def main() -> int:
    """Prints the figures. The exit status is 1 if anything was missed, found where nothing was, or not tried at all."""
    parser = ArgumentParser("python -m tests.record.tampering")
    parser.add_argument("--changes", type=int, default=10_000)
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
        f"{figures.judged:7} changes in all, {len(figures.missed)} of them not found\n"
        f"{figures.without_effect:7} bits of a file from which nothing is read\n"
        f"{figures.untouched:7} untouched records, with {figures.redactions} redactions in them, "
        f"{len(figures.false_alarms)} false alarms\n"
        f"{time.monotonic() - start:7.0f} seconds; repeat with --draw {options.draw}\n"
    )
    for line in (*figures.missed[:50], *figures.false_alarms[:50]):
        sys.stdout.write(f"! {line}\n")
    too_few = figures.judged < options.changes or (options.untouched >= _ENOUGH and figures.unseen)
    if too_few:
        sys.stdout.write(f"! too little was tried: {figures.judged} changes; never seen: {figures.unseen}\n")
    return 1 if figures.missed or figures.false_alarms or too_few else 0


if __name__ == "__main__":
    sys.exit(main())
