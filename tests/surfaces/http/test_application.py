"""Requests and responses: bodies, statuses, problems, keys, limits."""

import asyncio
import json
from typing import Any

import pytest

from quorate.app.app import App
from quorate.core.codec import json_line, to_json
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.principal import Principal
from quorate.surfaces.http import operation
from quorate.surfaces.http.application import OPERATIONS
from quorate.surfaces.http.operation import ROOT
from quorate.views.deliberation import in_full
from tests.app.house import ACTION, AGAINST, ANN, BEN, EVE, FOR, House
from tests.patience import happens
from tests.surfaces.http.client import TOKEN, Client

QUESTION = {"question": {"subject": "Adopt the queue?", "action": ACTION}}
SEATS = [{"seat": "a", "voter": "person:ann"}, {"seat": "b", "voter": "person:ben"}]
DOCUMENT = {**QUESTION, "panel": SEATS}
NO_KEYS: tuple[dict[str, str], ...] = (
    {},
    {"Authorization": "Bearer x"},
    {"Authorization": "Basic eDp4"},
    {"Cookie": "quorate_session=x"},
)
ELSEWHERE = ("command:/bin/true", {"command": ["/bin/true"]}, "openai:m@http://10.0.0.1/v1", " command:x")


@pytest.fixture
def client(app: App) -> Client:
    return Client(app)


async def test_a_deliberation_is_opened_voted_on_and_released(client: Client) -> None:
    opened = await client.post("/v1/deliberations", ANN, DOCUMENT)
    assert opened.status_code == 202
    place, asked = opened.headers["location"], opened.json()["question_hash"]
    for who in (ANN, BEN):
        voted = await client.post(f"{place}/ballots", who, {"question": asked, "vote": FOR})
        assert voted.status_code == 200, voted.text
    assert voted.json()["may_be_acted_on"]
    released = await client.post(f"{place}/release", ANN, {"question": asked, "action": ACTION})
    assert (released.status_code, released.json()["state"]) == (200, "released")
    again = await client.post(f"{place}/release", ANN, {"question": asked, "action": ACTION})
    assert (again.status_code, again.json()["type"]) == (409, "urn:quorate:problem:refused")


async def test_a_notice_of_many_seats_stays_a_short_header(client: Client) -> None:
    panel = [{"seat": f"seat {number}", "voter": "person:ann"} for number in range(200)]
    opened = await client.post("/v1/deliberations", ANN, {**DOCUMENT, "panel": panel})
    (noticed,) = [one for one in json.loads(opened.headers["quorate-notices"]) if "seats" in one["values"]]
    assert (len(noticed["values"]["seats"]), noticed["values"]["seats_in_all"]) == (10, 200)
    assert len(opened.headers["quorate-notices"]) < 2000


async def test_what_is_shown_is_what_the_command_line_prints(client: Client, house: House) -> None:
    session = await house.decided()
    found = await house.app.whole(session.id)
    shown = await client.get(f"/v1/deliberations/{session.id}", EVE)
    assert shown.text == json_line(in_full(found.session, found.history, found.record)) + "\n"
    assert session.verdict
    assert (await client.get(f"/v1/deliberations/{session.id}/verdict", EVE)).text == to_json(session.verdict) + "\n"


async def test_ballots_are_sealed_until_the_round_is_over(client: Client, house: House) -> None:
    session = await house.opened()
    body = {"question": session.question.content_hash, "vote": {**FOR, "rationale": "A word that nobody else says"}}
    voted = await client.post(f"/v1/deliberations/{session.id}/ballots", ANN, body)
    for path in ("", "/report", "/risks"):
        shown = await client.get(f"/v1/deliberations/{session.id}{path}", BEN)
        assert "nobody else says" not in voted.text + shown.text
        assert "APPROVE" not in shown.text
    assert (await client.get(f"/v1/deliberations/{session.id}/verdict", BEN)).status_code == 409


async def test_engines_are_asked_in_the_background(client: Client, house: House) -> None:
    program = house.program("yes", FOR)
    local = Principal("local", owns_store=True)
    document = {**QUESTION, "panel": [{"seat": "a", "voter": program}, {"seat": "b", "voter": "scorecard"}]}
    opened = await client.post("/v1/deliberations", local, document)
    assert opened.json()["state"] == "voting"
    await happens(lambda: not client.carrier.names)
    shown = await client.get(opened.headers["location"], local)
    assert shown.json()["verdict"]
    assert house.times_asked() == 1


