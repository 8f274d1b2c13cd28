"""The report for a terminal: said first what is missing, last whether it may be acted on."""

from quorate.reports.content.card import card_of
from quorate.reports.content.protocols import wording_of
from quorate.reports.content.sections import sections
from quorate.reports.content.statements import degraded, may_be_acted_on
from quorate.reports.document import Alarm, Block, Document, Facts, Paragraph
from quorate.reports.report_data import ReportData


def layout(data: ReportData) -> Document:
    """Warnings, head, question, display and card, then every section."""
    return (*_above(data), card_of(data), *sections(data), Paragraph(may_be_acted_on(data)))


def _above(data: ReportData) -> list[Block]:
    found: list[Block] = []
    if data.proceedings and data.proceedings.notice:
        found.append(data.proceedings.notice)
    if said := degraded(data):
        found.append(Alarm(said[0], tuple(said[1:])))
    if data.proceedings:
        found.append(Facts(data.proceedings.head))
    if data.question.subject:
        found.append(Paragraph(data.question.subject))
    display = wording_of(data.verdict.protocol).display
    return [*found, display(data)] if display else found
