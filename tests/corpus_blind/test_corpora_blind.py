"""Replies that were written without sight of the reader, as they are: see the README beside them."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from quorate.core.position import POSITIONS
from quorate.replies.reading import Expected, ReadVote, read_text

HERE = Path(__file__).parent
NONCE = "n0123456789abcdef"
UNREADABLE = "unreadable"


class Reply(NamedTuple):
    """One reply, and what is expected of it: `position` may be `unreadable`."""

    id: str
    text: str
    position: str
    stated: dict[str, Any]


def text_of(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def replies(name: str) -> list[Reply]:
    rows = [json.loads(line) for line in text_of(name).split("\n") if line]
    return [_reply(row) for row in rows]


def _reply(row: dict[str, Any]) -> Reply:
    stated = {"position": UNREADABLE} if row["expect"] == UNREADABLE else row["expect"]
    return Reply(row["id"], row["text"].replace("{{nonce}}", NONCE), stated["position"], stated)


PROMPT = text_of("prompt.txt").replace("{{nonce}}", NONCE)
EXPECTED = Expected("magi", ("APPROVE", "REJECT", "ABSTAIN"), NONCE, PROMPT)
HOSTILE, HONEST = replies("hostile.jsonl"), replies("honest.jsonl")


def read(reply: Reply) -> ReadVote:
    return read_text(reply.text, EXPECTED)


def position(found: ReadVote) -> str:
    return UNREADABLE if found.vote is None else POSITIONS[found.vote["position"]]


def is_right(reply: Reply) -> bool:
    found = read(reply)
    got = {"position": position(found), "inferred": found.inferred, "confidence": None}
    got["confidence"] = (found.vote or {}).get("confidence")
    return all(got[key] == value for key, value in reply.stated.items())


@pytest.mark.parametrize("reply", HOSTILE, ids=lambda reply: reply.id)
def test_no_hostile_reply_is_read_as_what_it_did_not_state(reply: Reply) -> None:
    assert position(read(reply)) in (reply.position, UNREADABLE)


def test_ninety_nine_of_a_hundred_hostile_replies_are_read_right() -> None:
    wrong = [reply.id for reply in HOSTILE if not is_right(reply)]
    assert len(wrong) * 100 <= len(HOSTILE), wrong


def test_ninety_nine_of_a_hundred_honest_replies_are_read_right_and_none_as_another_position() -> None:
    wrong = [reply for reply in HONEST if not is_right(reply)]
    assert len(wrong) * 100 <= len(HONEST), wrong
    assert not [reply.id for reply in wrong if position(read(reply)) not in (reply.position, UNREADABLE)]
