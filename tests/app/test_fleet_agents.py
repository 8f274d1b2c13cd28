"""Agents on the record: registered once, described and reported by others, and apart from deliberations."""

import asyncio
from io import BytesIO

import pytest

from quorate.app.app import App
from quorate.app.copies import export_all
from quorate.app.deliberation_list import list_log
from quorate.app.fleet.agents import (
    AgentReport,
    agent_history,
    archive_agent,
    describe_agent,
    list_agents,
    pause_agent,
    register_agent,
    report_state,
    show_agent,
)
from quorate.app.integrity.audit import verify_export
from quorate.app.integrity.checkpoints import make_checkpoint
from quorate.core.errors import InputError
from quorate.deliberation.principal import Principal
from quorate.fleet.agent_events import StateReported
from quorate.fleet.streams import agent_stream
from tests.app.fleet_house import OPERATOR, FleetHouse


@pytest.fixture
def fleet(app: App) -> FleetHouse:
    return FleetHouse(app)


async def test_an_agent_is_registered_once_also_by_several_at_once(fleet: FleetHouse) -> None:
    tried = await asyncio.gather(
        *(register_agent(fleet.app, OPERATOR, "a", "ann", ["db"]) for _ in range(4)), return_exceptions=True
    )
    assert [isinstance(one, Exception) for one in tried].count(False) == 1
    await fleet.refuses("AGENT_EXISTS", register_agent(fleet.app, OPERATOR, "a"))
    await fleet.refuses("AGENT_EXISTS", register_agent(fleet.app, OPERATOR, "A"), "a name like it")
    assert [story.agent.agent_id for story in await list_agents(fleet.app, OPERATOR)] == ["a"]


async def test_names_that_nobody_can_read_are_refused(fleet: FleetHouse) -> None:
    for name in ("", " ", "a\u202eb", " a", "x" * 151, "a\nb"):
        await fleet.refuses("INVALID_ARGUMENT", register_agent(fleet.app, OPERATOR, name), "agent_id")


async def test_names_that_only_look_alike_are_refused_beside_each_other(fleet: FleetHouse) -> None:
    await register_agent(fleet.app, OPERATOR, "bot2", "ann")
    await fleet.refuses("AGENT_EXISTS", register_agent(fleet.app, OPERATOR, "b\u043et2", "ben"), "looks like")
    await fleet.refuses("AGENT_EXISTS", register_agent(fleet.app, OPERATOR, "bot2\u200b", "ben"))
    assert await register_agent(fleet.app, OPERATOR, "bot3", "ben")


@pytest.mark.parametrize("owner", ["\u200b", "\u3164", " ", "ann\u202e", "an\nn", "\x1b[31m"], ids=ascii)
async def test_an_owner_that_nobody_can_read_is_refused(fleet: FleetHouse, owner: str) -> None:
    await fleet.refuses("INVALID_ARGUMENT", register_agent(fleet.app, OPERATOR, "a", owner), "owner")
    await register_agent(fleet.app, OPERATOR, "a", "ann")
    await fleet.refuses("INVALID_ARGUMENT", describe_agent(fleet.app, OPERATOR, "a", owner, []), "owner")


async def test_only_an_operator_registers_describes_pauses_and_archives(fleet: FleetHouse) -> None:
    await register_agent(fleet.app, OPERATOR, "a")
    app, other = fleet.app, Principal("b")
    await fleet.refuses("NOT_AN_OPERATOR", register_agent(app, other, "b"))
    await fleet.refuses("NOT_AN_OPERATOR", describe_agent(app, other, "a", "b", []))
    await fleet.refuses("NOT_AN_OPERATOR", pause_agent(app, other, "a", "Why not"))
    await fleet.refuses("NOT_AN_OPERATOR", archive_agent(app, other, "a"))
    await fleet.refuses("NOT_AN_OPERATOR", report_state(app, other, "a", AgentReport(0)))


async def test_nobody_reports_their_own_state(fleet: FleetHouse) -> None:
    await register_agent(fleet.app, OPERATOR, "a")
    await fleet.refuses("OWN_STATE", report_state(fleet.app, Principal("a"), "a", AgentReport(0)))
    itself = Principal("a", owns_store=True)
    await fleet.refuses("OWN_STATE", report_state(fleet.app, itself, "a", AgentReport(0)))


async def test_what_is_reported_is_kept_exactly_with_its_time(fleet: FleetHouse) -> None:
    await register_agent(fleet.app, OPERATOR, "a")
    story = await report_state(fleet.app, OPERATOR, "a", AgentReport(0.1, 0.75, void_active=True))
    agent = story.agent
    assert (str(agent.risk_score), str(agent.coherence), agent.void_active) == ("1/10", "3/4", True)
    last = (await agent_history(fleet.app, OPERATOR, "a"))[-1]
    assert isinstance(last.event, StateReported)
    assert agent.updated_at == last.event.reported_at
    for wrong in (1.5, -0.1, float("nan"), float("inf")):
        await fleet.refuses("INVALID_ARGUMENT", report_state(fleet.app, OPERATOR, "a", AgentReport(wrong)), "risk")


async def test_an_empty_report_is_refused_and_clears_nothing(fleet: FleetHouse) -> None:
    await register_agent(fleet.app, OPERATOR, "a")
    await report_state(fleet.app, OPERATOR, "a", AgentReport(0.1, void_active=True))
    empty = report_state(fleet.app, OPERATOR, "a", AgentReport())
    await fleet.refuses("INVALID_ARGUMENT", empty, "found nothing; allowed: one or more of risk")
    story = await report_state(fleet.app, OPERATOR, "a", AgentReport(void_active=False))
    assert (story.agent.risk_score, story.agent.void_active) == (None, False)


async def test_the_status_of_an_agent(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b")
    await archive_agent(fleet.app, OPERATOR, "b", "It is old")
    by_status = {
        status: [story.agent.agent_id for story in await list_agents(fleet.app, OPERATOR, status)]
        for status in ("active", "paused", "archived")
    }
    assert by_status == {"active": ["a"], "paused": ["p"], "archived": ["b"]}
    await fleet.refuses("AGENT_NOT_FOUND", pause_agent(fleet.app, OPERATOR, "b", "Why not"), "archived")
    await fleet.refuses("INVALID_ARGUMENT", pause_agent(fleet.app, OPERATOR, "a", " "), "reason")
    before = await fleet.rows()
    await pause_agent(fleet.app, OPERATOR, "p", "Once more")
    assert await fleet.rows() == before


async def test_agents_are_no_deliberations(fleet: FleetHouse) -> None:
    await fleet.founded("a")
    assert (await list_log(fleet.app, OPERATOR)).entries == ()
    with pytest.raises(InputError, match="belongs to the fleet"):
        await fleet.app.load(agent_stream("a"))


async def test_a_fleet_is_exported_and_checked_like_everything_else(fleet: FleetHouse) -> None:
    await fleet.founded("a", "b")
    await fleet.requested()
    exported = BytesIO()
    counts = await export_all(fleet.app, OPERATOR, exported)
    assert counts.left_out == ()
    found = await verify_export(BytesIO(exported.getvalue()), "export")
    assert (found.findings, found.unchecked, found.deliberations) == ((), (), 4)
    assert await fleet.is_intact()
    assert await show_agent(fleet.app, OPERATOR, "a")
    assert await make_checkpoint(fleet.app, OPERATOR)
