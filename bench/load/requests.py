"""Sends requests from a process of its own, over connections that are kept, one after another on each.

Reads its orders as JSON from standard input: the port, the key, and for each connection its requests (path and body).
Prints the status of each.
"""

import asyncio
import json
import sys
from typing import Any

from bench.load.http_connection import HttpConnection


async def _statuses(port: int, key: str, requests: list[tuple[str, str]]) -> list[int]:
    async with HttpConnection(port, key) as connection:
        return [(await connection.send("POST", path, body)).status for path, body in requests]


async def _run(orders: dict[str, Any]) -> None:
    found = await asyncio.gather(*(_statuses(orders["port"], orders["key"], one) for one in orders["connections"]))
    print(json.dumps([status for each in found for status in each]))


if __name__ == "__main__":
    asyncio.run(_run(json.load(sys.stdin)))
