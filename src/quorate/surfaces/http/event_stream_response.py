"""A response without end: sends what comes, lets nobody wait in silence, and ends with the server or with the key."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from quorate.core.errors import QuorateError
from quorate.surfaces.http.guard.caller import Callers
from quorate.surfaces.http.operation import Rendered

HEARTBEAT_SECONDS = 10.0
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "X-Content-Type-Options": "nosniff"}


class _Ending(StreamingResponse):
    """Says when it is over, however it ends."""

    ended: Callable[[], None] = staticmethod(lambda: None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.ended()


def streamed_response(
    rendered: Rendered,
    callers: Callers,
    scope: Scope,
    closing: asyncio.Event,
    ended: Callable[[], None] = lambda: None,
) -> StreamingResponse:
    """The stream of a rendered response. Whoever listens is asked for their key again every few seconds.

    A key that is revoked gets nothing more at once: the use case asks for it before every event.
    """
    assert rendered.stream is not None
    parts = _alive(rendered.content, rendered.stream, callers, scope, closing)
    response = _Ending(parts, rendered.status, {**_HEADERS, **rendered.headers}, rendered.media)
    response.ended = ended
    return response


async def _alive(
    first: str, stream: AsyncIterator[str], callers: Callers, scope: Scope, closing: asyncio.Event
) -> AsyncIterator[str]:
    yield first
    time = asyncio.get_running_loop().time
    checked = time()
    ending = asyncio.ensure_future(closing.wait())
    coming = asyncio.ensure_future(anext(stream))
    try:
        while True:
            await asyncio.wait((coming, ending), timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if ending.done() or (coming.done() and coming.exception()):
                return
            if not coming.done() or time() - checked >= HEARTBEAT_SECONDS:
                if not await may_listen(callers, scope):
                    return
                checked = time()
            if coming.done():
                yield coming.result()
                coming = asyncio.ensure_future(anext(stream))
            else:
                yield ": still here\n\n"
    finally:
        for task in (coming, ending):
            task.cancel()
        await asyncio.gather(coming, ending, return_exceptions=True)


async def has_answered(answer: Awaitable[None], callers: Callers, scope: Scope, closing: asyncio.Event) -> bool:
    """Waits for an answer for as long as the key of whoever asked is valid; false where it was cut off.

    Whoever only listens keeps no server from closing.
    """
    answering = asyncio.ensure_future(answer)
    ending = asyncio.ensure_future(closing.wait())
    awaited = [answering, ending] if scope["method"] == "GET" else [answering]
    try:
        while not answering.done():
            await asyncio.wait(awaited, timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            is_over = ending in awaited and ending.done()
            if not answering.done() and (is_over or not await may_listen(callers, scope)):
                return False
        answering.result()
        return True
    finally:
        for task in (answering, ending):
            task.cancel()
        await asyncio.gather(answering, ending, return_exceptions=True)


async def may_listen(callers: Callers, scope: Scope) -> bool:
    """True while the key that was presented is valid."""
    try:
        await callers.caller(scope)
    except QuorateError:
        return False
    return True
