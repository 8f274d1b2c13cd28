"""What every record promises, whatever it is kept in."""

import asyncio
from datetime import timedelta

import pytest

from quorate.core.errors import AppendConflict, InputError, KeyReused, StoreError, UnknownDeliberation
from quorate.deliberation.events import Claimed, Declined, RoundClosed
from quorate.deliberation.summary import Summary
from quorate.record.chain import check_chain
from quorate.record.port import Change, RequestKey
from quorate.record.rows import EventRow, Row, Store
from tests.record.parts import ANNA, DAY, NOON, ROBOT, Clock, cast, more, new, open_one


async def test_a_new_deliberation_gets_the_next_number_of_the_day(record: Store) -> None:
    assert [await open_one(record) for _ in range(3)] == [f"{DAY}001", f"{DAY}002", f"{DAY}003"]
    assert await open_one(record, day="QUORUM-2026-1115-") == "QUORUM-2026-1115-001"
    assert await open_one(record, day="MAGI-2026-1116-") == "MAGI-2026-1116-001"


async def test_two_new_deliberations_can_be_opened_at_once(record: Store) -> None:
    stored, _ = await record.append([new(cast()), new(), new(day="EVIDENCE-2026-1115-")], ANNA)
    assert [(one.deliberation, one.position) for one in stored] == [
        (f"{DAY}001", 1),
        (f"{DAY}001", 2),
        (f"{DAY}002", 1),
        ("EVIDENCE-2026-1115-001", 1),
    ]


async def test_what_append_gives_is_what_read_gives(record: Store) -> None:
    stored, _ = await record.append([new(cast(scores=(1, 2)))], ROBOT)
    name = stored[0].deliberation
    two = [more(name, 2), more(name, 3, Declined("no"), RoundClosed(2, "person"))]
    stored += (await record.append(two, ANNA)).stored
    assert await record.read(name) == stored
    assert await record.read(name, 3) == stored[3:]
    assert await record.read(name, 99) == ()
    assert await record.read(name, 10**30) == ()
    assert await record.read(name, -5) == stored
    assert [one.author for one in stored] == [ROBOT, ROBOT, ANNA, ANNA, ANNA]


async def test_an_unknown_deliberation_is_refused_with_the_nearest_ones(record: Store) -> None:
    with pytest.raises(UnknownDeliberation, match="the record is empty"):
        await record.read("MAGI-2026-1115-001")
    for _ in range(3):
        await open_one(record)
    await open_one(record, day="QUORUM-2026-1115-")
    with pytest.raises(UnknownDeliberation) as caught:
        await record.read("MAGI-2026-1115-0004")
    assert "MAGI-2026-1115-003" in caught.value.nearest
    with pytest.raises(UnknownDeliberation, match="nearest: MAGI"):
        await record.read("\0\ud800")
    with pytest.raises(UnknownDeliberation):
        await record.append([more("MAGI-2026-1115-009", 0)], ANNA)
    with pytest.raises(UnknownDeliberation):
        await anext(record.watch("nothing"))


async def test_a_position_that_is_taken_is_a_conflict_and_stores_nothing(record: Store) -> None:
    name = await open_one(record)
    await record.append([more(name, 1)], ANNA)
    for expected in (0, 1, 3):
        with pytest.raises(AppendConflict) as caught:
            await record.append([more(name, expected)], ANNA)
        assert (caught.value.deliberation, caught.value.expected, caught.value.found) == (name, expected, 2)
    with pytest.raises(AppendConflict):
        await record.append([Change(DAY, 2, (cast(),), Summary("magi", "x"))], ANNA)
    assert len(await record.read(name)) == 2
    assert await open_one(record) == f"{DAY}002"


async def test_another_last_event_at_the_same_position_is_a_conflict(record: Store) -> None:
    name = await open_one(record)
    (last,) = await record.read(name)
    with pytest.raises(AppendConflict):
        await record.append([more(name, 1)._replace(head="sha256:0")], ANNA)
    assert await record.read(name) == (last,)
    await record.append([more(name, 1)._replace(head=last.hash)], ANNA)


