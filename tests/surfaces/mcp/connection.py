"""A client of the official SDK, and behind it the real program in a process of its own, or the server in this one."""

import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from mcp.client import Client
from mcp.client.session import ElicitationFnT
from mcp.client.stdio import StdioServerParameters
from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, Implementation, TextContent

from quorate.app.access.authentication import authenticate
from quorate.app.app import App
from quorate.app.life.carriers import Carriers
from quorate.deliberation.principal import MCP, Principal
from quorate.surfaces.mcp.caller import Host
from quorate.surfaces.mcp.mcp_server import DEFAULT_SETS, LocalRecord, server_of
from tests.patience import PATIENCE
from tests.surfaces.program import environment
from tests.warm import warm_quorate

HANDSHAKE, STATELESS = ERAS = ("legacy", "2026-07-28")
"""The two eras of the protocol: with a handshake, and with everything in each request."""


class Said(NamedTuple):
    """What a tool answered."""

    text: str
    values: Mapping[str, Any]
    is_error: bool


class Connection:
    """A connected client."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.progress: list[tuple[float, float | None]] = []

    async def call(self, tool: str, **arguments: Any) -> Said:
        """A call that works."""
        said = await self.tried(tool, **arguments)
        assert not said.is_error, said.text
        return said

    async def refused(self, tool: str, **arguments: Any) -> str:
        """A call that does not, and why."""
        said = await self.tried(tool, **arguments)
        assert said.is_error, said.text
        return said.text

    async def tried(self, tool: str, **arguments: Any) -> Said:
        """Either."""
        return said_by(await self.client.call_tool(tool, arguments, progress_callback=self._note))

    async def _note(self, progress: float, total: float | None, message: str | None) -> None:
        assert message
        self.progress.append((progress, total))


def said_by(result: CallToolResult) -> Said:
    """The answer in its parts."""
    texts = [one.text for one in result.content if isinstance(one, TextContent)]
    return Said("\n".join(texts), result.structured_content or {}, bool(result.is_error))


class Station(NamedTuple):
    """Where programs are started: a folder with a record, and the era that clients speak.

    With `is_real` every server is the program in a process of its own; else it is the same server here.
    """

    folder: Path
    era: str
    is_real: bool = False

    @asynccontextmanager
    async def connected(
        self, *sets: str, user: str = "ann", program: str = "test", form: ElicitationFnT | None = None, key: str = ""
    ) -> AsyncIterator[Connection]:
        """A client of a server of its own, for this user, or for whoever has this key."""
        served = self._program if self.is_real else self._here
        async with served(sets or DEFAULT_SETS, user, key) as server:
            who = Implementation(name=program, version="1")
            client = Client(
                server, mode=self.era, client_info=who, elicitation_callback=form, read_timeout_seconds=PATIENCE
            )
            async with client:
                yield Connection(client)

    @asynccontextmanager
    async def _program(self, sets: Sequence[str], user: str, key: str) -> AsyncIterator[StdioServerParameters]:
        own = environment(**self.variables, QUORATE_USER=user, QUORATE_KEY=key)
        arguments = ["mcp", "--tools", ",".join(sets)]
        yield StdioServerParameters(command=warm_quorate(), args=arguments, env=own, cwd=str(self.folder))

    @asynccontextmanager
    async def _here(self, sets: Sequence[str], user: str, key: str) -> AsyncIterator["MCPServer[Any]"]:
        async def identify(app: App, _: Any) -> Principal:
            return await authenticate(app, key, MCP) if key else Principal(user, via=MCP)

        record, carriers = LocalRecord(None), Carriers()
        try:
            yield server_of(Host(record.app, identify, carriers), sets)
        finally:
            await carriers.close()
            await record.close()

    @property
    def variables(self) -> dict[str, str]:
        """Where the record and the user's settings are."""
        return {"QUORATE_HOME": str(self.folder / "home"), "XDG_CONFIG_HOME": str(self.folder / "settings")}

    def settings(self, text: str) -> None:
        """What the user's own settings say."""
        folder = self.folder / "settings" / "quorate"
        os.makedirs(folder, exist_ok=True)
        (folder / "quorate.toml").write_text(text)
