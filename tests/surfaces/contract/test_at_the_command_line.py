"""The contract of the use cases through the command line: people with keys on SQLite, people by name on Postgres.

By name, whoever runs a command on a file of theirs owns the record, so nobody would be refused as an outsider there.
"""

from pathlib import Path

import pytest

from quorate.app.app import App
from tests.app.house import House
from tests.surfaces.contract.people import issued_keys, proved
from tests.surfaces.contract.stories import DIALOGUE, Story, methods, names, stories, use_cases
from tests.surfaces.contract.typed import Typed
from tests.surfaces.contract.typist import Typist
from tests.surfaces.program import Here

NOT_HERE = {
    "test_nobody_is_asked_and_nothing_paid_by_opening": "`decide` asks its panel at once",
    "test_an_edit_that_says_nothing_is_refused": "half a character in a file is a byte that is not UTF-8",
    "test_a_record_that_is_not_there_yet_lists_nothing": "one that was named has to be there: test_care_of_the_record",
}
NOT_WITH_KEYS = {
    "test_a_name_that_was_proved_is_nobodys_who_only_claims_it": "here everybody proves who they are",
    "test_what_is_refused_makes_no_record": "a key is one of a record that is there",
}
WITHOUT = dict.fromkeys(("answerable", "own_seats", "votable", "voted_before"), DIALOGUE)
on_sqlite = pytest.mark.parametrize("address", ["sqlite"], indirect=True)
on_postgres = pytest.mark.parametrize("address", ["postgres"], indirect=True)


@pytest.fixture
def typist(app: App, here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typist:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("quorate.config.clock", app.surroundings.clock)
    return Typist(here, monkeypatch, issued_keys(app))


@on_postgres
@pytest.mark.parametrize("story", stories(Typed, NOT_HERE))
def test_commands_of_people_by_name_do_what_the_app_does(
    story: Story, house: House, typist: Typist, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _goes_through(story, house, typist, address, monkeypatch)


@on_sqlite
@pytest.mark.parametrize("story", stories(Typed, {**NOT_HERE, **NOT_WITH_KEYS}))
def test_commands_of_people_with_keys_do_what_the_app_does(
    story: Story, house: House, typist: Typist, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, who in proved(house.app, typist.keys).items():
        monkeypatch.setattr(story.module, name, who, raising=False)
    _goes_through(story, house, typist, address, monkeypatch)


def _goes_through(story: Story, house: House, typist: Typist, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    story.put_in_place(Typed(typist, address, house.folder), monkeypatch)
    elsewhere = house.folder / "elsewhere"
    elsewhere.mkdir()
    fixtures = {"house": house, "tmp_path": elsewhere, "monkeypatch": monkeypatch}
    typist.goes_through(story.told(fixtures))


def test_what_is_left_out_is_there() -> None:
    assert names() >= {*NOT_HERE, *NOT_WITH_KEYS}
    assert use_cases() == methods(Typed) | set(WITHOUT)
