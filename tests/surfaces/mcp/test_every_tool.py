"""The official client drives every tool, in both eras of the protocol, over standard input and output and over HTTP."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from quorate.surfaces.mcp.mcp_server import SET_NAMES
from tests.evidence.epics import EPIC
from tests.surfaces.http.running import RunningServer, running
from tests.surfaces.mcp.connection import ERAS, Connection, Station
from tests.surfaces.mcp.test_answers import issued
from tests.surfaces.mcp.test_decide_tools import NO, YES
from tests.surfaces.mcp.test_evidence_tools import PROPOSAL, served
from tests.surfaces.mcp.test_fleet_tools import operated
from tests.surfaces.mcp.test_over_http import connected

PEOPLE = ("ann", "ben", "a", "b", "c", "p", "q")
SCOPES = ("read", "open", "vote", "resolve", "release")
ACTION = "deploy 1.4\n"
DOCUMENT = "question: Adopt it?\nvotes:\n" + "".join(
    f"  - {{perspective: {seat}, position: APPROVE, confidence: 80}}\n" for seat in ("Logos", "Pathos", "Sophia")
)
CONSENSUS = json.dumps({"manifest": {"agent_type": "analysis"}, "votingMatrix": {"questionId": "Q", "options": []}})
SAID = {"root_cause": "A race", "proposed_conditions": ["Run in read-only mode for a day"]}


class Tour:
    """Clients of several people, and which tools have answered them."""

    def __init__(self, clients: dict[str, Connection]) -> None:
        self.clients = clients
        self.used: set[str] = set()

    async def call(self, who: str, tool: str, **arguments: Any) -> Any:
        """A call that works."""
        said = await self.clients[who].call(tool, **arguments)
        self.used.add(tool)
        return said.values

    async def listed(self) -> set[str]:
        """The tools that the server has."""
        return {tool.name for tool in (await self.clients["ann"].client.list_tools()).tools}


@asynccontextmanager
async def guided(station: Station, server: RunningServer | None) -> AsyncIterator[Tour]:
    """A client for everybody, each with a key: of a program of their own, or of the one server."""
    async with AsyncExitStack() as stack:
        clients = {}
        for name in PEOPLE:
            key = issued(station, name, *SCOPES)
            door = connected(server, station.era, key) if server else station.connected(*SET_NAMES, key=key)
            clients[name] = await stack.enter_async_context(door)
        yield Tour(clients)


@contextmanager
def serving(folder: Path, door: str) -> Iterator[RunningServer | None]:
    if door == "http":
        with running(folder) as server:
            yield server
    else:
        yield None


def prepared(station: Station) -> None:
    """A panel whose voter fails until there is a file, and a fleet in which p and q are paused."""
    ballot = json.dumps({"position": "APPROVE", "confidence": 80, "rationale": "It was measured"})
    voter = station.folder / "voter.sh"
    voter.write_text(f"#!/bin/sh\ncat >/dev/null\n[ -f {station.folder}/up ] && echo '{ballot}' || exit 3\n")
    voter.chmod(0o755)
    seats = ", ".join(f'{{seat = "{name}", voter = "command:{voter}"}}' for name in "xy")
    folder = served(station, 0.9, 0.7).parent
    station.settings(f'contributions = "{folder}"\n[panels.shell]\nseats = [{seats}]\n')
    for name in "abcpq":
        operated(station, "agents", "register", name)
    for name in "pq":
        operated(station, "agents", "pause", name, "--reason", "It deleted a table")


async def decided(tour: Tour) -> None:
    """A question that splits its voters is resolved and released."""
    asked = {"question": "Adopt the queue?", "seats": ["a=agent:ann", "b=agent:ben"], "action": ACTION, "wait": 0}
    found = await tour.call("ann", "open_deliberation", **asked)
    seen = {"id": found["id"], "question": found["question_hash"]}
    await tour.call("ann", "cast_ballot", **seen, **YES)
    await tour.call("ben", "cast_ballot", **seen, **NO)
    done = await tour.call("ann", "wait_for_deliberation", id=found["id"], wait=40)
    await tour.call("ben", "explain_verdict", id=found["id"])
    await tour.call("ben", "retally_deliberation", id=found["id"], protocol="quorum")
    answer = {"verdict": done["verdict_hash"], "choose": "a: APPROVE", "go": True, "reason": "The numbers are good"}
    await tour.call("a", "resolve_deliberation", id=found["id"], **answer)
    await tour.call("ann", "release_action", **seen, action=ACTION)
    assert (await tour.call("b", "show_deliberation", id=found["id"]))["state"] == "released"
    assert await tour.call("b", "list_deliberations")


async def learned(tour: Tour) -> None:
    """Somebody who did not vote says what turned out to be true."""
    (line, *_) = (await tour.call("ann", "list_deliberations"))["lines"]
    await tour.call("a", "record_outcome", id=line["id"], was="APPROVE")
    assert (await tour.call("ann", "list_voters"))["panels"][0]["outcomes"] == 1


async def agreed(tour: Tour) -> None:
    """A conflict between contributions is proposed, voted on and resolved."""
    epic = {"epic": EPIC, "folder": "map"}
    assert (await tour.call("ann", "show_consensus", **epic))["consensus"]["epicId"] == EPIC
    (conflict, *_) = (await tour.call("ann", "list_conflicts", **epic))["conflicts"]
    at = {**epic, "conflict": conflict["conflictId"]}
    await tour.call("ann", "propose_resolution", **at, **PROPOSAL)
    await tour.call("ben", "vote_on_resolution", **at, vote="accept")
    assert (await tour.call("ben", "resolve_conflict", **at, accept=True))["status"] == "accepted"


async def retried(tour: Tour, folder: Path) -> None:
    """A seat that failed answers when it is asked again."""
    found = await tour.call("ann", "open_deliberation", question="Adopt it?", panel="shell", wait=40)
    await tour.call("ann", "wait_for_deliberation", id=found["id"], wait=40)
    (folder / "up").touch()
    await tour.call("ann", "retry_seats", id=found["id"], wait=40)


async def reviewed(tour: Tour) -> None:
    """One paused agent is voted on, another argues with a reviewer, who gives way to a second one."""
    asked = await tour.call("p", "request_quorum_review", agent_id="p", reason="The index was rebuilt")
    await tour.call("a", "dialectic", action="list")
    for name in "abc":
        await tour.call(name, "submit_quorum_vote", session_id=asked["session_id"], vote="block", reasoning="Not yet")
    talk = await tour.call("q", "request_dialectic_review", issue_description="Paused")
    session = {"session_id": talk["session_id"]}
    await tour.call("q", "submit_thesis", **session, **SAID)
    (first,) = (await tour.call("q", "get_dialectic_session", **session))["whose_move"]["waiting_for"]
    then = next(name for name in "abc" if name != first)
    await tour.call(first, "reassign_reviewer", **session, new_reviewer_id=then, reason="I know too little of it")
    await tour.call(then, "submit_antithesis", **session, observed_metrics={"errors": 3}, concerns=[])
    await tour.call("q", "submit_synthesis", **session, **SAID, agrees=True)


@pytest.mark.parametrize("door", ["standard input", "http"])
async def test_every_tool_answers_the_official_client(place: Path, era: str, door: str) -> None:
    station = Station(place, era, is_real=True)
    prepared(station)
    with serving(place, door) as server:
        async with guided(station, server) as tour:
            problem = await problem_of(tour, place)
    assert not problem


async def problem_of(tour: Tour, place: Path) -> str:
    """What went wrong, in words: an error that leaves so many clients open is wrapped once for each of them."""
    try:
        assert (await tour.call("ann", "count_ballots", document=DOCUMENT))["result"] == "UNANIMOUS"
        assert (await tour.call("ann", "validate_consensus", document=CONSENSUS))["valid"] is False
        await decided(tour)
        await learned(tour)
        await agreed(tour)
        await retried(tour, place)
        await reviewed(tour)
        assert tour.used == await tour.listed()
    except AssertionError as error:
        return str(error) or repr(error)
    return ""


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found
