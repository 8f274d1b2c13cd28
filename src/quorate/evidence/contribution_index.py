"""The index of contributions: a JSON line for each version of each; of one id the latest line holds."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from quorate.core.errors import Refused
from quorate.core.text.names import are_same, clashes, folded
from quorate.evidence.lenient_words import STATUS_WORDS

INDEX_FILE = "CONTRIBUTIONS.jsonl"
INDEX_STATUSES = ("complete", "partial", "blocked")
_MOVES = {"partial": ("partial", "complete", "blocked"), "blocked": ("blocked", "partial", "complete"), "complete": ()}
_NEVER = datetime(1, 1, 1, tzinfo=UTC)
_LONGEST_LINE = 1024 * 1024
_SHORTEST = 8
_KEYS = {
    "id": ("id", "contributionId", "contribution_id"),
    "session": ("sessionId", "session_id"),
    "epic": ("epicId", "epic_id"),
    "task": ("taskId", "task_id"),
    "agent": ("agentId", "agent_id"),
    "status": ("status",),
    "created_at": ("createdAt", "created_at"),
    "updated_at": ("updatedAt", "updated_at"),
    "file": ("filePath", "file_path", "file", "outputFile"),
    "state": ("state",),
}


class IndexEntry(NamedTuple):
    """One line of the index; `place` is its number."""

    id: str
    session: str
    epic: str
    task: str
    agent: str
    status: str
    updated_at: str
    file: str
    checksum: str
    place: int
    created_at: str = ""
    state: str = ""


class IndexProblem(NamedTuple):
    """Something in the index or behind it that a person has to know of: a code, where, and what was found."""

    code: str
    where: str
    detail: str = ""


def read_line(line: bytes, place: int) -> IndexEntry | IndexProblem:
    """A line of the index, or why it says nothing."""
    where = f"line {place}"
    if len(line) > _LONGEST_LINE:
        return IndexProblem("line_too_long", where)
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return IndexProblem("malformed_line", where)
    if not isinstance(value, dict):
        return IndexProblem("malformed_line", where)
    said = {name: _first(value, keys) for name, keys in _KEYS.items()}
    if not said["file"] or not said["epic"]:
        return IndexProblem("incomplete_line", where, "filePath" if not said["file"] else "epicId")
    return IndexEntry(
        said["id"] or said["file"],
        said["session"],
        said["epic"],
        said["task"],
        said["agent"],
        STATUS_WORDS.get(said["status"].casefold(), said["status"]),
        said["updated_at"] or said["created_at"],
        said["file"],
        _checksum(value.get("checksum")),
        place,
        said["created_at"],
        said["state"],
    )


def _first(value: Mapping[str, Any], keys: Iterable[str]) -> str:
    for key in keys:
        if type(said := value.get(key)) is str and said:
            return said
    return ""


def _checksum(said: Any) -> str:
    """What is written as a checksum, whatever it is: one that is none fits no file."""
    return "" if said in (None, "") else str(said).casefold()


def fits_checksum(data: bytes, checksum: str) -> bool:
    """True where the checksum is that of the data: at least the first 8 hex digits of SHA-256. None fits everything."""
    return not checksum or (len(checksum) >= _SHORTEST and hashlib.sha256(data).hexdigest().startswith(checksum))


def moment_of(text: str) -> datetime:
    """A moment as it is written, in any of the forms of ISO 8601; what is none is earlier than everything."""
    try:
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return _NEVER


def order_of(entry: IndexEntry) -> tuple[datetime, int]:
    """Later ones are larger: by when they were updated, then by their place in the index."""
    return moment_of(entry.updated_at), entry.place


def latest_of(entries: Iterable[IndexEntry]) -> dict[str, IndexEntry]:
    """Of every id the version that holds."""
    found: dict[str, IndexEntry] = {}
    for entry in entries:
        before = found.get(entry.id)
        if before is None or order_of(before) <= order_of(entry):
            found[entry.id] = entry
    return found


def id_problems(entries: Iterable[IndexEntry], epic: str) -> Iterator[IndexProblem]:
    """Lines by which a contribution to the epic would be lost in silence: its id used for another one, or undone."""
    last: dict[str, IndexEntry] = {}
    for entry in entries:
        before = last.get(entry.id)
        last[entry.id] = entry
        if before is None or epic not in (before.epic, entry.epic):
            continue
        if before.epic != entry.epic or (before.agent and entry.agent and not are_same(before.agent, entry.agent)):
            yield IndexProblem("id_taken", entry.file, entry.id)
        elif before.status == "complete" != entry.status:
            yield IndexProblem("complete_undone", entry.file, entry.id)


def by_agent(entries: Iterable[IndexEntry]) -> Iterator[tuple[str, list[IndexEntry]]]:
    """Agents by name, each with its entries, the latest first; spellings of one name are one agent."""
    found: dict[str, list[IndexEntry]] = {}
    for entry in entries:
        found.setdefault(folded(entry.agent), []).append(entry)
    named = {min(mine, key=lambda entry: entry.place).agent: mine for mine in found.values()}
    for agent in sorted(named):
        yield agent, sorted(named[agent], key=order_of, reverse=True)


def alike_problems(agents: Sequence[str]) -> Iterator[IndexProblem]:
    """Names of agents that somebody may take for each other, which are two all the same."""
    for clash in clashes(agents):
        yield IndexProblem("agents_alike", agents[clash.later], agents[clash.earlier])


def check_agent(agent: str, lines: Iterable[IndexEntry]) -> None:
    """Refuses a new name that the index has in another spelling, or that looks like one in it. Raises Refused."""
    names = list(dict.fromkeys(entry.agent for entry in lines if entry.agent))
    if agent in names:
        return
    clash = next((one for one in clashes([*names, agent]) if one.later == len(names)), None)
    if clash and clash.is_same:
        raise Refused(f"agentId: found {agent!r}; the index has this agent as {names[clash.earlier]!r}; write it so")
    if clash:
        raise Refused(
            f"agentId: found {agent!r}, which looks like {names[clash.earlier]!r} in the index; expected "
            "names that nobody takes for each other"
        )


def may_name(agent: str, line: bytes) -> bool:
    """False for a line of the index that surely names no agent of this name, in whatever spelling."""
    if not agent.isascii() or not line.isascii() or b"\\" in line:
        return True
    return all(word in line.lower() for word in folded(agent).encode().split())


def check_move(before: IndexEntry, entry: IndexEntry) -> None:
    """A later version of a contribution. Raises Refused where its life does not allow it."""
    if before.agent != entry.agent:
        raise Refused(f"{entry.id} is a contribution of {before.agent}; only that agent may add a version")
    if entry.status not in _MOVES.get(before.status, INDEX_STATUSES):
        allowed = _MOVES.get(before.status, ())
        if not allowed:
            raise Refused(f"{entry.id} is in the index already, and complete is final; new work is a new contribution")
        raise Refused(f"{entry.id} is {before.status}; found {entry.status}; allowed: {', '.join(allowed)}")


def entry_plain(entry: IndexEntry, decisions: int, conflicts: int) -> dict[str, Any]:
    """A line of the index as it is written."""
    return {
        "id": entry.id,
        "sessionId": entry.session,
        "epicId": entry.epic,
        "taskId": entry.task,
        "agentId": entry.agent,
        "status": entry.status,
        "createdAt": entry.created_at,
        "updatedAt": entry.updated_at,
        "decisionCount": decisions,
        "conflictCount": conflicts,
        "filePath": entry.file,
        "checksum": entry.checksum,
    }
