"""Outside text is made safe, and measured as a terminal shows it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.reports.text import clean, clip, fitted, one_line, pad, width_of, wrap


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("plain", "plain"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;a title\x07text", "text"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b2Jtext", "text"),
        ("\x1bPq#0\x1b\\text", "text"),
        ("\x1b]unterminated text", "unterminated text"),
        ("\x1b\x1b[0m[31mtext", "[31mtext"),
        ("a\x08\x00\x7fb", "ab"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("\u202egnp.exe", "gnp.exe"),
        ("a\u2066b\u2069c\u200bd\ufeffe\u00adf", "abcdef"),
        ("日本\u202e語", "日本語"),
        ("全角\u3000空白", "全角 空白"),
        ("a\u2028b", "a\nb"),
        ("flag \u26a0\ufe0f", "flag \u26a0"),
        ("bad \ud800 half", "bad \ufffd half"),
        ("private \ue000", "private \ufffd"),
    ],
)
def test_what_steers_a_terminal_or_hides_text_is_taken_out(said: str, shown: str) -> None:
    assert clean(said) == shown


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(st.text(alphabet=st.characters(categories=["Lu", "Ll", "Nd", "Po"], max_codepoint=0x2FF)))
def test_ordinary_letters_are_left_alone(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("日本", 4), ("🙂", 2), ("e\u0301", 1), ("║→█", 3), ("ｶﾞ", 2), ("", 0)]
)
def test_wide_characters_take_two_columns_and_combining_ones_none(text: str, columns: int) -> None:
    assert width_of(text) == columns


@given(st.text().map(one_line), st.integers(2, 60), st.integers(0, 8))
def test_no_wrapped_line_is_wider_than_asked_for(text: str, width: int, indent: int) -> None:
    indent = min(indent, width - 2)
    assert all(width_of(line) <= width for line in wrap(text, width, indent))


@given(st.text().map(one_line), st.integers(2, 60))
def test_wrapping_loses_no_character(text: str, width: int) -> None:
    assert "".join("".join(wrap(text, width)).split()) == "".join(text.split())


def test_japanese_breaks_without_spaces_but_not_before_a_full_stop() -> None:
    assert wrap("意見が分かれました。どうしますか", 18) == ["意見が分かれまし", "た。どうしますか"]


def test_a_word_that_is_too_long_for_any_line_is_cut() -> None:
    assert wrap("abcdefgh ij", 3) == ["abc", "def", "gh", "ij"]


def test_a_line_that_fits_keeps_its_columns() -> None:
    assert fitted("Logos    -> APPROVE", 19) == ["Logos    -> APPROVE"]
    assert fitted("Logos    -> APPROVE", 12) == ["Logos ->", "  APPROVE"]


def test_padding_counts_columns_and_not_characters() -> None:
    assert pad("日本", 6) == "日本  "
    assert pad("日本", 6, ">") == "  日本"
    assert pad("日本", 6, "^") == " 日本 "


@given(st.text().map(one_line), st.integers(1, 30))
def test_a_clipped_text_fits_and_says_that_it_was_cut(text: str, width: int) -> None:
    cut = clip(text, width, "…")
    assert width_of(cut) <= width
    assert cut == text or cut.endswith("…")
