"""Calls that touch Quorate itself: its settings, its record, the hooks, or the program other than to read."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from quorate.gate.call_pattern import Resolve
from quorate.gate.own_commands import command_touches
from quorate.gate.own_ground import OwnGround, is_strange, texts_under
from quorate.gate.tool_call import COMMAND_KEYS, ToolCall, texts_in

# fmt: off
_LOOK_UPS = frozenset(["explain", "get", "inbox", "list", "log", "read", "report", "show", "wait"])
_READERS = frozenset([
    "glob", "grep", "grep_files", "grep_search", "list_dir", "list_directory", "ls", "notebookread", "read",
    "read_file", "read_many_files", "search_file_content", "view_image",
])
"""Tools of the programs that write nothing."""
_SEARCHES = frozenset(["glob", "grep", "grep_files", "grep_search", "search_file_content"])
"""Those that go through the folder of the call where they name none."""
_PATH_KEYS = frozenset(["file", "filename", "target", "destination", "directory", "workdir", "cwd", "folder"])
_PLACE_KEYS = frozenset(["base", "dir", "from", "glob", "include", "paths", "root", "roots", "to"])
_CONTENT_KEYS = frozenset([
    "content", "description", "file_text", "instructions", "new_source", "new_string", "old_string", "pattern",
    "prompt", "query", "text",
])
"""Keys whose texts are no paths, even those of one line."""
# fmt: on
_READ_VERBS = frozenset(["fetch", "find", "get", "grep", "list", "read", "search", "show", "stat", "view"])
_OTHER_VERBS = frozenset(["and", "append", "create", "delete", "edit", "move", "or", "put", "replace", "set", "write"])
_BETWEEN_NAMES = re.compile(r"[_-]|(?<=[a-z])(?=[A-Z])")
_PATCHED = re.compile(
    r"(?:\*\*\* (?:Add|Delete|Update) File:|\*\*\* Move to:|---|\+\+\+|Index:|(?:rename|copy) (?:from|to)) +(?P<one>.+)"
    r"|diff --git (?P<two>.+)"
)


def touches(call: ToolCall, ground: OwnGround, resolve: Resolve) -> str:
    """A code for what of ours the call touches; empty where it is none that can be seen."""
    if _is_own_tool(call.tool.casefold()):
        return "own_program"
    command = call.command
    if command is not None and (found := command_touches(command, ground, resolve)):
        return found
    reads = _is_reader(call.tool)
    hides = ground.keeps if reads else ground.hides
    paths = [*texts_under(call.input, _is_path_key)]
    if any(is_strange(text) or hides(text, resolve) for text in paths) or _names_ours(call, ground, resolve):
        return "own_path"
    written: Iterable[str] = () if reads else _written(call.input)
    is_written = any(ground.runs_on(one, resolve) or ground.starts_with(one, resolve) for one in written)
    return "own_path" if is_written or _is_found(call, ground, resolve) else ""


def _is_reader(tool: str) -> bool:
    """True for a tool that writes nothing, or whose name says so."""
    words = [word.casefold() for word in _BETWEEN_NAMES.split(tool.rpartition("__")[2])]
    return tool.casefold() in _READERS or (words[0] in _READ_VERBS and _OTHER_VERBS.isdisjoint(words))


def _names_ours(call: ToolCall, ground: OwnGround, resolve: Resolve) -> bool:
    """True where a line of a text is the path of something that nobody touches; in prose fewer are taken for paths."""
    reads = _is_reader(call.tool)
    content = texts_under(call.input, _CONTENT_KEYS.__contains__)
    others = (text for text in _texts_but(call.input, _CONTENT_KEYS) if text != call.command)
    for line in (line for text in others for line in _lines(text)):
        owns = ground.has if reads or _is_address(line) else ground.owns
        if owns(line, resolve):
            return True
    return any(ground.has(line, resolve) for text in content for line in _lines(text))


def _is_address(text: str) -> bool:
    """True for an address of the web; as a path it would lead nowhere else than below the folder."""
    return text.startswith(("http://", "https://")) and ".." not in text


def _is_own_tool(tool: str) -> bool:
    """True for a tool of a server of ours, unless the first word of its name says that it only looks something up."""
    return "quorate" in tool and re.split("[_-]", tool.rpartition("__")[2])[0] not in _LOOK_UPS


def _is_path_key(key: str) -> bool:
    return key in _PATH_KEYS or key.endswith("path")


def _is_place_key(key: str) -> bool:
    return _is_path_key(key) or key in _PLACE_KEYS


def _is_found(call: ToolCall, ground: OwnGround, resolve: Resolve) -> bool:
    """True where a tool goes through a folder that has our home in it; a shell's command was looked at before."""
    if call.command is not None:
        return False
    tool = call.tool.casefold()
    places = [*texts_under(call.input, _is_place_key)]
    if tool == "glob":
        places += texts_under(call.input, "pattern".__eq__)
    if tool in _SEARCHES and not any(texts_under(call.input, _is_path_key)):
        places.append(call.folder)
    return any(ground.is_found_in(place, resolve) for place in places)


def _lines(text: str) -> Iterator[str]:
    """What may be a path in a text: the whole of it, each of its lines, and what the head of a patch names."""
    yield text
    yield from (line.strip() for line in text.splitlines())
    yield from _patched(text)


def _patched(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if not (found := _PATCHED.fullmatch(line.strip())):
            continue
        for word in (found["one"] or "", *(found["one"] or found["two"]).split()):
            path = word.strip().strip('"')
            yield path
            yield path.partition("/")[2]  # behind a/ and b/


def _written(value: Mapping[str, Any]) -> Iterator[str]:
    """What may be a path that is written: a text of one line that is no content, and what the head of a patch names."""
    yield from (text for text in _texts_but(value, _CONTENT_KEYS | {*COMMAND_KEYS}) if "\n" not in text)
    for text in texts_in(value):
        yield from _patched(text)


def _texts_but(value: Any, keys: frozenset[str], key: str = "") -> Iterator[str]:
    """Every text that is not under one of these keys, and every key, which may be the name of a file."""
    if isinstance(value, dict):
        yield from value
        for name, one in value.items():
            yield from _texts_but(one, keys, name.casefold())
    elif isinstance(value, list):
        for one in value:
            yield from _texts_but(one, keys, key)
    elif isinstance(value, str) and key not in keys:
        yield value
