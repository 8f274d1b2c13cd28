"""What is expected of a connection: one that sends no whole head of a request, or takes no answer, is closed.

And what the head of a request is: the target as it was sent, and no header that comes after the body.
"""

import asyncio
from collections.abc import Callable

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from quorate.surfaces.http.guard.origin_check import TARGET

HEAD_SECONDS, ANSWER_SECONDS = 10.0, 30.0
LARGEST_HEAD = 64 * 1024


class ClientConnection(HttpToolsProtocol):
    """Bodies have a limit of their own, and connections that are kept open for the next request another one."""

    _awaits_head: asyncio.TimerHandle | None = None
    _awaits_reader: asyncio.TimerHandle | None = None
    _head_size = 0
    _is_head_over = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """From now on a request is expected."""
        super().connection_made(transport)
        self._awaits_head = self._in(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is expected any more."""
        self._stop_head()
        self._stop_reader()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A part of a head is expected to be followed by the rest."""
        super().data_received(data)
        cycle: RequestResponseCycle | None = self.cycle  # there is none before the first request
        if cycle is not None and not cycle.response_complete:
            self._stop_head()
        elif self._awaits_head is None and not self.transport.is_closing():
            self._awaits_head = self._in(HEAD_SECONDS)

    def on_message_begin(self) -> None:
        """A new head."""
        self._head_size, self._is_head_over = 0, False
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Of a size that somebody needs."""
        self._grow(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """The same. What comes after the body was not there when a proxy looked at the head."""
        self._grow(len(name) + len(value))
        if not self._is_head_over:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is over; the scope of ASGI has no place for a host in the target."""
        self._is_head_over = True
        self.scope[TARGET] = self.url  # type: ignore[literal-required]
        super().on_headers_complete()

    def pause_writing(self) -> None:
        """The client reads more slowly than we write; for some time that is its right."""
        super().pause_writing()
        if self._awaits_reader is None:
            self._awaits_reader = self._in(ANSWER_SECONDS)

    def resume_writing(self) -> None:
        """It has read."""
        self._stop_reader()
        super().resume_writing()

    def _grow(self, size: int) -> None:
        self._head_size += size
        if self._head_size > LARGEST_HEAD:
            self.transport.abort()

    def _in(self, seconds: float) -> asyncio.TimerHandle:
        give_up: Callable[[], None] = self.transport.abort
        return self.loop.call_later(seconds, give_up)

    def _stop_head(self) -> None:
        if self._awaits_head:
            self._awaits_head.cancel()
            self._awaits_head = None

    def _stop_reader(self) -> None:
        if self._awaits_reader:
            self._awaits_reader.cancel()
            self._awaits_reader = None
