"""Shell commands that touch what is Quorate's own, as far as that can be told without a shell."""

import posixpath
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

from quorate.gate.call_pattern import Resolve
from quorate.gate.own_ground import OwnGround
from quorate.gate.shell_words import runs_others, simple_commands, stripped

# fmt: off
MOVES = frozenset([
    "cp", "chmod", "chown", "cpio", "install", "ln", "mv", "patch", "rm", "rmdir", "rsync", "shred", "tar", "touch",
    "truncate", "unlink", "unzip",
])
_WRITES = MOVES | frozenset([
    "aria2c", "awk", "bun", "checkout", "clean", "curl", "dd", "deno", "ed", "emacs", "ex", "gawk", "lua", "nano",
    "nvim", "osascript", "perl", "php", "pico", "restore", "ruby", "scp", "split", "sponge", "stash", "tclsh", "tee",
    "vi", "vim", "wget",
])
"""Programs, and commands of git, that write the files that they are given, or run code in which they are named."""
_RUNS_CODE = frozenset(["node", "python"])
_HAS_COMMANDS = frozenset([
    "apt", "apt-get", "brew", "bundle", "cargo", "conda", "dnf", "dotnet", "gem", "git", "go", "gradle", "hatch",
    "helm", "just", "make", "mvn", "npm", "pdm", "pip", "pipx", "pnpm", "poetry", "pre-commit", "uv", "yarn",
])
"""Programs whose words are commands of their own, such as `install`."""
_RUNS = frozenset(["--", "--exec", "-x", "dlx", "exec", "foreach", "run", "x"])
"""Behind these even they run other programs."""
# fmt: on
_EXECUTES = frozenset(["-exec", "-execdir", "-ok", "-okdir"])
_OUTPUT = re.compile(r"-delete|-fls|-fprint.*|-[oO].*|--out(?:put|file)?(?:-\w+)?(?:=.*)?")
_EDITS = frozenset(["gsed", "sed", "yq"])
_IN_PLACE = re.compile(r"-[a-zA-Z]*i.*|--in-place.*")
_READ_FROM = re.compile(r"--env-file[=\s]+\S+")
_TARGET = re.compile(r">+[|&]?\s*(\S*)")
_PLAIN_TARGET = re.compile(r"[\w./~+:@%,=-]+")
_SIGNS = re.compile(r"[;&|<>()`$={}!,\n]")
_UNKNOWN = re.compile(r"(?:^|[;&|(`\n{])\s*[$`]")
_CLEANING = re.compile(
    r"""find (?P<places>(?:[\w./][\w./-]* )+)(?:-type [fd] )?-i?name (?P<quote>["']?)(?P<name>[\w.*?~-]+)(?P=quote)"""
    r"""(?: -type [fd])?(?: -prune)?(?: -print0?)?"""
    r"""(?: -exec rm(?: -[rfv]+)? (?:\{\}|'\{\}'|"\{\}") (?:\+|\\;|';')| \| xargs(?: -0| -r)* rm(?: -[rfv]+)?)"""
)
_KEPT = ("hooks.json", "settings.json", "settings.local.json", "x.py", "x.pth", "x.so", ".env", "python", "python3")
"""Names of files that a gate goes by, and such as those that it runs on."""


def name_of(word: str) -> str:
    """The name of a program that may be named by its path."""
    return word.rpartition("/")[2].casefold()


def programs_in(words: Iterable[str]) -> Iterator[str]:
    """The names that may be those of programs, but for commands of a program that has its own."""
    said = tuple(words)
    inside = ""
    for word in said:
        name = name_of(word)
        kind = name.rstrip("0123456789.") or name
        if inside and word in (_EXECUTES if inside == "find" else _RUNS):
            inside = ""
        elif not inside or _is_removal(inside, name, said):
            yield name
            inside = kind if kind in _HAS_COMMANDS or kind == "find" else ""


def _is_removal(inside: str, name: str, words: tuple[str, ...]) -> bool:
    """True for commands of git that remove or replace files, not only what it knows of them."""
    if inside != "git":
        return False
    return name in ("checkout", "clean", "mv", "restore", "stash") or (name == "rm" and "--cached" not in words)


def may_write(words: tuple[str, ...]) -> bool:
    """True where a program among these words may write a file that is among them."""
    names = set(programs_in(words))
    if not names.isdisjoint(_WRITES) or any(map(_OUTPUT.fullmatch, words)):
        return True
    return not _EDITS.isdisjoint(names) and any(map(_IN_PLACE.fullmatch, words))


def programs_in_text(text: str) -> list[str]:
    """The same for a text that only a shell understands, without quotes: behind each of its signs all begins anew."""
    return [name for part in _SIGNS.split(text) for name in programs_in(part.split())]


