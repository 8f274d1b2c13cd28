"""What was written into files: backups, exports, checkpoints and keys."""

from typing import Any, NamedTuple


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


def backup_plain(file: str, backup: Backup) -> dict[str, Any]:
    """Whether it is damaged is only said where it is."""
    return {"file": file, **({"damaged": True} if backup.damage else {})}


def export_plain(file: str, export: Export) -> dict[str, Any]:
    """How much is in the file."""
    return {"file": file, **export._asdict()}


def checkpoint_plain(file: str, checkpoint: WrittenCheckpoint) -> dict[str, Any]:
    """Of which moment it is, and who signed it."""
    return {"file": file, "at": checkpoint.at, "signed_by": checkpoint.signed_by or None}


def new_key_plain(file: str, public_key: str) -> dict[str, Any]:
    """The secret key's file, and the public key for whoever checks."""
    return {"file": file, "public_file": f"{file}.pub", "public_key": public_key}
