"""A part of a report below its verdict."""

from typing import NamedTuple


class Section(NamedTuple):
    """A heading and its items, plain text. An item's further lines belong to it; entries are labels with values."""

    key: str
    title: str
    items: list[str]
    numbered: bool = False
    lead: str = ""
    entries: tuple[tuple[tuple[str, str], ...], ...] = ()
