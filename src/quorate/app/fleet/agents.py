"""Agents of the fleet: they register, their state is reported, they are paused, and their reviews are judged."""

from collections.abc import Iterable
from decimal import Decimal
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.fleet.agent_access import (
    change_agent,
    check_agent_id,
    check_operator,
    check_owner,
    load_agent,
    names_at,
)
from quorate.app.keys import key_of
from quorate.app.question.panel_choice import absolute_voter
from quorate.app.question.panel_voters import seat_problems
from quorate.core.errors import KeyReused, NameTaken
from quorate.core.exact import Exact, exact
from quorate.core.text import says_something
from quorate.core.text.names import are_same, folded
from quorate.deliberation.engines.independence import NOT_ENGINES
from quorate.deliberation.principal import MCP, Principal
from quorate.fleet.agent import PERSON, Agent
from quorate.fleet.agent_events import AgentArchived, AgentDescribed, AgentEvent, AgentRegistered, StateReported
from quorate.fleet.agent_rank import PLACES
from quorate.fleet.agent_story import AgentStory, evolve_agent, judge, pause
from quorate.fleet.quorum_review import open_quorum
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.reviewers import ChosenReviewer
from quorate.fleet.streams import AGENTS, FleetStored, agent_stream
from quorate.record.port import REGISTRATION, RequestKey
from quorate.record.side_streams import fleet_change, fleet_history
from quorate.settings import Settings, is_harmless
from quorate.voters import kind_of

if TYPE_CHECKING:
    from quorate.app.app import App


def reviewer_voter(app: "App", who: Principal, agent_id: str, voter: str, *, is_remote: bool) -> str:
    """The voter as it is registered. Raises FleetRefusal where it could not be asked, or is not theirs to name."""
    voter = voter.strip()
    if voter in ("", PERSON):
        return voter
    kind, _ = kind_of(voter)
    if kind in NOT_ENGINES:
        allowed = f"an engine, such as claude, openai:MODEL@URL or command:PROGRAM; or {PERSON}"
        raise FleetRefusal("INVALID_ARGUMENT", f"voter: found {voter!r}; allowed: {allowed}")
    if (is_remote or who.via == MCP) and not _may_be_named(voter, app.surroundings.settings()):
        allowed = "claude, codex, gemini, or the voter of a seat in the server's settings"
        raise FleetRefusal("INVALID_ARGUMENT", f"voter: found a program or an address; allowed: {allowed}")
    kept = absolute_voter(voter)
    asked = open_quorum(Agent("agent"), [ChosenReviewer(agent_id, 1, kept)], "Why", "", app.now)
    if problems := seat_problems(asked, app.surroundings, app.outside(who)):
        raise FleetRefusal("INVALID_ARGUMENT", f"voter: {'; '.join(problems)}")
    return kept


def _may_be_named(voter: str, settings: Settings) -> bool:
    """Installed engines, and what the user's own panels have; a project that nobody trusts names nothing."""
    panels = [panel for name, panel in settings.panels.items() if name not in settings.project_panels]
    stated = [seat.get("voter") for panel in panels for seat in panel.get("panel", ())]
    return is_harmless(voter) or voter in stated


class AgentReport(NamedTuple):
    """What somebody else says of an agent's state; None is unknown."""

    risk_score: float | Decimal | Exact | None = None
    coherence: float | Decimal | Exact | None = None
    void_active: bool | None = None


@operation
async def register_agent(
    app: App,
    who: Principal,
    agent_id: str,
    owner: str = "",
    tags: Iterable[str] = (),
    *,
    works_here: bool = False,
    voter: str = "",
    is_remote: bool = False,
    key: str | None = None,
) -> AgentStory:
    """A new agent. Whose it is and what it works on is for an operator to say.

    With a voter it is an engine that reviews for this system, or a person. Whoever `is_remote` names no program. The
    same request with the same key gives the agent that it made.
    """
    check_operator(who, "register an agent")
    check_agent_id(agent_id)
    check_owner(owner)
    voter = reviewer_voter(app, who, agent_id, voter, is_remote=is_remote)
    event = AgentRegistered(agent_id, owner, _tags(tags), works_here or voter not in ("", PERSON), voter)
    day = f"{AGENTS}{agent_id}-"
    change = fleet_change(day, 0, (event,), evolve_agent(None, event, app.now))
    await app.make_record()
    request = key_of(who, key, "register_agent", agent=list(event if voter else event[:-1]))
    # this key keeps two who register at once from making two of one agent
    also = (request,) if request else ()
    name = RequestKey(f"{REGISTRATION}{folded(agent_id)}", _registration(request, agent_id), also=also)
    await app.was_done(request)  # refuses a key that stands for another request
    try:
        _, is_new = await app.record.append([change], who.author, name)
    except NameTaken as error:
        raise FleetRefusal("AGENT_EXISTS", f"agent_id: {error}") from None
    except KeyReused:
        await app.was_done(request)
        is_new, request = False, None
    if not is_new and not request:
        raise FleetRefusal("AGENT_EXISTS", f"agent_id: {agent_id!r}, or a name like it, is registered already")
    return await load_agent(app, agent_id)


