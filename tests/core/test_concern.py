"""Which kind a concern is of: the one that the ballot states, never one that is read out of its words."""

import pytest

from quorate.core.ballot import Answer, Ballot, Concern, NonVote
from quorate.core.concern import MILD, concern_of, kind_of, notes_on_concerns
from quorate.core.panel import Seat
from quorate.core.verdict import Note


@pytest.mark.parametrize(
    "word", ["safety", "Safety", " SAFETY ", "ＳＡＦＥＴＹ", "s\u200bafety", "**safety**", "[safety]"]
)
def test_the_spelling_of_a_kind_does_not_matter(word: str) -> None:
    assert kind_of(word) == "safety"
    assert concern_of("the valve", word) == Concern("the valve", "safety")


@pytest.mark.parametrize("word", sorted(MILD))
def test_the_mild_kinds_are_a_closed_list(word: str) -> None:
    assert kind_of(word) == kind_of(word.upper()) == "other"
    assert not concern_of("slow", word).is_grave


@pytest.mark.parametrize("word", ["compliance", "hazard", "safty", "倫理", "???", "cost overrun", "performence", "x"])
def test_a_kind_on_no_list_counts_as_safety_and_keeps_its_word(word: str) -> None:
    assert concern_of("the valve", word) == Concern(f"{word}: the valve", "safety", word)


@pytest.mark.parametrize("word", ["", " ", "\u200b", "none", "n/a", "なし"])
@pytest.mark.parametrize("text", ["it is dear", "it is unsafe", "people could die", "鍵が漏洩する", ""])
def test_a_concern_without_a_kind_is_other_whatever_it_says(word: str, text: str) -> None:
    assert concern_of(text, word) == Concern(text, unstated=True)


@pytest.mark.parametrize(
    ("text", "kind", "left"),
    [
        ("safety", "safety", ""),
        ("Safety: no rail", "safety", "no rail"),
        ("[security]: open port", "security", "open port"),
        ("ＳＥＣＵＲＩＴＹ：open port", "security", "open port"),
        ("other: nothing of safety", "other", "nothing of safety"),
        ("saf\u200bety: it may burn", "safety", "it may burn"),
    ],
)
def test_a_text_may_state_its_kind_before_a_colon(text: str, kind: str, left: str) -> None:
    assert concern_of(text) == Concern(left, kind)


def test_a_stated_kind_holds_against_the_words() -> None:
    assert concern_of("safety: it may burn", "other") == Concern("safety: it may burn")


def test_a_word_that_is_no_name_of_a_kind_is_kept_before_the_text_once() -> None:
    assert concern_of("slow", "performance") == Concern("performance: slow")
    assert concern_of("performance: slow", "performance") == Concern("performance: slow")
    assert concern_of("", "hazard") == Concern("hazard", "safety", "hazard")


def test_notes_name_the_seat_and_the_word() -> None:
    warns = Ballot(Seat("a"), "REJECT", concerns=(concern_of("x", "compliance"), concern_of("y", "safety")))
    answers: list[Answer] = [
        warns,
        NonVote(Seat("b"), "absent"),
        Ballot(Seat("c"), "APPROVE", concerns=(concern_of("it may burn"), concern_of("dear", "cost"))),
    ]
    assert list(notes_on_concerns(answers)) == [
        Note("unknown_concern_kind", "a", "compliance"),
        Note("concern_without_kind", "c", "it may burn"),
    ]


def test_a_long_word_is_shortened_in_the_note() -> None:
    ballot = Ballot(Seat("a"), "REJECT", concerns=(concern_of("", "w" * 1000),))
    assert [len(note.detail) for note in notes_on_concerns([ballot])] == [60]
