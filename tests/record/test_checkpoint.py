"""A checkpoint that was kept elsewhere finds what the record itself cannot: rewriting, cutting off, older copies."""

import json
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quorate.app.integrity.checkpoints import checkpoint_of
from quorate.core.errors import InputError, StoreError
from quorate.deliberation.moments import stamp
from quorate.record.checkpoint.signature import Signer, is_signed, new_key, public_key
from quorate.record.checkpoint.statement import Checkpoint, read_checkpoint, to_sign, unsigned, with_signature
from quorate.record.faults import OtherFormat
from quorate.record.memory import MemoryRecord
from quorate.record.port import RequestKey, keep_key
from quorate.record.redact.stored_redaction import Wish, redact
from quorate.record.rows import EventRow, KeyRow, LineRow, Row, Store
from quorate.record.verify.verification import Check
from tests.record.lives import ANN, FOR, SECRET, Life, judged, live_all, opened, released, split, voting
from tests.record.parts import Clock

AT = "2026-11-15T12:00:00.000000Z"


async def checkpoint(record: Store) -> Checkpoint:
    return await record.export(lambda rows: checkpoint_of(rows, AT))


def against(made: Checkpoint, rows: Sequence[Row]) -> list[str]:
    check = Check(made)
    check.go_through(rows)
    check.finish()
    return [one.text for one in check.findings]


async def rows_of(record: Store) -> list[Row]:
    rows: list[Row] = await record.export(list)
    return rows


async def test_what_came_later_is_fine(record: Store, clock: Clock) -> None:
    lives = await live_all(record, clock)
    made = await checkpoint(record)
    assert against(made, await rows_of(record)) == []
    await lives[2].vote("Pathos", FOR)
    await released(record, clock)
    await redact(record, lives[0].session.id, Wish("a customer", text=SECRET), ANN)
    assert against(made, await rows_of(record)) == []


async def test_a_later_request_that_stored_nothing_is_fine(record: Store, clock: Clock) -> None:
    await live_all(record, clock)
    made = await checkpoint(record)
    await keep_key(record, ANN, RequestKey("later", "sha256:0"))
    assert against(made, await rows_of(record)) == []
    assert (await checkpoint(record)).keys == made.keys


async def test_an_older_copy_is_found(record: Store, clock: Clock) -> None:
    lives = await live_all(record, clock)
    older = await rows_of(record)
    await lives[2].vote("Pathos", FOR)
    last = await released(record, clock)
    found = against(await checkpoint(record), older)
    name, known = lives[2].session.id, f"the checkpoint of {AT} lists"
    why = "the last were cut off, or an older copy was restored"
    assert f"{name}, event 3: {known} 4 events, but there are 3: {why}" in found
    assert f"{last.session.id}: it is missing; {known} it, with 8 events" in found
    assert len(found) == 3  # and the keys of the requests since


async def test_other_events_under_the_same_names_are_found(clock: Clock) -> None:
    record, other = MemoryRecord(clock), MemoryRecord(clock)
    life = await released(record, clock)
    await released(other, clock)
    rows = await rows_of(other)
    assert Check().findings == []
    found = against(await checkpoint(record), [row for row in rows if not isinstance(row, KeyRow)])
    assert found[0] == (
        f"{life.session.id}, event 8: the checkpoint of {AT} lists a different one: it, or one before it, was rewritten"
    )


async def test_a_key_less_is_found(clock: Clock) -> None:
    record = MemoryRecord(clock)
    await live_all(record, clock)
    made, rows = await checkpoint(record), await rows_of(record)
    keys = [row for row in rows if isinstance(row, KeyRow)]
    for key in keys:
        assert against(made, [row for row in rows if row != key])[0].startswith("keys of requests that the checkpoint")


async def test_a_sealed_ballot_cannot_be_guessed_from_it(record: Store, clock: Clock) -> None:
    life = await voting(record, clock)
    sealed = {row.hash for row in await rows_of(record) if isinstance(row, EventRow) and row.position > 2}
    (head,) = (await checkpoint(record)).heads.values()
    assert (head.events, head.position) == (3, 2)
    content = unsigned(await checkpoint(record)).decode()
    assert not any(one in content for one in sealed)
    await _close(life)
    (head,) = (await checkpoint(record)).heads.values()
    assert head.events == head.position == life.session.position


async def _close(life: Life) -> None:
    await life.vote("Pathos", FOR)
    await life.vote("Sophia", FOR)


