"""The migrations make the tables that statements name; and nothing slow is imported before it is needed."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from quorate.deliberation.summary import Wait
from quorate.record import open_record
from quorate.record.sql.log_pages import known_outcomes
from quorate.record.sql.sqlite_file import READING, FileConnection
from quorate.record.sql.statements import TABLES
from quorate.record.sql.table_version import VERSION, VERSION_TABLE, migrate
from tests.postgres import Server
from tests.record.parts import ANNA, UNDONE, Clock, back_to, more, open_one


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_the_migrations_make_the_tables_that_statements_name(kind: str, postgres: Server, tmp_path: Path) -> None:
    address = postgres.new_database().replace("postgresql:", "postgresql+psycopg:")
    engine = create_engine(address if kind == "postgres" else f"sqlite:///{tmp_path}/record.db")
    with engine.begin() as connection:
        migrate(connection)
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert context.get_current_revision() == VERSION
        assert set(inspect(connection).get_table_names()) == {*TABLES, VERSION_TABLE}
    engine.dispose()


def made(file: Path) -> list[tuple[str, str, str]]:
    """What is in a file, in the order in which it was made, without the spaces of its statements."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute(f"SELECT * FROM {VERSION_TABLE}").fetchall() == [(VERSION,)]
        found = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY rowid").fetchall()
    return [(kind, name, "".join((statement or "").split())) for kind, name, statement in found]


def test_a_new_file_has_the_tables_that_the_migrations_make(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/migrated.db")
    with engine.begin() as connection:
        migrate(connection)
    engine.dispose()
    asyncio.run(open_record(str(tmp_path / "new.db"), Clock()).close())
    assert made(tmp_path / "new.db") == made(tmp_path / "migrated.db")


def loaded(code: str) -> set[str]:
    """What a program has imported at its end."""
    code += "\nimport sys; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_port_and_the_record_in_memory_need_no_database() -> None:
    code = "import quorate.record, quorate.record.port, quorate.record.memory, quorate.record.export.backup"
    assert not loaded(code) & {"sqlalchemy", "alembic", "psycopg", "sqlite3"}


def test_a_record_that_is_new_or_there_is_opened_without_the_slow_import(tmp_path: Path) -> None:
    code = f"import quorate.record; quorate.record.open_record({str(tmp_path / 'record.db')!r}, lambda: None)"
    assert not loaded(code) & {"alembic", "sqlalchemy", "psycopg"}
    assert not loaded(code) & {"alembic", "sqlalchemy", "psycopg"}


async def test_those_awaited_in_an_earlier_release_leave_the_inbox_when_they_have_answered(file: Path) -> None:
    waits = (Wait("ballot", "anna", "one"), Wait("ballot", "ben", "two"))
    record = open_record(str(file), Clock())
    name = await open_one(record, waits=waits)
    await record.close()
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("UPDATE quorate_waits SET number = CASE who WHEN 'anna' THEN 1 ELSE 2 END")
        for statement in back_to("0002"):
            raw.execute(statement)
    record = open_record(str(file), Clock())
    try:
        assert await record.wrong_lookups() == []
        await record.append([more(name, 1, waits=waits[1:])], ANNA)
        assert [len((await record.inbox(who=who)).lines) for who in ("anna", "ben")] == [0, 1]
        assert await record.wrong_lookups() == []
    finally:
        await record.close()


def run(address: str, statements: tuple[str, ...]) -> None:
    """Statements on a store, past Quorate."""
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_outcomes_that_an_earlier_release_stored_are_found_and_those_it_still_stores(
    kind: str, postgres: Server, file: Path
) -> None:
    address = postgres.new_database() if kind == "postgres" else f"sqlite:///{file}"
    record = open_record(address, Clock())
    names = [await open_one(record) for _ in range(4)]
    for name, said in zip(names, ({}, {"state": "decided"}, {"state": "released", "outcome": "right"}), strict=False):
        await record.append([more(name, 1, domain="ops", **said)], ANNA)
    before = await record.known_outcomes(domain="ops")
    await record.close()
    run(address, back_to("0004"))
    record = open_record(address, Clock())
    try:
        assert await record.known_outcomes() == await record.known_outcomes(domain="ops") == before
        assert ([one.deliberation for one in before.lines], before.decided) == ([names[2]], 2)
        # what a process of an earlier release that is still open writes, which knows no such columns
        known = '{"protocol":"magi","subject":"Move?","domain":"ops","state":"decided","outcome":"wrong"}'
        run(address, (f"UPDATE quorate_deliberations SET summary = '{known}' WHERE id = '{names[3]}'",))
        after = await record.known_outcomes(domain="ops")
        assert ([one.deliberation for one in after.lines], after.decided) == (names[2:], 3)
    finally:
        await record.close()


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
    run(f"sqlite:///{file}", (*UNDONE["0005"], *shown))
    record = open_record(str(file), Clock())
    try:
        assert [one for one, _ in await record.wrong_lookups()] == [name]
    finally:
        await record.close()
