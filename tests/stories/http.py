"""Stories over HTTP: the real application on a real socket, and everybody with a key of their own."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from importlib.metadata import version
from typing import Any

import httpx2
import uvicorn

from quorate.app.access.authentication import authenticate
from quorate.app.app import App
from quorate.app.upkeep.carrier import Carrier
from quorate.deliberation.principal import Principal
from quorate.surfaces.http.application import application
from quorate.surfaces.http.endpoint import ServerParts
from quorate.surfaces.http.guard.caller import Callers
from quorate.surfaces.http.guard.idempotency import RequestKeys
from quorate.surfaces.http.guard.origin_check import allowed_hosts
from quorate.surfaces.http.guard.rate_limit import RateLimit, StreamLimit
from tests.patience import PATIENCE, happens
from tests.stories.answer import Answer
from tests.stories.contributions import EPIC
from tests.stories.library import (
    ANSWER_NAMES,
    PARTS,
    WHOLE_BALLOT,
    Library,
    conflict_id,
    filled_ballot,
    with_lines,
)
from tests.stories.story import Person
from tests.stories.world import PANEL, World

Fields = dict[str, Any]
_KEYS = "keys are managed at the command line"
ELSEWHERE = frozenset({"issue key", "rotate key", "revoke key", "redact", "look after the record"})
"""What is done at the command line while the server runs, so that stories tell what a server makes of it."""
_GATE = "a program runs the hook on its own machine"
_CARE = "the record is looked after at the command line"
_HASH = "a request always states what was seen"
LEFT_OUT: Mapping[str, str] = {
    "person: by name": "nobody is taken at their word: everybody has a key",
    "person: a program": "a program that acts for somebody comes by way of MCP",
    "person: a program with a key": "a program that acts for somebody comes by way of MCP",
    "person: in a form": "a form is shown by way of MCP",
    "revoke.request=r\u200b1": "a header has no such signs",
    "resume": "a server carries on by itself",
    "check evidence": "evidence is checked at the command line",
    "list keys": _KEYS,
    "list refusals": _KEYS,
    "replies": "replies are shown at the command line",
    "verify record": _CARE,
    "export": _CARE,
    "call tool": _GATE,
    "grant window": _GATE,
    "close window": _GATE,
    "list windows": _GATE,
    "suggest rules": _GATE,
    "ask advice on tool": _GATE,
    **dict.fromkeys(("make checkpoint", "back up", "restore", "sweep record"), _CARE),
    **dict.fromkeys(
        (
            *("look at own seats", "look before voting", "look before voting again", "look before answering"),
            "ask what is required",
            *("look before resuming", "look before reframing", "stop calls"),
        ),
        "done for a person at a terminal",
    ),
    "plan": "a plan is made at the command line",
    "find": "a request has the whole id",
    "wait": "whoever waits listens",
    "keep report": "a report is kept in a folder at the command line",
    **dict.fromkeys(("tell outcomes", "list due outcomes"), "outcomes are told one by one"),
    "demonstrate": "demonstrations are for the command line",
    "speak for agent": "a key names whoever speaks",
    "open.ballot": "only a program brings a ballot of its own along",
    "vote.question=none": _HASH,
    "resolve.verdict=none": _HASH,
    "release.question=none": _HASH,
}
_CODES = {
    "invalid-document": "arguments",
    "unknown-name": "unknown name",
    "not-found": "not found",
    "key-reused": "key reused",
    "unauthenticated": "access denied",
}
_EXPECTED = {"missing scope": "forbidden", "name taken": "invalid"}
_TOKEN = "the token that the server printed"
_CHANGES = {
    "close": "close",
    "revoke": "revoke",
    "redeliberate": "redeliberations",
    "revise": "revisions",
    "retry": "retry",
    "reframe": "reframe",
    "defer": "defer",
    "tell outcome": "outcome",
    "release": "release",
}


class Http:
    """A client of a server."""

    name = "http"
    binds_content = True

    def __init__(self, world: World, client: httpx2.AsyncClient, carrier: Carrier, stack: AsyncExitStack) -> None:
        self._world, self._client, self._carrier, self._stack = world, client, carrier, stack
        self._session, self._library = "", Library(world)
        self._streams = dict[str, AsyncIterator[str]]()

    def codes(self, code: str) -> tuple[str, ...]:
        """A missing scope is a kind of what is forbidden; a body is read before anything else is looked at."""
        known = _EXPECTED.get(code, code)
        return (known, "arguments") if known in ("invalid", "refused", "unknown name", "INVALID_ARGUMENT") else (known,)

    async def do(self, person: Person, operation: str, fields: Fields) -> Answer:
        """What the server responds, once nothing runs behind it any more."""
        if operation == "look everywhere":
            return await self._look_everywhere(person, fields)
        if operation in ELSEWHERE:
            answer = await self._library.do(person, operation, fields)
            return answer._replace(refusal=_EXPECTED.get(answer.refusal, answer.refusal))
        if operation == "listen":
            self._streams[person.label] = await self._opened(f"/v1/deliberations/{fields['id']}/events", person)
        if operation in ("listen", "hear"):
            return await self._heard(self._streams[person.label])
        method, path, body, query = self._request(operation, fields)
        headers = {"Authorization": f"Bearer {await self._key(person)}"}
        if fields.get("request"):
            headers["Idempotency-Key"] = fields["request"]
        sent = None if body is None else json.dumps(body).encode()
        if sent is not None:
            headers["Content-Type"] = "application/json"
        response = await self._client.request(method, f"/v1{path}", headers=headers, params=query, content=sent)
        await happens(lambda: not self._carrier.names)
        answer = self._answer(operation, response)
        if answer.is_whole and operation == "open" and PANEL in self._world.panels:
            answer = answer._replace(is_whole=False)  # it was accepted, and is carried on since
        return answer

    async def _key(self, person: Person) -> str:
        """Somebody's key; for the owner of the record a session, in exchange for the token of the server."""
        if person.kind != "owner":
            return self._world.keys[person.label]
        if not self._session:
            headers = {"Authorization": f"Bearer {_TOKEN}"}
            self._session = (await self._client.post("/v1/session", headers=headers)).json()["token"]
            self._client.cookies.clear()
        return self._session

    def _answer(self, operation: str, response: httpx2.Response) -> Answer:
        text = response.text
        if response.is_error:
            problem = response.json()
            assert response.headers["content-type"] == "application/problem+json", response.headers
            kind = problem["type"].rpartition(":")[2]
            return Answer(problem, text, problem.get("error_code") or _CODES.get(kind, kind))
        value: Any = response.json() if response.headers["content-type"].startswith("application/json") else None
        repeated = response.headers.get("idempotent-replayed") == "true"
        if operation in ("open", "show", "vote", "resolve", *_CHANGES) and operation not in ("tell outcome",):
            accepted = operation in ("redeliberate", "retry") and PANEL in self._world.panels
            line = "" if accepted or operation == "open" else text.removesuffix("\n")
            return Answer(value, text, "", value["id"], repeated, not accepted, line)
        if operation == "tally":
            value = {"verdict": value}
        if operation in ("explain", "retally"):
            value = {"verdict": value["verdict" if operation == "explain" else "other"]}
        if operation == "list reviews":
            value = with_lines(value)
        if operation == "list agents":
            value = {"agents": [one["agent_id"] for one in value["agents"]]}
        if operation == "show history":
            value = value["events"]
        made = value["session_id"] if operation == "request review" else ""
        return Answer(value, text, "", made, repeated)

    def _request(self, operation: str, said: Fields) -> tuple[str, str, Any, dict[str, Any]]:
        """Method, path, body and query of an operation."""
        one, review = f"/deliberations/{said.get('id')}", f"/reviews/{said.get('id')}"
        agent = f"/agents/{said.get('agent')}"
        body = {name: value for name, value in said.items() if name not in ("id", "request", "agent", "as")}
        match operation:
            case "open":
                return self._opening(said)
            case "vote":
                return "POST", f"{one}/ballots", self._ballot(said), {}
            case "resolve":
                answers = {ANSWER_NAMES[name]: said[name] for name in ANSWER_NAMES if name in said}
                return "POST", f"{one}/answers", {**answers, "verdict": said["verdict"]}, {}
            case "show":
                return "GET", one, None, {}
            case "report":
                return "GET", f"{one}/report", None, {}
            case "explain":
                return "GET", f"{one}/explanation", None, {}
            case "retally":
                return "GET", f"{one}/retally", None, body
            case "risks":
                return "GET", f"{one}/risks", None, {}
            case "track":
                return "PATCH", f"{one}/risks/{body.pop('item')}", body, {}
            case "vindicate":
                return "POST", f"{one}/risks/{body.pop('item')}/vindication", body, {}
            case "log":
                return "GET", "/deliberations", None, body
            case "inbox":
                return "GET", "/inbox", None, body
            case "list voters":
                return "GET", "/voters", None, {}
            case "tally":
                return "POST", "/tally", said["document"], {k: said[k] for k in ("protocol",) if k in said}
            case "register agent":
                return "POST", "/agents", {"agent_id": said["agent"], **body}, {}
            case "describe agent":
                return "POST", f"{agent}/description", body, {}
            case "report agent":
                names = {"risk": "risk_score", "coherence": "coherence", "void": "void_active"}
                return "POST", f"{agent}/reports", {names[name]: value for name, value in body.items()}, {}
            case "pause agent" | "archive agent":
                return "POST", f"{agent}/{operation.split()[0]}", body, {}
            case "judge review":
                return "POST", f"{agent}/judgements", {"session_id": said["id"], **body}, {}
            case "show agent":
                return "GET", agent, None, {}
            case "show history":
                return "GET", f"{agent}/history", None, {}
            case "list agents":
                return "GET", "/agents", None, body
            case "list reviews":
                return "GET", "/reviews", None, {**body, **({"agent_id": said["agent"]} if "agent" in said else {})}
            case "show fleet":
                return "GET", "/fleet", None, {}
            case "import sessions":
                return "POST", "/reviews/import", {"sessions": said["sessions"]}, {}
            case "request review":
                kind = "dialectic" if said.get("dialectic") else "quorum"
                asked = {"agent_id": said["agent"], "reason": said["reason"], "dispute_type": said.get("dispute", "")}
                return "POST", f"/reviews/{kind}", asked, {}
            case "vote in review":
                return "POST", f"{review}/votes", {**body, "agent_id": said.get("agent", "")}, {}
            case "show review":
                return "GET", review, None, {}
            case "file thesis":
                return "POST", f"{review}/thesis", renamed(body), {}
            case "file antithesis":
                return "POST", f"{review}/antithesis", renamed(body), {}
            case "file synthesis":
                return "POST", f"{review}/synthesis", renamed(body), {}
            case "reassign review":
                return "POST", f"{review}/reassignment", {"new_reviewer_id": body.pop("to"), **body}, {}
            case "verify review":
                return "POST", f"{review}/verification", body, {}
            case "decide review":
                return "POST", f"{review}/decision", body, {}
            case "show consensus":
                return "GET", f"/epics/{EPIC}/consensus", None, {}
            case "list conflicts":
                return "GET", f"/epics/{EPIC}/conflicts", None, {}
            case "propose resolution" | "vote on resolution" | "resolve conflict":
                step = {"propose": "proposals", "vote": "votes", "resolve": "resolution"}[operation.split()[0]]
                return "POST", f"/epics/{EPIC}/conflicts/{conflict_id(self._world)}/{step}", body, {}
        return "POST", f"{one}/{_CHANGES[operation]}", body, {}

    def _opening(self, said: Fields) -> tuple[str, str, Any, dict[str, Any]]:
        document = self._world.document(said)
        query = {"supersedes": said["supersedes"]} if "supersedes" in said else {}
        if PANEL in self._world.panels:  # programs are taken from the settings of the server alone
            del document["panel"]
            query["panel"] = PANEL
        return "POST", "/deliberations", document, query

    def _ballot(self, said: Fields) -> dict[str, Any]:
        bound: Fields = {name: said[name] for name in ("question", "seat", "round", "supersede") if name in said}
        if WHOLE_BALLOT & set(said):
            return {**bound, "vote": json.loads(json.dumps(filled_ballot(self._world, said).vote, default=float))}
        return {**bound, **{name: said[name] for name in PARTS if name in said}}

    async def _look_everywhere(self, person: Person, said: Fields) -> Answer:
        texts = []
        for operation in ("show", "log", "inbox", "risks", "explain", "list voters"):
            texts.append((await self.do(person, operation, {"id": said["id"]})).text)
        texts.append((await self.do(person, "retally", {"id": said["id"], "protocol": "quorum"})).text)
        key, path = await self._key(person), f"/v1/deliberations/{said['id']}"
        reports = [f"{path}/report?format={form}" for form in ("text", "markdown", "html", "madr")]
        for more in (f"{path}/verdict", "/v1/risks?all=true", *reports):
            texts.append((await self._client.get(more, headers={"Authorization": f"Bearer {key}"})).text)
        texts.append((await self._heard(await self._opened(f"{path}/events", person))).text)
        return Answer(text="\n".join(texts))

    async def _opened(self, path: str, person: Person) -> AsyncIterator[str]:
        """A stream of events that stays open."""
        headers = {"Authorization": f"Bearer {await self._key(person)}"}
        response = await self._stack.enter_async_context(self._client.stream("GET", path, headers=headers))
        return response.aiter_lines()

    async def _heard(self, lines: AsyncIterator[str]) -> Answer:
        """The events as they are sent, up to the last that there is. A stream that ends was cut off."""
        last = len((await self._world.app.whole(self._world.last)).history)
        texts: list[str] = []
        async for line in lines:
            texts.append(line)
            if line == f"id: {last}":
                return Answer(text="\n".join([*texts, await anext(lines), await anext(lines)]))
        return Answer(text="\n".join(texts), refusal="access denied")


