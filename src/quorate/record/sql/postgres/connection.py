"""Connections to Postgres that give up: a server that is silent is left after a while, whatever the network says."""

import time
from collections.abc import Generator
from typing import Any

import psycopg
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from quorate.core.errors import InputError

# what is acknowledged is on the disk, also where the server is set to be quicker than that
_DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
_REFUSED_OPTIONS = "unsupported startup parameter"


class LimitedConnection(psycopg.Connection[Any]):
    """Waits for no answer longer than `limit` seconds, and is closed when it has.

    `each_transaction` begins with this statement: behind a pooler every one may be on another of its connections, which
    knows nothing of what was set before.
    """

    limit = 60.0
    each_transaction = ""

    def wait(self, gen: Any, *arguments: Any, **options: Any) -> Any:
        """Waits for the server, as long as that makes sense."""
        return super().wait(self._limited(gen), *arguments, **options)

    def _limited(self, steps: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Passes every step on. The driver comes back several times a second, also when nothing has arrived."""
        end = time.monotonic() + self.limit
        try:
            step = next(steps)
            while True:
                ready = yield step
                if time.monotonic() > end:
                    self.close()
                    raise psycopg.OperationalError("the server does not answer")
                step = steps.send(ready)
        except StopIteration as done:
            return done.value


def connect(address: str, patience: float) -> LimitedConnection:
    """A new connection, to the server itself or to a pooler; what the address itself says of limits holds."""
    server_limits = {
        "lock_timeout": int(patience * 1000),
        "statement_timeout": int(patience * 3000),
        "idle_in_transaction_session_timeout": int(patience * 6000),
    }
    limits: dict[str, Any] = {
        "connect_timeout": max(2, int(patience)),
        "tcp_user_timeout": int(patience * 1000),
        "keepalives_idle": max(1, int(patience)),
        "keepalives_interval": max(1, int(patience / 4)),
        "keepalives_count": 3,
        "options": " ".join(f"-c {name}={value}" for name, value in server_limits.items()),
        "application_name": "quorate",
        "prepare_threshold": None,  # a pooler hands every transaction another connection, which knows no statement
    }
    said = parsed_address(address)
    connection = _connection(address, {name: one for name, one in limits.items() if name not in said})
    connection.autocommit = True  # a statement by itself needs no other around it
    connection.limit = 4 * patience
    if _is_pooled(connection):
        connection.each_transaction = _local({**server_limits, "synchronous_commit": "on"})
    else:
        connection.execute(_DURABLE)
    return connection


def _connection(address: str, limits: dict[str, Any]) -> LimitedConnection:
    """A pooler may know nothing of the options of a server."""
    try:
        return LimitedConnection.connect(address, **limits)
    except psycopg.OperationalError as error:
        if _REFUSED_OPTIONS not in str(error) or "options" not in limits:
            raise
    return LimitedConnection.connect(address, **{name: one for name, one in limits.items() if name != "options"})


def _is_pooled(connection: LimitedConnection) -> bool:
    """True where somebody else than the server has taken the connection: then it was told another process."""
    found = connection.execute("SELECT pg_backend_pid()").fetchone()
    return found is None or found[0] != connection.info.backend_pid


def _local(settings: dict[str, Any]) -> str:
    return "SELECT " + ", ".join(f"set_config('{name}', '{value}', true)" for name, value in settings.items())


def parsed_address(address: str) -> dict[str, Any]:
    """The parts of an address."""
    try:
        return dict(conninfo_to_dict(address))
    except ProgrammingError:  # its text would show the password
        raise InputError("record: not a valid address; expected postgresql://user@host/name") from None


def place_of(address: str) -> str:
    """The address without anything secret."""
    said = parsed_address(address)
    user, port = (f"{said['user']}@" if "user" in said else ""), (f":{said['port']}" if "port" in said else "")
    return f"postgresql://{user}{said.get('host', '')}{port}/{said.get('dbname', '')}"
