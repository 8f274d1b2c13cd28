"""How the fleet stands on the record: a stream for every agent and for every dialectic, beside the deliberations.

Ids of deliberations begin with a capital letter, those of the fleet do not, so that none is ever taken for the other.
"""

from collections.abc import Iterable
from typing import NamedTuple, get_args

from quorate.deliberation.events import Author
from quorate.deliberation.summary import Summary
from quorate.fleet.agent_events import AgentEvent
from quorate.fleet.agent_rank import rank_of
from quorate.fleet.agent_story import AgentStory, evolve_agent
from quorate.fleet.dialectic.dialectic_events import DialecticEvent
from quorate.fleet.dialectic.dialectic_state import Dialectic, evolve_dialectic, waits_in

AGENTS, DIALECTICS = PREFIXES = ("agent-", "dialectic-")
FleetEvent = AgentEvent | DialecticEvent
FleetState = AgentStory | Dialectic
AGENT_KINDS, DIALECTIC_KINDS = get_args(AgentEvent), get_args(DialecticEvent)


class FleetStored(NamedTuple):
    """An event of the fleet with what the record stamped on it."""

    stream: str
    position: int
    at: str
    author: Author
    event: FleetEvent
    hash: str = ""


def is_of_the_fleet(stream: str) -> bool:
    """True for the id of an agent's stream, or of a dialectic's."""
    return stream.startswith(PREFIXES)


def agent_stream(agent_id: str) -> str:
    """The stream of an agent: it is registered once, so it is always the first of its name."""
    return f"{AGENTS}{agent_id}-001"


def fold_agent(history: Iterable[FleetStored]) -> AgentStory:
    """The agent that a history folds to."""
    story: AgentStory | None = None
    for stored in history:
        if not isinstance(stored.event, AGENT_KINDS):
            raise ValueError(f"{type(stored.event).__name__} does not happen to an agent")
        story = evolve_agent(story, stored.event, stored.at, stored.stream)
    if story is None:
        raise ValueError("a history begins with AgentRegistered")
    return story


def fold_dialectic(history: Iterable[FleetStored]) -> Dialectic:
    """The dialectic that a history folds to."""
    session: Dialectic | None = None
    for stored in history:
        if not isinstance(stored.event, DIALECTIC_KINDS):
            raise ValueError(f"{type(stored.event).__name__} does not happen in a dialectic")
        session = evolve_dialectic(session, stored.event, stored.at, stored.hash)
    if session is None:
        raise ValueError("a history begins with DialecticOpened")
    return session


def fold_stream(stream: str, history: Iterable[FleetStored]) -> FleetState:
    """What a stream of the fleet folds to."""
    return fold_agent(history) if stream.startswith(AGENTS) else fold_dialectic(history)


def line_of(state: FleetState) -> Summary:
    """What is looked up of it without its events."""
    if isinstance(state, AgentStory):
        agent = state.agent
        return Summary("agent", agent.agent_id, agent.owner, agent.status, rank=rank_of(state))
    action = state.ended.action if state.ended else ""
    about = "dialectic", state.paused_agent, state.opened.dispute_type, state.phase
    # until when follows from the time that the record gives to the event, which is not known before it is stored
    awaited = tuple(wait._replace(until="") for wait in waits_in(state))
    return Summary(*about, decision=action, waits=awaited)
