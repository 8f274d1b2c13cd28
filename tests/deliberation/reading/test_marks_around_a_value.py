"""What is taken off around a value: white space, quotes, closing punctuation, whole emoji; nothing that hides."""

import pytest

from quorate.replies.characters import bare


@pytest.mark.parametrize(
    ("value", "left"),
    [
        ("**APPROVE**.", "APPROVE"),
        ("✅ approve 👍🏽", "approve"),
        ("👨\u200d👩 go 👨\u200d👩", "go"),
        ("「承認」。", "承認"),
        ("... go", "... go"),
        ("approve\u200d", "approve\u200d"),
        ("🙂", ""),
        ("。」" * 30_000 + "go" + "。」" * 30_000, "。」" * 30_000 + "go"),
        ("🙂" * 30_000 + "go" + "🙂" * 30_000, "go"),
    ],
    ids=["marks", "tone", "joined", "brackets", "leading", "joiner", "nothing", "many marks", "many pictures"],
)
def test_only_what_decorates_a_value_is_taken_off(value: str, left: str) -> None:
    assert bare(value) == left
