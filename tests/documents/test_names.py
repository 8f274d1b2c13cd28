"""Names in tally documents: seats and options that are one, look like one, or steer a terminal are refused."""

from collections.abc import Callable
from typing import Any

import pytest

from quorate import tally
from quorate.core.errors import DocumentError

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
