"""Which version of the tables we read, and what brings an older store to it."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quorate.core.errors import StoreError
from quorate.record.faults import OutOfReach
from quorate.record.sql.connection import NONE, Values

if TYPE_CHECKING:
    from sqlalchemy import Connection

VERSIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007")
VERSION = VERSIONS[-1]
VERSION_TABLE = "quorate_version"


def check_version(version: str, place: str) -> None:
    """Refuses a store that this release cannot read."""
    if version > VERSION:
        raise OutOfReach(
            f"{place} has version {version} and this Quorate reads up to version {VERSION}: "
            "update Quorate, or name another record"
        )
    if version and version not in VERSIONS:
        raise StoreError(f"{place} has version {version}, which does not exist; it is damaged: restore a backup")


def migrate(connection: "Connection") -> None:
    """Brings the tables to our version, in the connection's transaction."""
    from alembic import command  # slow to import, and hardly ever needed
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    command.upgrade(config, "head")


def migrate_driver(dialect: str, driver: Any, begin: str, is_needed: Callable[[], bool]) -> None:
    """The same on a driver's connection, in a transaction that begins so."""
    from sqlalchemy import StaticPool, create_engine, event  # as slow
    from sqlalchemy.exc import DBAPIError

    engine = create_engine(dialect, creator=lambda: driver, poolclass=StaticPool, hide_parameters=True)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    try:
        with engine.begin() as connection:
            if is_needed():
                migrate(connection)
    except DBAPIError as error:
        raise error.orig or error from error


class MigrationConnection:
    """The connection of a migration, for the record's own statements."""

    collision: type[Exception] = Exception
    locks = ""
    is_file = False

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection

    def hold(self, names: Iterable[str]) -> None:
        """A migration has the tables for itself."""

    def rows(self, statement: str, values: Values = NONE) -> Iterable[Sequence[Any]]:
        """Runs a statement, and gives its rows one after the other."""
        from sqlalchemy import text

        return self._connection.execute(text(statement), values)

    def run_for_each(self, statement: str, rows: Sequence[Values]) -> None:
        """Runs a statement for many rows."""
        for row in rows:
            self.rows(statement, row)
