"""The count as a picture, for writers that can draw. Only documents that are kept have one."""

from typing import NamedTuple

from quorate.reports.document import NEUTRAL


class Bar(NamedTuple):
    """One choice in the count: its word, how much it has, and that as thousandths of the whole."""

    label: str
    value: str
    percent: str
    thousandths: int
    tone: str = NEUTRAL


class Count(NamedTuple):
    """The count as a picture. `needed` is the threshold as thousandths of the whole, `sentence` says it in words."""

    head: tuple[str, ...]
    bars: tuple[Bar, ...]
    needed: int | None = None
    sentence: str = ""
