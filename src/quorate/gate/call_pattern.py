"""Which calls a rule or a window is about: tools, plain commands and paths."""

import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

from quorate.gate.plain_command import LONGEST_LINE, PROJECT, CommandPattern, tokens_of, words_of
from quorate.gate.tool_call import (
    COMMAND_KEYS,
    FOLDER_KEYS,
    PLACE_KEYS,
    SHELL_TOOLS,
    ToolCall,
    is_path_key,
    keyed_texts,
    patched_paths,
    texts_in,
)

_HARMLESS = frozenset(
    ["description", "justification", "max_output_tokens", "run_in_background", "timeout", "timeout_ms", "yield_time_ms"]
)
"""Keys of a shell call that do not change what is run."""
_AROUND_PATCHES = frozenset(["*** Begin Patch", "*** End Patch", "*** End of File"])
_WILDCARD = re.compile(r"[*?\[{]")
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
    if call.command is None:
        is_inside = all(_is_among(pattern.paths, path, call, resolve) for path in paths_in(call))
        return not pattern.commands and (is_inside or not pattern.paths)
    words = words_of(call.command) if isinstance(call.command, str) else call.command
    is_shell = call.tool in SHELL_TOOLS or call.tool in pattern.tools
    if not words or len(text_of(words)) > LONGEST_LINE or not is_shell or _has_more(call, resolve):
        return False

    def within(text: str, kind: str) -> bool:
        return is_within(text, call.folder, resolve, or_folder=kind == PROJECT)

    return all(map(str.isprintable, words)) and any(one.matches(words, within) for one in pattern.commands)


def concerns(pattern: CallPattern, call: ToolCall, resolve: Resolve) -> bool:
    """Return True if a call may be what the pattern says, so that it is denied or asked; in doubt it is."""
    if not _is_tool(pattern, call):
        return False
    tokens = [] if call.command is None else tokens_of(text_of(call.command))
    if pattern.commands and not any(_has_in_order(command.first, tokens) for command in pattern.commands):
        return False
    paths = dict.fromkeys([*paths_in(call), *tokens])
    return not pattern.paths or any(_is_among(pattern.paths, path, call, resolve) for path in paths)


def text_of(command: str | tuple[str, ...]) -> str:
    """Return a command as one text."""
    return command if isinstance(command, str) else " ".join(command)


def paths_in(call: ToolCall) -> Iterator[str]:
    """Yield what a call names as paths: texts under keys for paths, the pattern of a glob, and the files of a patch.

    The tool of a server may read any text as one, so whatever may lead out of the folder is taken for a path.
    """
    is_servers = call.tool.startswith("mcp__")
    for key, text in keyed_texts(call.input):
        leads_out = is_servers and (text.startswith(("/", "~", "file:")) or "../" in text)
        if leads_out or is_path_key(key) or key in PLACE_KEYS:
            yield text
    if call.tool.casefold() == "glob":
        yield from texts_in(call.input.get("pattern"))
    if "patch" in call.tool.casefold():
        patched = [*patched_paths(call.input)]
        heads = [line for text in texts_in(call.input) for line in text.splitlines() if line.strip().startswith("***")]
        is_odd = any(line.strip() not in _AROUND_PATCHES and not [*patched_paths([line])] for line in heads)
        yield from patched if patched and not is_odd else ("",)  # which is no path, so that no rule lets it pass


def is_within(text: str, folder: str, resolve: Resolve, *, or_folder: bool) -> bool:
    """Return True for a path below a folder, links followed, or for the folder itself if that may be, but not in .git.

    A word that begins with a dash is an option, and an address is no path. Behind a wildcard there may be no way up.
    """
    head = _WILDCARD.split(text, maxsplit=1)[0]
    if not text or text.startswith(("-", "~", "file:")) or "://" in text or not text.isprintable():
        return False
    if head != text and ".." in text[len(head) :]:
        return False
    path, inside = resolve(head if head == text else head[: head.rfind("/") + 1] or "."), resolve(folder)
    is_inside = path.startswith(inside.rstrip("/") + "/") or (path == inside and or_folder)
    return is_inside and ".git" not in f"{path}/{text}".removeprefix(inside).casefold().split("/")


def _is_among(patterns: tuple[str, ...], text: str, call: ToolCall, resolve: Resolve) -> bool:
    path, folder = resolve(text).casefold(), resolve(call.folder).casefold().rstrip("/") + "/"
    inside = path.removeprefix(folder)
    names = [*inside.split("/"), text.casefold().rpartition("/")[2]]
    for pattern in map(str.casefold, patterns):
        if pattern == f"<{PROJECT}>":
            if is_within(text, call.folder, resolve, or_folder=True):
                return True
        elif "/" not in pattern:
            if any(fnmatchcase(name, pattern) for name in names):
                return True
        elif fnmatchcase(inside, pattern) or fnmatchcase(path, resolve(pattern)):
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
