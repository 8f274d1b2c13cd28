"""What was learned, kept in sealed files of ours alone: whoever loses them only waits for it once more.

Votes are in a file of their own, which is read only where something has to be learned anew.
"""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from quorate.analysis.track_record.decided_votes import DecidedVotes
from quorate.core.errors import StoreError
from quorate.record.codec import decoded, encoded
from quorate.record.port import OutcomeLine
from quorate.record.sealed_file import read_sealed, write_sealed

VERSION = 5
"""Of what is kept: another one is not read. It changes with the mathematics and with the values."""
_MOST_RESULTS = 100
_LARGEST_NUMBER = 1e9
"""No share, weight or count comes near it; sums and squares of what is smaller are still numbers."""
_Result = TypeVar("_Result", bound=tuple[Any, ...])


def name_of(*about: Any) -> str:
    """Names what is learned: by the outcomes that it is learned from, and what is asked of them."""
    return sha256(json.dumps([VERSION, *about]).encode()).hexdigest()


def read_result(file: Path | None, name: str, kind: type[_Result]) -> _Result | None:
    """What was learned under this name; None where it has to be learned again."""
    try:
        return _decoded(kind, _read(file)["results"][name])
    except (LookupError, TypeError, ValueError, RecursionError, StoreError):
        return None


def write_result(file: Path | None, name: str, result: tuple[Any, ...]) -> None:
    """Keeps what was learned; the oldest is forgotten."""
    earlier = _mapping(_read(file).get("results"))
    newest = dict(list(earlier.items())[-_MOST_RESULTS + 1 :])
    _write(file, {"results": {**newest, name: encoded(result)}})


class KeptVotes(NamedTuple):
    """The votes of deliberations by id, each with the head that it was read at."""

    texts: Mapping[str, Any] = {}

    def votes_of(self, line: OutcomeLine) -> DecidedVotes | None:
        """The votes of a deliberation as it is now; None where they have to be read again."""
        try:
            head, text = self.texts.get(line.deliberation, ("", ""))
            return _decoded(DecidedVotes, text) if head == line.head else None
        except (TypeError, ValueError, RecursionError, StoreError):
            return None


def read_votes(file: Path | None) -> KeptVotes:
    """What is kept of votes; nothing where there is no file, or another version wrote it."""
    return KeptVotes(_mapping(_read(_votes_file(file)).get("votes")))


def write_votes(file: Path | None, kept: KeptVotes, found: Iterable[tuple[OutcomeLine, DecidedVotes]]) -> None:
    """Keeps these as well."""
    added = {line.deliberation: (line.head, encoded(votes)) for line, votes in found}
    _write(_votes_file(file), {"votes": {**kept.texts, **added}})


def _votes_file(file: Path | None) -> Path | None:
    return file.with_suffix(".votes.json") if file else None


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _decoded(kind: type[_Result], text: str) -> _Result:
    """A value whose numbers can be computed with. Raises ValueError."""
    json.loads(text, parse_float=_checked_number, parse_int=_checked_number, parse_constant=_checked_number)
    return decoded(kind, text)


def _checked_number(text: str) -> None:
    if not abs(float(text)) <= _LARGEST_NUMBER:  # not true of NaN either
        raise ValueError(text)


def _read(file: Path | None) -> dict[str, Any]:
    try:
        kept = _mapping(json.loads(read_sealed(file) if file else "{}"))
    except (StoreError, ValueError, RecursionError):
        return {}
    return kept if kept.get("version") == VERSION else {}


def _write(file: Path | None, kept: Mapping[str, Any]) -> None:
    """For the next time, if that can be; nobody depends on it."""
    if file is None or not file.parent.parent.is_dir():
        return
    try:
        file.parent.mkdir(mode=0o700, exist_ok=True)
        write_sealed(file, json.dumps({"version": VERSION, **kept}))
    except (OSError, StoreError):
        return
