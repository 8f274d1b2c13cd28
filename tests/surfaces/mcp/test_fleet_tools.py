"""The fleet's tools by the names that agents call, and the rules that came from incidents, with real programs."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from quorate.core.errors import QuorateError
from quorate.surfaces.mcp.declared_tool import ToolAnswer, _in_time
from quorate.surfaces.mcp.fleet_tools import FLEET
from tests.patience import PATIENCE
from tests.surfaces.mcp.connection import Said, Station
from tests.surfaces.program import quorate

TOOLS = ("fleet",)


def operated(station: Station, *command: str) -> Any:
    """What an operator does at the terminal."""
    ended = quorate(*command, "--json", variables={**station.variables, "QUORATE_USER": "olga"})
    assert ended.status == 0, ended.err
    return json.loads(ended.out)


def founded(station: Station, others: Sequence[str]) -> None:
    """p is paused; the others are active."""
    for name in ("p", *others):
        operated(station, "agents", "register", name)
    operated(station, "agents", "pause", "p", "--reason", "It deleted a table")


def status(station: Station, name: str = "p") -> str:
    return str(operated(station, "agents", "show", name)["status"])


async def said_by(station: Station, user: str, tool: str, **arguments: Any) -> Said:
    """What an agent's own program is answered."""
    async with station.connected(*TOOLS, user=user) as agent:
        return await agent.tried(tool, **arguments)


async def test_the_two_tools_of_a_quorum_answer_json_as_text_too(programs: Station) -> None:
    founded(programs, ["a", "b", "c"])
    async with programs.connected(*TOOLS, user="p") as paused:
        asked = await paused.call("request_quorum_review", agent_id="p", reason="It is well")
        refused = await paused.tried("submit_quorum_vote", session_id="x", vote="resume", reasoning="It is well")
    assert json.loads(asked.text.splitlines()[0]) == asked.values
    assert json.loads(refused.text.splitlines()[0])["success"] is False


async def test_a_call_that_takes_longer_than_its_time_limit_is_a_structured_error() -> None:
    async def run(*_: Any) -> ToolAnswer:
        await asyncio.sleep(60)
        return ToolAnswer("late", {})

    tool = next(tool for tool in FLEET if tool.name == "submit_quorum_vote")
    assert tool.time_limit == 15
    with pytest.raises(QuorateError, match=r"submit_quorum_vote took longer than 0\.01 s"):
        await _in_time(tool._replace(time_limit=0.01), run())


async def test_three_agents_resume_a_fourth_and_every_answer_says_whose_move_it_is(programs: Station) -> None:
    station = programs
    founded(station, ["a", "b", "c"])
    async with station.connected(*TOOLS, user="p") as paused:
        asked = await paused.call("request_quorum_review", agent_id="p", reason="The index was rebuilt")
    session = asked.values["session_id"]
    assert (asked.values["phase"], asked.values["whose_move"]["waiting_for"]) == ("quorum_voting", ["a", "b", "c"])
    for place, name in enumerate("abc"):
        async with station.connected(*TOOLS, user=name) as agent:
            before = await agent.call("get_dialectic_session", session_id=session)
            assert before.values["whose_move"]["whose"] == "yours"
            said = await agent.call("submit_quorum_vote", session_id=session, vote="resume", reasoning="It is well")
            assert (said.values["success"], said.values["vote_recorded"]) == (True, True)
            assert said.values["votes_received"] == place + 1
    assert said.values["quorum_result"]["action"] == "resume"
    assert said.values["quorum_result"]["achieved_supermajority"] is True
    assert said.values["whose_move"]["whose"] == "nobody"
    assert status(station) == "active"


