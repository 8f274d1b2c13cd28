"""A reply as Markdown lays it out: fenced blocks, quotations, and the words between them.

Without any fence, the `key: value` lines or the braces around this call's nonce count as a block.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.lines import announces_another
from quorate.replies.reading.block_values import LARGEST_BLOCK
from quorate.replies.reading.key_lines import is_key_line

MOST_MARKS = 20_000
_MARKER = r"(?:[-*+]|[0-9]{1,3}[.)])"
# elements whose content their writer does not say itself, or no longer says
_QUOTING = (
    "blockquote|del|strike|s|q|quote|quotation|cite|example|examples|sample|template|draft|scratchpad|documents?"
    "|context|source|tool_(?:result|response|output|use|call)|function_(?:results?|calls?)|user|human|system"
)
_MARK = lazy_pattern(
    rf"^[ \t]*(?P<item>{_MARKER}[ \t]+)?(?P<fence>`{{3,}}|~{{3,}})(?P<info>[^\n]*)$"
    rf"|(?P<open><!--|<(?P<name>{_QUOTING})(?:\s[^>\n]{{0,80}})?>)"
    r"|(?P<think><(?P<end>/?)(?P<thought>think|thinking)(?:\s[^>\n]{0,80})?>)"
    r"|`[^`\n]+`",
    re.MULTILINE | re.IGNORECASE,
)
# what a mark may begin with, past white space and the sign of an item; all of it literal, so that it is found quickly
_HINT = lazy_pattern(rf"```|~~~|<!--|<(?:{_QUOTING})[\s>]|<think|</think|`[^`\n]+`", re.IGNORECASE)
_TAG = lazy_pattern(r"[ \t]*\{?\.?([A-Za-z0-9_+-]*)")
_DEEPER_BY = 3
_MOST_BARE_LINES, _NEAR = 20_000, 10
_LIST_ITEM = lazy_pattern(r"[ \t]*[-*•][ \t]")
_LONGEST_LEAD = 2_000
_GAP = lazy_pattern(r"\n[ \t]*\n")
_FENCE = lazy_pattern("```|~~~")
# a word in angle brackets may be just that
_MUST_END = ("", "blockquote")


class Block(NamedTuple):
    """A fenced block: its tag in lower case, what it holds, where it ends; a draft stands in the voter's thoughts.

    `lead` is the paragraph before it.
    """

    tag: str
    body: str
    end: int
    is_draft: bool = False
    lead: str = ""


class Layout(NamedTuple):
    """The blocks of a reply, and its prose with the place where each piece begins. `fault` is why it is neither."""

    blocks: tuple[Block, ...] = ()
    prose: tuple[tuple[int, str], ...] = ()
    fault: str = ""

    def prose_from(self, place: int = 0) -> str:
        """All prose from a place on; a block leaves an empty line behind."""
        return "\n\n".join(text for start, text in self.prose if start >= place)


def laid_out(text: str) -> Layout:
    """The layout of a reply. Comments and HTML quotations are left out, and so is the prose of thoughts."""
    if not any(sign in text for sign in ("```", "~~~", "<")):
        return Layout((), ((0, text),))
    return _FenceScan(text).layout()


class _FenceScan:
    """Goes from mark to mark; outside of a fence `at` is where the current piece of prose begins."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.fault = text, 0, ""
        self.blocks: list[Block] = []
        self.prose: list[tuple[int, str]] = []
        self.fence: re.Match[str] | None = None
        self.thought, self.spoken, self.lead = "", 0, ""

    def layout(self) -> Layout:
        for count, mark in enumerate(_marks(self.text)):
            if count > MOST_MARKS:
                self.fault = f"it has more than {MOST_MARKS} marks"
            if self.fault:
                return Layout(fault=self.fault)
            if mark and mark.lastgroup and mark.start() >= self.at:
                self._take(mark)
        if self.fence or self.thought or self.fault:
            left_open = "a fenced block" if self.fence else f"its <{self.thought}>"
            return Layout(fault=self.fault or f"{left_open} is not closed")
        self._speak(len(self.text))
        return Layout(tuple(self.blocks), tuple(self.prose))

    def _take(self, mark: re.Match[str]) -> None:
        if self.fence:
            if mark["fence"] and _closes(self.fence, mark):
                body = self.text[self.at : mark.start()]
                self.blocks.append(Block(_tag(self.fence["info"]), body, mark.end(), bool(self.thought), self.lead))
                self.fence, self.at = None, mark.end()
        elif mark["fence"]:
            if mark["fence"][0] == "~" or "`" not in mark["info"]:
                self._speak(mark.start())
                self.lead = last_paragraph(self.text[max(self.at, mark.start() - _LONGEST_LEAD) : mark.start()])
                self.fence, self.at = mark, mark.end() + 1
        elif mark["think"]:
            self._think(mark)
        else:
            self._leave_out(mark)

    def _speak(self, end: int) -> None:
        if self.at < end:
            self.prose.append((self.at, self.text[self.at : end]))

    def _think(self, mark: re.Match[str]) -> None:
        """The prose of a thought is not spoken. One whose beginning was not sent begins with the reply."""
        name = mark["thought"].lower()
        if not mark["end"] and not self.thought:
            self._speak(mark.start())
            self.thought, self.spoken, self.at = name, len(self.prose), mark.end()
        elif mark["end"] and self.thought in ("", name):
            if not self.thought:
                self.spoken, self.blocks = 0, [block._replace(is_draft=True) for block in self.blocks]
            del self.prose[self.spoken :]
            self.thought, self.at = "", mark.end()

    def _leave_out(self, mark: re.Match[str]) -> None:
        name = (mark["name"] or "").lower()
        end = re.compile(rf"</{name}\s*>" if name else "-->", re.IGNORECASE).search(self.text, mark.end())
        if end and (name in _MUST_END or self._quotes_block(mark, end)):
            self._speak(mark.start())
            self.at = end.end()
        elif name in _MUST_END:
            self.fault = f"its {f'<{name}>' if name else 'comment'} is not closed"

    def _quotes_block(self, mark: re.Match[str], end: re.Match[str]) -> bool:
        """True where a block stands inside, unless nothing stands outside: some models put `<s>` around all of it."""
        if not _FENCE.search(self.text, mark.end(), end.start()):
            return False
        outside = self.text[: mark.start()] + self.text[end.end() :]
        return mark["name"].lower() != "s" or bool(outside.strip())


