"""Risks, dissents and conditions over the whole record, newest deliberation first."""

import asyncio
from collections.abc import Iterator
from typing import NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.deliberation.principal import Principal
from quorate.deliberation.register.risk_register import VINDICATED, Item, register_of
from quorate.deliberation.session import Session
from quorate.deliberation.summary import ACTIVE, RELEASED
from quorate.record.port import LogLine
from quorate.views.lists import RiskEntry, RiskPage

_AT_ONCE = 100
MISSING_BALLOT = "failure"


class RiskFilter(NamedTuple):
    """What is to be listed, and in how many deliberations to look for it."""

    everything: bool = False
    status: str | None = None
    owner: str | None = None
    overdue: bool = False
    after: str = ""
    limit: int = 1000

    @property
    def narrows(self) -> bool:
        """True where less than everything is to be listed."""
        return self.overdue or bool(self.status or self.owner or self.after)

    def wants_from(self, line: LogLine) -> bool:
        """True where a deliberation can have left something that is wanted; what was done has its risks for good."""
        holds = line.summary.status == ACTIVE or line.summary.state == RELEASED
        return bool(line.summary.result) and (self.everything or holds)

    def wants(self, item: Item, today: str) -> bool:
        """True for an item that is to be listed."""
        if item.kind == MISSING_BALLOT and not item.changes and not self.everything:
            return False  # a ballot that did not come is no risk until somebody makes one of it
        if self.owner is not None and item.owner.casefold() != self.owner.strip().casefold():
            return False
        if self.overdue and not item.is_overdue(today):
            return False
        if self.status == VINDICATED:
            return item.came_true
        return item.status == self.status if self.status else self.everything or not item.is_settled


@operation
async def list_risks(app: App, who: Principal, wanted: RiskFilter) -> RiskPage:
    """Reads deliberation by deliberation: only its events say what became of an item."""
    after, count, today = wanted.after, 0, app.now[:10]
    found: list[RiskEntry] = []
    while count < wanted.limit:
        page = await app.record.log(after=after, limit=min(_AT_ONCE, wanted.limit - count))
        names = [line.deliberation for line in page.lines if wanted.wants_from(line)]
        for session in await asyncio.gather(*(app.load(name) for name in names)):
            found += _entries(session, wanted, today)
        count, after = count + len(page.lines), page.after
        if not after:
            break
    return RiskPage(tuple(found), count, after)


def _entries(session: Session, wanted: RiskFilter, today: str) -> Iterator[RiskEntry]:
    for item in register_of(session).items:
        if wanted.wants(item, today):
            yield RiskEntry(session.id, session.question.subject, item, item.is_overdue(today))
