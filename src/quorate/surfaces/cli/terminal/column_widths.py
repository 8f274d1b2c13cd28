"""How wide columns are where a screen is too narrow for them: titles wrap first, then cells, between words."""

from collections.abc import Sequence

from quorate.reports.text import width_of

_NARROWEST_NAME = 8


def narrowed(columns: Sequence[tuple[str, Sequence[str]]], space: int) -> list[int] | None:
    """Widths that sum up to `space` at most; None where words other than those of the first column would be cut.

    A column is its title and its cells. The first one is a name, which can be read over several lines.
    """
    least = [max(_longest_word((title, *cells)), 1) for title, cells in columns]
    excess = sum(least) - space
    if excess > 0 and least[0] - excess < _NARROWEST_NAME:
        return None
    least[0] -= max(excess, 0)
    unwrapped = [max(map(width_of, cells)) for _, cells in columns]
    whole = [max(width_of(title), width) for (title, _), width in zip(columns, unwrapped, strict=True)]
    return _widened(_widened(least, unwrapped, space), whole, space)


def _widened(widths: Sequence[int], wanted: Sequence[int], space: int) -> list[int]:
    """What is left of the space goes to the columns that need it, from the left; a part of it helps a name alone."""
    left = space - sum(widths)
    found: list[int] = []
    for width, aim in zip(widths, wanted, strict=True):
        added = max(0, aim - width)
        if added > left:
            added = 0 if found else left
        left -= added
        found.append(width + added)
    return found


def _longest_word(texts: Sequence[str]) -> int:
    return max((width_of(word) for text in texts for word in text.split()), default=0)