@pytest.mark.parametrize(
    ("user", "arguments", "code", "words"),
    [
        ("d", {}, "NOT_A_REVIEWER", "not in the quorum"),
        ("p", {}, "NOT_A_REVIEWER", "not in the quorum"),
        ("a", {"vote": "perhaps"}, "INVALID_VOTE", "vote must be 'resume', 'block', or 'cooldown'"),
        ("a", {"vote": ""}, "INVALID_VOTE", "vote must be 'resume', 'block', or 'cooldown'"),
        ("a", {"agent_id": "b"}, "NOT_YOURSELF", "you act as 'a'"),
        ("a", {"session_id": "QUORUM-2020-0101-001"}, "SESSION_NOT_FOUND", "session_id"),
        ("a", {"session_id": ""}, "SESSION_NOT_FOUND", "session_id"),
        ("a", {"reasoning": "\u200b"}, "INVALID_ARGUMENT", "reasoning"),
    ],
)
async def test_a_vote_that_may_not_be_cast_is_refused_by_its_code(
    one_era: Station, user: str, arguments: dict[str, Any], code: str, words: str
) -> None:
    station = one_era
    founded(station, ["a", "b", "c"])
    asked = await said_by(station, "p", "request_quorum_review", agent_id="p", reason="I am well")
    operated(station, "agents", "register", "d")
    vote = {"session_id": asked.values["session_id"], "vote": "resume", "reasoning": "Fine", **arguments}
    said = await said_by(station, user, "submit_quorum_vote", **vote)
    assert said.is_error
    assert (said.values["success"], said.values["error_code"]) == (False, code)
    assert words in said.values["error"]
    assert said.values["recovery"]["action"]
    move = said.values.get("whose_move")
    if code == "SESSION_NOT_FOUND":
        assert move is None
    else:
        whose = "waiting" if user in "dp" else "yours"
        assert move == {**asked.values["whose_move"], "whose": whose}
    seen = await said_by(station, "b", "get_dialectic_session", session_id=asked.values["session_id"])
    assert seen.values["votes_received"] == 0


async def test_a_second_vote_is_refused(one_era: Station) -> None:
    station = one_era
    founded(station, ["a", "b", "c"])
    asked = await said_by(station, "p", "request_quorum_review", agent_id="p", reason="I am well")
    vote = {"session_id": asked.values["session_id"], "vote": "block", "reasoning": "No"}
    await said_by(station, "a", "submit_quorum_vote", **vote)
    said = await said_by(station, "a", "submit_quorum_vote", **vote)
    assert (said.values["error_code"], "already voted" in said.values["error"]) == ("ALREADY_VOTED", True)


async def test_a_deprecated_key_is_taken_and_appears_nowhere(one_era: Station) -> None:
    station, secret = one_era, "s3cr3t-of-the-agent"
    founded(station, ["a", "b", "c"])
    async with station.connected(*TOOLS, user="p") as paused:
        asked = await paused.call("request_quorum_review", agent_id="p", reason="I am well", api_key=secret)
        wrong = await paused.tried("submit_quorum_vote", session_id="x", vote="resume", reasoning="", api_key=[secret])
    assert secret not in f"{asked}{wrong}"
    stored = [file.read_bytes() for file in (station.folder / "home").iterdir() if file.is_file()]
    assert stored
    assert not any(secret.encode() in data for data in stored)


async def in_antithesis(station: Station) -> str:
    """p has said what went wrong, and a has to answer."""
    founded(station, ["a"])
    asked = await said_by(
        station,
        "p",
        "request_dialectic_review",
        issue_description="Paused",
        root_cause="A race",
        proposed_conditions=["Run in read-only mode for a day"],
    )
    assert asked.values["phase"] == "antithesis"
    return str(asked.values["session_id"])


async def test_two_parties_come_to_an_agreement(station: Station) -> None:
    session = await in_antithesis(station)
    conditions = ["Run in read-only mode for a day"]
    said = await said_by(
        station,
        "a",
        "submit_antithesis",
        session_id=session,
        observed_metrics={"errors": 3},
        concerns=[],
        reviewer_provenance={"reviewer_kind": "external_consult", "model_used": "m", "degraded": True},
    )
    assert said.values["transcript"][-1]["reviewer_provenance"]["degraded"] is True
    agreed = {"session_id": session, "proposed_conditions": conditions, "agrees": "yes"}
    await said_by(station, "p", "submit_synthesis", **agreed, root_cause="A race")
    said = await said_by(station, "a", "submit_synthesis", **agreed, root_cause="A race")
    assert said.values["resolution"]["action"] == "resume", said


