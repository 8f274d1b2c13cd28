"""Plain commands: shell lines whose words are what they look like, and the patterns that let one pass.

A pattern such as `git diff ... --stat, -U<number>, -n <number>, <path>` has the first words of a command. Behind `...`
it lists what else may follow, in any order and as often as wanted. A command with any other word does not match.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

_WORD = (
    r"""(?:[A-Za-z0-9_./:,@%+^-]|(?<=[A-Za-z0-9_./:,@%+^-])=|(?<=[A-Za-z0-9^~])~"""
    r"""|'[^'\x00-\x1f\x7f]*+'|"(?:[^"$`\\!\x00-\x1f\x7f]|\\(?=[^"$`\\!\x00-\x1f\x7f]))*+")++"""
)
_LINE = re.compile(rf"[ \n]*+{_WORD}(?: ++{_WORD})*+[ \n]*+", re.ASCII)
_WORDS = re.compile(_WORD, re.ASCII)
_QUOTED = re.compile(r"""'([^']*+)'|"([^"]*+)\"""")
_SHELL_SIGNS = re.compile(r"[\s;&|<>()`${}=,]+")
_ITEM = re.compile(r"(?P<head>[^<\[]*)(?:<(?P<name>[a-z]+)>|\[(?P<letters>[A-Za-z0-9]+)\])?")
_PLAIN_VALUE = re.compile(r"[A-Za-z0-9_.,:@%+^~][A-Za-z0-9_.,:@%+^~=-]*", re.ASCII)
_LINES = re.compile(r"[0-9]+(?:,(?:[0-9]+|\$))?p", re.ASCII)
WILDCARD = re.compile(r"[*?\[{]")
_CLEAR = re.compile(r"\*{1,2}|\[+[\w.]+\]+|[\w*][\w*.-]*\.(?:\w+|\{[\w,]+\})")
"""A part of a glob that says what it is: all names, one sign, or names with an extension."""
LONGEST_LINE = 10_000
ANY, PATH, PROJECT, PATTERN = "any", "path", "project", "pattern"
PLACEHOLDERS = (ANY, "glob", "lines", "number", PATH, PATTERN, PROJECT, "word")
Within = Callable[[str, str], bool]
"""Tells whether a text is a path of this kind (`path` or `project`)."""


class CommandPattern(NamedTuple):
    """The first words of a command, and the options, options with a value, and operands that may follow them."""

    first: tuple[str, ...]
    others: tuple[tuple[str, ...], ...] = ()

    @property
    def line(self) -> str:
        """Return the pattern as a line of settings."""
        others = ", ".join(" ".join(item) for item in self.others)
        return " ".join(self.first) + (f" ... {others}" if others else "")

    @property
    def is_line(self) -> bool:
        """Return True if settings can say the pattern; a word may have a space or another sign in it."""
        try:
            return read_patterns(self.line) == (self,)
        except ValueError:
            return False

    def matches(self, words: tuple[str, ...], within: Within) -> bool:
        """Return True if a command begins with these words and goes on with nothing but what is listed."""
        first, rest = words[: len(self.first)], words[len(self.first) :]
        if len(first) < len(self.first) or not all(map(lambda i, w: fits(i, w, within), self.first, first)):
            return False
        has_operand = False
        while rest:
            length = self._length_of_next(rest, within, has_operand=has_operand)
            if not length:
                return False
            has_operand = has_operand or not rest[0].startswith("-")
            rest = rest[length:]
        return True

    def _length_of_next(self, words: tuple[str, ...], within: Within, *, has_operand: bool) -> int:
        """Return how many words the longest item takes that fits here; 0 if none does."""
        lengths = [
            len(item)
            for item in self.others
            if len(item) <= len(words)
            and not (has_operand and item == (f"<{PATTERN}>",))
            and all(fits(part, word, within) for part, word in zip(item, words, strict=False))
        ]
        return max(lengths, default=0)


def read_patterns(line: str) -> tuple[CommandPattern, ...]:
    """Return the patterns that a line of settings has. Raise ValueError with what is allowed instead.

    ` | ` stands between first words behind which the same may follow.
    """
    firsts, _, others = line.partition(" ... ")
    items = tuple(tuple(item.split()) for item in others.split(",") if others)
    patterns = tuple(CommandPattern(tuple(first.split()), items) for first in firsts.split(" | "))
    for pattern in patterns:
        _check_pattern(pattern)
    return patterns


def _check_pattern(pattern: CommandPattern) -> None:
    if not pattern.first or pattern.first[0].startswith(("<", "-")):
        raise ValueError("a pattern that begins with the name of a program")
    for item in (*((word,) for word in pattern.first), *pattern.others):
        if len(item) not in (1, 2) or any("..." in word for word in item):
            raise ValueError("words, then `...`, then options and operands with a comma between them")
        for word in item:
            parts = _ITEM.fullmatch(word)
            if item not in pattern.others and parts and parts["name"] in (ANY, PATTERN):
                raise ValueError(f"<{ANY}> and <{PATTERN}> only behind `...`")
            if not parts or parts["name"] not in (None, *PLACEHOLDERS):
                names = ", ".join(f"<{name}>" for name in PLACEHOLDERS)
                raise ValueError(f"a word, -[abc] for letters, or one of {names} at its end")


def fits(item: str, word: str, within: Within) -> bool:
    """Return True if a word is what an item of a pattern says, such as `--stat`, `-[la]`, `-U<number>` or `<path>`."""
    parts = _ITEM.fullmatch(item)
    if not parts or not word.startswith(parts["head"]):
        return False
    value = word.removeprefix(parts["head"])
    if parts["letters"]:
        return bool(value) and set(value) <= set(parts["letters"])
    if value.startswith("@") and parts["name"] != PATTERN:
        return False  # some programs read more words from the file behind it
    match parts["name"]:
        case None:
            return not value
        case "glob":
            return value.startswith("!") or (is_clear(value) and not value.startswith(("-", ".")))
        case "number":
            return value.isascii() and value.isdecimal()
        case "word":
            return bool(_PLAIN_VALUE.fullmatch(value))
        case "lines":
            return bool(_LINES.fullmatch(value))
        case "any" | "pattern":
            return bool(parts["head"]) or not value.startswith("-")
        case kind:
            return within(value, kind)


def words_of(line: str) -> tuple[str, ...] | None:
    """Return the words of a plain line; None if it is long, or has an invisible sign or one that a shell understands.

    Quotes may hold such signs, but double quotes none that a shell replaces.
    """
    if len(line) > LONGEST_LINE or not _LINE.fullmatch(line):
        return None
    words = [_QUOTED.sub(lambda quoted: quoted[1] or quoted[2] or "", word) for word in _WORDS.findall(line)]
    return tuple(words) if all(word.isprintable() for word in words) else None


def is_clear(glob: str) -> bool:
    """Return True if a text has no wildcards, or such that nobody can take for a hidden file or one with a secret."""
    return all(not WILDCARD.search(part) or _CLEAR.fullmatch(part) for part in glob.split("/"))


def tokens_of(line: str) -> list[str]:
    """Return the parts of any line between the signs of a shell, without quotes and backslashes."""
    return [token for token in _SHELL_SIGNS.split(without_quotes(line)) if token]


def without_quotes(line: str) -> str:
    """Return a line without the signs by which a word can be written in another way."""
    return line.translate({ord(sign): None for sign in "'\"\\"})
