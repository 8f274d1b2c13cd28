"""Exact numbers: read as written, compared exactly, rounded only for show."""

from decimal import Decimal
from fractions import Fraction

import pytest

from quorate.core.exact import (
    Exact,
    as_threshold,
    exact,
    fraction_text,
    in_digits,
    percent,
    plain,
    ratio,
    rounded,
    shown,
    unit,
)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (7, 7),
        (0.1, Fraction(1, 10)),
        (Decimal("0.49"), Fraction(49, 100)),
        (Decimal("3.0"), 3),
        (Fraction(2, 3), Fraction(2, 3)),
        (Decimal("1e3"), 1000),
        (Decimal("1e-40"), Fraction(1, 10**40)),
        (Decimal("1e40"), 10**40),
        (Decimal("0." + "1" * 40), Fraction(int("1" * 40), 10**40)),
    ],
)
def test_a_number_is_read_as_it_is_written(written: object, value: object) -> None:
    assert exact(written) == value


@pytest.mark.parametrize(
    "written",
    [True, False, None, "1", Decimal("nan"), Decimal("inf"), Decimal("-inf"), float("nan"), float("inf"), [], {}],
)
def test_what_is_no_number_is_not_read(written: object) -> None:
    assert exact(written) is None


@pytest.mark.parametrize("written", ["1e41", "1e-41", "1e999999999", "0." + "1" * 41])
def test_a_number_of_too_many_digits_is_not_read(written: str) -> None:
    assert exact(Decimal(written)) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("2/3", Fraction(2, 3)), ("0.25", Fraction(1, 4)), ("7", 7), ("4/2", 2), ("0/5", 0), ("00.50", Fraction(1, 2))],
)
def test_a_fraction_may_be_written_as_text(text: str, value: object) -> None:
    assert fraction_text(text) == value


@pytest.mark.parametrize(
    "text", ["", "1/0", "-1/2", "1/2/3", "a", "1.5/2", " 1", "1e3", ".5", "5.", "1_0", "１", "9" * 21]
)
def test_other_texts_are_no_fraction(text: str) -> None:
    assert fraction_text(text) is None


@pytest.mark.parametrize("written", ["0.67", "0.667", "0.6667"])
def test_the_usual_ways_to_write_two_thirds_mean_two_thirds(written: str) -> None:
    assert as_threshold(Fraction(written)) == Fraction(2, 3)


@pytest.mark.parametrize("written", ["0.66", "0.666", "0.66667", "0.68", "1", "1/2"])
def test_every_other_threshold_means_itself(written: str) -> None:
    assert as_threshold(Fraction(written)) == Fraction(written)


def test_a_whole_fraction_becomes_an_int() -> None:
    assert isinstance(plain(Fraction(4, 2)), int)
    assert plain(Fraction(1, 2)) == Fraction(1, 2)


def test_a_ratio_is_exact_and_nothing_of_nothing_is_nothing() -> None:
    assert ratio(2, 6) == Fraction(1, 3)
    assert ratio(6, 3) == 2
    assert isinstance(ratio(6, 3), int)
    assert ratio(5, 0) == 0
    assert ratio(Fraction(1, 2), Fraction(3, 4)) == Fraction(2, 3)


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (Fraction(245, 3), 1, "81.7"),
        (Fraction(5, 100), 1, "0.1"),
        (Fraction(49, 1000), 1, "0.0"),
        (74, 1, "74.0"),
        (Fraction(2, 3), 4, "0.6667"),
        (Fraction(1, 8), 2, "0.13"),
    ],
)
def test_rounding_is_half_up(value: Fraction, decimals: int, text: str) -> None:
    assert str(rounded(value, decimals)) == text


def test_shown_numbers_have_one_decimal_half_up() -> None:
    assert shown(Fraction(245, 3)) == 81.7
    assert shown(Fraction(15, 100)) == 0.2
    assert shown(Fraction(149, 1000)) == 0.1
    assert shown(74) == 74.0
    assert percent(Fraction(2, 3)) == 66.7
    assert percent(Fraction(5, 10000)) == 0.1
    assert percent(Fraction(49, 100000)) == 0.0
    assert percent(1) == 100.0


@pytest.mark.parametrize(
    ("value", "digits"),
    [(Fraction(5, 2), "2.5"), (0, "0"), (12, "12"), (Fraction(1, 3), "0.333333"), (Fraction(2, 3), "0.666666")],
)
def test_an_amount_of_money_is_cut_off_and_never_made_larger(value: Exact, digits: str) -> None:
    assert in_digits(value) == digits


def test_a_share_is_written_exactly_as_rounded() -> None:
    for thousandth in range(1001):
        assert repr(unit(Fraction(thousandth, 1000))) == repr(float(f"{thousandth / 1000:.3f}"))
    assert repr(unit(Fraction(5, 7))) == "0.714"
    assert repr(unit(Fraction(1, 2000))) == "0.001"
