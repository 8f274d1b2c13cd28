"""What was written into files: backups, exports, checkpoints and keys."""

from typing import Annotated, NamedTuple

from quorate.core.codec.declaration import Also, Key, SaidFlag, TextOrNull


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
    damaged: SaidFlag = False


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