async def test_nobody_vouches_for_a_damaged_record(clock: Clock) -> None:
    record = MemoryRecord(clock)
    await released(record, clock)
    rows = [row._replace(head="sha256:0") if isinstance(row, LineRow) else row for row in await rows_of(record)]
    with pytest.raises(StoreError, match="no checkpoint was written"):
        checkpoint_of(rows, AT)


async def test_it_is_read_back_as_it_was_written(clock: Clock) -> None:
    record = MemoryRecord(clock)
    await live_all(record, clock)
    made = await checkpoint(record)
    read = read_checkpoint(with_signature(unsigned(made), b""), "it")
    assert (read.checkpoint, read.signature) == (made, b"")


async def test_a_signed_one_that_was_changed_in_any_bit_is_not_believed(tmp_path: Path, clock: Clock) -> None:
    record = MemoryRecord(clock)
    await live_all(record, clock)
    new_key(tmp_path / "key")
    signer, draw = Signer(tmp_path / "key"), Random(4711)
    content = unsigned((await checkpoint(record))._replace(signed_by=signer.public))
    data = with_signature(content, signer.sign(to_sign(content)))
    assert is_believed(data, signer.public)
    for _ in range(500):
        changed = bytearray(data)
        changed[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        assert not is_believed(bytes(changed), signer.public)
    assert not any(is_believed(data[:end], signer.public) for end in range(0, len(data), 7))


def is_believed(data: bytes, public: str) -> bool:
    try:
        read = read_checkpoint(data, "it")
    except (InputError, StoreError):
        return False
    signer = read.checkpoint.signed_by
    return signer == public and is_signed(to_sign(read.content), read.signature, signer)


def test_a_key_is_its_owners_alone_and_replaces_nothing(tmp_path: Path) -> None:
    public = new_key(tmp_path / "key")
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert public_key(str(tmp_path / "key.pub")) == public == public_key(public)
    with pytest.raises(InputError, match="key already exists; name a new file for the key"):
        new_key(tmp_path / "key")
    (tmp_path / "key").unlink()
    with pytest.raises(InputError, match=r"key\.pub already exists"):
        new_key(tmp_path / "key")


def test_what_is_no_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("Dear diary")
    for use in (lambda: Signer(tmp_path / "key"), lambda: public_key(str(tmp_path / "key"))):
        with pytest.raises(InputError, match=r"key: not a (secret|public) key"):
            use()
    with pytest.raises(InputError, match="no such file or directory; expected a file with a key"):
        Signer(tmp_path / "none")


@pytest.mark.parametrize("data", [b"", b"Dear diary\n", b"{}\n", b"\xff"])
def test_what_is_no_checkpoint_is_wrong_input(data: bytes) -> None:
    with pytest.raises(InputError, match="it: not a checkpoint; expected a file that `quorate checkpoint` wrote"):
        read_checkpoint(data, "it")


async def test_ten_thousand_deliberations_take_about_a_megabyte(clock: Clock) -> None:
    record = MemoryRecord(clock)
    await released(record, clock)
    made = await checkpoint(record)
    (head,) = made.heads.values()
    many = {f"MAGI-2026-1115-{one:05d}": head._replace(id=f"MAGI-2026-1115-{one:05d}") for one in range(10_000)}
    content = unsigned(made._replace(heads=many))
    assert len(content) < 1_500_000
    assert json.loads(content.splitlines()[0])["deliberations"] == 10_000


async def later_than(record: Store, clock: Clock) -> Checkpoint:
    """A checkpoint of an hour later."""
    at = stamp(clock.now + timedelta(hours=1))
    return await record.export(lambda rows: checkpoint_of(rows, at))


async def test_a_deliberation_that_was_back_dated_is_found(clock: Clock) -> None:
    record = MemoryRecord(clock)
    await released(record, clock)
    made = await later_than(record, clock)
    life = await released(record, clock)
    found = against(made, await rows_of(record))
    why = f"its time is before the checkpoint of {made.at}, which does not list the deliberation"
    assert found == [f"{life.session.id}, event 1: {why}: it was back-dated, or a clock was wrong"]


async def test_an_event_that_was_back_dated_is_found(clock: Clock) -> None:
    record = MemoryRecord(clock)
    life = await split(record, clock)
    made = await later_than(record, clock)
    await redact(record, life.session.id, Wish("a customer", 11, "reason"), ANN)
    assert against(made, await rows_of(record))[0].startswith(
        f"{life.session.id}, event 12: its time is before the checkpoint of {made.at}, which does not list it"
    )


async def test_clocks_may_differ_by_a_little_and_that_is_noted(clock: Clock) -> None:
    record = MemoryRecord(clock)
    await released(record, clock)
    at = stamp(clock.now + timedelta(seconds=45))
    made = await record.export(lambda rows: checkpoint_of(rows, at))
    life = await released(record, clock)
    check = Check(made)
    await record.export(check.go_through)
    assert check.findings == []
    assert [(one.deliberation, one.event) for one in check.notes] == [(life.session.id, 1)]


async def test_the_order_of_the_log_is_the_one_that_it_knows(clock: Clock) -> None:
    record = MemoryRecord(clock)
    await released(record, clock)
    await judged(record, clock)
    made, rows = await checkpoint(record), [row for row in await rows_of(record) if not isinstance(row, KeyRow)]
    place = next(at for at, row in enumerate(rows) if row[0].startswith("JUDGES"))
    found = against(made, [*rows[place:], *rows[:place]])
    why = "lists it before JUDGES-2026-1115-001: the order of the log was changed"
    assert found[0] == f"MAGI-2026-1115-001: the checkpoint of {AT} {why}"


async def test_what_it_knows_as_closed_is_missed_where_an_export_left_it_out(clock: Clock) -> None:
    record = MemoryRecord(clock)
    closed, still_open = await released(record, clock), await opened(record, clock, question="Adopt?")
    await voting(record, clock)
    made = await checkpoint(record)
    check = Check(made)
    check.left_out = (closed.session.id, still_open.session.id)
    check.go_through([row for row in await rows_of(record) if row[0] == "MAGI-2026-1115-003"])
    check.finish(with_keys=False)
    assert check.findings == []
    assert not check.is_intact
    assert [one.text for one in check.unchecked] == [
        f"{closed.session.id}: it was left out of the export as sealed, but the checkpoint lists it as closed"
    ]


HEADS = (
    {"position": 99},
    {"position": "x"},
    {"position": 0},
    {"position": -3},
    {"events": 0},
    {"id": 7},
    {"hash": None},
)


@pytest.mark.parametrize("wrong", [*HEADS, {"position": True}, {"open": 1}, {"more": 1}], ids=str)
async def test_a_checkpoint_made_by_hand_has_to_make_sense(wrong: dict[str, Any], clock: Clock) -> None:
    record = MemoryRecord(clock)
    await released(record, clock)
    first, head, _ = map(json.loads, with_signature(unsigned(await checkpoint(record)), b"").splitlines())
    head |= wrong
    first["events"] = head["events"]
    content = b"".join(json.dumps(one, separators=(",", ":")).encode() + b"\n" for one in (first, head))
    with pytest.raises(StoreError, match="a line is not as it was written"):
        read_checkpoint(with_signature(content, b""), "it")


@pytest.mark.parametrize("wrong", [{"at": "red"}, {"at": 5}, {"keys": -1}, {"keys": "x"}, {"keys_hash": 1}], ids=str)
async def test_the_first_line_made_by_hand_has_to_make_sense(wrong: dict[str, Any], clock: Clock) -> None:
    record = MemoryRecord(clock)
    await released(record, clock)
    first, head, _ = map(json.loads, with_signature(unsigned(await checkpoint(record)), b"").splitlines())
    content = b"".join(json.dumps(one, separators=(",", ":")).encode() + b"\n" for one in ({**first, **wrong}, head))
    with pytest.raises(StoreError, match="a line is not as it was written"):
        read_checkpoint(with_signature(content, b""), "it")


async def test_a_checkpoint_of_an_earlier_build_is_refused(clock: Clock) -> None:
    record = MemoryRecord(clock)
    await voting(record, clock)
    content = unsigned(await checkpoint(record)).replace(b'{"quorate_checkpoint":2', b'{"quorate_checkpoint":1')
    with pytest.raises(OtherFormat, match=r"written by an earlier development build of Quorate \(format 1\)"):
        read_checkpoint(with_signature(content, b""), "it")


@pytest.mark.parametrize("stated", ["ed25519:zz", "ed25519:", "ed25519:" + "0" * 63, "ed25519:" + "g" * 64])
def test_a_key_in_words_has_to_be_one(stated: str) -> None:
    with pytest.raises(InputError, match="not a public key; expected ed25519: and 64 digits"):
        public_key(stated)
