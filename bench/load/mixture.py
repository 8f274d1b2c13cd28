"""Requests of every kind from a process of its own: python -m bench.load.mixture PORT KEY CONNECTIONS REQUESTS.

Each connection opens deliberations of its own, votes in them, and reads, lists, counts and watches in between. Prints
how many requests of each kind were answered, and how many of all were answered with an error.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import AsyncIterator

from bench.load.http_connection import HttpConnection

SEATS = 10
VOTE = {"position": "APPROVE", "confidence": 80, "rationale": "It was measured"}
TALLY = json.dumps(
    {"protocol": "magi", "question": "?", "votes": [{"perspective": "Logos", "position": "APPROVE", "confidence": 80}]}
)
OPENING = json.dumps(
    {"question": "Adopt it?", "protocol": "magi", "panel": [{"seat": f"s{n}", "voter": "person"} for n in range(SEATS)]}
)
EVENTS_READ = 3
Outcome = tuple[str, int]


async def _cycle(connection: HttpConnection, port: int, key: str) -> AsyncIterator[Outcome]:
    """The life of one deliberation: kind and status of every request."""
    answer = await connection.send("POST", "/v1/deliberations", OPENING)
    yield "open", answer.status
    opened = json.loads(answer.body)
    place = f"/v1/deliberations/{opened['id']}"
    for number in range(SEATS):
        cast = json.dumps({"question": opened["question_hash"], "seat": f"s{number}", "vote": VOTE})
        yield "vote", (await connection.send("POST", f"{place}/ballots", cast)).status
        yield "show", (await connection.send("GET", place)).status
        if number % 3 == 0:
            yield "list", (await connection.send("GET", "/v1/deliberations")).status
            yield "inbox", (await connection.send("GET", "/v1/inbox")).status
            yield "tally", (await connection.send("POST", "/v1/tally", TALLY)).status
    yield "report", (await connection.send("GET", f"{place}/report")).status
    async with HttpConnection(port, key) as watching:
        yield "events", await watching.read_events(f"{place}/events", EVENTS_READ)


async def _requests(port: int, key: str, count: int) -> list[Outcome]:
    found: list[Outcome] = []
    async with HttpConnection(port, key) as connection:
        while len(found) < count:
            async for one in _cycle(connection, port, key):
                found.append(one)
                if len(found) == count:
                    break
    return found


async def _run(port: int, key: str, connections: int, count: int) -> None:
    found = await asyncio.gather(*(_requests(port, key, count // connections) for _ in range(connections)))
    outcomes = [one for each in found for one in each]
    kinds = Counter(kind for kind, _ in outcomes)
    failed = sum(not 200 <= status < 300 for _, status in outcomes)
    print(json.dumps({"kinds": kinds, "failed": failed}))


if __name__ == "__main__":
    asyncio.run(_run(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