async def test_all_changes_are_stored_or_none(record: Store) -> None:
    one, two = await open_one(record), await open_one(record)
    for wrong in (more(two, 7), more("MAGI-2026-1115-777", 1), more(two, 1, cast(score=object()))):
        with pytest.raises((AppendConflict, UnknownDeliberation, StoreError)):
            await record.append([new(), more(one, 1, decision="yes"), wrong], ANNA, RequestKey("k", "r"))
    assert [len(await record.read(name)) for name in (one, two)] == [1, 1]
    assert await record.answered(RequestKey("k", "r")) == ()
    assert [(line.deliberation, line.summary.decision) for line in (await record.log()).lines] == [(two, ""), (one, "")]
    assert await open_one(record) == f"{DAY}003"


async def test_a_change_without_events_checks_the_position_and_writes_the_line(record: Store) -> None:
    name = await open_one(record)
    before = (await record.log()).lines[0]
    assert await record.append([Change(name, 1, (), Summary("magi", "Renamed"))], ANNA) == ((), True)
    assert (await record.log()).lines[0] == before._replace(summary=Summary("magi", "Renamed"))
    with pytest.raises(AppendConflict):
        await record.append([Change(name, 2, (), Summary("magi", "x"))], ANNA)
    with pytest.raises(InputError, match="at least one"):
        await record.append([Change(DAY, 0, (), Summary("magi", "x"))], ANNA)


async def test_two_appends_at_one_position_only_one_wins(record: Store) -> None:
    name = await open_one(record)
    tried = await asyncio.gather(
        *(record.append([more(name, 1, cast(number=number))], ANNA) for number in range(8)), return_exceptions=True
    )
    assert sum(1 for one in tried if isinstance(one, AppendConflict)) == 7
    (won,) = [one for one in tried if not isinstance(one, BaseException)]
    assert (await record.read(name))[1:] == won.stored


async def test_opening_at_once_gives_every_deliberation_a_number_of_its_own(record: Store) -> None:
    names = await asyncio.gather(*(open_one(record) for _ in range(32)))
    assert sorted(names) == [f"{DAY}{number:03d}" for number in range(1, 33)]


async def test_a_used_key_gives_what_was_stored_and_stores_nothing(record: Store) -> None:
    key = RequestKey("client-7", "sha256:abc")
    assert await record.answered(key) == ()
    first, is_new = await record.append([new(cast()), new()], ANNA, key)
    assert is_new
    name = first[0].deliberation
    await record.append([more(name, 2)], ANNA)
    assert await record.append([new(cast()), new()], ROBOT, key) == (first, False)
    assert await record.answered(key) == first
    assert len((await record.log()).lines) == 2


async def test_a_key_is_known_by_its_name_also_where_its_request_stored_no_event(record: Store) -> None:
    assert not await record.has_key("client-7")
    await record.append([], ANNA, RequestKey("client-7", "sha256:abc"))
    await record.append([new()], ANNA, RequestKey("own", "sha256:abc", also=(RequestKey("client-8", "sha256:abc"),)))
    assert [await record.has_key(name) for name in ("client-7", "client-8", "client-9")] == [True, True, False]


async def test_a_key_used_for_something_else_is_refused(record: Store) -> None:
    await record.append([new()], ANNA, RequestKey("client-7", "sha256:abc"))
    other = RequestKey("client-7", "sha256:def")
    with pytest.raises(KeyReused, match="client-7"):
        await record.append([new()], ANNA, other)
    with pytest.raises(KeyReused):
        await record.answered(other)
    assert len((await record.log()).lines) == 1


async def test_the_same_key_from_many_tasks_acts_once(record: Store) -> None:
    key = RequestKey("client-7", "sha256:abc")
    appended = await asyncio.gather(*(record.append([new()], ANNA, key) for _ in range(8)))
    stored = [one.stored for one in appended]
    assert len(stored[0]) == 1
    assert all(one == stored[0] for one in stored)
    assert sum(one.is_new for one in appended) == 1
    assert len((await record.log()).lines) == 1


