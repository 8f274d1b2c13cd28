"""A text of nothing but terminal escapes says nothing, however many letters these have."""

import pytest

from quorate.core.text import says_something


@pytest.mark.parametrize(
    "text", ["\x1b[8m", "\x1b]0;a title\x07", "\x9b31m", "\x1bc", "\x1bPq words\x1b\\", " \x1b[31m\x1b[0m\u200b"]
)
def test_escapes_alone_are_empty(text: str) -> None:
    assert not says_something(text)


@pytest.mark.parametrize("text", ["\x1b[31mred\x1b[0m", "[8m", "x\x1b[8m"])
def test_what_is_left_of_a_text_counts(text: str) -> None:
    assert says_something(text)
