"""Which format of a record we read, and what makes its tables in a database."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quorate.record.faults import check_format

if TYPE_CHECKING:
    from sqlalchemy import Connection

VERSION = "0008"
VERSION_TABLE = "quorate_version"


def check_version(version: str, place: str) -> None:
    """Refuses a store of another format; an empty version is that of a store without tables."""
    is_number = len(version) == len(VERSION) and version.isascii() and version.isdecimal()
    if version:
        instead = "start a new record with --store FILE"
        check_format(int(version) if is_number else version, int(VERSION), place, "record", instead)


def version_in(stamps: Sequence[Any]) -> str:
    """Return the version in the table of versions, which holds one text."""
    return stamps[0] if len(stamps) == 1 and isinstance(stamps[0], str) else "none"


def migrate(connection: "Connection") -> None:
    """Makes the tables, in the connection's transaction."""
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
