"""Risks as a table over many deliberations, and the register of one."""

from quorate.core.codec import shown_line
from quorate.deliberation.session import Session
from quorate.reports import render_register
from quorate.reports.content.deliberation.register_lines import item_text, source_of
from quorate.reports.language import Language, language
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.output.tables import Row, table
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.streams import complain, finish, is_terminal, put, put_json
from quorate.views.lists import RiskEntry, RiskPage, register_page

_TITLES = ("id", "item", "status", "severity", "owner", "due", "risk")


def put_risks(page: RiskPage, look: Look) -> None:
    """A page of risks on standard output, and where older ones begin on standard error."""
    if look.form == "json":
        put_json(shown_line(page))
    else:
        words, say = Words(look.lang), language(look.lang)
        if page.entries:
            rows = [_row(one, words, say) for one in page.entries]
            put(table([words(f"title.{title}") for title in _TITLES], rows, look, drawn=is_terminal()))
            finish()
        else:
            complain(words("list.nothing"))
        if page.after:
            complain(words("risks.more", n=page.deliberations, after=page.after))


def put_register(session: Session, look: Look) -> None:
    """The register of one deliberation on standard output."""
    if look.form == "json":
        put_json(shown_line(register_page(session)))
    else:
        put(render_register(session, lang=look.lang, width=look.width))


def _row(one: RiskEntry, words: Words, say: Language) -> Row:
    item = one.item
    due = words("risks.overdue", due=item.due) if one.is_overdue else item.due
    source = say("risk.panel") if item.kind == "diversity" else source_of(item, say)
    text = item_text(item, say)
    return (
        one.deliberation,
        item.id,
        words.word("status", item.status),
        say.word("severity", item.severity),
        item.owner,
        due,
        words("risks.of", text=text, source=source) if source else text,
    )
