"""A tool call as an agent program announces it, and the action that is voted on: the exact call as canonical JSON."""

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from quorate.core.errors import InputError
from quorate.deliberation.session import Session

CLAUDE, CODEX, GEMINI = PROGRAMS = ("claude", "codex", "gemini")
SHELL_TOOLS = frozenset({"Bash", "shell", "local_shell", "exec_command", "unified_exec", "run_shell_command"})
COMMAND_KEYS = ("command", "cmd", "script", "code", "chars")
FOLDER_KEYS = frozenset(["cwd", "dir", "dir_path", "directory", "folder", "workdir"])
GLOB_KEYS = frozenset(["files", "glob", "include", "include_pattern", "paths"])
PLACE_KEYS = GLOB_KEYS | {"base", "from", "root", "roots", "source", "to", "uri", "url"}
_SEARCHES = {"glob", "grep", "grep_files", "grep_search", "list_dir", "list_directory", "ls", "search_file_content"}
"""Tools that go through the folder of the call if they name none."""
READERS = _SEARCHES | {"lsp", "notebookread", "read", "read_file", "read_many_files", "view_image"}
_WRITERS = frozenset(["edit", "multiedit", "notebookedit", "replace", "write", "write_file"])
_PATCH, _PATCH_KEYS = "patch", frozenset(["command", "input", "patch"])
# fmt: off
_OTHER_KEYS = frozenset([
    "-a", "-b", "-c", "-i", "-n", "-o", "after", "allow_multiple", "anchor_line", "before", "case_sensitive",
    "cell_id", "cell_number", "cell_type", "character", "content", "context", "depth", "description", "edit_mode",
    "edits", "end_line", "exclude", "exclude_pattern", "expected_replacements", "explanation",
    "file_filtering_options", "fixed_strings", "head_limit", "ignore", "include_header", "include_siblings",
    "indentation", "instruction", "limit", "line", "max_levels", "max_lines", "max_matches_per_file", "mode",
    "multiline", "names_only", "new_source", "new_string", "offset", "old_string", "operation", "output_mode",
    "pages", "pattern", "prompt", "recursive", "replace_all", "respect_gemini_ignore", "respect_git_ignore",
    "start_line", "total_max_matches", "type", "usedefaultexcludes",
])
"""Keys of the programs' own tools that name no path."""
_CONTENT_KEYS = frozenset([
    "content", "description", "file_text", "instructions", "new_source", "new_string", "old_string", "pattern",
    "prompt", "query", "text",
])
"""Keys whose texts are no paths, even those of one line."""
# fmt: on
_MORE_OF_IT = ("args", "argv", "arguments")
_NO_SHELLS = ("apply_patch", "Skill")
_SHELLS = frozenset(
    f"{folder}{name}" for folder in ("", "/bin/", "/usr/bin/") for name in ("sh", "bash", "zsh", "dash")
)
_PATCHED = re.compile(
    r"(?:\*\*\* (?:Add|Delete|Update) File:|\*\*\* Move to:|---|\+\+\+|Index:|(?:rename|copy) (?:from|to))"
    r" +(?P<one>\S.*)"
    r"|diff --git (?P<two>.+)"
)
_AROUND_PATCHES = frozenset(["*** Begin Patch", "*** End Patch", "*** End of File"])
_LINE_END = re.compile("\r?\n")
"""Where the programs end a line of a patch, and nowhere else."""
_LONGEST = 1024 * 1024
MINUTES_VALID = 15
"""How long a permission that nobody has used is valid, and how long a refusal stands without being asked again."""


class ToolCall(NamedTuple):
    """What is about to be done: by which program, in which session and folder, with which tool and input."""

    program: str
    event: str
    session: str
    folder: str
    tool: str
    input: Mapping[str, Any]

    @property
    def action(self) -> str:
        """The exact call. Everything that is not ASCII is escaped, so that nothing in it can hide."""
        said = {
            "folder": self.folder,
            "input": self.input,
            "program": self.program,
            "session": self.session,
            "tool": self.tool,
        }
        return json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)

    @property
    def hash(self) -> str:
        """Names the call: the same from the same session has the same."""
        return sha256(self.action.encode()).hexdigest()

    @property
    def advice_hash(self) -> str:
        """The same for a gate that only advises: neither joins what the other has asked."""
        return sha256(b"advice on " + self.action.encode()).hexdigest()

    @property
    def command(self) -> str | tuple[str, ...] | None:
        """What a shell would run: a text, or words that no shell reads; None where it is no shell command.

        Of more than one key that may be the command, or one of another kind, only the tool knows what it runs.
        """
        said = [self.input[key] for key in COMMAND_KEYS if key in self.input]
        if self.tool in _NO_SHELLS:
            return None
        if not said:
            return "" if self.tool in SHELL_TOOLS else None
        said += [self.input[key] for key in _MORE_OF_IT if key in self.input]
        match said:
            case [str(text)]:
                return text
            case [[str(shell), str(option), str(text)]] if shell in _SHELLS and option in ("-c", "-lc"):
                return text
            case [[str(), *words]] if all(isinstance(word, str) for word in words):
                return tuple(said[0])
        return ";\n".join(["", *texts_in(said)])


