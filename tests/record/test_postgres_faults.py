"""Real faults of a Postgres server and of the way to it."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest
from psycopg import sql

from quorate.core.errors import InputError, StoreError
from quorate.deliberation.events import Stored
from quorate.record import open_record
from quorate.record.faults import OtherFormat
from quorate.record.rows import Store
from quorate.record.sql.postgres.connection import connect
from quorate.record.sql.postgres.database import postgres_faults
from quorate.record.sql.tables import VERSION
from tests.patience import PATIENCE, comes_true, timeouts
from tests.postgres import GUARDED, Server
from tests.record.parts import ANNA, DAY, Clock, more, open_one
from tests.record.pooled_wire import PooledWire
from tests.record.wire import Wire

Address = Callable[[Server], str]


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (lambda server: server.address("postgres", GUARDED, "hunter2"), "refuses the user or the password; check both"),
        (lambda server: server.address("postgres", GUARDED), "refuses the user or the password; check both"),
        (lambda server: server.address("nothing"), "there is no such database; create it, or name another"),
        (lambda server: server.address("postgres", "nosuch"), "there is no such user; create it, or name another"),
        (lambda _: "postgresql://ann:hunter2@127.0.0.1:1/x", "cannot be reached: .*check the address, and that the"),
        (lambda _: "postgresql://ann:hunter2@/x?host=/nowhere", "cannot be reached"),
    ],
    ids=["wrong password", "no password", "no database", "no user", "no server", "no socket"],
)
def test_a_server_that_cannot_be_used_is_named_without_the_password(
    postgres: Server, address: Address, sentence: str
) -> None:
    with pytest.raises(StoreError, match=sentence) as caught:
        open_record(address(postgres), Clock())
    assert "postgresql://" in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_an_address_that_cannot_be_read_is_refused_without_the_password() -> None:
    with pytest.raises(InputError, match="not a valid address") as caught:
        open_record("postgresql://ann:hunter2@[x/y", Clock())
    assert "hunter2" not in str(caught.value)


def test_the_right_password_opens(postgres: Server) -> None:
    postgres.run(sql.SQL("CREATE DATABASE owned OWNER {}").format(sql.Identifier(GUARDED)))
    record = open_record(postgres.address("owned", GUARDED, "secret"), Clock())
    asyncio.run(open_one(record))
    asyncio.run(record.close())


def test_a_user_who_may_not_make_tables_is_told(postgres: Server) -> None:
    with pytest.raises(StoreError, match=r"the user may not do this .*; grant it, or name another user"):
        open_record(postgres.address("postgres", GUARDED, "secret"), Clock())


def test_a_record_of_a_newer_version_is_refused(postgres: Server) -> None:
    address = postgres.new_database()
    asyncio.run(open_record(address, Clock()).close())
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE quorate_version SET version_num = '0907'")
    with pytest.raises(OtherFormat, match="has format 907, which a newer Quorate wrote"):
        open_record(address, Clock())


@pytest.mark.parametrize("stamp", ["UPDATE quorate_version SET version_num = 'seven'", "DELETE FROM quorate_version"])
def test_a_record_with_a_stamp_that_never_was_is_refused(postgres: Server, stamp: LiteralString) -> None:
    address = postgres.new_database()
    asyncio.run(open_record(address, Clock()).close())
    with psycopg.connect(address) as connection:
        connection.execute(stamp)
    with pytest.raises(OtherFormat, match="which does not exist; it is damaged"):
        open_record(address, Clock())


def test_a_record_of_an_earlier_build_is_refused(postgres: Server) -> None:
    address = postgres.new_database()
    asyncio.run(open_record(address, Clock()).close())
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE quorate_version SET version_num = '0007'")
    with pytest.raises(OtherFormat, match=rf"\(format 7\); this version reads format {int(VERSION)} only"):
        open_record(address, Clock())


async def test_records_that_are_opened_at_once_make_the_tables_once(postgres: Server) -> None:
    address = postgres.new_database()
    records = await asyncio.gather(
        *(asyncio.to_thread(open_record, address, Clock(), patience=PATIENCE) for _ in range(4))
    )
    names = await asyncio.gather(*(open_one(record) for record in records))
    assert sorted(names) == [f"{DAY}00{number}" for number in (1, 2, 3, 4)]
    for record in records:
        await record.close()


async def test_a_line_that_stays_locked_is_an_error_and_nothing_is_kept(postgres: Server) -> None:
    address = postgres.emptied_database()
    record = open_record(f"{address}&options=-clock_timeout%3D200", Clock(), patience=PATIENCE)
    name = await open_one(record)
    with psycopg.connect(address) as elsewhere:
        elsewhere.execute("SELECT 1 FROM quorate_deliberations FOR UPDATE")
        with pytest.raises(StoreError, match="was busy for too long and nothing was changed; try again"):
            await record.append([more(name, 1)], ANNA)
        assert len(await record.read(name)) == 1
    assert len((await record.append([more(name, 1)], ANNA)).stored) == 1
    await record.close()


async def test_a_database_that_can_only_be_read_is_named(postgres: Server) -> None:
    address = postgres.new_database()
    record = open_record(address, Clock())
    name = await open_one(record)
    await record.close()
    record = open_record(f"{address}&options=-cdefault_transaction_read_only%3Don", Clock())
    with pytest.raises(StoreError, match="is read-only; name the server that accepts changes"):
        await record.append([more(name, 1)], ANNA)
    assert len(await record.read(name)) == 1
    await record.close()


async def test_a_server_that_acknowledges_too_early_is_made_to_wait_for_the_disk(postgres: Server) -> None:
    address = postgres.new_database()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql.SQL("ALTER DATABASE {} SET synchronous_commit = off").format(name_of(connection)))
    with connect(address, PATIENCE) as ours:
        assert ours.execute("SHOW synchronous_commit").fetchone() == ("on",)


def test_a_lock_is_waited_for_as_long_as_is_said(postgres: Server) -> None:
    with connect(postgres.address("postgres"), 70.0) as ours:
        assert ours.execute("SHOW lock_timeout").fetchone() == ("70s",)


async def test_a_connection_that_broke_while_idle_is_replaced(postgres: Server) -> None:
    address = postgres.emptied_database()
    record = open_record(address, Clock())
    name = await open_one(record)
    end_connections(postgres)
    assert len((await record.append([more(name, 1)], ANNA)).stored) == 1
    await record.close()


async def test_a_connection_that_breaks_in_the_middle_says_that_the_outcome_is_not_known(postgres: Server) -> None:
    address = postgres.emptied_database()
    record = open_record(address, Clock())
    name = await open_one(record)
    with psycopg.connect(address) as elsewhere:
        elsewhere.execute("SELECT 1 FROM quorate_deliberations FOR UPDATE")
        waiting = asyncio.ensure_future(record.append([more(name, 1)], ANNA))
        await asyncio.to_thread(await_a_lock, address)
        end_connections(postgres)
        with pytest.raises(
            StoreError, match=r"broke: .*It is not known whether a change was stored: read again, or repeat"
        ):
            await waiting
    assert len(await record.read(name)) == 1
    await record.close()


async def test_a_server_that_falls_silent_is_left_after_a_while(postgres: Server) -> None:
    direct = postgres.emptied_database()
    async with Wire(postgres.directory / ".s.PGSQL.5432") as wire:
        address = f"{wire.address(direct)}?options=-clock_timeout%3D60000"
        record, name = await opened_soon(address)
        with psycopg.connect(direct) as elsewhere:
            elsewhere.execute("SELECT 1 FROM quorate_deliberations FOR UPDATE")
            waiting = asyncio.ensure_future(record.append([more(name, 1)], ANNA))
            await asyncio.to_thread(comes_true, lambda: waiting.done() or has_waiting(direct))
            wire.is_cut = True
            with pytest.raises(
                StoreError, match=r"broke: the server does not answer\. It is not known whether a change was"
            ):
                await waiting
        with pytest.raises(StoreError, match="cannot be reached: connection timeout expired"):
            await record.read(name)
        wire.is_cut = False
        while not (stored := await read_if_it_answers(record, name)):
            continue
        assert stored[0].deliberation == name
        await record.close()


def test_a_server_that_is_shut_down_may_have_stored_what_it_did_not_acknowledge() -> None:
    ended = psycopg.errors.AdminShutdown("terminating connection due to administrator command")
    with pytest.raises(StoreError, match="It is not known whether a change was stored"), postgres_faults("there"):
        raise ended


async def test_behind_a_pooler_the_limits_are_set_in_every_transaction(postgres: Server) -> None:
    direct = postgres.emptied_database()
    async with PooledWire(postgres.directory / ".s.PGSQL.5432") as wire:
        record, name = await opened_soon(wire.address(direct))
        with psycopg.connect(direct) as elsewhere:
            elsewhere.execute("SELECT 1 FROM quorate_deliberations FOR UPDATE")
            with pytest.raises(StoreError, match="was busy for too long"):
                await record.append([more(name, 1)], ANNA)
        await record.close()


async def test_behind_a_pooler_what_is_acknowledged_is_on_the_disk(postgres: Server) -> None:
    async with PooledWire(postgres.directory / ".s.PGSQL.5432") as wire:
        connection = await asyncio.to_thread(connect, wire.address(postgres.emptied_database()), 10.0)
        assert "set_config('synchronous_commit', 'on', true)" in connection.each_transaction
        assert "set_config('lock_timeout', '10000', true)" in connection.each_transaction
        connection.close()


def test_without_the_driver_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from quorate.record import open_record\n"
        "from quorate.core.errors import MissingExtra\n"
        "try: open_record('postgresql://localhost/x', lambda: None)\n"
        "except MissingExtra as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert done.stdout == "a Postgres store needs an optional package: pip install 'quorate[postgres]'\n"


def name_of(connection: psycopg.Connection[Any]) -> sql.Identifier:
    return sql.Identifier(connection.info.dbname)


def end_connections(server: Server) -> None:
    """Ends every connection of Quorate's, as an administrator would."""
    server.run(sql.SQL("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'quorate'"))


def await_a_lock(address: str) -> None:
    """Returns once somebody waits for a lock."""
    assert comes_true(lambda: has_waiting(address))


def has_waiting(address: str) -> bool:
    """True while somebody waits for a lock."""
    waiting = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'quorate' AND wait_event_type = 'Lock'"
    with psycopg.connect(address, autocommit=True) as connection:
        return connection.execute(waiting).fetchone() is not None


async def opened_soon(address: str) -> tuple[Store, str]:
    """A record that waits for its server as briefly as this machine allows, and a deliberation in it."""
    for patience in timeouts(0.2):
        with suppress(StoreError):
            record = await asyncio.to_thread(open_record, address, Clock(), patience=patience)
            return record, await open_one(record)
    raise AssertionError("the server never answered")


async def read_if_it_answers(record: Store, name: str) -> tuple[Stored, ...]:
    """What is stored, or nothing where the server did not answer in time."""
    with suppress(StoreError):
        return await record.read(name)
    return ()
