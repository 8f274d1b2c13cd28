"""Processes are killed at every point and at any time, on every kind of store. `sh scripts/crash` is the long form."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from quorate.deliberation.events import Cast, Stored
from tests.crash.campaign import (
    POSTGRES,
    SQLITE,
    Addresses,
    Story,
    addresses_of,
    dangerous,
    lived,
    new_life,
    undisturbed,
)
from tests.crash.checking import figures_of, gathered
from tests.crash.figures import Figures, added
from tests.crash.life import POINTS, WHO, Life, Plan, die_everywhere
from tests.crash.panel import PERSON
from tests.crash.worker import CARRY, RELEASE, VOTE

DRAW = 1


class Place:
    """Where deliberations are put through their crashes, and the verdict that nobody was killed for."""

    def __init__(self, folder: Path, address_in: Addresses) -> None:
        self._folder, self._address_in = folder, address_in
        self._lives = 0
        self.undisturbed = self.new_life()
        self.reference = undisturbed(self.undisturbed)

    def new_life(self) -> Life:
        """A deliberation on a store of its own."""
        self._lives += 1
        return new_life(self._folder / str(self._lives), self._address_in)

    def lived(self, story: Story) -> Figures:
        """What came of one deliberation; nothing that must not be."""
        figures = lived(self.new_life(), story, self.reference)
        assert figures.findings == ()
        return figures


def _is_ballot_of(seat: str, stored: Stored) -> bool:
    return isinstance(stored.event, Cast) and stored.event.seat == seat


def place_of(kind: str, folder: Path) -> Iterator[Place]:
    with addresses_of(kind) as address_in:
        yield Place(folder, address_in)


@pytest.fixture(scope="module")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    yield from place_of(SQLITE, tmp_path_factory.mktemp(SQLITE))


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    yield from place_of(POSTGRES, tmp_path_factory.mktemp(POSTGRES))


@pytest.fixture(params=[SQLITE, POSTGRES])
def place(request: pytest.FixtureRequest) -> Place:
    found: Place = request.getfixturevalue(request.param)
    return found


def test_a_process_that_dies_at_every_point_in_turn_still_comes_to_the_same_verdict(sqlite: Place) -> None:
    figures = sqlite.lived(die_everywhere)
    assert figures.kills == {f"{task}: {point}": 1 for task, point in POINTS}
    assert figures.taken_over > 0


@pytest.mark.parametrize(("kind", "kills"), [(SQLITE, 12), (POSTGRES, 4)])
def test_kills_at_any_time_lose_nothing_and_repeat_nothing(
    kind: str, kills: int, request: pytest.FixtureRequest
) -> None:
    place: Place = request.getfixturevalue(kind)
    chance, total = Random(DRAW), Figures()
    while total.killed < kills:
        total = added((total, place.lived(dangerous(chance, kills - total.killed))))


def test_both_kinds_of_store_give_the_same_verdict(sqlite: Place, postgres: Place) -> None:
    assert sqlite.reference == postgres.reference


def test_a_ballot_that_was_acknowledged_before_the_kill_is_there_afterwards(place: Place) -> None:
    def story(life: Life) -> list[str]:
        life.run(life.start(CARRY))
        life.die_at(VOTE, "after Cast")
        told = {(one[0], one[1]) for one in gathered(life.folder, life.address).acknowledged}
        life.finish()
        (kept,) = [one for one in gathered(life.folder, life.address).history if _is_ballot_of(PERSON, one)]
        assert (kept.deliberation, kept.position) in told
        return life.release()

    place.lived(story)


def test_a_call_that_was_claimed_and_never_started_is_claimed_anew_and_started_once(sqlite: Place) -> None:
    def story(life: Life) -> list[str]:
        life.die_at(CARRY, "after Claimed")
        life.finish()
        return life.release()

    assert sqlite.lived(story).taken_over == 3  # the three programs are claimed at once


def test_a_program_that_still_runs_when_its_worker_is_dead_is_found_again_and_not_started_again(sqlite: Place) -> None:
    def story(life: Life) -> list[str]:
        life.pace = 6.0
        life.die_at(CARRY, "after answer")
        life.finish()
        return life.release()

    assert sqlite.lived(story).taken_over == 0


def test_two_processes_that_carry_one_deliberation_ask_every_program_once(place: Place) -> None:
    def story(life: Life) -> list[str]:
        life.finish(carriers=2)
        return life.release()

    assert place.lived(story).killed == 0


def test_one_of_two_that_carry_dies_and_the_other_goes_on(place: Place) -> None:
    def story(life: Life) -> list[str]:
        both = (life.start(CARRY, Plan("before answer", 2)), life.start(CARRY), life.start(VOTE, delay=0.3))
        life.run(*both)
        life.finish(carriers=2)
        return life.release()

    place.lived(story)


def test_of_two_releases_from_two_processes_one_wins(place: Place) -> None:
    told = place.undisturbed.release()
    assert len(told) == 1
    assert set(told) < set(WHO)
    assert figures_of(place.undisturbed, told, place.reference).findings == ()


def test_who_died_after_the_release_is_told_again_that_it_was_allowed(place: Place) -> None:
    def story(life: Life) -> list[str]:
        life.finish()
        life.die_at(RELEASE, "after Released")
        told = life.release()
        assert told == [WHO[0]]
        return told

    place.lived(story)
