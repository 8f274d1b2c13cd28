"""Where a text says what a citation claims: pure, so that a check can be repeated on any copy of the text."""

from bisect import bisect_right
from functools import cached_property
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


class CitedText:
    """A text with its lines, taken apart once however many items cite it."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def lines(self) -> list[str]:
        """Its lines as they are."""
        return self.text.splitlines()

    @cached_property
    def folded(self) -> list[str]:
        """Its lines with single spaces."""
        return [_folded(line) for line in self.lines]

    @cached_property
    def whole(self) -> tuple[str, list[int], list[int]]:
        """Its words with single spaces, where each line that is not empty starts in them, and that line's number."""
        starts, numbers, at = list[int](), list[int](), 0
        for number, line in enumerate(self.folded, 1):
            if line:
                starts.append(at)
                numbers.append(number)
                at += len(line) + 1
        return " ".join(filter(None, self.folded)), starts, numbers


def passage_in(text: str, item: Evidence) -> Passage:
    """The passage of a text that an item cites."""
    return passage_of(CitedText(text), item)


def passage_of(text: CitedText, item: Evidence) -> Passage:
    """The passage that an item cites: by its quotation, else by its line, else by its section, else the whole file."""
    lines = text.lines
    if item.quote.strip():
        return _quoted(text, item)
    if item.line:
        if item.line > len(lines):
            return Passage(FAILED, "line_missing")
        return _at(lines, item.line, item.line, "found")
    if item.section.strip():
        wanted = _folded(item.section)
        place = next((number for number, line in enumerate(text.folded, 1) if wanted in line), 0)
        return _at(lines, place, place, "found") if place else Passage(FAILED, "section_missing")
    return Passage(HELD, "found", 0, sha256(text.text.encode()).hexdigest())


def _quoted(text: CitedText, item: Evidence) -> Passage:
    """A quotation, whatever its white space; where it stands elsewhere than the line says, it has moved."""
    wanted = _folded(item.quote[:_LONGEST_QUOTE])
    starts = _starts(text, wanted)
    if not starts:
        return Passage(FAILED, "passage_changed")
    nearest = min(starts, key=lambda place: abs(place - item.line)) if item.line else starts[0]
    why = "moved" if item.line and nearest != item.line else "found"
    return _at(text.lines, nearest, nearest + wanted.count(" "), why, wanted)


def _starts(cited: CitedText, wanted: str) -> list[int]:
    """The lines in which the quotation begins."""
    text, starts, numbers = cited.whole
    found = list[int]()
    at = text.find(wanted)
    while at >= 0 and len(found) < 100:
        found.append(numbers[bisect_right(starts, at) - 1])
        at = text.find(wanted, at + 1)
    return found


def _at(lines: list[str], first: int, last: int, why: str, said: str = "") -> Passage:
    passage = said or "\n".join(lines[first - 1 : last])
    return Passage(HELD, why, first, sha256(passage.encode("utf-8", "replace")).hexdigest())


def _folded(text: str) -> str:
    return " ".join(text.split())
