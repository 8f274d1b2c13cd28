"""People at their programs: they open deliberations and vote, and repeat a request until it is acknowledged."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from typing import Any, NamedTuple

import httpx2

PEOPLE, PROGRAMS, DEADLINE = KINDS = ("people", "programs", "deadline")
_AT_ONCE = 6
_PAUSE = 0.3
_AGAIN = {"in-flight", "too-many"}
_ANSWER_SECONDS = 20.0


class Opened(NamedTuple):
    """A deliberation that was acknowledged: its number here, of which kind it is, and its id."""

    number: int
    kind: str
    id: str


class Ballot(NamedTuple):
    """A ballot that was acknowledged."""

    deliberation: str
    seat: str
    rationale: str


class People:
    """Several clients. `may_open` says when the deliberation of a number is to be opened."""

    def __init__(self, addresses: Sequence[str], key: str, chance: Random, may_open: Callable[[int], bool]) -> None:
        self._addresses, self._key, self._chance, self._may_open = addresses, key, chance, may_open
        self.opened: list[Opened] = []
        self.ballots: list[Ballot] = []
        self.findings: list[str] = []
        self.repeated = 0
        self._leave = threading.Event()
        self._threads = ThreadPoolExecutor(_AT_ONCE, "people")

    def begin(self, count: int) -> list["Future[None]"]:
        """Has so many deliberations opened and voted on."""
        return [self._threads.submit(self._story, number) for number in range(count)]

    def leave(self) -> None:
        """Nobody sends anything any more."""
        self._leave.set()
        self._threads.shutdown()

    def _story(self, number: int) -> None:
        kind = KINDS[number % len(KINDS)]
        while not self._may_open(number) and not self._leave.is_set():
            time.sleep(_PAUSE)
        document: dict[str, Any] = {"question": f"Question number {number}: shall we?"}
        if kind == DEADLINE:
            document["policy"] = {"ballots_by": "1m", "at_ballots_by": "count"}
        shown = self._acknowledged(f"/v1/deliberations?panel={kind}", document, f"open-{number}", 202)
        if not shown:
            return
        self.opened.append(Opened(number, kind, shown["id"]))
        if kind == PEOPLE:
            self._vote(shown["id"], shown["question_hash"], f"Ann has read number {number}")

    def _vote(self, name: str, question: str, rationale: str) -> None:
        vote = {"position": "APPROVE", "confidence": 70, "rationale": rationale}
        body = {"question": question, "seat": "c", "vote": vote}
        if self._acknowledged(f"/v1/deliberations/{name}/ballots", body, f"vote-{name}", 200):
            self.ballots.append(Ballot(name, "c", rationale))

    def _acknowledged(self, path: str, body: Any, key: str, status: int) -> dict[str, Any] | None:
        """The response of whichever server acknowledges it first."""
        headers = {"Authorization": f"Bearer {self._key}", "Idempotency-Key": key}
        attempt = self._chance.randrange(len(self._addresses))
        while not self._leave.is_set():
            try:
                url = self._addresses[attempt % len(self._addresses)] + path
                answered = httpx2.post(url, json=body, headers=headers, timeout=_ANSWER_SECONDS)
            except httpx2.TransportError:
                answered = None
            if answered is not None and answered.status_code == status:
                found: dict[str, Any] = answered.json()
                return found
            if answered is not None and not self._may_repeat(answered, path):
                return None
            attempt, self.repeated = attempt + 1, self.repeated + 1
            time.sleep(_PAUSE)
        return None

    def _may_repeat(self, answered: httpx2.Response, path: str) -> bool:
        kind = str(answered.json().get("type", "")).rpartition(":")[2]
        if answered.status_code == 503 or kind in _AGAIN:
            return True
        self.findings.append(f"{path}: {answered.status_code} {answered.text.strip()}")
        return False