@pytest.mark.parametrize("word", ["", "maybe", "false", 0, None, "resume"])
async def test_only_an_explicit_yes_agrees(one_era: Station, word: Any) -> None:
    station = one_era
    session = await in_antithesis(station)
    await said_by(station, "a", "submit_antithesis", session_id=session, observed_metrics={}, concerns=[])
    words = {"session_id": session, "conditions": ["Run in read-only mode for a day"], "agrees": word}
    for name in ("p", "a"):
        said = await said_by(station, name, "submit_synthesis", **words, root_cause="A race")
        assert not said.is_error
    assert said.values["resolution"] is None
    assert status(station) == "paused"


async def test_the_paused_agent_neither_resolves_before_its_reviewer_nor_gets_rid_of_it(one_era: Station) -> None:
    station = one_era
    session = await in_antithesis(station)
    operated(station, "agents", "register", "b")
    before = await said_by(station, "a", "get_dialectic_session", session_id=session)
    early = await said_by(station, "p", "submit_synthesis", session_id=session, conditions=["x"], agrees=True)
    away = await said_by(station, "p", "reassign_reviewer", session_id=session, new_reviewer_id="b")
    for_it = await said_by(station, "p", "submit_antithesis", session_id=session, observed_metrics={}, concerns=[])
    assert [one.is_error for one in (early, away, for_it)] == [True, True, True]
    assert away.values["error_code"] == "MAY_NOT_REASSIGN"
    after = await said_by(station, "a", "get_dialectic_session", session_id=session)
    assert after.values["transcript"] == before.values["transcript"]


async def test_agreeing_where_nobody_has_proposed_a_condition_is_empty(one_era: Station) -> None:
    station = one_era
    founded(station, ["a"])
    asked = await said_by(
        station, "p", "request_dialectic_review", reason="Paused", root_cause="A race", proposed_conditions=[]
    )
    session = asked.values["session_id"]
    await said_by(station, "a", "submit_antithesis", session_id=session, observed_metrics={}, concerns=[])
    said = await said_by(station, "p", "submit_synthesis", session_id=session, agrees=True)
    assert said.values["error_code"] == "EMPTY_AGREEMENT"


async def test_every_move_works_by_its_action_too(one_era: Station) -> None:
    station = one_era
    founded(station, ["a", "b", "c"])
    asked = await said_by(station, "p", "dialectic", action="request", reason="I am well")
    session = asked.values["session_id"]
    listed = await said_by(station, "a", "dialectic", action="list")
    assert [one["session_id"] for one in listed.values["sessions"]] == [session]
    said = await said_by(station, "a", "dialectic", action="get", session_id=session)
    assert said.values["session_id"] == session
    wrong = await said_by(station, "a", "dialectic", action="dance")
    assert wrong.is_error
    assert "action" in wrong.values["error"]


async def test_a_program_of_the_records_owner_is_no_operator(one_era: Station) -> None:
    station = one_era
    founded(station, ["a", "b", "c"])
    said = await said_by(station, "olga", "request_quorum_review", agent_id="p", reason="Let it go on")
    assert said.values["error_code"] == "NOT_YOURSELF"


async def test_nobody_speaks_under_the_name_of_the_other(one_era: Station) -> None:
    station = one_era
    session = await in_antithesis(station)
    said = {"session_id": session, "observed_metrics": {}, "concerns": []}
    taken = await said_by(station, "a", "dialectic", action="antithesis", agent_id="p", **said)
    assert (taken.is_error, taken.values["error_code"]) == (True, "NOT_YOURSELF")
    own = await said_by(station, "a", "dialectic", action="antithesis", agent_id="a", **said)
    assert own.values["phase"] == "synthesis"


