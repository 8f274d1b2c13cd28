"""Windows: a person's grant for calls of one kind, with an end and a number of uses."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, assert_never

from quorate.core.errors import InputError
from quorate.gate.call_pattern import ANY, PATH, WORD, CallPattern, Resolve, allows
from quorate.gate.gate_events import WindowClosed, WindowEvent, WindowGranted, WindowUsed
from quorate.gate.shell_words import is_plain
from quorate.gate.tool_call import COMMAND_KEYS, SHELL_TOOLS, ToolCall

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
    if "input" in pattern and "command" not in pattern and not pattern.get("structural"):
        return _text({"input": pattern["input"]}) == exact_pattern(call.input)  # as texts, because 1 == True
    wanted = CallPattern((call.tool,), tuple(pattern.get("command", ())), pattern.get("input", {}))
    is_total = call.command is not None or set(wanted.input) == set(call.input)
    return is_total and allows(wanted, call, resolve)


def exact_pattern(call_input: Mapping[str, Any]) -> str:
    """The pattern of one exact input."""
    return _text({"input": call_input})


def structural_pattern(tool: str, command: Iterable[str] = (), keys: Mapping[str, Any] | None = None) -> str:
    """The pattern of a command's words, or of the keys of an input. Raises InputError for one that is too wide."""
    words, named = tuple(command), dict(keys or {})
    if bool(words) == bool(named):
        raise InputError("a window is for the words of a command, or for the keys of an input: one of the two")
    if is_wide(words) or (named and (tool in SHELL_TOOLS or not named.keys().isdisjoint(COMMAND_KEYS))):
        raise InputError("a window has no wildcard over a shell command; name its words, or the exact input")
    if named and all(value == ANY for value in named.values()):
        raise InputError("a window for any input at all is too wide; name at least one value")
    return _text({"command": list(words)} if words else {"input": named, "structural": True})


def is_wide(words: tuple[str, ...]) -> bool:
    """True for words that leave open what is run: a wildcard, or a placeholder for what a program would run.

    A wrapper or an interpreter (`env`, `sudo`, `sh`, `make`) runs what its words say, and nobody knows what a file that
    is named by a path does. git runs some words too, but for a few of its commands; behind most options even these do.
    """
    if not words:
        return False
    if words[0].startswith("<") or any(ANY in word or "*" in word for word in words):
        return True
    opens = [index for index, word in enumerate(words) if word in (WORD, PATH)]
    if words[0] == "git" and words[1:2] and words[1] in _OF_GIT:
        before = (words[index - 1] for index in opens)
        return any(word.startswith("-") and word not in _OF_TEXT for word in before)
    return bool(opens) and not is_plain((words,))


def check_pattern(tool: str, pattern: str) -> None:
    """Raises InputError where a pattern is not one that `exact_pattern` or `structural_pattern` has made."""
    try:
        said = json.loads(pattern)
        match said:
            case {"input": dict(keys), **more} if not more:
                made = exact_pattern(keys)
            case {"input": dict(keys), "structural": True, **more} if not more:
                made = structural_pattern(tool, (), keys)
            case {"command": list(words), **more} if not more and all(isinstance(word, str) for word in words):
                made = structural_pattern(tool, words)
            case _:
                made = ""
    except (ValueError, RecursionError):
        made = ""
    if made != pattern:
        raise InputError("pattern: neither an exact input, nor the words of a command, nor keys of an input")


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
