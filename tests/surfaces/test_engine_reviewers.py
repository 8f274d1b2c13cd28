"""Engines that review a paused agent, at the command line and on a server."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.patience import comes_true
from tests.surfaces.engine_room import EngineRoom
from tests.surfaces.http.running import running
from tests.surfaces.office import Office

RESUME = {"vote": "resume", "reasoning": "The cause was removed", "conditions": ["check in after 2h"]}
WHY = ("--reasoning", "I looked at it")


def paused(office: Office, **voters: str) -> None:
    for name, voter in {"p": "", **voters}.items():
        ended = office("agents", "register", name, "--voter", voter)
        assert ended.status == 0, ended.err
    office("agents", "report", "p", "--risk", "0.72")
    office("agents", "pause", "p", "--reason", "It deleted a table")


def requested(office: Office) -> dict[str, Any]:
    return office.json("review", "request", "p", "--reason", "Well again", user="p")


def test_an_engine_a_person_and_an_agent_resume_a_paused_agent(office: Office) -> None:
    paused(office, a="", ben="person", opus=office.program("opus", RESUME))
    asked = office("review", "request", "p", "--reason", "Well again", user="p")
    assert "opus: answered" in asked.err
    assert "Reviewers: a (agent), ben (person) and opus (engine: command:opus)\nVotes: 1 of 3\n" in asked.out
    review = asked.out.partition(":")[0]
    assert office("review", "vote", review, "resume", *WHY, user="ben").status == 0
    done = office("review", "vote", review, "block", *WHY, user="a")
    assert "Executed: resume\nCondition: check in after 2 h\n" in done.out
    assert "- **Reviewers**: a (agent), ben (person) and opus (engine: command:opus)" in office("report", review).out
    assert office.json("agents", "show", "p")["status"] == "active"
    assert "intact" in office("verify").out


def test_engines_that_decide_alone_are_waited_for(office: Office) -> None:
    paused(office, **{name: office.program(name, RESUME) for name in "xyz"})
    done = requested(office)
    assert (done["phase"], done["executed"]["action"]) == ("resolved", "resume")
    assert [one["backend"] for one in done["reviewer_provenance"]] == ["command:x", "command:y", "command:z"]


def test_an_engine_that_fails_is_shown_as_failed_and_never_as_a_vote(office: Office) -> None:
    paused(office, a="", b="", opus=office.program("opus", "I would rather not say."))
    asked = requested(office)
    assert (asked["votes_received"], asked["whose_move"]["waiting_for"]) == (0, ["a", "b"])
    assert "opus" in office("show", asked["session_id"]).out
    for name in ("a", "b"):
        last = office.json("review", "vote", asked["session_id"], "resume", *WHY, user=name)
    assert (last["executed"]["action"], office.json("agents", "show", "p")["status"]) == ("cooldown", "paused")


@pytest.mark.parametrize(("lang", "why"), [("en", "it is an engine, which votes once"), ("ja", "議論しない")])
def test_a_dialectic_says_why_no_engine_takes_part(office: Office, lang: str, why: str) -> None:
    paused(office, a="", opus=office.program("opus", RESUME))
    shown = office("review", "request", "p", "--reason", "Well again", "--dialectic", "--lang", lang, user="p")
    (line,) = [line for line in shown.out.splitlines() if "opus" in line]
    assert why in line


def test_what_could_not_be_asked_is_not_registered(office: Office) -> None:
    ended = office("agents", "register", "opus", "--voter", "command:./nothing-here")
    assert (ended.status, ended.out) == (2, "")
    assert "voter: seat opus: no executable called" in ended.err


def test_the_model_that_answered_is_named(room: EngineRoom) -> None:
    room.install("claude")
    for name, voter in (("p", ""), ("a", ""), ("b", ""), ("opus", "claude")):
        assert room("agents", "register", name, "--voter", voter).status == 0
    room("agents", "pause", "p", "--reason", "It deleted a table")
    asked = room.json("review", "request", "p", "--reason", "Well again")
    (known,) = [one for one in asked["reviewer_provenance"] if one["agent_id"] == "opus"]
    assert (known["reviewer_kind"], known["backend"], bool(known["model_used"])) == ("engine", "claude", True)
    assert room.calls() == {"claude": 1}


def test_a_server_asks_the_engines_and_carries_out_what_they_decide(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.cli("agents", "register", "p")
        for name in ("x", "y", "z"):
            file = tmp_path / name
            file.write_text(f"#!/bin/sh\ncat > /dev/null\nprintf '%s' '{json.dumps(RESUME)}'\n")
            file.chmod(0o755)
            server.cli("agents", "register", name, "--voter", f"command:{file}")
        server.cli("agents", "pause", "p", "--reason", "It deleted a table")
        asked = server.client.post("/v1/reviews/quorum", json={"agent_id": "p", "reason": "Well again"}).json()
        assert asked["phase"] == "quorum_voting"
        assert comes_true(lambda: server.client.get("/v1/agents/p").json()["status"] == "active")
        assert server.stop() == 0
