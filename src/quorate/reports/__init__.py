"""A verdict or a whole deliberation as a person reads it: terminal text, Markdown, HTML, a decision record."""

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from quorate.core.errors import UnknownName
from quorate.core.question import Question
from quorate.core.verdict import Verdict
from quorate.reports.lang import LANGUAGES, language
from quorate.reports.look import Look, view_of
from quorate.reports.view import View

if TYPE_CHECKING:
    from quorate.deliberation.events import Stored
    from quorate.deliberation.session import Session

_MODULES = {"text": "terminal", "markdown": "markdown", "html": "html", "madr": "madr"}
FORMS = tuple(_MODULES)

__all__ = ["FORMS", "LANGUAGES", "render", "render_deliberation"]


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
    look = _checked(Look(form, lang, ascii_only, width, date))
    return _written(view_of(question, verdict, language(lang, documents=look.is_kept), look), form)


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
    from quorate.reports.pending import report

    look = _checked(Look(form, lang, ascii_only, width, date))
    view = seen(session, tuple(history), language(lang, documents=True, deliberation=True), look)
    return _written(view, form) if isinstance(view, View) else report(view, form)


def _checked(look: Look) -> Look:
    if look.form not in _MODULES:
        raise UnknownName("report form", look.form, FORMS)
    return look


def _written(view: View, form: str) -> str:
    report: Callable[[View], str] = import_module(f"{__name__}.{_MODULES[form]}").report
    return report(view)
