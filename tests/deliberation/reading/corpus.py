"""Replies as data: what was said, and what may be read from it."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from quorate.core.position import POSITIONS
from quorate.protocols import protocol_named
from quorate.replies.reading import Expected, ReadVote, read_text

NONCE = "7f3a9c"
CHOICES = {
    "magi": ("APPROVE", "REJECT", "ABSTAIN"),
    "judges": ("A", "B", "C", "ABSTAIN"),
    "quorum": ("resume", "block", "cooldown"),
    "evidence": ("accept", "reject", "abstain"),
}
UNREADABLE = "unreadable"


class Reply(NamedTuple):
    """One reply of a corpus. `position` is `unreadable` where nothing may be read."""

    id: str
    text: str
    expected: Expected
    position: str
    confidence: Any = None
    inferred: bool | None = None

    def read(self) -> ReadVote:
        """What the reader makes of it."""
        return read_text(self.text, self.expected)

    def is_read_right(self) -> bool:
        """True where position, and whatever else the corpus states, are as it states them."""
        read = self.read()
        position, confidence = choice_in(read, self.expected), (read.vote or {}).get("confidence")
        same_confidence = self.confidence is None or str(confidence) == str(self.confidence)
        return position == self.position and same_confidence and self.inferred in (None, read.inferred)


def choice_in(read: ReadVote, expected: Expected) -> str:
    """The choice that was read, by the protocol's own word for it."""
    if read.vote is None:
        return UNREADABLE
    word: str = read.vote[protocol_named(expected.protocol).vote_keys.choice]
    return POSITIONS.get(word, word)


def asked(protocol: str = "magi", nonce: str = NONCE, prompt: str = "") -> Expected:
    """What a voter of a protocol was asked."""
    return Expected(protocol, CHOICES[protocol], nonce, prompt)


def corpus(name: str) -> list[Reply]:
    """All replies of a corpus."""
    lines = Path(__file__).with_name(f"{name}.jsonl").read_text(encoding="utf-8").split("\n")
    return [_reply(json.loads(line)) for line in lines if line]


def _reply(row: dict[str, Any]) -> Reply:
    nonce, expect = row.get("nonce", NONCE), row["expect"]
    stated = {"position": UNREADABLE} if expect == UNREADABLE else expect
    return Reply(
        row["id"],
        row["text"].replace("{{nonce}}", nonce),
        asked(row.get("protocol", "magi"), nonce, row.get("prompt", ""))._replace(
            takes_bare=row.get("takes_bare", False)
        ),
        stated["position"],
        stated.get("confidence"),
        row.get("inferred"),
    )
