"""The manifest on disk: entries are added under a lock, listed, shown and validated; no line is ever changed."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from quorate.core.codec import json_line
from quorate.core.errors import InputError, UnknownName
from quorate.evidence.manifest import (
    MANIFEST_FILE,
    ManifestEntry,
    ManifestFilter,
    ManifestLine,
    check_entry,
    check_new,
    entry_plain,
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
    day = report.date or f"{now:%Y-%m-%d}"
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
    return [line.entry for line in lines_of(manifest) if line.entry and wanted.fits(line.entry)]


def show_entry(manifest: Path, name: str) -> ManifestLine:
    """The entry of that id. Raises UnknownName."""
    known = []
    for line in lines_of(manifest):
        if line.entry and line.entry.id == name:
            return line
        known += [line.entry.id] if line.entry else []
    raise UnknownName("entry in the manifest", name, known[-20:])


def validate_manifest(manifest: Path) -> list[ManifestLine]:
    """Every line that deviates, ids and files that stand there twice included."""
    seen: dict[str, int] = {}
    found = []
    for line in lines_of(manifest):
        twice = []
        for key in {line.entry.id, line.entry.file} - {""} if line.entry else ():
            if key in seen:
                twice.append(f"{key!r} stands in line {seen[key]} already")
            seen.setdefault(key, line.place)
        if line.deviations or twice:
            found.append(line._replace(deviations=(*line.deviations, *twice)))
    return found
