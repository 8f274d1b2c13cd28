"""Which format of a record we read, and what makes its tables in a database."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quorate.core.errors import StoreError
from quorate.record.faults import EarlierBuild, OutOfReach

if TYPE_CHECKING:
    from sqlalchemy import Connection

VERSION = "0008"
VERSION_TABLE = "quorate_version"


def check_version(version: str, place: str) -> None:
    """Refuses a store of another format; an empty version is that of a store without tables."""
    if version in ("", VERSION):
        return
    if len(version) != len(VERSION) or not version.isdecimal() or not int(version):
        raise StoreError(f"{place} has format {version}, which does not exist; it is damaged: restore a backup")
    found, ours = int(version), int(VERSION)
    if found > ours:
        raise OutOfReach(
            f"{place} has format {found} and this Quorate reads format {ours}: update Quorate, or name another record"
        )
    raise EarlierBuild(place, "record", found, ours, "start a new record with --store FILE")


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
