"""What is refused says what to do instead: which hash to state, how a token is exchanged, how a person is named."""

import pytest

from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.principal import Principal
from tests.app.house import AGAINST, ANN, FOR, House
from tests.surfaces.http.client import TOKEN, Client

NEVER = "0" * 16
KEY = f"qk_{'0' * 16}_{'1' * 64}"
BALLOT = {"choice": "APPROVE", "confidence": 80, "rationale": "It was measured"}
EXCHANGE = "POST /v1/session with Authorization: Bearer TOKEN exchanges the server's token for a session, once"


async def test_a_ballot_without_its_question_is_told_where_the_hash_is(house: House) -> None:
    session = await house.opened()
    for path, body, name in (("ballots", BALLOT, "question"), ("answers", {"decline": "No"}, "verdict")):
        refused = await Client(house.app).post(f"/v1/deliberations/{session.id}/{path}", ANN, body)
        shown = f"the `{name}_hash` that GET /v1/deliberations/ID shows, or at least its first 8 hex digits"
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, name)
        assert refused.json()["detail"].endswith(f"{name}: missing; expected {shown}")


async def test_a_hash_that_was_never_one_is_not_called_outdated(house: House) -> None:
    opened, decided = await house.opened(), await house.decided(FOR, AGAINST)
    client = Client(house.app)
    ballot = await client.post(f"/v1/deliberations/{opened.id}/ballots", ANN, {**BALLOT, "question": NEVER})
    said = f"this ballot answers {NEVER}, which is not a hash of this question; the question is at revision 1, "
    assert (ballot.status_code, ballot.json()["type"]) == (409, "urn:quorate:problem:outdated")
    assert ballot.json()["detail"] == said + opened.question_hash
    answer = await client.post(f"/v1/deliberations/{decided.id}/answers", ANN, {"decline": "No", "verdict": NEVER})
    said = (
        f"this answers the verdict {NEVER}, which is not a hash of a verdict of this deliberation; the verdict is now "
    )
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:quorate:problem:outdated")
    assert answer.json()["detail"].startswith(said)


async def test_a_token_that_was_not_exchanged_yet_says_how_it_is(house: House) -> None:
    client = Client(house.app)
    nobody = await client.send("GET", "/v1/inbox")
    assert nobody.json()["detail"] == f"expected a key: Authorization: Bearer qk_..., or a session: {EXCHANGE}"
    token = {"Authorization": f"Bearer {TOKEN}"}
    early = await client.send("GET", "/v1/inbox", headers=token)
    assert (early.status_code, early.json()["detail"]) == (401, f"this is the token of the server; {EXCHANGE}")
    other = await client.send("POST", "/v1/session", headers={"Authorization": "Bearer guess"})
    assert other.json()["detail"] == f"expected the token of this server; {EXCHANGE}"
    begun = await client.send("POST", "/v1/session", headers=token)
    late = await client.send("GET", "/v1/inbox", headers=token)
    said = "this is the token of the server; it was exchanged: use the token of the session"
    assert (late.status_code, late.json()["detail"]) == (401, said)
    for secret, said in ((begun.json()["token"], "this is a session already"), (KEY, "a key needs no session")):
        again = await client.send("POST", "/v1/session", headers={"Authorization": f"Bearer {secret}"})
        assert (again.status_code, again.json()["detail"]) == (401, f"{said}: send it with every request")
    assert (await client.send("GET", "/v1/inbox")).json()["detail"] == "expected a key: Authorization: Bearer qk_..."


async def test_where_no_key_is_known_none_is_what_is_allowed(house: House) -> None:
    refused = await Client(house.app).send("POST", "/v1/session", x="1")
    assert refused.json()["detail"] == "query: x: found an unknown key; allowed: none"


@pytest.mark.parametrize("who", [ANN, ANN._replace(proof=AUTHENTICATED)])
async def test_a_name_alone_is_taken_for_a_person_who_has_to_be_called_one(house: House, who: Principal) -> None:
    document = {"question": "Adopt it?", "panel": [{"seat": "a", "voter": "ben"}, {"seat": "b", "voter": "person"}]}
    refused = await Client(house.app).post("/v1/deliberations", who, document)
    assert (refused.status_code, "person:ben" in refused.json()["detail"]) == (422, True), refused.text


async def test_the_description_says_what_the_token_of_a_session_is_for(house: House) -> None:
    described = (await Client(house.app).send("GET", "/v1/openapi.json")).json()
    fields = described["components"]["schemas"]["session"]["properties"]
    assert all(field.get("description") for field in fields.values())
