"""What a deliberation's life requires beyond its verdict, explained: deadlocks, policies, lost engines."""

import pytest

from quorate.analysis.explain import explain
from quorate.analysis.retally import subject_of
from quorate.deliberation.events import Policy
from quorate.reports import render_explanation
from tests.deliberation.playing import Play, approve, reject
from tests.reports.deliberating import play
from tests.reports.round_stories import ABSTAIN, SMALLER, again, deadlocked

LEAK = {"kind": "security", "text": "KEYS LEAK"}


def codes(played: Play) -> list[str]:
    return [remark.code for remark in explain(subject_of(played.session)).requires]


def bound() -> Play:
    """The most confident seat's choice applies, and another one has warned of security."""
    policy = Policy(deadlock="most-confident", deadlock_minutes=5)
    played = play(policy=policy).votes(Logos=approve(90), Pathos=reject(60, concerns=[LEAK]), Sophia=ABSTAIN)
    for reason in ("first", "second"):
        again(played, SMALLER, reason=reason, seats=("Sophia",)).vote("Sophia", ABSTAIN)
    return played.later(600).settle()


@pytest.mark.parametrize(
    ("lang", "holds", "person"),
    [
        ("en", "the most confident seat's choice applies", "a person chooses"),
        ("ja", "最も確信度の高い席の選択が有効", "人が選び"),
    ],
    ids=["en", "ja"],
)
def test_where_a_policy_has_chosen_no_person_is_said_to_choose(lang: str, holds: str, person: str) -> None:
    said = "".join(render_explanation(explain(subject_of(bound().session)), lang=lang).split())
    assert "".join(holds.split()) in said
    assert "".join(person.split()) not in said
    assert "KEYSLEAK" in said


def test_a_policy_leaves_a_plan_to_be_made_and_says_why() -> None:
    assert codes(bound()) == ["human_choice.bound", "mitigation_plan.bound"]


def test_without_a_policy_a_person_chooses() -> None:
    assert codes(deadlocked()) == ["human_choice"]


def test_a_deadlock_without_a_question_to_a_person_is_explained_too() -> None:
    played = play().votes(Logos=approve(90), Pathos=ABSTAIN, Sophia=ABSTAIN)
    for reason in ("first", "second"):
        again(played, SMALLER, reason=reason, seats=("Sophia",)).vote("Sophia", ABSTAIN)
    assert codes(played) == ["more_context", "human_choice.deadlock"]


def test_an_engine_that_was_missing_is_named() -> None:
    played = play(lost=("codex",)).votes(Logos=approve(), Pathos=approve(), Sophia=approve())
    assert codes(played) == ["verification.lost"]
    assert "changed who was asked (codex)" in render_explanation(explain(subject_of(played.session)), width=200)
