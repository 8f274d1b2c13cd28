"""Replies written by somebody who had seen neither the code nor earlier lists. Nobody fits code to a row."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from quorate.core.position import POSITIONS
from quorate.replies.reading import infer_from, read_text
from tests.replies.asked import NONCE, SECOND_NONCE, asked, choice_in

FIRST, SECOND, INFERRED, NONE = "first", "second", "inferred", "unreadable"


class Result(NamedTuple):
    """What a row came to: where the ballot was found, its choice, and what the writer meant by it."""

    id: str
    found_in: str
    choice: str | None
    meant: str | None
    is_structured: bool

    @property
    def is_right(self) -> bool:
        """Whether the writer meant this choice."""
        return self.choice == self.meant


def rows() -> list[dict[str, Any]]:
    """Return all rows of the list."""
    lines = Path(__file__).with_name("replies.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def results() -> Iterator[Result]:
    """Read each row as a deliberation would: first reply, second reply, keyword table."""
    for row in rows():
        protocol, by_schema = row["protocol"], row["structured"]
        meant = POSITIONS.get(row["meant"], row["meant"]) if protocol == "magi" else row["meant"]
        first, second = (_filled(row[key] or "") for key in ("reply", "second"))
        choice = choice_in(read_text(first, asked(protocol, by_schema=by_schema)), protocol)
        found_in = FIRST
        if choice is None:
            choice = choice_in(read_text(second, asked(protocol, SECOND_NONCE, by_schema=by_schema)), protocol)
            found_in = SECOND
        if choice is None:
            choice = choice_in(infer_from(first, asked(protocol)), protocol)
            found_in = NONE if choice is None else INFERRED
        yield Result(row["id"], found_in, choice, meant, by_schema)


def _filled(text: str) -> str:
    return text.replace("{nonce2}", SECOND_NONCE).replace("{nonce}", NONCE)


def figures() -> dict[str, int]:
    """Return how many rows came to what."""
    read = list(results())
    counts = Counter(f"{result.found_in}, {'right' if result.is_right else 'wrong'}" for result in read)
    asked_again = sum(result.found_in != FIRST for result in read)
    return {"replies": len(read), "asked once more": asked_again, **dict(sorted(counts.items()))}
