"""Stories over the Model Context Protocol: clients of the official SDK, each with a server of its own behind it."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from mcp.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

from quorate.app.access.authentication import authenticate
from quorate.app.app import App
from quorate.app.life.carriers import Carriers
from quorate.core.codec import json_line
from quorate.core.errors import AccessDenied
from quorate.deliberation.principal import MCP, Principal
from quorate.surfaces.mcp.caller import Host
from quorate.surfaces.mcp.mcp_server import SET_NAMES, server_of
from tests.patience import PATIENCE
from tests.stories.answer import Answer, code_of
from tests.stories.contributions import EPIC
from tests.stories.http import renamed
from tests.stories.library import ANSWER_NAMES, PARTS, WHOLE_BALLOT, Library, conflict_id
from tests.stories.story import Person
from tests.stories.vocabulary import REQUESTS_OF_AGENTS
from tests.stories.world import PANEL, World
from tests.surfaces.mcp.connection import HANDSHAKE, Connection, Said

Fields = dict[str, Any]
ELSEWHERE = frozenset(
    {
        *("issue key", "rotate key", "revoke key", "redact", "look after the record"),
        *("close", "redeliberate", "revise", "revoke", "reframe", "defer"),
    }
)
"""What people do at the command line meanwhile, so that stories tell what tools make of it."""
_DOCUMENT = "a tool takes no ballot as a document"
_HASH = "a tool always states what was seen"
_OPERATOR = "no tool: operators look after agents at the command line or over HTTP"
_RECORD = "no tool: the record and its keys are looked after at the command line"
_GATE = "a program runs the hook on its own machine"
LEFT_OUT: Mapping[str, str] = {
    **dict.fromkeys(("open.policy.gated", "open.policy.keys_only"), "where a gate waits no program acts with a key"),
    "person: by name": "a program that acts for somebody is marked as such",
    "person: owner": "a program that acts for the owner of the record is not the owner",
    **dict.fromkeys(("resume", "open.supersedes"), "no tool: people do so at the command line or over HTTP"),
    "check evidence": "no tool: evidence is checked at the command line",
    "replies": "no tool: replies are shown at the command line",
    **dict.fromkeys((f"vote.{name}" for name in WHOLE_BALLOT), _DOCUMENT),
    **dict.fromkeys(("vote.question=none", "resolve.verdict=none", "release.question=none"), _HASH),
    **dict.fromkeys(("report", "risks", "track", "vindicate"), "no tool: reports are a resource, registers no tool's"),
    **dict.fromkeys(
        ("register agent", "describe agent", "report agent", "pause agent", "archive agent", "judge review"), _OPERATOR
    ),
    **dict.fromkeys(("show agent", "verify review", "decide review"), _OPERATOR),
    **dict.fromkeys(
        ("list keys", "list refusals", "verify record", "export"),
        _RECORD,
    ),
    **dict.fromkeys(("make checkpoint", "back up", "restore", "sweep record"), _RECORD),
    **dict.fromkeys(("show history", "list agents", "list reviews", "show fleet", "import sessions"), _OPERATOR),
    **dict.fromkeys(
        (
            *("look at own seats", "look before voting", "look before voting again", "look before answering"),
            "ask what is required",
            *("look before resuming", "look before reframing", "stop calls", "plan", "find", "keep report"),
            *("tell outcomes", "list due outcomes", "demonstrate"),
        ),
        "no tool: people do so at the command line",
    ),
    **dict.fromkeys(REQUESTS_OF_AGENTS, "neither the fleet nor conflicts have request ids here"),
    **dict.fromkeys(
        ("call tool", "ask advice on tool", "grant window", "close window", "list windows", "suggest rules"), _GATE
    ),
}


_FORM = "in a form"


def _form_of(answers: Fields) -> Fields:
    """What a person fills in who answers this."""
    said = {name: value for name, value in answers.items() if name not in ("id", "verdict", "key", "go", "choose")}
    if "decline" in said:
        return {"decision": "do not go ahead", "reason": said["decline"]}
    return {"decision": "go ahead", **said, **({"choice": answers["choose"]} if "choose" in answers else {})}


class Mcp:
    """Tools by the words of a story. A tool says what it refuses in words; the code is what the use case raised."""

    name = "mcp"
    binds_content = False

    def __init__(self, world: World, stack: AsyncExitStack) -> None:
        self._world, self._stack = world, stack
        self._connections, self._library = dict[str, Connection](), Library(world)
        self._waiting = dict[str, asyncio.Task[Said]]()
        self._carriers, self._form = Carriers(), Fields()
        stack.push_async_callback(self._carriers.close)

    def codes(self, code: str) -> tuple[str, ...]:
        """Arguments are read before anything else: what says nothing, or is not there, is refused as one of them."""
        return (code, "arguments") if code in ("invalid", "refused", "unknown name", "INVALID_ARGUMENT") else (code,)

    async def do(self, person: Person, operation: str, fields: Fields) -> Answer:
        """What the tool answers."""
        if operation == "look everywhere":
            return await self._look_everywhere(person, fields)
        if operation in ELSEWHERE:
            return await self._library.do(person, operation, fields)
        if operation == "listen":
            waiting = (await self._connection(person)).tried("wait_for_deliberation", id=fields["id"], wait=40)
            self._waiting[person.label] = asyncio.create_task(waiting)
            return Answer()
        if operation == "hear":
            heard = await self._waiting[person.label]
            assert not heard.is_error or str(AccessDenied()) in heard.text, heard.text
            return Answer(text=heard.text, refusal="access denied" if heard.is_error else "")
        tool, arguments = self._call(operation, fields)
        if operation == "resolve" and person.kind == _FORM:  # the person answers, and the program only asks
            self._form = _form_of(arguments)
            arguments = {name: arguments[name] for name in ("id", "verdict", "key")}
        connection = await self._connection(person)
        self._world.errors.clear()
        said = await connection.tried(tool, **{k: v for k, v in arguments.items() if v is not None})
        if said.is_error:
            assert not said.text.endswith("nothing of it is shown here"), said.text
            code = code_of(self._world.errors[-1]) if self._world.errors else "arguments"
            return Answer(text=said.text, refusal=code)
        if operation == "resolve" and person.kind == "a program":
            assert "Nothing was stored" in said.text  # it is told how the person answers instead
            return Answer(text=said.text, refusal="forbidden")
        value: Any = dict(said.values)
        text = f"{said.text}\n{value}"
        repeated = bool(value.get("repeated"))
        if operation in ("explain", "retally"):
            value = {"verdict": value["verdict" if operation == "explain" else "other"]}
        if operation == "tally":
            value = {"verdict": value}
        if operation == "list conflicts":
            value = value["conflicts"]
        made = ""
        if operation == "open":
            made = value["id"]
        if operation == "request review":
            made = value["session_id"]
        line = json_line(value) if operation == "show" else ""
        return Answer(value, text, "", made, repeated, operation == "show", line)

    async def _connection(self, person: Person) -> Connection:
        if person.label not in self._connections:
            server = server_of(Host(self._app, self._identify(person), self._carriers), SET_NAMES)
            form = self._filled_in if person.kind == _FORM else None
            client = Client(server, mode=HANDSHAKE, elicitation_callback=form, read_timeout_seconds=PATIENCE)
            self._connections[person.label] = Connection(await self._stack.enter_async_context(client))
        return self._connections[person.label]

    async def _filled_in(self, context: Any, params: Any) -> ElicitResult:  # noqa: ARG002
        """The form as the person of the step fills it in."""
        return ElicitResult(action="accept", content=self._form)

    async def _app(self) -> App:
        return self._world.app

    def _identify(self, person: Person) -> Any:
        async def identify(app: App, _: Any) -> Principal:
            if person.kind in ("a program", _FORM):
                return Principal(person.name, via=MCP)
            try:
                return await authenticate(app, self._world.keys[person.label], MCP)
            except Exception as error:
                self._world.errors.append(error)
                raise

        return identify

    def _call(self, operation: str, said: Fields) -> tuple[str, Fields]:
        """The tool of an operation, and its arguments."""
        key = said.get("request")
        body = {name: value for name, value in said.items() if name not in ("id", "request", "as", "agent")}
        session = {"session_id": said.get("id")}
        match operation:
            case "open":
                return "open_deliberation", self._opening(said)
            case "vote":
                names = (*PARTS, "seat", "question", "supersede", "round")
                return "cast_ballot", {"id": said["id"], **{n: said[n] for n in names if n in said}, "key": key}
            case "resolve":
                answers = {ANSWER_NAMES[name]: said[name] for name in ANSWER_NAMES if name in said}
                return "resolve_deliberation", {"id": said["id"], **answers, "verdict": said["verdict"], "key": key}
            case "release":
                return "release_action", {"id": said["id"], **body, "key": key}
            case "wait":
                return "wait_for_deliberation", {"id": said["id"], "wait": 0}
            case "retry":
                return "retry_seats", {"id": said["id"], **body, "key": key}
            case "show":
                return "show_deliberation", {"id": said["id"]}
            case "explain":
                return "explain_verdict", {"id": said["id"]}
            case "retally":
                terms = {name: str(value) for name, value in body.items()}
                return "retally_deliberation", {"id": said["id"], **terms}
            case "log":
                return "list_deliberations", {"list": "log", "search": said.get("search")}
            case "inbox":
                return "list_deliberations", {"list": "inbox", "search": said.get("for")}
            case "tell outcome":
                return "record_outcome", {"id": said["id"], **body, "key": key}
            case "list voters":
                return "list_voters", {}
            case "tally":
                return "count_ballots", {"document": json.dumps(said["document"]), "protocol": said.get("protocol")}
            case "request review":
                name = "request_dialectic_review" if said.get("dialectic") else "request_quorum_review"
                asked = {"reason": said["reason"], "dispute_type": said.get("dispute")}
                return name, {"agent_id": said["agent"], **asked}
            case "vote in review":
                return "submit_quorum_vote", {**session, **body, "agent_id": said.get("agent")}
            case "show review":
                return "get_dialectic_session", session
            case "speak for agent":
                spoken = {"agent_id": said["agent"], "root_cause": "It overflowed", "proposed_conditions": ["x"]}
                return "dialectic", {"action": "thesis", "session_id": self._world.last_review, **spoken}
            case "file thesis":
                return "submit_thesis", {**session, "proposed_conditions": [], **renamed(body)}
            case "file antithesis":
                return "submit_antithesis", {**session, "observed_metrics": {}, "concerns": [], **renamed(body)}
            case "file synthesis":
                return "submit_synthesis", {**session, **renamed(body)}
            case "reassign review":
                return "reassign_reviewer", {**session, "new_reviewer_id": said["to"], "reason": said.get("reason")}
            case "show consensus":
                return "show_consensus", {"epic": EPIC}
            case "list conflicts":
                return "list_conflicts", {"epic": EPIC}
            case "propose resolution" | "vote on resolution" | "resolve conflict":
                return operation.replace(" ", "_"), {"epic": EPIC, "conflict": conflict_id(self._world), **body}
        raise AssertionError(operation)

    def _opening(self, said: Fields) -> Fields:
        document = self._world.document(said)
        question = document.pop("question")
        subject = question.pop("subject")
        arguments = {
            "question": subject,
            "action": question.pop("action", None),
            "protocol": document.pop("protocol", None),
        }
        if PANEL in self._world.panels:
            del document["panel"]
            arguments["panel"] = PANEL
        if question:
            document["question"] = question
        return {**arguments, "document": document, "key": said.get("request"), "ballot": said.get("ballot")}

    async def _look_everywhere(self, person: Person, said: Fields) -> Answer:
        texts = []
        for operation in ("show", "log", "inbox", "explain", "list voters"):
            texts.append((await self.do(person, operation, {"id": said["id"]})).text)
        texts.append((await self.do(person, "retally", {"id": said["id"], "protocol": "quorum"})).text)
        connection = await self._connection(person)
        waited = await connection.tried("wait_for_deliberation", id=said["id"], wait=0)
        texts += [waited.text, str(waited.values)]
        for resource in (f"report/{said['id']}", "list/log", "list/inbox"):
            try:
                texts.append(repr(await connection.client.read_resource(f"quorate://{resource}")))
            except MCPError as error:
                texts.append(str(error))
        return Answer(text="\n".join(texts))


@asynccontextmanager
async def connecting(world: World) -> AsyncIterator[Mcp]:
    """Clients for the people of a story, each as soon as it is needed."""
    async with AsyncExitStack() as stack:
        yield Mcp(world, stack)
