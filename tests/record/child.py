"""Programs that tests start, kill and starve: python -m tests.record.child COMMAND FILE ..."""

import asyncio
import os
import pwd
import resource
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from quorate.core.errors import AppendConflict, QuorateError
from quorate.deliberation.events import Author
from quorate.record import open_record
from quorate.record.rows import Store
from quorate.record.verify.backup_check import check_copy
from quorate.record.verify.verification import Check
from tests.patience import PATIENCE
from tests.record.parts import cast, more, open_one

_MORE_THAN_A_LOG = 230


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251 - a program has to begin somewhere


async def open_and_say(record: Store) -> None:
    """Opens one deliberation."""
    say(await open_one(record))


async def share(record: Store, name: str, deliberation: str, count: str) -> None:
    """Appends to a deliberation that others append to as well, and says what was acknowledged."""
    for number in range(int(count)):
        event = cast(name, number=number)
        while True:
            expected = len(await record.read(deliberation))
            try:
                ((stored,), _) = await record.append([more(deliberation, expected, event)], Author(name))
            except AppendConflict:
                continue
            say(f"{stored.position} {name} {number}")
            break


async def hurry(record: Store) -> None:
    """Appends from many tasks until somebody kills it, and says what was acknowledged."""

    async def one_after_another() -> None:
        deliberation, position = await open_one(record), 1
        while True:
            ((stored,), _) = await record.append([more(deliberation, position, cast())], Author("hurry"))
            position = stored.position
            say(f"{deliberation} {position} {stored.hash}")

    await asyncio.gather(*(one_after_another() for _ in range(8)))


async def fill_the_disk(record: Store, size: str) -> None:
    """Appends until the disk takes no more, frees some space, and appends again."""
    deliberation, position = await open_one(record), 1
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), resource.RLIM_INFINITY))
    try:
        while True:
            ((stored,), _) = await record.append([more(deliberation, position, cast(text="x" * 20_000))], Author("a"))
            position = stored.position
    except QuorateError as error:
        say(f"{position} {error}")
    say(str(len(await record.read(deliberation))))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    ((stored,), _) = await record.append([more(deliberation, position, cast())], Author("a"))
    say(f"{stored.position} after that")


async def outgrow_the_disk(record: Store, file: str) -> None:
    """Appends until the log has to be moved into the file, on a disk on which the file cannot grow any more."""
    deliberation, position = await open_one(record), 1
    event = cast(text="x" * 80_000)
    for count in (4 * _MORE_THAN_A_LOG, _MORE_THAN_A_LOG):  # the log may become as large as the file, which is enough
        for _ in range(count):
            ((stored,), _) = await record.append([more(deliberation, position, event)], Author("a"))
            position = stored.position
        resource.setrlimit(resource.RLIMIT_FSIZE, (Path(file).stat().st_size, resource.RLIM_INFINITY))
    say(f"{position} acknowledged, {len(await record.read(deliberation))} kept")


COMMANDS: dict[str, Callable[..., Awaitable[None]]] = {
    "open": open_and_say,
    "share": share,
    "hurry": hurry,
    "fill": fill_the_disk,
    "outgrow": outgrow_the_disk,
}


def check(file: str) -> None:
    """Looks into a record without opening it as one."""
    found = Check()
    check_copy(found, Path(file), patience=1)
    say(f"{found.deliberations} deliberations, {len(found.findings)} findings")


def become(user: str) -> None:
    """Goes on as another user, who may not be able to read Python itself: all that is needed is imported before."""
    with TemporaryDirectory() as folder:
        asyncio.run(main("open", f"{folder}/record.db"))
    found = pwd.getpwnam(user)
    os.setgroups([])
    os.setgid(found.pw_gid)
    os.setuid(found.pw_uid)


async def main(command: str, file: str, *arguments: str) -> None:
    if command == "check":
        check(file)
        return
    record = open_record(file, now, patience=PATIENCE, warn=say)
    await COMMANDS[command](record, *arguments)
    await record.close()


if __name__ == "__main__":
    words = sys.argv[1:]
    try:
        if words[0] == "as":
            become(words[1])
            del words[:2]
        asyncio.run(main(*words))
    except QuorateError as error:
        say(f"{type(error).__name__}: {error}")
