"""Concerns are read once, before they are on the record; those that are there already are read as they were."""

from typing import Any

import pytest

from quorate.core.ballot import Ballot, Concern
from quorate.deliberation.counting import case_of
from quorate.deliberation.events import Cast
from tests.deliberation.playing import Play, approve, people, reject


def cast_of(play: Play) -> Cast:
    return next(stored.event for stored in play.history if isinstance(stored.event, Cast))


def concerns_in(play: Play) -> tuple[Concern, ...]:
    ballot = case_of(play.session, play.session.rounds[0]).answers[0]
    assert isinstance(ballot, Ballot)
    return ballot.concerns


@pytest.mark.parametrize(
    ("said", "kept", "counted"),
    [
        ("it is unsafe", {"kind": "safety", "text": "it is unsafe"}, Concern("it is unsafe", "safety")),
        ({"text": "安全でない"}, {"kind": "safety", "text": "安全でない"}, Concern("安全でない", "safety")),
        ("dear", {"kind": "other", "text": "dear"}, Concern("dear")),
        (
            {"kind": "compliance", "text": "logs"},
            {"kind": "compliance", "text": "logs"},
            Concern("compliance: logs", "safety", "compliance"),
        ),
    ],
)
def test_a_concern_is_put_on_the_record_with_its_kind(said: Any, kept: Any, counted: Concern) -> None:
    play = Play(*people("a")).vote("a", reject(concerns=[said]))
    assert cast_of(play).vote["concerns"] == [kept]
    assert concerns_in(play) == (counted,)


def test_an_unknown_kind_is_noted_on_the_verdict() -> None:
    play = Play().votes(
        Logos=approve(), Pathos=approve(), Sophia=reject(concerns=[{"kind": "compliance", "text": "logs"}])
    )
    assert play.session.verdict is not None
    assert play.session.verdict.requires == ("mitigation_plan",)
    assert [tuple(note)[:3] for note in play.session.verdict.receipt.notes] == [
        ("unknown_concern_kind", "Sophia", "compliance")
    ]
