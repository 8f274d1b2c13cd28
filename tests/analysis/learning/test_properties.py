"""What holds for every history."""

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.analysis.learning.fit import Model, fitted
from quorate.analysis.learning.history import CastVote, Outcome, VotedQuestion
from quorate.analysis.learning.judgement import weigh_questions
from quorate.analysis.learning.model_choice import FOLDS

OPTIONS = ("a", "b", "c")
PANEL = 5
# all votes of so many voters on so many options, drawn as one: a draw takes as long as a fit
VOTES = {
    (count, voters): st.sampled_from(list(product((*OPTIONS[:count], ""), repeat=voters)))
    for count in (2, 3)
    for voters in range(1, PANEL + 1)
}


@st.composite
def histories(draw: Any, least: int = 1, most: int = 30) -> list[Outcome]:
    """Outcomes of a panel of up to five voters, some of whom do not always vote."""
    count, options = draw(st.integers(least, most)), OPTIONS[: draw(st.integers(2, 3))]
    found = []
    for number in range(count):
        said_by_all = draw(VOTES[len(options), draw(st.integers(1, PANEL))])
        votes = [CastVote(f"v{i}", said) for i, said in enumerate(said_by_all) if said]
        asked = VotedQuestion(f"q{number}", options, tuple(votes) or (CastVote("v0", options[0]),))
        found.append(Outcome(asked, draw(st.sampled_from(options))))
    return found


# each learns from two histories, with a choice of models by folds
learned_twice = settings(max_examples=100)


def probabilities(history: list[Outcome], asked: VotedQuestion) -> dict[str, float]:
    (weighed,) = weigh_questions(history, [asked], fixed_options=True)
    return weighed.probabilities


def close(ones: dict[str, float], others: dict[str, float]) -> bool:
    return ones.keys() == others.keys() and all(ones[key] == pytest.approx(others[key], abs=1e-9) for key in ones)


@learned_twice
@given(histories(), st.randoms(use_true_random=False))
def test_the_order_of_votes_and_options_changes_nothing(history: list[Outcome], chance: random.Random) -> None:
    def mixed(one: VotedQuestion) -> VotedQuestion:
        votes, options = list(one.votes), list(one.options)
        chance.shuffle(votes)
        chance.shuffle(options)
        return one._replace(votes=tuple(votes), options=tuple(options))

    asked = history[0].question
    turned = [Outcome(mixed(one.question), one.truth) for one in history]
    assert close(probabilities(history, asked), probabilities(turned, mixed(asked)))


@learned_twice
@given(histories())
def test_renaming_options_changes_nothing(history: list[Outcome]) -> None:
    names = {"a": "z", "b": "y", "c": "x"}

    def renamed(one: VotedQuestion) -> VotedQuestion:
        votes = tuple(vote._replace(choice=names[vote.choice]) for vote in one.votes)
        return one._replace(votes=votes, options=tuple(names[option] for option in one.options))

    asked = history[0].question
    turned = [Outcome(renamed(one.question), names[one.truth]) for one in history]
    said = {names[option]: share for option, share in probabilities(history, asked).items()}
    assert close(said, probabilities(turned, renamed(asked)))


@given(histories(), st.sampled_from(OPTIONS[:2]), st.integers(0, 6))
def test_a_vote_more_never_lowers_its_option(history: list[Outcome], option: str, voter: int) -> None:
    learned = fitted(history, Model())
    asked = history[0].question
    more = asked._replace(votes=(*asked.votes, CastVote(f"v{voter}", option)))
    assert learned.probabilities(more)[option] >= learned.probabilities(asked)[option] - 1e-12


@given(histories())
def test_probabilities_sum_to_one(history: list[Outcome]) -> None:
    assert sum(probabilities(history, history[-1].question).values()) == pytest.approx(1)


@learned_twice
@given(histories(), st.permutations(range(5)))
def test_who_voters_are_called_changes_nothing(history: list[Outcome], places: list[int]) -> None:
    def renamed(one: VotedQuestion) -> VotedQuestion:
        votes = tuple(vote._replace(voter=f"w{places[int(vote.voter[1:])]}") for vote in one.votes)
        return one._replace(votes=votes)

    asked = history[0].question
    turned = [Outcome(renamed(one.question), one.truth) for one in history]
    assert close(probabilities(history, asked), probabilities(turned, renamed(asked)))


@learned_twice
@given(histories(least=15), st.integers(1, 5))
def test_the_order_of_outcomes_only_matters_through_the_folds(history: list[Outcome], turns: int) -> None:
    """Outcomes that change places with others of their fold change nothing."""
    turned = list(history)
    for fold in range(FOLDS):
        own = history[fold::FOLDS]
        turned[fold::FOLDS] = own[turns % len(own) :] + own[: turns % len(own)]
    asked = history[0].question
    assert close(probabilities(history, asked), probabilities(turned, asked))


@given(histories(most=1))
def test_without_outcomes_the_most_votes_are_most_probable(history: list[Outcome]) -> None:
    asked = history[0].question
    said = probabilities([], asked)
    heads = {option: sum(vote.choice == option for vote in asked.votes) for option in asked.options}
    assert sorted(said, key=lambda one: (said[one], one)) == sorted(said, key=lambda one: (heads[one], one))
