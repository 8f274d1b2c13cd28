"""A text found in other texts, however it is spelled there, taken out of them, and the mark put in its place."""

import base64
import binascii
import html
import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

from quorate.core.ballot import BESIDES
from quorate.core.codec import json_line
from quorate.deliberation.redaction import IN_PLACE, in_place_of, text_hash
from quorate.record.codec import LEFT, REDACTED

SHORTEST = 4
SURE = 8  # characters from which on a text inside another one is no chance
_STEP = re.compile(r"[^.\[\]]+")
_OWN_WORDS = frozenset(
    {*BESIDES, "rationale", "reasoning", "detail", "text", "risk", "concern", "condition", "mitigation", "monitor"}
    | {"description", "question", "subject", "position"}
)

_ENDS = " .,;:!?\"'"
_LONGEST_PATTERN = 10_000
_MOST_PASSES = 8  # JSON in JSON in JSON: nobody means more than that
_HEX = "[0-9A-Fa-f]"
_ESCAPE = re.compile(
    rf"\\(?:u\{{(?P<a>{_HEX}{{1,6}})\}}|u(?P<b>{_HEX}{{4}})|U(?P<c>{_HEX}{{8}})|x(?P<d>{_HEX}{{2}})"
    r"|(?P<letter>[bfnrt])|(?P<sign>[ -/:-@\[-`{-~])|\r?\n[ \t]*)"
)
_LETTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_COLOURS = re.compile("\x1b\\[[0-9;]*[A-Za-z]")
_SPACE = r"\s[\s>#|]*"  # also a line break, and what quotations, comments and tables put behind it
_SPACES = re.compile(_SPACE)
_QUOTES = re.compile("''+")
_HIDDEN = {ord(sign): 0xE100 + place for place, sign in enumerate("0123456789abcdef")}
_SHOWN = {hidden: sign for sign, hidden in _HIDDEN.items()}
_STAND_IN = re.compile("\ue110([\ue100-\ue10f]{64})\ue111")
_ENCODINGS = ("utf-8", "latin-1", "utf-16-le", "utf-16-be", "shift_jis", "euc_jp", "gb18030")


class Sought(NamedTuple):
    """A text that is to go: whole, and inside other texts where it is long enough to be told from chance.

    `forms` are the text with the spellings of JSON, YAML and the like undone, `pieces` its lines in that form.
    """

    text: str
    is_part: bool
    forms: frozenset[str]
    pieces: frozenset[str]

    def is_in(self, text: str) -> bool:
        """True where the text is this one, or holds it, in any spelling."""
        if text == self.text:
            return True
        found = _forms(text).found
        if not self.is_part:
            return any(mine == one.strip() for mine in self.forms for one in found)
        return any(mine in one for mine in self.forms for one in found)

    def may_be_in(self, text: str) -> bool:
        """The same of what a program printed: also true for a line of the text, and where it cannot be made out."""
        if not self.is_part:
            return self.is_in(text)
        forms = _forms(text)
        return not forms.are_all or any(mine in one for mine in self.forms | self.pieces for one in forms.found)

    def tells(self, reason: str) -> bool:
        """True where a reason would tell the text: it is the text, holds it, or is a part of it; case is no matter."""
        said, gone = (_folded(one).strip().casefold() for one in (reason, self.text))
        held = re.search(rf"(?<!\w){re.escape(gone)}(?!\w)", said) if gone else None
        return self.is_in(reason) or said in gone or bool(held) or (self.is_part and gone in said)

    def without(self, text: str) -> str:
        """What is left of a text; nothing where it is this one, or holds it in a spelling that cannot be cut out."""
        if text == self.text or not self.is_part:
            return ""
        left, stand_in = _hidden(text), _hidden(in_place_of(text_hash(self.text)))
        for spelling in _spellings(_hidden(self.text)):
            left = left.replace(spelling, stand_in)
        if len(self.text) <= _LONGEST_PATTERN and (words := _hidden(self.text).split()):
            left = re.sub(_SPACE.join(map(re.escape, words)), lambda _: stand_in, left)
        return "" if self.is_in(_shown(left)) else _shown(left)


def _spellings(text: str) -> list[str]:
    """The text, and as JSON writes it, once and twice: programs answer in JSON that holds JSON."""
    once = {json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}
    twice = {json.dumps(one, ensure_ascii=False)[1:-1] for one in once}
    return sorted({text, *once, *twice}, key=len, reverse=True)


