"""A crowd around a server: clients that send a byte a second, and clients that watch a deliberation.

The server closes a connection whose head takes more than 10 s, and answers a body that takes more than 30 s with an
error. A slow client whose connection is closed opens another one at once, so that there are always as many.
"""

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from bench.load.server_process import Server

HEAD, BODY = "head", "body"
_PAUSE, _PATIENCE = 1.0, 120.0


class Crowd:
    """Who is connected just now, how often the server has closed a slow connection, and what streams have heard."""

    def __init__(self, server: Server, deliberation: str, keys: Sequence[str], size: tuple[int, int]) -> None:
        self._server, self._keys = server, keys
        self._most_slow, self._most_streams = size
        self._path = f"/v1/deliberations/{deliberation}/events"
        self.slow = 0
        self.closed: Counter[str] = Counter()
        self.streams = 0
        self.heard: set[int] = set()
        self._samples: list[int] = []
        self._held: list[int] = []

    def clients(self) -> list[asyncio.Task[None]]:
        """Everybody, each as a task."""
        slow = [self._slow(HEAD if number % 2 else BODY) for number in range(self._most_slow)]
        streams = [self._watching(number) for number in range(self._most_streams)]
        return [asyncio.ensure_future(client) for client in (*slow, *streams)]

    async def complete(self) -> None:
        """Waits until everybody is there."""
        async with asyncio.timeout(_PATIENCE):
            while self.slow < self._most_slow or self.streams < self._most_streams:
                await asyncio.sleep(0.1)

    async def sample(self) -> None:
        """Notes again and again how many are there."""
        while True:
            self._samples.append(self.slow)
            self._held.append(_sockets(self._server.process))
            await asyncio.sleep(0.25)

    @property
    def fewest_slow(self) -> int:
        """The smallest number of slow connections that was noted."""
        return min(self._samples)

    @property
    def fewest_held(self) -> int:
        """The smallest number of sockets that the server held."""
        return min(self._held)

    async def _slow(self, kind: str) -> None:
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
            writer.write(self._begun(kind))
            gone = asyncio.ensure_future(reader.read())
            self.slow += 1
            try:
                while not (await asyncio.wait([gone], timeout=_PAUSE))[0]:
                    writer.write(b"x")
            finally:
                self.slow -= 1
                gone.cancel()
                writer.close()
            with suppress(ConnectionError):
                await gone
            self.closed[kind] += 1

    def _begun(self, kind: str) -> bytes:
        head = f"Host: 127.0.0.1:{self._server.port}\r\n"
        if kind == HEAD:
            return f"GET /v1/inbox HTTP/1.1\r\n{head}X-Slow: ".encode()
        more = f"Authorization: Bearer {self._server.key}\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n"
        return f"POST /v1/tally HTTP/1.1\r\n{head}{more}\r\n".encode()

    async def _watching(self, number: int) -> None:
        key = self._keys[number % len(self._keys)]
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
        head = (
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1:{self._server.port}\r\nAuthorization: Bearer {key}\r\n\r\n"
        )
        writer.write(head.encode())
        try:
            if b" 200 " not in await reader.readline():
                return
            self.streams += 1
            while await reader.readline():
                self.heard.add(number)
            self.streams -= 1
        finally:
            writer.close()


@asynccontextmanager
async def crowd_around(
    server: Server, deliberation: str, keys: Sequence[str], size: tuple[int, int]
) -> AsyncIterator[Crowd]:
    """So many slow connections and streams are there when the block begins, and are counted until it ends."""
    crowd = Crowd(server, deliberation, keys, size)
    tasks = crowd.clients()
    try:
        await crowd.complete()
        crowd.heard.clear()
        tasks.append(asyncio.ensure_future(crowd.sample()))
        yield crowd
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _sockets(process: int) -> int:
    found = 0
    for one in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):
            found += os.readlink(one).startswith("socket:")
    return found
