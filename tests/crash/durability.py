"""Whether an acknowledgement comes after the disk has it: the order of the system calls, as strace saw them."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tests.crash.appending import ABOUT, ACKNOWLEDGED, APPENDS
from tests.patience import PATIENCE

_TRACED = "fdatasync,fsync,msync,sync_file_range,pwrite64,pwritev,write,writev"
_SYNCS, _WRITES = ("fdatasync", "fsync"), ("pwrite64", "pwritev", "write", "writev")
_LINE = re.compile(r"(?P<thread>\d+) +(?P<name>\w+)\(\d+<(?P<path>[^>]*)>(?P<rest>.*)")
_RESUMED = re.compile(r"(?P<thread>\d+) +<\.\.\. (?P<name>\w+) resumed>(?P<rest>.*)")
_UNFINISHED = "<unfinished ...>"


class Call(NamedTuple):
    """A system call on a file: the lines of the trace on which it began and ended."""

    name: str
    path: str
    text: str
    began: int
    ended: int
    result: str


class Order(NamedTuple):
    """What happened for one append, in words, and what is wrong with it."""

    shown: str
    faults: tuple[str, ...]


def strace() -> str:
    """Where strace is, after an attempt to install it; empty where it is not to be had."""
    if not (found := shutil.which("strace")) and os.geteuid() == 0 and (installer := shutil.which("apt-get")):
        subprocess.run([installer, "install", "-qq", "-y", "strace"], capture_output=True, timeout=PATIENCE)
        found = shutil.which("strace")
    return found or ""


def orders_of_appends(program: str, folder: Path) -> list[Order]:
    """Appends to a new SQLite file under strace, and judges every append."""
    trace, file = folder / "trace", folder / "record.db"
    traced = [program, "-f", "-y", "-qq", "-s", "80", "-e", f"trace={_TRACED}", "-o", str(trace)]
    appending = [sys.executable, "-m", "tests.crash.appending", str(file)]
    done = subprocess.run([*traced, *appending], capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode:
        return [Order("nothing was appended", (f"strace or what it ran ended with {done.returncode}: {done.stderr}",))]
    calls = list(calls_in(trace.read_text(errors="replace").splitlines()))
    return [judged(calls, number, f"{file}-wal", str(folder)) for number in range(1, APPENDS + 1)]


def calls_in(lines: Iterable[str]) -> Iterator[Call]:
    """The calls of all threads, in the order in which they ended."""
    open_ones: dict[str, Call] = {}
    for number, line in enumerate(lines):
        if found := _LINE.match(line):
            call = Call(found["name"], found["path"], found["rest"], number, number, _result(found["rest"]))
            if line.endswith(_UNFINISHED):
                open_ones[found["thread"]] = call
            else:
                yield call
        elif (found := _RESUMED.match(line)) and (begun := open_ones.pop(found["thread"], None)):
            yield begun._replace(ended=number, result=_result(found["rest"]))


def judged(calls: Sequence[Call], number: int, log: str, folder: str) -> Order:
    """Between the last write to the log and the acknowledgement the log has to be synced, and its folder once."""
    begin, end = _marker(calls, ABOUT, number), _marker(calls, ACKNOWLEDGED, number)
    if not begin or not end:
        return Order(f"append {number}", ("its beginning or its acknowledgement is not in the trace",))
    within = [call for call in calls if call.began > begin.ended and call.began < end.began]
    writes = [call for call in within if call.name in _WRITES and call.path == log]
    last = max((call.ended for call in writes), default=0)
    synced = [call for call in within if _is_sync(call, log) and last < call.began and call.ended < end.began]
    entered = [call for call in calls if _is_sync(call, folder) and call.ended < end.began]
    faults = [
        *(["nothing was written to the log"] if not writes else []),
        *(["the log was not synced between its last write and the acknowledgement"] if not synced else []),
        *(["the folder was not synced after the log was made in it"] if not entered else []),
    ]
    return Order(f"append {number}: {_shown(within)} -> {ACKNOWLEDGED}", tuple(faults))


def _shown(calls: Iterable[Call]) -> str:
    grouped = groupby(f"{call.name}({Path(call.path).name})" for call in calls)
    return " -> ".join(f"{len(list(same))} x {name}" for name, same in grouped)


def _is_sync(call: Call, path: str) -> bool:
    return call.name in _SYNCS and call.path == path and call.result == "0"


def _marker(calls: Sequence[Call], what: str, number: int) -> Call | None:
    words = f'"{what} {number}\\n"'
    return next((call for call in calls if call.name == "write" and words in call.text), None)


def _result(rest: str) -> str:
    return rest.rpartition("= ")[2].strip()
