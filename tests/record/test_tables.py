"""A file and a server have the tables that statements name; and no driver is imported before it is needed."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from quorate.record import open_record
from quorate.record.sql.log_pages import known_outcomes
from quorate.record.sql.sqlite_file import READING, FileConnection
from quorate.record.sql.statements import TABLES
from quorate.record.sql.tables import VERSION, VERSION_TABLE
from tests.postgres import Server
from tests.record.parts import ANNA, Clock, more, open_one

WITHOUT_OUTCOMES = (
    "DROP INDEX quorate_outcomes",
    "DROP INDEX quorate_decided",
    "ALTER TABLE quorate_deliberations DROP COLUMN has_outcome",
    "ALTER TABLE quorate_deliberations DROP COLUMN decided_in",
)


def test_a_file_and_a_server_have_the_tables_that_statements_name(postgres: Server, tmp_path: Path) -> None:
    address, file = postgres.new_database(), tmp_path / "record.db"
    for place in (address, str(file)):
        asyncio.run(open_record(place, Clock()).close())
    with psycopg.connect(address) as server, closing(sqlite3.connect(file)) as connection:
        on_server = server.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
        ).fetchall()
        in_file = [
            (table, column[1])
            for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for column in connection.execute(f"PRAGMA table_xinfo({table})").fetchall()
        ]
        assert sorted(on_server) == sorted(in_file)
        assert {table for table, _ in in_file} == {*TABLES, VERSION_TABLE}
        indexes = {name for (name,) in server.execute("SELECT indexname FROM pg_indexes").fetchall()}
        own = connection.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").fetchall()
        assert {name for (name,) in own} <= indexes
        for asked in (server.execute, connection.execute):
            assert asked(f"SELECT * FROM {VERSION_TABLE}").fetchall() == [(VERSION,)]


async def test_two_that_open_an_empty_database_at_once_make_its_tables_once(postgres: Server) -> None:
    address = postgres.new_database()
    records = await asyncio.gather(*(asyncio.to_thread(open_record, address, Clock()) for _ in range(4)))
    for record in records:
        await record.close()


def loaded(code: str) -> set[str]:
    """What a program has imported at its end."""
    code += "\nimport sys; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_port_needs_no_database() -> None:
    code = "import quorate.record, quorate.record.port, quorate.record.export.backup"
    assert not loaded(code) & {"psycopg", "sqlite3"}


def test_a_file_that_is_new_or_there_is_opened_without_the_driver_of_servers(tmp_path: Path) -> None:
    code = f"import quorate.record; quorate.record.open_record({str(tmp_path / 'record.db')!r}, lambda: None)"
    assert not loaded(code) & {"psycopg"}
    assert not loaded(code) & {"psycopg"}


def run(file: Path, statements: tuple[str, ...]) -> None:
    """Statements on a record, past Quorate."""
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


@pytest.mark.parametrize("domain", ["", "ops"])
def test_lines_without_an_outcome_are_counted_and_not_looked_through(domain: str, file: Path) -> None:
    asyncio.run(open_record(str(file), Clock()).close())
    connection, asked = FileConnection(file, READING, 1), list[str]()
    connection.driver.set_trace_callback(asked.append)
    known_outcomes(connection, domain)
    connection.driver.set_trace_callback(None)
    plans = [" ".join(row[-1] for row in connection.rows(f"EXPLAIN QUERY PLAN {one}")) for one in asked]
    connection.close()
    assert len(plans) == 2
    assert all("INDEX quorate_decided" in plan or "INDEX quorate_outcomes" in plan for plan in plans)


async def test_a_store_whose_columns_hide_outcomes_is_not_intact(file: Path) -> None:
    record = open_record(str(file), Clock())
    name = await open_one(record)
    await record.append([more(name, 1, state="decided", outcome="right")], ANNA)
    await record.close()
    hidden = "ALTER TABLE quorate_deliberations ADD COLUMN {} GENERATED ALWAYS AS ({}) VIRTUAL"
    shown = (hidden.format("has_outcome BOOLEAN", "summary = ''"), hidden.format("decided_in TEXT", "'other'"))
    run(file, (*WITHOUT_OUTCOMES, *shown))
    record = open_record(str(file), Clock())
    try:
        assert [one for one, _ in await record.wrong_lookups()] == [name]
    finally:
        await record.close()
