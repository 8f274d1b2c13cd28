"""The use cases of the app as a client of the MCP server has them: the same names, arguments, results and errors.

A client states what it has seen. Where a test leaves a hash out, the record says what somebody would see who looks; and
a ballot without a reason gets one, since the tool wants one.
"""

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from mcp.client import Client
from mcp.server.mcpserver import MCPServer

from quorate.app.access.authentication import authenticate
from quorate.app.app import App, Deliberation
from quorate.app.life.answers import Answers
from quorate.app.life.ballots import ANY_SEAT, BallotTerms, FilledBallot
from quorate.app.life.carriers import Carriers
from quorate.app.life.notices import Notice
from quorate.app.question.draft import AskedQuestion
from quorate.app.verdict_analysis import OtherCount
from quorate.core.codec import from_plain
from quorate.deliberation.principal import MCP, Principal
from quorate.surfaces.mcp.caller import Host
from quorate.surfaces.mcp.mcp_server import server_of
from tests.patience import PATIENCE
from tests.surfaces.contract.complaint import Complaint
from tests.surfaces.contract.people import KeyTexts
from tests.surfaces.contract.shown import (
    Shown,
    page_of,
    plain_numbers,
    question_seen,
    read_values,
    stated,
    verdict_seen,
)
from tests.surfaces.mcp.connection import HANDSHAKE, Connection

_POLICY = {"deadline": "ballots_by", "max_cost": "max_cost"}


class Called:
    """A client for each of the people, and behind each a server of its own that has that person's key."""

    def __init__(self, app: App) -> None:
        self._app, self._people = app, dict[str, Connection]()

    @asynccontextmanager
    async def _connected(self, keys: KeyTexts, people: Iterable[Principal]) -> AsyncIterator[None]:
        carriers = Carriers()
        async with AsyncExitStack() as stack:
            stack.push_async_callback(carriers.close)
            for who in people:
                server = self._server(keys[who.name, False], carriers)
                client = Client(server, mode=HANDSHAKE, read_timeout_seconds=PATIENCE)
                self._people[who.name] = Connection(await stack.enter_async_context(client))
            yield

    def _server(self, key: str, carriers: Carriers) -> "MCPServer[Any]":
        async def served() -> App:
            return self._app

        async def identify(app: App, _: Any) -> Principal:
            return await authenticate(app, key, MCP)

        return server_of(Host(served, identify, carriers))

    async def resolve(
        self, app: App, who: Principal, id_: str, answers: Answers, verdict: str = "", key: str | None = None
    ) -> Deliberation:
        seen = verdict or await verdict_seen(app, id_)
        return await self._change(app, who, "resolve_deliberation", id=id_, verdict=seen, key=key, **answers._asdict())

    async def vote(
        self, app: App, who: Principal, id_: str, ballot: Any, terms: BallotTerms = ANY_SEAT, key: str | None = None
    ) -> Deliberation:
        said = _filled(ballot.vote) if isinstance(ballot, FilledBallot) else ballot._asdict()
        seen = {"question": terms.seen.question or await question_seen(app, id_), "round": terms.seen.round or None}
        bound = {"seat": terms.seat, "supersede": terms.supersede, **seen}
        given = {**said, "rationale": said["rationale"] or "It was measured", **bound}
        return await self._change(app, who, "cast_ballot", id=id_, key=key, **given)

    async def release(
        self, app: App, who: Principal, id_: str, action: str, question: str = "", key: str | None = None
    ) -> Deliberation:
        seen = question or await question_seen(app, id_)
        return await self._change(app, who, "release_action", id=id_, action=action, question=seen, key=key)

    async def open_deliberation(
        self, app: App, who: Principal, asked: AskedQuestion, key: str | None = None
    ) -> Deliberation:
        panel = {name: getattr(asked.panel, name) for name in ("protocol", "mode", "panel", "seats")}
        question = {"question": asked.document.value["question"], "document": _document(asked)}
        edits = {name: getattr(asked.edits, name) for name in ("context", "action", "options")}
        return await self._change(app, who, "open_deliberation", **question, **edits, **panel, wait=0, key=key)

    async def explain(self, app: App, who: Principal, id_: str) -> Any:
        return Shown(verdict=from_plain((await self._values(app, who, "explain_verdict", id=id_))["verdict"]))

    async def retally(self, app: App, who: Principal, id_: str, other: OtherCount) -> Any:
        wanted = {"protocol": other.protocol, "threshold": other.threshold}
        shown = await self._values(app, who, "retally_deliberation", id=id_, **wanted)
        return Shown(original=from_plain(shown["original"]), other=from_plain(shown["other"]))

    async def list_log(self, app: App, who: Principal, **page: Any) -> Any:
        return page_of(await self._values(app, who, "list_deliberations", list="log", **page))

    async def list_inbox(self, app: App, who: Principal, name: str = "", **page: Any) -> Any:
        return page_of(await self._values(app, who, "list_deliberations", list="inbox", search=name, **page))

    async def _change(self, app: App, who: Principal, tool: str, **said: Any) -> Deliberation:
        brief = await self._values(app, who, tool, **said)
        found = await app.whole(brief["id"], is_new=not brief["repeated"])
        return found._replace(
            notices=tuple(Notice(one["code"], read_values(one["values"])) for one in brief["notices"])
        )

    async def _values(self, app: App, who: Principal, tool: str, **said: Any) -> Mapping[str, Any]:
        """What the tool answers, of this app; what it complains about otherwise."""
        self._app = app
        answer = await self._people[who.name].tried(tool, **plain_numbers(stated(said)))
        assert not answer.text.endswith("nothing of it is shown here"), answer.text
        if answer.is_error:
            raise Complaint(answer.text)
        return answer.values


def _filled(vote: Mapping[str, Any]) -> dict[str, Any]:
    """A ballot of magi, in the words of any protocol."""
    return {"choice": vote["position"], "confidence": vote.get("confidence"), "rationale": vote.get("rationale")}


def _document(asked: AskedQuestion) -> dict[str, Any]:
    """What is wished for that is no argument of the tool."""
    policy = {key: said for name, key in _POLICY.items() if (said := getattr(asked.panel, name))}
    constraints = {"question": {"constraints": asked.edits.constraints}} if asked.edits.constraints else {}
    return {**({"policy": policy} if policy else {}), **constraints}
