"""How a report is to look, and the view that follows from it."""

from typing import NamedTuple

from quorate.core.question import Question
from quorate.core.verdict import Verdict
from quorate.reports.boxes import ASCII, UNICODE, Glyphs
from quorate.reports.lang import Language
from quorate.reports.old_sentences import with_codes
from quorate.reports.view import LARGEST_PANEL_SHOWN, View, cleaned, foremost

LONGEST_LIST, LONGEST_TEXT = 100, 100_000


class Look(NamedTuple):
    """Form, language, characters, width, and the date that the report bears."""

    form: str
    lang: str = "en"
    ascii_only: bool = False
    width: int = 80
    date: str = ""

    @property
    def is_kept(self) -> bool:
        """True for documents; terminal text is read and forgotten."""
        return self.form != "text"

    @property
    def glyphs(self) -> Glyphs:
        """What is drawn and not said."""
        return ASCII if self.ascii_only else UNICODE


def view_of(question: Question, verdict: Verdict, say: Language, look: Look) -> View:
    """The question and its verdict, cleaned, with the limits of the form."""
    limit = LONGEST_LIST if look.is_kept else LARGEST_PANEL_SHOWN
    conflicts = foremost(verdict.conflicts, limit)
    return View(
        question=cleaned(question),
        verdict=cleaned(with_codes(verdict._replace(conflicts=conflicts))),
        say=say,
        glyphs=look.glyphs,
        width=look.width,
        limit=limit,
        longest=LONGEST_TEXT if look.is_kept else 0,
        more_conflicts=len(verdict.conflicts) - len(conflicts),
        date=cleaned(look.date),
    )
