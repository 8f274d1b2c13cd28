"""A checkpoint made of a store's rows, which are checked first."""

from collections.abc import Iterable, Iterator

from quorate.core.errors import StoreError
from quorate.record.checkpoint.statement import Checkpoint, DeliberationHead, head_of
from quorate.record.export.export_writer import grouped
from quorate.record.rows import Row
from quorate.record.verify.verification import Check


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
