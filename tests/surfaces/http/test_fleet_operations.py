"""The fleet over HTTP: the same use cases, and every answer says whose move it is and until when."""

from typing import Any

import pytest

from quorate.app.app import App
from quorate.deliberation.principal import Principal
from tests.surfaces.http.client import Client

OLGA = Principal("olga", owns_store=True)
WHOSE = {"whose", "waiting_for", "until"}


class Fleet:
    """A client, and agents that call through it."""

    def __init__(self, app: App) -> None:
        self.client = Client(app)

    async def post(self, who: str, path: str, key: str | None = None, **body: Any) -> dict[str, Any]:
        caller = OLGA if who == "olga" else Principal(who)
        said = await self.client.post(f"/v1/{path}", caller, body, key)
        found: dict[str, Any] = said.json()
        return {**found, "http": said.status_code}

    async def get(self, who: str, path: str, **query: Any) -> dict[str, Any]:
        said = await self.client.get(f"/v1/{path}", OLGA if who == "olga" else Principal(who), **query)
        found: dict[str, Any] = said.json()
        return {**found, "http": said.status_code}

    async def founded(self, *others: str) -> None:
        for name in ("p", *others):
            assert (await self.post("olga", "agents", agent_id=name, tags=["search"]))["http"] == 201
        assert (await self.post("olga", "agents/p/reports", risk_score=0.72))["risk_score"] == 0.72
        assert (await self.post("olga", "agents/p/pause", reason="It deleted a table"))["status"] == "paused"


@pytest.fixture
def fleet(app: App) -> Fleet:
    return Fleet(app)


async def test_an_agent_is_reviewed_by_three_and_resumed_over_http(fleet: Fleet) -> None:
    await fleet.founded("a", "b", "c")
    asked = await fleet.post("p", "reviews/quorum", "once", reason="Well again")
    again = await fleet.post("p", "reviews/quorum", "once", reason="Well again")
    assert again["session_id"] == asked["session_id"]
    place = f"reviews/{asked['session_id']}"
    assert asked["whose_move"]["waiting_for"] == ["a", "b", "c"]
    assert (await fleet.get("a", place))["whose_move"]["whose"] == "yours"
    listed = await fleet.get("olga", "reviews")
    assert [one["session_id"] for one in listed["sessions"]] == [asked["session_id"]]
    vote: dict[str, Any] = {"vote": "resume", "reasoning": "It is well", "conditions": ["Monitor for 24 hours"]}
    first = await fleet.post("a", f"{place}/votes", "mine", **vote)
    assert (first["vote_recorded"], first["votes_received"], first["votes_needed"]) == (True, 1, 3)
    repeated = await fleet.post("a", f"{place}/votes", "mine", **vote)
    assert (repeated["http"], repeated["votes_received"]) == (200, 1)
    await fleet.post("b", f"{place}/votes", **vote)
    last = await fleet.post("c", f"{place}/votes", vote="block", reasoning="Too early")
    assert last["quorum_result"]["action"] == "resume"
    assert last["whose_move"] == {"whose": "nobody", "waiting_for": [], "until": None}
    shown = await fleet.get("a", "agents/p")
    assert (shown["status"], shown["conditions"]) == ("active", ["Monitor for 24 hours"])
    judged = await fleet.post("olga", "agents/a/judgements", session_id=asked["session_id"], held_up=True)
    assert (judged["reviews"], judged["held_up"]) == (1, 1)
    kinds = [one["kind"] for one in (await fleet.get("olga", "agents/p/history"))["events"]]
    assert kinds[0] == "AgentRegistered"
    assert kinds[-1] == "ReviewExecuted"


async def test_two_parties_argue_over_http(fleet: Fleet) -> None:
    await fleet.founded("a", "b")
    conditions = ["Run in read-only mode for a day"]
    asked = await fleet.post(
        "p", "reviews/dialectic", issue_description="Paused", root_cause="A race", proposed_conditions=conditions
    )
    place = f"reviews/{asked['session_id']}"
    assert (asked["phase"], asked["fell_back_to_dialectic"]) == ("antithesis", True)
    argued = await fleet.post("a", f"{place}/antithesis", observed_metrics={"errors": 3.5}, concerns=["Again?"])
    assert argued["transcript"][-1]["observed_metrics"] == {"errors": 3.5}
    unread = await fleet.post("p", f"{place}/synthesis", proposed_conditions=conditions, agrees=7)
    assert unread["transcript"][-1]["agrees"] is False
    assert unread["transcript"][-1]["reviewer_provenance"]["degraded"] is True
    await fleet.post("a", f"{place}/synthesis", proposed_conditions=conditions, agrees="yes")
    said = await fleet.post("p", f"{place}/synthesis", proposed_conditions=conditions, agrees=True)
    assert said["resolution"]["requires"] == ["verification"]
    assert said["whose_move"]["whose"] == "person"
    assert (await fleet.post("p", f"{place}/verification", approves=True, reason="Fine"))["http"] == 403
    done = await fleet.post("olga", f"{place}/verification", approves=True, reason="I read the logs")
    assert done["executed"]["action"] == "resume"


async def test_a_refusal_has_its_code_and_what_to_do_instead(fleet: Fleet) -> None:
    await fleet.founded("a", "b", "c")
    asked = await fleet.post("p", "reviews/quorum", reason="Well again")
    place = f"reviews/{asked['session_id']}/votes"
    vote = {"vote": "resume", "reasoning": "Fine"}
    table: list[tuple[str, str, dict[str, Any], int, str]] = [
        ("a", place, {**vote, "agent_id": "b"}, 403, "NOT_YOURSELF"),
        ("p", place, vote, 403, "NOT_A_REVIEWER"),
        ("a", place, {**vote, "vote": "perhaps"}, 422, "INVALID_VOTE"),
        ("a", "reviews/QUORUM-2020-0101-001/votes", vote, 404, "SESSION_NOT_FOUND"),
        ("p", "reviews/quorum", {"reason": "Again"}, 409, "IN_REVIEW"),
        ("a", "reviews/quorum", {"reason": "Again", "agent_id": "z"}, 403, "NOT_YOURSELF"),
        ("a", "agents", {"agent_id": "z"}, 403, "NOT_AN_OPERATOR"),
        ("olga", "agents", {"agent_id": "a"}, 409, "AGENT_EXISTS"),
        ("p", "agents/p/reports", {"risk_score": 0.1}, 403, "OWN_STATE"),
        ("p", f"reviews/{asked['session_id']}/thesis", {"root_cause": "A race"}, 409, "WRONG_PHASE"),
    ]
    for who, path, body, status, code in table:
        said = await fleet.post(who, path, **body)
        assert (said["http"], said.get("error_code")) == (status, code), said
        assert (said["success"], bool(said["recovery"]["action"])) == (False, True)
        assert said["detail"] == said["error"]


async def test_agents_are_listed_in_pages(fleet: Fleet) -> None:
    await fleet.founded("a", "b", "c", "d")
    first = await fleet.get("olga", "agents", limit=2)
    assert ([one["agent_id"] for one in first["agents"]], first["after"]) == (["a", "b"], "b")
    second = await fleet.get("olga", "agents", limit=3, after="b")
    assert ([one["agent_id"] for one in second["agents"]], second["after"]) == (["c", "d", "p"], "")
    paused = await fleet.get("olga", "agents", status="paused")
    assert [one["agent_id"] for one in paused["agents"]] == ["p"]
