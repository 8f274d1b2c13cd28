"""Pages of the documentation: their fenced blocks, headings and links."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
_FENCE = re.compile(r"(`{3,})(\w*)(?: +title=\"([^\"]+)\")?")
_HEADING = re.compile(r"#{1,6} (.+)")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`]*)`")


class Block(NamedTuple):
    """A fenced block: its language, the file that it stands for if it has a title, its text, its first line."""

    language: str
    title: str
    text: str
    line: int

    @property
    def last_line(self) -> int:
        """The line after the text, where the fence closes."""
        return self.line + self.text.count("\n")


def written_pages() -> list[Path]:
    """Pages that people write."""
    top = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")]
    return [*top, *(page for page in sorted(DOCS.rglob("*.md")) if REFERENCE not in page.parents)]


def all_pages() -> list[Path]:
    """Every page, written or generated."""
    return [*written_pages(), *sorted(REFERENCE.glob("*.md")), ROOT / "CHANGELOG.md"]


def name_of(page: Path) -> str:
    """The page as the repository names it."""
    return page.relative_to(ROOT).as_posix()


def blocks_of(text: str) -> list[Block]:
    """Every fenced block, in order."""
    blocks, lines = [], text.split("\n")
    at = 0
    while at < len(lines):
        opened = _FENCE.fullmatch(lines[at])
        if opened:
            end = lines.index(opened[1], at + 1)
            body = "".join(f"{line}\n" for line in lines[at + 1 : end])
            blocks.append(Block(opened[2], opened[3] or "", body, at + 2))
            at = end
        at += 1
    return blocks


def replaced(text: str, block: Block, new: str) -> str:
    """The page's text with another text in a block; later blocks move, earlier ones do not."""
    lines = text.split("\n")
    lines[block.line - 1 : block.last_line - 1] = new.split("\n")[:-1]
    return "\n".join(lines)


def prose_of(text: str) -> str:
    """The page without its fenced blocks."""
    for block in reversed(blocks_of(text)):
        text = replaced(text, block, "")
    return text


def anchors_of(text: str) -> set[str]:
    """The anchors that headings make."""
    headings = (match[1] for match in map(_HEADING.fullmatch, prose_of(text).split("\n")) if match)
    return {_anchor(heading) for heading in headings}


def _anchor(heading: str) -> str:
    words = re.sub(r"[^\w\- ]", "", _CODE.sub(r"\1", heading).lower())
    return words.replace(" ", "-")


def links_of(text: str) -> Iterator[str]:
    """Where the page points to."""
    return (match[1] for match in _LINK.finditer(_CODE.sub("", prose_of(text))))
