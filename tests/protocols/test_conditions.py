"""Conditions of a resume: the forms in which they are written, their hard limits, and the notes that a person sees."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis.strategies import text

from quorate.protocols.quorum.conditions import CONDITIONS, EXAMPLES, KINDS, NOTE, Span, condition_of, distinct
from quorate.protocols.quorum.hard_limits import DEFAULT, RULES, asked_notes, review_note, violations, without_struck
from quorate.protocols.quorum.protections import marked

FORMS = [
    ("Monitor for 4 hours", "monitor", "monitor everything for 4h"),
    ("Monitor coherence", "monitor", "monitor coherence"),
    ("Enable monitoring every 5 updates", "monitor", "monitor everything every 5 updates"),
    ("Add monitoring checkpoint after 5 updates", "report", "check in after 5 updates"),
    (
        "Set risk threshold to 0.50 for normal operations",
        "threshold",
        "set risk threshold to 0.5 for normal operations",
    ),
    ("Lower risk threshold to 0.45", "threshold", "set risk threshold to 0.45"),
    ("Set risk threshold to 0.47 (of 0.45 and 0.48)", "threshold", "set risk threshold to 0.47 (of 0.45 and 0.48)"),
    ("Reduce complexity to 0.4", "cap", "complexity cap of 0.4"),
    ("Resume with complexity cap of 0.7 for next 5 updates", "cap", "complexity cap of 0.7 for 5 updates"),
    ("Check in after 2 hours", "report", "check in after 2h"),
    ("  AT MOST  50 per minute. ", "rate_limit", "at most 50 per minute"),
    ("read\u200b only for 2h", "read_only", "read only for 2h"),
    ("only paths: src/, docs/", "scope", "only tools: src/, docs/"),
    ("approval by ops for Bash, Write", "approval", "approval by ops for Bash, Write"),
    ("Approval by ops", "approval", "approval by ops for everything"),
    ("stop after 90 min", "expires", "stop after 90m"),
    ("kind: scope; only: search; read", "scope", "only tools: search, read"),
]
NOTES = [
    *("Monitor closely but allow operation", "Document gaps", "approval by ops for production deploys", "check in"),
    *("monitor coherence for 24h and then stop looking", "reduce monitoring to 0", "raise risk threshold to 0.5"),
    *(
        "reduce oversight to 0",
        "kind: monitor; whom: ann",
        "kind: nothing",
        "set risk threshold to a half",
        "stop after 1.5 h",
        "monitor " * 999,
    ),
]


@pytest.mark.parametrize(("said", "kind", "written"), FORMS)
def test_the_forms_are_read_and_written_in_one_way(said: str, kind: str, written: str) -> None:
    condition = condition_of(said)
    assert (condition.kind, condition.text) == (kind, written)
    assert condition_of(written) == condition


@pytest.mark.parametrize("said", NOTES)
def test_everything_else_is_a_note(said: str) -> None:
    assert condition_of(said).kind == NOTE


@given(text(max_size=80))
def test_any_text_is_a_condition_that_reads_back_as_itself(said: str) -> None:
    condition = condition_of(said)
    assert condition_of(condition.text) == condition


def test_a_mapping_and_its_words_are_the_same_value() -> None:
    for example in EXAMPLES:
        condition = condition_of(example)
        assert condition.kind in KINDS
        problems: list[Any] = []
        assert CONDITIONS.read([condition.plain()], (), problems) == (condition.text,)
        assert problems == []
    assert {condition_of(example).kind for example in EXAMPLES} == set(KINDS)


def test_amounts_are_exact() -> None:
    assert condition_of("set risk threshold to 0.1").get("at") == Fraction(1, 10)
    assert (
        condition_of("monitor risk for 1d").get("for")
        == Span(86_400)
        == condition_of("monitor risk for 24h").get("for")
    )
    assert condition_of("monitor risk for 90 min").get("for") == Span(5400)
    assert condition_of("monitor risk for 5 updates").get("for") == Span(5, "updates")


WRONG = [
    ({"kind": "monitr"}, "kind"),
    ({"kind": "monitor", "what": "the weather"}, "what"),
    ({"kind": "monitor", "until": "2h"}, "until"),
    ({"kind": "threshold", "name": "risk", "at": "high"}, "at"),
    ({"kind": "threshold", "name": "risk"}, "at"),
    ({"kind": "report"}, "after"),
    ({"kind": "read_only", "remark": "a (b"}, "remark"),
    ({"kind": "read_only", "purpose": "a day"}, "purpose"),
    ({"kind": "cap", "name": "monitoring", "at_most": 0}, "name"),
    ({"kind": "scope", "only": "search"}, "only"),
    ({"kind": "monitor", "for": None}, "for"),
    ({}, "kind"),
    (7, 0),
    # written out, these would come back as notes
    ({"kind": "scope", "only": [f"{number:030}" for number in range(80)]}, 0),
    ({"kind": "rate_limit", "at_most": 10**9, "per": "day"}, 0),
    ({"kind": "scope", "only": ["a\uff0cb"]}, 0),
    ({"kind": "approval", "by": ["ops\uff08all\uff09"]}, 0),
    # a person who strikes the remark would leave a note
    ({"kind": "scope", "only": ["."], "remark": "keep the logs"}, 0),
]


@pytest.mark.parametrize(("said", "place"), WRONG)
def test_a_mapping_that_fits_no_kind_is_refused(said: Any, place: str | int) -> None:
    problems: list[Any] = []
    CONDITIONS.read([said], (), problems)
    assert [problem.path[-1] for problem in problems] == [place]


def test_each_condition_counts_once() -> None:
    read = distinct(["Monitor for 24 hours", " ", "monitor everything for 1d", "Document gaps", "document  GAPS"])
    assert [condition.text for condition in read] == ["monitor everything for 24h", "Document gaps"]


FORBIDDEN = [
    ("set risk threshold to 0.91", "risk_threshold"),
    ("set risk threshold to 90.1%", "risk_threshold"),
    ("set coherence threshold to 0.09", "coherence_threshold"),
    ("set coherence threshold to 1.01", "coherence_threshold"),
    ("monitor risk for 0h", "zero"),
    ("at most 0 per minute", "zero"),
    ("Disable governance for an hour", "governance"),
    ("the circuit breaker is disabled", "breaker"),
    ("bypass safety", "safety"),
    ("Remove all limits", "limits"),
    ("monitoring removed", "monitoring"),
    ("skip the checks", "checks"),
    ("ignore thresholds", "thresholds"),
    ("unlimited risk", "risk"),
    ("maybe a smaller batch", "vague"),
    ("disable g\u043e\u200bvernance", "governance"),
    ("disable_governance", "governance"),
    ("monitor risk for 2h (disable governance)", "governance"),
]


@pytest.mark.parametrize(("said", "limit"), FORBIDDEN)
def test_a_hard_limit_is_named(said: str, limit: str) -> None:
    assert [violation.limit for violation in violations([said])] == [limit]
    assert review_note(said) == "forbidden"


def test_every_rule_has_a_case() -> None:
    assert {limit for _, limit in FORBIDDEN} == set(RULES)


def test_the_limits_themselves_are_allowed() -> None:
    for said in ("set risk threshold to 0.90", "set coherence threshold to 0.1", "set coherence threshold to 1.0"):
        assert violations([said]) == ()


ASKS = [
    ("Turn governance off for an hour", "Turn «governance» off for an hour"),
    ("Unmonitored until Friday", "«Unmonitored» until Friday"),
    ("Log all decisions", "«Log» all decisions"),
    ("ガバナンスは後で", "«ガバナンスは後で»"),
    ("monitor risk for 2h (no alerts)", "no «alerts»"),
    ("No m\u043enitoring", "No «m\u043enitoring»"),
    # letters that are neither English nor Japanese may spell anything
    ("No \u1d0d\u1d0f\u0274\u026a\u1d1b\u1d0f\u0280", "No «\u1d0d\u1d0f\u0274\u026a\u1d1b\u1d0f\u0280»"),
    ("No m\u0591onitor", "No m\u0591onitor"),
    ("No \U0001f15b\U0001f158\U0001f15c\U0001f158\U0001f163", "No \U0001f15b\U0001f158\U0001f15c\U0001f158\U0001f163"),
    ("Без ограничений", "«Без» «ограничений»"),
    # meant to be structured, and nothing would apply it
    ("kind: scope; only: a(b)", "kind: scope; only: a(b)"),
]


@pytest.mark.parametrize(("said", "shown"), ASKS)
def test_words_that_name_a_protection_wait_for_a_person(said: str, shown: str) -> None:
    assert review_note(said) == "asks"
    assert marked(condition_of(said).words) == shown


@pytest.mark.parametrize(
    "said",
    [
        *("Rename the catalog", "Escape the landscape", "プログラムを直す", "All fixes deployed"),
        *("Größe dokumentieren – “naïve” → 90 % ≤ 2", "コーヒーを飲む。「はい」"),
    ],
)
def test_a_note_that_names_none_passes(said: str) -> None:
    assert review_note(said) == "passes"
    assert review_note(said, "ask") == "asks"


def test_notes_are_numbered_and_striking_leaves_the_structure_or_the_default() -> None:
    texts = ("monitor risk for 2h (no alerts)", "Document gaps", "Log all decisions")
    notes = asked_notes(texts)
    assert [(note.name, note.condition.text) for note in notes] == [("N1", texts[0]), ("N2", texts[2])]
    assert without_struck(texts, texts) == ("monitor risk for 2h",)
    assert without_struck(texts, [texts[2]]) == texts[:2]
    assert without_struck(["Log all decisions"], ["Log all decisions"]) == (DEFAULT,)


@pytest.mark.parametrize("said", ["only tools: src, . (no alerts)", "only paths: ./src. for alerts"])
def test_a_name_does_not_end_with_a_dot_so_that_striking_words_keeps_the_scope(said: str) -> None:
    assert condition_of(said).kind == NOTE
    assert review_note(said) == "asks"
