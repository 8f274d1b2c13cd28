"""Concerns are put on the record as they were stated, and counted by the kind that they state."""

from typing import Any

import pytest

from quorate.core.ballot import Ballot, Concern
from quorate.deliberation.counting import case_of
from tests.deliberation.playing import Play, approve, people, reject


def concerns_in(play: Play) -> tuple[Concern, ...]:
    ballot = case_of(play.session, play.session.rounds[0]).answers[0]
    assert isinstance(ballot, Ballot)
    return ballot.concerns


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("it is unsafe", Concern("it is unsafe", unstated=True)),
        ({"text": "安全でない"}, Concern("安全でない", unstated=True)),
        ("safety: heat", Concern("heat", "safety")),
        ("Security", Concern("", "security")),
        ({"kind": "safety", "text": "dear"}, Concern("dear", "safety")),
        ({"kind": "compliance", "text": "logs"}, Concern("compliance: logs", "safety", "compliance")),
    ],
)
def test_a_concern_counts_by_the_kind_that_it_states(said: Any, counted: Concern) -> None:
    play = Play(*people("a")).vote("a", reject(concerns=[said]))
    assert concerns_in(play) == (counted,)


@pytest.mark.parametrize(
    ("said", "needed", "note"),
    [
        (
            {"kind": "compliance", "text": "logs"},
            ("mitigation_plan",),
            ("unknown_concern_kind", "Sophia", "compliance"),
        ),
        ("people may die", (), ("concern_without_kind", "Sophia", "people may die")),
    ],
)
def test_a_kind_that_is_unknown_or_missing_is_noted_on_the_verdict(said: Any, needed: Any, note: Any) -> None:
    play = Play().votes(Logos=approve(), Pathos=approve(), Sophia=reject(concerns=[said]))
    assert play.session.verdict is not None
    assert play.session.verdict.requires == needed
    assert [tuple(one)[:3] for one in play.session.verdict.receipt.notes] == [note]
