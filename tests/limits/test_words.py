"""The forms of a verb, and a few words that matter only together with others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.limits import violations
from quorate.limits.english.words import forms


@pytest.mark.parametrize(
    ("verb", "active", "passive"),
    [
        ("disable", {"disable", "disables", "disabling"}, {"disabled"}),
        ("bypass", {"bypass", "bypasses", "bypassing"}, {"bypassed"}),
        ("skip*", {"skip", "skips", "skipping", "skiping"}, {"skipped", "skiped"}),
        ("deny", {"deny", "denies", "denying"}, {"denied"}),
        ("destroy", {"destroy", "destroys", "destroying"}, {"destroyed"}),
        ("switch", {"switch", "switches", "switching"}, {"switched"}),
        ("push", {"push", "pushes", "pushing"}, {"pushed"}),
        ("fix", {"fix", "fixes", "fixing"}, {"fixed"}),
        ("veto", {"veto", "vetoes", "vetoing"}, {"vetoed"}),
        ("halt", {"halt", "halts", "halting"}, {"halted"}),
    ],
)
def test_a_verb_has_forms_that_take_an_object_and_forms_that_follow_their_subject(
    verb: str, active: set[str], passive: set[str]
) -> None:
    before, after = forms(verb)
    assert (set(before), set(after)) == (active, passive)


@pytest.mark.parametrize(
    "condition",
    [
        "risk threshold ninety-five percent",
        "set the risk ceiling at ninety nine percent",
        "a risk threshold of one hundred percent",
        "weaken the safety checks",
        "loosen the circuit breaker",
        "relax all limits",
    ],
)
def test_a_protection_that_is_weakened_or_a_threshold_in_words_is_over_the_hard_limit(condition: str) -> None:
    assert violations([condition])


@pytest.mark.parametrize(
    "condition", ["relax after the review", "ninety percent of the tests pass", "report it hundred times"]
)
def test_such_words_alone_break_no_limit(condition: str) -> None:
    assert not violations([condition])


@pytest.mark.parametrize(
    "condition", ["d*sable the monitoring", "dis##le monitoring", "bypa#s the circuit breaker", "d.s*ble monitoring"]
)
def test_a_word_with_masked_letters_is_known(condition: str) -> None:
    assert violations([condition])


@given(st.text(alphabet=r"disable#*\\([{+?)]}|^$.019 ", max_size=16))
def test_any_signs_beside_masked_letters_are_read(condition: str) -> None:
    violations([f"{condition}#"])  # some of them were taken for a pattern, which raised
