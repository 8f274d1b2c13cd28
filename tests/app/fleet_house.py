"""What tests of the fleet begin with: an operator, agents, and a clock that can be put forward."""

from collections.abc import Awaitable, Sequence
from datetime import timedelta
from typing import Any

import pytest

from quorate.app.app import App
from quorate.app.fleet.agents import AgentReport, pause_agent, register_agent, report_state, show_agent
from quorate.app.fleet.quorum_reviews import settle_review, submit_quorum_vote
from quorate.app.fleet.review_requests import request_quorum_review
from quorate.app.fleet.review_state import Review
from quorate.app.integrity.audit import verify_record
from quorate.deliberation.principal import Principal
from quorate.fleet.refusal import FleetRefusal
from quorate.record.rows import EventRow, KeyRow, LineRow
from tests.app.house import but_refusals
from tests.record.parts import Clock

OPERATOR = Principal("olga", owns_store=True)
RISK_ABOVE = 0.61


class FleetHouse:
    """An app with a fleet on its record: p is paused, the others are active."""

    def __init__(self, app: App) -> None:
        self.app = app

    def wait(self, **span: float) -> None:
        """The clock of the app is that of its record."""
        clock = self.app.surroundings.clock
        assert isinstance(clock, Clock)
        clock.now += timedelta(**span)

    async def founded(self, *others: str, owners: Sequence[str] = (), risk: float | None = RISK_ABOVE) -> None:
        """p, paused, and others; `owners` are those of the others, in their order."""
        await register_agent(self.app, OPERATOR, "p", "pat")
        for place, name in enumerate(others):
            await register_agent(self.app, OPERATOR, name, owners[place] if place < len(owners) else "")
        await report_state(self.app, OPERATOR, "p", AgentReport(risk))
        await pause_agent(self.app, OPERATOR, "p", "It deleted a table")

    async def requested(self, dispute: str = "") -> Review:
        return await request_quorum_review(self.app, Principal("p"), "p", "I am well again", dispute)

    async def vote(self, review: Review, name: str, vote: str, conditions: Sequence[str] = ()) -> Review:
        said = {"vote": vote, "reasoning": "I looked at it", "conditions": list(conditions)}
        return await submit_quorum_vote(self.app, Principal(name), review.id, said)

    async def settled(self, review: Review) -> Review:
        return await settle_review(self.app, OPERATOR, review.id)

    async def status(self, name: str = "p") -> str:
        return (await show_agent(self.app, OPERATOR, name)).agent.status

    async def rows(self) -> list[EventRow | LineRow | KeyRow]:
        return but_refusals(await self.app.record.export(list))

    async def refuses(self, code: str, story: Awaitable[Any], says: str = ".") -> None:
        """It is refused with this code and in these words, and leaves no trace."""
        before = await self.rows()
        with pytest.raises(FleetRefusal, match=says) as refused:
            await story
        assert refused.value.code == code
        assert await self.rows() == before

    async def is_intact(self) -> bool:
        found = await verify_record(self.app, OPERATOR)
        return not found.findings and not found.unchecked and not found.notes
