"""How reliable what was stated is: as a picture, as a table with the same numbers, and as lines with bars."""

from collections.abc import Iterator
from typing import NamedTuple

from quorate.analysis.learning.model_choice import FROM_CHOICE, FROM_LEAN
from quorate.analysis.learning.reliability import Bin, Reliability
from quorate.analysis.track_record.voter_table import PanelTable
from quorate.reports.content.learning.record_lines import interval_of, percent_of
from quorate.reports.document import Table
from quorate.reports.language import Language
from quorate.reports.pictures import Dot, ReliabilityPicture
from quorate.reports.text import one_line

_COLUMNS = ("stated", "came_true", "of", "interval")


class Diagram(NamedTuple):
    """What somebody stated, and whether it came true, under a title."""

    title: str
    stated: Reliability

    @property
    def bins(self) -> list[Bin]:
        """Those of its curve; few statements have none."""
        return self.stated.bins() if self.stated.size >= FROM_LEAN else []


def panel_name(table: PanelTable, say: Language) -> str:
    """What was voted on: the protocol and its options."""
    if not table.options:
        return say("voters.panel.own", protocol=one_line(table.protocol))
    return say("voters.panel", protocol=one_line(table.protocol), options=say.listed(map(one_line, table.options)))


def diagrams_of(table: PanelTable, say: Language) -> Iterator[Diagram]:
    """That of the verdicts, by the probability of what they chose; then of every voter who states its confidence."""
    if not table.outcomes:
        return
    yield Diagram(f"{panel_name(table, say)}. {say('voters.plot.verdicts')}", table.verdicts)
    for row in table.rows:
        if row.stated.size:
            yield Diagram(one_line(row.voter), row.stated)


def diagram_title(diagram: Diagram, say: Language) -> str:
    """Whose it is, and how much came true of how many statements."""
    stated = diagram.stated
    return say("voters.plot.title", title=one_line(diagram.title), right=stated.came_true, n=stated.size)


def picture_of(diagram: Diagram, say: Language) -> ReliabilityPicture:
    """A dot for every bin, with its interval."""
    dots = tuple(_dot(one) for one in diagram.bins)
    return ReliabilityPicture(say("voters.plot.stated"), say("voters.plot.came_true"), dots)


def _dot(one: Bin) -> Dot:
    low, high = one.interval
    stated, came_true, lowest, highest = (round(share * 1000) for share in (one.stated, one.share, low, high))
    return Dot(stated, came_true, lowest, highest, str(one.size))


def table_of(diagram: Diagram, say: Language) -> Table:
    """The same numbers for whoever does not see the picture."""
    return Table(tuple(say(f"voters.plot.{name}") for name in _COLUMNS), tuple(_row(one, say) for one in diagram.bins))


def _row(one: Bin, say: Language) -> tuple[str, ...]:
    return f"{percent_of(one.stated)} %", str(one.came_true), str(one.size), interval_of(one.interval, say)


def plot_lines(diagram: Diagram, say: Language) -> Iterator[str]:
    """What was stated and what came true, as a line per bin with a bar; of few only how many came true."""
    yield diagram_title(diagram, say)
    if not diagram.bins:
        yield say("voters.plot.few")
    for one in diagram.bins:
        between = interval_of(one.interval, say)
        line = say("voters.plot.bin", stated=percent_of(one.stated), right=one.came_true, n=one.size, between=between)
        yield f"{line}  {bar(one)}"
    yield from calibration_lines(diagram, say)


def calibration_lines(diagram: Diagram, say: Language) -> Iterator[str]:
    """Whether what is stated comes true; not asked before there are enough outcomes."""
    stated = diagram.stated
    if stated.size < FROM_CHOICE:
        return
    holds = all(one.interval.low <= one.stated <= one.interval.high for one in diagram.bins)
    key = "voters.calibrated" if holds else "voters.not_calibrated"
    yield say(key, points=f"{stated.error * 100:.0f}", n=stated.size)


def bar(one: Bin, width: int = 20) -> str:
    """What came true as so many signs, and where it would end if what was stated came true."""
    length, mark = round(one.share * width), min(width - 1, round(one.stated * width))
    drawn = "".join("#" if place < length else "." for place in range(width))
    return f"{drawn[:mark]}|{drawn[mark + 1 :]}"
