"""The consensus of an epic, computed from the contributions on disk as a stream."""

import os
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from quorate.app.evidence.contribution_files import ELSEWHERE, IndexReading, index_of, read_index, root_of
from quorate.core.errors import InputError, UnknownName
from quorate.core.text.names import are_same
from quorate.deliberation.moments import stamp
from quorate.documents.container import decoded, parsed_json
from quorate.evidence.conflict_life import CONFLICT_FILE, read_step, states_of
from quorate.evidence.contribution_index import (
    IndexEntry,
    IndexProblem,
    alike_problems,
    by_agent,
    fits_checksum,
    id_problems,
    latest_of,
)
from quorate.evidence.epic_consensus import EpicConsensus, EpicFold, facts_of
from quorate.evidence.lenient_contribution import ContributionReading, Deviation, read_leniently
from quorate.files.confined_folder import ConfinedFolder, RefusedPath
from quorate.files.line_file import read_lines

_MOST_EPICS = 20
Watch = Callable[[int, int], None]


class EpicRequest(NamedTuple):
    """Which contributions: a folder or an index, the epic, and the root that no path leaves.

    Where it `is_served`, the source is a folder below the one that the settings of the server name, or empty.
    """

    source: str
    epic: str
    root: str = ""
    is_served: bool = False


def compute_consensus(request: EpicRequest, now: datetime, watch: Watch | None = None) -> EpicConsensus:
    """The consensus of the complete contributions to an epic; none at all give an empty one."""
    fold, problems = EpicFold(), list[IndexProblem]()
    for reading in readings_of(request, problems, watch):
        fold.add(reading.contribution, [one.code for one in reading.deviations])
    steps = [*map(read_step, read_lines(index_of(request.source).parent / CONFLICT_FILE))]
    touched = {step.conflict for step in steps if step and step.epic == request.epic}
    found = fold.result(request.epic, stamp(now), problems, touched)
    return found._replace(resolutions=states_of(steps, request.epic, facts_of(found)))


def readings_of(
    request: EpicRequest, problems: list[IndexProblem], watch: Watch | None = None
) -> Iterator[ContributionReading]:
    """The complete contributions, agent by agent, of each the latest first; what is not counted goes to `problems`."""
    if not request.epic.strip():
        raise InputError("the epic's id is missing; expected an id such as T2679")
    index = index_of(request.source)
    root = request.root or str(root_of(index) if index.exists() else index.parent)
    if not os.path.isdir(root):
        return
    with ConfinedFolder(root) as confined:
        folder = _IndexFolder(confined, os.path.relpath(os.path.realpath(index.parent), confined.root))
        found = read_index(index) if index.exists() or not Path(request.source).is_dir() else _listed(confined)
        problems += [*found.problems, *id_problems(found.entries, request.epic)]
        latest = latest_of(found.entries).values()
        entries = [entry for entry in latest if entry.epic == request.epic and entry.status == "complete"]
        yield from _read_in_order(folder, entries, problems, watch)
        missing = [problem.where for problem in problems if problem.code in ("orphaned_entry", *ELSEWHERE)]
        if entries and len(missing) == len(entries):
            raise InputError(f"{index}: none of its files for {request.epic} is in {root}, such as {missing[0]}")


class _IndexFolder(NamedTuple):
    """The folder that no path leaves, and in it the folder of the index, which paths start from, too."""

    confined: ConfinedFolder
    own: str

    def read(self, path: str) -> bytes:
        """Return the bytes of a file beside the index, or else below the root. Raises RefusedPath."""
        if self.own != "." and not self.own.startswith(".."):
            try:
                return self.confined.read(os.path.join(self.own, path))
            except RefusedPath as error:
                if error.code != "missing_file":
                    raise
        return self.confined.read(path)


def epics_in(source: str) -> list[str]:
    """The epics that there are complete contributions to, the first few by name."""
    index = index_of(source)
    if index.exists() or not Path(source).is_dir():
        found = read_index(index)
    else:
        with ConfinedFolder(source) as folder:
            found = _listed(folder)
    entries = latest_of(found.entries).values()
    return sorted({entry.epic for entry in entries if entry.status == "complete"})[:_MOST_EPICS]


def check_epic(request: EpicRequest) -> None:
    """Raises UnknownName where the contributions are all to other epics."""
    others = epics_in(request.source)
    if others and request.epic not in others:
        raise UnknownName("epic with a complete contribution", request.epic, others)


def _listed(folder: ConfinedFolder) -> IndexReading:
    """A folder without an index: every JSON file in it, by what it says of itself."""
    entries, problems = list[IndexEntry](), list[IndexProblem]()
    for place, name in enumerate(sorted(os.listdir(folder.root)), 1):
        if not name.endswith(".json"):
            continue
        try:
            one = _reading(folder.read(name), name).contribution
        except (InputError, RecursionError) as error:
            problems.append(IndexProblem(getattr(error, "code", "unreadable_file"), name, str(error)))
            continue
        moment = str(one.meta.get("completedAt") or one.created_at)
        entries.append(
            IndexEntry(one.id, one.session, one.epic, one.task, one.agent, one.status, moment, name, "", place)
        )
    return IndexReading(tuple(entries), tuple(problems))


def _reading(data: bytes, name: str) -> ContributionReading:
    return read_leniently(parsed_json(decoded(data)), name)


def _read_in_order(
    folder: _IndexFolder, entries: list[IndexEntry], problems: list[IndexProblem], watch: Watch | None
) -> Iterator[ContributionReading]:
    """The contributions agent by agent, of each the latest first; what cannot be counted is named."""
    done = 0
    named = [entry if entry.agent else _with_agent(folder, entry) for entry in entries]
    agents = list(by_agent(named))
    problems += alike_problems([agent for agent, _ in agents])
    for agent, mine in agents:
        for entry in mine:
            done += 1
            if watch:
                watch(done, len(entries))
            found = _found(folder, entry, agent)
            if isinstance(found, IndexProblem):
                problems.append(found)
            else:
                yield found


def _with_agent(folder: _IndexFolder, entry: IndexEntry) -> IndexEntry:
    """An index may leave the agent to the document; what cannot be read is named later."""
    try:
        one = _reading(folder.read(entry.file), entry.file).contribution
    except (InputError, RecursionError):
        return entry
    return entry._replace(agent=one.agent or one.session or one.id)


def _found(folder: _IndexFolder, entry: IndexEntry, agent: str) -> ContributionReading | IndexProblem:
    try:
        data = folder.read(entry.file)
        if not fits_checksum(data, entry.checksum):
            return IndexProblem("checksum_differs", entry.file, entry.id)
        reading = _reading(data, entry.file)
    except RefusedPath as error:
        code = "orphaned_entry" if error.code == "missing_file" else error.code
        return IndexProblem(code, entry.file, entry.id)
    except (InputError, RecursionError) as error:
        return IndexProblem("unreadable_file", entry.file, str(error))
    one = reading.contribution
    if (one.agent and not are_same(one.agent, agent)) or (one.epic and one.epic != entry.epic):
        return IndexProblem("index_differs", entry.file, entry.id)
    filled = one._replace(agent=agent, session=one.session or entry.session, id=entry.id)
    return ContributionReading(filled, (*reading.deviations, *_other_spelling(one.agent or agent, entry, agent)))


def _other_spelling(written: str, entry: IndexEntry, agent: str) -> list[Deviation]:
    """Noted where the document or its line spells the agent's name otherwise than it is shown."""
    other = written if written != agent else entry.agent
    return [Deviation("agent_spelling", "/_meta/agentId", other)] if other not in (agent, "") else []
