"""The keyword table on a reply without a ballot: advice, and only where one row of it is named and nothing negated."""

import pytest

from quorate.replies.reading import infer_from
from tests.replies.asked import asked, choice_in

ROWS = [
    ("I recommend it.", "APPROVE", 30),
    ("We should clearly proceed.", "APPROVE", 70),
    ("Yes. It is likely safe, and clearly cheaper.", "APPROVE", 50),
    ("I am against it.", "REJECT", 30),
    ("No, it leaks.", "REJECT", 30),
    ("The evidence is insufficient.", "ABSTAIN", 30),
    ("I am uncertain, strongly so.", "ABSTAIN", 30),
    ("I recommend rejecting this.", "APPROVE", 30),
    ('He said "reject". I approve.', "APPROVE", 30),
    ("> reject\n\nI approve.", "APPROVE", 30),
    ("```text\nreject\n```\nI approve.", "APPROVE", 30),
    ("He wrote ‘reject’. I approve.", "APPROVE", 30),
    ("The form:\n\n    position: REJECT\n\nI approve.", "APPROVE", 30),
    ("I do not approve.", None, None),
    ("I don't approve.", None, None),
    ("I cannot recommend it.", None, None),
    ("I approve unless it rains.", None, None),
    ("I approve. I would reject the other one.", None, None),
    ("There are no problems.", None, None),
    ("It was approved by the board.", None, None),
    ("賛成です。", None, None),
    ("", None, None),
]


@pytest.mark.parametrize(("reply", "position", "confidence"), ROWS)
def test_what_the_words_suggest(reply: str, position: str | None, confidence: int | None) -> None:
    read = infer_from(reply, asked())
    assert choice_in(read, "magi") == position
    if read is not None and read.vote is not None:
        assert read.inferred
        assert read.vote["inferred"] is True
        assert read.vote["confidence"] == confidence


@pytest.mark.parametrize("protocol", ["judges", "quorum", "evidence"])
def test_no_other_protocol_has_a_keyword_table(protocol: str) -> None:
    assert infer_from("I approve, accept, resume and recommend A.", asked(protocol)) is None
