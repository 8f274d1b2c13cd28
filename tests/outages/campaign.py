"""Three workers and two servers on one Postgres, disturbed by a plan that chance draws from a number."""

import json
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx2

from tests.outages.cut_line import line_to
from tests.outages.machine import Machine
from tests.outages.people import DEADLINE, PEOPLE, PROGRAMS, People
from tests.postgres import Server, running
from tests.record.wire import Wire
from tests.surfaces.program import QUORATE, environment

_VOTE = {"position": "APPROVE", "confidence": 82, "rationale": "It was measured"}
_SEATS = {PEOPLE: ("a", "b", "person:ann"), PROGRAMS: ("a", "b", "d"), DEADLINE: ("a", "b", "person:ben")}
_TICK = 0.05


class Plan(NamedTuple):
    """How much happens. `draw` decides who is killed, how and when; `patience` is for what is left at the end."""

    deliberations: int = 60
    kills: int = 100
    stops: int = 5
    cut_seconds: float = 20.0
    draw: int = 7
    workers: int = 3
    servers: int = 2
    patience: float = 600.0


class Outage(NamedTuple):
    """From when until when Postgres was away, as seconds since 1970."""

    began: float
    ended: float


class Disturbed(NamedTuple):
    """What was done to the processes, and what people saw meanwhile."""

    address: str
    people: People
    ended_by: dict[str, int]
    outages: list[Outage]
    is_finished: bool
    findings: list[str]


Progress = Callable[[str], None]


@contextmanager
def disturbed(plan: Plan, folder: Path, progress: Progress) -> Iterator[Disturbed]:
    """Runs it. Postgres is there until the block ends, the processes are not."""
    with running(fsync=True) as postgres, line_to(postgres.directory / ".s.PGSQL.5432") as line:
        yield _Campaign(plan, folder, postgres, line, progress).run()


