"""What a gate checks before an agent is started: a manifest entry and a voting matrix, from wherever they are."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from quorate.app.evidence.manifest_file import lines_of
from quorate.core.errors import DocumentError, InputError
from quorate.documents.container import decoded, parsed

_KNOWN = (
    *("id", "file", "title", "date", "status", "topics", "key_findings", "actionable"),
    *("needs_followup", "linked_tasks", "agent_type"),
)


class GateParts(NamedTuple):
    """A manifest entry, or the task whose entry a manifest has; and a voting matrix. Empty where there is none."""

    entry: bytes = b""
    matrix: bytes = b""
    manifest: str = ""
    task: str = ""


def gate_document(parts: GateParts) -> bytes:
    """The document that `check_consensus` reads. What is missing is missing there too: a gate fails closed."""
    entry = _read(parts.entry, "the manifest entry") if parts.entry else _entry_of(parts)
    matrix = _read(parts.matrix, "the voting matrix") if parts.matrix else {"options": []}
    known = {key: said for key, said in entry.items() if key in _KNOWN} if isinstance(entry, dict) else entry
    return json.dumps({"manifest": known, "votingMatrix": matrix}, default=float).encode()


def _read(data: bytes, what: str) -> Any:
    try:
        return parsed(decoded(data))[0]
    except DocumentError as error:
        raise error.in_source(what) from None


def _entry_of(parts: GateParts) -> Any:
    """The latest entry that belongs to the task, as it is written."""
    if not parts.manifest or not parts.task:
        raise InputError("the manifest entry is missing; expected --entry FILE, or --task ID with --manifest FILE")
    found = [one for one in lines_of(Path(parts.manifest)) if one.entry and parts.task in one.entry.linked_tasks]
    if not found:
        raise InputError(f"{parts.manifest}: no entry for the task {parts.task!r}")
    return json.loads(found[-1].text)
