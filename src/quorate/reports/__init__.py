"""A verdict or a whole deliberation as a person reads it: terminal text, Markdown, HTML, a decision record."""

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from quorate.core.errors import UnknownName
from quorate.reports.language import LANGUAGES, language

if TYPE_CHECKING:
    from quorate.core.question import Question
    from quorate.core.verdict import Verdict
    from quorate.deliberation.events import Stored
    from quorate.deliberation.session import Session
    from quorate.reports.view import View

_MODULES = {"text": "terminal", "markdown": "markdown", "html": "html", "madr": "madr"}
FORMS = tuple(_MODULES)

__all__ = ["FORMS", "LANGUAGES", "render", "render_deliberation"]


def render(
    question: "Question",
    verdict: "Verdict",
    *,
    form: str,
    lang: str = "en",
    ascii_only: bool = False,
    width: int = 80,
    date: str = "",
) -> str:
    """The report in one of `FORMS`; the same input always gives the same text."""
    from quorate.reports.look import Look, view_of  # the command line takes its words from here without any report

    _check(form)
    look = Look(form, lang, ascii_only, width, date)
    return _written(view_of(question, verdict, language(lang), look), form)


def render_deliberation(
    session: "Session",
    history: "Iterable[Stored]",
    *,
    form: str,
    lang: str = "en",
    ascii_only: bool = False,
    width: int = 80,
    date: str = "",
) -> str:
    """The report on a whole deliberation; while a round is open, nothing in it depends on a ballot.

    Without a date it bears the day of the verdict, or of the opening while there is none.
    """
    from quorate.reports.deliberation import seen  # a verdict alone is shown without it
    from quorate.reports.look import Look
    from quorate.reports.pending import Pending, report

    _check(form)
    look = Look(form, lang, ascii_only, width, date)
    view = seen(session, tuple(history), language(lang), look)
    return report(view, form) if isinstance(view, Pending) else _written(view, form)


def _check(form: str) -> None:
    if form not in _MODULES:
        raise UnknownName("report form", form, FORMS)


def _written(view: "View", form: str) -> str:
    report: Callable[[View], str] = import_module(f"{__name__}.{_MODULES[form]}").report
    return report(view)
