"""Cases that can be worked out by hand, or were."""

import pytest

from quorate.analysis.learning.fit import Model, fitted, unfitted
from quorate.analysis.learning.history import CastVote, Outcome, VotedQuestion
from quorate.analysis.learning.independence import dependence_of, effective_votes
from quorate.analysis.learning.judgement import weigh_questions
from quorate.analysis.learning.reliability import Stated, brier, reliability_of
from quorate.analysis.learning.voter_records import VoterRecord, accuracy_of, wilson, worth_of
from tests.analysis.learning.panels import NO, YES, question, right_or_wrong, twelve

TABLE = [(1, 1, 1), (1, 1, 0), (0, 0, 0), (1, 0, 1), (1, 1, 1), (0, 0, 1), (1, 1, 1), (0, 1, 0)]


def test_a_record_is_drawn_towards_the_pool() -> None:
    accuracy = accuracy_of(VoterRecord(9, 10), 0.75)
    assert accuracy == pytest.approx(0.857143, abs=1e-6)
    assert worth_of(accuracy, 2) == pytest.approx(1.791759, abs=1e-6)
    assert worth_of(accuracy, 4) == pytest.approx(2.890372, abs=1e-6)


@pytest.mark.parametrize(
    ("choices", "options", "probability"),
    [
        ((YES, YES, YES), (YES, NO), 0.7809),
        ((YES, YES, NO), (YES, NO), 0.6044),
        ((YES,) * 5, (YES, NO), 0.8041),
        ((YES, YES, YES, NO, NO), (YES, NO), 0.5701),
        ((YES, YES, YES), (YES, NO, "LATER", "NEVER"), 0.8606),
    ],
)
def test_without_outcomes_a_default_is_used(
    choices: tuple[str, ...], options: tuple[str, ...], probability: float
) -> None:
    asked = question(*choices, options=options)
    assert unfitted(asked).probabilities(asked)[YES] == pytest.approx(probability, abs=5e-5)
    (weighed,) = weigh_questions((), [asked])
    assert (weighed.basis, weighed.outcomes, weighed.choice, weighed.effective) == ("default", 0, YES, None)


def test_a_joint_fit_of_twelve_questions() -> None:
    learned = fitted(twelve(), Model())
    assert (learned.pool, learned.scale) == pytest.approx((0.7375, 0.9848), abs=5e-5)
    assert learned.weights == {
        "A": pytest.approx(2.6930, abs=5e-5),
        "B": pytest.approx(1.0466, abs=5e-5),
        "C": pytest.approx(0.2673, abs=5e-5),
    }
    assert learned.probabilities(question(YES, NO, NO))[YES] == pytest.approx(0.7988, abs=5e-5)
    assert learned.probabilities(question(YES, YES, YES))[YES] == pytest.approx(0.9821, abs=5e-5)


def test_twelve_outcomes_are_too_few_for_a_joint_fit_and_enough_for_records() -> None:
    split, alike = weigh_questions(twelve(), [question(YES, NO, NO), question(YES, YES, YES)])
    assert (split.basis, split.choice, split.outcomes) == ("records", YES, 12)
    assert split.probabilities[YES] == pytest.approx(0.7883, abs=5e-5)
    assert alike.probabilities[YES] == pytest.approx(0.9805, abs=5e-5)


def test_an_option_that_nobody_voted_for_is_never_the_choice() -> None:
    # confidence below the usual counts against its vote, so that the option without one becomes the most probable
    history = [
        Outcome(VotedQuestion("q", (YES, NO), (CastVote("A", vote, confidence),)), truth)
        for vote, confidence, truth in [(YES, 0.95, YES), (NO, 0.95, NO), (YES, 0.55, NO), (NO, 0.55, YES)] * 20
    ]
    asked = VotedQuestion("q", (YES, NO), (CastVote("A", YES, 0.5),))
    (weighed,) = weigh_questions(history, [asked])
    assert weighed.probabilities[NO] > weighed.probabilities[YES]
    assert weighed.choice == YES


def test_effective_votes_of_a_table() -> None:
    dependence = dependence_of(right_or_wrong(TABLE))
    assert dependence is not None
    assert dependence.correlation == pytest.approx(0.288889, abs=1e-6)
    assert dependence.error == pytest.approx(0.251212, abs=1e-6)
    assert dependence.effective(3) == pytest.approx(1.9014, abs=5e-5)
    assert dependence.interval(3) == pytest.approx((1.1707, 3.0), abs=5e-5)


def test_three_voters_always_alike_are_one() -> None:
    dependence = dependence_of(right_or_wrong([(1, 1, 1), (0, 0, 0), (1, 1, 1), (0, 0, 0)]))
    assert dependence is not None
    assert (dependence.correlation, dependence.effective(3)) == pytest.approx((1, 1))


@pytest.mark.parametrize(
    ("votes", "correlation", "count"), [(11, 0.518, 1.7799), (3, 0.5, 1.5), (5, 0.0, 5.0), (5, 1.0, 1.0)]
)
def test_effective_votes(votes: int, correlation: float, count: float) -> None:
    assert effective_votes(votes, correlation) == pytest.approx(count, abs=5e-5)


@pytest.mark.parametrize(
    ("right", "asked", "low", "high"), [(9, 10, 0.5958, 0.9821), (0, 3, 0.0, 0.5615), (78, 100, 0.6893, 0.8500)]
)
def test_the_interval_of_a_share(right: int, asked: int, low: float, high: float) -> None:
    assert wilson(right, asked) == pytest.approx((low, high), abs=5e-5)


def test_brier_score_and_calibration_error() -> None:
    said = [Stated(0.9, True), Stated(0.8, True), Stated(0.8, False), Stated(0.6, True)]
    scores = [brier({YES: one.probability, NO: 1 - one.probability}, YES if one.is_true else NO) for one in said]
    assert sum(scores) / len(scores) == pytest.approx(0.425)
    assert reliability_of(said).error == pytest.approx(0.275)
