"""Markdown tables."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; bars inside cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def code(word: str) -> str:
    """A word as code."""
    return f"`{word}`"


def codes(words: Iterable[str]) -> str:
    """Words as code, in a list."""
    return ", ".join(map(code, words))