@pytest.mark.parametrize(
    "voter", ["command:/bin/true", {"command": ["/bin/true"]}, "openai:m@http://10.0.0.1/v1", " command:x"]
)
async def test_whoever_has_a_key_names_no_program_and_no_address(client: Client, voter: object) -> None:
    remote = Principal("remote", AUTHENTICATED)
    document = {**QUESTION, "panel": [{"seat": "a", "voter": voter}]}
    refused = await client.post("/v1/deliberations", remote, document)
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["field"] == "panel[0].voter"
    assert not (await client.app.record.log()).lines


async def test_problems_of_a_document_are_listed_with_their_lines(client: Client) -> None:
    text = b'{"question": "Adopt it?",\n "panl": [],\n "mode": "magic"}'
    refused = await client.send("POST", "/v1/deliberations", text, who=ANN)
    assert refused.status_code == 422
    assert refused.headers["content-type"] == "application/problem+json"
    assert [(one["field"], one["line"]) for one in refused.json()["errors"]] == [("panl", 2), ("mode", 3)]


async def test_a_ballot_names_its_question_and_an_answer_its_verdict(client: Client, house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    place = f"/v1/deliberations/{session.id}"
    unbound = await client.post(f"{place}/answers", ANN, {"decline": "Not now"})
    assert (unbound.status_code, unbound.json()["errors"][0]["field"]) == (422, "verdict")
    ballot = await client.post(f"{place}/ballots", ANN, {"vote": FOR})
    assert (ballot.status_code, ballot.json()["errors"][0]["field"]) == (422, "question")
    stale = await client.post(f"{place}/answers", ANN, {"verdict": "0" * 16, "decline": "Not now"})
    assert (stale.status_code, stale.json()["type"]) == (409, "urn:quorate:problem:outdated")


async def test_a_key_acts_once_and_stands_for_one_request(client: Client) -> None:
    first = await client.post("/v1/deliberations", ANN, DOCUMENT, key="k1")
    again = await client.post("/v1/deliberations", ANN, DOCUMENT, key="k1")
    assert first.json()["id"] == again.json()["id"]
    assert (again.headers["idempotent-replayed"], "idempotent-replayed" in first.headers) == ("true", False)
    other = await client.post("/v1/deliberations", ANN, {**DOCUMENT, "question": "Another?"}, key="k1")
    assert (other.status_code, other.json()["type"]) == (422, "urn:quorate:problem:key-reused")
    bens = await client.post("/v1/deliberations", BEN, DOCUMENT, key="k1")
    assert bens.json()["id"] != first.json()["id"]


async def test_a_key_holds_after_the_server_was_started_again(client: Client) -> None:
    first = await client.post("/v1/deliberations", ANN, DOCUMENT, key="k1")
    later = Client(client.app)
    again = await later.post("/v1/deliberations", ANN, DOCUMENT, key="k1")
    assert again.json()["id"] == first.json()["id"]
    other = await later.post("/v1/deliberations", ANN, {**DOCUMENT, "question": "Another?"}, key="k1")
    assert other.status_code == 422


async def test_the_same_request_at_the_same_time_is_done_once(client: Client) -> None:
    tried = await asyncio.gather(*(client.post("/v1/deliberations", ANN, DOCUMENT, key="k") for _ in range(8)))
    kinds = {one.json()["type"] for one in tried if one.status_code != 202}
    assert kinds <= {"urn:quorate:problem:in-flight"}
    assert any(one.status_code == 202 for one in tried)
    assert len((await client.app.record.log()).lines) == 1


async def test_what_was_refused_leaves_its_key_free(client: Client) -> None:
    refused = await client.post("/v1/deliberations", ANN, {"question": ""}, key="k")
    assert refused.status_code == 422
    assert (await client.post("/v1/deliberations", ANN, DOCUMENT, key="k")).status_code == 202


@pytest.mark.parametrize("key", ["", " ", "x" * 101, "two\tparts"])
async def test_a_key_that_says_nothing_is_refused(client: Client, key: str) -> None:
    refused = await client.post("/v1/deliberations", ANN, DOCUMENT, key=key)
    assert refused.status_code in (400, 422)
    assert not (await client.app.record.log()).lines


async def test_nobody_acts_without_a_key(client: Client) -> None:
    for one in OPERATIONS:
        path = ROOT + one.path.replace("{id}", "MAGI-2026-1115-001").replace("{item}", "R1").replace(
            "{name}", "verdict"
        )
        for headers in (
            {},
            {"Authorization": "Bearer x"},
            {"Authorization": "Basic eDp4"},
            {"Cookie": "quorate_session=x"},
        ):
            client.time += 60  # who presents wrong keys waits
            answered = await client.send(one.method, path, headers=headers)
            is_open = one.is_public and operation.TOKEN not in one.credentials
            assert answered.status_code == (one.status if is_open else 401), (one.name, answered.text)


async def test_the_token_is_exchanged_once(client: Client) -> None:
    token = {"Authorization": f"Bearer {TOKEN}"}
    assert (await client.send("GET", "/v1/inbox", headers=token)).status_code == 401
    exchanged = await client.send("POST", "/v1/session", headers=token)
    session = exchanged.json()["token"]
    for headers in ({"Authorization": f"Bearer {session}"}, {"Cookie": f"quorate_session={session}"}):
        assert (await client.send("GET", "/v1/inbox", headers=headers)).status_code == 200
    assert "HttpOnly; SameSite=Strict" in exchanged.headers["set-cookie"]
    for secret in (TOKEN, "guessed"):
        again = await client.send("POST", "/v1/session", headers={"Authorization": f"Bearer {secret}"})
        assert again.status_code == 401
        assert again.json()["detail"].startswith("the token of this server was exchanged already; restart")


async def test_a_session_is_neither_begun_nor_ended_for_two_at_once(client: Client) -> None:
    for method in ("POST", "DELETE"):
        twice = [("Authorization", "Bearer x"), ("Authorization", "Bearer y")]
        refused = await client.send(method, "/v1/session", headers=twice)
        assert refused.status_code == 400
        assert "several Authorization headers" in refused.json()["detail"]


@pytest.mark.parametrize(("path", "allowed"), [("session", {"POST", "DELETE"}), ("deliberations", {"GET", "POST"})])
async def test_a_wrong_method_is_answered_with_all_that_are_right(client: Client, path: str, allowed: set[str]) -> None:
    refused = await client.send("PUT", f"/v1/{path}")
    assert refused.status_code == 405
    assert set(refused.headers["allow"].split(", ")) - {"HEAD"} == allowed


async def test_who_calls_too_often_waits(app: App) -> None:
    client = Client(app, rate=1, burst=2)
    tried = [(await client.get("/v1/inbox", ANN)).status_code for _ in range(3)]
    assert tried == [200, 200, 429]
    assert (await client.get("/v1/inbox", BEN)).status_code == 200
    client.time += 1
    assert (await client.get("/v1/inbox", ANN)).status_code == 200
    limited = await client.get("/v1/inbox", ANN)
    assert limited.headers["retry-after"] == "1"


@pytest.mark.parametrize(
    ("body", "media", "status"),
    [
        (b"", "application/json", 422),
        (b"{", "application/json", 422),
        (b"[]", "application/json", 422),
        (b'"Adopt it?"', "application/json", 422),
        (b"\xff", "application/json", 422),
        (b'{"question": "\\ud800"}', "application/json", 422),
        (b'{"question": "a", "question": "b"}', "application/json", 422),
        (b"[" * 100_000, "application/json", 422),
        (b'{"question": "Adopt it?"}', "text/plain", 415),
        (b'{"question": "Adopt it?"}', "application/x-www-form-urlencoded", 415),
        (b'{"question": "' + b"x" * 1024 * 1024 + b'"}', "application/json", 413),
    ],
)
async def test_a_body_that_cannot_be_read_is_refused(client: Client, body: bytes, media: str, status: int) -> None:
    refused = await client.send("POST", "/v1/deliberations", body, who=ANN, headers={"Content-Type": media})
    assert refused.status_code == status, refused.text
    assert refused.json()["status"] == status
    assert not (await client.app.record.log()).lines


@pytest.mark.parametrize("query", [{"limit": 0}, {"limit": "ten"}, {"after": "x"}, {"unknown": 1}, {"limit": 1001}])
async def test_a_query_that_says_nothing_is_refused(client: Client, query: dict[str, object]) -> None:
    assert (await client.get("/v1/deliberations", ANN, **query)).status_code == 422


async def test_pages_go_on_where_the_last_one_ended(client: Client, house: House) -> None:
    ids = [(await house.opened()).id for _ in range(5)]
    seen: list[str] = []
    page: dict[str, Any] = {"after": ""}
    while page["after"] is not None:
        page = (await client.get("/v1/deliberations", ANN, limit=2, after=page["after"])).json()
        seen += [line["id"] for line in page["lines"]]
    assert seen == ids[::-1]


async def test_what_is_not_there_is_not_found(client: Client) -> None:
    hidden = ("/v1/deliberations/..%2f..%2fetc", "/v1%2finbox", "/v1%2Finbox", "/%76%31%2finbox")
    for path in ("/v1/deliberations/MAGI-2026-1115-009", "/v2/inbox", "/", *hidden):
        found = await client.get(path, ANN)
        assert (found.status_code, found.headers["content-type"]) == (404, "application/problem+json")
    wrong = await client.send("DELETE", "/v1/inbox", who=ANN)
    assert (wrong.status_code, {*wrong.headers["allow"].split(", ")}) == (405, {"GET", "HEAD"})


async def test_an_outcome_is_recorded_once_and_never_by_who_voted(client: Client, house: House) -> None:
    pending = await house.opened()
    session = await house.decided(FOR, FOR)
    place, zoe = f"/v1/deliberations/{session.id}/outcome", Principal("zoe")
    for path, who, body, said in (
        (f"/v1/deliberations/{pending.id}/outcome", zoe, {"was": "right"}, "no verdict"),
        (place, ANN, {"was": "right"}, "ann votes here"),
        (place, zoe, {"was": "aprove"}, "nearest: APPROVE"),
        (place, zoe, {}, "was"),
    ):
        refused = await client.post(path, who, body)
        assert 400 <= refused.status_code < 500
        assert said in refused.text
    assert (await client.get("/v1/voters", ANN)).json() == {"panels": []}
    for _ in range(2):
        told = await client.post(place, zoe, {"was": "wrong", "note": "<b>"}, key="k1")
        assert (told.status_code, told.json()["outcome"]["truth"]) == (200, "REJECT")
    (panel,) = (await client.get("/v1/voters", ANN)).json()["panels"]
    assert (panel["outcomes"], [row["right"] for row in panel["voters"]]) == (1, [0, 0])


async def test_look_ups_show_what_the_views_say(client: Client, house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    place = f"/v1/deliberations/{session.id}"
    assert (await client.get(f"{place}/explanation", ANN)).json()["verdict"]["result"] == "SPLIT"
    other = await client.get(f"{place}/retally", ANN, protocol="quorum")
    assert other.json()["other"]["protocol"] == "quorum"
    assert (await client.get("/v1/inbox", ANN, mine="true")).json()["lines"][0]["id"] == session.id
    assert (await client.get("/v1/voters", ANN)).json() == {"panels": []}
    assert (await client.get("/v1/risks", ANN)).status_code == 200
    html = await client.get(f"{place}/report", ANN, format="html", lang="ja")
    assert html.headers["content-type"].startswith("text/html")
    assert "sandbox" in html.headers["content-security-policy"]


async def test_ballots_in_a_document_are_counted_and_not_kept(client: Client) -> None:
    votes = [{"perspective": name, "position": "APPROVE", "confidence": 80} for name in ("Logos", "Pathos", "Sophia")]
    document = {"question": "Adopt it?", "votes": votes}
    counted = await client.post("/v1/tally", ANN, document, protocol="magi")
    assert (counted.status_code, counted.json()["protocol"]) == (200, "magi")
    assert not (await client.app.record.log()).lines


async def test_health_and_readiness_need_no_key(client: Client) -> None:
    for path in ("/v1/health", "/v1/ready", "/v1/openapi.json"):
        assert (await client.send("GET", path)).status_code == 200
    await client.app.record.close()
    assert (await client.send("GET", "/v1/health")).status_code == 200
    unready = await client.send("GET", "/v1/ready")
    assert (unready.status_code, json.loads(unready.text)["detail"]) == (503, "the server's log says more")
