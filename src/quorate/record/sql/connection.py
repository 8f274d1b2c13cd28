"""What the record asks of a database: the same statements, with values by name, in a transaction that has begun."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

Values = Mapping[str, Any]
NONE: Values = {}


class Connection(Protocol):
    """A connection to SQLite or to Postgres."""

    @property
    def collision(self) -> type[Exception]:
        """What is raised where a row is there already, or contradicts another."""

    @property
    def locks(self) -> str:
        """What stands behind a statement whose rows nobody else may change until the transaction ends."""

    @property
    def is_file(self) -> bool:
        """True where all is in one file."""

    def hold(self, names: Iterable[str]) -> None:
        """Keeps whoever else holds one of these names waiting until the transaction ends, before anything is read."""

    def rows(self, statement: str, values: Values = NONE) -> Iterable[Sequence[Any]]:
        """Runs a statement, and gives its rows one after the other."""

    def run_for_each(self, statement: str, rows: Sequence[Values]) -> None:
        """Runs a statement for many rows."""


def first(connection: Connection, statement: str, values: Values = NONE) -> Sequence[Any] | None:
    """The first row, if there is one. The statement is run to its end."""
    rows = list(connection.rows(statement, values))
    return rows[0] if rows else None


def column(connection: Connection, statement: str, values: Values = NONE) -> list[Any]:
    """What every row has in its first column."""
    return [row[0] for row in connection.rows(statement, values)]


def several(name: str, values: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    """The right side of an `IN`, and its values."""
    named = {f"{name}{number}": value for number, value in enumerate(values)}
    return f"({', '.join(f':{one}' for one in named) or 'NULL'})", named
