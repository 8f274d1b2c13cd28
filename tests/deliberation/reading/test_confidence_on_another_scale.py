"""Confidence on another scale than the one that was asked for: what is rescaled, what is not, and that it is noted."""

from decimal import Decimal
from typing import Any

import pytest

from quorate.replies.reading import read_text
from tests.deliberation.reading.corpus import NONCE, asked

CHOICE = {"magi": "position: APPROVE", "judges": "option: A", "evidence": "vote: accept"}
WORDS = [
    *(("HIGH", "HIGH"), ("high", "HIGH"), ("Medium", "MEDIUM"), ("**low**", "LOW"), ("very high", "HIGH")),
    *(("VERY_HIGH", "HIGH"), ("High confidence", "HIGH"), ("certain", "HIGH"), ("fairly sure", "MEDIUM")),
    *(
        ("moderate", "MEDIUM"),
        ("unsure", "LOW"),
        ("very low", "LOW"),
        ("高", "HIGH"),
        ("中", "MEDIUM"),
        ("低い", "LOW"),
    ),
]
SCALES: dict[str, dict[str, Any]] = {
    "magi": {"HIGH": 80, "MEDIUM": 60, "LOW": 40},
    "evidence": {"HIGH": Decimal("0.8"), "MEDIUM": Decimal("0.6"), "LOW": Decimal("0.4")},
    "judges": {"HIGH": "HIGH", "MEDIUM": "MEDIUM", "LOW": "LOW"},
}


def confidence(protocol: str, said: str) -> tuple[Any, bool]:
    """What it comes to, and whether that is noted."""
    text = f"```yaml\nnonce: {NONCE}\n{CHOICE[protocol]}\nconfidence: {said}\nrationale: sound\n```\n"
    found = read_text(text, asked(protocol))
    assert found.vote is not None, found.why
    return found.vote["confidence"], any(note.code.startswith("confidence_") for note in found.notes)


@pytest.mark.parametrize("protocol", sorted(SCALES))
@pytest.mark.parametrize(("said", "word"), WORDS)
def test_known_words_stand_for_the_same_share_under_every_protocol(protocol: str, said: str, word: str) -> None:
    value, is_noted = confidence(protocol, said)
    assert value == SCALES[protocol][word]
    assert is_noted == (protocol != "judges" or said.strip("*").upper() != word)


@pytest.mark.parametrize("said", ["banana", "quite", "higher", "strong approve", "HIGH-ish", "HIGH (85)", "ＨＩＧＨ"])
def test_other_words_are_the_least_there_is(said: str) -> None:
    assert [confidence(one, said) for one in ("magi", "evidence", "judges")] == [(0, True), (0, True), ("LOW", True)]


@pytest.mark.parametrize(
    ("said", "value", "is_noted"),
    [
        *(("0", 0, False), ("0.85", Decimal("0.85"), False), ("1", 1, False), ("1.0", 1, False)),
        *(
            ("85", Decimal("0.85"), True),
            ("1.5", Decimal("0.015"), True),
            ("100", 1, True),
            ("85%", Decimal("0.85"), True),
        ),
        *(("1%", Decimal("0.01"), True), ("85/100", Decimal("0.85"), True), ("101", 0, True), ("-1", 0, True)),
        *(("8.5e1", 0, True), ("0x55", 0, True), ("true", 0, True), (".nan", 0, True), ("８５", 0, True)),
    ],
)
def test_under_evidence_a_number_to_one_is_a_fraction_and_above_a_percentage(
    said: str, value: Any, is_noted: bool
) -> None:
    assert confidence("evidence", said) == (value, is_noted)


@pytest.mark.parametrize(
    ("said", "label"),
    [
        *(("0.7", "HIGH"), ("0.69", "MEDIUM"), ("0.5", "MEDIUM"), ("0.49", "LOW"), ("0", "LOW"), ("0.999", "HIGH")),
        *(("1", "LOW"), ("1.0", "LOW"), ("1.5", "LOW"), ("50", "MEDIUM"), ("69.99", "MEDIUM"), ("70", "HIGH")),
        *(("100", "HIGH"), ("85%", "HIGH"), ("0.9%", "LOW"), ("85/100", "HIGH"), ("101", "LOW"), ("true", "LOW")),
    ],
)
def test_under_judges_a_number_below_one_is_a_fraction_one_is_low_and_above_a_percentage(said: str, label: str) -> None:
    assert confidence("judges", said) == (label, True)


@pytest.mark.parametrize(("said", "percent"), [("0.85", 1), ("0.5", 1), ("0.49", 0), ("1", 1), ("85", 85), ("850", 0)])
def test_under_magi_a_number_is_never_rescaled(said: str, percent: int) -> None:
    assert confidence("magi", said)[0] == percent


def test_a_part_of_the_scale_is_no_number() -> None:
    assert confidence("magi", "80-90") == (0, True)


def test_many_digits_stay_exact() -> None:
    digits = "0." + "12" * 19
    assert confidence("evidence", digits) == (Decimal(digits), False)
    assert confidence("evidence", f"80{digits[1:]}") == (Decimal("0.80" + "12" * 19), True)
