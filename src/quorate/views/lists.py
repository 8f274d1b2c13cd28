"""Pages of the log and the inbox, and of the risks over all deliberations."""

from typing import Annotated, NamedTuple

from quorate.core.codec.declaration import OPTIONAL, Key, OptionalText, TextOrNull
from quorate.deliberation.register.risk_register import Item, Register, register_of
from quorate.deliberation.rounds.deadlock import Recommendation
from quorate.deliberation.session import Session
from quorate.deliberation.summary import Summary

_SPREAD = Key(is_spread=True)


class ListEntry(NamedTuple):
    """A deliberation in a list; for whoever is asked in a deadlock also what is recommended, and since when it is due.

    `overdue_since` is empty where nothing is overdue. `command` is that of the move in a review by two parties.
    """

    id: str
    opened_at: str
    changed_at: str
    summary: Annotated[Summary, _SPREAD]
    recommendation: Annotated[Recommendation | None, OPTIONAL] = None
    overdue_since: OptionalText = ""
    command: OptionalText = ""


class EntryPage(NamedTuple):
    """Some deliberations, newest first, and where the next page begins (empty at the end)."""

    entries: Annotated[tuple[ListEntry, ...], Key("lines")]
    after: TextOrNull = ""


class RiskEntry(NamedTuple):
    """One item, and the deliberation whose register it is in."""

    deliberation: str
    subject: str
    item: Annotated[Item, _SPREAD]
    is_overdue: Annotated[bool, Key("overdue")]


class RiskPage(NamedTuple):
    """What was found, in how many deliberations it was looked for, and where older ones begin."""

    entries: Annotated[tuple[RiskEntry, ...], Key("items")]
    deliberations: int
    after: TextOrNull = ""


class RegisterPage(NamedTuple):
    """The register of one deliberation."""

    id: str
    subject: str
    register: Annotated[Register, _SPREAD]


def register_page(session: Session) -> RegisterPage:
    """The register of a deliberation, with its name."""
    return RegisterPage(session.id, session.question.subject, register_of(session))
