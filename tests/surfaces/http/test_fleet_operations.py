"""The fleet over HTTP: the same use cases, and every answer says whose move it is and until when."""

from typing import Any

import pytest

from quorate.app.app import App
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.principal import Principal
from quorate.settings import Settings
from tests.app.house import but_refusals
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
    vote: dict[str, Any] = {"vote": "resume", "reasoning": "It is well", "conditions": ["monitor everything for 24h"]}
    first = await fleet.post("a", f"{place}/votes", "mine", **vote)
    assert (first["vote_recorded"], first["votes_received"], first["votes_needed"]) == (True, 1, 3)
    repeated = await fleet.post("a", f"{place}/votes", "mine", **vote)
    assert (repeated["http"], repeated["votes_received"]) == (200, 1)
    await fleet.post("b", f"{place}/votes", **vote)
    last = await fleet.post("c", f"{place}/votes", vote="block", reasoning="Too early")
    assert last["quorum_result"]["action"] == "resume"
    assert last["whose_move"] == {"whose": "nobody", "waiting_for": [], "until": None}
    shown = await fleet.get("a", "agents/p")
    assert (shown["status"], shown["conditions"]) == ("active", ["monitor everything for 24h"])
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
        ("olga", "agents/p/reports", {}, 422, "INVALID_ARGUMENT"),
        ("p", f"reviews/{asked['session_id']}/thesis", {"root_cause": "A race"}, 409, "WRONG_PHASE"),
    ]
    for who, path, body, status, code in table:
        said = await fleet.post(who, path, **body)
        assert (said["http"], said.get("error_code")) == (status, code), said
        assert (said["success"], bool(said["recovery"]["action"])) == (False, True)
        assert said["detail"] == said["error"]
        is_of_review = path.startswith("reviews/") and status != 404
        assert set(said.get("whose_move", ())) == (WHOSE if is_of_review else set()), said
    refused = await fleet.post("p", place, **vote)
    shown = await fleet.get("p", f"reviews/{asked['session_id']}")
    assert refused["whose_move"] == shown["whose_move"]
    assert (refused["whose_move"]["waiting_for"], bool(refused["whose_move"]["until"])) == (["a", "b", "c"], True)


async def test_reviews_are_listed_by_state_and_in_pages_over_http(fleet: Fleet) -> None:
    await fleet.founded("a", "b", "c")
    asked = await fleet.post("p", "reviews/quorum", reason="Well again")
    assert (await fleet.get("olga", "reviews", status="ended"))["sessions"] == []
    for name in "abc":
        await fleet.post(name, f"reviews/{asked['session_id']}/votes", vote="block", reasoning="Too early")
    for status in ("ended", "resolved"):
        ended = await fleet.get("olga", "reviews", status=status, limit=1, agent_id="p")
        assert [one["session_id"] for one in ended["sessions"]] == [asked["session_id"]]
        assert ended["after"] == ""
    assert (await fleet.get("olga", "reviews"))["sessions"] == []
    assert (await fleet.get("olga", "reviews", status="done"))["http"] == 422
    assert (await fleet.get("olga", "reviews", status="ended", after="x"))["http"] == 422


async def test_the_policy_of_the_server_asks_for_a_quorum_over_http(fleet: Fleet) -> None:
    app = fleet.client.app
    app.surroundings = app.surroundings._replace(settings=lambda: Settings(fleet={"without_agreement": "quorum"}))
    await fleet.founded("a", "b", "c", "d")
    await fleet.post("olga", "agents/p/reports", risk_score=0.1)
    asked = await fleet.post("p", "reviews/dialectic", reason="Well again", root_cause="A race")
    assert (asked["kind"], asked["without_agreement"]) == ("dialectic", "quorum")
    place = f"reviews/{asked['session_id']}"
    await fleet.post("a", f"{place}/antithesis", concerns=["Again?"])
    for _ in range(5):
        await fleet.post("p", f"{place}/synthesis", proposed_conditions=["read only for 2h"])
        last = await fleet.post("a", f"{place}/synthesis", proposed_conditions=["Report errors hourly"])
    quorum = await fleet.get("p", f"reviews/{last['resolution']['quorum_review']}")
    assert (quorum["quorum_required"], quorum["reviewers"]) == (["no_agreement"], ["b", "c", "d"])
    assert quorum["dialectic_before"] == asked["session_id"]


