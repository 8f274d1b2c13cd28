"""Conditions of two parties: what matches, what conflicts, and what they come to together."""

from fractions import Fraction

import pytest

from quorate.fleet.dialectic.condition_match import (
    do_conflict,
    do_match,
    has_converged,
    likeness,
    matches,
    merged,
    stated,
)

MATCHES = [
    ("Monitor for 24 hours", "monitor for 24 hours"),
    ("Monitor the agent for 24 hours", "Monitor for 24 hours."),
    ("Limit the queue to 5 tasks per hour", "limit queue: 5 tasks each hour"),
    ("Report errors to the operator every hour", "Every hour, report all errors to the operator"),
    ("Keep the risk threshold at 0.50", "Keep the risk threshold at 50%"),
    ("24時間監視する", "24時間監視する。"),
    ("Never enable the cache", "Never enable a cache"),
]
CONFLICTS = [
    ("Enable tracing of the queue for a day", "Disable tracing of the queue for a day"),
    ("Enabling tracing", "Disabled tracing"),
    ("Limit the queue to 5 tasks per hour", "Limit the queue to 50 tasks per hour"),
    ("Raise the sampling rate", "Lower the sampling rate"),
    ("Restart the worker pool nightly", "Do not restart the worker pool nightly"),
    ("Turn the night job on", "Turn the night job off"),
    ("Stop the crawler", "Start the crawler"),
    ("Monitor for 24 hours", "Monitor for 48 hours"),
]
NEITHER = [
    ("Monitor for 24 hours", "Ask the operator before each deployment"),
    ("Raise the sampling rate", "Lower the sampling interval"),
    ("No deployments", "Log deployments daily"),
    ("Enable tracing", "Disable the cache"),
    ("Report after 3 failures", "Keep the memory below 512 MB"),
    ("Never disable tracing", "Enable tracing"),
]


@pytest.mark.parametrize(("one", "other"), MATCHES)
def test_conditions_that_match(one: str, other: str) -> None:
    assert do_match(one, other)
    assert do_match(other, one)
    assert not do_conflict(one, other)


@pytest.mark.parametrize(("one", "other"), CONFLICTS)
def test_conditions_that_conflict_never_match_however_alike_they_are(one: str, other: str) -> None:
    assert do_conflict(one, other)
    assert do_conflict(other, one)
    assert not do_match(one, other)


@pytest.mark.parametrize(("one", "other"), NEITHER)
def test_conditions_that_have_nothing_to_do_with_each_other(one: str, other: str) -> None:
    assert not do_match(one, other)
    assert not do_conflict(one, other)


def test_six_tenths_of_the_words_are_enough_and_less_is_not() -> None:
    at, below = "alpha beta gamma delta", "alpha beta gamma zeta"
    assert (likeness("alpha beta gamma", "alpha beta gamma delta eta"), likeness(at, below)) == (
        Fraction(3, 5),
        Fraction(3, 5),
    )
    assert do_match(at, below)
    assert likeness("alpha beta gamma", "alpha beta delta") == Fraction(1, 2)
    assert not do_match("alpha beta gamma", "alpha beta delta")


A, B, C, D = "Monitor for 24 hours", "Report errors hourly", "Ask before deploying", "Keep the night job paused"
CONVERGENCE: list[tuple[list[str], list[str], bool]] = [
    ([A], [A], True),
    ([A, B], [A, B], True),
    ([A, B], [A, C], True),
    ([A, B], [A], True),
    ([A], [A, B], True),
    ([A], [A, B, C], False),
    ([A, B, C], [A, D], False),
    ([A], [B], False),
    ([], [], False),
    ([A], [], False),
]


@pytest.mark.parametrize(("ours", "theirs", "answer"), CONVERGENCE, ids=str)
def test_at_least_half_of_the_longer_list_has_to_match(ours: list[str], theirs: list[str], answer: bool) -> None:
    assert has_converged(ours, theirs) is answer


def test_one_condition_is_no_match_for_two() -> None:
    assert len(matches([A, A + " please"], [A])) == 1


def test_a_condition_that_matches_several_leaves_them_to_others_that_match_only_one() -> None:
    ours = ["alpha beta gamma delta", "alpha beta gamma zeta eta"]
    theirs = ["alpha beta gamma zeta", "alpha beta gamma delta theta"]
    assert len(matches(ours, theirs)) == 2


MERGED: list[tuple[list[str], list[str], tuple[str, ...], tuple[str, ...]]] = [
    ([A], [A], (A,), ()),
    ([A, B], [A, C], (A, B, C), ()),
    ([B, A], [A, C], (A, B, C), ()),
    ([A, "Stop the crawler"], [A, "Start the crawler"], (A,), ("Stop the crawler", "Start the crawler")),
    ([A, B], [A, "Monitor for 48 hours"], (A, B), ("Monitor for 48 hours",)),
    (["Monitor the agent for 24 hours"], [A], ("Monitor the agent for 24 hours",), ()),
]


@pytest.mark.parametrize(("ours", "theirs", "agreed", "dropped"), MERGED, ids=str)
def test_shared_conditions_come_first_then_what_conflicts_with_nothing(
    ours: list[str], theirs: list[str], agreed: tuple[str, ...], dropped: tuple[str, ...]
) -> None:
    found = merged(ours, theirs)
    assert (found.agreed, found.dropped) == (agreed, dropped)


def test_conditions_that_say_nothing_are_none() -> None:
    assert stated(["  ", "\u200b", "a  b", "a b"]) == ("a b",)
