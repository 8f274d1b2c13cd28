"""What a check of a record, an export or a backup found."""

from typing import NamedTuple

from quorate.core.codec.declaration import Also


class Finding(NamedTuple):
    """Something that is not as it was stored; `event` is 0 where it is about no single event."""

    deliberation: str
    event: int
    sentence: str

    @staticmethod
    def json_also() -> tuple[Also, ...]:
        """The whole of it as one line."""
        return (Also("text", "sentence", lambda finding: finding.text, {"type": "string"}),)

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

    @staticmethod
    def json_also() -> tuple[Also, ...]:
        """The answer comes first."""
        return (Also("intact", "", lambda found: found.is_intact, {"type": "boolean"}),)

    @property
    def is_intact(self) -> bool:
        """True where nothing was found, and all that ought to be checked was."""
        return not self.findings and not self.unchecked
