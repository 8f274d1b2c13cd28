"""Conflicts between contributions, with their life on disk beside the index."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from quorate.app.evidence.contribution_files import index_of
from quorate.app.evidence.epic import EpicRequest, compute_consensus
from quorate.core.codec import json_line
from quorate.core.errors import UnknownName
from quorate.core.exact import Exact
from quorate.deliberation.moments import stamp
from quorate.evidence.conflict_life import (
    CONFLICT_FILE,
    ConflictState,
    ConflictStep,
    after,
    read_step,
    states_of,
    step_plain,
)
from quorate.evidence.epic_consensus import EpicConsensus, conflicts_of
from quorate.files.line_file import append_line


class ConflictMove(NamedTuple):
    """What somebody wants to do about a conflict: propose, vote, accept or reject."""

    step: str
    type: str = ""
    text: str = ""
    vote: str = ""
    confidence: Exact | None = None


def move_conflict(request: EpicRequest, conflict: str, move: ConflictMove, by: str, now: datetime) -> ConflictState:
    """Takes a step with a conflict, in somebody's name; nothing is written where its life does not allow it."""
    known = _severities(compute_consensus(request, now))
    if conflict not in known:
        raise UnknownName("conflict in this epic", conflict, list(known)[:20])
    step = ConflictStep(conflict, request.epic, by=by, at=stamp(now), **move._asdict())
    reached: list[ConflictState] = []

    def line_after(lines: Iterator[bytes]) -> bytes:
        before = states_of(map(read_step, lines), request.epic).get(conflict, ConflictState())
        reached.append(after(before, step, known[conflict]))
        return json_line(step_plain(step)).encode()

    append_line(_file(request), line_after)
    return reached[-1]


def _severities(consensus: EpicConsensus) -> dict[str, str]:
    """How severe every known conflict is."""
    stated = {one.id: one.severity for one in consensus.stated}
    return stated | {conflict.id: conflict.severity for _, conflict in conflicts_of(consensus)}


def _file(request: EpicRequest) -> Path:
    return index_of(request.source).parent / CONFLICT_FILE
