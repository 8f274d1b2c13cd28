"""The manifest: one JSON line per report, so that whoever comes later finds what was decided."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from hashlib import sha256
from typing import Any, NamedTuple

from quorate.core.errors import InputError, Path, Problem, Refused
from quorate.core.shape import FILLED, FLAG, TEXT, TEXTS, Field, Problems, Shape, found, one_of, record
from quorate.core.text import says_something

MANIFEST_FILE = "MANIFEST.jsonl"
MANIFEST_STATUSES = ("complete", "partial", "blocked", "archived")
_DAY = r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
_FILE = re.compile(_DAY + r"_[a-z0-9]+(?:-[a-z0-9]+)*\.md")
_LONGEST_SLUG = 60
LINK, ARCHIVE = "link", "archive"
CHANGES = (LINK, ARCHIVE)
_WORDS = {
    "complete": ("complete", "completed", "done", "accepted", "final"),
    "partial": ("partial", "in_progress", "draft"),
    "blocked": ("blocked",),
    "archived": ("archived",),
}
_STATUS_OF = {word: status for status, words in _WORDS.items() for word in words}
_OTHERS = {
    "output": "file",
    "outputFile": "file",
    "output_file": "file",
    "findings": "key_findings",
    "keyFindings": "key_findings",
    "agentType": "agent_type",
    "needsFollowup": "needs_followup",
    "linkedTasks": "linked_tasks",
}
_TASKS = ("task", "taskId", "task_id", "epic", "epicId", "epic_id")


class ManifestEntry(NamedTuple):
    """One report: where it is, what it is about, what it found, and what follows."""

    id: str
    file: str
    title: str
    date: str
    status: str
    topics: tuple[str, ...] = ()
    key_findings: tuple[str, ...] = ()
    actionable: bool = False
    agent_type: str = ""
    needs_followup: tuple[str, ...] = ()
    linked_tasks: tuple[str, ...] = ()


class ManifestLine(NamedTuple):
    """A line as it is found: what it says, in what it deviates, and its number. No entry: it cannot be read.

    A change is a later line for an entry that is there already: it was linked, or archived.
    """

    place: int
    entry: ManifestEntry | None
    deviations: tuple[str, ...]
    text: str
    is_change: bool = False


def _form(pattern: re.Pattern[str], allowed: str) -> Shape:
    def read(value: Any, path: Path, problems: Problems) -> str:
        if type(value) is str and pattern.fullmatch(value):
            return value
        problems.append(Problem(path, found(value), allowed))
        return ""

    return Shape(read, {"type": "string", "pattern": f"^{pattern.pattern}$"})


ENTRY = record(
    {
        "id": Field(FILLED, "Its own name; no two lines share one.", required=True),
        "file": Field(_form(_FILE, "YYYY-MM-DD_slug.md, such as 2026-01-26_arch-consensus.md"), "The report.", True),
        "title": Field(FILLED, "The report's title.", required=True),
        "date": Field(_form(re.compile(_DAY), "a day, such as 2026-01-26"), "The report's date.", required=True),
        "status": Field(one_of(*MANIFEST_STATUSES), "How far it is.", required=True),
        "topics": Field(TEXTS, "What it is about.", required=True, default=()),
        "key_findings": Field(TEXTS, "What was found.", required=True, default=()),
        "actionable": Field(FLAG, "Whether it leads to action.", required=True, default=False),
        "agent_type": Field(TEXT, "What kind of agent wrote it; analysis for a consensus.", default=""),
        "needs_followup": Field(TEXTS, "Tasks that follow from it.", default=()),
        "linked_tasks": Field(TEXTS, "Tasks that it belongs to.", default=()),
        "audit": Field(Shape(lambda value, *_: value, {"type": "object"}), "What a tool keeps for itself."),
    }
)


def slug_of(title: str) -> str:
    """A title as a part of a file's name; one without Latin letters is told apart by its hash."""
    words = re.findall(r"[a-z0-9]+", title.casefold())
    said = sha256(title.encode("utf-8", "replace")).hexdigest()
    return "-".join(words)[:_LONGEST_SLUG].strip("-") or f"report-{said[:8]}"


def check_entry(entry: ManifestEntry) -> None:
    """Raises InputError with what is wrong with an entry that is to be written."""
    problems: Problems = []
    ENTRY.read(entry_plain(entry), (), problems)
    if not problems and not _is_day(entry.date):
        problems.append(Problem(("date",), found(entry.date), "a day of the calendar, such as 2026-01-26"))
    if problems:
        raise InputError("\n".join(problem.sentence() for problem in problems))


def day_in(file: str) -> str:
    """Return the day that a report's file name begins with, such as 2026-01-26_slug.md, if there is one."""
    begins = re.match(_DAY + "_", file.rpartition("/")[2])
    return begins[0][:-1] if begins else ""