class _Campaign:
    def __init__(self, plan: Plan, folder: Path, postgres: Server, line: Wire, progress: Progress) -> None:
        self._plan, self._folder, self._postgres, self._line = plan, folder, postgres, line
        self._progress, self._chance = progress, Random(plan.draw)
        self._address = postgres.new_database()
        self._ports = [_free_port() for _ in range(plan.servers)]
        self._machines = [*self._servers(), *self._workers()]
        self._killed = 0
        self._ended_by: dict[str, int] = {}
        self._outages: list[Outage] = []

    def run(self) -> Disturbed:
        """Disturbs the processes while people use them; then lets them finish, and stops them."""
        _write_settings(self._folder)
        key = _key_of_ann(self._folder, self._address)
        for machine in self._machines:
            machine.start()
        share = self._plan.kills / self._plan.deliberations
        addresses = [f"http://127.0.0.1:{port}" for port in self._ports]
        people = People(addresses, key, Random(self._plan.draw), lambda number: self._killed >= number * share - 2)
        try:
            stories = people.begin(self._plan.deliberations)
            self._disturb()
            finished = self._finished(lambda: all(one.done() for one in stories), people, key)
            for story in stories:
                story.result()
        finally:
            people.leave()
            statuses = {machine.name: machine.stop(60) for machine in self._machines}
        wrong = [f"{name} ended with {status}" for name, status in statuses.items() if status != 0]
        return Disturbed(self._address, people, self._ended_by, self._outages, finished, [*people.findings, *wrong])

    def _servers(self) -> list[Machine]:
        common = ("serve", "--rate", "0", "--grace", "2", "--no-token", "--store", self._address)
        return [
            Machine(f"server{number}", self._folder, (*common, "--port", str(port)))
            for number, port in enumerate(self._ports, 1)
        ]

    def _workers(self) -> list[Machine]:
        """The first of them is behind the line that is cut."""
        ways = [self._line.address(self._address), *[self._address] * (self._plan.workers - 1)]
        return [
            Machine(f"worker{number}", self._folder, ("worker", "--grace", "2", "--store", way))
            for number, way in enumerate(ways, 1)
        ]

    def _disturb(self) -> None:
        stops = set(self._chance.sample(range(self._plan.kills), self._plan.stops))
        cut = self._plan.kills // 3
        for number in range(self._plan.kills):
            if number in stops:
                self._restart_postgres()
            if number == cut:
                self._cut()
            self._pause(self._chance.uniform(0.1, 2))
            self._end_one()
            self._killed = number + 1
            self._progress(f"{self._killed} of {self._plan.kills} kills, {len(self._outages)} stops of Postgres")

    def _end_one(self) -> None:
        """Only those that work are ended: one that is still starting has nothing to lose."""
        while not (running := [one for one in self._machines if one.is_working]):
            self._pause(_TICK)
        victim = self._chance.choice(running)
        sign = self._chance.choices((signal.SIGKILL, signal.SIGTERM), (7, 3))[0]
        victim.end(sign, self._chance.uniform(0, 2))
        name = f"{victim.name.rstrip('0123456789')} {sign.name}"
        self._ended_by[name] = self._ended_by.get(name, 0) + 1

    def _restart_postgres(self) -> None:
        began = time.time()
        self._postgres.stop(self._chance.choice((signal.SIGQUIT, signal.SIGINT)))
        self._pause(self._chance.uniform(1, 5))
        self._postgres.start()
        self._outages.append(Outage(began, time.time()))

    def _cut(self) -> None:
        """Nobody is killed meanwhile: the machine behind the line has to come through it by itself."""
        self._line.is_cut = True
        self._pause(self._plan.cut_seconds)
        self._line.is_cut = False

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while True:
            for one in self._machines:
                if not one.is_running and time.monotonic() >= one.ready_to_start_at:
                    one.start()
            if time.monotonic() >= until:
                return
            time.sleep(_TICK)

    def _finished(self, are_done: Callable[[], bool], people: People, key: str) -> bool:
        until = time.monotonic() + self._plan.patience
        while time.monotonic() < until:
            self._pause(1)
            if are_done() and self._decided(key) >= len(people.opened):
                return True
        return False

    def _decided(self, key: str) -> int:
        headers = {"Authorization": f"Bearer {key}"}
        try:
            found = httpx2.get(
                f"http://127.0.0.1:{self._ports[0]}/v1/deliberations?limit=1000", headers=headers, timeout=30
            )
        except httpx2.TransportError:
            return 0
        return sum(bool(line["result"]) for line in found.json().get("lines", ()))


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def _key_of_ann(folder: Path, address: str) -> str:
    scopes = [part for scope in ("open", "vote", "read") for part in ("--scope", scope)]
    home = environment(QUORATE_HOME=str(folder / "desk"), XDG_CONFIG_HOME=str(folder / "settings"))
    made = subprocess.run(
        [QUORATE, "keys", "create", "ann", *scopes, "--json", "--store", address],
        env=home,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return str(json.loads(made.stdout)["key"])


def _write_settings(folder: Path) -> None:
    """The panels that the servers offer. Their programs say when they begin, and when they have finished."""
    program = folder / "voter"
    program.write_text(_PROGRAM.format(folder=folder, vote=json.dumps(_VOTE)))
    program.chmod(0o755)
    text = ""
    for kind, voters in _SEATS.items():
        seats = [
            f'{{seat = "{voter}", voter = "command:{program} {voter}"}}'
            if len(voter) == 1
            else f'{{seat = "c", voter = "{voter}"}}'
            for voter in voters
        ]
        text += f"[panels.{kind}]\nseats = [{', '.join(seats)}]\n"
    place = folder / "settings" / "quorate"
    place.mkdir(parents=True)
    (place / "quorate.toml").write_text(text)


_PROGRAM = """#!/bin/sh
number=$(sed -n 's/.*Question number \\([0-9]*\\).*/\\1/p' | head -n 1)
echo "started $number $1" >> {folder}/calls
sleep $((1 + number % 4))
echo "finished $number $1" >> {folder}/calls
printf '%s' '{vote}'
"""
