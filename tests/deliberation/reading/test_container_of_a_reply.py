"""The strict container: what it forbids spoils the reply, and no prose is read instead."""

import pytest

from quorate.replies.reading import LARGEST_REPLY, read_text
from tests.deliberation.reading.corpus import NONCE, asked

BALLOT = f"nonce: {NONCE}\nposition: APPROVE\nconfidence: 80\nrationale: sound\n"
FORBIDDEN = [
    BALLOT.replace("APPROVE", "&a APPROVE"),
    "a: &x APPROVE\n" + BALLOT.replace("APPROVE", "*x"),
    "a: &x {size: 1}\nb:\n  <<: *x\n" + BALLOT,
    BALLOT.replace("APPROVE", "!!str APPROVE"),
    BALLOT + "---\n" + BALLOT,
    BALLOT + "position: APPROVE\n",
    BALLOT + "Position: APPROVE\n",
    BALLOT + "risks: " + "[" * 8 + "]" * 8 + "\n",
    BALLOT + "dissent_note: " + "x" * 65_536 + "\n",
    BALLOT + "risks: [" + "a, " * 6_000 + "]\n",
    '{"position": "APPROVE", "position": "APPROVE", "confidence": 80, "rationale": "x"}\n',
    '{"position": "APPROVE", "confidence": 80, "rationale": "\\ud800"}\n',
]


@pytest.mark.parametrize("body", FORBIDDEN, ids=range(len(FORBIDDEN)))
def test_a_forbidden_container_is_unreadable_and_not_read_as_prose(body: str) -> None:
    read = read_text(f"I approve.\n\n```yaml\n{body}```\n\nVerdict: APPROVE\n", asked())
    assert read.vote is None
    assert read.why


def test_eight_levels_are_allowed() -> None:
    assert read_text(f"```yaml\n{BALLOT}risks: {'[' * 7}a{']' * 7}\n```\n", asked()).vote is not None


def test_a_block_that_cannot_be_a_ballot_may_hold_anything() -> None:
    other = "```yaml\nbase: &b {size: 1}\nother: {<<: *b}\n```\n"
    assert read_text(f"{other}\n```yaml\n{BALLOT}```\n", asked()).vote is not None


def test_a_reply_of_a_mebibyte_is_read_and_a_larger_one_is_not() -> None:
    block = f"```yaml\n{BALLOT}```\n"
    filler = "x" * (LARGEST_REPLY - len(block) - 1)
    assert read_text(f"{filler}\n{block}", asked()).vote is not None
    assert read_text(f"{filler}x\n{block}", asked()).vote is None


def test_the_size_is_counted_in_bytes() -> None:
    assert "larger" in read_text("é" * (LARGEST_REPLY // 2 + 1), asked()).why


def test_half_of_a_surrogate_pair_is_unreadable() -> None:
    assert "surrogate" in read_text("I approve. \ud83d", asked()).why
