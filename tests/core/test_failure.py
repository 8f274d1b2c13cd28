"""A failure never helps a proposal: which recounts are made and what they flag."""

from quorate import Ballot, NonVote, Question, Seat
from quorate.core.ballot import Answer
from quorate.core.failure import NO_DOUBT, Doubt, Outcome, doubt_about, needs_verification, reliance

PROCEEDS = Outcome("MAJORITY", "A", "proceed")
NOBODY: frozenset[str] = frozenset()
FAILED, GUESSED = frozenset({"f"}), frozenset({"i"})
BOTH = Doubt(("f",), ("i",))


def _recount(*falls: tuple[frozenset[str], frozenset[str]]):  # type: ignore[no-untyped-def]
    """A recount that does not proceed for the given (against, silent) pairs."""
    return lambda against, silent: Outcome("NONE", None, "ask") if (against, silent) in falls else PROCEEDS


def test_doubt_names_failed_seats_and_inferred_ballots_only() -> None:
    answers: list[Answer] = [
        NonVote(Seat("a"), "timeout"),
        NonVote(Seat("b"), "error"),
        NonVote(Seat("c"), "unreadable"),
        NonVote(Seat("d"), "absent"),
        NonVote(Seat("e"), "recused"),
        NonVote(Seat("f"), "not_needed"),
        Ballot(Seat("g"), "A"),
        Ballot(Seat("h"), "A", inferred=True),
    ]
    assert doubt_about(answers) == Doubt(("a", "b", "c", "d"), ("h",))
    assert doubt_about(answers[4:7]) == NO_DOUBT


def test_a_verdict_that_does_not_proceed_relies_on_nothing() -> None:
    asks = Outcome("NONE", None, "ask")
    assert reliance(asks, BOTH, lambda *_: asks) == ()


def test_a_panel_without_doubt_is_not_counted_again() -> None:
    def never(*_: object) -> Outcome:
        raise AssertionError

    assert reliance(PROCEEDS, NO_DOUBT, never) == ()


def test_it_relies_on_absence_when_the_failed_seats_against_it_would_stop_it() -> None:
    assert reliance(PROCEEDS, BOTH, _recount((FAILED, NOBODY))) == ("RELIES_ON_ABSENCE",)


def test_it_relies_on_inference_when_the_inferred_ballots_against_it_would_stop_it() -> None:
    assert reliance(PROCEEDS, BOTH, _recount((GUESSED, NOBODY))) == ("RELIES_ON_INFERENCE",)


def test_it_relies_on_inference_when_only_a_guessed_ballot_makes_up_the_quorum() -> None:
    assert reliance(PROCEEDS, BOTH, _recount((NOBODY, GUESSED))) == ("RELIES_ON_INFERENCE",)


def test_both_are_flagged_when_only_both_together_would_stop_it() -> None:
    flags = ("RELIES_ON_ABSENCE", "RELIES_ON_INFERENCE")
    assert reliance(PROCEEDS, BOTH, _recount((FAILED | GUESSED, NOBODY))) == flags
    assert reliance(PROCEEDS, BOTH, _recount((FAILED, GUESSED))) == flags
    assert reliance(PROCEEDS, BOTH, _recount((FAILED, NOBODY), (GUESSED, NOBODY))) == flags


def test_a_recount_with_another_winner_does_not_bear_the_first_one_out() -> None:
    assert reliance(PROCEEDS, Doubt(("f",), ()), lambda *_: PROCEEDS._replace(choice="B")) == ("RELIES_ON_ABSENCE",)


def test_a_recount_that_requires_more_does_not_bear_the_first_one_out() -> None:
    more = PROCEEDS._replace(requires=frozenset({"mitigation_plan"}))
    doubt = Doubt(("f",), ())
    assert reliance(PROCEEDS, doubt, lambda *_: more) == ("RELIES_ON_ABSENCE",)
    assert reliance(more, doubt, lambda *_: PROCEEDS) == ()


def test_a_doubtful_voice_on_a_hardly_reversible_question_is_always_verified() -> None:
    hard, easy = Question("?", reversibility="low"), Question("?")
    assert needs_verification(hard, Doubt(("f",), ()), ())
    assert needs_verification(hard, Doubt((), ("i",)), ())
    assert not needs_verification(hard, NO_DOUBT, ())
    assert not needs_verification(easy, BOTH, ())
    assert needs_verification(easy, BOTH, ("RELIES_ON_ABSENCE",))