@operation
async def describe_agent(
    app: App, who: Principal, agent_id: str, owner: str, tags: Iterable[str], key: str | None = None
) -> AgentStory:
    """Sets whose an agent is and what it works on."""
    check_operator(who, "describe an agent")
    _check_not_itself(who, agent_id)
    check_owner(owner)
    described = AgentDescribed(owner, _tags(tags))

    def rule(story: AgentStory) -> tuple[AgentEvent, ...]:
        return () if evolve_agent(story, described, "").agent == story.agent else (described,)

    request = key_of(who, key, "describe_agent", agent=agent_id, said=list(described))
    return await change_agent(app, who, agent_id, rule, request)


@operation
async def report_state(
    app: App, who: Principal, agent_id: str, report: AgentReport, key: str | None = None
) -> AgentStory:
    """What somebody else measured of an agent; nobody reports their own state."""
    _check_not_itself(who, agent_id)
    if who.scopes is None:  # the scope `report` is enough for a key
        check_operator(who, "report the state of an agent")
    if report == AgentReport():
        allowed = "risk (risk_score), coherence, void (void_active)"
        raise FleetRefusal("INVALID_ARGUMENT", f"report: found nothing; allowed: one or more of {allowed}")
    risk, coherence = _unit("risk_score", report.risk_score), _unit("coherence", report.coherence)
    event = StateReported(risk, coherence, bool(report.void_active), app.now)
    request = key_of(who, key, "report_state", agent=agent_id, said=list(event[:3]))
    return await change_agent(app, who, agent_id, lambda _: (event,), request)


@operation
async def pause_agent(app: App, who: Principal, agent_id: str, reason: str, key: str | None = None) -> AgentStory:
    """Pauses an agent; only a review resumes it."""
    check_operator(who, "pause an agent")
    if not says_something(reason):
        raise FleetRefusal("INVALID_ARGUMENT", "reason: found nothing; allowed: why it is paused")
    request = key_of(who, key, "pause_agent", agent=agent_id, reason=reason)
    return await change_agent(app, who, agent_id, lambda story: pause(story, reason), request)


@operation
async def archive_agent(
    app: App, who: Principal, agent_id: str, reason: str = "", key: str | None = None
) -> AgentStory:
    """Takes an agent out of the fleet; its history stays."""
    check_operator(who, "archive an agent")

    def rule(story: AgentStory) -> tuple[AgentEvent, ...]:
        return () if story.agent.status == "archived" else (AgentArchived(reason),)

    request = key_of(who, key, "archive_agent", agent=agent_id, reason=reason)
    return await change_agent(app, who, agent_id, rule, request)


@operation
async def judge_review(
    app: App, who: Principal, agent_id: str, session_id: str, *, held_up: bool, key: str | None = None
) -> AgentStory:
    """Says whether a review by this agent held up, which its track record counts from then on."""
    check_operator(who, "judge a review")
    _check_not_itself(who, agent_id)
    request = key_of(who, key, "judge_review", agent=agent_id, id=session_id, held_up=held_up)
    return await change_agent(app, who, agent_id, lambda story: judge(story, session_id, held_up), request)


@operation
async def show_agent(app: App, who: Principal, agent_id: str) -> AgentStory:
    """An agent as it stands."""
    return await load_agent(app, agent_id)


@operation
async def agent_history(app: App, who: Principal, agent_id: str) -> tuple[FleetStored, ...]:
    """Everything that happened to an agent."""
    await load_agent(app, agent_id)
    return await fleet_history(app.record, agent_stream(agent_id))


@operation
async def list_agents(
    app: App, who: Principal, status: str = "", after: str = "", limit: int | None = None
) -> list[AgentStory]:
    """Agents by name, or those of one status; behind a name, and at most so many."""
    places = [one for one in PLACES if one.split()[0] == status] if status else []
    return [await load_agent(app, name) async for name in names_at(app, places, after, limit)]


def _registration(request: RequestKey | None, agent_id: str) -> str:
    """What tells one registration of a name from another: only that with the same key of the caller is the same."""
    return f"sha256:{sha256(f'{request.name} {request.request}'.encode()).hexdigest()}" if request else agent_id


def _check_not_itself(who: Principal, agent_id: str) -> None:
    """Nobody says of themselves how they do, whose they are, or that they were right; not with an operator's key."""
    if are_same(who.name, agent_id):
        raise FleetRefusal("OWN_STATE", f"{agent_id} does not report its own state; somebody else has to")


def _tags(tags: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag.strip() for tag in tags if says_something(tag)))


def _unit(name: str, value: float | Decimal | Exact | None) -> Exact | None:
    number = exact(value)
    if value is not None and (number is None or not 0 <= number <= 1):
        raise FleetRefusal("INVALID_ARGUMENT", f"{name}: found {value!r}; allowed: a number from 0 to 1, or none")
    return number
