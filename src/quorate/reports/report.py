"""A report: what is said of a verdict or of a whole deliberation, laid out and written in one of the forms."""

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from quorate.core.errors import UnknownName
from quorate.core.question import Question
from quorate.core.verdict import Verdict
from quorate.reports.document import Block, Document
from quorate.reports.language import language
from quorate.reports.report_data import ASKED, SHORT, ReportData, ReportOptions, report_data_of

if TYPE_CHECKING:
    from quorate.analysis.track_record.record_note import RecordNote
    from quorate.deliberation.events import Stored
    from quorate.deliberation.session import Session

FORMS = ("text", "markdown", "html", "madr")
LAYOUTS = {"text": "terminal", "markdown": "decision_report", "html": "decision_report", "madr": "decision_record"}
WRITERS = {"text": "text", "markdown": "markdown", "html": "html", "madr": "markdown"}
Layout = Callable[[ReportData], Document]


def render(
    question: Question,
    verdict: Verdict,
    *,
    form: str,
    lang: str = "en",
    ascii_only: bool = False,
    width: int = 80,
    date: str = "",
    screen: str = "",
    is_coloured: bool = False,
) -> str:
    """The report in one of `FORMS`; the same input always gives the same text."""
    options = _checked(ReportOptions(form, lang, ascii_only, width, date, screen, is_coloured))
    data = report_data_of(question, verdict, language(lang), options)
    return written(_layout(options)(data), options)


def render_deliberation(
    session: "Session",
    history: "Iterable[Stored]",
    *,
    form: str,
    lang: str = "en",
    ascii_only: bool = False,
    width: int = 80,
    date: str = "",
    screen: str = "",
    is_coloured: bool = False,
    record: "RecordNote | None" = None,
) -> str:
    """The report on a whole deliberation; while a round is open, nothing in it depends on a ballot.

    Without a date it bears the day of the verdict, or of the opening while there is none.
    """
    from quorate.reports.content.deliberation.assembly import deliberation_data  # a verdict alone is shown without it
    from quorate.reports.content.learning.record_lines import record_blocks
    from quorate.reports.layouts.pending_report import PENDING_LAYOUTS, short_layout

    options = _checked(ReportOptions(form, lang, ascii_only, width, date, screen, is_coloured))
    data = deliberation_data(session, tuple(history), language(lang), options)
    if isinstance(data, ReportData):
        document = _layout(options)(data)
    else:
        document = (short_layout if options.screen == SHORT and form == "text" else PENDING_LAYOUTS[form])(data)
    if options.screen != ASKED:
        note = None if options.screen == SHORT else record
        document = _with_record(document, record_blocks(session, note, language(lang)), options)
    return written(document, options)


def _with_record(document: Document, blocks: list[Block], options: ReportOptions) -> Document:
    """On a terminal the last word stays whether it may be acted on; a document that is kept ends with the record."""
    if options.is_kept or not document:
        return (*document, *blocks)
    return (*document[:-1], *blocks, document[-1])


def _checked(options: ReportOptions) -> ReportOptions:
    if options.form not in FORMS:
        raise UnknownName("report form", options.form, FORMS)
    return options


def _layout(options: ReportOptions) -> Layout:
    module = import_module(f"quorate.reports.layouts.{LAYOUTS[options.form]}")
    name = f"{options.screen}_layout" if options.screen and not options.is_kept else "layout"
    found: Layout = getattr(module, name)
    return found


def written(document: Document, options: ReportOptions) -> str:
    """The document, by the writer of its form."""
    write: Callable[[Document, ReportOptions], str] = import_module(
        f"quorate.reports.writers.{WRITERS[options.form]}"
    ).write
    return write(document, options)
