"""Windows: a person's grant for calls of one kind, with an end and a number of uses."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, assert_never

from quorate.core.errors import InputError
from quorate.gate.call_pattern import CallPattern, Resolve, allows
from quorate.gate.gate_events import WindowClosed, WindowEvent, WindowGranted, WindowUsed
from quorate.gate.plain_command import CommandPattern
from quorate.gate.tool_call import ToolCall

WORD, NUMBER, PATH = "<word>", "<number>", "<path>"
DEFAULT_MINUTES, MOST_MINUTES = 15, 8 * 60
MOST_USES = 100
# fmt: off
_OF_GIT = frozenset([
    "add", "branch", "checkout", "commit", "diff", "fetch", "log", "merge", "mv", "pull", "push", "restore", "rm",
    "show", "stash", "status", "switch", "tag",
])
"""Commands of git whose words name revisions, remotes and files, not something to run."""
# fmt: on
_OF_TEXT = frozenset(["--", "--message", "-b", "-c", "-m"])
"""Options behind which these commands take a message, the name of a branch, or files."""


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
        return same and _is_like(json.loads(granted.pattern), call, resolve)


def _is_like(pattern: Mapping[str, Any], call: ToolCall, resolve: Resolve) -> bool:
    if "input" in pattern:
        return _text({"input": pattern["input"]}) == exact_pattern(call.input)  # as texts, because 1 == True
    return allows(CallPattern((call.tool,), (CommandPattern(tuple(pattern["command"])),)), call, resolve)


def exact_pattern(call_input: Mapping[str, Any]) -> str:
    """Return the pattern of one exact input."""
    return _text({"input": call_input})


def command_pattern(words: Iterable[str]) -> str:
    """Return the pattern of a command's words. Raise InputError if they leave open what is run."""
    words = tuple(words)
    if not words or is_wide(words):
        raise InputError("a window has no wildcard over what a shell runs; name its words, or the exact input")
    return _text({"command": list(words)})


def is_wide(words: tuple[str, ...]) -> bool:
    """Return True for words that leave open what is run.

    Any program may run what a placeholder stands for. Only some commands of git are known to take it as a revision, a
    remote or a file, and even these not behind most of their options.
    """
    opens = [index for index, word in enumerate(words) if word in (WORD, PATH)]
    if any(sign in word for word in words for sign in "<[*" if word not in (WORD, PATH, NUMBER)):
        return True
    if words[0] == "git" and words[1:2] and words[1] in _OF_GIT:
        before = (words[index - 1] for index in opens)
        return any(word.startswith("-") and word not in _OF_TEXT for word in before)
    return bool(opens) or words[0] == NUMBER


def _text(pattern: Mapping[str, Any]) -> str:
    return json.dumps(pattern, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


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
