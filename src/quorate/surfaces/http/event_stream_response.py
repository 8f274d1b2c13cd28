"""A response without end: sends what comes, lets nobody wait in silence, and ends with the server or with the key."""

import asyncio
from collections.abc import AsyncIterator, Sequence

from starlette.responses import StreamingResponse

from quorate.core.errors import QuorateError
from quorate.surfaces.http.guard.caller import Callers
from quorate.surfaces.http.operation import Rendered

HEARTBEAT_SECONDS = 10.0
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "X-Content-Type-Options": "nosniff"}
Headers = Sequence[tuple[bytes, bytes]]


def streamed_response(
    rendered: Rendered, callers: Callers, headers: Headers, closing: asyncio.Event
) -> StreamingResponse:
    """The stream of a rendered response. Whoever listens is asked for their key again with every heartbeat."""
    assert rendered.stream is not None
    parts = _alive(rendered.content, rendered.stream, callers, headers, closing)
    return StreamingResponse(parts, rendered.status, {**_HEADERS, **rendered.headers}, rendered.media)


async def _alive(
    first: str, stream: AsyncIterator[str], callers: Callers, headers: Headers, closing: asyncio.Event
) -> AsyncIterator[str]:
    yield first
    ending = asyncio.ensure_future(closing.wait())
    coming = asyncio.ensure_future(anext(stream))
    try:
        while True:
            await asyncio.wait((coming, ending), timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if ending.done() or (coming.done() and coming.exception()):
                return
            if coming.done():
                yield coming.result()
                coming = asyncio.ensure_future(anext(stream))
            elif await _may_listen(callers, headers):
                yield ": still here\n\n"
            else:
                return
    finally:
        for task in (coming, ending):
            task.cancel()
        await asyncio.gather(coming, ending, return_exceptions=True)


async def _may_listen(callers: Callers, headers: Headers) -> bool:
    try:
        await callers.caller(headers)
    except QuorateError:
        return False
    return True
