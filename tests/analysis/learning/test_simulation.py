"""Where the truth is known because it was drawn: intervals cover it, and no default does harm."""

import random

import pytest

from quorate.analysis.learning.history import CastVote, Outcome, VotedQuestion
from quorate.analysis.learning.independence import Dependence, dependence_of
from quorate.analysis.learning.judgement import learn, weigh_questions
from tests.analysis.learning.panels import NO, YES, other, outcome, question, right_or_wrong


def drawn(seed: int, count: int, votes: int, correlation: float, share: float = 0.75) -> list[Outcome]:
    """Votes that are right with one probability, and of which any two have this correlation.

    Each follows a common draw with probability sqrt(correlation), else one of its own.
    """
    chance = random.Random(seed)
    follows = correlation**0.5
    rows = []
    for _ in range(count):
        common = chance.random() < share
        rows.append([common if chance.random() < follows else chance.random() < share for _ in range(votes)])
    return right_or_wrong(rows)


@pytest.mark.parametrize("correlation", [0.1, 0.3, 0.5, 0.7])
def test_the_interval_of_effective_votes_covers_the_truth_about_nine_times_of_ten(correlation: float) -> None:
    covered = 0
    for seed in range(300):
        found = dependence_of(drawn(seed, 100, 5, correlation))
        assert found is not None
        low, high = found.interval(5)
        covered += low <= Dependence(correlation, 0).effective(5) <= high
    assert 0.86 <= covered / 300 <= 0.98


def accuracy(history: list[Outcome], tested: list[Outcome]) -> tuple[float, float]:
    """How often the record's choice was right, and how often majority was."""
    said = weigh_questions(history, [one.question for one in tested], fixed_options=True)
    hits = sum(weighed.choice == one.truth for weighed, one in zip(said, tested, strict=True))
    majority = sum(2 * one.right > len(one.votes) for one in tested)
    return hits / len(tested), majority / len(tested)


def test_few_outcomes_never_overrule_the_majority() -> None:
    for count in range(15):
        history = [outcome(YES if i % 2 else NO, *([other(YES if i % 2 else NO)] * 3)) for i in range(count)]
        (weighed,) = weigh_questions(history, [question(YES, YES, NO)], fixed_options=True)
        assert weighed.choice in (YES, None)


def test_one_voter_who_is_always_wrong_does_not_pull_the_others_down() -> None:
    rows = [[*(random.Random(seed * 7 + i).random() < 0.8 for i in range(4)), False] for seed in range(260)]
    history = right_or_wrong(rows)
    learned, majority = accuracy(history[:60], history[60:])
    assert learned >= majority


def test_voters_who_copy_each_other_count_like_one() -> None:
    chance = random.Random(5)
    history = []
    for number in range(240):
        truth = chance.choice([YES, NO])
        copied = truth if chance.random() < 0.6 else other(truth)
        own = [truth if chance.random() < 0.85 else other(truth) for _ in range(2)]
        votes = [CastVote(name, copied) for name in "ABC"] + [
            CastVote(name, said) for name, said in zip("DE", own, strict=True)
        ]
        history.append(Outcome(VotedQuestion(str(number), (YES, NO), tuple(votes)), truth))
    taught = learn(history[:100], fixed_options=True)
    assert taught.learned is not None
    weights = taught.learned.weights
    assert sum(weights[name] for name in "ABC") < weights["D"] + weights["E"]
    learned, majority = accuracy(history[:100], history[100:])
    assert learned > majority


def test_an_adversary_who_is_right_on_easy_questions_does_not_win_the_hard_ones() -> None:
    """E joins in where all agree and lies where they do not; its record looks good, its word must not decide."""
    chance = random.Random(9)
    history = []
    for _ in range(300):
        truth = chance.choice([YES, NO])
        is_easy = chance.random() < 0.7
        honest = [truth if is_easy or chance.random() < 0.7 else other(truth) for _ in range(4)]
        history.append(outcome(truth, *honest, truth if is_easy else other(truth)))
    for count in (0, 10, 15, 25, 50, 100):
        learned, majority = accuracy(history[:count], history[100:])
        assert learned >= majority - 0.005, count


def test_outcomes_of_approvals_alone_do_not_make_approval_certain() -> None:
    history = [outcome(YES, YES, YES, NO if i % 3 else YES) for i in range(40)]
    (against,) = weigh_questions(history, [question(NO, NO, NO)], fixed_options=True)
    assert against.choice in (NO, None)


def test_without_outcomes_nothing_is_more_certain_than_the_default() -> None:
    (weighed,) = weigh_questions([], [question(*[YES] * 11)])
    assert (weighed.basis, weighed.effective) == ("default", None)
    assert weighed.probabilities[YES] < 0.85
