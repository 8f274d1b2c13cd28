"""Which calls a rule or a window is about: tools, plain commands and paths."""

import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import NamedTuple

from quorate.gate.plain_command import LONGEST_LINE, PROJECT, WILDCARD, CommandPattern, is_clear, tokens_of, words_of
from quorate.gate.tool_call import (
    COMMAND_KEYS,
    FOLDER_KEYS,
    GLOB_KEYS,
    SHELL_TOOLS,
    ToolCall,
    has_known_keys,
    keyed_texts,
    named_in,
    paths_in,
    texts_in,
)

_HARMLESS = frozenset(
    ["description", "justification", "max_output_tokens", "run_in_background", "timeout", "timeout_ms", "yield_time_ms"]
)
"""Keys of a shell call that do not change what is run."""
_PIECES = re.compile(r"[:=,{}\s]")
"""Between the parts of a text that may be a name each, as in `HEAD:.env`."""
_ABSOLUTE = re.compile(r"[^/]*?[\[{?][^/]*/")
"""The beginning of a glob that may stand for an absolute path, as in `{/a,b}/c`."""
_ADDRESS = re.compile(
    r"https?://(?:[a-z0-9-]+\.)+(?!(?:home|internal|lan|local|localdomain|localhost)\b)[a-z]{2,}(?::[0-9]+)?(?:[/?#].*)?",
    re.ASCII | re.IGNORECASE,
)
"""An address of a host that has a name, and not one that only this machine or its network knows."""
_MOST_WORDS = 5_000
LONGEST_PATH = 4096
Resolve = Callable[[str], str]
"""The real, absolute path of a text, seen from the folder of the call."""


class CallPattern(NamedTuple):
    """A call fits if its tool, its plain command and its paths do; what is empty says nothing.

    Names of tools and paths may have wildcards; the path `<project>` stands for all that is in the folder of the call.
    """

    tools: tuple[str, ...] = ()
    commands: tuple[CommandPattern, ...] = ()
    paths: tuple[str, ...] = ()


def allows(pattern: CallPattern, call: ToolCall, resolve: Resolve) -> bool:
    """Return True if a call is wholly what the pattern says, so that it may pass. A shell call needs `commands`."""
    if not _is_tool(pattern, call):
        return False
    if ".git" in resolve(call.folder).casefold().split("/"):
        return False
    if call.command is None:
        return not pattern.commands and (not pattern.paths or _is_wholly_among(pattern.paths, call, resolve))
    words = command_words(call)
    is_shell = call.tool in SHELL_TOOLS or call.tool in pattern.tools
    if not words or len(text_of(words)) > LONGEST_LINE or not is_shell or _has_more(call, resolve):
        return False

    def within(text: str, kind: str) -> bool:
        is_inside = is_within(text, call.folder, resolve, or_folder=kind == PROJECT)
        return is_inside and is_clear(text.partition("::")[0])

    return all(map(str.isprintable, words)) and any(one.matches(words, within) for one in pattern.commands)


def concerns(pattern: CallPattern, call: ToolCall, resolve: Resolve) -> bool:
    """Return True if a call may be what the pattern says, so that it is denied or asked; in doubt it is."""
    if not _is_tool(pattern, call):
        return False
    tokens = tokens_of(text_of(call.command))
    if pattern.commands and not any(_has_in_order(command.first, tokens) for command in pattern.commands):
        return False
    return not pattern.paths or any(_is_among(pattern.paths, path, call, resolve) for path in _parts_of(call))


def is_too_long(call: ToolCall) -> bool:
    """Return True if a call has more different words than can be looked at in time."""
    return len(_parts_of(call) | {text for _, text in named_in(call)}) > _MOST_WORDS


def _parts_of(call: ToolCall) -> set[str]:
    """Return all that may be a path or a name in a call, also `.a` for `*.{a,b}`."""
    named = (text for _, text in named_in(call)) if call.tool.startswith("mcp") else paths_in(call)
    texts = {*named, *tokens_of(text_of(call.command)), *command_words(call)}
    parts = {part for text in texts for part in (text, *_PIECES.split(text))}
    return {*parts, *(f".{name}" for text in texts if "{" in text for name in _PIECES.split(text))} - {""}


