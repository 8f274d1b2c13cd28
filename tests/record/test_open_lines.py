"""What is not decided is found without a look at what is: the cost does not grow with the log."""

import json
import re
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from quorate.deliberation.summary import DECIDED, RELEASED, Summary
from quorate.record import open_record
from quorate.record.codec import encoded
from quorate.record.port import Change, OpenLine, OpenPage
from quorate.record.rows import Store
from quorate.record.side_streams import SIDE_PREFIXES
from quorate.record.sql.connection import NONE, Values
from quorate.record.sql.log_pages import log, unfinished
from tests.postgres import Server
from tests.record.parts import ANNA, Clock, more, new, open_one, opened

FEW, MANY, OPEN = 100, 20_000, 3
COLUMNS = ("id", "opened_at", "changed_at", "position", "head", "summary", "words")
MISMATCHED = 'Does it say "state":"decided" already?'


async def test_what_is_decided_is_not_unfinished_and_what_is_reopened_is(record: Store) -> None:
    first, second = await open_one(record), await open_one(record, subject=MISMATCHED)
    for prefix in SIDE_PREFIXES:
        await record.append([Change(f"{prefix}x-", 0, (opened(),), Summary("magi", "beside"))], ANNA)
    assert [line.deliberation for line in (await record.unfinished()).lines] == [second, first]
    for position, state in enumerate((DECIDED, RELEASED), start=1):
        await record.append([more(first, position, state=state)], ANNA)
        assert [line.deliberation for line in (await record.unfinished()).lines] == [second]
    await record.append([more(first, 3)], ANNA)
    assert [line.deliberation for line in (await record.unfinished()).lines] == [second, first]


class Counted:
    """A connection to SQLite that counts the steps of its machine, of which every row that is looked at takes some."""

    collision, locks, is_file = sqlite3.IntegrityError, "", True

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.raw, self.steps = raw, 0
        raw.set_progress_handler(self._step, 1)

    def _step(self) -> int:
        self.steps += 1
        return 0

    def hold(self, names: Iterable[str]) -> None:
        """It only reads."""

    def rows(self, statement: str, values: Values = NONE) -> Iterable[Sequence[Any]]:
        return self.raw.execute(statement, values).fetchall()

    def run_for_each(self, statement: str, rows: Sequence[Values]) -> None:
        raise NotImplementedError


async def test_a_file_with_many_decided_ones_takes_as_many_steps_as_one_with_few(tmp_path: Path) -> None:
    assert await _steps(tmp_path / "few.db", FEW) == await _steps(tmp_path / "many.db", MANY)


async def _steps(file: Path, closed: int) -> tuple[int, int]:
    """For what is unfinished, and for the newest lines of any kind."""
    record = open_record(str(file), Clock())
    await record.append([new() for _ in range(OPEN)], ANNA)
    await record.close()
    with closing(sqlite3.connect(file)) as raw:
        marks = ", ".join("?" * len(COLUMNS))
        raw.executemany(f"INSERT INTO quorate_deliberations ({', '.join(COLUMNS)}) VALUES ({marks})", _closed(closed))
        raw.commit()
        counted = Counted(raw)
        assert len(unfinished(counted, "", 500).lines) == OPEN
        for_open = counted.steps
        assert len(log(counted, "", 50, "", ("",)).lines) == 50
        return for_open, counted.steps - for_open


class Planned(Counted):
    """A connection to Postgres that says how many rows of the log it has looked at."""

    def __init__(self, raw: "psycopg.Connection[Any]") -> None:
        self.server, self.looked_at = raw, 0

    def rows(self, statement: str, values: Values = NONE) -> Iterable[Sequence[Any]]:
        named = re.sub(r":(\w+)", r"%(\1)s", statement.replace("%", "%%"))
        ((plan,),) = self.server.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {named}", values)
        self.looked_at += _looked_at(plan[0]["Plan"])
        return self.server.execute(named, values).fetchall()


async def test_postgres_looks_at_what_is_open_alone(postgres: Server) -> None:
    looked_at = [await _rows(postgres.new_database(), closed) for closed in (FEW, MANY)]
    assert max(looked_at) <= FEW + OPEN  # of a few lines it reads all, which is cheaper than an index


async def _rows(address: str, closed: int) -> int:
    record = open_record(address, Clock())
    await record.append([new() for _ in range(OPEN)], ANNA)
    await record.close()
    with psycopg.connect(address) as raw:
        marks = ", ".join(["%s"] * len(COLUMNS))
        wanted = f"INSERT INTO quorate_deliberations ({', '.join(COLUMNS)}) VALUES ({marks})"
        raw.cursor().executemany(wanted, _closed(closed))
        raw.execute("ANALYZE quorate_deliberations")
        planned = Planned(raw)
        assert len(unfinished(planned, "", 500).lines) == OPEN
        return planned.looked_at


def _looked_at(plan: dict[str, Any]) -> int:
    below = sum(map(_looked_at, plan.get("Plans", ())))
    if "Scan" not in plan["Node Type"]:
        return below
    return below + int(plan["Actual Rows"]) + int(plan.get("Rows Removed by Filter", 0))


def _closed(number: int) -> list[tuple[Any, ...]]:
    summary = encoded(Summary("magi", "Move?", state=DECIDED))
    assert json.loads(summary)["state"] == DECIDED
    return [(f"MAGI-2025-0101-{one}", "2025", "2025", 1, "", summary, "") for one in range(number)]


async def test_the_others_are_found_although_a_line_is_damaged(tmp_path: Path) -> None:
    file = tmp_path / "record.db"
    record = open_record(str(file), Clock())
    first, second = await open_one(record), await open_one(record)
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("UPDATE quorate_deliberations SET summary = '{' WHERE id = ?", [second])
        raw.commit()
    assert await record.unfinished() == OpenPage((OpenLine(second, 1), OpenLine(first, 1)), "")
    await record.close()