async def test_ended_reviews_are_listed_by_their_status(one_era: Station) -> None:
    station = one_era
    founded(station, ["a", "b", "c"])
    asked = await said_by(station, "p", "request_quorum_review", agent_id="p", reason="I am well")
    session = asked.values["session_id"]
    for name in "abc":
        await said_by(station, name, "submit_quorum_vote", session_id=session, vote="block", reasoning="Too early")
    async with station.connected(*TOOLS, user="p") as agent:
        for tool, more in (("dialectic", {"action": "list"}), ("get_dialectic_session", {})):
            ended = await agent.call(tool, **more, status="ended", limit=1)
            assert ([one["session_id"] for one in ended.values["sessions"]], ended.values["after"]) == ([session], "")
            assert (await agent.call(tool, **more, agent_id="p")).values["sessions"] == []
            wrong = await agent.tried(tool, **more, status="done")
            assert wrong.values["error_code"] == "INVALID_ARGUMENT"


async def test_the_policy_of_the_settings_asks_for_a_quorum_over_mcp_and_at_the_command_line(programs: Station) -> None:
    station, settings = programs, programs.folder / "settings" / "quorate"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "quorate.toml").write_text('[fleet]\nwithout_agreement = "quorum"\n', encoding="utf-8")
    founded(station, ["a", "b", "c", "d"])
    asked = await said_by(station, "p", "request_dialectic_review", reason="I am well", root_cause="A race")
    session = asked.values["session_id"]
    await said_by(station, "a", "submit_antithesis", session_id=session, observed_metrics={}, concerns=["Again?"])
    async with station.connected(*TOOLS, user="p") as paused, station.connected(*TOOLS, user="a") as reviewer:
        for _ in range(5):
            await paused.call("submit_synthesis", session_id=session, proposed_conditions=["read only for 2h"])
            last = await reviewer.call("submit_synthesis", session_id=session, proposed_conditions=["Report hourly"])
    quorum = operated(station, "review", "show", last.values["resolution"]["quorum_review"])
    assert (quorum["quorum_required"], quorum["reviewers"]) == (["no_agreement"], ["b", "c", "d"])


async def test_engines_that_review_are_asked_while_the_agent_does_something_else(
    programs: Station, tmp_path: Path
) -> None:
    founded(programs, [])
    for name in ("x", "y", "z"):
        file, vote = tmp_path / name, {"vote": "resume", "reasoning": "The cause was removed"}
        file.write_text(f"#!/bin/sh\ncat > /dev/null\necho '{json.dumps(vote)}'\n")
        file.chmod(0o755)
        operated(programs, "agents", "register", name, "--voter", f"command:{file}")
    async with programs.connected(*TOOLS, user="p") as paused:
        asked = await paused.call("request_quorum_review", agent_id="p", reason="The index was rebuilt")
        session = asked.values["session_id"]
        async with asyncio.timeout(PATIENCE):
            while (shown := await paused.call("get_dialectic_session", session_id=session)).values["executed"] is None:
                await asyncio.sleep(0.05)
    assert (shown.values["executed"]["action"], status(programs)) == ("resume", "active")


async def test_a_forbidden_condition_is_taken_and_warned_of_and_the_inbox_names_the_next_move(
    programs: Station,
) -> None:
    station = programs
    founded(station, ["a"])
    asked = await said_by(station, "p", "request_quorum_review", agent_id="p", reason="The index was rebuilt")
    session = asked.values["session_id"]
    thesis = {"session_id": session, "root_cause": "Overflow", "proposed_conditions": ["Disable monitoring"]}
    filed = await said_by(station, "p", "submit_thesis", **thesis)
    assert [one["values"]["limit"] for one in filed.values["warnings"]] == ["monitoring"]
    assert "may not remove monitoring: a resume with it becomes a block" in filed.text
    assert "Disable" not in filed.text
    async with station.connected("decide", user="olga") as person:
        listed = await person.call("list_deliberations", list="inbox")
    (line,) = listed.values["lines"]
    assert (line["id"], line["waits"][0]["who"]) == (session, "a")
    assert f"quorate review antithesis {session}" in listed.text
