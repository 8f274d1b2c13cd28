"""Where a text says what a citation claims: pure, so that a check can be repeated on any copy of the text."""

from hashlib import sha256
from typing import NamedTuple

from quorate.core.ballot import Evidence

HELD, FAILED, CLAIMED = "held", "failed", "claimed"
_LONGEST_QUOTE = 20_000


class Passage(NamedTuple):
    """What was found: an outcome, a code for why, the line where it begins, and the hash of the passage."""

    outcome: str
    why: str
    line: int = 0
    hash: str = ""


def passage_in(text: str, item: Evidence) -> Passage:
    """The passage that an item cites: by its quotation, else by its line, else by its section, else the whole file."""
    lines = text.splitlines()
    if item.quote.strip():
        return _quoted(lines, item)
    if item.line:
        if item.line > len(lines):
            return Passage(FAILED, "line_missing")
        return _at(lines, item.line, item.line, "found")
    if item.section.strip():
        wanted = _folded(item.section)
        place = next((number for number, line in enumerate(lines, 1) if wanted in _folded(line)), 0)
        return _at(lines, place, place, "found") if place else Passage(FAILED, "section_missing")
    return Passage(HELD, "found", 0, sha256(text.encode()).hexdigest())


def _quoted(lines: list[str], item: Evidence) -> Passage:
    """A quotation, whatever its white space; where it stands elsewhere than the line says, it has moved."""
    wanted = _folded(item.quote[:_LONGEST_QUOTE])
    starts = _starts(lines, wanted)
    if not starts:
        return Passage(FAILED, "passage_changed")
    nearest = min(starts, key=lambda place: abs(place - item.line)) if item.line else starts[0]
    why = "moved" if item.line and nearest != item.line else "found"
    return _at(lines, nearest, nearest + wanted.count(" "), why, wanted)


def _starts(lines: list[str], wanted: str) -> list[int]:
    """The lines in which the quotation begins."""
    folded = [_folded(line) for line in lines]
    text, places, found = "", list[tuple[int, int]](), list[int]()
    for number, line in enumerate(folded, 1):
        if line:
            places.append((len(text), number))
            text += line + " "
    at = text.find(wanted)
    while at >= 0 and len(found) < 100:
        found.append(max(number for start, number in places if start <= at))
        at = text.find(wanted, at + 1)
    return found


def _at(lines: list[str], first: int, last: int, why: str, said: str = "") -> Passage:
    passage = said or "\n".join(lines[first - 1 : last])
    return Passage(HELD, why, first, sha256(passage.encode("utf-8", "replace")).hexdigest())


def _folded(text: str) -> str:
    return " ".join(text.split())
