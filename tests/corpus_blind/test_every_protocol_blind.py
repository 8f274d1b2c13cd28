"""Replies under every protocol that were written without sight of the reader, as they are: see the README."""

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from quorate import read_reply
from quorate.replies.reply import ReplyReading

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("reader_*.jsonl"))
Row = dict[str, Any]


def rows_of(file: Path) -> list[Row]:
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").split("\n") if line]
    return [{**row, "id": f"{file.stem}:{row['id']}"} for row in rows]


ALL = [row for file in FILES for row in rows_of(file)]
HOSTILE = [row for row in ALL if row["kind"] == "hostile"]
HONEST = [row for row in ALL if row["kind"] == "honest"]


def read(row: Row) -> ReplyReading:
    options = [(one["id"], one["text"]) for one in row.get("options") or ()]
    return read_reply(row["reply"], row["protocol"], options=options, nonce=row.get("nonce") or "")


def is_damage(row: Row, found: ReplyReading) -> bool:
    """True where a choice was read that was not made."""
    expect = row["expect"]
    if found.choice is None:
        return False
    if "choice" in expect:
        return bool(found.choice != expect["choice"])
    return "unreadable" in expect or found.choice in expect["not"]


def is_right(row: Row, found: ReplyReading) -> bool:
    stated = {key: one for key, one in row["expect"].items() if key not in ("unreadable", "not")}
    if is_damage(row, found) or (stated and found.vote is None):
        return False
    return not [*differences(stated, found)]


def differences(stated: dict[str, Any], found: ReplyReading) -> Iterator[str]:
    for key, value in stated.items():
        got = getattr(found, key)
        numbers = isinstance(value, int | float) and not isinstance(value, bool) and isinstance(got, int | Decimal)
        if (Decimal(str(value)) != got) if numbers else value != got:
            yield key


def test_there_is_a_corpus_with_every_protocol() -> None:
    assert {row["protocol"] for row in ALL} == {"magi", "judges", "quorum", "evidence"}
    assert len({row["id"] for row in ALL}) == len(ALL)


def test_no_hostile_reply_is_read_as_what_it_did_not_state() -> None:
    assert not [row["id"] for row in HOSTILE if is_damage(row, read(row))]


@pytest.mark.parametrize("protocol", ["magi", "judges", "quorum", "evidence"])
def test_ninety_nine_of_a_hundred_honest_replies_are_read_right_and_none_as_another_choice(protocol: str) -> None:
    asked = [row for row in HONEST if row["protocol"] == protocol]
    wrong = [row["id"] for row in asked if not is_right(row, read(row))]
    assert len(wrong) * 100 <= len(asked), wrong
    assert not [row["id"] for row in asked if is_damage(row, read(row))]
