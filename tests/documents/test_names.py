"""Names in tally documents: seats and options that are one, look like one, or steer a terminal are refused."""

from collections.abc import Callable
from typing import Any

import pytest

from quorate import Ballot, NonVote, Question, Seat, tally
from quorate.core.errors import DocumentError
from quorate.protocols.judges.verdict import judges as judges_verdict

Document = dict[str, Any]
Making = Callable[[str, str], Document]


def magi(one: str, other: str) -> Document:
    votes = [{"perspective": one, "position": "GO", "confidence": 80}, {"engine": other, "error": "absent"}]
    return {"protocol": "magi", "votes": votes}


def judges(one: str, other: str) -> Document:
    votes = [{"judge": name, "option": "A", "confidence": "HIGH"} for name in (one, other)]
    return {"protocol": "judges", "recommendations": votes}


def quorum(one: str, other: str) -> Document:
    votes = [{"agent_id": name, "vote": "resume", "authority_weight": 1} for name in (one, other)]
    return {"protocol": "quorum", "votes": votes}


def roster(one: str, other: str) -> Document:
    named = [{"agent_id": name, "authority_weight": 1} for name in (one, other)]
    return {"protocol": "quorum", "roster": named, "votes": [{"agent_id": one, "vote": "resume"}]}


def evidence(one: str, other: str) -> Document:
    votes = [{"agentId": name, "vote": "accept"} for name in (one, other)]
    return {"protocol": "evidence", "question": "It holds", "votes": votes}


SEATS: list[tuple[Making, str]] = [
    (magi, "votes[1].engine"),
    (judges, "recommendations[1].judge"),
    (quorum, "votes[1].agent_id"),
    (roster, "roster[1].agent_id"),
    (evidence, "votes[1].agentId"),
]


def options_of(protocol: str) -> Making:
    def document(one: str, other: str) -> Document:
        made = {"magi": magi, "judges": judges, "quorum": quorum, "evidence": evidence}[protocol]("a", "b")
        for vote in made["votes"] if protocol == "evidence" else ():
            vote["option"] = one
        return {**made, "question": {"subject": "Which?", "options": [one, {"id": other}]}}

    return document


OPTIONS: list[tuple[Making, str]] = [
    (options_of(protocol), "question.options[1]") for protocol in ("magi", "judges", "quorum", "evidence")
]
CLASHES = [
    "LOGOS",
    " logos ",
    "Ｌｏｇｏｓ",
    "Lo\u200bgos",
    "Logos\u3164",
    "Lоgos",
    "Lo\u202egos",
    "Lo\x1bgos",
    "Lo\ngos",
    "Logos\n",
]


@pytest.mark.parametrize("other", CLASHES, ids=ascii)
@pytest.mark.parametrize(("document", "place"), SEATS + OPTIONS)
def test_names_that_clash_or_steer_are_refused(document: Making, place: str, other: str) -> None:
    with pytest.raises(DocumentError) as refused:
        tally(document("Logos", other))
    assert [problem.field for problem in refused.value.problems] == [place]


@pytest.mark.parametrize("other", ["Pathos", "Logos2", "論理", "Логика", "Λόγος", "علی\u200cرضا"])
@pytest.mark.parametrize(("document", "place"), SEATS + OPTIONS)
def test_other_names_stand_beside_each_other(document: Making, place: str, other: str) -> None:
    assert place
    assert tally(document("Logos", other)).receipt


@pytest.mark.parametrize("option", ["abstain", "ＡＢＳＴＡＩＮ", "AB\u200bSTAIN", "АBSTAIN"], ids=ascii)
def test_no_option_of_judges_looks_like_an_abstention(option: str) -> None:
    with pytest.raises(DocumentError, match="any other id: ABSTAIN is an abstention"):
        tally(options_of("judges")("A", option))


def recommended(*options: str, listed: tuple[str, ...] = ()) -> Document:
    votes = [{"judge": f"j{n}", "option": option} for n, option in enumerate(options)]
    return {"protocol": "judges", "recommendations": votes, **({"options": list(listed)} if listed else {})}


def test_recommendations_of_one_option_are_counted_together_in_the_spelling_of_the_first() -> None:
    verdict = tally(recommended("Alpha", "alpha", "Al\u200bpha", "Ａｌｐｈａ"))
    assert (verdict.result, verdict.choice, verdict.receipt.heads) == ("UNANIMOUS", "Alpha", {"Alpha": 4})


def test_recommendations_are_counted_for_the_listed_option_that_they_name() -> None:
    verdict = tally(recommended("a", "Ａ", "A\u200b", "ａｂｓｔａｉｎ", listed=("A", "B")))
    assert (verdict.result, verdict.receipt.heads) == ("UNANIMOUS", {"A": 3, "B": 0})


@pytest.mark.parametrize("other", ["А", "A\u202e", "A\n", "АBSTAIN"], ids=ascii)
def test_recommended_options_that_look_alike_or_steer_are_refused(other: str) -> None:
    with pytest.raises(DocumentError) as refused:
        tally(recommended("A", "A", other))
    assert [problem.field for problem in refused.value.problems] == ["recommendations[2].option"]


@pytest.mark.parametrize("option", ["\u200b", "\u2800", "\u3164", " "], ids=ascii)
def test_a_recommendation_that_cannot_be_seen_is_none(option: str) -> None:
    seats = [Seat(name) for name in "abc"]
    counted = judges_verdict(Question("Which?"), [Ballot(seat, option) for seat in seats])
    for verdict in (tally(recommended(option, option, option)), counted):
        assert (verdict.result, verdict.action) == ("INSUFFICIENT_DATA", "ask")
        assert [one.kind for one in verdict.receipt.roster if isinstance(one, NonVote)] == ["unreadable"] * 3


def answered(document: Making, one: str, other: str) -> Document:
    made = document("first", "second")
    votes = made["recommendations" if "recommendations" in made else "votes"]
    votes[1].pop("error", None)
    for vote, name in zip(votes, (one, other), strict=True):
        vote["answered_by"] = name
    return made


ANSWERED = [(judges, "recommendations"), (quorum, "votes"), (evidence, "votes")]


@pytest.mark.parametrize("other", ["аnn", "ann\u202e", "\x1bann", "ann\n"], ids=ascii)
@pytest.mark.parametrize(("document", "votes"), ANSWERED)
def test_voters_that_look_alike_or_steer_are_refused(document: Making, votes: str, other: str) -> None:
    with pytest.raises(DocumentError) as refused:
        tally(answered(document, "ann", other))
    assert [problem.field for problem in refused.value.problems] == [f"{votes}[1].answered_by"]


@pytest.mark.parametrize("other", ["ann", "Ann", "ａｎｎ", "a\u200bnn"], ids=ascii)
@pytest.mark.parametrize(("document", "votes"), ANSWERED)
def test_one_voter_may_answer_for_several_seats_and_is_flagged(document: Making, votes: str, other: str) -> None:
    assert votes
    assert "SHARED_VOTER" in tally(answered(document, "ann", other)).flags
