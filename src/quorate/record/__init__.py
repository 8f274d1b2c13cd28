"""The only room that knows SQL: where events are kept.

`open_record` opens a file or a Postgres database; `quorate.record.memory` has a record that need not be kept.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from quorate.core.errors import InputError, MissingExtra

if TYPE_CHECKING:
    from quorate.record.rows import Clock, Store

PATIENCE = 10.0  # seconds to wait for somebody else's lock
_POSTGRES = ("postgresql", "postgres")


def _log(sentence: str) -> None:
    import logging

    logging.getLogger("quorate").warning(sentence)


def open_record(
    address: str,
    clock: "Clock",
    *,
    patience: float = PATIENCE,
    is_named: bool = True,
    warn: Callable[[str], None] = _log,
) -> "Store":
    """The record at `record.db`, `sqlite:///record.db` or `postgresql://user@host/name`; made where there is none.

    A file that others may write is refused; `is_named` says that somebody chose this very record, `warn` is given what
    is worth knowing.
    """
    from quorate.record.sql.database_record import SqlRecord  # the database's library is slow to import

    scheme, sign, rest = address.partition("://")
    if sign and scheme in _POSTGRES:
        try:
            from quorate.record.sql.postgres.database import PostgresDatabase
        except ImportError:
            raise MissingExtra("a Postgres store", "postgres") from None
        return SqlRecord(PostgresDatabase(address, patience), clock)
    if sign and scheme != "sqlite":
        raise InputError(f"record: found {scheme}://…; allowed: a file, sqlite:///file or postgresql://…")
    from pathlib import Path

    from quorate.record.sql.sqlite import SqliteDatabase

    path = Path(rest.removeprefix("/") if sign else address).expanduser()
    return SqlRecord(SqliteDatabase(path, patience, is_named=is_named, warn=warn), clock)
