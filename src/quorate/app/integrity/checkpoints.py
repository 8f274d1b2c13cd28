"""Checkpoints of the record, and the keys that sign them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.core.errors import InputError, StoreError
from quorate.deliberation.principal import Principal
from quorate.record.checkpoint.signature import Signer, new_key
from quorate.record.checkpoint.statement import Checkpoint, DeliberationHead, head_of, to_sign, unsigned, with_signature
from quorate.record.export.export_writer import grouped
from quorate.record.rows import Row
from quorate.record.verify.verification import Check
from quorate.views.integrity import WrittenCheckpoint


def checkpoint_of(rows: Iterable[Row], at: str, signed_by: str = "") -> Checkpoint:
    """What the rows come to. Raises StoreError where anything is wrong with them: nobody vouches for that."""
    check = Check(count_again=False)
    heads = {head.id: head for head in _heads(check, rows)}
    check.finish()
    _refuse_damage(check)
    return Checkpoint(at, heads, check.keys.within({name: head.events for name, head in heads.items()}), signed_by)


def _heads(check: Check, rows: Iterable[Row]) -> Iterator[DeliberationHead]:
    for group in grouped(check.without_keys(rows)):
        session = check.look_at(group)
        _refuse_damage(check)
        assert session is not None
        yield head_of(group, session)


def _refuse_damage(check: Check) -> None:
    if check.findings:
        raise StoreError(f"{check.findings[0].text}; no checkpoint was written: `quorate verify` lists all damage")


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
