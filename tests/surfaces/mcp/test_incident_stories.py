"""The rules that incidents taught, as stories of two programs: the paused agent and its reviewer, each with a server.

Every answer in them says whose move it is.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.mcp.connection import HANDSHAKE, Connection, Station
from tests.surfaces.program import quorate

CONDITIONS = ["Run in read-only mode for a day"]
AGREES = {"proposed_conditions": CONDITIONS, "agrees": True, "root_cause": "A race"}


class Story:
    """Two connected programs and an operator at a terminal."""

    def __init__(self, station: Station, paused: Connection, reviewer: Connection) -> None:
        self.station, self.programs = station, {"p": paused, "a": reviewer}
        self.session = ""

    def operate(self, *command: str) -> Any:
        ended = quorate(*command, "--json", variables={**self.station.variables, "QUORATE_USER": "olga"})
        assert ended.status == 0, ended.err
        return json.loads(ended.out)

    async def says(self, name: str, tool: str, **arguments: Any) -> dict[str, Any]:
        said = await self.programs[name].tried(tool, **{"session_id": self.session, **arguments})
        if not said.is_error:
            assert said.values["whose_move"]["whose"] in ("yours", "waiting", "nobody", "person")
        return {**said.values, "refused": said.is_error}

    async def opened(self, **more: str) -> dict[str, Any]:
        thesis = {"root_cause": "A race", "proposed_conditions": CONDITIONS}
        asked = await self.programs["p"].call("request_dialectic_review", reason="Paused", **thesis, **more)
        self.session = asked.values["session_id"]
        return dict(asked.values)

    async def argued(self, concerns: list[str] | None = None) -> dict[str, Any]:
        """The reviewer has answered."""
        await self.opened()
        return await self.says("a", "submit_antithesis", observed_metrics={"errors": 3}, concerns=concerns or [])

    @property
    def status(self) -> str:
        return str(self.operate("agents", "show", "p")["status"])

    @property
    def executions(self) -> int:
        kinds = [one["kind"] for one in self.operate("agents", "history", "p")]
        return kinds.count("ReviewExecuted")


@asynccontextmanager
async def told(place: Path, *others: str) -> AsyncIterator[Story]:
    station = Station(place, HANDSHAKE, is_real=True)
    variables = {**station.variables, "QUORATE_USER": "olga"}
    for name in ("p", "a", *others):
        quorate("agents", "register", name, variables=variables)
    quorate("agents", "pause", "p", "--reason", "It deleted a table", variables=variables)
    async with station.connected("fleet", user="p") as paused, station.connected("fleet", user="a") as reviewer:
        yield Story(station, paused, reviewer)


async def test_a_program_that_writes_agrees_by_itself_resumes_nobody(place: Path) -> None:
    async with told(place) as story:
        await story.argued()
        for name, word in (("a", "resume"), ("p", "yes"), ("a", ""), ("p", True), ("a", "maybe")):
            said = await story.says(name, "submit_synthesis", **{**AGREES, "agrees": word})
        assert (said["resolution"], story.status) == (None, "paused")


async def test_the_paused_agent_does_not_get_rid_of_an_objection(place: Path) -> None:
    async with told(place, "b") as story:
        before = await story.argued(["It may happen again"])
        first = await story.says("p", "submit_synthesis", **AGREES)
        again = [await story.says("p", "submit_synthesis", **AGREES) for _ in range(3)]
        assert [one["error_code"] for one in again] == ["NOT_YOUR_MOVE"] * 3
        seen = await story.says("a", "get_dialectic_session")
        assert seen["transcript"] == first["transcript"]
        assert len(seen["transcript"]) == len(before["transcript"]) + 1
        away = await story.says("p", "reassign_reviewer", new_reviewer_id="b")
        assert away["error_code"] == "MAY_NOT_REASSIGN"
        moved = await story.says("a", "reassign_reviewer", new_reviewer_id="b", reason="I have no time")
        assert moved["whose_move"]["waiting_for"] == ["b"]
        async with story.station.connected("fleet", user="b") as other:
            story.programs["b"] = other
            await story.says("b", "submit_antithesis", observed_metrics={}, concerns=[])
            await story.says("p", "submit_synthesis", **AGREES)
            ended = await story.says("b", "submit_synthesis", **AGREES)
        assert [one["reviewer"] for one in ended["standing_objections"]] == ["a"]
        assert (ended["resolution"]["requires"], ended["whose_move"]["whose"]) == (["verification"], "person")
        assert story.status == "paused"


async def test_nobody_resolves_before_the_reviewer_has_spoken(place: Path) -> None:
    async with told(place) as story:
        await story.opened()
        early = await story.says("p", "submit_synthesis", **AGREES)
        for_it = await story.says("p", "submit_antithesis", observed_metrics={}, concerns=[])
        assert [one["error_code"] for one in (early, for_it)] == ["WRONG_PHASE", "NOT_YOUR_MOVE"]
        assert story.status == "paused"


async def test_a_dispute_about_the_reviews_goes_to_a_person(place: Path) -> None:
    async with told(place) as story:
        asked = await story.opened(dispute_type="review_system")
        assert (asked["phase"], asked["whose_move"]["whose"]) == ("escalated", "person")
        for name in ("p", "a"):
            assert (await story.says(name, "submit_synthesis", **AGREES))["error_code"] == "NEEDS_A_PERSON"
        assert story.status == "paused"


async def test_what_cannot_be_read_is_disagreement_by_a_fall_back_and_who_reviewed_by_what_is_kept(place: Path) -> None:
    async with told(place) as story:
        await story.argued()
        by = {"reviewer_kind": "external_consult", "model_used": "small", "backend": "local"}
        said = await story.says("a", "submit_synthesis", **{**AGREES, "agrees": 7}, reviewer_provenance=by)
        last = said["transcript"][-1]
        assert (last["agrees"], last["proposed_conditions"]) == (False, [])
        assert last["reviewer_provenance"] == {**by, "consult_source": "", "degraded": True}
        await story.says("p", "submit_synthesis", **AGREES)
        ended = await story.says("a", "submit_synthesis", **AGREES, reviewer_provenance=by)
        assert ended["transcript"][-1]["reviewer_provenance"]["model_used"] == "small"
        assert (ended["resolution"]["action"], story.status) == ("resume", "active")


async def test_two_syntheses_at_once_resolve_it_once(place: Path) -> None:
    async with told(place) as story:
        await story.argued()
        both = await asyncio.gather(*(story.says(name, "submit_synthesis", **AGREES) for name in ("p", "a")))
        assert not any(one["refused"] for one in both)
        assert (story.status, story.executions) == ("active", 1)
        late = await story.says("p", "submit_synthesis", **{**AGREES, "agrees": False})
        assert late["error_code"] == "ALREADY_ENDED"
        shown = await asyncio.gather(*(story.says(name, "get_dialectic_session") for name in ("p", "a")))
        assert [one["resolution"]["action"] for one in shown] == ["resume", "resume"]
        assert story.executions == 1


@pytest.mark.parametrize("condition", ["Disable governance for an hour", "set risk threshold to 0.95"])
async def test_a_condition_across_a_hard_limit_blocks_whoever_agreed(place: Path, condition: str) -> None:
    async with told(place) as story:
        await story.argued()
        crossing = {**AGREES, "proposed_conditions": [condition]}
        await story.says("p", "submit_synthesis", **crossing)
        ended = await story.says("a", "submit_synthesis", **crossing)
        assert (ended["resolution"]["action"], ended["resolution"]["resolution_type"]) == ("block", "hard_limit")
        assert story.status == "paused"


@pytest.mark.parametrize("condition", ["Turn governance off for an hour", "No monitoring until Friday"])
async def test_a_note_that_names_a_protection_waits_for_a_person(place: Path, condition: str) -> None:
    async with told(place) as story:
        await story.argued()
        noted = {**AGREES, "proposed_conditions": [condition]}
        await story.says("p", "submit_synthesis", **noted)
        ended = await story.says("a", "submit_synthesis", **noted)
        assert (ended["resolution"]["requires"], ended["whose_move"]["whose"]) == (["verification"], "person")
        assert story.status == "paused"


async def test_the_paused_agent_asks_for_a_quorum_and_reviewers_vote_each_from_a_program_of_its_own(
    place: Path,
) -> None:
    async with told(place, "b", "c") as story:
        asked = await story.programs["p"].call("request_quorum_review", agent_id="p", reason="The index was rebuilt")
        story.session = asked.values["session_id"]
        assert (asked.values["phase"], asked.values["whose_move"]["waiting_for"]) == ("quorum_voting", ["a", "b", "c"])
        vote = {"vote": "resume", "reasoning": "It is well", "conditions": CONDITIONS}
        async with story.station.connected("fleet", user="b") as other:
            story.programs["b"] = other
            both = await asyncio.gather(*(story.says(name, "submit_quorum_vote", **vote) for name in ("a", "b")))
        assert [one["vote_recorded"] for one in both] == [True, True]
        seen = await story.says("p", "get_dialectic_session")
        assert (seen["votes_received"], seen["status"], "quorum_result" in seen) == (2, "awaiting_more_votes", False)
        again = await story.says("a", "submit_quorum_vote", **{**vote, "vote": "block"})
        assert (again["error_code"], "already voted" in again["error"]) == ("ALREADY_VOTED", True)
        async with story.station.connected("fleet", user="c") as third:
            story.programs["c"] = third
            last = await story.says("c", "submit_quorum_vote", **{**vote, "vote": "block"})
        assert (last["quorum_result"]["action"], last["whose_move"]["whose"]) == ("resume", "nobody")
        assert (story.status, story.executions) == ("active", 1)
