"""How a gate is on the record: a stream for every window, and one for every call of a session."""

from collections.abc import Iterable
from typing import Any, NamedTuple, get_args

from quorate.deliberation.events import Stored
from quorate.deliberation.summary import Summary
from quorate.gate.gate_events import CallAsked, CallEvent, CallJudged, GateEvent, WindowEvent
from quorate.gate.window import Window, evolve_window

CALLS, WINDOWS = PREFIXES = ("call-", "window-")
GATE_KINDS = get_args(GateEvent)
_CALL_KINDS, _WINDOW_KINDS = get_args(CallEvent), get_args(WindowEvent)
_HASH = 40


class CallLog(NamedTuple):
    """How often a call was asked, and where; `spent` has those that were noted as what would have let it pass."""

    id: str
    position: int
    asked: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()

    @property
    def deliberation(self) -> str:
        """Where it was asked last."""
        return self.asked[-1] if self.asked else ""


GateState = CallLog | Window


def call_day(call_hash: str) -> str:
    """How the id of a call's stream begins."""
    return f"{CALLS}{call_hash[:_HASH]}-"


def call_stream(call_hash: str) -> str:
    """The stream of a call."""
    return f"{call_day(call_hash)}001"


def fold_gate(stream: str, history: Iterable[Stored]) -> GateState:
    """What a stream folds to. Raises ValueError where its events do not follow from each other."""
    events: list[Any] = [stored.event for stored in history]
    kinds = _WINDOW_KINDS if stream.startswith(WINDOWS) else _CALL_KINDS
    if not events or not all(isinstance(event, kinds) for event in events):
        raise ValueError("something happened at a gate that cannot")
    if stream.startswith(WINDOWS):
        window: Window | None = None
        for event in events:
            window = evolve_window(window, event, stream)
        assert window
        return window
    asked = tuple(event.deliberation for event in events if isinstance(event, CallAsked))
    spent = (one for one in events if isinstance(one, CallJudged) and one.decision == "allow" and one.deliberation)
    return CallLog(stream, len(events), asked, tuple(one.deliberation for one in spent))


def line_of(state: GateState) -> Summary:
    """What is looked up of it without its events."""
    if isinstance(state, CallLog):
        return Summary("call", state.id, state="asked")
    granted = state.granted
    is_over = state.is_closed or state.used >= granted.uses
    return Summary("window", granted.tool, granted.session, "closed" if is_over else "granted", decision=granted.until)
