"""A client of the official SDK, with the real program behind it, in a process of its own."""

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from mcp.client import Client
from mcp.client.session import ElicitationFnT
from mcp.client.stdio import StdioServerParameters
from mcp_types import CallToolResult, Implementation, TextContent

from tests.patience import PATIENCE
from tests.surfaces.program import environment
from tests.warm import INSTALLED

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
    """Where programs are started: a folder with a record, and the era that clients speak."""

    folder: Path
    era: str

    @asynccontextmanager
    async def connected(
        self,
        *arguments: str,
        user: str = "ann",
        program: str = "test",
        form: ElicitationFnT | None = None,
        **variables: str,
    ) -> AsyncIterator[Connection]:
        """A client of `quorate mcp`, which is a process of its own."""
        own = environment(
            QUORATE_HOME=str(self.folder / "home"),
            XDG_CONFIG_HOME=str(self.folder / "settings"),
            QUORATE_USER=user,
            **variables,
        )
        server = StdioServerParameters(command=INSTALLED, args=["mcp", *arguments], env=own, cwd=str(self.folder))
        who = Implementation(name=program, version="1")
        client = Client(
            server, mode=self.era, client_info=who, elicitation_callback=form, read_timeout_seconds=PATIENCE
        )
        async with client:
            yield Connection(client)

    def settings(self, text: str) -> None:
        """What the user's own settings say."""
        folder = self.folder / "settings" / "quorate"
        os.makedirs(folder, exist_ok=True)
        (folder / "quorate.toml").write_text(text)
