"""What is to be said of engines, as sections: errors, tokens and cost, and seats that are not independent."""

from collections.abc import Iterator

from quorate.reports.account import Account, Used
from quorate.reports.language import Language
from quorate.reports.section import Section
from quorate.reports.view import LARGEST_PANEL_SHOWN


def call_sections(account: Account, say: Language) -> Iterator[Section]:
    """What came of calls: errors by the keys of their format, and what they used."""
    if account.errors:
        shown = account.errors[:LARGEST_PANEL_SHOWN]
        more = len(account.errors) - len(shown)
        yield Section("engine_errors", say("section.engine_errors"), _more(more, say), entries=shown)
    if account.usage:
        yield Section("usage", say("section.usage"), _usage(account, say))


def shared_section(account: Account, say: Language) -> Section | None:
    """Which seats are not independent, for a report without a verdict."""
    return Section("notices", say("section.notices"), list(account.shared)) if account.shared else None


def _usage(account: Account, say: Language) -> list[str]:
    *seats, in_all = account.usage
    lines = [_used(one, say) for one in seats[:LARGEST_PANEL_SHOWN]] + _more(len(seats) - LARGEST_PANEL_SHOWN, say)
    return [*lines, _used(in_all, say), *account.spending]


def _used(used: Used, say: Language) -> str:
    return say("usage.line.model" if used.model else "usage.line", **used._asdict())


def _more(count: int, say: Language) -> list[str]:
    return [say("more.items", n=count)] if count > 0 else []
