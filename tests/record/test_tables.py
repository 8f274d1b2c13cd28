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

from quorate.record import open_record
from quorate.record.sql.log_pages import known_outcomes
from quorate.record.sql.sqlite_file import READING, FileConnection
from quorate.record.sql.statements import TABLES
from quorate.record.sql.table_version import VERSION, VERSION_TABLE, migrate
from tests.postgres import Server
from tests.record.parts import ANNA, Clock, more, open_one

WITHOUT_OUTCOMES = (
    "DROP INDEX quorate_outcomes",
    "DROP INDEX quorate_decided",
    "ALTER TABLE quorate_deliberations DROP COLUMN has_outcome",
    "ALTER TABLE quorate_deliberations DROP COLUMN decided_in",
)


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


def run(address: str, statements: tuple[str, ...]) -> None:
    """Statements on a store, past Quorate."""
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


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
    run(f"sqlite:///{file}", (*WITHOUT_OUTCOMES, *shown))
    record = open_record(str(file), Clock())
    try:
        assert [one for one, _ in await record.wrong_lookups()] == [name]
    finally:
        await record.close()