def text_may_write(text: str, words: Iterable[str]) -> bool:
    """True where a command that only a shell understands may write files that it names otherwise than as a target."""
    names = set(programs_in_text(text))
    kinds = {name.rstrip("0123456789.") for name in names}
    if not kinds.isdisjoint(_WRITES | _RUNS_CODE) or any(map(_OUTPUT.fullmatch, words)) or _UNKNOWN.search(text):
        return True
    unknown = any(not _PLAIN_TARGET.fullmatch(one) for one in redirected(text))
    return unknown or (not _EDITS.isdisjoint(names) and any(map(_IN_PLACE.fullmatch, words)))


def redirected(text: str) -> list[str]:
    """The targets of redirections, in a text without quotes; what is behind a sign of the shell is none of them."""
    return [re.split(r"[;&|<>()]", target)[0] for target in _TARGET.findall(text)]


def without_read_variables(text: str) -> str:
    """A text without the files from which a program is told to read variables."""
    return _READ_FROM.sub("", text)


def only_cleans(text: str, kept: Iterable[str]) -> bool:
    """True where a command does nothing but remove what `find` finds by a name that none of these has."""
    found = _CLEANING.fullmatch(re.sub(" +", " ", text.strip(" ")))
    if not found:
        return False
    pattern = found["name"].casefold()
    return not any(fnmatchcase(name.casefold(), pattern) for name in (*_KEPT, *kept))


# fmt: off
READS = frozenset([
    "log", "show", "inbox", "explain", "retally", "voters", "verify", "schema", "tally", "read", "validate", "engines",
])
"""Commands that change nothing. Those that write a file are not among them."""
_SEARCHES = frozenset(["ack", "ag", "egrep", "fd", "fgrep", "find", "grep", "rg", "rgrep", "zip"])
_FROM_HERE = frozenset(["ack", "ag", "fd", "find", "rg", "rgrep"])
"""Those that search the folder of the call where they name none."""
_LOOKS = frozenset([
    "cat", "cd", "cmp", "cut", "diff", "du", "egrep", "fgrep", "file", "grep", "head", "ls", "md5sum", "od", "pwd",
    "readlink", "realpath", "sha256sum", "stat", "strings", "tail", "test", "wc",
])
"""Programs that write no file, whatever their options."""
_HANDS_ON = frozenset(["parallel", "xargs"])
_SHELLS = frozenset(["bash", "dash", "eval", "ksh", "sh", "su", "watch", "zsh"])
_SOURCES = frozenset([".", "source"])
"""What follows these is run, not written."""
_UNPACKS = frozenset(["cpio", "patch", "unzip"])
"""Programs whose -d or -D is the folder that they write to."""
# fmt: on
_NAMES = re.compile(
    r"""(?<![\w.-])quorate(?=$|[\s;&|)<>`"'@=\[])|-m\s*quorate|quorate_|quorate\.(?:toml|db)|qk_[0-9a-f]"""
    r"""|\.(?:claude|codex|gemini)\b|hooks\.json"""
    r"""|\b(?:from|import)\b[^;]*\bquorate\b|quorate\.(?:app|config|gate|record|surfaces)\b"""
)
_MOST_FOLDERS = 64
_GOES = frozenset({"cd", "chdir", "pushd", "popd"})
_ELSEWHERE = re.compile(r"-C(?P<short>.*)|--(?:chdir|directory|cwd|work-tree)(?:=(?P<long>.*))?")
_UNPACKED = re.compile(r"-[dD](?P<short>.*)|--(?:directory)(?:=(?P<long>.*))?")
_BETWEEN_WORDS = re.compile(r"[\s;&|<>()`$={},]+")
_HOME = re.compile(r"\$(?:HOME\b|\{HOME\})")
_HERE = re.compile(r"~\+|\$(?:PWD\b|\{PWD\})")


def command_touches(command: str | tuple[str, ...], ground: OwnGround, resolve: Resolve) -> str:
    """A code for what of ours a command touches; empty where it is none that can be seen."""
    commands = simple_commands(command) if isinstance(command, str) else (command,)
    if commands is None:
        assert isinstance(command, str)
        return _in_opaque(command, ground, resolve)
    for words in commands:
        if found := _in_words(words, ground, resolve):
            return found
    programs = [name for words in commands for name in programs_in(words)]
    named = [part for words in commands for part in _given(words)]
    said = [word for words in commands for word in words]
    variables = [part for words in commands if may_write(words) for part in words]
    if not _HANDS_ON.isdisjoint(programs) and may_write(tuple(said)):  # what one prints is what the other is given
        variables = said
    if any(ground.starts_with(word, resolve) for word in variables):
        return "own_path"
    return _in_other_folders(said, ground, resolve, _Written(programs, named, variables))


