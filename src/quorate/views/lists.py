"""Pages of the log and the inbox, and of the risks over all deliberations."""

from typing import Any, NamedTuple

from quorate.deliberation.register.risk_register import Item, register_of
from quorate.deliberation.rounds.deadlock import Recommendation
from quorate.deliberation.session import Session
from quorate.deliberation.summary import Summary
from quorate.views.register import item_plain, register_plain


class ListEntry(NamedTuple):
    """A deliberation in a list; for whoever is asked in a deadlock also what is recommended, and since when it is due.

    `overdue_since` is empty where nothing is overdue.
    """

    id: str
    opened_at: str
    changed_at: str
    summary: Summary
    recommendation: Recommendation | None = None
    overdue_since: str = ""


class EntryPage(NamedTuple):
    """Some deliberations, newest first, and where the next page begins (empty at the end)."""

    entries: tuple[ListEntry, ...]
    after: str = ""


class RiskEntry(NamedTuple):
    """One item, and the deliberation whose register it is in."""

    deliberation: str
    subject: str
    item: Item
    is_overdue: bool


class RiskPage(NamedTuple):
    """What was found, in how many deliberations it was looked for, and where older ones begin."""

    entries: tuple[RiskEntry, ...]
    deliberations: int
    after: str = ""


def entry_page_plain(page: EntryPage) -> dict[str, Any]:
    """A page of the log or the inbox."""
    return {"lines": [_entry(one) for one in page.entries], "after": page.after or None}


def risk_page_plain(page: RiskPage) -> dict[str, Any]:
    """A page of risks."""
    items = [_risk(one) for one in page.entries]
    return {"items": items, "deliberations": page.deliberations, "after": page.after or None}


def register_page_plain(session: Session) -> dict[str, Any]:
    """The register of one deliberation."""
    named = {"id": session.id, "subject": session.question.subject}
    return {**named, **register_plain(register_of(session))}


def _entry(entry: ListEntry) -> dict[str, Any]:
    summary = entry.summary._asdict()
    waits = [wait._asdict() for wait in summary.pop("waits")]
    turned_out = {"outcome": said} if (said := summary.pop("outcome")) else {}
    when = {"opened_at": entry.opened_at, "changed_at": entry.changed_at}
    return {"id": entry.id, **when, **summary, **turned_out, "waits": waits, **_recommended(entry.recommendation)}


def _recommended(advice: Recommendation | None) -> dict[str, Any]:
    if advice is None:
        return {}
    return {"recommendation": {"choice": advice.choice, "monitor": list(advice.monitor)}}


def _risk(one: RiskEntry) -> dict[str, Any]:
    named = {"deliberation": one.deliberation, "subject": one.subject}
    return {**named, **item_plain(one.item), "overdue": one.is_overdue}