def command_words(call: ToolCall) -> tuple[str, ...]:
    """Return the words of a plain command; none where it is no such command.

    `time` and `timeout N` in front change nothing about what is run.
    """
    words = (words_of(call.command) if isinstance(call.command, str) else call.command) or ()
    words = words[1:] if words[:1] == ("time",) else words
    is_timed = words[:1] == ("timeout",) and re.fullmatch("[0-9]+[smh]?", "".join(words[1:2]), re.ASCII)
    return words[2:] if is_timed else words


def text_of(command: str | tuple[str, ...] | None) -> str:
    """Return a command as one text."""
    return command if isinstance(command, str) else " ".join(command or ())


def is_within(text: str, folder: str, resolve: Resolve, *, or_folder: bool) -> bool:
    """Return True for a path below a folder, links followed, or for the folder itself if that may be, but not in .git.

    A word that begins with a dash is an option, and an address is no path. Behind a wildcard there may be no way up.
    Between colons is a path each, as in `HEAD:src/a.py`, but not behind two, as in `tests/test_a.py::test_b`.
    """
    if not text.strip(":") or not text.isprintable() or text.startswith(("-", "~", "file:")) or "://" in text:
        return False
    inside = resolve(folder)
    for part in filter(None, (text, *text.partition("::")[0].split(":"))):
        head = WILDCARD.split(part, maxsplit=1)[0]
        places = [part] if head == part else [part, head[: head.rfind("/") + 1] or "."]
        for path in map(resolve, places):
            is_inside = path.startswith(inside.rstrip("/") + "/") or (path == inside and or_folder)
            if not is_inside or ".git" in f"{path}/{part}".removeprefix(inside).casefold().split("/"):
                return False
        if ".." in part[len(head) :]:
            return False
    return True


def _is_wholly_among(patterns: tuple[str, ...], call: ToolCall, resolve: Resolve) -> bool:
    """Return True if a call names paths, all of them are clear and among those of a rule, and nothing else may be."""
    paths = [*paths_in(call)]
    globs = [text for key, text in keyed_texts(call.input) if key in GLOB_KEYS]
    listed = [*texts_in(call.input.get("pattern"))] if call.tool.casefold() == "glob" else []
    is_plain = all(map(str.isprintable, paths)) and all(map(is_clear, globs)) and not any(map(_ABSOLUTE.match, listed))
    is_known = bool(paths) and is_plain and has_known_keys(call)
    return is_known and all(_is_among(patterns, path, call, resolve) for path in paths)


def _is_among(patterns: tuple[str, ...], text: str, call: ToolCall, resolve: Resolve) -> bool:
    path, folder = resolve(text).casefold(), resolve(call.folder).casefold().rstrip("/") + "/"
    inside = path.removeprefix(folder)
    names = [*inside.split("/"), text.casefold().rpartition("/")[2]]
    for pattern in map(str.casefold, patterns):
        if pattern == f"<{PROJECT}>":
            is_it = is_within(text, call.folder, resolve, or_folder=True)
        elif pattern == "<web>":
            is_it = bool(_ADDRESS.fullmatch(text))
        elif "/" not in pattern:
            is_it = any(fnmatchcase(name, pattern) for name in names)
        else:
            is_it = fnmatchcase(inside, pattern) or fnmatchcase(path, resolve(pattern))
        if is_it:
            return True
    return False


def _has_more(call: ToolCall, resolve: Resolve) -> bool:
    """Return True if a shell call has, beside its command, keys that may change what is run."""
    folders = {key: value for key, value in call.input.items() if key in FOLDER_KEYS}
    is_elsewhere = any(not isinstance(at, str) or resolve(at) != resolve(call.folder) for at in folders.values())
    return is_elsewhere or not _HARMLESS.union(COMMAND_KEYS, folders).issuperset(call.input)


def _is_tool(pattern: CallPattern, call: ToolCall) -> bool:
    return not pattern.tools or any(fnmatchcase(call.tool, name) for name in pattern.tools)


def _has_in_order(words: tuple[str, ...], tokens: list[str]) -> bool:
    """Return True if a line has these words in this order; a program may be named by its path."""
    rest = iter([(token.casefold(), token.casefold().rpartition("/")[2]) for token in tokens])
    return all(any(word.casefold() in names for names in rest) for word in words if not word.startswith("<"))
