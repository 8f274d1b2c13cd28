"""A real PgBouncer in front of the Postgres of the tests: transactions of all clients share very few connections."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

from tests.postgres import USER, Server, ended_with_parent

_SETTINGS = """[databases]
* = host={directory}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {directory}/users
pool_mode = transaction
default_pool_size = {size}
max_client_conn = 500
logfile = {log}
"""


class Bouncer:
    """Where it listens."""

    def __init__(self, port: int) -> None:
        self.port = port

    def address(self, direct: str) -> str:
        """The way to the same database through it."""
        said = conninfo_to_dict(direct)
        return f"postgresql://{said['user']}@127.0.0.1:{self.port}/{said['dbname']}"


@contextmanager
def bouncer(server: Server, size: int = 3) -> Iterator[Bouncer]:
    """Started with its own settings, ended with the block. `size` connections are shared by all."""
    program = shutil.which("pgbouncer")
    assert program, "PgBouncer is needed; on Debian: apt-get install pgbouncer"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log, file = server.directory / "bouncer.log", server.directory / "bouncer.ini"
    file.write_text(_SETTINGS.format(directory=server.directory, port=port, size=size, log=log))
    (server.directory / "users").write_text(f'"{USER}" ""\n')
    command = [program, "-q", str(file)]
    if os.geteuid() == 0:  # it refuses to run as root
        command[1:1] = ["-u", "nobody"]
        shutil.chown(server.directory, "nobody")
    process = subprocess.Popen(command, preexec_fn=ended_with_parent(signal.SIGKILL))
    try:
        _await(port, process, log)
        yield Bouncer(port)
    finally:
        process.terminate()
        process.wait()


def _await(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    while process.poll() is None:
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise RuntimeError(f"PgBouncer did not start:\n{log.read_text() if log.exists() else ''}")
