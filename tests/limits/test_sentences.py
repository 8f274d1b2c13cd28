"""The hard limits on any resume: which conditions cross them, and which only sound as if they did."""

import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.limits import LONGEST, RULES, Violation, violations
from quorate.limits.english.words import KINDS
from tests.casebook import table_at


def table(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = table_at(Path(__file__).with_name(name))
    return loaded


TABLE, SENTENCES, PARAPHRASES = table("hard_limits.yaml"), table("sentences.yaml"), table("paraphrases.yaml")
TWINS, IDIOMS = table("near_twins.yaml"), table("idioms.yaml")
VIOLATING = [
    *((rule, condition) for rule, conditions in TABLE["violating"].items() for condition in conditions),
    *((RULES[limit], condition) for limit, conditions in SENTENCES["forbidden"].items() for condition in conditions),
]
# one test for each list, which names all that it finds: thousands of tests take longer than thousands of sentences
HONEST: dict[str, list[str]] = {
    "hard limits": TABLE["honest"],
    "sentences": SENTENCES["harmless"],
    "paraphrases": PARAPHRASES["harmless"],
    "idioms": IDIOMS["harmless"],
}

INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u202e\ufe0f"
RISK = "may not set a risk threshold above 0.90"
COHERENCE = "may not set a coherence threshold outside 0.1 to 1.0"


def rules_broken_by(condition: str) -> list[str]:
    return [violation.rule for violation in violations([condition])]


@pytest.mark.parametrize("rule", RULES.values())
def test_a_condition_that_crosses_a_hard_limit_is_found(rule: str) -> None:
    violating = [condition for broken, condition in VIOLATING if broken == rule]
    assert [condition for condition in violating if rule not in rules_broken_by(condition)] == []


@pytest.mark.parametrize("table", HONEST)
def test_an_honest_condition_crosses_no_hard_limit(table: str) -> None:
    assert [condition for condition in HONEST[table] if rules_broken_by(condition)] == []


def test_the_table_names_every_rule() -> None:
    of_words = [limit for limit in RULES if limit != "length"]
    assert list(TABLE["violating"]) == [RULES[limit] for limit in of_words]
    assert list(SENTENCES["forbidden"]) == of_words


def test_what_is_too_long_to_check_is_not_allowed() -> None:
    harmless = "Log what is done. "
    fits = harmless * (LONGEST // len(harmless))
    assert violations([fits]) == ()
    assert violations([harmless * LONGEST]) == (Violation(harmless * LONGEST, "length", (harmless * 3)[:40].strip()),)
    distinct = [f"Log what is done by number {number}" for number in range(5000)]
    crossed = violations(distinct)
    assert {one.limit for one in crossed} == {"length"}
    assert [one.condition for one in crossed] == distinct[-len(crossed) :]
    assert sum(map(len, distinct[: -len(crossed)])) <= LONGEST < sum(map(len, distinct[: 1 - len(crossed)]))


def test_beside_one_that_is_too_long_the_others_are_read() -> None:
    conditions = ["Disable the following:", "x" * (LONGEST + 1), "monitoring"]
    assert [one.limit for one in violations(conditions)] == ["length", "monitoring"]


@pytest.mark.parametrize("table", [PARAPHRASES, IDIOMS], ids=["paraphrases", "idioms"])
def test_a_paraphrase_of_something_forbidden_is_found_too(table: dict[str, list[str]]) -> None:
    assert [condition for condition in table["forbidden"] if not rules_broken_by(condition)] == []


@pytest.mark.parametrize("kind", TWINS)
def test_a_condition_is_told_from_its_near_twin(kind: str) -> None:
    missed = [condition for condition in TWINS[kind]["forbidden"] if not rules_broken_by(condition)]
    refused = [condition for condition in TWINS[kind]["harmless"] if rules_broken_by(condition)]
    assert (missed, refused) == ([], [])


@pytest.mark.parametrize(
    ("conditions", "limits"),
    [
        (["Disable the following:", "monitoring"], ["monitoring"]),
        (["Turn these off: see next two items.", "Monitoring.", "Circuit breaker."], ["monitoring", "breaker"]),
        (["The following are switched off until Friday", "- the cache", "- limits"], ["limits"]),
        (["次を無効にする：", "監視"], ["monitoring"]),
        (["Turn off", "monitoring"], ["monitoring"]),
        (["Do not run the following:", "safety check"], ["safety"]),
        (["Ignore the next condition.", "Keep the circuit breaker on."], ["breaker"]),
        (["Condition 2 does not apply.", "Run the safety check before each deployment."], ["safety"]),
    ],
)
def test_the_head_of_a_list_reaches_over_the_conditions_below_it(conditions: list[str], limits: list[str]) -> None:
    assert [violation.limit for violation in violations(conditions)] == limits


@pytest.mark.parametrize(
    "conditions",
    [
        ["Keep the following on:", "monitoring"],
        ["Never disable the following:", "monitoring"],
        ["Disable the following:", "the cache", "the batch job"],
        ["Disable the following:", "the cache", "Keep monitoring on.", "monitoring"],
        ["Pause the agent.", "monitoring"],
        ["Do not ignore the next condition.", "Keep the circuit breaker on."],
        ["次を有効にする：", "監視"],
        ["Do not resume without:", "monitoring", "a safety check"],
        ["Stop if any of these fails:", "monitoring", "the circuit breaker"],
        ["Skip item 3 of the migration plan.", "Keep monitoring on."],
    ],
)
def test_a_harmless_head_leaves_its_items_harmless(conditions: list[str]) -> None:
    assert violations(conditions) == ()


def test_a_violation_names_the_limit_and_the_words_that_cross_it() -> None:
    (one,) = violations(["Report daily. Monitoring is hereby disabled."])
    assert (one.limit, one.rule, one.found) == ("monitoring", RULES["monitoring"], "monitoring is hereby disabled")


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


def said(sentence: str) -> list[tuple[str, str]]:
    """A sentence with every verb and every protection, and the rule that it would break."""
    return [
        (sentence.format(do=verb[0], done=verb[1], doing=verb[2], it=target), rule)
        for verb, (target, rule) in product(VERBS, TARGETS)
    ]


@pytest.mark.parametrize("sentence", SAID_TO_DO)
def test_every_verb_takes_every_protection_away(sentence: str) -> None:
    assert [condition for condition, rule in said(sentence) if rule not in rules_broken_by(condition)] == []


@pytest.mark.parametrize("sentence", SAID_NOT_TO_DO)
def test_a_plain_prohibition_is_harmless(sentence: str) -> None:
    assert [condition for condition, rule in said(sentence) if rule in rules_broken_by(condition)] == []


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
        Violation(two, "monitoring", "disable monitoring"),
        Violation(two, "risk threshold", "risk threshold to 0.95"),
        Violation("maybe report", "vague", "maybe report"),
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


SINGLE_SPACED = [row for row in VIOLATING if "  " not in row[1]]


@pytest.mark.parametrize("gap", ["\n", "\n\n", " \n\n\n ", "\r\n\r\n", "\n- ", "\n\t"])
def test_a_letter_on_each_line_hides_nothing(gap: str) -> None:
    assert rules_broken_by(gap.join("disablemonitoring")) == [RULES["monitoring"]]
    assert rules_broken_by(gap.join("disable") + "\n\n \n" + gap.join("monitoring")) == [RULES["monitoring"]]
    assert rules_broken_by(gap.join("ABCDE")) == []


def test_the_number_of_a_condition_refers_to_no_other() -> None:
    assert violations(["Item 4: Skip the optional warm-up step.", "Keep monitoring on."]) == ()
    assert [found.limit for found in violations(["Skip item 2.", "Keep monitoring on."])] == ["monitoring"]


@given(st.sampled_from(SINGLE_SPACED), st.sampled_from([" ", "  ", "\t", "\n", "\u3000", "\u00a0"]))
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
    "piece",
    ["disable x, ", "never disable x or ", "-", " ", "監視を", "risk 0.5 ", "0.9.", "if monitoring ", "十", "*a"],
)
def test_a_very_long_condition_is_read_too(piece: str) -> None:
    violations([piece * 20_000])


@pytest.mark.parametrize("piece", ["Report daily. ", "report daily and ", "毎日報告する。", "毎日報告し、"])
@pytest.mark.parametrize("condition", ["disable monitoring", "監視を停止する"])
def test_a_long_text_around_it_hides_nothing(piece: str, condition: str) -> None:
    assert rules_broken_by(f"{piece * 1000} {condition}. {piece * 1000}") == [RULES["monitoring"]]


@pytest.mark.parametrize(
    "gap",
    ["\n\n", "\n" * 12, "\n \t\n", "\n.\n", "\n\n-\n\n", "\r\n\r\n", "\u2028", "\u2029\u2029", "\x0b", "\x85\x85"],
)
def test_letters_are_read_together_whatever_empty_lines_part_them(gap: str) -> None:
    assert rules_broken_by(gap.join("disablemonitoring")) == [RULES["monitoring"]]
    assert rules_broken_by(gap.join("disable") + gap * 2 + gap.join("monitoring")) == [RULES["monitoring"]]
    assert rules_broken_by(gap.join("enablemonitoring")) == []
