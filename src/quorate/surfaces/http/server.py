"""The server process: binds, answers until it is told to stop, then finishes or hands over what runs."""

import asyncio
import errno
import logging
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from typing import NamedTuple

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from quorate.app.app import App
from quorate.app.notification.outbox import Outbox
from quorate.app.upkeep.periodic_sweep import sweeping
from quorate.app.upkeep.sweep import Sweep
from quorate.app.upkeep.work_queue import work_of
from quorate.core.errors import InputError
from quorate.deliberation.principal import Principal
from quorate.surfaces.http.application import Mounted, application
from quorate.surfaces.http.endpoint import ServerParts
from quorate.surfaces.http.guard.caller import Authenticate, Callers
from quorate.surfaces.http.guard.idempotency import RequestKeys
from quorate.surfaces.http.guard.origin_check import TARGET, allowed_hosts
from quorate.surfaces.http.guard.rate_limit import RateLimit, StreamLimit

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


PORT = 8640
_KEEP_ALIVE_SECONDS = 15
_BACKLOG = 2048
_LOG = logging.getLogger("quorate.http")


class ServerTerms(NamedTuple):
    """Where a server listens, to which names it answers, and its limits; `rate` 0 is no limit."""

    host: str = "127.0.0.1"
    port: int = PORT
    names: tuple[str, ...] = ()
    has_token: bool = True
    rate: float = 50.0
    burst: int = 200
    connections: int = 4000
    grace: float = 20.0
    at_once: int = 100
    streams: int = 100


class Started(NamedTuple):
    """A server that listens: its address, and the token that is good for one exchange."""

    address: str
    token: str


async def serve(
    app: App,
    local: Principal,
    authenticate: Authenticate,
    terms: ServerTerms,
    started: Callable[[Started], None],
    outbox: Outbox,
    queue: str = "",
    mounted: Sequence[Mounted] = (),
) -> tuple[str, ...]:
    """Serves until a signal comes. Gives the deliberations that somebody else has to carry on."""
    closing = asyncio.Event()
    loop, fresh = asyncio.get_running_loop(), app.surroundings.fresh
    with _listening(terms) as listener:
        work = work_of(queue, app, terms.at_once)
        port = listener.getsockname()[1]
        token = fresh() + fresh() if terms.has_token else ""
        callers = Callers(app, authenticate, local if token else None, token, loop.time)
        rate = RateLimit(terms.rate, terms.burst, loop.time)
        streams = StreamLimit(terms.streams)
        server_parts = ServerParts(app, callers, rate, RequestKeys(), work, lambda: fresh() + fresh(), closing, streams)
        asgi = application(server_parts, allowed_hosts(port, terms.names), version("quorate"), mounted)
        server = _Server(_config(asgi, terms))
        async with work.running(), sweeping(Sweep(app, local), work.carry_on_all, outbox):
            with _stopped_by_signals(server, closing):
                started(Started(f"http://{_shown(terms.host)}:{port}", token))
                await server.serve(sockets=[listener])
            return await work.close(0 if server.force_exit else terms.grace)


class _Server(uvicorn.Server):
    """Leaves signals to whoever runs it: after one of them there is still something to do."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Captures none."""
        yield


def _config(asgi: object, terms: ServerTerms) -> uvicorn.Config:
    return uvicorn.Config(
        asgi,  # type: ignore[arg-type]
        http=ClientConnection,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="on",
        limit_concurrency=terms.connections,
        backlog=_BACKLOG,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=int(terms.grace) or 1,
    )


@contextmanager
def _stopped_by_signals(server: uvicorn.Server, closing: asyncio.Event) -> Iterator[None]:
    """The first signal lets requests come to their end; a second one does not."""
    loop, signals = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM)

    def stop() -> None:
        closing.set()
        if server.should_exit and not server.force_exit:
            _LOG.warning("told to stop again: ending at once")
            logging.getLogger("uvicorn.error").disabled = True  # a traceback for everything that is cut off
        server.force_exit, server.should_exit = server.should_exit, True

    for one in signals:
        loop.add_signal_handler(one, stop)
    try:
        yield
    finally:
        for one in signals:
            loop.remove_signal_handler(one)


@contextmanager
def _listening(terms: ServerTerms) -> Iterator[socket.socket]:
    try:
        found = socket.getaddrinfo(terms.host, terms.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, address = found[0]
        listener = socket.create_server(address[:2], family=family, backlog=_BACKLOG)
        # connections inherit it: else the body of an answer waits 40 ms until the client has confirmed its head
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except OSError as error:
        said = str(error.strerror).partition(" (while")[0]  # Python repeats the address
        advice = "; choose another port with --port" if error.errno in (errno.EADDRINUSE, errno.EACCES) else ""
        raise InputError(f"{_shown(terms.host)}:{terms.port}: cannot listen there: {said}{advice}") from None
    with listener:
        yield listener


def is_loopback(host: str) -> bool:
    """True for an address that only this machine reaches."""
    from ipaddress import ip_address

    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
