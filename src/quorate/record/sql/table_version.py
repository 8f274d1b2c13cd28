"""Which version of the tables we read, and what brings an older store to it."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from quorate.core.errors import StoreError
from quorate.record.faults import OutOfReach

if TYPE_CHECKING:
    from sqlalchemy import Connection

VERSIONS = ("0001", "0002")
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


def migrate_file(driver: sqlite3.Connection, is_needed: Callable[[], bool]) -> None:
    """The same for a file, in a transaction of its own that alone may write."""
    from sqlalchemy import StaticPool, create_engine, event  # as slow
    from sqlalchemy.exc import DBAPIError

    engine = create_engine("sqlite://", creator=lambda: driver, poolclass=StaticPool, hide_parameters=True)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.begin() as connection:
            if is_needed():
                migrate(connection)
    except DBAPIError as error:
        raise error.orig or error from error
