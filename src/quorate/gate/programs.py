"""Which words of a command name programs that are run, and whether these may write a file of variables it names."""

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

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
