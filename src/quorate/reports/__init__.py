"""A verdict or a whole deliberation as a person reads it: terminal text, Markdown, HTML, a decision record."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quorate.reports.language import LANGUAGES
    from quorate.reports.layouts.comparison import render_retally
    from quorate.reports.layouts.explanation import render_explanation
    from quorate.reports.layouts.register_report import render_register
    from quorate.reports.report import FORMS, render, render_deliberation

_WHERE = {
    "FORMS": "report",
    "LANGUAGES": "language",
    "render": "report",
    "render_deliberation": "report",
    "render_explanation": "layouts.explanation",
    "render_register": "layouts.register_report",
    "render_retally": "layouts.comparison",
}

__all__ = [
    "FORMS",
    "LANGUAGES",
    "render",
    "render_deliberation",
    "render_explanation",
    "render_register",
    "render_retally",
]


def __getattr__(name: str) -> Any:
    """Each report is loaded when it is asked for: the command line takes its words from here without any of them."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