def _is_day(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def check_new(entry: ManifestEntry, lines: Iterable[bytes]) -> None:
    """Raises Refused where the manifest has an entry of this id, or for this file."""
    for place, line in enumerate(lines, 1):
        if entry.id.encode() not in line and entry.file.encode() not in line and b"\\" not in line:
            continue
        before = read_line(line, place).entry
        if before and before.id == entry.id:
            raise Refused(f"line {place} has the id {entry.id!r} already; earlier lines are never changed")
        if before and before.file == entry.file:
            raise Refused(f"line {place} has the file {entry.file!r} already; each report is listed once")


def entry_plain(entry: ManifestEntry) -> dict[str, Any]:
    """A line of the manifest; of the optional keys only those that say something."""
    plain = {key: list(value) if isinstance(value, tuple) else value for key, value in entry._asdict().items()}
    optional = ("agent_type", "needs_followup", "linked_tasks")
    return {key: value for key, value in plain.items() if value or key not in optional}


def change_plain(entry: ManifestEntry, change: str, at: str) -> dict[str, Any]:
    """The line that says how an entry stands after a change; the earlier line stays as it is."""
    return {**entry_plain(entry), "audit": {"change": change, "at": at}}


def held_entries(lines: Iterable[ManifestLine]) -> list[ManifestEntry]:
    """The entries as they stand after all changes, in the order in which they were added."""
    found: list[ManifestEntry] = []
    places: dict[tuple[str, str], int] = {}
    for line in lines:
        if line.entry:
            place = places.setdefault((line.entry.id, line.entry.file), len(found))
            if line.is_change and place < len(found):
                found[place] = line.entry
            else:
                found.append(line.entry)
    return found


def read_line(line: bytes, place: int) -> ManifestLine:
    """Any line, with all in which it deviates."""
    text = line.decode("utf-8", "replace")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return ManifestLine(place, None, ("malformed_line",), text)
    if type(value) is not dict:
        return ManifestLine(place, None, ("not_an_object",), text)
    notes: list[str] = []
    said = dict(_renamed(value, notes))
    entry = ManifestEntry(
        _text(said, "id", notes) or _text(said, "file", []) or f"line-{place}",
        _text(said, "file", notes),
        _text(said, "title", notes),
        _text(said, "date", notes),
        _status(said.get("status"), notes),
        _texts(said.get("topics"), "topics", notes),
        _texts(said.get("key_findings"), "key_findings", notes),
        said.get("actionable") is True,
        _text(said, "agent_type", []),
        _texts(said.get("needs_followup", []), "needs_followup", notes),
        (*_texts(said.get("linked_tasks", []), "linked_tasks", notes), *_tasks(value, notes)),
    )
    audit = value.get("audit")
    is_change = type(audit) is dict and audit.get("change") in CHANGES
    return ManifestLine(place, entry, (*notes, *_strict_problems(value, notes)), text, is_change)


def _renamed(value: Mapping[str, Any], notes: list[str]) -> Iterator[tuple[str, Any]]:
    for key, said in value.items():
        name = _OTHERS.get(key)
        if name and name not in value:
            notes.append(f"{key}: another name for {name}")
            yield name, said
        else:
            yield key, said


def _text(said: Mapping[str, Any], key: str, notes: list[str]) -> str:
    value = said.get(key)
    if type(value) is str and says_something(value):
        return value
    notes.append(f"{key}: missing" if value is None else f"{key}: not text")
    return "" if value is None else str(value)


def _status(said: Any, notes: list[str]) -> str:
    word = str(said or "").casefold()
    if said in MANIFEST_STATUSES:
        return str(said)
    notes.append(f"status: found {found(said)}")
    return _STATUS_OF.get(word, "partial")


def _texts(said: Any, key: str, notes: list[str]) -> tuple[str, ...]:
    if type(said) is list and all(type(one) is str for one in said):
        return tuple(said)
    notes.append(f"{key}: missing" if said is None else f"{key}: not a list of texts")
    if type(said) is dict:
        return tuple(f"{name}: {one}" for name, one in said.items())
    return () if said is None else tuple(map(str, said)) if type(said) is list else (str(said),)


def _tasks(value: Mapping[str, Any], notes: list[str]) -> Iterator[str]:
    for key in _TASKS:
        if type(said := value.get(key)) is str and said:
            notes.append(f"{key}: another name for linked_tasks")
            yield said


def _strict_problems(value: Mapping[str, Any], notes: Iterable[str]) -> Iterator[str]:
    """What the strict form says besides of keys that were not named yet."""
    problems: Problems = []
    ENTRY.read(value, (), problems)
    named = {note.partition(":")[0] for note in notes}
    for problem in problems:
        if str(problem.path[0]) not in named | {_OTHERS.get(name, "") for name in named}:
            yield problem.sentence()


class ManifestFilter(NamedTuple):
    """Which entries are wanted; what is empty is not asked for."""

    status: str = ""
    topic: str = ""
    agent_type: str = ""
    task: str = ""
    pending: bool = False

    def fits(self, entry: ManifestEntry) -> bool:
        """True for an entry that is wanted. A topic matches in part, in any case."""
        topic = self.topic.casefold()
        return (
            self.status in ("", entry.status)
            and self.agent_type in ("", entry.agent_type)
            and (not topic or any(topic in one.casefold() for one in entry.topics))
            and (not self.task or self.task in entry.linked_tasks)
            and (not self.pending or bool(entry.needs_followup) or entry.status in ("partial", "blocked"))
        )
