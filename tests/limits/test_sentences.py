"""The hard limits on any resume: which conditions cross them, and which only sound as if they did."""

import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from quorate.protocols._hard_limits import RULES, Violation, violations
from quorate.protocols._hard_limits.words import KINDS, letters_of

TABLE: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("hard_limits.yaml").read_text(encoding="utf-8"))
VIOLATING = [(rule, condition) for rule, conditions in TABLE["violating"].items() for condition in conditions]
HONEST: list[str] = TABLE["honest"]

INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u202e\ufe0f"
RISK = "may not set a risk threshold above 0.90"
COHERENCE = "may not set a coherence threshold outside 0.1 to 1.0"


def rules_broken_by(condition: str) -> list[str]:
    return [violation.rule for violation in violations([condition])]


@pytest.mark.parametrize(("rule", "condition"), VIOLATING)
def test_a_condition_that_crosses_a_hard_limit_is_found(rule: str, condition: str) -> None:
    assert rule in rules_broken_by(condition)


@pytest.mark.parametrize("condition", HONEST)
def test_an_honest_condition_crosses_no_hard_limit(condition: str) -> None:
    assert rules_broken_by(condition) == []


def test_the_table_names_every_rule() -> None:
    assert list(TABLE["violating"]) == list(RULES.values())
    assert len(VIOLATING) >= 60
    assert len(HONEST) >= 50


VERBS = [
    ("disable", "disabled", "disabling"),
    ("turn off", "turned off", "turning off"),
    ("switch off", "switched off", "switching off"),
    ("shut down", "shut down", "shutting down"),
    ("deactivate", "deactivated", "deactivating"),
    ("remove", "removed", "removing"),
    ("suspend", "suspended", "suspending"),
    ("bypass", "bypassed", "bypassing"),
    ("skip", "skipped", "skipping"),
    ("circumvent", "circumvented", "circumventing"),
    ("override", "overridden", "overriding"),
    ("ignore", "ignored", "ignoring"),
    ("waive", "waived", "waiving"),
    ("stop", "stopped", "stopping"),
]
TARGETS = [
    ("monitoring", RULES["monitoring"]),
    ("governance", RULES["governance"]),
    ("the circuit breaker", RULES["breaker"]),
    ("the limits", RULES["limits"]),
    ("the rate limit", RULES["limits"]),
    ("safety checks", RULES["safety"]),
]
SAID_TO_DO = [
    "{do} {it}",
    "the agent may {do} {it}",
    "{it} is {done}",
    "{it} may be {done} at night",
    "run with {it} {done}",
    "resume and {do} {it}",
    "do not hesitate to {do} {it}",
    "do not {do} {it} unless approved",
    "never {do} {it} except at night",
    "cannot run without {doing} {it}",
    "do not wait, {do} {it}",
    "not {doing} {it} is not allowed",
]
SAID_NOT_TO_DO = [
    "do not {do} {it}",
    "never {do} {it}",
    "you must not {do} {it}",
    "without {doing} {it}",
    "{it} must not be {done}",
    "{it} may never be {done}",
    "nobody may {do} {it}",
    "avoid {doing} {it}",
    "{doing} {it} is forbidden",
    "{doing} {it} is not allowed",
    "stop if {it} is {done}",
    "do not resume while {it} is {done}",
    "never let {it} be {done}",
    "report any attempt to {do} {it}",
    "prevent the agent from {doing} {it}",
]


@pytest.mark.parametrize("sentence", SAID_TO_DO)
@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: str(verb[0]))
@pytest.mark.parametrize(("target", "rule"), TARGETS)
def test_every_verb_takes_every_protection_away(
    sentence: str, verb: tuple[str, str, str], target: str, rule: str
) -> None:
    assert rule in rules_broken_by(sentence.format(do=verb[0], done=verb[1], doing=verb[2], it=target))


