"""Conflicts between contributions over HTTP: proposed, voted on and resolved, each step with its author."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quorate.app.access.access_keys import issue_key
from quorate.app.access.authentication import authenticate
from quorate.app.app import App, Surroundings
from quorate.deliberation.principal import Principal
from quorate.record.memory import MemoryRecord
from quorate.settings import Settings
from tests.evidence.epics import EPIC, contribution, decision, write_epic
from tests.surfaces.http.client import Client
from tests.surfaces.program import Here

ANN, BEN, AGENT = Principal("ann"), Principal("ben"), Principal("a")
VOTER = READER = Principal("eve")
EPICS = f"/v1/epics/{EPIC}"
PROPOSAL = {"type": "merge", "proposal": "One file per folder"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "contributions"


@pytest.fixture
def client(surroundings: Surroundings, folder: Path) -> Iterator[Client]:
    known = surroundings._replace(settings=lambda: Settings(contributions=str(folder)))
    app = App(MemoryRecord(known.clock), known)
    yield Client(app)
    asyncio.run(app.record.close())


def write(folder: Path, one: float, other: float) -> Path:
    first = contribution(1, "a", decision("MAP-001", "One file", one))
    return write_epic(folder, first, contribution(2, "b", decision("MAP-001", "Many files", other)))


async def conflict_in(client: Client) -> dict[str, Any]:
    shown = await client.get(f"{EPICS}/conflicts", READER)
    assert shown.status_code == 200, shown.text
    found: dict[str, Any] = shown.json()[0]
    return found


async def place_of(client: Client) -> str:
    return f"{EPICS}/conflicts/{(await conflict_in(client))['conflictId']}"


def steps(folder: Path) -> list[dict[str, Any]]:
    file = folder / "CONFLICTS.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


async def test_a_conflict_is_proposed_voted_on_and_accepted(client: Client, folder: Path) -> None:
    write(folder, 0.9, 0.7)
    place = await place_of(client)
    proposed = await client.post(f"{place}/proposals", ANN, PROPOSAL)
    assert (proposed.status_code, proposed.json()["status"], proposed.json()["proposedBy"]) == (200, "proposed", "ann")
    voted = await client.post(f"{place}/votes", VOTER, {"vote": "accept", "confidence": 0.8})
    assert voted.json()["votes"][0]["agentId"] == "eve"
    accepted = await client.post(f"{place}/resolution", BEN, {"accept": True, "text": "One per folder"})
    assert (accepted.json()["status"], accepted.json()["finalDecision"]) == ("accepted", "One per folder")
    assert [(one["by"], one["proof"]) for one in steps(folder)] == [
        (name, "asserted") for name in ("ann", "eve", "ben")
    ]
    again = await client.post(f"{place}/proposals", ANN, PROPOSAL)
    assert (again.status_code, again.json()["type"]) == (409, "urn:quorate:problem:refused")


async def test_what_is_shown_is_what_the_command_line_prints(client: Client, folder: Path, here: Here) -> None:
    write(folder, 0.9, 0.7)
    shown = await client.get(f"{EPICS}/conflicts", READER)
    printed = await asyncio.to_thread(here, "conflict", "list", str(folder), "--epic", EPIC, "--json")
    assert shown.text == printed.out
    consensus = await client.get(f"{EPICS}/consensus", READER)
    assert consensus.json()["consensus"]["summary"]["resolved"] == 1


async def test_a_critical_conflict_is_accepted_by_somebody_who_has_no_part_in_it(client: Client, folder: Path) -> None:
    write(folder, 0.9, 0.95)
    place = await place_of(client)
    assert (await conflict_in(client))["escalated"] is True
    deferred = await client.post(f"{place}/proposals", ANN, {"type": "defer", "proposal": "Some other day"})
    assert deferred.status_code == 409
    await client.post(f"{place}/proposals", ANN, PROPOSAL)
    for who, why in ((ANN, "who proposed it"), (AGENT, "whose position")):
        refused = await client.post(f"{place}/resolution", who, {"accept": True})
        assert (refused.status_code, why in refused.text) == (409, True)
    shouted = await client.post(f"{place}/resolution", ANN._replace(name="ANN"), {"accept": True})
    assert shouted.status_code == 409, "another spelling is no other person"
    assert (await client.post(f"{place}/resolution", BEN, {"accept": True})).json()["status"] == "accepted"
    assert (await conflict_in(client))["escalated"] is False


async def keyed(client: Client, name: str, *scopes: str) -> Principal:
    owner = Principal("olga", owns_store=True)
    issued = await issue_key(client.app, owner, name, scopes)
    return await authenticate(client.app, issued.text, "http")


async def test_a_key_needs_the_scope_for_each_step(client: Client, folder: Path) -> None:
    write(folder, 0.9, 0.7)
    place = await place_of(client)
    reader, voter = await keyed(client, "gil", "read"), await keyed(client, "fay", "vote")
    assert (await client.post(f"{place}/proposals", reader, PROPOSAL)).status_code == 403
    assert (await client.post(f"{place}/proposals", voter, PROPOSAL)).status_code == 200
    assert (await client.post(f"{place}/votes", reader, {"vote": "accept"})).status_code == 403
    assert (await client.post(f"{place}/resolution", voter, {"accept": True})).status_code == 403
    assert (await client.get(f"{EPICS}/conflicts", voter)).status_code == 403
    assert [(one["by"], one["proof"]) for one in steps(folder)] == [("fay", "authenticated")]


async def test_a_repeated_request_acts_once(client: Client, folder: Path) -> None:
    write(folder, 0.9, 0.7)
    place = await place_of(client)
    for _ in range(2):
        assert (await client.post(f"{place}/proposals", ANN, PROPOSAL, key="k1")).status_code == 200
    assert len(steps(folder)) == 1
    other = await client.post(f"{place}/proposals", ANN, {**PROPOSAL, "proposal": "Another"}, key="k1")
    assert other.json()["type"] == "urn:quorate:problem:key-reused"
    await client.post(f"{place}/resolution", BEN, {"accept": True}, key="k1")
    late = await client.post(f"{place}/proposals", ANN, PROPOSAL, key="k1")
    assert (late.status_code, late.json()["status"]) == (200, "accepted"), "what holds now"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("proposals", {}),
        ("proposals", {"type": "guess", "proposal": "x"}),
        ("proposals", {"type": "new", "proposal": "  "}),
        ("proposals", {"type": "new", "proposal": "x", "more": 1}),
        ("votes", {"vote": "maybe"}),
        ("votes", {"vote": "accept", "confidence": 2}),
        ("votes", {"vote": "accept", "confidence": "high"}),
        ("resolution", {}),
        ("resolution", {"accept": "yes"}),
    ],
)
async def test_wrong_bodies_are_refused(client: Client, folder: Path, path: str, body: Any) -> None:
    write(folder, 0.9, 0.7)
    refused = await client.post(f"{await place_of(client)}/{path}", ANN, body)
    assert refused.status_code == 422, refused.text
    assert not steps(folder)


@pytest.mark.parametrize("named", ["/etc", "..", "x/../..", "link", "c0.json", "nowhere", "~root", ".git"])
async def test_no_folder_leads_out_of_the_one_that_is_served(client: Client, folder: Path, named: str) -> None:
    write(folder, 0.9, 0.7)
    (folder / "link").symlink_to("/etc")
    for path in ("conflicts", "consensus"):
        assert (await client.get(f"{EPICS}/{path}", READER, folder=named)).status_code == 422


async def test_an_unknown_epic_has_no_conflicts(client: Client, folder: Path) -> None:
    write(folder, 0.9, 0.7)
    assert (await client.get("/v1/epics/T0000/conflicts", READER)).json() == []
    refused = await client.post("/v1/epics/T0000/conflicts/conflict_00000000/proposals", ANN, PROPOSAL)
    assert (refused.status_code, refused.json()["type"]) == (422, "urn:quorate:problem:unknown-name")
