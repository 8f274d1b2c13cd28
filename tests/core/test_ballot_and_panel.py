"""Ballots, non-votes and seats."""

from quorate import Ballot, Concern, NonVote, Seat
from quorate.core.ballot import Answer, by_seat
from quorate.core.panel import holders_of

LOGOS = Seat("Logos")


def test_only_safety_and_security_are_grave() -> None:
    assert Concern("x", "safety").is_grave
    assert Concern("x", "security").is_grave
    assert not Concern("x").is_grave
    assert Ballot(LOGOS, "REJECT", concerns=(Concern("x"), Concern("y", "safety"))).raises_grave_concern
    assert not Ballot(LOGOS, "REJECT", concerns=(Concern("x"),)).raises_grave_concern
    assert not Ballot(LOGOS, "REJECT").raises_grave_concern


def test_the_dissent_note_comes_before_concerns_and_those_before_the_rationale() -> None:
    full = Ballot(LOGOS, "REJECT", None, "why", dissent_note="note", concerns=(Concern("", "safety"), Concern("c")))
    assert full.main_concern == "note"
    assert full._replace(dissent_note="").main_concern == "c"
    assert full._replace(dissent_note="", concerns=(Concern("", "safety"),)).main_concern == "why"


def test_a_recused_or_unneeded_seat_has_not_failed() -> None:
    assert [NonVote(LOGOS, kind).failed for kind in ("timeout", "error", "unreadable", "absent")] == [True] * 4
    assert [NonVote(LOGOS, kind).failed for kind in ("recused", "not_needed", "abstained")] == [False] * 3


def test_answers_are_put_in_the_order_of_seat_names() -> None:
    answers: list[Answer] = [NonVote(Seat("b"), "error"), Ballot(Seat("a"), "A"), Ballot(Seat("c"), "A")]
    assert [answer.seat.name for answer in by_seat(answers)] == ["a", "b", "c"]


def test_who_answers_for_a_seat_of_a_person_or_an_agent_is_in_the_order_of_the_panel() -> None:
    voters = {"z": "person:ann", "y": "claude", "x": "person", "w": "agent:bot", "v": "command:true"}
    panel = tuple(Seat(name, voter=voter) for name, voter in voters.items())
    assert list(holders_of(panel).items()) == [("z", "ann"), ("x", ""), ("w", "bot")]
