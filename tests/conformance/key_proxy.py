"""Passes requests on to a server, each with a key: for a suite that knows of none. All else is left as it came.

python -m tests.conformance.key_proxy PORT SERVER_PORT KEY
"""

import asyncio
import re
import sys

_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]+)", re.IGNORECASE)
_END = b"\r\n\r\n"


async def _passed_on(server_port: int, key: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One connection of a client is one connection to the server, until either of them ends it."""
    from_server, to_server = await asyncio.open_connection("127.0.0.1", server_port)
    ways = {
        asyncio.ensure_future(_requests(reader, to_server, key)),
        asyncio.ensure_future(_bytes(from_server, writer)),
    }
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        to_server.close()
        writer.close()


async def _requests(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, key: str) -> None:
    while True:
        head = await reader.readuntil(_END)
        length = _LENGTH.search(head)
        body = await reader.readexactly(int(length[1])) if length else b""
        assert b"transfer-encoding" not in head.lower()
        writer.write(head.removesuffix(_END) + f"\r\nAuthorization: Bearer {key}".encode() + _END + body)
        await writer.drain()


async def _bytes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while part := await reader.read(65536):
        writer.write(part)
        await writer.drain()


async def serve(port: int, server_port: int, key: str) -> None:
    """Until it is ended."""
    server = await asyncio.start_server(lambda r, w: _passed_on(server_port, key, r, w), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
