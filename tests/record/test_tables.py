"""The migrations make the tables that statements name; and nothing slow is imported before it is needed."""

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from quorate.record.sql.statements import TABLES
from quorate.record.sql.table_version import VERSION, VERSION_TABLE, migrate
from tests.postgres import Server


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


def loaded(code: str) -> set[str]:
    """What a program has imported at its end."""
    code += "\nimport sys; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_port_and_the_record_in_memory_need_no_database() -> None:
    code = "import quorate.record, quorate.record.port, quorate.record.memory, quorate.record.export.backup"
    assert not loaded(code) & {"sqlalchemy", "alembic", "psycopg", "sqlite3"}


def test_a_record_that_is_there_is_opened_without_the_slow_import(tmp_path: Path) -> None:
    code = f"import quorate.record; quorate.record.open_record({str(tmp_path / 'record.db')!r}, lambda: None)"
    assert "alembic" in loaded(code)
    assert not loaded(code) & {"alembic", "sqlalchemy", "psycopg"}
