"""A text taken out of other texts, and the mark put in its place."""

import base64
import binascii
import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from quorate.core.codec import json_line
from quorate.deliberation.redaction import in_place_of, text_hash
from quorate.record.codec import LEFT, REDACTED

_STEP = re.compile(r"[^.\[\]]+")
_OWN_WORDS = frozenset(
    {"rationale", "reasoning", "detail", "text", "risk", "concern", "dissent_note", "mitigation", "monitor"}
    | {"description", "question", "subject", "conditions", "risks", "alternatives", "key_evidence", "position"}
)


class Sought(NamedTuple):
    """A text that is to go: whole, and inside other texts where it is long enough to be told from chance."""

    text: str
    is_part: bool = True

    @property
    def spellings(self) -> tuple[str, ...]:
        """The text, and as JSON writes it, once and twice: programs answer in JSON that holds JSON."""
        once = {json.dumps(self.text)[1:-1], json.dumps(self.text, ensure_ascii=False)[1:-1]}
        twice = {json.dumps(one, ensure_ascii=False)[1:-1] for one in once}
        return tuple(sorted({self.text, *once, *twice}, key=len, reverse=True))

    def is_in(self, text: str) -> bool:
        """True where the text is this one, or holds it."""
        return text == self.text or (self.is_part and any(spelling in text for spelling in self.spellings))

    def without(self, text: str) -> str:
        """What is left of a text; nothing where it is this one."""
        if text == self.text:
            return ""
        for spelling in self.spellings if self.is_part else ():
            text = text.replace(spelling, in_place_of(text_hash(self.text)))
        return text


def texts_in(plain: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a stored event with the path to it, `vote.concerns[0].text`; of a redacted one what is left."""
    if isinstance(plain, str):
        yield path, plain
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
    """True where a reply's bytes, kept as base64, hold the text."""
    reply = plain.get("reply")
    if not isinstance(reply, dict) or reply.get("encoding", "utf-8") == "utf-8":
        return False
    try:
        raw = base64.b64decode(reply.get("output", ""), validate=True)
    except (binascii.Error, TypeError, ValueError):
        return False
    return any(spelling.encode("utf-8", "surrogatepass") in raw for spelling in sought.spellings)


def out_of_verdict(verdict: str, sought: Sought) -> str:
    """A verdict without the text, where it cannot be counted again: only what is in somebody's words is touched."""
    changed = json_line(_changed(json.loads(verdict), sought, ""))
    return verdict if json_line(json.loads(verdict)) == changed else changed


def _changed(plain: Any, sought: Sought, key: str) -> Any:
    if isinstance(plain, dict):
        return {name: _changed(one, sought, name) for name, one in plain.items()}
    if isinstance(plain, list):
        return [_changed(one, sought, key) for one in plain]
    if isinstance(plain, str) and key in _OWN_WORDS:
        return sought.without(plain) or (in_place_of(text_hash(plain)) if plain else "")
    return plain