def renamed(body: Fields) -> Fields:
    """What is said in a dialectic, by the names that agents already use."""
    names = {"conditions": "proposed_conditions", "metrics": "observed_metrics"}
    return {names.get(name, name): value for name, value in body.items()}


@asynccontextmanager
async def serving(world: World) -> AsyncIterator[Http]:
    """A client of a server that works on the record of a story."""
    app, carrier, loop = world.app, Carrier(world.app), asyncio.get_running_loop()

    async def authenticated(app: App, presented: str) -> Principal:
        return await authenticate(app, presented)

    owner = next((one.name for one in world.people.values() if one.kind == "owner"), "local")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        port = listener.getsockname()[1]
        callers = Callers(app, authenticated, Principal(owner, owns_store=True), _TOKEN, loop.time)
        fresh = app.surroundings.fresh
        parts = ServerParts(
            app,
            callers,
            RateLimit(0, 1, loop.time),
            RequestKeys(),
            carrier,
            lambda: fresh() + fresh(),
            asyncio.Event(),
            StreamLimit(100),
        )
        asgi = application(parts, allowed_hosts(port, ()), version("quorate"), ())
        server = _Server(uvicorn.Config(asgi, log_config=None, access_log=False, ws="none", lifespan="on"))
        running = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            address = f"http://127.0.0.1:{port}"
            async with (
                httpx2.AsyncClient(base_url=address, timeout=PATIENCE, verify=False) as client,
                AsyncExitStack() as stack,
            ):
                yield Http(world, client, carrier, stack)
        finally:
            server.should_exit = True
            await running
            await carrier.close(0)


class _Server(uvicorn.Server):
    """Leaves signals to the test."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Captures none."""
        yield