def sought_for(text: str, *, is_part: bool = True) -> Sought:
    """What is looked for; forms in which so little is left that it stands everywhere are left out."""
    forms = frozenset(form for one in _forms(text).found if len(form := one.strip()) >= min(SHORTEST, len(text)))
    lines = (form.strip(_ENDS) for line in text.splitlines() for form in _forms(line).found)
    return Sought(text, is_part, forms, frozenset(line for line in lines if len(line) >= SURE))


class _Forms(NamedTuple):
    """A text in all forms that it has while spellings are undone one after the other; all, or too many to go on."""

    found: tuple[str, ...]
    are_all: bool


def _forms(text: str) -> _Forms:
    found = {_hidden(text): None, _folded(text): None}
    for _ in range(_MOST_PASSES):
        before = text
        for undo in (_without_escapes, html.unescape, unquote):
            if (after := undo(text)) != text:
                found[_folded(text := after)] = None
        if text == before:
            return _Forms(tuple(found), True)
    return _Forms(tuple(found), False)


def _without_escapes(text: str) -> str:
    """The text with one layer of escapes taken off, as JSON, YAML and Markdown write them."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(_meant, text).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _meant(escape: re.Match[str]) -> str:
    if escape["letter"] or escape["sign"]:
        return _LETTERS.get(escape["letter"], escape["sign"])
    number = int(escape["a"] or escape["b"] or escape["c"] or escape["d"] or "0", 16)
    return chr(number) if 0 < number <= 0x10FFFF else ""


def _folded(text: str) -> str:
    """What is read: white space and line breaks are all the same, and so are doubled quotes and split accents."""
    plain = _QUOTES.sub("'", _COLOURS.sub("", _hidden(text)).replace("\0", ""))
    return _SPACES.sub(" ", unicodedata.normalize("NFC", plain))


def _hidden(text: str) -> str:
    """The text with what stands for redacted texts in signs that nobody looks for."""
    return IN_PLACE.sub(lambda found: "\ue110" + found[1][7:].translate(_HIDDEN) + "\ue111", text)


def _shown(text: str) -> str:
    return _STAND_IN.sub(lambda found: in_place_of("sha256:" + found[1].translate(_SHOWN)), text)


def texts_in(plain: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text in a stored event that is not empty, after its path, `vote.concerns[0].text`.

    Of a redacted text it is what is left.
    """
    if isinstance(plain, str):
        yield from [(path, plain)] if plain else []
    elif isinstance(plain, list):
        for number, one in enumerate(plain):
            yield from texts_in(one, f"{path}[{number}]")
    elif isinstance(plain, dict) and REDACTED in plain:
        yield from texts_in(plain.get(LEFT), path)
    elif isinstance(plain, dict):
        for key, one in plain.items():
            if not key.startswith("$"):
                yield from texts_in(one, f"{path}.{key}" if path else key)


def mark(plain: Any, field: str, left: str) -> str:
    """Puts a mark in the place of a text, in the plain values themselves; gives the hash of the text as it was."""
    *steps, last = [int(step) if step.isdigit() else step for step in _STEP.findall(field)]
    for step in steps:
        plain = plain[step]
    before = plain[last]
    hashed: str = before[REDACTED] if isinstance(before, dict) else text_hash(before)
    plain[last] = {REDACTED: hashed, LEFT: left} if left else {REDACTED: hashed}
    return hashed


def holds_encoded(plain: Any, sought: Sought) -> bool:
    """True where a reply's bytes, kept as base64, may hold the text."""
    reply = plain.get("reply")
    if not isinstance(reply, dict) or reply.get("encoding", "utf-8") == "utf-8":
        return False
    try:
        raw = base64.b64decode(reply.get("output", ""), validate=True)
    except (binascii.Error, TypeError, ValueError):
        return False
    return any(sought.may_be_in(raw.decode(encoding, "replace")) for encoding in _ENCODINGS)


def out_of_verdict(verdict: str, sought: Sought) -> str:
    """A verdict without the text, where it cannot be counted again: only what is in somebody's words is touched."""
    changed = json_line(_changed(json.loads(verdict), sought, ""))
    return verdict if json_line(json.loads(verdict)) == changed else changed


def _changed(plain: Any, sought: Sought, key: str) -> Any:
    if isinstance(plain, dict):
        return {name: _changed(one, sought, name) for name, one in plain.items()}
    if isinstance(plain, list):
        return [_changed(one, sought, key) for one in plain]
    if isinstance(plain, str) and key in _OWN_WORDS and sought.is_in(plain):
        return sought.without(plain) or in_place_of(text_hash(plain))
    return plain
