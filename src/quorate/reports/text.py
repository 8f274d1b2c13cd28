"""Outside text made safe to show, and text measured, padded and wrapped as a terminal shows it."""

import re
from collections.abc import Iterator

from quorate.core.text import escaped_sign, without_escapes

# patterns are compiled where a text needs them: most texts do not
_CONTROLS = "[\x00-\x09\x0b-\x1f\x7f]"
# printable by name, yet nothing is seen: variation selectors and fillers
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(map(chr, range(0xFE00, 0xFE10)))
_NARROW = frozenset(map(chr, (*range(0x20, 0x7F), *range(0x2500, 0x25A0), 0x2192, 0x2026)))
_NEVER_FIRST = frozenset("、。，．・：；？！」』）］｝〉》】〕ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ…")
_NEVER_LAST = frozenset("「『（［｛〈《【〔")
UNKNOWN = "\ufffd"
_ESCAPED = {"\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
Word = tuple[str, bool]


def clean(text: str) -> str:
    """The text without anything that steers a terminal, reorders or hides text; line ends stay."""
    if text.isascii() and text.isprintable():
        return text
    text = without_escapes(text.replace("\r\n", "\n").replace("\r", "\n")).replace("\t", " ")
    if text.isascii():
        return re.sub(_CONTROLS, "", text)
    return "".join(_seen(char) for char in text)


def _seen(char: str) -> str:
    if char == "\n" or (char.isprintable() and char not in _UNSEEN and not 0xE0100 <= ord(char) <= 0xE01EF):
        return char
    if char.isprintable():
        return ""
    if char.isspace() and char > "\x9f":
        return "\n" if char in "\u2028\u2029" else " "
    from unicodedata import category

    return "" if category(char) in ("Cc", "Cf") else UNKNOWN


def escaped(text: str) -> str:
    """The text with all that hides or steers written as JSON escapes it; nothing is left out, and line ends stay."""
    return text.translate(
        {ord(char): _ESCAPED.get(char) or escaped_sign(char) for char in set(text) if clean(char) != char}
    )


def verbatim(text: str, width: int) -> list[str]:
    """Every line of an escaped text behind a bar, with its own spacing; what goes on from the line above has no bar."""
    lines = []
    for line in text.split("\n"):
        mark = "| "
        while mark == "| " or line:
            head = _head(line, max(2, width - 2)) or line[:1]
            lines.append((mark + head).rstrip())
            line, mark = line[len(head) :], "  "
    return lines


def one_line(text: str) -> str:
    """Cleaned, with every run of white space folded into one space."""
    return " ".join(clean(text).split())


def width_of(text: str) -> int:
    """How many columns a terminal needs: two for wide characters, none for combining ones."""
    return len(text) if _NARROW.issuperset(text) else sum(map(_columns, text))


def _columns(char: str) -> int:
    if char in _NARROW:
        return 1
    if char < " ":
        return 0  # a mark of ours for a colour: outside text has none after it was cleaned
    from unicodedata import category, east_asian_width

    if category(char) in ("Mn", "Me") or 0x1160 <= ord(char) <= 0x11FF:
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def pad(text: str, width: int, align: str = "<") -> str:
    """Filled with spaces up to the width: `<` at the right, `^` at both sides, `>` at the left."""
    room = max(0, width - width_of(text))
    before = {"<": 0, "^": room // 2, ">": room}[align]
    return " " * before + text + " " * (room - before)


def clip(text: str, width: int, mark: str) -> str:
    """Cut to the width; the mark says that something was cut."""
    if width_of(text) <= width:
        return text
    return _head(text, width - width_of(mark)) + mark


def _head(text: str, width: int) -> str:
    if text.isascii():
        return text[: max(0, width)]
    end = used = 0
    for char in text:
        used += _columns(char)
        if used > width:
            break
        end += 1
    return text[:end]


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """Lines no wider than the width, all but the first indented; wide characters break anywhere, others at spaces."""
    lines: list[str] = []
    for part in text.split("\n"):
        words = list(_words(part))
        while words:
            room = max(2, width - (indent if lines else 0))
            line, words = _filled(words, room)
            lines.append(" " * (indent if lines else 0) + line)
    return lines or [""]


def fitted(text: str, width: int, indent: int = 2) -> list[str]:
    """The line with its own spacing where it fits, else wrapped."""
    return [text] if "\n" not in text and width_of(text) <= width else wrap(text, width, indent)


def _filled(words: list[Word], room: int) -> tuple[str, list[Word]]:
    """One line of words, and the words that are left; a word too long for any line is cut."""
    line, used = "", 0
    for index, (word, spaced) in enumerate(words):
        gap = " " if line and spaced else ""
        used += len(gap) + width_of(word)
        if used > room and line:
            return line, words[index:]
        if used > room:
            head = _head(word, room) or word[0]
            return head, [(word[len(head) :], False), *words[index + 1 :]]
        line += gap + word
    return line, []


def _words(text: str) -> Iterator[Word]:
    """What stays together on a line, and whether a space stands before it."""
    for chunk in text.split():
        spaced = True
        for word in [chunk] if chunk.isascii() else _pieces(chunk):
            yield word, spaced
            spaced = False


def _pieces(chunk: str) -> list[str]:
    """A chunk without spaces cut between wide characters, closing marks kept with what they close."""
    pieces: list[str] = []
    for char in chunk:
        columns = _columns(char)
        last = pieces[-1] if pieces else ""
        if last and (columns == 0 or char in _NEVER_FIRST or last[-1] in _NEVER_LAST or _is_run(last, columns)):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _is_run(last: str, columns: int) -> bool:
    return columns == 1 and _columns(last[-1]) == 1
