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


class LimitedConnection(psycopg.Connection[Any]):
    """Waits for no answer longer than `limit` seconds, and is closed when it has."""

    limit = 60.0

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
    """A new connection; what the address itself says of limits holds."""
    limits: dict[str, Any] = {
        "connect_timeout": max(2, int(patience)),
        "tcp_user_timeout": int(patience * 1000),
        "keepalives_idle": max(1, int(patience)),
        "keepalives_interval": max(1, int(patience / 4)),
        "keepalives_count": 3,
        "options": f"-c lock_timeout={int(patience * 1000)} -c statement_timeout={int(patience * 3000)}"
        f" -c idle_in_transaction_session_timeout={int(patience * 6000)}",
        "application_name": "quorate",
        "prepare_threshold": None,  # a pooler hands every transaction another connection, which knows no statement
    }
    said = parsed_address(address)
    connection = LimitedConnection.connect(address, **{name: one for name, one in limits.items() if name not in said})
    connection.limit = 4 * patience
    connection.execute(_DURABLE)
    connection.commit()
    return connection


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
