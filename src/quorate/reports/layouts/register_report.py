"""The register of one deliberation for a terminal: every item with all that is known of it, and all changes."""

from typing import TYPE_CHECKING

from quorate.reports.content.authors import identities
from quorate.reports.content.deliberation.register import register_lists
from quorate.reports.content.deliberation.register_lines import register_lines_of
from quorate.reports.document import Block, Document, Paragraph
from quorate.reports.language import Language, language
from quorate.reports.report_data import ReportOptions
from quorate.reports.text import one_line
from quorate.reports.writers.text import write

if TYPE_CHECKING:
    from quorate.deliberation.register.risk_register import Register
    from quorate.deliberation.session import Session


def render_register(session: "Session", *, lang: str = "en", width: int = 80) -> str:
    """The register as plain text for a terminal of any width."""
    return write(_layout(session, language(lang)), ReportOptions("text", lang, width=width))


def _layout(session: "Session", say: Language) -> Document:
    from quorate.deliberation.register.risk_register import register_of

    register = register_of(session)
    found: list[Block] = list(register_lists(register_lines_of(register, say), say))
    nothing = Paragraph(say("register.nothing" if session.is_current else "register.sealed"))
    return (
        Paragraph(one_line(f"{session.id}: {session.question.subject}")),
        *(found or [nothing]),
        *_identities(register, say),
    )


def _identities(register: "Register", say: Language) -> list[Block]:
    authors = [noted.author for item in register.items for noted in item.changes]
    said = identities(say, authors)
    return [Paragraph(say("history.line", label=say("head.identities"), value=said))] if said else []