def last_paragraph(text: str) -> str:
    """What stands after the last empty line that has words after it."""
    return _GAP.split(text.strip())[-1]


def _marks(text: str) -> Iterator[re.Match[str] | None]:
    """Every mark in its order; None for what only begins like one."""
    at = 0
    while hint := _HINT.search(text, at):
        line = text.rfind("\n", at, hint.start()) + 1 or at
        mark = _MARK.match(text, line) or _MARK.match(text, hint.start())
        at = mark.end() if mark else hint.start() + 1
        yield mark


def _closes(fence: re.Match[str], mark: re.Match[str]) -> bool:
    same = mark["fence"][0] == fence["fence"][0] and len(mark["fence"]) >= len(fence["fence"])
    allowed = max(_DEEPER_BY, _indent(fence) + _DEEPER_BY)
    return same and not mark["item"] and not mark["info"].strip() and _indent(mark) <= allowed


def _indent(mark: re.Match[str]) -> int:
    return mark.start("fence") - mark.start()


def _tag(info: str) -> str:
    found = _TAG.match(info)
    return found[1].lower() if found else ""


def with_bare_block(layout: Layout, nonce: str) -> Layout:
    """The layout with such lines as its block, and only what stands before and behind them as prose."""
    text = layout.prose_from()
    if layout.blocks or not nonce or nonce not in text or len(text) > 4 * LARGEST_BLOCK:
        return layout
    lines = text.splitlines(keepends=True)
    if len(lines) > _MOST_BARE_LINES:
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
    return bool(line[:1] in " \t{" or is_key_line(line) or _LIST_ITEM.match(line) or line.strip() in ("{", "}", "---"))


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
