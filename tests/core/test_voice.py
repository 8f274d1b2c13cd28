"""One voice, one vote, as a rule over any protocol, added ones included."""

from collections.abc import Sequence

from quorate import Ballot, Case, Question, Seat
from quorate.core.ballot import Answer
from quorate.core.protocol import Protocol, VoteKeys
from quorate.core.shape import record
from quorate.core.text.names import folded
from quorate.core.verdict import Receipt, Threshold, Verdict
from quorate.core.voice import SharedVoter, count, every_way, relies_on_shared, shared_voters


def verdict_of(case: Case) -> Verdict:
    """Proceeds where at least two say yes; knows nothing of voters."""
    yes = [one for one in case.answers if isinstance(one, Ballot) and one.choice == "yes"]
    names = tuple(one.seat.name for one in case.answers)
    receipt = Receipt(
        "", "heads", tuple(case.answers), names, 0, 0, Threshold("at least", 1), None, None, {"yes": len(yes)}, {}
    )
    won = len(yes) >= 2
    action, choice = ("proceed", "yes") if won else ("block", None)
    return Verdict("two", "DONE", choice, action, (), None, (), (), (), (), (), (), (), receipt, None, {})


TWO = Protocol(
    "two", record({}), lambda _values, _problems: Case(Question("?"), ()), verdict_of, VoteKeys("v", "s", "c", "")
)


def said(*voters: str) -> Verdict:
    answers: Sequence[Answer] = [Ballot(Seat(f"s{n}"), "yes", answered_by=by) for n, by in enumerate(voters)]
    return count(TWO, Case(Question("?"), answers))


def test_a_protocol_that_knows_nothing_of_voters_is_held_to_the_rule() -> None:
    verdict = said("ann", "Ann")
    assert (verdict.flags, verdict.requires) == (("SHARED_VOTER",), ("verification",))
    assert shared_voters(verdict) == (SharedVoter("ann", ("s0", "s1")),)
    assert relies_on_shared(verdict)


def test_it_is_only_flagged_where_one_ballot_of_each_voter_is_enough() -> None:
    verdict = said("ann", "ann", "ben")
    assert (verdict.flags, verdict.requires, relies_on_shared(verdict)) == (("SHARED_VOTER",), (), False)


def test_voters_that_nobody_named_share_nothing() -> None:
    assert (said("", "", "ann").flags, said("ann", "ben").flags) == ((), ())


def test_of_too_many_ways_nobody_can_tell_so_somebody_else_verifies() -> None:
    verdict = said(*[name for name in "abcdefghij" for _ in range(2)], "k", "l")
    assert verdict.requires == ("verification",)
    groups = [[Ballot(Seat(f"{place}{n}"), "yes") for n in range(2)] for place in range(10)]
    assert list(every_way(verdict, groups)) == []
    assert len(list(every_way(verdict, groups[:9]))) == 512


def test_voters_whose_names_look_alike_are_one_voice() -> None:
    verdict = said("ann", "\u0430nn", "ANN")
    assert (verdict.flags, verdict.requires) == (("SHARED_VOTER",), ("verification",))
    assert shared_voters(verdict) == (SharedVoter("ann", ("s0", "s2", "s1")),)
    assert said("ann", "anna").flags == ()


def test_names_are_one_where_only_case_or_width_differs() -> None:
    assert folded(" Ａｎｎ ") == folded("ann")
    assert folded("anna") != folded("ann")
