"""A key stands for one request for good: after a restart, and on another server with the same record."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from quorate.app.app import App
from quorate.app.life.resumption import resume
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.record import open_record
from quorate.settings import Settings
from quorate.surfaces.http.application import OPERATIONS
from tests.app.fleet_house import OPERATOR, FleetHouse
from tests.app.house import ACTION, AGAINST, ANN, FOR, House
from tests.evidence.epics import EPIC, contribution, decision, write_epic
from tests.patience import PATIENCE
from tests.surfaces.http.client import Client
from tests.surfaces.http.test_fleet_operations import SESSION

Body = Mapping[str, Any]
PANEL = [{"seat": "a", "voter": "person:ann"}, {"seat": "b", "voter": "person:ben"}]
EVE = Principal("eve")


class Tried(NamedTuple):
    """Who asks for what, and what the same key then stands for no more."""

    who: Principal
    path: str
    body: Body
    other: Body | None = None
    other_path: str = ""
    method: str = "POST"


class World(NamedTuple):
    """Where requests find what they are about."""

    house: House
    fleet: FleetHouse
    folder: Path


Arrange = Callable[[World], Awaitable[Tried]]
ARRANGED: dict[str, Arrange] = {}


def arranges(name: str) -> Callable[[Arrange], Arrange]:
    def kept(arrange: Arrange) -> Arrange:
        ARRANGED[name] = arrange
        return arrange

    return kept


def _on(session: Session, path: str) -> str:
    return f"/v1/deliberations/{session.id}/{path}"


def _verdict(session: Session) -> dict[str, str]:
    assert session.verdict
    return {"verdict": session.verdict_hash}


@arranges("open_deliberation")
async def _open(_: World) -> Tried:
    document = {"question": "Adopt the queue?", "panel": PANEL}
    return Tried(ANN, "/v1/deliberations", document, {**document, "question": "Adopt the other queue?"})


@arranges("cast_ballot")
async def _cast(world: World) -> Tried:
    session = await world.house.opened()
    body = {"question": session.question.content_hash, "vote": FOR}
    return Tried(ANN, _on(session, "ballots"), body, {**body, "vote": AGAINST})


@arranges("answer")
async def _answer(world: World) -> Tried:
    session = await world.house.decided(FOR, AGAINST)
    body = {**_verdict(session), "decline": "Not now"}
    return Tried(ANN, _on(session, "answers"), body, {**body, "decline": "Never"})


@arranges("retry")
async def _retry(world: World) -> Tried:
    voter = world.house.program("broken", {"position": "?"})
    session = await world.house.opened(panel=[{"seat": "x", "voter": voter}, {"seat": "y", "voter": "scorecard"}])
    await resume(world.house.app, ANN, session.id)
    return Tried(ANN, _on(session, "retry"), {}, {"seats": ["x"]})


@arranges("redeliberate")
async def _redeliberate(world: World) -> Tried:
    session = await world.house.decided(FOR, AGAINST)
    body = {"trigger": "changed_conditions", "seats": ["a"], "reason": "The budget is smaller"}
    return Tried(ANN, _on(session, "redeliberations"), body, {**body, "reason": "The budget is larger"})


@arranges("revise")
async def _revise(world: World) -> Tried:
    session = await world.house.opened()
    return Tried(ANN, _on(session, "revisions"), {"subject": "Adopt it in May?"}, {"subject": "Adopt it in June?"})


@arranges("close")
async def _close(world: World) -> Tried:
    first, second = await world.house.opened(), await world.house.opened()
    return Tried(ANN, _on(first, "close"), {}, {}, _on(second, "close"))


@arranges("release")
async def _release(world: World) -> Tried:
    session = await world.house.decided()
    body = {"question": session.question.content_hash, "action": ACTION}
    return Tried(ANN, _on(session, "release"), body, {**body, "action": "deploy everything"})


@arranges("revoke")
async def _revoke(world: World) -> Tried:
    session = await world.house.decided()
    return Tried(ANN, _on(session, "revoke"), {"reason": "Wrong"}, {"reason": "Right"})


@arranges("reframe")
async def _reframe(world: World) -> Tried:
    session = await world.house.deadlocked()
    body = {**_verdict(session), "into": ["Adopt a part of it?"]}
    return Tried(ANN, _on(session, "reframe"), body, {**body, "into": ["Adopt nothing?"]})


@arranges("defer")
async def _defer(world: World) -> Tried:
    session = await world.house.deadlocked()
    body = {**_verdict(session), "step": "A trial", "owner": "ann", "monitor": "Errors"}
    return Tried(ANN, _on(session, "defer"), body, {**body, "step": "A longer trial"})


@arranges("record_outcome")
async def _outcome(world: World) -> Tried:
    session = await world.house.decided()
    return Tried(EVE, _on(session, "outcome"), {"was": "right"}, {"was": "wrong"})


@arranges("set_risk")
async def _set_risk(world: World) -> Tried:
    session = await world.house.decided(FOR, {**AGAINST, "concerns": ["It may be slow"]})
    return Tried(ANN, _on(session, "risks/R1"), {"owner": "ann"}, {"owner": "ben"}, method="PATCH")


@arranges("vindicate")
async def _vindicate(world: World) -> Tried:
    session = await world.house.decided(FOR, {**AGAINST, "concerns": ["It may be slow"]})
    return Tried(ANN, _on(session, "risks/R1/vindication"), {"what": "It was slow"}, {"what": "It was late"})


async def _conflict(world: World) -> str:
    first = contribution(1, "a", decision("MAP-001", "One file", 0.6))
    write_epic(world.folder, first, contribution(2, "b", decision("MAP-001", "Many files", 0.5)))
    client, place = Client(world.house.app), f"/v1/epics/{EPIC}/conflicts"
    found = (await client.get(place, EVE)).json()[0]["conflictId"]
    return f"{place}/{found}"


PROPOSAL = {"type": "merge", "proposal": "One file per folder"}


@arranges("propose_resolution")
async def _propose(world: World) -> Tried:
    return Tried(ANN, f"{await _conflict(world)}/proposals", PROPOSAL, {**PROPOSAL, "proposal": "No file"})


@arranges("vote_on_resolution")
async def _vote_on(world: World) -> Tried:
    place = await _conflict(world)
    await Client(world.house.app).post(f"{place}/proposals", ANN, PROPOSAL)
    return Tried(EVE, f"{place}/votes", {"vote": "accept"}, {"vote": "reject"})


@arranges("resolve_conflict")
async def _resolve(world: World) -> Tried:
    place = await _conflict(world)
    await Client(world.house.app).post(f"{place}/proposals", ANN, PROPOSAL)
    return Tried(EVE, f"{place}/resolution", {"accept": True}, {"accept": False, "text": "No"})


@arranges("register_agent")
async def _register(_: World) -> Tried:
    return Tried(OPERATOR, "/v1/agents", {"agent_id": "first"}, {"agent_id": "second"})


def _of_agent(name: str, path: str, body: Body, other: Body) -> None:
    @arranges(name)
    async def _arranged(world: World) -> Tried:
        await world.fleet.founded("a")
        return Tried(OPERATOR, f"/v1/agents/a/{path}", body, other)


_of_agent("describe_agent", "description", {"owner": "ann"}, {"owner": "ben"})
_of_agent("report_state", "reports", {"risk_score": 0.2}, {"risk_score": 0.9})
_of_agent("pause_agent", "pause", {"reason": "It deleted a table"}, {"reason": "It was slow"})
_of_agent("archive_agent", "archive", {"reason": "Gone"}, {"reason": "Lost"})


@arranges("judge_review")
async def _judge(world: World) -> Tried:
    await world.fleet.founded("a", "b", "c")
    review = await world.fleet.requested()
    for name in ("a", "b", "c"):
        review = await world.fleet.vote(review, name, "resume")
    body = {"session_id": review.id, "held_up": True}
    return Tried(OPERATOR, "/v1/agents/a/judgements", body, {**body, "held_up": False})


@arranges("request_quorum_review")
async def _request_quorum(world: World) -> Tried:
    await world.fleet.founded("a", "b", "c")
    return Tried(Principal("p"), "/v1/reviews/quorum", {"reason": "Well again"}, {"reason": "I was never ill"})


@arranges("request_dialectic_review")
async def _request_dialectic(world: World) -> Tried:
    await world.fleet.founded("a", "b")
    body = {"reason": "Paused", "root_cause": "A race", "proposed_conditions": ["Run in read-only mode for a day"]}
    return Tried(Principal("p"), "/v1/reviews/dialectic", body, {**body, "root_cause": "A leak"})


@arranges("import_sessions")
async def _import(world: World) -> Tried:
    await world.fleet.founded("a")
    return Tried(OPERATOR, "/v1/reviews/import", SESSION, {"sessions": [SESSION]})


@arranges("submit_quorum_vote")
async def _quorum_vote(world: World) -> Tried:
    await world.fleet.founded("a", "b", "c")
    review = await world.fleet.requested()
    body = {"vote": "block", "reasoning": "Too early"}
    return Tried(Principal("a"), f"/v1/reviews/{review.id}/votes", body, {**body, "vote": "resume"})


async def _dialectic(world: World, *steps: tuple[str, str, Body]) -> str:
    """A review by two parties, p and a, after these steps."""
    await world.fleet.founded("a", "b")
    client = Client(world.house.app)
    asked = await client.post("/v1/reviews/dialectic", Principal("p"), {"reason": "Paused"})
    place = f"/v1/reviews/{asked.json()['session_id']}"
    for who, path, body in steps:
        said = await client.post(f"{place}/{path}", Principal(who), body)
        assert said.status_code == 200, said.text
    return place


CONDITIONS = ["Run in read-only mode for a day"]
THESIS = {"root_cause": "A race", "proposed_conditions": CONDITIONS}
ANTITHESIS = {"concerns": ["Again?"]}
AGREED = {"proposed_conditions": CONDITIONS, "agrees": True}
ARGUED = (("p", "thesis", THESIS), ("a", "antithesis", ANTITHESIS))


@arranges("submit_thesis")
async def _thesis(world: World) -> Tried:
    place = await _dialectic(world)
    return Tried(Principal("p"), f"{place}/thesis", THESIS, {**THESIS, "root_cause": "A leak"})


@arranges("submit_antithesis")
async def _antithesis(world: World) -> Tried:
    place = await _dialectic(world, *ARGUED[:1])
    return Tried(Principal("a"), f"{place}/antithesis", ANTITHESIS, {"concerns": ["Never again?"]})


@arranges("submit_synthesis")
async def _synthesis(world: World) -> Tried:
    place = await _dialectic(world, *ARGUED)
    return Tried(Principal("p"), f"{place}/synthesis", AGREED, {**AGREED, "agrees": False})


@arranges("reassign_reviewer")
async def _reassign(world: World) -> Tried:
    place = await _dialectic(world)
    body = {"new_reviewer_id": "b", "reason": "Away"}
    return Tried(OPERATOR, f"{place}/reassignment", body, {**body, "reason": "Asleep"})


@arranges("verify_review")
async def _verify(world: World) -> Tried:
    place = await _dialectic(world, *ARGUED, ("p", "synthesis", AGREED), ("a", "synthesis", AGREED))
    return Tried(
        OPERATOR, f"{place}/verification", {"approves": True, "reason": "Read"}, {"approves": True, "reason": "Seen"}
    )


@arranges("decide_review")
async def _decide(world: World) -> Tried:
    await world.fleet.founded("a", "b", "c")
    review = await world.fleet.requested("review_system")
    body = {"action": "block", "reason": "Nobody came"}
    return Tried(OPERATOR, f"/v1/reviews/{review.id}/decision", body, {**body, "reason": "Nobody cared"})


@pytest.fixture
def world(app: App, tmp_path: Path) -> World:
    folder = tmp_path / "contributions"
    app.surroundings = app.surroundings._replace(settings=lambda: Settings(contributions=str(folder)))
    return World(House(app, tmp_path), FleetHouse(app), folder)


@pytest.fixture
def second(app: App, address: str) -> Iterator[App]:
    """The app of another server on the same record; on the one in memory, of one that was started again."""
    if not address:
        yield app
        return
    other = App(open_record(address, app.surroundings.clock, patience=PATIENCE), app.surroundings)
    yield other
    asyncio.run(other.record.close())


def test_every_operation_that_takes_a_key_is_tried() -> None:
    assert set(ARRANGED) == {one.name for one in OPERATIONS if one.changes}


@pytest.mark.parametrize("name", sorted(ARRANGED))
async def test_a_key_stands_for_one_request_on_every_server(world: World, second: App, name: str) -> None:
    tried = await ARRANGED[name](world)
    other = tried._replace(path=tried.other_path or tried.path, body=tried.other or {})
    first = await _sent(world.house.app, tried)
    assert first.status_code < 300, first.text
    held = await world.house.rows()
    again = await _sent(second, tried)
    assert again.status_code == first.status_code, again.text
    assert ("idempotent-replayed" in first.headers, again.headers.get("idempotent-replayed")) == (False, "true")
    refused = await _sent(second, other)
    assert (refused.status_code, refused.json()["type"]) == (422, "urn:quorate:problem:key-reused"), refused.text
    assert await world.house.rows() == held


async def test_the_key_of_a_request_that_changed_nothing_is_kept_as_well(world: World, second: App) -> None:
    await world.fleet.founded("a")
    described = Tried(OPERATOR, "/v1/agents/a/description", {"owner": "ann"})
    await Client(second).post(described.path, OPERATOR, described.body)
    assert (await _sent(world.house.app, described)).status_code == 200
    refused = await _sent(second, described._replace(body={"owner": "ben"}))
    assert refused.json()["type"].endswith("key-reused")
    assert (await _sent(second, described)).json()["owner"] == "ann"
    assert await world.fleet.is_intact()


async def _sent(app: App, tried: Tried) -> Any:
    client, headers = Client(app), {"Idempotency-Key": "k"}
    await client.carrier.close(0)  # nothing goes on in the background
    return await client.send(tried.method, tried.path, tried.body, who=tried.who, headers=headers)
