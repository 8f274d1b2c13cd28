"""What can be started before a question is even read: calls come from a process that takes a while to start."""

from typing import TYPE_CHECKING

from quorate.app.question.panel_choice import PanelWishes
from quorate.deliberation.framing import ENGINE, ENGINES, SIMPLE
from quorate.voters import kind_of

if TYPE_CHECKING:
    from quorate.app.app import Surroundings

_CALLED = frozenset((*ENGINES, "openai", "api", "command"))


def expect_calls(known: "Surroundings", panel: PanelWishes) -> None:
    """Prepares the calls of the panel that is wished for, if it has any. Nothing depends on it but the time."""
    kinds = {kind_of(seat.partition("=")[2])[0] for seat in panel.seats}
    if kinds & _CALLED or (not panel.seats and panel.mode in (SIMPLE, ENGINE)):
        known.calls().prepare()
