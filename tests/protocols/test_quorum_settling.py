"""When a quorum may be counted before everybody has voted."""

from itertools import product

import pytest

from quorate import Ballot, NonVote, Seat
from quorate.core.ballot import Answer
from quorate.core.question import Question
from quorate.protocols.quorum import QuorumTerms, is_settled, quorum

CHOICES = ("resume", "block", "cooldown")


def _votes(choices: str) -> list[Ballot]:
    words = {word[0]: word for word in CHOICES}
    return [Ballot(Seat(f"a{place}"), words[letter]) for place, letter in enumerate(choices)]


def test_nothing_is_settled_before_three_have_voted() -> None:
    assert not is_settled(_votes("rr"), [0])
    assert not is_settled([], [1, 1])


def test_it_is_settled_when_nobody_remains() -> None:
    assert is_settled(_votes("r"), [])
    assert is_settled(_votes("rrb"), [])


def test_three_of_four_blocks_are_settled_whatever_the_fourth_says() -> None:
    assert is_settled(_votes("bbb"), [1])
    assert not is_settled(_votes("bbb"), [1, 1])


def test_a_resume_is_not_settled_while_somebody_could_still_attach_a_condition() -> None:
    assert not is_settled(_votes("rrr"), [1])
    assert not is_settled(_votes("rrrr"), [0])


def test_a_hopeless_split_is_settled() -> None:
    assert is_settled(_votes("rrbbcc"), [1])


def test_an_absent_seat_counts_against_a_safety_resume_when_it_is_settled() -> None:
    heard: list[Answer] = [*_votes("rrr"), NonVote(Seat("x", weight=2), "absent")]
    assert is_settled(heard, [0], QuorumTerms(dispute_type="Safety of others"))
    assert not is_settled(heard, [2], QuorumTerms(dispute_type="safety"))


@pytest.mark.parametrize("cast", ["".join(c) for n in (3, 4) for c in product("rbc", repeat=n)])
@pytest.mark.parametrize("remaining", [1, 2])
def test_a_settled_result_is_the_result_after_every_possible_rest(cast: str, remaining: int) -> None:
    now = quorum(Question("?"), _votes(cast)).result
    results = {quorum(Question("?"), _votes(cast + "".join(rest))).result for rest in product("rbc", repeat=remaining)}
    assert is_settled(_votes(cast), [1] * remaining) == (results == {now} and now != "RESUME")
