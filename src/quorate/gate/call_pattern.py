"""Which calls a rule or a window is about: a tool, and its input, word by word or key by key.

`<word>`, `<number>` and `<path>` stand for one plain word, a whole number, and a path within the folder of the call,
but never one into `.git`: what is written there decides what git runs.
`<any>` stands for any value of a key, but never for a part of a shell command.
"""

import re
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from quorate.gate.shell_words import OTHERS_HOME, is_plain, simple_commands, stripped
from quorate.gate.tool_call import COMMAND_KEYS, ToolCall

WORD, NUMBER, PATH, ANY = "<word>", "<number>", "<path>", "<any>"
_WORD = re.compile(r"[A-Za-z0-9_.,:@%+][A-Za-z0-9_.,:@%+-]*", re.ASCII)
_GIT = ".git"
_HARMLESS = frozenset({"description", "timeout"})
_FOLDERS = frozenset({"workdir", "dir_path", "directory", "cwd", "dir", "folder"})
"""Keys by which a command runs elsewhere, where its paths are others."""
Resolve = Callable[[str], str]
"""The real, absolute path of a text, seen from the folder of the call."""


class CallPattern(NamedTuple):
    """`tools` may end in `*`; of a shell command `command` has all words, and `input` names keys and their values."""

    tools: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    input: Mapping[str, Any] = {}


def allows(pattern: CallPattern, call: ToolCall, resolve: Resolve) -> bool:
    """True where a call is wholly what the pattern says, so that it may pass.

    A shell command has to be one that can be understood without a shell. Without `command` it also has to be plain.
    """
    if not _is_tool(pattern, call):
        return False
    if call.command is not None:
        return _has_no_more(pattern, call) and _allows_command(pattern, call, resolve)
    return not pattern.command and _fits_keys(pattern, call, resolve)


def concerns(pattern: CallPattern, call: ToolCall, resolve: Resolve) -> bool:
    """True where a call may be what the pattern says, so that it is refused or asked; in doubt it is."""
    if not _is_tool(pattern, call):
        return False
    if pattern.command and (call.command is None or not _may_be(pattern.command, call.command)):
        return False
    return _fits_keys(pattern, call, resolve)


def _fits_keys(pattern: CallPattern, call: ToolCall, resolve: Resolve) -> bool:
    return all(
        key in call.input and _fits(wanted, call.input[key], call.folder, resolve)
        for key, wanted in pattern.input.items()
    )


def _has_no_more(pattern: CallPattern, call: ToolCall) -> bool:
    """True where a shell call has, beside its command, only keys that change nothing or that the pattern names."""
    others = set(call.input) - set(COMMAND_KEYS)
    is_elsewhere = others & _FOLDERS or set(pattern.input) & set(COMMAND_KEYS)
    return not is_elsewhere and others <= _HARMLESS | set(pattern.input)


def _is_tool(pattern: CallPattern, call: ToolCall) -> bool:
    return not pattern.tools or any(fnmatchcase(call.tool, name) for name in pattern.tools)


def _commands(command: str | tuple[str, ...] | None) -> tuple[tuple[str, ...], ...] | None:
    return simple_commands(command) if isinstance(command, str) else (command or (),)


def _allows_command(pattern: CallPattern, call: ToolCall, resolve: Resolve) -> bool:
    commands = _commands(call.command)
    if commands is None or not _fits_keys(pattern, call, resolve):
        return False
    if not pattern.command:
        return is_plain(commands)
    if len(commands) != 1 or len(commands[0]) != len(pattern.command):
        return False
    pairs = zip(pattern.command, commands[0], strict=True)
    return all(wanted != ANY and _fits(wanted, word, call.folder, resolve) for wanted, word in pairs)


def _may_be(wanted: tuple[str, ...], command: str | tuple[str, ...]) -> bool:
    """True where one of the commands has these words anywhere, in this order, or an opaque one has all of them."""
    commands = _commands(command)
    words = [word for word in wanted if word not in (WORD, NUMBER, PATH, ANY)]
    if commands is None:
        text = stripped(command) if isinstance(command, str) else ""
        return all(word.casefold() in text for word in words)
    if any(_has_in_order(words, one) for one in commands):
        return True
    return not is_plain(commands) and all(any(word in said for one in commands for said in one) for word in words)


def _has_in_order(words: list[str], command: tuple[str, ...]) -> bool:
    """True where a command, or one that it may run, has these words; a program may be named by its path."""
    said = iter([(one.casefold(), one.casefold().rpartition("/")[2]) for one in command])
    return all(any(word.casefold() in names for names in said) for word in words)


def _fits(wanted: Any, said: Any, folder: str, resolve: Resolve) -> bool:
    match wanted:
        case "<any>":
            return True
        case "<word>":
            return isinstance(said, str) and bool(_WORD.fullmatch(said))
        case "<number>":
            return isinstance(said, int | str) and str(said).isascii() and str(said).isdecimal()
        case "<path>":
            return isinstance(said, str) and _is_within(said, folder, resolve)
    return type(wanted) is type(said) and bool(wanted == said)


def _is_within(said: str, folder: str, resolve: Resolve) -> bool:
    """True for a path in the folder, links followed; a word that begins with a dash is an option."""
    if not said or said.startswith("-") or not said.isprintable() or OTHERS_HOME.match(said):
        return False
    found, inside = resolve(said), resolve(folder)
    is_inside = found == inside or found.startswith(inside.rstrip("/") + "/")
    return is_inside and _GIT not in found.removeprefix(inside).casefold().split("/")