def _in_words(words: tuple[str, ...], ground: OwnGround, resolve: Resolve) -> str:
    program, is_own = name_of(words[0]), name_of(words[0]) == "quorate"
    if is_own and not _only_reads(words):
        return "own_program"
    if not is_own and _NAMES.search(" ".join(words).casefold()):
        return "own_name"
    said = words[1:] if is_own else words
    parts = [part for word in said for part in (word, *word.split("=")[1:])]
    if any(ground.hides(part, resolve) for part in parts):
        return "own_path"
    given = [part for word in _given(words) for part in (word, *word.split("=")[1:])]
    if any(ground.runs_on(part, resolve) for part in given):
        return "own_path"
    if may_write(words) and any(ground.starts_with(part, resolve) for part in parts):
        return "own_path"
    around = list(programs_in(words)) if runs_others(program) else [program]
    scripts = [] if _SHELLS.isdisjoint(around) else [word for word in words if " " in word]
    if any(command_touches(script, ground, resolve) for script in scripts):
        return "own_path"
    return "own_path" if _is_around(around, parts, ground, resolve) else ""


def _given(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words that may be files to write: neither what is run, nor those of a program that only looks."""
    program = name_of(words[0])
    if program in _LOOKS:
        return ()
    return words[2:] if program in _SOURCES else words[1:]


def _in_opaque(command: str, ground: OwnGround, resolve: Resolve) -> str:
    text = stripped(command)
    if _NAMES.search(text):
        return "own_name"
    said = re.sub(r"""['"\\]""", "", _HERE.sub(".", _HOME.sub("~", command)))
    words = _split(said)
    given = words[1:] if words and said.lstrip().startswith(words[0]) else words  # the first is what is run
    programs = [] if only_cleans(command, ground.names) else programs_in_text(said)
    variables = _variables_written(said)
    is_ours = any(path.casefold() in text for path in ground.paths) or any(ground.hides(one, resolve) for one in words)
    is_written = any(ground.runs_on(word, resolve) for word in given)
    if is_ours or is_written or any(ground.starts_with(word, resolve) for word in variables):
        return "own_path"
    if _is_around(programs, words, ground, resolve):
        return "own_path"
    return _in_other_folders(words, ground, resolve, _Written(programs, given, variables))


def _variables_written(said: str) -> list[str]:
    """The words of an opaque command that it may write, were they files of variables."""
    text = without_read_variables(said)
    words = _split(text)
    return words if text_may_write(text, words) else redirected(text)


def _split(text: str) -> list[str]:
    return [word for word in _BETWEEN_WORDS.split(text) if word]


def _is_around(programs: Iterable[str], places: Iterable[str], ground: OwnGround, resolve: Resolve) -> bool:
    """True where one of the programs moves or searches folders, and one of the places has something of ours in it."""
    names = set(programs)
    if not names.isdisjoint(MOVES) and any(ground.is_in(place, resolve) for place in places):
        return True
    searched = [*places, "."] if not names.isdisjoint(_FROM_HERE) else places
    return not names.isdisjoint(_SEARCHES) and any(ground.is_found_in(place, resolve) for place in searched)


class _Written(NamedTuple):
    """What a command runs, what of its words may be files that it writes, and which of variables it would."""

    programs: list[str]
    given: list[str]
    variables: list[str]


def _in_other_folders(words: list[str], ground: OwnGround, resolve: Resolve, written: _Written) -> str:
    """The same for words that are relative to a folder that the command goes to, as far as that can be told."""
    if not (targets := _targets(words)):
        return ""
    folders = [""]
    for target in targets:
        folders += [posixpath.join(folder, target) for folder in folders]
        if len(folders) > _MOST_FOLDERS:
            return "own_path"
    names = {posixpath.basename(path).casefold() for path in ground.paths}
    if any(names & set(word.casefold().split("/")) for word in words):
        return "own_path"
    paths = _joined(folders, ["", *words])
    is_ours = any(ground.hides(path, resolve) for path in paths)
    is_ours = is_ours or any(ground.runs_on(path, resolve) for path in _joined(folders, written.given))
    is_ours = is_ours or any(ground.starts_with(path, resolve) for path in _joined(folders, written.variables))
    return "own_path" if is_ours or _is_around(written.programs, paths, ground, resolve) else ""


def _joined(folders: list[str], words: Iterable[str]) -> list[str]:
    said = [word for word in words if not word.startswith(("-", "~"))]
    return [posixpath.join(folder, word) for folder in folders for word in said]


def _targets(words: list[str]) -> list[str]:
    """The folders that a command goes to; `~` stands for one that cannot be told."""
    found = []
    unpacks = any(name_of(word) in _UNPACKS for word in words)
    for index, word in enumerate(words):
        option = _ELSEWHERE.fullmatch(word) or (_UNPACKED.fullmatch(word) if unpacks else None)
        if word in _GOES or (option and not any(option.groups())):
            found.append(next((one for one in words[index + 1 :] if not one.startswith("-")), "~"))
        elif option:
            found.append(option["short"] or option["long"])
    return found


def _only_reads(words: tuple[str, ...]) -> bool:
    if words[1:] in ((), ("--help",), ("-h",), ("--version",)):
        return True
    return words[1] in READS and not any(word.startswith(("-o", "--o")) for word in words[2:])