async def test_agents_are_listed_in_pages(fleet: Fleet) -> None:
    await fleet.founded("a", "b", "c", "d")
    first = await fleet.get("olga", "agents", limit=2)
    assert ([one["agent_id"] for one in first["agents"]], first["after"]) == (["a", "b"], "b")
    second = await fleet.get("olga", "agents", limit=3, after="b")
    assert ([one["agent_id"] for one in second["agents"]], second["after"]) == (["c", "d", "p"], "")
    paused = await fleet.get("olga", "agents", status="paused")
    assert [one["agent_id"] for one in paused["agents"]] == ["p"]


async def _replays(fleet: Fleet, who: str, path: str, **body: Any) -> dict[str, Any]:
    """The same request three times, the last time at a server that has just started: done once, answered alike."""
    first = await fleet.post(who, path, "k1", **body)
    rows = await fleet.client.app.record.export(list)
    second = await fleet.post(who, path, "k1", **body)
    restarted = Fleet(fleet.client.app)
    third = await restarted.post(who, path, "k1", **body)
    assert first["http"] in (200, 201), first
    assert second == third == first
    assert await fleet.client.app.record.export(list) == rows
    return first


async def test_a_repeated_registration_gives_the_agent_that_it_made(fleet: Fleet) -> None:
    made = await _replays(fleet, "olga", "agents", agent_id="a", owner="ann", tags=["search"])
    assert (made["http"], made["owner"]) == (201, "ann")
    for key in (None, "k2"):
        said = await Fleet(fleet.client.app).post("olga", "agents", key, agent_id="a", owner="ann", tags=["search"])
        assert (said["http"], said["error_code"]) == (409, "AGENT_EXISTS")
    other = await Fleet(fleet.client.app).post("olga", "agents", "k1", agent_id="a", owner="ben", tags=["search"])
    assert (other["http"], other["type"].rpartition(":")[2]) == (422, "key-reused")
    assert (await fleet.get("olga", "agents/a"))["owner"] == "ann"


async def test_every_change_of_an_agent_is_done_once_for_its_key(fleet: Fleet) -> None:
    await fleet.post("olga", "agents", agent_id="a")
    table: list[tuple[str, dict[str, Any]]] = [
        ("description", {"owner": "ann", "tags": ["search"]}),
        ("reports", {"risk_score": 0.5, "coherence": 0.25}),
        ("pause", {"reason": "It deleted a table"}),
        ("archive", {"reason": "It is not needed"}),
    ]
    app = fleet.client.app
    for path, body in table:
        key = f"key of {path}"
        before = await app.record.export(list)
        first = await fleet.post("olga", f"agents/a/{path}", key, **body)
        after = await app.record.export(list)
        assert (first["http"], len(after) > len(before)) == (200, True)
        assert await Fleet(app).post("olga", f"agents/a/{path}", key, **body) == first
        assert await app.record.export(list) == after


async def test_an_old_report_that_is_repeated_does_not_undo_a_newer_one(fleet: Fleet) -> None:
    await fleet.post("olga", "agents", agent_id="a")
    await fleet.post("olga", "agents/a/reports", "monday", risk_score=0.1)
    await fleet.post("olga", "agents/a/reports", "tuesday", risk_score=0.9)
    repeated = await Fleet(fleet.client.app).post("olga", "agents/a/reports", "monday", risk_score=0.1)
    assert repeated["risk_score"] == 0.9
    other = await Fleet(fleet.client.app).post("olga", "agents/a/reports", "monday", risk_score=0.2)
    assert (other["http"], (await fleet.get("olga", "agents/a"))["risk_score"]) == (422, 0.9)


async def test_an_operators_moves_in_a_review_are_done_once_for_their_key(fleet: Fleet) -> None:
    await fleet.founded("a", "b")
    conditions = ["Run in read-only mode for a day"]
    said: dict[str, Any] = {"root_cause": "A race", "proposed_conditions": conditions}
    asked = await fleet.post("p", "reviews/dialectic", issue_description="Paused", **said)
    place = f"reviews/{asked['session_id']}"
    handed = await _replays(fleet, "olga", f"{place}/reassignment", new_reviewer_id="b", reason="No time")
    assert handed["reviewer_agent_id"] == "b"
    await fleet.post("b", f"{place}/antithesis", "k1", observed_metrics={}, concerns=[])
    for who in ("p", "b"):
        await fleet.post(who, f"{place}/synthesis", "s1", proposed_conditions=conditions, agrees=True)
    verified: dict[str, Any] = {"approves": True, "reason": "I read the logs"}
    done = await fleet.post("olga", f"{place}/verification", "v1", **verified)
    again = await Fleet(fleet.client.app).post("olga", f"{place}/verification", "v1", **verified)
    assert (done["executed"]["action"], again) == ("resume", done)
    assert await fleet.post("olga", f"{place}/verification", **verified) == done, "the same once more is harmless"
    other = await fleet.post("olga", f"{place}/verification", **{**verified, "approves": False})
    assert (other["http"], other["error_code"]) == (409, "WRONG_PHASE")


