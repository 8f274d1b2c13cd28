"""Calls that touch Quorate itself: its settings, its record, the hooks, or the program other than to read."""

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from quorate.gate.call_pattern import Resolve
from quorate.gate.shell_words import simple_commands, stripped
from quorate.gate.tool_call import ToolCall, texts_in

# fmt: off
READS = frozenset([
    "log", "show", "inbox", "explain", "retally", "voters", "verify", "schema", "tally", "read", "validate", "engines",
])
"""Commands that change nothing. Those that write a file are not among them."""
_LOOK_UPS = frozenset(["explain", "get", "inbox", "list", "log", "read", "report", "show", "wait"])
_MOVES = frozenset([
    "cp", "chmod", "chown", "install", "ln", "mv", "rm", "rmdir", "rsync", "shred", "tar", "touch", "truncate",
    "unlink", "unzip",
])
# fmt: on
_NAMES = re.compile(
    r"""(?<![\w.-])quorate(?=$|[\s;&|)<>`"'])|-m\s*quorate|quorate_|quorate\.(?:toml|db)|qk_[0-9a-f]"""
    r"""|\.(?:claude|codex|gemini)\b|hooks\.json"""
    r"""|\b(?:from|import)\b[^;]*\bquorate\b|quorate\.(?:app|config|gate|record|surfaces)\b"""
)
_LONGEST_PATH, _MOST_FOLDERS = 4096, 64
_GOES = frozenset({"cd", "chdir", "pushd", "popd"})
_ELSEWHERE = re.compile(r"-C(?P<short>.*)|--(?:chdir|directory|cwd|work-tree)(?:=(?P<long>.*))?")
_BETWEEN_WORDS = re.compile(r"[\s;&|<>()`$={},]+")
_HOME = re.compile(r"\$(?:HOME\b|\{HOME\})")
_HERE = re.compile(r"~\+|\$(?:PWD\b|\{PWD\})")
_PATH_KEYS = frozenset({"file", "filename", "target", "destination", "directory", "workdir", "cwd", "folder"})


class OwnGround(NamedTuple):
    """Real paths of what nobody but the user changes: settings, the record, the hooks' settings."""

    paths: tuple[str, ...]


def touches(call: ToolCall, ground: OwnGround, resolve: Resolve) -> str:
    """A code for what of ours the call touches; empty where it is none that can be seen."""
    if _is_own_tool(call.tool.casefold()):
        return "own_program"
    command = call.command
    if command is not None and (found := _in_command(command, ground, resolve)):
        return found
    if any(_is_strange(text) for text in _paths_in(call.input)):
        return "own_path"
    lines = (line for text in texts_in(call.input) if text != command for line in _lines(text))
    return "own_path" if any(_is_ours(line, ground, resolve) for line in lines) else ""


def _is_own_tool(tool: str) -> bool:
    """True for a tool of a server of ours, unless the first word of its name says that it only looks something up."""
    return "quorate" in tool and re.split("[_-]", tool.rpartition("__")[2])[0] not in _LOOK_UPS


def _lines(text: str) -> list[str]:
    """What may be a path in a text: the whole of it, and each of its lines."""
    return list(dict.fromkeys((text, *(line.strip() for line in text.splitlines()))))


def _paths_in(value: Any, key: str = "") -> Iterator[str]:
    """Every text under a key that names a path."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _paths_in(one, name.casefold())
    elif isinstance(value, list):
        for one in value:
            yield from _paths_in(one, key)
    elif isinstance(value, str) and (key in _PATH_KEYS or key.endswith("path")):
        yield value


def _is_strange(path: str) -> bool:
    """True for a path that a tool may read in another way than it is followed here."""
    return len(path) > _LONGEST_PATH or path != path.lstrip() or any(sign in path for sign in "\n\r\0")


def _in_command(command: str | tuple[str, ...], ground: OwnGround, resolve: Resolve) -> str:
    commands = simple_commands(command) if isinstance(command, str) else (command,)
    if commands is None:
        assert isinstance(command, str)
        return _in_opaque(command, ground, resolve)
    for words in commands:
        if found := _in_words(words, ground, resolve):
            return found
    return _in_other_folders([word for words in commands for word in words], ground, resolve)


def _in_opaque(command: str, ground: OwnGround, resolve: Resolve) -> str:
    text = stripped(command)
    if _NAMES.search(text):
        return "own_name"
    said = re.sub(r"""['"\\]""", "", _HERE.sub(".", _HOME.sub("~", command)))
    words = [word for word in _BETWEEN_WORDS.split(said) if word]
    is_ours = any(path in text for path in _folded(ground)) or any(_is_ours(word, ground, resolve) for word in words)
    if is_ours or (_moves(words) and any(_is_around(word, ground, resolve) for word in words)):
        return "own_path"
    return _in_other_folders(words, ground, resolve)


def _in_other_folders(words: list[str], ground: OwnGround, resolve: Resolve) -> str:
    """The same for words that are relative to a folder that the command goes to, as far as that can be told."""
    if not (targets := _targets(words)):
        return ""
    folders = [""]
    for target in targets:
        folders += [posixpath.join(folder, target) for folder in folders]
        if len(folders) > _MOST_FOLDERS:
            return "own_path"
    names = {posixpath.basename(path) for path in _folded(ground)}
    if any(names & set(word.casefold().split("/")) for word in words):
        return "own_path"
    paths = [posixpath.join(folder, word) for folder in folders for word in words if not word.startswith(("-", "~"))]
    is_around = _moves(words) and any(_is_around(path, ground, resolve) for path in paths)
    return "own_path" if is_around or any(_is_ours(path, ground, resolve) for path in paths) else ""


def _targets(words: list[str]) -> list[str]:
    """The folders that a command goes to; `~` stands for one that cannot be told."""
    found = []
    for index, word in enumerate(words):
        option = _ELSEWHERE.fullmatch(word)
        if word in _GOES or (option and not any(option.groups())):
            found.append(next((one for one in words[index + 1 :] if not one.startswith("-")), "~"))
        elif option:
            found.append(option["short"] or option["long"])
    return found


def _moves(words: Iterable[str]) -> bool:
    return any(word.rpartition("/")[2].casefold() in _MOVES for word in words)


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
