"""Which rule is used: the less is known the simpler, and none that loses to majority on what it has not seen."""

import random

import pytest

from quorate.analysis.learning.fit import MAJORITY, Model
from quorate.analysis.learning.history import CastVote, Outcome, VotedQuestion
from quorate.analysis.learning.judgement import basis_of, learn
from quorate.analysis.learning.model_choice import FOLDS, NEWEST, Chosen, chosen_model
from tests.analysis.learning.panels import NO, YES, other


def panel(count: int, *right: float, seed: int = 1) -> list[Outcome]:
    """Voters who are right this often, and say nothing of their confidence."""
    chance = random.Random(seed)
    found = []
    for number in range(count):
        truth = chance.choice([YES, NO])
        said = [truth if chance.random() < share else other(truth) for share in right]
        votes = tuple(CastVote(f"v{place}", choice) for place, choice in enumerate(said))
        found.append(Outcome(VotedQuestion(str(number), (YES, NO), votes), truth))
    return found


def turned(count: int) -> list[Outcome]:
    """In every fold another voter is wrong who was right in all others: what was learned there misleads."""
    found = []
    for number in range(count):
        truth = YES if number % 2 else NO
        votes = tuple(
            CastVote(f"v{place}", other(truth) if place == number % FOLDS else truth) for place in range(FOLDS)
        )
        found.append(Outcome(VotedQuestion(str(number), (YES, NO), votes), truth))
    return found


def sure(count: int) -> list[Outcome]:
    """One voter, with two who guess, is right where it is sure and wrong where it is not."""
    chance = random.Random(3)
    found = []
    for number in range(count):
        truth, is_sure = chance.choice([YES, NO]), chance.random() < 0.5
        first = CastVote("v0", truth if is_sure or chance.random() < 0.3 else other(truth), 0.95 if is_sure else 0.55)
        rest = [CastVote(f"v{place}", chance.choice([YES, NO]), 0.7) for place in (1, 2)]
        found.append(Outcome(VotedQuestion(str(number), (YES, NO), (first, *rest)), truth))
    return found


@pytest.mark.parametrize(
    ("count", "fixed", "basis"),
    [
        (1, True, "majority"),
        (4, True, "majority"),
        (5, True, "records"),
        (14, True, "records"),
        (15, True, "weights"),
        (24, True, "weights"),
        (25, True, "weights + lean"),
        (25, False, "weights"),
        (49, True, "weights + lean"),
    ],
)
def test_how_much_is_known_decides_which_rule_is_used(count: int, fixed: bool, basis: str) -> None:
    history = panel(count, 0.95, 0.6, 0.55)
    assert basis_of(learn(history, fixed_options=fixed)) == basis


def test_from_fifty_on_a_voter_who_is_mostly_wrong_is_turned_round_but_never_where_the_record_decides() -> None:
    history = panel(120, 0.7, 0.7, 0.1)
    assert chosen_model(history[:49], fixed_options=False).model == Model()
    assert chosen_model(history, fixed_options=False).model == Model(signed=True)
    assert chosen_model(history, fixed_options=False, may_decide=True).model == Model()


def test_confidence_counts_from_fifty_on_where_it_says_something() -> None:
    history = sure(120)
    assert not chosen_model(history[:49], fixed_options=False).model.gains
    assert chosen_model(history, fixed_options=False).model.gains
    assert not chosen_model(history, fixed_options=False, may_decide=True).model.gains
    assert not chosen_model(panel(120, 0.8, 0.7, 0.6), fixed_options=False).model.gains


@pytest.mark.parametrize("count", [15, 30, 60])
@pytest.mark.parametrize("may_decide", [True, False])
def test_a_rule_that_loses_to_majority_is_given_up_for_it(count: int, may_decide: bool) -> None:
    chosen = chosen_model(turned(count), fixed_options=False, may_decide=may_decide)
    assert chosen == Chosen(MAJORITY, given_up=chosen.given_up)
    assert chosen.given_up


def test_only_the_newest_outcomes_choose_the_rule() -> None:
    earlier = panel(NEWEST, 0.95, 0.55, 0.55, 0.55, 0.55)
    assert chosen_model(earlier, fixed_options=False).model.weights
    assert chosen_model([*earlier, *turned(NEWEST)], fixed_options=False).given_up
