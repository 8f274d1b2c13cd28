"""Contributions on disk: checked, added to their index, and listed."""

import hashlib
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from quorate.core.codec import json_line
from quorate.core.errors import DocumentError, InputError
from quorate.deliberation.moments import stamp
from quorate.documents.container import decoded, parsed, parsed_json
from quorate.evidence.contribution import Advice, Contribution, advice_on, read_strictly
from quorate.evidence.contribution_form import strict_plain
from quorate.evidence.contribution_index import (
    INDEX_FILE,
    INDEX_STATUSES,
    IndexEntry,
    IndexProblem,
    check_move,
    entry_plain,
    latest_of,
    read_line,
)
from quorate.evidence.lenient_contribution import Deviation, read_leniently
from quorate.files.confined_folder import ConfinedFolder
from quorate.files.line_file import append_line, read_lines

INDEX_SUFFIX = ".jsonl"


class CheckedContribution(NamedTuple):
    """A contribution with all that is to be said of it."""

    contribution: Contribution
    deviations: tuple[Deviation, ...]
    advice: tuple[Advice, ...]


class IndexReading(NamedTuple):
    """The lines of an index that hold, and what is wrong with others."""

    entries: tuple[IndexEntry, ...]
    problems: tuple[IndexProblem, ...]


def check_contribution(data: bytes, source: str, *, lenient: bool = False) -> CheckedContribution:
    """A contribution as it is written. Raises DocumentError, or in lenient reading only where it is no JSON object."""
    try:
        text = decoded(data)
        if lenient:
            reading = read_leniently(parsed_json(text), source)
            return CheckedContribution(*reading, tuple(advice_on(reading.contribution)))
        value, line_of = parsed(text)
        try:
            contribution = read_strictly(value)
        except DocumentError as error:
            raise DocumentError(one._replace(line=line_of(one.path)) for one in error.problems) from None
        return CheckedContribution(contribution, (), tuple(advice_on(contribution)))
    except DocumentError as error:
        raise error.in_source(source) from None
    except InputError as error:
        raise InputError(f"{source}: {error}") from None


def strict_form(data: bytes, source: str) -> dict[str, Any]:
    """A contribution that was read leniently, in the strict form; what has no place there is in its extensions."""
    checked = check_contribution(data, source, lenient=True)
    return strict_plain(checked.contribution, checked.deviations)


def add_contribution(folder: str, file: str, now: datetime, status: str = "complete") -> IndexEntry:
    """Puts a line for a contribution into the index of its folder. Raises InputError; nothing is written then."""
    if status not in INDEX_STATUSES:
        raise InputError(f"status: found {status!r}; allowed: {', '.join(INDEX_STATUSES)}")
    with ConfinedFolder(folder) as root:
        path = "/".join(root.parts_of(_from(folder, file)))
        data = root.read(path)
    one = check_contribution(data, file).contribution
    entry = IndexEntry(
        *(one.id, one.session, one.epic, one.task, one.agent, status),
        stamp(now),
        path,
        hashlib.sha256(data).hexdigest()[:8],
        0,
        one.created_at,
    )

    def line_after(lines: Iterator[bytes]) -> bytes:
        wanted = one.id.encode()
        same = [read_line(line, place) for place, line in enumerate(lines, 1) if wanted in line or b"\\" in line]
        before = latest_of(found for found in same if isinstance(found, IndexEntry)).get(one.id)
        if before:
            check_move(before, entry)
        return json_line(entry_plain(entry, len(one.decisions), len(one.conflicts))).encode()

    append_line(Path(folder) / INDEX_FILE, line_after)
    return entry


def _from(folder: str, file: str) -> str:
    """The file as its folder names it: people type a path from where they are."""
    typed, below = os.path.abspath(file), os.path.abspath(folder) + os.sep
    return typed[len(below) :] if typed.startswith(below) and os.path.lexists(typed) else file


def read_index(file: Path) -> IndexReading:
    """All entries of an index, and every line that says nothing."""
    entries, problems = list[IndexEntry](), list[IndexProblem]()
    for place, line in enumerate(read_lines(file), 1):
        if not line.strip():
            continue
        found = read_line(line, place)
        if isinstance(found, IndexEntry):
            entries.append(found)
        else:
            problems.append(found)
    if problems and not entries and file.suffix != INDEX_SUFFIX:
        raise InputError(f"{file}: not an index of contributions; expected {INDEX_FILE}, or the folder with it")
    return IndexReading(tuple(entries), tuple(problems))


def check_source(source: str) -> None:
    """Raises InputError where there is neither a folder nor an index."""
    if not os.path.exists(source):
        raise InputError(f"{source}: no such file or directory; expected a folder with contributions, or their index")


def list_contributions(source: str) -> IndexReading:
    """Of every contribution in an index the version that holds."""
    check_source(source)
    found = read_index(index_of(source))
    return found._replace(entries=tuple(latest_of(found.entries).values()))


def index_of(source: str) -> Path:
    """The index that a folder or a file names."""
    place = Path(source)
    return place / INDEX_FILE if place.is_dir() else place
