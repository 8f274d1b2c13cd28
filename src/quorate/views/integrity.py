"""How the record is kept safe: backups, exports, checkpoints and keys in files, and what a check of them found."""

from typing import Annotated, NamedTuple

from quorate.core.codec.declaration import Also, Key, OptionalFlag, TextOrNull


class Backup(NamedTuple):
    """A copy of the record, and what is wrong with it: a damaged record is copied too."""

    damage: tuple[str, ...] = ()


class Export(NamedTuple):
    """What an export holds, and which deliberations it had to leave out because their ballots are sealed."""

    deliberations: int
    events: int
    left_out: tuple[str, ...] = ()


class WrittenCheckpoint(NamedTuple):
    """A statement of what the record holds, when it was made, and whose key signed it (empty: nobody's)."""

    content: bytes
    at: str
    signed_by: str = ""


class SavedBackup(NamedTuple):
    """A backup in a file; whether it is damaged is only said where it is."""

    file: str
    damaged: OptionalFlag = False


class SavedExport(NamedTuple):
    """How much is in the file of an export."""

    file: str
    export: Annotated[Export, Key(is_spread=True)]


class SavedCheckpoint(NamedTuple):
    """Of which moment a checkpoint in a file is, and who signed it."""

    file: str
    at: str
    signed_by: TextOrNull


class SavedKey(NamedTuple):
    """A secret key's file, and the public key for whoever checks."""

    file: str
    public_key: str

    @staticmethod
    def json_also() -> tuple[Also, ...]:
        """Where the public key is."""
        return (Also("public_file", "file", lambda key: f"{key.file}.pub", {"type": "string"}),)


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
