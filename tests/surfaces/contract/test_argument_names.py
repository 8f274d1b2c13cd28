"""What is refused names arguments as whoever reads it has to write them: options, fields of a body, arguments."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from mcp.client import Client as McpClient

from quorate.app.access.authentication import authenticate
from quorate.app.app import App
from quorate.app.life.carriers import Carriers
from quorate.deliberation.people import revoke
from quorate.deliberation.principal import MCP, Principal
from quorate.deliberation.session import Session
from quorate.surfaces.mcp.caller import Host
from quorate.surfaces.mcp.mcp_server import SET_NAMES, server_of
from tests.app.house import AGAINST, ANN, BEN, EVE, FOR, House
from tests.surfaces.contract.people import issued_keys
from tests.surfaces.http.client import Client
from tests.surfaces.mcp.connection import HANDSHAKE, Connection
from tests.surfaces.program import Here

Values = Mapping[str, Any]
HOSTILE = (
    "--supersede",
    "ArgumentName('seat')",
    "{seat} %(seat)s \\g<0>",
    "\x0eseat\x0f \x1b[2J",
    "seat\u202e\u2066--seat",
)
UNKNOWN = "MAGI-1999-0101-001"
COMMAND_LINE = re.compile("--|`quorate")
SECRET_KEY = f"qk_{'0' * 16}_{'1' * 64}"
BALLOT = {"choice": "APPROVE", "confidence": 80, "rationale": "It was measured"}
SEATS = [{"seat": "a", "voter": "person:ann"}, {"seat": "c", "voter": "person:ann"}]


class Request(NamedTuple):
    """What is sent over HTTP."""

    path: str
    body: Any
    query: Values = MappingProxyType({})
    key: str | None = None
    method: str = "POST"


class Mistake(NamedTuple):
    """The same mistake at the command line, over HTTP and over MCP, and what each of them says; None: it cannot be."""

    state: str
    typed: Callable[[Session], list[str]]
    at_terminal: str
    sent: Callable[[Session], Request] | None = None
    over_http: str = ""
    called: Callable[[Session], tuple[str, Values]] | None = None
    over_mcp: str = ""


def _vote(*options: str) -> Callable[[Session], list[str]]:
    return lambda at: ["vote", at.id, "--question", at.question_hash, "--choice", "APPROVE", *options]


def _ballot(key: str | None = None, **said: Any) -> Callable[[Session], Request]:
    return lambda at: Request(f"/{at.id}/ballots", {**BALLOT, "question": at.question_hash, **said}, key=key)


def _cast(**said: Any) -> Callable[[Session], tuple[str, Values]]:
    return lambda at: ("cast_ballot", {**BALLOT, "id": at.id, "question": at.question_hash, **said})


def _resolve(*options: str) -> Callable[[Session], list[str]]:
    return lambda at: ["resolve", at.id, "--verdict", at.verdict_hash, *options]


def _answers(**said: Any) -> Callable[[Session], Request]:
    return lambda at: Request(f"/{at.id}/answers", {"verdict": at.verdict_hash, **said})


def _resolved(**said: Any) -> Callable[[Session], tuple[str, Values]]:
    return lambda at: ("resolve_deliberation", {"id": at.id, "verdict": at.verdict_hash, **said})


def _command(*words: str) -> Callable[[Session], list[str]]:
    return lambda at: [word.replace("ID", at.id) for word in words]


def _sent(path: str, **body: Any) -> Callable[[Session], Request]:
    return lambda at: Request(f"/{at.id}/{path}", body)


def _seen(path: str, **query: Any) -> Callable[[Session], Request]:
    return lambda at: Request(f"/{at.id}/{path}", None, query, method="GET")


def _opened(document: Values, **query: Any) -> Callable[[Session], Request]:
    return lambda _: Request("", {"question": "Adopt it?", **document}, query)


def _tool(name: str, **said: Any) -> Callable[[Session], tuple[str, Values]]:
    return lambda at: (name, {"id": at.id, **said})


def _open(**said: Any) -> Callable[[Session], tuple[str, Values]]:
    return lambda _: ("open_deliberation", {"question": "Adopt it?", "wait": 0, **said})


MISTAKES: dict[str, Mistake] = {
    "a second ballot": Mistake(
        "voted",
        _vote("--seat", "a"),
        "a has already voted in this round; use --supersede to change the ballot",
        _ballot(seat="a"),
        "a has already voted in this round; use supersede to change the ballot",
        _cast(seat="a"),
        "a has already voted in this round; use supersede to change the ballot",
    ),
    "two seats of one person": Mistake(
        "twice",
        _vote(),
        "more than one seat is possible; name one with --seat: a, c",
        _ballot(),
        "more than one seat is possible; name one with seat: a, c",
        _cast(),
        "more than one seat is possible; name one with seat: a, c",
    ),
    "a confidence that is no word": Mistake(
        "open",
        _vote("--confidence", "lots"),
        "--confidence: found 'lots'; allowed: ",
        _ballot(confidence="lots"),
        "confidence: found 'lots'; allowed: ",
        _cast(confidence="lots"),
        "confidence: found 'lots'; allowed: ",
    ),
    "no confidence": Mistake(
        "open",
        _vote(),
        "--confidence: missing; expected a number from 0 to 100",
        lambda at: Request(f"/{at.id}/ballots", {"choice": "APPROVE", "question": at.question_hash}),
        "confidence: missing; expected a number from 0 to 100",
        _cast(confidence=None),
        "confidence: missing; expected a number from 0 to 100",
    ),
    "a confidence below one": Mistake(
        "open",
        _vote("--confidence", "0.7"),
        "--confidence 0.7: this scale is 0 to 100; use --confidence 70 if that is meant, "
        "or a ballot document (--ballot) for a confidence below 1",
        _ballot(confidence=0.7),
        "confidence 0.7: this scale is 0 to 100; use confidence 70 if that is meant",
        _cast(confidence=0.7),
        "confidence 0.7: this scale is 0 to 100; use confidence 70 if that is meant",
    ),
    "a choice that there is not": Mistake(
        "open",
        lambda at: ["vote", at.id, "--choice", "MAYBE"],
        "--choice: found 'MAYBE'; allowed: ",
        _ballot(choice="MAYBE"),
        "choice: found 'MAYBE'; allowed: ",
        _cast(choice="MAYBE"),
        "choice: found 'MAYBE'; allowed: ",
    ),
    "a challenge where there is no debate": Mistake(
        "open",
        _vote("--challenge", "No", "--convinced-by", "Yes"),
        "--challenge and --convinced-by: this round is not a debate; leave it out",
        _ballot(challenge="No", convinced_by="Yes"),
        "challenge and convinced_by: this round is not a debate; leave it out",
        _cast(challenge="No", convinced_by="Yes"),
        "challenge and convinced_by: this round is not a debate; leave it out",
    ),
    "a key of Quorate's own": Mistake(
        "open",
        _vote("--key", "import of 1"),
        "--key: found 'import of 1'; allowed: a name without Quorate's own prefixes",
        _ballot(key="import of 1"),
        "Idempotency-Key: found 'import of 1'; allowed: a name without Quorate's own prefixes",
        _cast(key="import of 1"),
        "key: found 'import of 1'; allowed: a name without Quorate's own prefixes",
    ),
    "a choice without its consequence": Mistake(
        "split",
        _resolve("--choose", "Approve"),
        "quorate resolve: --choose and --go or --hold must be used together",
        _answers(choose="Approve"),
        "choose and go must be used together",
        _resolved(choose="Approve"),
        "choose and go must be used together",
    ),
    "a reason without a choice": Mistake(
        "split",
        _resolve("--reason", "So"),
        "quorate resolve: --reason needs --choose",
        _answers(reason="So"),
        "reason needs choose",
        _resolved(reason="So"),
        "reason needs choose",
    ),
    "a refusal with an answer": Mistake(
        "split",
        _resolve("--decline", "No", "--verified", "Yes"),
        "quorate resolve: --decline cannot be combined with other answers",
        _answers(decline="No", verified="Yes"),
        "decline cannot be combined with other answers",
        _resolved(decline="No", verified="Yes"),
        "decline cannot be combined with other answers",
    ),
    "an owner of nothing": Mistake(
        "split",
        _resolve("--owner", "ann", "--verified", "Yes"),
        "quorate resolve: --owner needs --mitigation or --accept-risk",
        _answers(owner="ann", verified="Yes"),
        "owner needs mitigation or accept_risk",
        _resolved(owner="ann", verified="Yes"),
        "owner needs mitigation or accept_risk",
    ),
    "a choice against the action": Mistake(
        "split",
        _resolve("--choose", "b: REJECT", "--go"),
        "'b: REJECT' does not take the action: use it with --hold, or another option with --go",
        _answers(choose="b: REJECT", go=True),
        "'b: REJECT' does not take the action: use it with go: false, or another option with go",
        _resolved(choose="b: REJECT", go=True),
        "'b: REJECT' does not take the action: use it with go: false, or another option with go",
    ),
    "a threshold that is none": Mistake(
        "decided",
        _command("retally", "ID", "--protocol", "quorum", "--threshold", "5"),
        "--threshold: found '5'; allowed: ",
        _seen("retally", protocol="quorum", threshold="5"),
        "threshold: found '5'; allowed: ",
        _tool("retally_deliberation", protocol="quorum", threshold="5"),
        "threshold: found '5'; allowed: ",
    ),
    "a threshold of a protocol without one": Mistake(
        "decided",
        _command("retally", "ID", "--protocol", "magi", "--threshold", "1/2"),
        "--threshold is for ",
        _seen("retally", protocol="magi", threshold="1/2"),
        "threshold is for ",
        _tool("retally_deliberation", protocol="magi", threshold="1/2"),
        "threshold is for ",
    ),
    "stricter thresholds of a protocol without any": Mistake(
        "decided",
        _command("retally", "ID", "--protocol", "magi", "--strict"),
        "--strict is for ",
        _seen("retally", protocol="magi", strict="true"),
        "strict is for ",
    ),
    "an outcome that was never possible": Mistake(
        "elsewhere",
        _command("outcome", "ID", "--was", "blue"),
        "--was: found 'blue'; allowed: right, wrong, ",
        _sent("outcome", was="blue"),
        "was: found 'blue'; allowed: right, wrong, ",
        _tool("record_outcome", was="blue"),
        "was: found 'blue'; allowed: right, wrong, ",
    ),
    "an outcome on no day": Mistake(
        "elsewhere",
        _command("outcome", "ID", "--was", "right", "--on", "soon"),
        "--on: found 'soon'; allowed: ",
        _sent("outcome", was="right", on="soon"),
        "on: found 'soon'; allowed: ",
        _tool("record_outcome", was="right", on="soon"),
        "on: found 'soon'; allowed: ",
    ),
    "an outcome before the question": Mistake(
        "elsewhere",
        _command("outcome", "ID", "--was", "right", "--on", "2001-01-01"),
        "--on: found '2001-01-01'; allowed: ",
        _sent("outcome", was="right", on="2001-01-01"),
        "on: found '2001-01-01'; allowed: ",
        _tool("record_outcome", was="right", on="2001-01-01"),
        "on: found '2001-01-01'; allowed: ",
    ),
    "a note that says nothing": Mistake(
        "elsewhere",
        _command("outcome", "ID", "--was", "right", "--note", " "),
        "--note: found nothing; allowed: some text",
        _sent("outcome", was="right", note=" "),
        "note: found nothing; allowed: some text",
        _tool("record_outcome", was="right", note=" "),
        "note: found nothing; allowed: some text",
    ),
    "a note that is too long": Mistake(
        "elsewhere",
        _command("outcome", "ID", "--was", "right", "--note", "x" * 10001),
        "--note: found 10001 characters; allowed: at most ",
        _sent("outcome", was="right", note="x" * 10001),
        "note: found 10001 characters; allowed: at most ",
        _tool("record_outcome", was="right", note="x" * 10001),
        "note: found 10001 characters; allowed: at most ",
    ),
    "nothing to revise": Mistake(
        "open",
        _command("revise", "ID"),
        "nothing to change; use --subject, --context, --action, --option or another field",
        _sent("revisions"),
        "nothing to change; use subject, context, action, options or another field",
    ),
    "an option twice": Mistake(
        "open",
        _command("revise", "ID", "--option", "x", "--option", "x"),
        "--option: found 'x'; allowed: ID or ID=text, each id once",
        _sent("revisions", options=["x", "x"]),
        "options: found 'x'; allowed: ID or ID=text, each id once",
        _open(options=["x", "x"]),
        "options: found 'x'; allowed: ID or ID=text, each id once",
    ),
    "a third time": Mistake(
        "deadlocked",
        _command("redeliberate", "ID", "--trigger", "changed_conditions", "--seat", "a"),
        "Only new facts are a reason to ask again (--factual)",
        _sent("redeliberations", trigger="changed_conditions", seats=["a"]),
        "Only new facts are a reason to ask again (factual)",
    ),
    "facts that are not stated": Mistake(
        "decided",
        _command("redeliberate", "ID", "--trigger", "new_evidence", "--seat", "a"),
        "new evidence is missing: state it with --evidence FILE; the seats will be shown it",
        _sent("redeliberations", trigger="new_evidence", seats=["a"]),
        "new evidence is missing: state it with evidence; the seats will be shown it",
    ),
    "proposals that are no numbers": Mistake(
        "deadlocked",
        lambda at: ["reframe", at.id, "--verdict", at.verdict_hash, "--accept", "some"],
        "--accept: found 'some'; allowed: numbers such as 1,3, or all",
        lambda at: Request(f"/{at.id}/reframe", {"verdict": at.verdict_hash, "accept": "some"}),
        "accept: found 'some'; allowed: numbers such as 1,3, or all",
    ),
    "proposals that there are not": Mistake(
        "deadlocked",
        lambda at: ["reframe", at.id, "--verdict", at.verdict_hash, "--accept", "7"],
        "--accept: found 7; allowed: ",
        lambda at: Request(f"/{at.id}/reframe", {"verdict": at.verdict_hash, "accept": "7"}),
        "accept: found 7; allowed: ",
    ),
    "a panel that there is not": Mistake(
        "open",
        _command("decide", "Adopt it?", "--panel", "night", "--no-input"),
        "--panel: found 'night'; allowed: a panel in quorate.toml",
        _opened({}, panel="night"),
        "panel: found 'night'; allowed: a panel in quorate.toml",
        _open(panel="night"),
        "panel: found 'night'; allowed: a panel in quorate.toml",
    ),
    "a seat without a voter": Mistake(
        "open",
        _command("decide", "Adopt it?", "--seat", "ops", "--no-input"),
        "--seat: found 'ops'; allowed: NAME=VOTER, such as ops=person:ben",
        called=_open(seats=["ops"]),
        over_mcp="seats: found 'ops'; allowed: NAME=VOTER, such as ops=person:ben",
    ),
    "a seat twice": Mistake(
        "open",
        _command("decide", "Adopt it?", "--seat", "a=person", "--seat", "a=person", "--no-input"),
        "--seat: found 'a' a second time; allowed: each seat once",
        called=_open(seats=["a=person", "a=person"]),
        over_mcp="seats: found 'a' a second time; allowed: each seat once",
    ),
    "no seats under a protocol without a panel": Mistake(
        "open",
        _command("decide", "Adopt it?", "--protocol", "quorum", "--no-input"),
        "name the seats: --seat NAME=VOTER, or in a document panel: [{seat: ..., voter: ...}]",
        _opened({"protocol": "quorum"}),
        "name the seats: panel: [{seat: NAME, voter: VOTER}]",
        _open(protocol="quorum"),
        "name the seats: seats NAME=VOTER",
    ),
    "too few seats": Mistake(
        "open",
        _command("decide", "Adopt it?", "--seat", "a=scorecard", "--no-input"),
        "votes; add --seat NAME=VOTER",
        _opened({"panel": [{"seat": "a", "voter": "scorecard"}]}),
        "votes; add panel: [{seat: NAME, voter: VOTER}]",
        _open(seats=["a=scorecard"]),
        "votes; add seats NAME=VOTER",
    ),
    "a deadline that is missing": Mistake(
        "open",
        _command("decide", "Adopt it?", "--seat", "a=person", "--at-deadline", "count", "--no-input"),
        "policy.at_ballots_by: found count without ballots_by; allowed: ballots_by, or --deadline, with it",
        _opened({"panel": SEATS, "policy": {"at_ballots_by": "count"}}),
        "policy.at_ballots_by: found count without ballots_by; allowed: ballots_by with it",
        _open(seats=["a=person"], document={"policy": {"at_ballots_by": "count"}}),
        "policy.at_ballots_by: found count without ballots_by; allowed: ballots_by with it",
    ),
    "a way out without a time": Mistake(
        "open",
        _command("decide", "Adopt it?", "--seat", "a=person", "--deadlock", "most-confident", "--no-input"),
        "allowed: it with deadlock_minutes (--deadlock-after): the choice applies at a deadline",
        _opened({"panel": SEATS, "policy": {"deadlock": "most-confident"}}),
        "allowed: it with deadlock_minutes: the choice applies at a deadline",
    ),
    "a deliberation that cannot be superseded": Mistake(
        "revoked",
        _command("decide", "Adopt it?", "--seat", "a=person", "--supersedes", "ID", "--no-input"),
        "--supersedes ",
        lambda at: Request("", {"question": "Adopt it?", "panel": SEATS}, {"supersedes": at.id}),
        "supersedes ",
    ),
    "a link to nothing": Mistake(
        "risky",
        _command("risks", "vindicate", "ID", "D1", "--what", "It broke", "--link", UNKNOWN),
        "--link: no deliberation called ",
        _sent("risks/D1/vindication", what="It broke", link=UNKNOWN),
        "link: no deliberation called ",
    ),
    "an owner without a name": Mistake(
        "risky",
        _command("risks", "set", "ID", "D1", "--owner", " "),
        "--owner: missing; expected some text",
        lambda at: Request(f"/{at.id}/risks/D1", {"owner": " "}, method="PATCH"),
        "owner: missing; expected some text",
    ),
    "a retry while a round is open": Mistake(
        "open",
        _command("retry", "ID"),
        "a round is open; retry once it is counted (`quorate resume ",
        _sent("retry"),
        "a round is open; retry once it is counted",
        _tool("retry_seats"),
        "a round is open; retry once it is counted",
    ),
    "a secret as the key of a request": Mistake(
        "open",
        _command("vote", "ID", "--choice", "APPROVE", "--confidence", "80", "--key", SECRET_KEY),
        "--key: found a secret key, which is not kept; allowed: a name of your own for this request",
        _ballot(SECRET_KEY),
        "Idempotency-Key: found a secret key, which is not kept",
        _cast(key=SECRET_KEY),
        "key: found a secret key, which is not kept",
    ),
    "another count before the first": Mistake(
        "open",
        _command("retally", "ID", "--protocol", "judges"),
        "a round is open, with sealed ballots; `quorate show` shows who has not answered",
        lambda at: Request(f"/{at.id}/retally", None, {"protocol": "judges"}, method="GET"),
        "a round is open, with sealed ballots",
        _tool("retally_deliberation", protocol="judges"),
        "a round is open, with sealed ballots",
    ),
    "a review that there is not": Mistake(
        "open",
        _command("review", "show", "nothing"),
        "session_id: no review called 'nothing'; see `quorate review list`",
        lambda _: Request("../reviews/nothing", None, method="GET"),
        "session_id: no review called 'nothing'",
        lambda _: ("get_dialectic_session", {"session_id": "nothing"}),
        "session_id: no review called 'nothing'",
    ),
}


async def _sessions(house: House) -> dict[str, Session]:
    """A deliberation in each of the states."""
    earlier = await house.decided()
    await house.app.change(earlier.id, lambda at: revoke(at, "It is moot", ANN), ANN)
    elsewhere = await house.opened(panel=[{"seat": "b", "voter": "person:ben"}, {"seat": "e", "voter": "person:eve"}])
    return {
        "revoked": earlier,
        "elsewhere": await house.voted(await house.voted(elsewhere, "b", BEN, FOR), "e", EVE, FOR),
        "open": await house.opened(),
        "voted": await house.voted(await house.opened(), "a", ANN, FOR),
        "twice": await house.opened(panel=SEATS),
        "decided": await house.decided(),
        "split": await house.decided(FOR, AGAINST),
        "risky": await house.decided(FOR, {**AGAINST, "concerns": ["safety"]}),
        "deadlocked": await house.deadlocked(),
    }


async def _over_http(app: App, request: Request) -> str:
    path = f"/v1/deliberations{request.path}".replace("deliberations../", "")
    headers = {"Idempotency-Key": request.key} if request.key else {}
    sent = await Client(app).send(request.method, path, request.body, who=ANN, headers=headers, **request.query)
    assert sent.status_code >= 400, sent.text
    return sent.text


async def _over_mcp(app: App, key: str, tool: str, said: Values) -> str:
    async def served() -> App:
        return app

    async def identify(app: App, _: Any) -> Principal:
        return await authenticate(app, key, MCP)

    carriers = Carriers()
    try:
        async with McpClient(server_of(Host(served, identify, carriers), SET_NAMES), mode=HANDSHAKE) as client:
            return await Connection(client).refused(tool, **said)
    finally:
        await carriers.close()


@pytest.fixture
def typist(house: House, here: Here, address: str, monkeypatch: pytest.MonkeyPatch) -> Here:
    """Commands of ann's, on the record of the house."""
    monkeypatch.chdir(house.folder)
    monkeypatch.setenv("QUORATE_USER", "ann")
    monkeypatch.setenv("QUORATE_STORE", address)
    return here


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_every_interface_names_arguments_as_it_has_them(house: House, typist: Here) -> None:
    sessions, key = asyncio.run(_sessions(house)), issued_keys(house.app)["ann", False]
    for name, one in MISTAKES.items():
        at = sessions[one.state]
        ended = typist(*one.typed(at))
        assert (ended.status, one.at_terminal in ended.err) == (2, True), (name, ended)
        if one.sent:
            text = asyncio.run(_over_http(house.app, one.sent(at)))
            assert one.over_http in json.loads(text)["detail"], (name, text)
            assert not COMMAND_LINE.search(text), (name, text)
        if one.called:
            text = asyncio.run(_over_mcp(house.app, key, *one.called(at)))
            assert one.over_mcp in text, (name, text)
            assert not COMMAND_LINE.search(text), (name, text)


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_nothing_that_somebody_writes_passes_for_the_name_of_an_argument(house: House, typist: Here) -> None:
    at, key = asyncio.run(house.opened()), issued_keys(house.app)["ann", False]
    for text in HOSTILE:
        ended = typist("vote", at.id, f"--choice={text}")
        http = asyncio.run(_over_http(house.app, _ballot(choice=text)(at)))
        mcp = asyncio.run(_over_mcp(house.app, key, *_cast(choice=text)(at)))
        assert ended.err.startswith(f"--choice: found {text!r}; allowed: ")
        assert json.loads(http)["detail"].startswith(f"choice: found {text!r}; allowed: ")
        assert mcp.endswith(json.loads(http)["detail"])
        assert ended.err.removeprefix("--") == json.loads(http)["detail"] + "\n"