def read_call(data: bytes, program: str) -> ToolCall:
    """What the program wrote to standard input. Raises InputError for whatever could be read in two ways."""
    if len(data) > _LONGEST:
        raise InputError(f"the call is longer than {_LONGEST} bytes")
    try:
        said = json.loads(data.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_number)
        call = ToolCall(
            program,
            _text(said, "hook_event_name"),
            _text(said, "session_id"),
            _text(said, "cwd"),
            _text(said, "tool_name"),
            said["tool_input"],
        )
        if not isinstance(call.input, dict):
            raise ValueError("tool_input")
        call.action.encode("ascii")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError(f"the call cannot be read; expected what {program} writes before a tool call") from None
    return call


def call_of_action(action: str) -> ToolCall:
    """The call that was voted on. Raises ValueError, KeyError or TypeError where the action is none."""
    said = json.loads(action, object_pairs_hook=_once)
    return ToolCall(said["program"], "", said["session"], said["folder"], said["tool"], said["input"])


def is_of_a_tool_call(session: Session) -> bool:
    """True where a gate waits for those who prove who they are, and the action looks like a call: for hints only."""
    if not (session.policy.gated and session.policy.keys_only):
        return False
    try:
        return call_of_action(session.question.action).action == session.question.action
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Two readers may take another one of two values for one key."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key twice")
    return found


def _no_number(name: str) -> float:
    raise ValueError(name)


def _text(said: Mapping[str, Any], key: str) -> str:
    value = said[key]
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError(key)
    return value


def is_path_key(key: str) -> bool:
    """Return True for a key whose value is one path."""
    return key in FOLDER_KEYS or key in ("destination", "file", "filename", "target") or key.endswith("path")


def keyed_texts(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text in an input with its key, and every key with the one above it; all below a path may be paths."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield key, name
            yield from keyed_texts(part, key if names_path(key) else name.casefold())
    elif isinstance(value, list):
        for part in value:
            yield from keyed_texts(part, key)


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text in an input, keys included."""
    return (text for _, text in keyed_texts(value))


def patched_paths(value: Any) -> Iterator[str]:
    """Yield the files that patches in an input name, also without the a/ and b/ of git."""
    for text in texts_in(value):
        for line in _LINE_END.split(text):
            if not (head := _PATCHED.fullmatch(line.strip(" \t"))):
                continue
            for word in (head["one"] or "", *(head["one"] or head["two"]).split()):
                path = word.strip(" \t").strip('"')
                yield from filter(None, (path, path.partition("/")[2]))


def has_known_keys(call: ToolCall) -> bool:
    """Return True if of every key in an input it is known whether it names a path."""
    keys = {key or text.casefold() for key, text in keyed_texts(call.input)}
    return (
        keys <= _PATCH_KEYS
        if _PATCH in call.tool.casefold()
        else all(key in _OTHER_KEYS or names_path(key) for key in keys)
    )


def names_path(key: str) -> bool:
    """Return True for a key of one path, of several, or of a glob."""
    return is_path_key(key) or key in PLACE_KEYS


def paths_in(call: ToolCall) -> Iterator[str]:
    """Yield what a call names as paths: texts under keys for them, else addresses in a prompt, and files of a patch.

    A search names at least the folder of the call. What cannot be seen is yielded as an empty text, which is no path.
    """
    tool, texts = call.tool.casefold(), [*keyed_texts(call.input)]
    found = [text for key, text in texts if names_path(key)]
    found = found or [word for key, text in texts if key == "prompt" for word in text.split() if "://" in word]
    found += texts_in(call.input.get("pattern")) if tool == "glob" else ()
    if _PATCH in tool:
        patched = [*patched_paths(call.input)]
        heads = [
            line.strip(" \t") for _, text in texts for line in _LINE_END.split(text) if line.strip().startswith("***")
        ]
        is_odd = any(line not in _AROUND_PATCHES and not [*patched_paths([line])] for line in heads)
        found += patched if patched and not is_odd else [""]
    yield from found or (["."] if tool in _SEARCHES else [])


def named_in(call: ToolCall) -> Iterator[tuple[str, str]]:
    """Yield what may be a path, with its key: of a tool that is known what it names as paths; of others every line."""
    if call.tool.casefold() in READERS | _WRITERS and has_known_keys(call):
        yield from ((key, text) for key, text in keyed_texts(call.input) if names_path(key))
        return
    yield from (("", path) for path in patched_paths(call.input))
    for key, text in keyed_texts(call.input):
        if key not in _CONTENT_KEYS and key not in COMMAND_KEYS:
            yield key, text
            yield from (("", line.strip()) for line in _LINE_END.split(text)[1:])
