"""A reply without any fence: the `key: value` lines, or the braces, around this call's nonce count as a block."""

import re

from quorate.replies.prose.lines import announces_another
from quorate.replies.reading.block_values import LARGEST_BLOCK
from quorate.replies.reading.blocks import Block, Layout, last_paragraph
from quorate.replies.reading.key_lines import is_key_line

_MOST_LINES, _NEAR, _LONGEST_LEAD = 20_000, 10, 2_000
_ITEM = re.compile(r"[ \t]*[-*•][ \t]")


def with_bare_block(layout: Layout, nonce: str) -> Layout:
    """The layout with such lines as its block, and only what stands before and behind them as prose."""
    text = layout.prose_from()
    if layout.blocks or not nonce or nonce not in text or len(text) > 4 * LARGEST_BLOCK:
        return layout
    lines = text.splitlines(keepends=True)
    if len(lines) > _MOST_LINES:
        return layout
    place = next((at for at, line in enumerate(lines) if _is_nonce(line, nonce)), None)
    found = _braces(lines, nonce) if place is None else _around(lines, place)
    if found is None or _is_announced(lines, found[0]):
        return layout
    before, body, after = ("".join(part) for part in (lines[: found[0]], lines[slice(*found)], lines[found[1] :]))
    end = len(before) + len(body)
    prose = [(place, part) for place, part in ((0, before), (end, after)) if part.strip()]
    return Layout((Block("", body, end, lead=last_paragraph(before[-_LONGEST_LEAD:])),), tuple(prose))


def _is_nonce(line: str, nonce: str) -> bool:
    key, colon, value = line.partition(":")
    return bool(colon) and key.strip(" \t*_`\"'{").casefold() == "nonce" and value.strip(" \t\r\n*_`\"',}") == nonce


def _around(lines: list[str], place: int) -> tuple[int, int]:
    """The run of key lines, items and what is indented below them, with lines that run on without a gap."""
    first = last = place
    while first > 0 and (_belongs(lines[first - 1]) or not lines[first - 1].strip()):
        first -= 1
    while last + 1 < len(lines) and (_belongs(lines[last + 1]) or not lines[last + 1].strip() or lines[last].strip()):
        last += 1
    while not lines[first].strip():
        first += 1
    return first, last + 1


def _belongs(line: str) -> bool:
    return bool(line[:1] in " \t{" or is_key_line(line) or _ITEM.match(line) or line.strip() in ("{", "}", "---"))


def _braces(lines: list[str], nonce: str) -> tuple[int, int] | None:
    """From the first line that opens a brace to the last that closes one, if the nonce is between them."""
    first = next((at for at, line in enumerate(lines) if line.lstrip()[:1] == "{"), None)
    last = next((at for at in range(len(lines) - 1, -1, -1) if lines[at].rstrip()[-1:] == "}"), None)
    if first is None or last is None or last < first or nonce not in "".join(lines[first : last + 1]):
        return None
    return first, last + 1


def _is_announced(lines: list[str], first: int) -> bool:
    """True where `Codex wrote:` or `An example:` stands before it."""
    near = lines[max(0, first - _NEAR) : first + 1]
    before = [line.strip() for line in near if line.strip()]
    return any(announces_another(line) for line in before[-2:])