@pytest.mark.parametrize("sentence", SAID_NOT_TO_DO)
@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: str(verb[0]))
@pytest.mark.parametrize(("target", "rule"), TARGETS)
def test_a_plain_prohibition_is_harmless(sentence: str, verb: tuple[str, str, str], target: str, rule: str) -> None:
    assert rule not in rules_broken_by(sentence.format(do=verb[0], done=verb[1], doing=verb[2], it=target))


@pytest.mark.parametrize("number", ["0", "0.0", ".9", "0.9", "0.90", "0.900", "90%", "90 %", "0,9", "9/10", "9e-1"])
def test_a_risk_threshold_up_to_0_90_passes(number: str) -> None:
    assert rules_broken_by(f"set the risk threshold to {number}") == []


@pytest.mark.parametrize(
    "number", ["0.9001", "0.91", ".91", "91%", "90.01 %", "0,91", "91/100", "1", "1.0", "90", "0.9" + "0" * 5000 + "1"]
)
def test_a_risk_threshold_above_0_90_is_found(number: str) -> None:
    assert rules_broken_by(f"set the risk threshold to {number}") == [RISK]


@pytest.mark.parametrize("number", ["0.1", "0.10", ".1", "10%", "1", "1.0", "100 %", "0,5"])
def test_a_coherence_threshold_from_0_1_to_1_passes(number: str) -> None:
    assert rules_broken_by(f"coherence threshold: {number}") == []


@pytest.mark.parametrize("number", ["0.0999", "0", "-0.1", "-0.5", "−0.5", "1.0001", "101%", "9.99%", "50", "0,05"])
def test_a_coherence_threshold_outside_its_range_is_found(number: str) -> None:
    assert rules_broken_by(f"coherence threshold: {number}") == [COHERENCE]


def test_every_condition_is_named_with_every_rule_it_breaks() -> None:
    two = "disable monitoring and set the risk threshold to 0.95"
    assert violations(["report daily", two, "maybe report"]) == (
        Violation(two, RULES["monitoring"]),
        Violation(two, RISK),
        Violation("maybe report", RULES["vague"]),
    )


def test_no_conditions_cross_nothing() -> None:
    assert violations([]) == ()


def test_the_condition_is_given_back_as_it_was_written() -> None:
    written = "  DIS\u00adABLE  Monitoring\n"
    assert violations([written])[0].condition == written


@given(st.sampled_from(VIOLATING), st.randoms(use_true_random=False))
def test_invisible_characters_hide_nothing(row: tuple[str, str], chance: random.Random) -> None:
    rule, condition = row
    hidden = "".join(letter + chance.choice(INVISIBLE) * chance.randint(0, 2) for letter in condition)
    assert rule in rules_broken_by(hidden)


@given(st.sampled_from(VIOLATING), st.randoms(use_true_random=False))
def test_upper_and_lower_case_hide_nothing(row: tuple[str, str], chance: random.Random) -> None:
    rule, condition = row
    shouted = "".join(letter.upper() if chance.random() < 0.5 else letter.lower() for letter in condition)
    assert rule in rules_broken_by(shouted)


@given(st.sampled_from(VIOLATING), st.sampled_from([" ", "  ", "\t", "\n", "\u3000", "\u00a0"]))
def test_other_white_space_hides_nothing(row: tuple[str, str], space: str) -> None:
    rule, condition = row
    assert rule in rules_broken_by(condition.replace(" ", space))


@given(st.text())
def test_any_text_is_read_without_an_error(text: str) -> None:
    violations([text])


WORDS = sorted({word for _, condition in VIOLATING for word in condition.split()} | set(KINDS))


@given(st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join))
def test_any_order_of_telling_words_is_read_without_an_error(text: str) -> None:
    violations([text])


@pytest.mark.parametrize(
    "piece", ["disable x, ", "never disable x or ", "-", " ", "監視を", "risk 0.5 ", "0.9.", "if monitoring "]
)
def test_a_very_long_condition_is_read_too(piece: str) -> None:
    violations([piece * 20_000])


def test_every_word_has_one_letter() -> None:
    assert len(letters_of(["disable", "the", "monitoring", "0.5", "quickly", "unheard"])) == 6
