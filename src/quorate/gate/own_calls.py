"""Calls that touch Quorate itself: its settings, its record, the hooks, or the program other than to read."""

import re

from quorate.gate.call_pattern import Resolve, text_of
from quorate.gate.own_ground import OwnGround, is_strange
from quorate.gate.plain_command import tokens_of, without_quotes, words_of
from quorate.gate.tool_call import READERS, ToolCall, is_path_key, named_in, paths_in

# fmt: off
_LOOK_UPS = frozenset(["explain", "get", "inbox", "list", "log", "read", "report", "show", "wait"])
"""First words of our tools that only look something up."""
_COMMANDS_THAT_READ = frozenset([
    "--help", "--version", "-h",
    "engines", "explain", "inbox", "log", "read", "retally", "schema", "show", "tally", "validate", "verify", "voters",
])
"""Our commands that change nothing; with an option for a file that they write they are not among them."""
# fmt: on
_PROGRAM = "quorate"
_NAMES = re.compile(r"quorate_|quorate\.(?:toml|db)|qk_[0-9a-f]|\.(?:claude|codex|gemini)\b|hooks\.json")
"""Variables, files, keys and folders of ours, wherever they are in a shell line."""
_VARIABLES = re.compile(r"\$HOME\b|\$\{HOME\}|\$PWD\b|\$\{PWD\}|~\+")
_MEANINGS = {"HOME": "~", "PWD": ".", "~+": "."}
PATH, PROGRAM = "own_path", "own_program"


Touch = tuple[str, str]


def touch_of(call: ToolCall, ground: OwnGround, resolve: Resolve) -> Touch | None:
    """Return a code for what of ours the call touches, and the part that says so; None if nothing can be seen."""
    first_word = re.split("[_-]", call.tool.rpartition("__")[2])[0].casefold()
    if _PROGRAM in call.tool.casefold() and first_word not in _LOOK_UPS:
        return PROGRAM, call.tool
    if call.command is not None and (touch := _touch_of_line(text_of(call.command), ground, resolve)):
        return touch
    reads = call.tool.casefold() in READERS
    for key, text in named_in(call):
        is_address = text.startswith(("http://", "https://")) and ".." not in text
        is_path = is_path_key(key) or text.startswith("file:")
        if (is_path and is_strange(text)) or (ground.hides(text, resolve) and (is_path or not is_address)):
            return PATH, text
        if not reads and (ground.runs_on(text, resolve) or ground.starts_with(text, resolve)):
            return PATH, text
    if call.command is None:
        for place in paths_in(call):
            if ground.is_found_in(place, resolve):
                return PATH, place
    return None


def is_delicate(call: ToolCall, ground: OwnGround, resolve: Resolve) -> bool:
    """Return True if a shell call names what the hook runs on or starts with, or a folder that has something of ours.

    Nobody can tell whether it reads or writes that, so no rule alone lets it pass. The folder of the call itself may be
    named, but not if our home is in it.
    """
    if call.command is None:
        return False
    if ground.is_found_in(".", resolve):
        return True
    here = resolve(call.folder)
    for token in dict.fromkeys(tokens_of(text_of(call.command))):
        is_around = ground.is_in(token, resolve) and resolve(token) != here
        if is_around or ground.runs_on(token, resolve) or ground.starts_with(token, resolve):
            return True
    return False


def _touch_of_line(line: str, ground: OwnGround, resolve: Resolve) -> Touch | None:
    """Return what of ours a shell line names. This tests words and never tries to understand the line."""
    if name := _NAMES.search(without_quotes(line).casefold()):
        return PATH, name[0]
    words, here = words_of(line) or (), resolve(".").casefold()
    is_look_up = words[:1] == (_PROGRAM,) and (words[1:2] or ("--help",))[0] in _COMMANDS_THAT_READ
    reads = is_look_up and not any(word.startswith(("-o", "--o")) for word in words)
    names = set() if words else {path.casefold().rpartition("/")[2] for path in ground.paths}
    tokens = tokens_of(_VARIABLES.sub(lambda variable: _MEANINGS[variable[0].strip("${}")], line))
    for number, token in enumerate(dict.fromkeys(tokens)):
        if not names.isdisjoint(token.casefold().removeprefix(here).split("/")):
            return PATH, token
        if _is_program(token.casefold()) and not (reads and number == 0):
            return PROGRAM, token
        if ground.hides(token, resolve):
            return PATH, token
    return None


def _is_program(token: str) -> bool:
    """Return True for our program, also with a path or a version, and for a module of ours."""
    name = token.rpartition("/")[2].removeprefix("-m")
    return name.startswith(_PROGRAM) and name[len(_PROGRAM) : len(_PROGRAM) + 1] in ("", "@", "[", ".", "=", "~")
