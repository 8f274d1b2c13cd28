"""Keys through the real server: scopes, names, revocation; and many who cast the same ballot at once."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from quorate.deliberation.principal import SCOPES
from quorate.surfaces.http.application import OPERATIONS
from tests.patience import PATIENCE
from tests.surfaces.http.running import RunningServer, running

VOTE = {"position": "APPROVE", "confidence": 82, "rationale": "It was measured"}
CASTS, AT_ONCE, SEATS = int(os.environ.get("QUORATE_CASTS", "640")), 64, ("a", "b", "c", "d", "e")
EMPTY = {"describe_agent", "archive_agent", "request_dialectic_review"}
EMPTY |= {"submit_thesis", "submit_antithesis", "submit_synthesis"}
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[RunningServer]:
    with running(folder, "--rate", "0") as one:
        yield one


def _key(server: RunningServer, name: str, *scopes: str) -> dict[str, Any]:
    wanted = [word for scope in scopes for word in ("--scope", scope)]
    found: dict[str, Any] = json.loads(server.cli("keys", "create", name, *wanted, "--json"))
    return found


def _client(server: RunningServer, key: str) -> httpx2.Client:
    return httpx2.Client(
        base_url=server.address, timeout=PATIENCE, verify=False, headers={"Authorization": f"Bearer {key}"}
    )


def test_a_key_acts_as_whoever_it_was_issued_to_and_not_as_an_argument_says(server: RunningServer) -> None:
    opened = server.opened(panel=[{"seat": "a", "voter": "person:ann"}, {"seat": "b", "voter": "person:ben"}])
    place, asked = f"/v1/deliberations/{opened['id']}", opened["question_hash"]
    with _client(server, _key(server, "ann", "vote", "read")["key"]) as ann:
        body = {"question": asked, "seat": "b", "vote": VOTE}
        assert ann.post(f"{place}/ballots", json=body).status_code == 403
        assert ann.post(f"{place}/ballots", json={**body, "seat": "a", "who": "ben"}).status_code == 422
        assert ann.post(f"{place}/ballots", json={**body, "seat": "a"}).status_code == 200
        cast = ann.get(place).json()["history"][-1]
    assert (cast["kind"], cast["author"]) == ("Cast", {"name": "ann", "proof": "authenticated"})


def test_a_key_without_a_scope_does_nothing_that_needs_one(server: RunningServer) -> None:
    opened = server.opened(panel=[{"seat": "a", "voter": "person"}])
    before = server.shown(opened["id"])
    with _client(server, _key(server, "eve", "report")["key"]) as eve:
        for one in OPERATIONS:
            if one.is_public or one.name == "tally":
                continue
            path = "/v1" + one.path.format(
                id=opened["id"],
                item="R1",
                name="verdict",
                agent="p",
                session="QUORUM-2026-0101-001",
                epic="e",
                conflict="c",
            )
            said = eve.request(one.method, path, json=_body(one.name, opened), params=_query(one.name))
            refused = (403, 404, 409) if "{epic}" in one.path else (403, 404)  # this server shows no contributions
            assert said.status_code in refused, (one.name, said.text)
    assert server.shown(opened["id"]) == before


def test_a_revoked_key_is_refused_at_the_next_call(server: RunningServer) -> None:
    made = _key(server, "dan", *SCOPES)
    with _client(server, made["key"]) as dan:
        assert dan.get("/v1/inbox").status_code == 200
        server.cli("keys", "revoke", made["key"].split("_")[1])
        refused = dan.get("/v1/inbox")
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, 'Bearer realm="quorate"')


def test_of_many_casts_one_is_counted_for_each_seat(server: RunningServer) -> None:
    panel = [{"seat": seat, "voter": "person"} for seat in SEATS]
    opened = server.opened(panel=[*panel, {"seat": "last", "voter": "person:nobody"}])
    place = f"/v1/deliberations/{opened['id']}/ballots"
    bodies = [json.dumps({"question": opened["question_hash"], "seat": seat, "vote": VOTE}) for seat in SEATS]
    casts = [(place, bodies[number % len(SEATS)]) for number in range(CASTS)]
    key = _key(server, "cara", "vote", "read")["key"]
    port = int(server.address.rpartition(":")[2])
    orders = {"port": port, "key": key, "connections": [casts[number::AT_ONCE] for number in range(AT_ONCE)]}
    load = [sys.executable, "-m", "bench.load.requests"]
    ended = subprocess.run(load, input=json.dumps(orders), capture_output=True, text=True, check=True, cwd=ROOT)
    statuses = json.loads(ended.stdout)
    assert (statuses.count(200), statuses.count(409)) == (len(SEATS), CASTS - len(SEATS))
    assert [one["kind"] for one in server.shown(opened["id"])["history"]].count("Cast") == len(SEATS)


def test_no_secret_is_in_the_log(server: RunningServer, folder: Path) -> None:
    secrets = [f"planted-secret-{number:02d}" for number in range(20)]
    for number, secret in enumerate(secrets):
        headers = [{"Authorization": f"Bearer {secret}"}, {"Cookie": f"quorate_session={secret}"}, {"X-Key": secret}]
        server.client.get(f"/v1/{secret}", headers=headers[number % 3], params={"token": secret})
        server.client.post(
            "/v1/deliberations", json={"question": "?", secret: secret}, headers={"Idempotency-Key": secret}
        )
    text = (folder / "server.log").read_text()
    assert [secret for secret in secrets if secret in text] == []
    assert "qk_" not in text


def _body(name: str, opened: dict[str, Any]) -> dict[str, Any] | None:
    """One that each operation could read."""
    asked, verdict = {"question": opened["question_hash"]}, {"verdict": "0" * 16}
    return {
        "open_deliberation": {"question": "Adopt it?"},
        "cast_ballot": {**asked, "vote": VOTE},
        "answer": {**verdict, "decline": "No"},
        "retry": {},
        "redeliberate": {"evidence": "New", "seats": ["a"]},
        "revise": {"subject": "Another?"},
        "close": {},
        "release": {**asked, "action": "x"},
        "revoke": {"reason": "Wrong"},
        "reframe": {**verdict, "into": ["Smaller?"]},
        "defer": {**verdict, "step": "Wait", "owner": "ann", "monitor": "logs"},
        "record_outcome": {"was": "right"},
        "set_risk": {"owner": "eve"},
        "vindicate": {"what": "It happened"},
        "register_agent": {"agent_id": "eve"},
        "pause_agent": {"reason": "It is ill"},
        "judge_review": {"session_id": "x", "held_up": True},
        "request_quorum_review": {"reason": "Well again"},
        "submit_quorum_vote": {"vote": "resume", "reasoning": "Fine"},
        "reassign_reviewer": {"new_reviewer_id": "eve"},
        "verify_review": {"approves": True, "reason": "Looked at"},
        "import_sessions": {"session_id": "x", "paused_agent_id": "p", "phase": "failed"},
        "propose_resolution": {"type": "merge", "proposal": "Both"},
        "vote_on_resolution": {"vote": "accept"},
        "resolve_conflict": {"accept": True},
        "report_state": {"risk_score": 0.1},
        "decide_review": {"action": "resume", "reason": "Fine"},
    }.get(name, {} if name in EMPTY else None)


def _query(name: str) -> dict[str, str]:
    return {"protocol": "quorum"} if name == "retally" else {}
