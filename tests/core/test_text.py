"""Whether a text says anything, whatever it is made of."""

from unicodedata import category

import pytest

from quorate.core.text import code_point, hidden_signs, says_something, with_hidden_signs, without_invisible

UNSEEN = {
    "nothing": "",
    "spaces": " \t\r\n",
    "wide spaces": "\u00a0\u2003\u3000\u1680",
    "line and paragraph separators": "\u2028\u2029\x85",
    "a zero-width space": "\u200b",
    "joiners": "\u200c\u200d\u2060",
    "a byte order mark": "\ufeff",
    "Hangul fillers": "\u3164\u115f\u1160\uffa0",
    "blank Braille": "\u2800",
    "a soft hyphen": "\u00ad",
    "tags": "\U000e0001\U000e0041\U000e007f",
    "direction controls": "\u202e\u2066\u2069\u200f\u061c",
    "escape": "\x1b",
    "other control characters": "\x00\x07\x7f\x9b",
    "variation selectors": "\ufe0f\U000e0100",
    "vowels that Khmer does not write": "\u17b4\u17b5",
    "Mongolian separators": "\u180b\u180e",
    "code points that Unicode keeps to be ignored": "\u2065\ufff0\U000e0fff",
    "music without a head": "\U0001d159\U0001d173",
    "half of a surrogate pair": "\ud800",
    "many of them": " \u200b\u3164\n\ufeff",
}
SEEN = [
    *("x", " x ", "-", ".", "0", "\u200bx", "安全", "é", "e\u0301", "\u0301", "👍", "👩\u200d💻", "☃\ufe0f"),
    *("한", "ㅎ", "⠁", "\u17b6", "\ufffd", "\ue000"),
]


@pytest.mark.parametrize("text", UNSEEN.values(), ids=UNSEEN.keys())
def test_text_that_cannot_be_seen_says_nothing(text: str) -> None:
    assert not says_something(text)


@pytest.mark.parametrize("text", SEEN)
def test_one_character_that_can_be_seen_says_something(text: str) -> None:
    assert says_something(text)


def test_no_space_control_or_format_character_says_anything() -> None:
    empty = {"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"}
    unseen = [sign for sign in map(chr, range(0x110000)) if category(sign) in empty or sign.isspace()]
    assert [sign for sign in unseen if says_something(sign)] == []


def test_what_cannot_be_seen_is_left_out_and_spaces_stay() -> None:
    assert without_invisible("Lo\u200bgos") == "Logos"
    assert without_invisible("one\u2060 two\u3164") == "one two"
    assert without_invisible("one two") == "one two"


def test_what_hides_in_a_text_is_named_and_written_out() -> None:
    text = "a\u200bb\u202ec\U000e0072\n\td\u200b ❤\ufe0f"
    assert hidden_signs(text) == ("\u200b", "\u202e", "\U000e0072")
    assert [code_point(sign) for sign in hidden_signs(text)] == ["U+200B", "U+202E", "U+E0072"]
    assert with_hidden_signs(text) == "a\\u200bb\\u202ec\\udb40\\udc72\n\td\\u200b ❤\ufe0f"
    assert hidden_signs("plain text,\n日本語　も") == ()
