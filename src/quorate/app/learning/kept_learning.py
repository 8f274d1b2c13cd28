"""What was learned, kept in a file beside the record: whoever loses it only waits for it once more."""

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from quorate.analysis.learning.judgement import Teaching
from quorate.analysis.track_record.decided_votes import DecidedVotes
from quorate.core.errors import StoreError
from quorate.record.codec import decoded, encoded
from quorate.record.port import OutcomeLine

VERSION = 2
"""Of what is kept: another one is not read. It changes with the mathematics."""
_MOST_TEACHINGS = 50


class KeptLearning(NamedTuple):
    """The votes of deliberations by id, each with the head that it was read at; what was fitted, by its hash."""

    votes: Mapping[str, tuple[str, str]] = {}
    teachings: Mapping[str, str] = {}

    def votes_of(self, line: OutcomeLine) -> DecidedVotes | None:
        """The votes of a deliberation as it stands; None where they have to be read again."""
        head, text = self.votes.get(line.deliberation, ("", ""))
        return decoded(DecidedVotes, text) if head == line.head else None

    def teaching(self, name: str) -> Teaching | None:
        """What was fitted to the outcomes with this hash."""
        text = self.teachings.get(name)
        return decoded(Teaching, text) if text is not None else None

    def with_votes(self, found: Mapping[OutcomeLine, DecidedVotes]) -> "KeptLearning":
        """The same and these."""
        added = {line.deliberation: (line.head, encoded(votes)) for line, votes in found.items()}
        return self._replace(votes={**self.votes, **added})

    def with_teaching(self, name: str, taught: Teaching) -> "KeptLearning":
        """The same and this; the oldest are forgotten."""
        newest = list(self.teachings.items())[-_MOST_TEACHINGS + 1 :]
        return self._replace(teachings={**dict(newest), name: encoded(taught)})


def hash_of(records: tuple[DecidedVotes, ...], *, fixed_options: bool, may_decide: bool = False) -> str:
    """Names the outcomes that something is learned from."""
    said = json.dumps([VERSION, fixed_options, may_decide, [encoded(one) for one in records]])
    return sha256(said.encode()).hexdigest()


def read_kept(file: Path | None) -> KeptLearning:
    """What is kept in a file; nothing where there is none, or another version wrote it."""
    try:
        kept: Any = json.loads(file.read_text("utf-8")) if file else {}
        if kept.get("version") != VERSION:
            return KeptLearning()
        votes = {name: (str(head), str(text)) for name, (head, text) in kept["votes"].items()}
        found = KeptLearning(votes, {str(name): str(text) for name, text in kept["teachings"].items()})
        _check(found)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, StoreError):
        return KeptLearning()
    return found


def _check(kept: KeptLearning) -> None:
    for _, text in kept.votes.values():
        decoded(DecidedVotes, text)
    for text in kept.teachings.values():
        decoded(Teaching, text)


def write_kept(file: Path | None, kept: KeptLearning) -> None:
    """Keeps it for the next time, if that can be; nobody depends on it."""
    if file is None or not file.parent.parent.is_dir():
        return
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(mode=0o700, exist_ok=True)
        fresh.write_text(json.dumps({"version": VERSION, **kept._asdict()}), "utf-8")
        fresh.replace(file)
    except OSError:
        fresh.unlink(missing_ok=True)
