"""A stand-in for a pooler: it knows no options of a server, and names a process of its own."""

import asyncio
import struct

from tests.record.wire import Wire

_ENCRYPTION = (80877103, 80877104)
_REFUSAL = b"SFATAL\0C08P01\0Munsupported startup parameter: options\0\0"


class PooledWire(Wire):
    """Passes everything on but the beginning of a connection."""

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        begin = await _startup(reader, writer)
        if b"\0options\0" in begin:
            writer.write(b"E" + struct.pack("!I", len(_REFUSAL) + 4) + _REFUSAL)
            await writer.drain()
            writer.close()
            return
        there, back = await asyncio.open_unix_connection(str(self._socket))
        back.write(begin)
        await _renamed(there, writer)
        self._pass_both(reader, writer, there, back)


async def _startup(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    while True:
        head = await reader.readexactly(8)
        size, code = struct.unpack("!II", head)
        if code not in _ENCRYPTION:
            return head + await reader.readexactly(size - 8)
        writer.write(b"N")


async def _renamed(there: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Passes the server's greeting on, with another number for its process."""
    kind = b""
    while kind != b"K":
        kind, size = await there.readexactly(1), await there.readexactly(4)
        body = await there.readexactly(struct.unpack("!I", size)[0] - 4)
        if kind == b"K":
            body = struct.pack("!I", 1) + body[4:]
        writer.write(kind + size + body)
