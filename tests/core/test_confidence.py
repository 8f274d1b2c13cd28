"""One confidence, three scales; the scale is said and never guessed."""

from decimal import Decimal
from fractions import Fraction

import pytest

from quorate import Confidence, InputError
from quorate.core.confidence import in_label, in_percent, in_unit


def test_a_bare_one_is_one_percent_on_one_scale_and_certain_on_the_other() -> None:
    assert in_percent(1).percent == 1
    assert in_unit(1).percent == 100


def test_a_confidence_remembers_the_scale_it_came_in() -> None:
    assert (in_percent(85).scale, in_unit(Decimal("0.85")).scale, in_label("HIGH").scale) == (
        "percent",
        "unit",
        "label",
    )
    assert (in_percent(85).written, in_unit(0.85).written, in_label("LOW").written) == ("85", "17/20", "LOW")
    assert in_unit(1).written == "1"


@pytest.mark.parametrize(("word", "percent"), [("HIGH", 80), ("MEDIUM", 60), ("LOW", 40)])
def test_labels_stand_for_80_60_and_40(word: str, percent: int) -> None:
    assert in_label(word).percent == percent
    assert in_label(word).label == word


@pytest.mark.parametrize(
    ("percent", "word"),
    [
        (100, "HIGH"),
        (70, "HIGH"),
        (Fraction(699, 10), "MEDIUM"),
        (50, "MEDIUM"),
        (Fraction(499, 10), "LOW"),
        (0, "LOW"),
    ],
)
def test_numbers_become_labels_at_70_and_50(percent: int, word: str) -> None:
    assert Confidence(percent).label == word


@pytest.mark.parametrize(
    "value", [-1, 101, Fraction(1001, 10), True, False, None, "85", float("nan"), float("inf"), []]
)
def test_percent_takes_0_to_100_only(value: object) -> None:
    with pytest.raises(InputError, match="from 0 to 100"):
        in_percent(value)


@pytest.mark.parametrize("value", [-0.1, 1.01, 85, True, None, "0.5", float("nan")])
def test_unit_takes_0_to_1_only(value: object) -> None:
    with pytest.raises(InputError, match="from 0 to 1"):
        in_unit(value)


@pytest.mark.parametrize("value", ["high", "REQUIRES_INPUT", "INSUFFICIENT", 80, None, "", ["HIGH"]])
def test_a_label_is_one_of_three_words(value: object) -> None:
    with pytest.raises(InputError, match="HIGH, MEDIUM or LOW"):
        in_label(value)


def test_the_ends_of_both_scales_are_allowed() -> None:
    assert [in_percent(0).percent, in_percent(100).percent, in_unit(0).percent, in_unit(1.0).percent] == [
        0,
        100,
        0,
        100,
    ]


def test_a_number_of_thousands_of_digits_is_refused_like_any_other() -> None:
    with pytest.raises(InputError, match="a number of many digits"):
        in_percent(10**5000)


@pytest.mark.parametrize(
    ("value", "shown"),
    [(101, "101"), ("80", "'80'"), (2**200 - 1, str(2**200 - 1)), (2**200, "a number of many digits")],
)
def test_what_is_refused_is_shown_unless_it_is_too_long(value: object, shown: str) -> None:
    with pytest.raises(InputError) as error:
        in_percent(value)
    assert str(error.value) == f"confidence: found {shown}; allowed: an exact number from 0 to 100"
