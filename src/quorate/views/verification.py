"""What a check of a record, an export or a backup found."""

from collections.abc import Iterable
from typing import Any, NamedTuple


class Finding(NamedTuple):
    """Something that is not as it was stored; `event` is 0 where it is about no single event."""

    deliberation: str
    event: int
    sentence: str

    @property
    def text(self) -> str:
        """With where it is, on one line."""
        event = f"event {self.event}" if self.event else ""
        where = ", ".join(part for part in (self.deliberation, event) if part)
        return f"{where}: {self.sentence}" if where else self.sentence


class Gone(NamedTuple):
    """A text that was redacted: where, by whom, when and why, and whether a checkpoint does not know that yet."""

    deliberation: str
    event: int
    field: str
    hash: str
    by: str
    at: str
    reason: str
    after_checkpoint: bool = False


class Verification(NamedTuple):
    """All that was found; `unchecked` is what ought to be checked and cannot be: neither damaged nor intact."""

    deliberations: int
    events: int
    findings: tuple[Finding, ...] = ()
    unchecked: tuple[Finding, ...] = ()
    redacted: tuple[Gone, ...] = ()
    left_out: tuple[str, ...] = ()
    notes: tuple[Finding, ...] = ()

    @property
    def is_intact(self) -> bool:
        """True where nothing was found, and all that ought to be checked was."""
        return not self.findings and not self.unchecked


def verification_plain(found: Verification) -> dict[str, Any]:
    """Whether it is intact, and why not."""
    return {
        "intact": found.is_intact,
        "deliberations": found.deliberations,
        "events": found.events,
        "findings": _findings(found.findings),
        "unchecked": _findings(found.unchecked),
        "redacted": [gone._asdict() for gone in found.redacted],
        "left_out": list(found.left_out),
        "notes": _findings(found.notes),
    }


def _findings(found: Iterable[Finding]) -> list[dict[str, Any]]:
    return [{**one._asdict(), "text": one.text} for one in found]
