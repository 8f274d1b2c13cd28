"""A client of its own process for the benchmark of the server: connections that are kept, requests one after another.

Reads its orders as JSON from standard input: the port, the key, and for each connection its requests (path and body).
Prints how long all of it took, and each request.
"""

import asyncio
import json
import sys
from time import perf_counter
from typing import Any


async def _connection(port: int, key: str, requests: list[tuple[str, str]]) -> list[tuple[float, int]]:
    """Every request's seconds and status."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    took = []
    for path, body in requests:
        data = body.encode()
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {key}\r\n"
        kind = "Content-Type: application/json\r\n" if body else ""
        began = perf_counter()
        writer.write(f"{head}{kind}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        status = await _answer(reader)
        took.append((perf_counter() - began, status))
    writer.close()
    await writer.wait_closed()
    return took


async def _answer(reader: asyncio.StreamReader) -> int:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    size = next(line for line in head.split("\r\n") if line.lower().startswith("content-length:"))
    await reader.readexactly(int(size.partition(":")[2]))
    return int(head.split(" ", 2)[1])


async def _run(orders: dict[str, Any]) -> None:
    began = perf_counter()
    found = await asyncio.gather(*(_connection(orders["port"], orders["key"], one) for one in orders["connections"]))
    print(json.dumps({"seconds": perf_counter() - began, "requests": [one for each in found for one in each]}))


if __name__ == "__main__":
    asyncio.run(_run(json.load(sys.stdin)))
