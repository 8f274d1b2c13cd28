"""Windows: a person's grant for repetitions of one call, with an end and a number of uses."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, assert_never

from quorate.gate.call_pattern import Resolve
from quorate.gate.gate_events import WindowClosed, WindowEvent, WindowGranted, WindowUsed
from quorate.gate.tool_call import ToolCall

DEFAULT_MINUTES, MOST_MINUTES = 15, 8 * 60
MOST_USES = 100


class Window(NamedTuple):
    """A window as it is."""

    id: str
    position: int
    granted: WindowGranted
    used: int = 0
    is_closed: bool = False

    def is_open(self, now: str) -> bool:
        """True while it lets calls through."""
        return not self.is_closed and now < self.granted.until and self.used < self.granted.uses

    def is_for(self, call: ToolCall, resolve: Resolve) -> bool:
        """True where the call is of this kind, from this session and in this folder."""
        granted = self.granted
        place = (call.program, call.session, call.tool, resolve(call.folder))
        same = place == (granted.program, granted.session, granted.tool, resolve(granted.folder))
        return same and granted.pattern == exact_pattern(call.input)


def exact_pattern(call_input: Mapping[str, Any]) -> str:
    """Return the pattern of one exact input. Texts are compared, because 1 == True."""
    return json.dumps({"input": call_input}, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def evolve_window(window: Window | None, event: WindowEvent, stream: str = "") -> Window:
    """The window after an event."""
    if window is None:
        if not isinstance(event, WindowGranted):
            raise ValueError("a history of a window begins with WindowGranted")
        return Window(stream, 1, event)
    moved = window._replace(position=window.position + 1)
    match event:
        case WindowGranted():
            raise ValueError("a window is granted once")
        case WindowUsed():
            return moved._replace(used=window.used + 1)
        case WindowClosed():
            return moved._replace(is_closed=True)
        case _:
            assert_never(event)
