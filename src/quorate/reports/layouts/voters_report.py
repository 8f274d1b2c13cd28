"""What outcomes say of voters, as a document: every panel with its table, its sentences and its diagrams."""

from collections.abc import Iterator, Sequence

from quorate.analysis.track_record.voter_table import PanelTable
from quorate.reports.content.learning.reliability_content import (
    Diagram,
    calibration_lines,
    diagram_title,
    diagrams_of,
    panel_name,
    picture_of,
    table_of,
)
from quorate.reports.content.learning.voter_lines import TITLES, nothing_known, panel_lines, voter_cells
from quorate.reports.document import Block, Document, Items, Paragraph, Section, Table, Title, items, section
from quorate.reports.language import Language, language
from quorate.reports.report import written
from quorate.reports.report_data import ReportOptions


def render_voters(tables: Sequence[PanelTable], *, form: str, lang: str = "en", domain: str = "") -> str:
    """The report in Markdown or HTML."""
    return written(_layout(tables, domain, language(lang)), ReportOptions(form, lang))


def _layout(tables: Sequence[PanelTable], domain: str, say: Language) -> Document:
    title = Title(say("voters.report"))
    if not tables:
        return (title, Paragraph(nothing_known(domain, say)))
    return (title, *(_panel(table, say) for table in tables))


def _panel(table: PanelTable, say: Language) -> Section:
    titles = tuple(say(f"voters.title.{name}") for name in TITLES)
    rows = tuple(voter_cells(row, say) for row in table.rows)
    diagrams = (section("reliability", diagram_title(one, say), *_curve(one, say)) for one in diagrams_of(table, say))
    shown = [Table(titles, rows)] if rows else []
    return section("voters", panel_name(table, say), *shown, Items((*panel_lines(table, say),)), *diagrams)


def _curve(diagram: Diagram, say: Language) -> Iterator[Block | None]:
    if not diagram.bins:
        yield Paragraph(say("voters.plot.few"))
        return
    yield picture_of(diagram, say)
    yield table_of(diagram, say)
    yield items(calibration_lines(diagram, say))
