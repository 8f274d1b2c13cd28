"""What can happen at a gate. The record stamps the time, the place and the author."""

from typing import NamedTuple


class CallAsked(NamedTuple):
    """A call became a question; `deliberation` is where it is decided."""

    action: str
    deliberation: str


class CallJudged(NamedTuple):
    """What a gate that only advises would have decided."""

    action: str
    decision: str
    code: str
    deliberation: str = ""


class WindowGranted(NamedTuple):
    """A person lets a call be repeated: in one session and folder, for some time and so many uses.

    `pattern` is its exact input, as JSON.
    """

    program: str
    session: str
    folder: str
    tool: str
    pattern: str
    until: str
    uses: int


class WindowUsed(NamedTuple):
    """A call passed because of the window."""

    action: str


class WindowClosed(NamedTuple):
    """The window was closed before its end."""

    reason: str = ""


CallEvent = CallAsked | CallJudged
WindowEvent = WindowGranted | WindowUsed | WindowClosed
GateEvent = CallAsked | CallJudged | WindowGranted | WindowUsed | WindowClosed
