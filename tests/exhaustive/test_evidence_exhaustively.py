"""All panels of up to five agents under evidence, on a claim and on two options."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from quorate import tally, to_json
from tests.exhaustive.comparing import Kind, Panel, differences, helped_by_failing, panels
from tests.naive import evidence as naive

CITED = {"file": "a.md"}
REPRODUCIBLE = {"file": "b.py", "reproducible": True, "command": "make check"}
COUNTER = {"id": "c", "file": "c.py", "reproducible": True, "command": "make break", "counter": True}
REBUTTAL = {"id": "r", "file": "d.py", "answers": "c"}

CLAIM: list[Kind] = [
    {"error": "timeout"},
    {"vote": "accept", "confidence": Fraction("0.5"), "evidence": [REPRODUCIBLE]},
    {"vote": "accept", "confidence": Fraction("0.81"), "evidence": [REPRODUCIBLE, CITED]},
    {"vote": "accept", "confidence": Fraction("0.8")},
    {"vote": "accept", "confidence": Fraction("0")},
    {"vote": "accept", "confidence": Fraction("0.5"), "evidence": [REPRODUCIBLE, REBUTTAL]},
    {"vote": "accept", "confidence": Fraction("0.9"), "evidence": [REPRODUCIBLE], "inferred": True},
    {"vote": "reject", "confidence": Fraction("0.5"), "evidence": [COUNTER]},
    {"vote": "reject", "confidence": Fraction("0.81"), "evidence": [CITED]},
    {"vote": "reject", "confidence": Fraction("0.6")},
    {"vote": "reject"},
    {"vote": "abstain", "evidence": [COUNTER]},
    {"vote": "abstain", "confidence": Fraction("0.3")},
]
OPTIONS: list[Kind] = [
    {"error": "error"},
    {"vote": "accept", "option": "Red", "confidence": Fraction("0.5"), "evidence": [REPRODUCIBLE]},
    {"vote": "accept", "option": " red ", "confidence": Fraction("0.85"), "evidence": [REPRODUCIBLE]},
    {"vote": "accept", "option": "Blue", "confidence": Fraction("0.7"), "evidence": [REPRODUCIBLE]},
    {"vote": "accept", "option": "Blue", "confidence": Fraction("0.85")},
    {"vote": "reject", "option": "Red", "confidence": Fraction("0.7"), "evidence": [COUNTER]},
    {"vote": "reject", "option": "Blue", "confidence": Fraction("0.5"), "evidence": [CITED]},
    {"vote": "reject", "option": "Red", "confidence": Fraction("0.9"), "evidence": [REPRODUCIBLE]},
    {"vote": "abstain"},
    {"vote": "abstain", "option": "Blue", "evidence": [COUNTER]},
]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"challengeRounds": 2, "exchanges": 3},
    {"challengeRounds": 1, "strict": True},
    {"challengeRounds": 2, "consensusThreshold": "0.9"},
]


def document(kinds: Sequence[Kind], panel: Sequence[int], settings: dict[str, Any]) -> dict[str, Any]:
    """The panel's votes as a tally document; counter-proofs of several agents get ids of their own."""
    votes = []
    for place, kind in enumerate(panel):
        items = [
            {**item, "id": f"{item['id']}{place}"} if item.get("counter") else item for item in _items(kinds[kind])
        ]
        votes.append({"agentId": f"s{place}", **kinds[kind], **({"evidence": items} if items else {})})
    first = next((i["id"] for v in votes for i in v.get("evidence", ()) if i.get("counter")), None)
    for vote in votes:
        kept = [i for i in vote.get("evidence", ()) if first or not i.get("answers")]
        if kept:
            vote["evidence"] = [{**i, "answers": first} if i.get("answers") else i for i in kept]
    options = {} if kinds is CLAIM else {"options": [{"option": "Red"}, {"option": "Blue"}]}
    return {"protocol": "evidence", "questionId": "Q", "question": "Is it so?", "votes": votes, **options, **settings}


def _items(kind: Kind) -> list[dict[str, Any]]:
    return kind.get("evidence") or []


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("kinds", [CLAIM, OPTIONS], ids=["claim", "options"])
def test_every_panel_is_counted_like_the_naive_count_does(kinds: list[Kind], settings: dict[str, Any]) -> None:
    for panel in panels(kinds, 5 if settings == SETTINGS[1] else 4):
        asked = document(kinds, panel, settings)
        different = differences(naive.count(asked), tally(asked), pivotal=True)
        assert not different, (asked, different)


@pytest.mark.parametrize("kinds", [CLAIM, OPTIONS], ids=["claim", "options"])
def test_a_failure_helps_no_panel(kinds: list[Kind]) -> None:
    settings = {"challengeRounds": 2, "exchanges": 3}

    def acted_on(panel: Panel) -> bool:
        return tally(document(kinds, panel, settings)).may_be_acted_on

    assert any(map(acted_on, panels(kinds, 4)))
    assert not helped_by_failing(
        panels(kinds, 4), acted_on, lambda kind: 0 if kinds[kind].get("vote") != "accept" else None
    )


@pytest.mark.parametrize(
    ("words", "seats"),
    [({"severity": "high", "status": "accepted"}, 4), ({"severity": "high"}, 3), ({"severity": "critical"}, 3)],
    ids=["accepted", "less severe", "critical"],
)
def test_what_a_document_says_of_conflicts_holds_for_the_pivotal_seats_too(words: dict[str, str], seats: int) -> None:
    for panel in panels(CLAIM, seats):
        asked = document(CLAIM, panel, {"challengeRounds": 2})
        derived = [c.id for c in tally(asked).conflicts]
        # where there is none, the first two are the same
        for named in {(*derived[:1],), (*derived[1:],), (*derived, "conflict_00000000")}:
            told = {**asked, "conflicts": [{"conflictId": one, **words} for one in named]}
            different = differences(naive.count(told), tally(told), pivotal=True)
            assert not different, (told, different)


def test_no_order_of_three_votes_changes_a_byte() -> None:
    for kinds in (CLAIM, OPTIONS):
        for panel in panels(kinds, 3):
            asked = document(kinds, panel, {})
            orders = permutations(asked["votes"])
            assert len({to_json(tally({**asked, "votes": list(order)})) for order in orders}) == 1
