"""Pictures in a report, as plain values: they are drawn on a page, and a terminal shows none."""

from typing import NamedTuple

from quorate.reports.document import NEUTRAL


class Bar(NamedTuple):
    """One choice in the count: its word, how much it has, and that as thousandths of the whole."""

    label: str
    value: str
    percent: str
    thousandths: int
    tone: str = NEUTRAL


class CountPicture(NamedTuple):
    """The count as a picture. `needed` is the threshold as thousandths of the whole, `sentence` says it in words."""

    head: tuple[str, ...]
    bars: tuple[Bar, ...]
    needed: int | None = None
    sentence: str = ""


class Dot(NamedTuple):
    """What was stated, what came true and within which interval, as thousandths; `label` is how many there were."""

    stated: int
    came_true: int
    low: int
    high: int
    label: str


class ReliabilityPicture(NamedTuple):
    """What was stated against what came true. It is for the eye alone: a table below says the same."""

    across: str
    up: str
    dots: tuple[Dot, ...]
