"""What calls are made from is started as soon as it is likely that there will be any, and by nobody else."""

import os
from pathlib import Path

import pytest

from quorate.app.app import Surroundings
from quorate.app.question.cost_estimate import expect_calls
from quorate.app.question.panel_choice import PanelWishes
from quorate.voters.calls.process_tree import children

CALLED = [
    PanelWishes(seats=("a=person", "b=openai:m@http://127.0.0.1:1/v1")),
    PanelWishes(seats=("a=command:./ask --fast=yes",)),
    PanelWishes(seats=(" a = claude ",)),
    PanelWishes(mode="engine"),
    PanelWishes(mode="simple"),
]
NOT_CALLED = [
    PanelWishes(),
    PanelWishes(mode="auto"),
    PanelWishes(seats=("a=person:ben", "b=agent:bot", "c=scorecard", "nonsense", "")),
    PanelWishes(seats=("a=person",), mode="engine"),
]


def started_for(panel: PanelWishes, known: Surroundings) -> int:
    before = set(children(os.getpid()))
    expect_calls(known, panel)
    started = set(children(os.getpid())) - before
    known.calls().stop_all()
    return len(started)


@pytest.mark.parametrize("panel", CALLED)
def test_a_panel_with_calls_has_them_prepared(surroundings: Surroundings, panel: PanelWishes) -> None:
    assert started_for(panel, surroundings) == 1


@pytest.mark.parametrize("panel", NOT_CALLED)
def test_nothing_is_started_for_those_who_are_not_called(
    surroundings: Surroundings, panel: PanelWishes, tmp_path: Path
) -> None:
    assert started_for(panel, surroundings) == 0
    assert not (tmp_path / "home" / "calls").exists()
