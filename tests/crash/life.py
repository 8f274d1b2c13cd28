"""One deliberation from its opening to its release, through kills at named points and at any time."""

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.crash.dying import AFTER, BEFORE, DURING, Errand
from tests.crash.processes import END, START, Ended, Started, end_keepers, see_through
from tests.crash.worker import BROKEN, CARRY, DECIDED, DONE, REFUSED, RELEASE, VOTE

_CARRIED = ("Opened", "RoundOpened", "reserve", "Claimed", "answer", "Replied", "Cast", "forget", "Counted")
PLACES = {CARRY: _CARRIED, VOTE: ("Cast",), RELEASE: ("Released",)}
# in the order in which one deliberation comes past them
POINTS = tuple(
    (task, f"{when} {what}")
    for task, places in (
        (CARRY, _CARRIED[:-1]),
        (VOTE, PLACES[VOTE]),
        (CARRY, _CARRIED[-1:]),
        (RELEASE, PLACES[RELEASE]),
    )
    for what in places
    for when in (BEFORE, AFTER)
)
ALL_PLACES = tuple(
    f"{task}: {place}"
    for task, places in PLACES.items()
    for place in (START, *(f"{when} {what}" for what in places for when in (BEFORE, DURING, AFTER)), END)
)
WHO = ("ann", "ben")
_TRIES = 8
_LONGEST = {CARRY: 0.4, VOTE: 0.15, RELEASE: 0.15}
_TOGETHER = 0.12  # seconds in which processes that begin at one moment are ready


class Plan(NamedTuple):
    """When a process dies: at a point, or after so many seconds."""

    point: str = ""
    nth: int = 1
    seconds: float = 0.0


NO_KILL = Plan()


class Life:
    """A deliberation, and how each process that worked on it has ended."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address
        self.ended: list[Ended] = []
        self.faults: list[str] = []
        self.restarts = 0
        self.pace = 1.0
        self._number = 0

    def start(self, task: str, plan: Plan = NO_KILL, who: str = WHO[0], delay: float = 0.0) -> Started:
        """A new process."""
        self._number += 1
        self.restarts += any(one.was_killed for one in self.ended)
        begin = time.time() + delay if delay else 0.0
        place = (str(self.folder), self.address)
        errand = Errand(task, *place, self._number, plan.point, plan.nth, who, begin, self.pace)
        return Started(errand, plan.seconds and plan.seconds + delay)

    def run(self, *started: Started) -> list[Ended]:
        """Waits for all of them."""
        ended = see_through(list(started))
        self.ended += ended
        self.faults += [f"{one.place}: no end after a long time" for one in ended if one.was_stuck]
        self.faults += [f"{one.place}: {one.why}" for one in ended if one.said == BROKEN]
        return ended

    def die_at(self, task: str, point: str) -> None:
        """A process comes to the point, and dies there."""
        (ended,) = self.run(self.start(task, Plan(point)))
        if not ended.was_killed or ended.place != f"{task}: {point}":
            self.faults.append(f"{task}: nobody came to the point {point!r}; the last one was {ended.place!r}")

    def prepare(self, task: str, point: str) -> None:
        """So far that the point lies ahead."""
        if task == RELEASE:
            self.finish()
        elif task == VOTE or point.endswith("Counted"):
            self.run(self.start(CARRY))
            if task != VOTE:
                self.run(self.start(VOTE))

    def finish(self, carriers: int = 1) -> None:
        """On to the verdict, and nobody is killed any more."""
        for _ in range(_TRIES):
            ended = self.run(*(self.start(CARRY) for _ in range(carriers)))
            if all(one.said == DECIDED for one in ended):
                return
            self.run(self.start(VOTE))

    def release(self, plan: Callable[[str], Plan] = lambda _: NO_KILL) -> list[str]:
        """Two release at the same moment, each until it has an answer; gives who was allowed to."""
        said: dict[str, str] = {}
        for attempt in range(_TRIES):
            waiting = [who for who in WHO if who not in said]
            plans = [plan(RELEASE) if attempt < 2 else NO_KILL for _ in waiting]
            started = [self.start(RELEASE, one, who, _TOGETHER) for who, one in zip(waiting, plans, strict=True)]
            said |= {one.errand.who: one.said for one in self.run(*started) if one.said in (DONE, REFUSED)}
        return [who for who in WHO if said.get(who) == DONE]

    @property
    def kills(self) -> Counter[str]:
        """How often a process was killed behind each point."""
        return Counter(one.place for one in self.ended if one.was_killed)

    def close(self) -> None:
        """Nothing of it goes on."""
        end_keepers(self.folder)


def die_everywhere(life: Life) -> list[str]:
    """Dies once at every point, one after the other; gives who could release."""
    for task, point in POINTS:
        life.die_at(task, point)
    life.finish()
    return life.release()


def die_once(life: Life, task: str, point: str) -> list[str]:
    """Dies at one point only; gives who could release."""
    life.prepare(task, point)
    life.die_at(task, point)
    life.finish()
    return life.release()


def live_dangerously(life: Life, chance: Random, kills: int) -> list[str]:
    """One or two processes carry it while a person votes, and any of them may die; gives who could release."""

    def plan(task: str) -> Plan:
        return random_plan(task, chance) if life.kills.total() < kills else NO_KILL

    life.pace = chance.choice((1.0, 1.0, 3.0))
    for _ in range(2 * kills):
        started = [life.start(CARRY, plan(CARRY)) for _ in range(chance.choice((1, 1, 2)))]
        if chance.random() < 0.5:
            started.append(life.start(VOTE, plan(VOTE), delay=chance.uniform(0.01, 0.3)))
        ended = life.run(*started)
        if any(one.said == DECIDED for one in ended) or life.kills.total() >= kills:
            break
    life.finish(chance.choice((1, 2)))
    return life.release(plan)


def random_plan(task: str, chance: Random) -> Plan:
    """At or near a named point in one case of two, otherwise any time."""
    if chance.random() < 1 / 2:
        point = f"{chance.choice((BEFORE, DURING, AFTER))} {chance.choice(PLACES[task])}"
        return Plan(point, chance.choice((1, 1, 1, 2, 3)))
    return Plan(seconds=chance.uniform(0.02, _LONGEST[task]))
