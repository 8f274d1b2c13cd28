"""Backups, records filled from them, and exports."""

from functools import partial
from io import BytesIO
from pathlib import Path

import pytest

from quorate.app.app import App, Surroundings
from quorate.app.copies import back_up, export_all, export_deliberation, restore
from quorate.core.errors import InputError, QuorateError, Refused, StoreError
from quorate.record import open_record
from quorate.views.integrity import Backup, Export
from tests.app.house import ANN, House


@pytest.fixture
def absent(app: App) -> App:
    """A record that is not there yet."""
    return App(app.record, app.surroundings, missing="record.db")


async def test_a_backup_holds_every_row_and_fills_an_empty_record(house: House, surroundings: Surroundings) -> None:
    await house.decided()
    file, second = house.folder / "saved.db", house.folder / "second.db"
    assert await back_up(house.app, ANN, file) == Backup()
    other = App(open_record(str(second), surroundings.clock), surroundings)
    await restore(other, ANN, file)
    assert await other.record.export(list) == await house.rows()
    with pytest.raises(StoreError, match="empty"):
        await restore(other, ANN, file)
    await other.record.close()


async def test_a_record_is_made_only_once_the_backup_was_checked(house: House, surroundings: Surroundings) -> None:
    await house.decided()
    file, second = house.folder / "saved.db", house.folder / "second.db"
    await back_up(house.app, ANN, file)
    make = partial(open_record, str(second), surroundings.clock)
    made = App(house.app.record, surroundings, missing=str(second), make=make)
    damaged = house.folder / "damaged.db"
    damaged.write_bytes(file.read_bytes()[:5000])
    with pytest.raises(QuorateError):
        await restore(made, ANN, damaged)
    assert not second.exists()
    await restore(made, ANN, file)
    assert await made.record.export(list) == await house.rows()
    await made.record.close()


async def test_what_is_no_backup_fills_nothing(house: House) -> None:
    await house.refuses(restore(house.app, ANN, house.folder / "none.db"), "no such file", InputError)
    text = house.folder / "text.db"
    text.write_text("not a record")
    await house.refuses(restore(house.app, ANN, text), "text.db", QuorateError)


async def test_a_copy_never_takes_the_place_of_a_file(house: House) -> None:
    session = await house.decided()
    file = house.folder / "kept"
    file.write_text("kept")
    await house.refuses(back_up(house.app, ANN, file), "already exists", InputError)
    await house.refuses(export_deliberation(house.app, ANN, session.id, file), "already exists", InputError)
    assert file.read_text() == "kept"


async def test_an_export_into_a_file_and_into_a_stream_is_the_same(house: House) -> None:
    session = await house.decided()
    file, stream = house.folder / "one.jsonl", BytesIO()
    count = Export(1, session.position)
    assert await export_deliberation(house.app, ANN, session.id, file) == count
    assert await export_all(house.app, ANN, BytesIO()) == count
    assert await export_deliberation(house.app, ANN, session.id, stream) == count
    assert file.read_bytes() == stream.getvalue()


async def test_sealed_ballots_are_not_exported(house: House) -> None:
    sealed, decided = await house.opened(), await house.decided()
    refused = export_deliberation(house.app, ANN, sealed.id, house.folder / "sealed.jsonl")
    await house.refuses(refused, "sealed", Refused)
    assert not (house.folder / "sealed.jsonl").exists()
    assert await export_all(house.app, ANN, BytesIO()) == Export(1, decided.position, (sealed.id,))


async def test_what_is_not_on_the_record_cannot_be_exported(house: House) -> None:
    unknown = export_deliberation(house.app, ANN, "MAGI-1999-0101-001", BytesIO())
    await house.refuses(unknown, "no deliberation", InputError)


async def test_a_record_that_is_not_there_yet_cannot_be_copied(absent: App, tmp_path: Path) -> None:
    for story in (back_up(absent, ANN, tmp_path / "a"), export_all(absent, ANN, tmp_path / "a")):
        with pytest.raises(InputError, match="there is no record to"):
            await story
    assert not (tmp_path / "a").exists()
