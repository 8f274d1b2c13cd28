"""Checkpoints of the record, and the keys that sign them."""

from collections.abc import Iterator
from pathlib import Path

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.core.errors import InputError
from quorate.deliberation.principal import Principal
from quorate.record.checkpoint.signature import Signer, new_key
from quorate.record.checkpoint.statement import to_sign, unsigned, with_signature
from quorate.record.checkpoint.store_checkpoint import checkpoint_of
from quorate.record.rows import Row
from quorate.views.integrity import WrittenCheckpoint


async def make_key(file: Path) -> str:
    """A new pair of keys: the secret one in this file, and beside it, in FILE.pub, the public one, which it gives."""
    return new_key(file)


@operation
async def make_checkpoint(app: App, who: Principal, key: Path | None = None) -> WrittenCheckpoint:
    """What the record holds at this moment, signed where there is a key; a damaged record gets none."""
    signer = Signer(key) if key else None
    if app.missing:
        raise InputError("there is no record to checkpoint; `quorate decide` creates one")
    at, signed_by = app.now, signer.public if signer else ""

    def take(rows: Iterator[Row]) -> bytes:
        return unsigned(checkpoint_of(rows, at, signed_by))

    content = await app.record.export(take)
    signature = signer.sign(to_sign(content)) if signer else b""
    return WrittenCheckpoint(with_signature(content, signature), at, signed_by)
