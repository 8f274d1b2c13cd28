"""Contributions on disk: checked, added to their index, and listed."""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from datetime import datetime
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, NamedTuple

from quorate.core.codec import json_line
from quorate.core.errors import DocumentError, InputError, Problem
from quorate.deliberation.moments import stamp
from quorate.documents.container import decoded, parsed, parsed_json
from quorate.evidence.contribution import Advice, Contribution, advice_on, read_strictly
from quorate.evidence.contribution_form import strict_plain
from quorate.evidence.contribution_index import (
    INDEX_FILE,
    INDEX_STATUSES,
    IndexEntry,
    IndexProblem,
    check_agent,
    check_move,
    entry_plain,
    latest_of,
    may_name,
    read_line,
)
from quorate.evidence.lenient_contribution import Deviation, read_leniently
from quorate.files.confined_folder import ConfinedFolder, RefusedPath
from quorate.files.line_file import append_line, read_lines

INDEX_SUFFIX = ".jsonl"
IN_PROJECT = (".cleo/contributions", "contributions")
ELSEWHERE = ("missing_file", "absolute_path", "parent_path")


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


class ConvertedContribution(NamedTuple):
    """A document in the strict form, and what is still wrong with it: what its agent never said stays empty."""

    document: dict[str, Any]
    problems: tuple[Problem, ...]


def strict_form(data: bytes, source: str) -> ConvertedContribution:
    """A contribution that was read leniently, in the strict form; what has no place there is in its extensions."""
    checked = check_contribution(data, source, lenient=True)
    document = strict_plain(checked.contribution, checked.deviations)
    try:
        read_strictly(parsed_json(json.dumps(document)))
    except DocumentError as error:
        return ConvertedContribution(document, tuple(error.problems))
    return ConvertedContribution(document, ())


def add_contribution(folder: str, file: str, now: datetime, status: str = "complete") -> IndexEntry:
    """Puts a line for a contribution into the index of its folder. Raises InputError; nothing is written then."""
    if status not in INDEX_STATUSES:
        raise InputError(f"status: found {status!r}; allowed: {', '.join(INDEX_STATUSES)}")
    path, data = _read_below(folder, file)
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
        near = [line for line in lines if wanted in line or may_name(one.agent, line)]
        same = [found for place, line in enumerate(near, 1) if isinstance(found := read_line(line, place), IndexEntry)]
        check_agent(one.agent, same)
        before = latest_of(same).get(one.id)
        if before:
            check_move(before, entry)
        return json_line(entry_plain(entry, len(one.decisions), len(one.conflicts))).encode()

    append_line(Path(folder) / INDEX_FILE, line_after)
    return entry


def _read_below(folder: str, file: str) -> tuple[str, bytes]:
    """The path of a file from its folder, and its bytes. Raises InputError, which says so of a file elsewhere."""
    with ConfinedFolder(folder) as root:
        try:
            path = "/".join(root.parts_of(_from(folder, file)))
            return path, root.read(path)
        except RefusedPath as error:
            is_elsewhere = not Path(os.path.realpath(file)).is_relative_to(root.root)
            if error.code in ELSEWHERE and os.path.isfile(file) and is_elsewhere:
                raise InputError(f"{file} is not in {folder}; copy it there first") from None
            raise


def _from(folder: str, file: str) -> str:
    """The file as its folder names it: people type a path from where they are."""
    typed, below = os.path.abspath(file), os.path.abspath(folder) + os.sep
    return typed[len(below) :] if typed.startswith(below) and os.path.lexists(typed) else file


def copy_sample(folder: str) -> None:
    """A sample epic in a new folder: three contributions, their index, and the synthesis they come to."""
    try:
        with as_file(files("quorate") / "examples" / "epic") as sample:
            shutil.copytree(sample, folder, copy_function=shutil.copyfile)
    except FileExistsError:
        raise InputError(f"{folder} already exists; name a new folder for the sample") from None
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror}") from None


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
    """Return the index that a file, its folder or the folder of its project names."""
    place = Path(source)
    if not place.is_dir():
        return place
    indexes = (place / folder / INDEX_FILE for folder in ("", *IN_PROJECT))
    return next((index for index in indexes if index.exists()), place / INDEX_FILE)


def root_of(index: Path) -> Path:
    """Return the folder that an index's paths may start from besides its own: its project's, if it is in one."""
    for folder in IN_PROJECT:
        parts = Path(folder).parts
        if index.absolute().parent.parts[-len(parts) :] == parts:
            return index.absolute().parents[len(parts)]
    return index.parent
