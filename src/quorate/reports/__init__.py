"""A question and its verdict as a person reads them: terminal text, a Markdown report, a decision record."""

from collections.abc import Callable
from importlib import import_module

from quorate.core.errors import UnknownName
from quorate.core.question import Question
from quorate.core.verdict import Verdict
from quorate.reports.boxes import ASCII, UNICODE
from quorate.reports.lang import LANGUAGES, language
from quorate.reports.view import LARGEST_PANEL_SHOWN, View, cleaned, foremost

_MODULES = {"text": "terminal", "markdown": "markdown", "madr": "madr"}
FORMS = tuple(_MODULES)
LONGEST_LIST, LONGEST_TEXT = 100, 100_000

__all__ = ["FORMS", "LANGUAGES", "render"]


def render(
    question: Question,
    verdict: Verdict,
    *,
    form: str,
    lang: str = "en",
    ascii_only: bool = False,
    width: int = 80,
    date: str = "",
) -> str:
    """The report in one of `FORMS`; the same input always gives the same text."""
    if form not in _MODULES:
        raise UnknownName("report form", form, FORMS)
    kept = form != "text"
    limit = LONGEST_LIST if kept else LARGEST_PANEL_SHOWN
    conflicts = foremost(verdict.conflicts, limit)
    view = View(
        question=cleaned(question),
        verdict=cleaned(verdict._replace(conflicts=conflicts)),
        say=language(lang, documents=kept),
        glyphs=ASCII if ascii_only else UNICODE,
        width=width,
        limit=limit,
        longest=LONGEST_TEXT if kept else 0,
        more_conflicts=len(verdict.conflicts) - len(conflicts),
        date=cleaned(date),
    )
    report: Callable[[View], str] = import_module(f"{__name__}.{_MODULES[form]}").report
    return report(view)
