"""Tricks beside the table of operations: who claims to be somebody else, comes twice, late, or by a side entrance."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest

from quorate.core.text.names import normal
from tests.app.house import FOR
from tests.surfaces.illegal_world import ACTION, PANEL, USED_KEY, World, world_in

Trick = Callable[[World], httpx2.Response]
UNKNOWN = "MAGI-1999-0101-001"


def _at(world: World, state: str, path: str = "") -> str:
    return f"/v1/deliberations/{world.ids.get(state, state)}" + (f"/{path}" if path else "")


def _cast(world: World, state: str, key: str, /, headers: Any = None, **said: Any) -> httpx2.Response:
    known = world.sessions.get(state)
    asked = known.question.content_hash if known else "0" * 16
    body = {name: value for name, value in {"question": asked, "vote": FOR, **said}.items() if value is not None}
    return world.send("POST", _at(world, state, "ballots"), key, body, headers=headers or {})


def _post(world: World, state: str, path: str, key: str, /, **body: Any) -> httpx2.Response:
    return world.send("POST", _at(world, state, path), key, body)


def _verdict(world: World, state: str = "decided") -> str:
    return world.sessions[state].verdict_hash


def _release(world: World, state: str, key: str, /, **said: Any) -> httpx2.Response:
    asked = world.sessions[state].question.content_hash
    return _post(world, state, "release", key, **{"action": ACTION, "question": asked, **said})


def _with(world: World, key: str, **headers: str) -> httpx2.Response:
    return world.send("GET", "/v1/inbox", key, headers=headers)


def _bearer(world: World, text: str) -> httpx2.Response:
    return world.send("GET", "/v1/inbox", headers={"Authorization": text})


def _raw(world: World, body: bytes, media: str = "application/json") -> httpx2.Response:
    return world.send("POST", _at(world, "open", "ballots"), "ann", body, headers={"Content-Type": media})


def _ballot_text(world: World) -> str:
    """A ballot of ann's that would be taken."""
    asked = world.sessions["open"].question.content_hash
    return json.dumps({"seat": "a", "question": asked, "vote": FOR})


def _supersede(world: World, key: str, earlier: str) -> httpx2.Response:
    document = {"question": "Adopt it?", "panel": PANEL}
    return world.send("POST", "/v1/deliberations", key, document, supersedes=world.ids.get(earlier, earlier))


def _open(world: World, key: str, /, **document: Any) -> httpx2.Response:
    return world.send("POST", "/v1/deliberations", key, {"question": "Adopt it?", "panel": PANEL, **document})


