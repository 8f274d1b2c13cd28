"""How appends share their transactions on a Postgres server."""

import asyncio

import psycopg
import pytest

from quorate.core.errors import AppendConflict
from quorate.deliberation.summary import Wait
from quorate.record import open_record
from quorate.record.sql.postgres.connection import connect
from quorate.record.sql.postgres.database import WRITING, ServerConnection
from tests.descriptors import many_descriptors
from tests.patience import PATIENCE
from tests.postgres import Server
from tests.record.parts import ANNA, Clock, more, open_one
from tests.record.test_postgres_faults import await_a_lock
from tests.record.wire import Wire

_TRANSACTIONS = "SELECT count(DISTINCT xmin::text), count(*) FROM quorate_events WHERE position = 2"


async def test_appends_that_wait_share_one_commit_and_a_conflict_fails_alone(postgres: Server) -> None:
    address = postgres.emptied_database()
    record = open_record(address, Clock(), patience=PATIENCE)
    names = [await open_one(record) for _ in range(4)]
    expected = [1, 1, 7, 1]
    appends = [record.append([more(name, at)], ANNA) for name, at in zip(names, expected, strict=True)]
    found = await asyncio.gather(*appends, return_exceptions=True)
    assert [isinstance(one, AppendConflict) for one in found] == [False, False, True, False]
    with psycopg.connect(address) as connection:
        assert connection.execute(_TRANSACTIONS).fetchone() == (1, 3)
    await record.close()


def test_a_connection_with_a_high_descriptor_is_looked_at_like_any_other(postgres: Server) -> None:
    with many_descriptors():
        connection = ServerConnection(connect(postgres.emptied_database(), PATIENCE))
        try:
            assert connection.driver.fileno() > 1023
            assert connection.is_alive
            with psycopg.connect(postgres.address("postgres"), autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s)", [connection.driver.info.backend_pid])
            while connection.is_alive:  # until the end has arrived
                pass
        finally:
            connection.driver.close()


async def test_lines_that_move_together_keep_what_is_their_own(postgres: Server) -> None:
    address = postgres.emptied_database()
    record = open_record(address, Clock(), patience=PATIENCE)
    people = ("anna", "ben", "100% caspar")
    seats = [Wait("ballot", person, f"seat of {person}") for person in people]
    names = [await open_one(record, waits=tuple(seats)) for _ in people]
    left = [tuple(one for one in seats if one.who != person) for person in people]
    moved = [more(name, 1, subject=name, waits=waits) for name, waits in zip(names, left, strict=True)]
    await asyncio.gather(*(record.append([one], ANNA) for one in moved))
    with psycopg.connect(address) as connection:
        assert connection.execute(_TRANSACTIONS).fetchone() == (1, 3)
    for person, answered in zip(people, names, strict=True):
        waiting = (await record.inbox(who=person)).lines
        assert {line.deliberation for line in waiting} == {*names} - {answered}
        assert all(line.summary.subject == line.deliberation and line.position == 2 for line in waiting)
    await record.close()


async def test_an_append_waits_three_times_for_the_server_however_much_it_writes(postgres: Server) -> None:
    direct = postgres.emptied_database()
    seats = (Wait("ballot", "anna", "a"), Wait("ballot", "ben", "b"))
    async with Wire(postgres.directory / ".s.PGSQL.5432") as wire:
        record = await asyncio.to_thread(open_record, wire.address(direct), Clock(), patience=PATIENCE)
        name = await open_one(record, waits=seats)
        before = wire.answers
        await record.append([more(name, 1, waits=seats[1:])], ANNA)
        assert wire.answers - before == 3  # it begins; who else has moved the line; all is stored
        await record.close()


async def test_whoever_waits_for_a_line_keeps_nobody_else_waiting(postgres: Server) -> None:
    address = postgres.emptied_database()
    record = open_record(address, Clock(), patience=PATIENCE)
    locked, together, later = [await open_one(record) for _ in range(3)]
    with psycopg.connect(address) as elsewhere:
        elsewhere.execute("SELECT 1 FROM quorate_deliberations WHERE id = %s FOR UPDATE", [locked])
        waiting = asyncio.ensure_future(record.append([more(locked, 1)], ANNA))
        assert (await record.append([more(together, 1)], ANNA)).is_new
        await asyncio.to_thread(await_a_lock, address)
        assert (await record.append([more(later, 1)], ANNA)).is_new
        assert not waiting.done()
    assert (await waiting).is_new
    await record.close()


async def test_outcomes_that_several_record_at_once_are_all_counted(postgres: Server) -> None:
    address = postgres.emptied_database()
    records = [open_record(address, Clock(), patience=PATIENCE) for _ in range(3)]
    names = [await open_one(records[0]) for _ in range(30)]
    known = {"domain": "ops", "state": "decided", "outcome": "right"}
    await asyncio.gather(*(records[at % 3].append([more(name, 1, **known)], ANNA) for at, name in enumerate(names)))
    for record in records:
        found = await record.known_outcomes(domain="ops")
        assert ([one.deliberation for one in found.lines], found.decided) == (names, 30)
        await record.close()


def _insert_one_twice(connection: ServerConnection, behind: int) -> None:
    insertion = "INSERT INTO numbers (number) VALUES (:number)"
    with connection.transaction(WRITING):
        for number in (1, 1, *range(2, 2 + behind)):
            connection.run_for_each(insertion, [{"number": number}])
        if behind:
            list(connection.rows("SELECT number FROM numbers"))


@pytest.mark.parametrize("behind", [0, 1, 3])
def test_a_statement_that_fails_is_raised_as_itself_and_nothing_is_said_beside_it(
    postgres: Server, capsys: pytest.CaptureFixture[str], behind: int
) -> None:
    connection = ServerConnection(connect(postgres.emptied_database(), PATIENCE))
    connection.driver.execute("CREATE TEMPORARY TABLE numbers (number integer PRIMARY KEY)")
    with pytest.raises(psycopg.errors.UniqueViolation):
        _insert_one_twice(connection, behind)
    assert (connection.is_idle, list(connection.rows("SELECT number FROM numbers"))) == (True, [])
    assert capsys.readouterr().err == ""
    connection.driver.close()


def test_a_connection_that_is_lost_in_a_transaction_is_told_once(
    postgres: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    connection = ServerConnection(connect(postgres.emptied_database(), PATIENCE))
    with pytest.raises(psycopg.OperationalError), connection.transaction(WRITING):
        list(connection.rows("SELECT pg_terminate_backend(pg_backend_pid())"))
    assert (connection.driver.closed, capsys.readouterr().err) == (True, "")