async def test_a_repeated_request_says_so(fleet: Fleet) -> None:
    sent = [await fleet.client.post("/v1/agents", OLGA, {"agent_id": "a"}, "k1") for _ in range(2)]
    assert [one.headers.get("idempotent-replayed") for one in sent] == [None, "true"]


SESSION: dict[str, Any] = {
    "session_id": "0123456789abcdef",
    "paused_agent_id": "p",
    "reviewer_agent_id": "a",
    "phase": "resolved",
    "created_at": "2025-11-15T12:00:00",
    "transcript": [{"phase": "thesis", "agent_id": "p", "root_cause": "A race", "proposed_conditions": ["Log"]}],
    "resolution": {"action": "resume"},
    "colour": "green",
}


async def test_sessions_are_imported_over_http_with_a_report_of_what_was_taken(fleet: Fleet) -> None:
    await fleet.founded("a")
    sessions = [SESSION, {**SESSION, "session_id": "fedcba9876543210", "paused_agent_id": "nobody"}]
    said = await fleet.post("olga", "reviews/import", sessions=sessions)
    assert (said["http"], said["taken"], said["known"], said["refused"]) == (200, 1, 0, 1)
    taken, refused = said["sessions"]
    assert (taken["outcome"], taken["statements"], taken["notes"]) == ("taken", 1, ["left out: colour"])
    assert (refused["outcome"], "nobody" in refused["reason"]) == ("refused", True)
    shown = await fleet.get("olga", f"reviews/{taken['taken_as']}")
    assert (shown["resolution"]["resolution_type"], shown["whose_move"]["whose"]) == ("imported", "nobody")
    assert (await fleet.get("olga", "agents/p"))["status"] == "paused"
    again = await fleet.post("olga", "reviews/import", **SESSION)
    assert (again["taken"], again["known"], again["sessions"][0]["taken_as"]) == (0, 1, taken["taken_as"])


async def test_what_is_no_session_is_refused_and_only_an_operator_imports(fleet: Fleet) -> None:
    await fleet.founded("a")
    before = but_refusals(await fleet.client.app.record.export(list))
    assert (await fleet.post("a", "reviews/import", **SESSION))["http"] == 403
    assert (await fleet.post("olga", "reviews/import", sessions=[]))["http"] == 422
    assert (await fleet.client.post("/v1/reviews/import", OLGA, 7)).status_code == 422
    assert (await fleet.client.send("POST", "/v1/reviews/import", b"{", who=OLGA)).status_code in (400, 422)
    missing = await fleet.post("olga", "reviews/import", session_id="x")
    assert (missing["taken"], missing["refused"]) == (0, 1)
    assert but_refusals(await fleet.client.app.record.export(list)) == before