EVIL = "evil.example"
TRICKS: dict[str, Trick] = {
    # an outsider, or one of the panel in another's place
    "an outsider votes for a seat": lambda w: _cast(w, "open", "eve", seat="a"),
    "an outsider votes for another seat": lambda w: _cast(w, "open", "eve", seat="b"),
    "an outsider names no seat": lambda w: _cast(w, "open", "eve"),
    "a voter takes another's seat": lambda w: _cast(w, "open", "ben", seat="a"),
    "a voter names a seat that is none": lambda w: _cast(w, "open", "ann", seat="c"),
    "an admin votes for others": lambda w: _cast(w, "open", "admin", seat="a"),
    # another principal's name in an argument or a header
    "an argument says who votes": lambda w: _cast(w, "open", "eve", seat="a", who="ann"),
    "an argument names an author": lambda w: _cast(w, "open", "eve", seat="a", author={"name": "ann"}),
    "a header says who votes": lambda w: _cast(w, "open", "eve", headers={"X-Forwarded-User": "ann"}, seat="a"),
    "a header of ours says who votes": lambda w: _cast(w, "open", "eve", headers={"Quorate-User": "ann"}, seat="a"),
    "a ballot says who answered": lambda w: _cast(w, "open", "eve", seat="a", vote={**FOR, "answered_by": "ann"}),
    # look-alike names
    "a look-alike name votes": lambda w: _cast(w, "open", "\u0430nn", seat="a"),
    "a name in another case votes": lambda w: _cast(w, "open", "Ann", seat="a"),
    "a look-alike seat is named": lambda w: _cast(w, "open", "ann", seat="\u0430"),
    "a seat with an invisible sign is named": lambda w: _cast(w, "open", "ann", seat="a\u200b"),
    "a look-alike name answers": lambda w: _post(w, "decided", "revoke", "\u0430nn", reason="Wrong"),
    # late, twice, elsewhere
    "a ballot after the close": lambda w: _cast(w, "decided", "ann", seat="a"),
    "a ballot after the release": lambda w: _cast(w, "released", "ann", seat="a"),
    "a ballot after the revocation": lambda w: _cast(w, "revoked", "ann", seat="a"),
    "a change of mind after the close": lambda w: _cast(w, "decided", "ann", seat="a", supersede=True),
    "a ballot for what is not there": lambda w: _cast(w, UNKNOWN, "ann", seat="a"),
    "a ballot with the hash of another question": lambda w: _cast(
        w, "open", "ann", seat="a", question=w.sessions["other"].question.content_hash
    ),
    "a ballot with a hash that is too short": lambda w: _cast(w, "open", "ann", seat="a", question="0"),
    "a ballot without a hash": lambda w: _cast(w, "open", "ann", seat="a", question=None),
    "a ballot with an older hash": lambda w: _cast(w, "open", "ann", seat="a", question="0" * 64),
    "a ballot for another round": lambda w: _cast(w, "open", "ann", seat="a", round=7),
    "an idempotency key for another request": lambda w: _cast(
        w, "open", "ann", headers={"Idempotency-Key": USED_KEY}, seat="a"
    ),
    "the idempotency key of somebody else": lambda w: _cast(
        w, "decided", "eve", headers={"Idempotency-Key": USED_KEY}, seat="a"
    ),
    # answers
    "an answer of somebody who is not named": lambda w: _post(
        w, "decided", "answers", "eve", verdict=_verdict(w), decline="No"
    ),
    "an answer to another verdict": lambda w: _post(
        w, "decided", "answers", "ann", verdict=_verdict(w, "released"), decline="No"
    ),
    "an answer to an older verdict": lambda w: _post(w, "decided", "answers", "ann", verdict="0" * 16, decline="No"),
    "an answer before the verdict": lambda w: _post(w, "open", "answers", "ann", verdict="0" * 16, decline="No"),
    "an answer after the release": lambda w: _post(
        w, "released", "answers", "ann", verdict=_verdict(w, "released"), decline="No"
    ),
    "an answer that nobody asked for": lambda w: _post(
        w, "decided", "answers", "ann", verdict=_verdict(w), verified="By hand"
    ),
    "a voter says what was true": lambda w: _post(w, "decided", "outcome", "ann", was="right"),
    # the action
    "a release of another action": lambda w: _release(w, "decided", "ann", action="deploy 1.5\n"),
    "a release of nearly the same action": lambda w: _release(w, "decided", "ann", action=ACTION + " "),
    "a release of another question": lambda w: _release(w, "decided", "ann", question="0" * 64),
    "a release before the verdict": lambda w: _release(w, "open", "ann"),
    "a second release": lambda w: _release(w, "released", "ann"),
    "a release after the revocation": lambda w: _release(w, "revoked", "ann"),
    # what belongs to the opener and to named people
    "an outsider revokes": lambda w: _post(w, "decided", "revoke", "eve", reason="Wrong"),
    "an outsider closes": lambda w: _post(w, "open", "close", "eve"),
    "an outsider revises": lambda w: _post(w, "open", "revisions", "eve", subject="Other?"),
    "an outsider deliberates again": lambda w: _post(w, "decided", "redeliberations", "eve", evidence="x", seats=["a"]),
    "an outsider retries": lambda w: _post(w, "decided", "retry", "eve"),
    "an outsider defers": lambda w: _post(
        w, "decided", "defer", "eve", verdict=_verdict(w), step="Wait", owner="eve", monitor="logs"
    ),
    "an outsider replaces": lambda w: _supersede(w, "eve", "open"),
    "a second revocation": lambda w: _post(w, "revoked", "revoke", "ann", reason="Again"),
    # keys
    "an expired key": lambda w: _with(w, "expired"),
    "a revoked key": lambda w: _with(w, "revoked"),
    "a secret that was rotated": lambda w: _with(w, "rotated"),
    "a wrong secret of a known key": lambda w: _bearer(w, "Bearer " + w.keys["ann"][:-4] + "0000"),
    "a key in capitals": lambda w: _bearer(w, "Bearer " + w.keys["ann"].upper()),
    "a key with something behind it": lambda w: _bearer(w, "Bearer " + w.keys["ann"] + "x"),
    "two keys in one header": lambda w: _bearer(w, f"Bearer {w.keys['ann']} {w.keys['ben']}"),
    "a key by another scheme": lambda w: _bearer(w, "Basic " + w.keys["ann"]),
    "a key in the query": lambda w: w.send("GET", f"/v1/inbox?key={w.keys['ann']}"),
    "no key": lambda w: w.send("GET", "/v1/inbox"),
    "a key without reading looks something up": lambda w: w.send("GET", _at(w, "decided"), "reporter"),
    "a key without reading lists": lambda w: w.send("GET", "/v1/deliberations", "mute"),
    # paths
    "the stream of a key by its id": lambda w: w.send(
        "GET", f"/v1/deliberations/key-{w.keys['ann'][3:19]}-001", "admin"
    ),
    "the refusals by their id": lambda w: w.send(
        "GET", f"/v1/deliberations/refusals-{w.app.surroundings.clock():%Y-%m%d}-001/events", "admin"
    ),
    "a way up": lambda w: w.send("GET", "/v1/deliberations/%2e%2e/%2e%2e/etc/passwd", "ann"),
    "an escaped slash": lambda w: w.send("GET", f"/v1/deliberations/{w.ids['open']}%2fballots", "ann"),
    "a path in capitals": lambda w: w.send("GET", "/V1/inbox", "ann"),
    "a doubled slash": lambda w: w.send("GET", "/v1//inbox", "ann"),
    "a wrong method": lambda w: w.send("PUT", _at(w, "open"), "ann", {}),
    "an overridden method": lambda w: w.send(
        "PUT", _at(w, "open", "close"), "ann", {}, headers={"X-HTTP-Method-Override": "POST"}
    ),
    # headers and bodies
    "another host": lambda w: _with(w, "ann", Host=EVIL),
    "a page of another origin": lambda w: _with(w, "ann", Origin=f"https://{EVIL}"),
    "a page of another site": lambda w: w.send("GET", "/v1/inbox", "ann", headers={"Sec-Fetch-Site": "cross-site"}),
    "a key twice in a body": lambda w: _raw(w, _ballot_text(w).replace("{", '{"seat": "b", ', 1).encode()),
    "a body that is a form": lambda w: _raw(w, b"seat=a", "application/x-www-form-urlencoded"),
    "a body that is no JSON": lambda w: _raw(w, b"{"),
    "an unknown key in a body": lambda w: _cast(w, "open", "ann", seat="a", admin=True),
    "a program as a voter": lambda w: _open(w, "ann", panel=[{"seat": "a", "voter": "command:/bin/true"}]),
    "a panel that is none": lambda w: w.send("POST", "/v1/deliberations", "ann", {"question": "Adopt?"}, panel="none"),
    "an empty idempotency key": lambda w: _cast(w, "open", "ann", headers={"Idempotency-Key": " "}, seat="a"),
    "an idempotency key of our own": lambda w: _cast(
        w, "open", "ann", headers={"Idempotency-Key": "call with the hash x"}, seat="a"
    ),
}
KEPT = (401, 403, 409)
NOBODYS = {"another host", "a page of another origin", "a page of another site", "a key by another scheme"}
NOBODYS |= {"a key in the query", "no key"}
"""Refused before anybody was named: the server's log has a line of each."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world_in(tmp_path_factory.mktemp("tricks")) as one:
        yield one


def test_there_are_many_of_them() -> None:
    assert len(TRICKS) >= 75
    assert normal("\u0430nn") != "ann", "it only looks like it"


@pytest.mark.parametrize("name", TRICKS)
def test_a_trick_is_refused_kept_and_changes_nothing(world: World, name: str) -> None:
    before, count = world.rows(), world.refusals()
    answered = TRICKS[name](world)
    assert 400 <= answered.status_code < 500, answered.text
    assert world.rows() == before
    if answered.status_code in KEPT and name not in NOBODYS:
        assert world.refusals() > count, answered.text


def test_what_may_not_be_seen_looks_like_what_is_not_there(world: World) -> None:
    answers = [world.send("POST", _at(world, state, "close"), "reporter", {}) for state in ("decided", UNKNOWN)]
    assert len({(one.status_code, one.json()["title"]) for one in answers}) == 1
    hidden = [world.send("POST", _at(world, one, "ballots"), "mute", _ballot()) for one in ("decided", UNKNOWN)]
    texts = {one.text.replace(world.ids["decided"], UNKNOWN) for one in hidden}
    assert (len(texts), {one.status_code for one in hidden}) == (1, {404})


def _ballot() -> dict[str, Any]:
    return {"question": "0" * 16, "vote": FOR, "seat": "a"}
