"""What tests of use cases begin with: people, a deliberation of theirs, and how to see that nothing was stored."""

from collections.abc import Awaitable, Mapping
from pathlib import Path
from typing import Any

import pytest

from quorate.app.app import App
from quorate.core.errors import QuorateError
from quorate.decide import decide
from quorate.deliberation.framing import read_opening
from quorate.deliberation.principal import Principal
from quorate.deliberation.rules import cast
from quorate.deliberation.session import Session
from quorate.record.rows import EventRow, KeyRow, LineRow

ANN, BEN, EVE = Principal("ann"), Principal("ben"), Principal("eve")
ACTION = "deploy 1.4\n"
FOR: Mapping[str, Any] = {"position": "APPROVE", "confidence": 82, "rationale": "It was measured"}
AGAINST: Mapping[str, Any] = {"position": "REJECT", "confidence": 71, "rationale": "It was not measured"}
QUESTION = {"subject": "Adopt the queue?", "action": ACTION}
PANEL = [{"seat": "a", "voter": "person:ann"}, {"seat": "b", "voter": "person:ben"}]


class House:
    """An app with deliberations on its record."""

    def __init__(self, app: App, folder: Path) -> None:
        self.app, self.folder = app, folder

    async def opened(self, **document: Any) -> Session:
        """A deliberation in its first round, opened by ann, with a seat of ann's and one of ben's."""
        opening = read_opening({"question": QUESTION, "panel": PANEL, **document})
        return await decide(opening, {}, self.app.record, self.app.outside(ANN))

    async def decided(
        self, first: Mapping[str, Any] = FOR, second: Mapping[str, Any] = FOR, **document: Any
    ) -> Session:
        """The same once ann and ben have voted."""
        session = await self.opened(**document)
        for seat, who, vote in (("a", ANN, first), ("b", BEN, second)):
            session = await self.voted(session, seat, who, vote)
        return session

    async def voted(self, session: Session, seat: str, who: Principal, vote: Mapping[str, Any]) -> Session:
        """One ballot more."""
        now = self.app.now
        changed = await self.app.change(session.id, lambda at: cast(at, seat, vote, who, now=now), who)
        return changed.session

    async def rows(self) -> list[EventRow | LineRow | KeyRow]:
        """All that the record holds."""
        return await self.app.record.export(list)

    async def refuses(self, story: Awaitable[object], what: str, error: type[QuorateError] = QuorateError) -> None:
        """It is refused in these words, and leaves no trace."""
        before = await self.rows()
        with pytest.raises(error, match=what):
            await story
        assert await self.rows() == before
