"""A connection to a server that is kept: one request after the other, as little of HTTP as that needs."""

import asyncio
from types import TracebackType
from typing import NamedTuple, Self


class Answer(NamedTuple):
    """What came back."""

    status: int
    body: bytes


class HttpConnection:
    """Entered, it is connected."""

    def __init__(self, port: int, key: str) -> None:
        self._port, self._key = port, key

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()
        await self._writer.wait_closed()

    async def send(self, method: str, path: str, body: str = "") -> Answer:
        """Sends a request and reads the whole answer."""
        self._writer.write(self._request(method, path, body))
        status, head = await self._head()
        size = next(line for line in head if line.lower().startswith("content-length:"))
        return Answer(status, await self._reader.readexactly(int(size.partition(":")[2])))

    async def read_events(self, path: str, count: int) -> int:
        """Opens a stream of events and reads so many of them; gives the status. Nothing else can follow."""
        self._writer.write(self._request("GET", path, ""))
        status, _ = await self._head()
        while status == 200 and count > 0:
            count -= (await self._reader.readline()).startswith(b"data:")
        return status

    def _request(self, method: str, path: str, body: str) -> bytes:
        data = body.encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nAuthorization: Bearer {self._key}\r\n"
        kind = "Content-Type: application/json\r\n" if body else ""
        return f"{head}{kind}Content-Length: {len(data)}\r\n\r\n".encode() + data

    async def _head(self) -> tuple[int, list[str]]:
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        return int(head.split(" ", 2)[1]), head.split("\r\n")
