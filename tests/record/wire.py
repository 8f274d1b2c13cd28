"""A way to a server that can be cut: what is sent then is not refused, and passed on once it is whole again."""

import asyncio
from pathlib import Path
from typing import Self

from psycopg.conninfo import conninfo_to_dict

_GLANCE = 0.02


class Wire:
    """Listens on a port of this machine and passes everything on to a socket."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_cut = False
        self.answers = 0
        """How often the server was waited for."""
        self._is_asked = False

    def address(self, direct: str) -> str:
        """The way to the same database over this wire."""
        said = conninfo_to_dict(direct)
        return f"postgresql://{said['user']}@127.0.0.1:{self.port}/{said['dbname']}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_unix_connection(str(self._socket))
        except OSError:  # the server is away
            writer.close()
            return
        self._pass_both(reader, writer, there, back)

    def _pass_both(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        there: asyncio.StreamReader,
        back: asyncio.StreamWriter,
    ) -> None:
        for source, target, is_asking in ((reader, back, True), (there, writer, False)):
            task = asyncio.ensure_future(self._pass_on(source, target, is_asking))
            self._tasks.add(task)

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, is_asking: bool) -> None:
        try:
            while data := await source.read(65536):
                self.answers += self._is_asked and not is_asking
                self._is_asked = is_asking
                while self.is_cut:
                    await asyncio.sleep(_GLANCE)
                target.write(data)
                await target.drain()
        finally:
            target.close()
