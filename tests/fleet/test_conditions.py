"""Conditions of two parties: what matches, what conflicts, and what they come to together."""

import pytest

from quorate.fleet.dialectic.condition_match import has_converged, matches, merged, stated
from quorate.protocols.quorum.conditions import Condition, condition_of, do_conflict, do_match
from quorate.reports.content.condition_words import condition_in_words
from quorate.reports.language import language

MATCHES = [
    ("Monitor for 24 hours", "monitor everything for 1d"),
    ("Set risk threshold to 0.50 for normal operations", "kind: threshold; name: risk; at: 50%"),
    ("at most 5 per hour", "at most 5 calls per hour"),
    ("read only for 2h (as agreed)", "Run in read-only mode for 120 minutes"),
    ("Report errors to the operator every hour", "Every hour report errors to the operator"),
    ("monitor 1 update", "Monitor everything for 1 updates"),
    ("monitor risk 5 updates", "monitor risk for 5 updates"),
    ("Never enable the cache", "never enable the cache!"),
    ("24時間後に再起動する", "24時間後に再起動する。"),
]
CONFLICTS = [
    ("Monitor for 24 hours", "Monitor for 48 hours"),
    ("set risk threshold to 0.5", "lower risk threshold to 0.45"),
    ("reduce complexity to 0.4", "complexity cap of 0.4 for next 5 updates"),
    ("monitor coherence for 24h", "monitor coherence every 5 updates"),
    ("check in after 2h", "check in every 1h"),
    ("at most 5 per hour", "at most 5 per minute"),
    ("only tools: search", "only tools: search, read"),
    ("approval by ops for Bash", "approval by legal for Bash"),
    ("stop after 2h", "stop after 3h"),
]
NEITHER = [
    ("Monitor for 24 hours", "Ask the operator before each deployment"),
    ("monitor coherence for 24h", "monitor risk for 48h"),
    ("set risk threshold to 0.5", "set coherence threshold to 0.4"),
    ("approval by ops for Bash", "approval by legal for Write"),
    ("Raise the sampling rate", "Lower the sampling interval"),
    ("read only", "Read the logs"),
]


def read(*texts: str) -> list[Condition]:
    return [condition_of(text) for text in texts]


@pytest.mark.parametrize(("one", "other"), MATCHES)
def test_conditions_that_match(one: str, other: str) -> None:
    first, second = read(one, other)
    assert do_match(first, second)
    assert do_match(second, first)
    assert not do_conflict(first, second)


@pytest.mark.parametrize(("one", "other"), CONFLICTS)
def test_the_same_kind_and_target_with_another_value_conflict(one: str, other: str) -> None:
    first, second = read(one, other)
    assert do_conflict(first, second)
    assert do_conflict(second, first)
    assert not do_match(first, second)


@pytest.mark.parametrize(("one", "other"), NEITHER)
def test_conditions_that_have_nothing_to_do_with_each_other(one: str, other: str) -> None:
    first, second = read(one, other)
    assert not do_match(first, second)
    assert not do_conflict(first, second)


def test_six_tenths_of_the_words_of_notes_are_enough_and_less_is_not() -> None:
    assert do_match(*read("alpha beta gamma delta", "alpha beta gamma zeta"))  # 3 of 5
    assert do_match(*read("alpha beta gamma", "alpha beta gamma delta eta"))
    assert not do_match(*read("alpha beta gamma", "alpha beta delta"))  # 2 of 4


A, B, C, D = "monitor everything for 24h", "Report errors hourly", "Ask before deploying", "Keep the night job paused"
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
    assert has_converged(ours, theirs, "protections") is answer


def test_where_notes_are_dropped_they_neither_count_nor_match() -> None:
    assert has_converged([A, B, C, D], [A], "drop")
    assert not has_converged([B], [B], "drop")
    assert merged([f"{A} (a remark)", B], [A], "drop") == ((A,), ())


def test_one_condition_is_no_match_for_two() -> None:
    assert len(matches(read("alpha beta gamma", "alpha beta gamma delta"), read("alpha beta gamma"))) == 1


def test_a_condition_that_matches_several_leaves_them_to_others_that_match_only_one() -> None:
    ours = read("alpha beta gamma delta", "alpha beta gamma zeta eta")
    theirs = read("alpha beta gamma zeta", "alpha beta gamma delta theta")
    assert len(matches(ours, theirs)) == 2


LONGER = "monitor everything for 48h"
MERGED: list[tuple[list[str], list[str], tuple[str, ...], tuple[str, ...]]] = [
    ([A], [A], (A,), ()),
    ([A, B], [A, C], (A, B, C), ()),
    ([B, A], [A, C], (A, B, C), ()),
    ([A, "stop after 2h"], [A, "stop after 3h"], (A,), ("stop after 2h", "stop after 3h")),
    ([A, B], [A, "Monitor for 48 hours"], (A, B), (LONGER,)),
    (["Monitor for 24 hours (as before)"], [A], (f"{A} (as before)",), ()),
]


@pytest.mark.parametrize(("ours", "theirs", "agreed", "dropped"), MERGED, ids=str)
def test_shared_conditions_come_first_then_what_conflicts_with_nothing(
    ours: list[str], theirs: list[str], agreed: tuple[str, ...], dropped: tuple[str, ...]
) -> None:
    together = merged(ours, theirs, "protections")
    assert (together.agreed, together.dropped) == (agreed, dropped)


def test_conditions_that_say_nothing_are_none() -> None:
    assert stated(["  ", "\u200b", "a  b", "a b"]) == ("a b",)


def test_a_single_update_is_written_in_the_singular() -> None:
    assert condition_of("monitor risk every 1 updates").text == "monitor risk every 1 update"
    assert condition_in_words("monitor risk every 1 updates", language("en")) == "monitor risk every 1 update"
    assert condition_in_words("monitor risk every 2 updates", language("en")) == "monitor risk every 2 updates"