async def test_a_key_comes_before_a_conflict(record: Store) -> None:
    name, key = await open_one(record), RequestKey("client-7", "r")
    first, _ = await record.append([more(name, 1)], ANNA, key)
    assert await record.append([more(name, 1)], ANNA, key) == (first, False)


async def test_the_record_stamps_the_time_in_utc(record: Store, clock: Clock) -> None:
    ((stored,), _) = await record.append([new()], ANNA)
    assert stored.at == "2026-11-15T12:00:01.000000Z"
    (line,) = (await record.log()).lines
    assert (line.opened_at, line.changed_at) == (stored.at, stored.at)
    clock.now = NOON + timedelta(hours=1, microseconds=5)
    ((later,), _) = await record.append([more(stored.deliberation, 1)], ANNA)
    assert later.at == "2026-11-15T13:00:01.000005Z"
    (line,) = (await record.log()).lines
    assert (line.opened_at, line.changed_at, line.position) == (stored.at, later.at, 2)


async def test_time_never_goes_backwards_in_a_deliberation(record: Store, clock: Clock) -> None:
    name = await open_one(record)
    clock.now = NOON - timedelta(days=1)
    ((stored,), _) = await record.append([more(name, 1)], ANNA)
    assert stored.at == "2026-11-15T12:00:01.000000Z"
    ((other,), _) = await record.append([new()], ANNA)
    assert other.at < stored.at


async def test_every_event_carries_the_hash_of_the_one_before(record: Store) -> None:
    name = await open_one(record)
    await record.append([more(name, 1, cast(), Claimed(1, "caspar", 1, "c", "w", "u"))], ROBOT)
    rows: list[Row] = await record.export(list)
    events = [row for row in rows if isinstance(row, EventRow)]
    assert [row.hash for row in events] == [stored.hash for stored in await record.read(name)]
    assert not list(check_chain(events))
    changed = events[1]._replace(author="mallory")
    assert [*check_chain([events[0], changed, events[2]])] == [
        f"{name}, event 2: its hash does not match; it was changed after it was stored"
    ]


async def test_the_hashes_are_the_same_in_every_store(record: Store) -> None:
    await record.append([new(cast(confidence=0.5, said="später"))], ROBOT, RequestKey("a", "b"))
    (_, stored) = await record.read(f"{DAY}001")
    assert stored.hash == "sha256:c2cac04bb6b97556a4233be26c7cef9135557be73cfef34eb90409cd62b5fb12"


@pytest.mark.parametrize("name", ["a\0b", "half \ud800", "x" * 201])
async def test_names_that_not_every_store_can_keep_are_refused(record: Store, name: str) -> None:
    with pytest.raises(InputError, match="allowed"):
        await record.append([new()], ANNA._replace(name=name))
    with pytest.raises(InputError, match="allowed"):
        await record.append([new()], ANNA, RequestKey(name, "r"))
    with pytest.raises(InputError, match="allowed"):
        await record.append([new(day=name + "-")], ANNA)
    assert (await record.log()).lines == ()


async def test_any_text_can_be_kept_in_events_and_summaries(record: Store) -> None:
    odd = "\0 \ud800 ' \" % _ \\ \u2028 𝒳 後"
    await record.append([new(cast(rationale=odd), subject=odd)], ANNA)
    stored = await record.read(f"{DAY}001")
    assert getattr(stored[1].event, "vote")["rationale"] == odd  # noqa: B009
    (line,) = (await record.log(search="𝒳 後")).lines
    assert line.summary.subject == odd


async def test_a_closed_record_is_refused(record: Store) -> None:
    await open_one(record)
    await record.close()
    for work in (record.append([new()], ANNA), record.read(f"{DAY}001"), record.log(), record.inbox()):
        with pytest.raises(StoreError, match="closed"):
            await work
    await record.close()
