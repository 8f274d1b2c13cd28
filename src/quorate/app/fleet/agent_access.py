"""Agents on the record: found, changed, and who may do that."""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence

from quorate.app.app import App
from quorate.core.errors import AppendConflict, UnknownDeliberation
from quorate.core.text.names import problem_with
from quorate.deliberation.principal import Principal
from quorate.fleet.agent_events import AgentEvent
from quorate.fleet.agent_story import AgentStory, evolve_agent
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.streams import agent_stream
from quorate.record.port import Change, RequestKey, keep_key
from quorate.record.side_streams import fleet_change, read_fleet

AgentRule = Callable[[AgentStory], tuple[AgentEvent, ...]]
LONGEST_AGENT_ID = 150
_AT_ONCE = 1000


def check_agent_id(agent_id: str) -> None:
    """Raises FleetRefusal for a name that could be taken for another one, or that no store can keep."""
    if why := problem_with(agent_id):
        raise FleetRefusal("INVALID_ARGUMENT", f"agent_id: found {why}; allowed: a name in one line")
    if len(agent_id) > LONGEST_AGENT_ID or agent_id != agent_id.strip():
        allowed = f"at most {LONGEST_AGENT_ID} characters, without spaces around them"
        raise FleetRefusal("INVALID_ARGUMENT", f"agent_id: found {len(agent_id)} characters; allowed: {allowed}")


def check_owner(owner: str) -> None:
    """Raises FleetRefusal for an owner that nobody can read; none is fine."""
    if owner and (why := problem_with(owner)):
        raise FleetRefusal("INVALID_ARGUMENT", f"owner: found {why}; allowed: a name in one line, or none")


def is_operator(who: Principal) -> bool:
    """True of whoever owns the record."""
    return who.owns_store


def check_operator(who: Principal, what: str) -> None:
    """Raises FleetRefusal for anybody but an operator."""
    if not is_operator(who):
        raise FleetRefusal("NOT_AN_OPERATOR", f"only an operator may {what}; you are {who.name}")


def check_acts_as(who: Principal, agent_id: str, *, or_operator: bool = False) -> None:
    """Raises FleetRefusal where somebody acts for an agent that they are not."""
    if who.name != agent_id and not (or_operator and is_operator(who)):
        raise FleetRefusal(
            "NOT_YOURSELF", f"agent_id: found {agent_id!r}; you act as {who.name!r}, and for nobody else"
        )


async def load_agent(app: App, agent_id: str) -> AgentStory:
    """An agent as it stands."""
    found = await find_agent(app, agent_id)
    if found is None:
        raise FleetRefusal("AGENT_NOT_FOUND", f"agent_id: no agent called {agent_id!r} is registered")
    return found


async def find_agent(app: App, agent_id: str) -> AgentStory | None:
    """The same; None where it is not registered."""
    check_agent_id(agent_id)
    try:
        found = await read_fleet(app.record, agent_stream(agent_id))
    except UnknownDeliberation:
        return None
    assert isinstance(found, AgentStory)
    return found


async def find_agents(app: App, agent_ids: Iterable[str]) -> dict[str, AgentStory]:
    """Those of them that are registered, by name."""
    found = {agent_id: await find_agent(app, agent_id) for agent_id in agent_ids}
    return {agent_id: story for agent_id, story in found.items() if story}


async def names_at(
    app: App, places: Sequence[str] = (), after: str = "", limit: int | None = None
) -> AsyncIterator[str]:
    """The names of agents in order, those of some places or all; nothing else of them is read."""
    left = limit
    while left is None or left > 0:
        wanted = _AT_ONCE if left is None else min(left, _AT_ONCE)
        page = await app.record.agents(places, after, wanted)
        for line in page:
            yield line.summary.subject
        if len(page) < wanted:
            return
        after, left = page[-1].summary.subject, None if left is None else left - len(page)


async def change_agent(
    app: App, who: Principal, agent_id: str, rule: AgentRule, key: RequestKey | None = None
) -> AgentStory:
    """What the rule says of the agent as it stands, put on the record; with a key that was used before, nothing."""
    while True:
        story = await load_agent(app, agent_id)
        if await app.was_done(key):
            return story
        events = rule(story)
        if not events:
            await keep_key(app.record, who.author, key)
            return story
        try:
            await app.record.append([agent_change(story, events, app.now)], who.author, key)
        except AppendConflict:
            continue
        return await load_agent(app, agent_id)


def agent_change(story: AgentStory, events: tuple[AgentEvent, ...], now: str) -> Change:
    """Events of an agent, to be appended behind where it stands."""
    after = story
    for event in events:
        after = evolve_agent(after, event, now)
    return fleet_change(story.id, story.position, events, after)