async def test_a_key_in_the_body_is_taken_and_appears_nowhere(fleet: Fleet) -> None:
    await fleet.founded("a", "b", "c")
    secret = "s3cr3t-of-the-agent"
    asked = await fleet.post("p", "reviews/quorum", agent_id="p", reason="Well again", api_key=secret)
    place = f"reviews/{asked['session_id']}/votes"
    said = await fleet.post("a", place, vote="block", reasoning="Too early", api_key=[secret])
    wrong = await fleet.post("b", place, vote="perhaps", reasoning="", api_key=secret)
    assert (asked["http"], said["http"], wrong["http"]) == (200, 200, 422)
    assert secret not in f"{asked}{said}{wrong}{await fleet.client.app.record.export(list)}"
    described = (await fleet.client.get("/v1/openapi.json", OLGA)).json()
    body = described["paths"]["/v1/reviews/quorum"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body["properties"]["api_key"]["deprecated"] is True


async def test_a_quorum_that_crosses_a_hard_limit_blocks_and_says_which(fleet: Fleet) -> None:
    await fleet.founded("a", "b", "c")
    asked = await fleet.post("p", "reviews/quorum", reason="Well again")
    for name in "abc":
        conditions = ["Disable monitoring until Friday"] if name == "a" else []
        said = await fleet.post(
            name, f"reviews/{asked['session_id']}/votes", vote="resume", reasoning="Well", conditions=conditions
        )
    (limit,) = said["quorum_result"]["hard_limits"]
    assert limit.startswith("Disable monitoring until Friday: ")
    assert (said["executed"]["action"], said["executed"]["conditions"]) == ("block", [])
    assert (await fleet.get("olga", "agents/p/history"))["events"][-1]["reason"] == limit


async def test_who_has_a_key_registers_installed_engines_and_people_and_no_programs(fleet: Fleet) -> None:
    keyed = OLGA._replace(proof=AUTHENTICATED)
    program = {"agent_id": "opus", "voter": "command:/bin/true"}
    refused = await fleet.client.post("/v1/agents", keyed, program)
    assert (refused.status_code, "a program or an address" in refused.json()["detail"]) == (422, True)
    assert (await fleet.client.post("/v1/agents", keyed, {"agent_id": "ben", "voter": "person"})).status_code == 201
    assert (await fleet.client.post("/v1/agents", OLGA, program)).json()["voter"] == "command:/bin/true"


async def test_what_waits_for_a_person_is_in_the_inbox_and_a_forbidden_condition_is_warned_of(fleet: Fleet) -> None:
    await fleet.founded("a")
    asked = await fleet.post("p", "reviews/quorum", reason="Well again")
    place = f"reviews/{asked['session_id']}"
    said: dict[str, Any] = {"root_cause": "Overflow", "proposed_conditions": ["Disable monitoring"]}
    filed = await fleet.post("p", f"{place}/thesis", **said)
    assert (filed["http"], filed["warnings"][0]["code"], filed["warnings"][0]["values"]["limit"]) == (
        200,
        "hard_limit",
        "monitoring",
    )
    (line,) = (await fleet.get("a", "inbox", mine=True))["lines"]
    assert (line["id"], line["waits"][0]["kind"]) == (asked["session_id"], "antithesis")
    assert line["command"].startswith(f"quorate review antithesis {asked['session_id']} ")


async def test_a_dispute_about_the_reviews_is_in_the_inbox_of_people(fleet: Fleet) -> None:
    await fleet.founded("a", "b", "c")
    asked = await fleet.post("p", "reviews/quorum", reason="They hate me", dispute_type="review_system")
    (line,) = (await fleet.get("olga", "inbox"))["lines"]
    assert (line["id"], line["waits"][0]["kind"]) == (asked["session_id"], "decide")
    assert line["command"] == f"quorate review decide {asked['session_id']} ACTION --reason TEXT"


async def test_notes_are_accepted_and_struck_over_http(fleet: Fleet) -> None:
    await fleet.founded("a", "b", "c")
    review = (await fleet.post("p", "reviews/quorum", reason="Well again"))["session_id"]
    wished = [{"kind": "monitor", "what": "risk", "for": "2h"}, "Log all calls", "No alerts at night"]
    for name, conditions in (("a", wished), ("b", []), ("c", [])):
        vote: dict[str, Any] = {"vote": "resume", "reasoning": "It is well", "conditions": conditions}
        voted = await fleet.post(name, f"reviews/{review}/votes", **vote)
    assert [note["note"] for note in voted["quorum_result"]["notes"]] == ["N1", "N2"]
    verdict = (await fleet.get("olga", f"deliberations/{review}"))["verdict_hash"]
    answer: dict[str, Any] = {"verdict": verdict, "verified": "I read them"}
    path = f"deliberations/{review}/answers"
    refused = await fleet.post("olga", path, **answer, accept_notes=["N1"])
    assert "missing: N2" in str(refused)
    answered = await fleet.post("olga", path, **answer, accept_notes=["N1"], strike_notes=["N2"])
    assert answered["http"] == 200, answered
    posted = (await fleet.get("olga", f"reviews/{review}"))["executed"]["conditions"]
    assert posted == ["monitor risk for 2h", "Log all calls"]


async def test_a_condition_that_fits_no_kind_is_refused_over_http(fleet: Fleet) -> None:
    await fleet.founded("a", "b", "c")
    review = (await fleet.post("p", "reviews/quorum", reason="Well again"))["session_id"]
    wished = [{"kind": "monitor", "for": "ever"}]
    vote: dict[str, Any] = {"vote": "resume", "reasoning": "It is well", "conditions": wished}
    refused = await fleet.post("a", f"reviews/{review}/votes", **vote)
    assert (refused["http"], "24h" in str(refused)) == (422, True)
