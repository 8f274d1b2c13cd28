"""Calls that touch Quorate itself: its settings, its record, the hooks, or the program other than to read."""

import re
from typing import NamedTuple

from quorate.gate.call_pattern import Resolve
from quorate.gate.shell_words import simple_commands, stripped
from quorate.gate.tool_call import ToolCall, texts_in

# fmt: off
READS = frozenset([
    "log", "show", "inbox", "explain", "retally", "voters", "verify", "schema", "tally", "read", "validate", "engines",
])
"""Commands that change nothing. Those that write a file are not among them."""
_MOVES = frozenset([
    "cp", "chmod", "chown", "install", "ln", "mv", "rm", "rmdir", "rsync", "shred", "tar", "touch", "truncate",
    "unlink", "unzip",
])
# fmt: on
_NAMES = re.compile(
    r"""(?<![\w.-])quorate(?=$|[\s;&|)<>`"'])|-m\s*quorate|quorate_|quorate\.(?:toml|db)|qk_[0-9a-f]"""
    r"""|\.(?:claude|codex|gemini)\b|hooks\.json"""
)
_LONGEST_PATH = 4096


class OwnGround(NamedTuple):
    """Real paths of what nobody but the user changes: settings, the record, the hooks' settings."""

    paths: tuple[str, ...]


def touches(call: ToolCall, ground: OwnGround, resolve: Resolve) -> str:
    """A code for what of ours the call touches; empty where it is none that can be seen."""
    command = call.command
    if command is not None and (found := _in_command(command, ground, resolve)):
        return found
    texts = [text for text in texts_in(call.input) if text != command]
    return "own_path" if any(_is_ours(text, ground, resolve) for text in texts) else ""


def _in_command(command: str | tuple[str, ...], ground: OwnGround, resolve: Resolve) -> str:
    commands = simple_commands(command) if isinstance(command, str) else (command,)
    if commands is None:
        assert isinstance(command, str)
        return "own_name" if _NAMES.search(stripped(command)) else ""
    for words in commands:
        if found := _in_words(words, ground, resolve):
            return found
    return ""


def _in_words(words: tuple[str, ...], ground: OwnGround, resolve: Resolve) -> str:
    program = words[0].rpartition("/")[2].casefold()
    if program == "quorate":
        return "" if _only_reads(words) else "own_program"
    if _NAMES.search(" ".join(words).casefold()):
        return "own_name"
    parts = [part for word in words for part in (word, *word.split("=")[1:])]
    if any(_is_ours(part, ground, resolve) for part in parts):
        return "own_path"
    if program in _MOVES and any(_is_around(part, ground, resolve) for part in parts[1:]):
        return "own_path"
    return ""


def _only_reads(words: tuple[str, ...]) -> bool:
    if words[1:] in ((), ("--help",), ("-h",), ("--version",)):
        return True
    return words[1] in READS and not any(word.startswith(("-o", "--o")) for word in words[2:])


def _is_ours(text: str, ground: OwnGround, resolve: Resolve) -> bool:
    found = _resolved(text, resolve)
    return bool(found) and any(found == one or found.startswith(one.rstrip("/") + "/") for one in _folded(ground))


def _is_around(text: str, ground: OwnGround, resolve: Resolve) -> bool:
    found = _resolved(text, resolve)
    return bool(found) and any(one.startswith(found.rstrip("/") + "/") for one in _folded(ground))


def _resolved(text: str, resolve: Resolve) -> str:
    if not text or len(text) > _LONGEST_PATH or "\0" in text or "\n" in text:
        return ""
    return resolve(text.removeprefix("file://")).casefold()


def _folded(ground: OwnGround) -> list[str]:
    return [path.casefold() for path in ground.paths]
