"""The manifest on disk: entries are added under a lock, listed, shown and validated; no line is ever changed."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from quorate.core.codec import json_line
from quorate.core.errors import InputError, UnknownName
from quorate.core.text import says_something
from quorate.deliberation.moments import stamp
from quorate.evidence.manifest import (
    ARCHIVE,
    LINK,
    MANIFEST_FILE,
    ManifestEntry,
    ManifestFilter,
    ManifestLine,
    change_plain,
    check_entry,
    check_new,
    day_in,
    entry_plain,
    held_entries,
    read_line,
    slug_of,
)
from quorate.files.line_file import append_line, read_lines


class NewReport(NamedTuple):
    """What is said of a report that is added; what is missing follows from its title and the day."""

    title: str
    file: str = ""
    topics: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    status: str = "complete"
    tasks: tuple[str, ...] = ()
    actionable: bool = False
    needs_followup: tuple[str, ...] = ()
    agent_type: str = ""
    id: str = ""
    date: str = ""


def manifest_at(place: str) -> Path:
    """The manifest that a folder or a file names."""
    return Path(place) / MANIFEST_FILE if Path(place).is_dir() else Path(place)


def entry_of(report: NewReport, now: datetime) -> ManifestEntry:
    """The entry for a report. Raises InputError with all that is wrong with it."""
    day = report.date or day_in(report.file) or f"{now:%Y-%m-%d}"
    slug = slug_of(report.title)
    file = report.file or f"{day}_{slug}.md"
    entry = ManifestEntry(
        report.id or f"{file.removesuffix('.md').partition('_')[2] or slug}-{day}",
        file,
        report.title,
        day,
        report.status,
        report.topics,
        report.findings,
        report.actionable,
        report.agent_type,
        report.needs_followup,
        tuple(dict.fromkeys(report.tasks)),
    )
    check_entry(entry)
    return entry


def add_entry(manifest: Path, report: NewReport, now: datetime) -> ManifestEntry:
    """Appends an entry; the same id or file a second time is refused, and nothing is written then."""
    entry = entry_of(report, now)

    def line_after(lines: Iterator[bytes]) -> bytes:
        check_new(entry, lines)
        return json_line(entry_plain(entry)).encode()

    append_line(manifest, line_after)
    return entry


def lines_of(manifest: Path) -> Iterator[ManifestLine]:
    """Every line that is not empty, as far as it can be read. Raises InputError where there is no manifest."""
    if not manifest.exists():
        raise InputError(f"{manifest}: no such manifest; `quorate manifest add` creates it")
    for place, line in enumerate(read_lines(manifest), 1):
        if line.strip():
            yield read_line(line, place)


def list_entries(manifest: Path, wanted: ManifestFilter) -> list[ManifestEntry]:
    """The entries that fit."""
    return [entry for entry in held_entries(lines_of(manifest)) if wanted.fits(entry)]


def link_entry(manifest: Path, name: str, tasks: tuple[str, ...], now: datetime) -> ManifestEntry:
    """Links an entry to more tasks."""
    if not all(says_something(task) for task in tasks) or not tasks:
        raise InputError("task: missing; expected an id such as T2216")

    def linked(one: ManifestEntry) -> ManifestEntry:
        return one._replace(linked_tasks=tuple(dict.fromkeys((*one.linked_tasks, *tasks))))

    return _changed(manifest, name, LINK, now, linked)


def archive_entry(manifest: Path, name: str, now: datetime) -> ManifestEntry:
    """Archives an entry; it stays in the manifest, with this status."""
    return _changed(manifest, name, ARCHIVE, now, lambda one: one._replace(status="archived"))


def _changed(
    manifest: Path, name: str, change: str, now: datetime, rule: Callable[[ManifestEntry], ManifestEntry]
) -> ManifestEntry:
    """Appends how an entry stands after a change; nothing where it stands so already. Raises UnknownName."""
    reached: list[ManifestEntry] = []

    def line_after(lines: Iterator[bytes]) -> bytes:
        entries = held_entries(read_line(line, place) for place, line in enumerate(lines, 1) if line.strip())
        before = _named(entries, name)
        reached.append(rule(before))
        check_entry(reached[0])
        return b"" if reached[0] == before else json_line(change_plain(reached[0], change, stamp(now))).encode()

    if not manifest.exists():
        raise InputError(f"{manifest}: no such manifest; `quorate manifest add` creates it")
    append_line(manifest, line_after)
    return reached[0]


def _named(entries: list[ManifestEntry], name: str) -> ManifestEntry:
    found = next((entry for entry in entries if entry.id == name), None)
    if found is None:
        raise UnknownName("entry in the manifest", name, [entry.id for entry in entries[-20:]])
    return found


def manifest_figures(manifest: Path) -> dict[str, Any]:
    """How many entries there are: in all, by status, by kind of agent, to act on, and waiting for a follow-up."""
    entries = list_entries(manifest, ManifestFilter())
    return {
        "total": len(entries),
        "by_status": dict(sorted(Counter(one.status for one in entries).items())),
        "by_agent_type": dict(sorted(Counter(one.agent_type for one in entries if one.agent_type).items())),
        "actionable": sum(one.actionable for one in entries),
        "pending": sum(ManifestFilter(pending=True).fits(one) for one in entries),
    }


def show_entry(manifest: Path, name: str) -> ManifestEntry:
    """The entry of that id, as it stands. Raises UnknownName."""
    return _named(held_entries(lines_of(manifest)), name)


def validate_manifest(manifest: Path) -> list[ManifestLine]:
    """Every line that deviates, ids and files that stand there twice included."""
    seen: dict[str, int] = {}
    found = []
    for line in lines_of(manifest):
        twice = []
        for key in {line.entry.id, line.entry.file} - {""} if line.entry else ():
            if key in seen and not line.is_change:
                twice.append(f"{key!r} stands in line {seen[key]} already")
            seen.setdefault(key, line.place)
        if line.deviations or twice:
            found.append(line._replace(deviations=(*line.deviations, *twice)))
    return found
