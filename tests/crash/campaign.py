"""Deliberations by the dozen, on one kind of store, until so many processes were killed."""

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.crash.checking import figures_of, gathered
from tests.crash.figures import Figures, Finding, added
from tests.crash.life import POINTS, Life, die_everywhere, die_once, live_dangerously
from tests.postgres import running

SQLITE, POSTGRES = "sqlite", "postgres"
Addresses = Callable[[Path], str]
Story = Callable[[Life], Sequence[str]]
_MOST_KILLS = 6


class Orders(NamedTuple):
    """What a campaign is to do: how many kills, by which chance, where, and until when at the latest."""

    kind: str
    kills: int
    draw: int
    folder: Path
    until: float


@contextmanager
def addresses_of(kind: str) -> Iterator[Addresses]:
    """Gives every deliberation a store of its own, so that its making is hit too."""
    if kind == SQLITE:
        yield lambda folder: str(folder / "record.db")
        return
    with running() as server:
        yield lambda _: server.new_database()


def campaign(orders: Orders, progress: Callable[[Figures], None] = lambda _: None) -> Figures:
    """Every point in a row, every point alone, then anything; where something is found its folder is kept."""
    with addresses_of(orders.kind) as address_in:
        first = new_life(orders.folder / f"{orders.kind}-0", address_in)
        reference, total = undisturbed(first), Figures()
        shutil.rmtree(first.folder)
        for number, story in enumerate(stories(orders.draw), 1):
            if total.killed >= orders.kills or time.monotonic() > orders.until:
                return total
            life = new_life(orders.folder / f"{orders.kind}-{number}", address_in)
            total = added((total, lived(life, story, reference)))
            progress(total)
    return total


def new_life(folder: Path, address_in: Addresses) -> Life:
    """A deliberation in a new folder."""
    folder.mkdir(parents=True)
    return Life(folder, address_in(folder))


def undisturbed(life: Life) -> str:
    """The verdict that nobody was killed for."""
    life.finish()
    verdict = gathered(life.folder, life.address).verdict
    assert verdict, life.faults
    return verdict


def lived(life: Life, story: Story, reference: str) -> Figures:
    """One deliberation from beginning to end, and what came of it."""
    try:
        figures = figures_of(life, story(life), reference)
    finally:
        life.close()
    if not figures.findings:
        shutil.rmtree(life.folder)
    findings = [Finding(one.kind, f"{life.folder}: {one.sentence}") for one in figures.findings]
    return figures._replace(findings=tuple(findings))


def stories(draw: int) -> Iterator[Story]:
    """What happens to one deliberation after the other, without end."""
    yield die_everywhere
    yield from (_once_at(task, point) for task, point in POINTS)
    chances = (Random(f"{draw} {number}") for number in count(1))
    yield from (dangerous(chance, chance.randint(1, _MOST_KILLS)) for chance in chances)


def dangerous(chance: Random, kills: int) -> Story:
    """Some kills anywhere."""
    return lambda life: live_dangerously(life, chance, kills)


def _once_at(task: str, point: str) -> Story:
    return lambda life: die_once(life, task, point)
