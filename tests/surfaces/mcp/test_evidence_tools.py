"""The evidence tools: what contributions agree on, and conflicts that are proposed, voted on and resolved."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.evidence.epics import EPIC, contribution, decision, write_epic
from tests.surfaces.mcp.connection import Connection, Station

PROPOSAL = {"type": "merge", "proposal": "One file per folder"}


def served(station: Station, one: float, other: float) -> Path:
    """An epic with a conflict between two agents of these confidences, in the folder that the settings name."""
    found = station.folder / "contributions"
    first = contribution(1, "a", decision("MAP-001", "One file", one))
    write_epic(found / "map", first, contribution(2, "b", decision("MAP-001", "Many files", other)))
    station.settings(f'contributions = "{found}"\n')
    return found / "map"


async def conflict_in(client: Connection) -> dict[str, Any]:
    said = await client.call("list_conflicts", epic=EPIC, folder="map")
    found: dict[str, Any] = said.values["conflicts"][0]
    return found


async def named(client: Connection) -> dict[str, str]:
    return {"epic": EPIC, "folder": "map", "conflict": (await conflict_in(client))["conflictId"]}


async def test_a_conflict_is_proposed_voted_on_and_accepted(station: Station) -> None:
    served(station, 0.9, 0.7)
    async with station.connected("evidence", user="ann") as ann, station.connected("evidence", user="ben") as ben:
        at = await named(ann)
        assert (await ann.call("propose_resolution", **at, **PROPOSAL)).values["status"] == "proposed"
        await ben.call("vote_on_resolution", **at, vote="accept", confidence=0.8, reason="It merges")
        said = await ben.call("resolve_conflict", **at, accept=True)
        assert (said.text, said.values["resolvedBy"], said.values["proposedBy"]) == ("accepted", "ben", "ann")
        found = await conflict_in(ann)
        assert found["resolution"]["votes"] == [
            {"agentId": "ben", "vote": "accept", "confidence": 0.8, "reason": "It merges"}
        ]
        assert found["resolution"]["finalDecision"] == "One file per folder"
    lines = (station.folder / "contributions/map/CONFLICTS.jsonl").read_text().splitlines()
    assert [json.loads(line)["proof"] for line in lines] == ["asserted via mcp"] * 3


async def test_a_program_accepts_no_critical_conflict_for_a_person(one_era: Station) -> None:
    served(one_era, 0.9, 0.95)
    async with one_era.connected("evidence", user="ann") as ann, one_era.connected("evidence", user="ben") as ben:
        at = await named(ann)
        assert (await conflict_in(ann))["escalated"] is True
        assert "cannot be deferred" in await ann.refused(
            "propose_resolution", **at, type="defer", proposal="Some other day"
        )
        await ann.call("propose_resolution", **at, **PROPOSAL)
        assert "a person has to accept it" in await ben.refused("resolve_conflict", **at, accept=True)
        assert (await conflict_in(ann))["resolution"]["status"] == "proposed"
        consensus = await ann.call("show_consensus", epic=EPIC, folder="map")
        assert "a person has to look at it" in consensus.text
        assert consensus.values["consensus"]["hitlRequired"] is True


@pytest.mark.parametrize("folder", ["/etc", "..", "map/../..", "link", "map/c0.json", "nowhere", "~", "a\0b"])
async def test_no_folder_leads_out_of_the_one_that_is_served(one_era: Station, folder: str) -> None:
    served(one_era, 0.9, 0.7)
    (one_era.folder / "contributions/link").symlink_to("/etc")
    async with one_era.connected("evidence") as ann:
        for tool in ("list_conflicts", "show_consensus"):
            assert "etc/" not in await ann.refused(tool, epic=EPIC, folder=folder)


async def test_without_a_folder_in_the_settings_nothing_is_shown(one_era: Station) -> None:
    async with one_era.connected("evidence") as ann:
        assert "contributions" in await ann.refused("list_conflicts", epic=EPIC)


async def test_wrong_steps_are_refused_and_change_nothing(one_era: Station) -> None:
    found = served(one_era, 0.9, 0.7)
    async with one_era.connected("evidence") as ann:
        at = await named(ann)
        assert "propose a resolution first" in await ann.refused("resolve_conflict", **at, accept=True)
        assert "allowed: merge" in await ann.refused("propose_resolution", **at, type="guess", proposal="x")
        assert "proposal" in await ann.refused("propose_resolution", **at, type="new", proposal=" ")
        wrong = {**at, "conflict": "conflict_00000000"}
        assert "no conflict in this epic" in await ann.refused("propose_resolution", **wrong, **PROPOSAL)
        await ann.call("propose_resolution", **at, **PROPOSAL)
        assert "0 to 1" in await ann.refused("vote_on_resolution", **at, vote="accept", confidence=1.5)
    assert len((found / "CONFLICTS.jsonl").read_text().splitlines()) == 1
