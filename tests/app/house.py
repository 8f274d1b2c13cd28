"""What tests of use cases begin with: people, a deliberation of theirs, and how to see that nothing was stored."""

import json
from collections.abc import Awaitable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from quorate.access.streams import REFUSALS
from quorate.app.app import App
from quorate.core.errors import QuorateError
from quorate.decide import decide
from quorate.deliberation.framing import read_opening
from quorate.deliberation.moves import cast
from quorate.deliberation.precondition import Seen
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from quorate.deliberation.session import Session
from quorate.record.port import REFUSAL_DAY
from quorate.record.rows import EventRow, KeyRow, LineRow

ANN, BEN, EVE = Principal("ann"), Principal("ben"), Principal("eve")
ACTION = "deploy 1.4\n"
FOR: Mapping[str, Any] = {"position": "APPROVE", "confidence": 82, "rationale": "It was measured"}
AGAINST: Mapping[str, Any] = {"position": "REJECT", "confidence": 71, "rationale": "It was not measured"}
QUESTION = {"subject": "Adopt the queue?", "action": ACTION}
PANEL = [{"seat": "a", "voter": "person:ann"}, {"seat": "b", "voter": "person:ben"}]


def but_refusals(rows: Iterable[EventRow | LineRow | KeyRow]) -> list[EventRow | LineRow | KeyRow]:
    """What the record holds but who was refused."""
    return [row for row in rows if not row[0].startswith((REFUSALS, REFUSAL_DAY))]


class House:
    """An app with deliberations on its record."""

    def __init__(self, app: App, folder: Path) -> None:
        self.app, self.folder = app, folder

    async def opened(self, **document: Any) -> Session:
        """A deliberation in its first round, opened by ann, with a seat of ann's and one of ben's."""
        opening = read_opening({"question": QUESTION, "panel": PANEL, **document})
        return (await decide(opening, {}, self.app.record, self.app.outside(ANN))).session

    async def decided(
        self, first: Mapping[str, Any] = FOR, second: Mapping[str, Any] = FOR, **document: Any
    ) -> Session:
        """The same once ann and ben have voted."""
        session = await self.opened(**document)
        for seat, who, vote in (("a", ANN, first), ("b", BEN, second)):
            session = await self.voted(session, seat, who, vote)
        return session

    async def deadlocked(self, **document: Any) -> Session:
        """The same once ann was asked again twice and nothing has changed."""
        session = await self.decided(FOR, AGAINST, **document)
        again = Again("changed_conditions", seats=("a",), reason="The budget is smaller")
        for _ in range(2):
            await self.app.change(session.id, lambda at: redeliberate(at, again, ANN), ANN)
            session = await self.voted(session, "a", ANN, FOR)
        return session

    def program(self, name: str, vote: Mapping[str, Any]) -> str:
        """A program that votes like this and notes that it was asked; as a voter."""
        file, text = self.folder / name, json.dumps(vote)
        file.write_text(f"#!/bin/sh\ncat > /dev/null\necho asked >> {self.folder}/asked\nprintf '%s' '{text}'\n")
        file.chmod(0o755)
        return f"command:{file}"

    def times_asked(self) -> int:
        """How often programs were asked."""
        asked = self.folder / "asked"
        return len(asked.read_text().splitlines()) if asked.exists() else 0

    async def voted(self, session: Session, seat: str, who: Principal, vote: Mapping[str, Any]) -> Session:
        """One ballot more."""
        now, seen = self.app.now, Seen(session.question.content_hash)
        changed = await self.app.change(session.id, lambda at: cast(at, seat, vote, who, now=now, seen=seen), who)
        return changed.session

    async def rows(self) -> list[EventRow | LineRow | KeyRow]:
        """All that the record holds, but who was refused."""
        return but_refusals(await self.app.record.export(list))

    async def refuses(self, story: Awaitable[object], what: str, error: type[QuorateError] = QuorateError) -> None:
        """It is refused in these words, and leaves no trace but that."""
        before = await self.rows()
        with pytest.raises(error, match=what):
            await story
        assert await self.rows() == before
