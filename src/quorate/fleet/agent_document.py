"""Agents as a document describes them."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from quorate.core.errors import Path, Problem
from quorate.core.shape import (
    FILLED,
    FLAG,
    TEXT,
    TEXTS,
    Field,
    Problems,
    Shape,
    any_of,
    found,
    list_of,
    number,
    one_of,
    record,
    whole,
)
from quorate.deliberation.moments import stamp
from quorate.fleet.agent import ACTIVE, STATUSES, Agent, tags_of

MOST_AGENTS = 100_000
_MOST_REVIEWS = 10**9


def _moment() -> Shape:
    """A moment in ISO 8601; one without a time zone is in UTC."""

    def read(value: Any, path: Path, problems: Problems) -> str:
        try:
            moment = datetime.fromisoformat(value)
            return stamp(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
        except (TypeError, ValueError, OverflowError):
            problems.append(Problem(path, found(value), "a moment such as 2026-11-16T12:00:00Z"))
            return ""

    return Shape(read, {"type": "string", "format": "date-time"})


_MOMENT = _moment()
AGENT = record(
    {
        "agent_id": Field(FILLED, "The agent.", required=True, default=""),
        "status": Field(one_of(*STATUSES), "active, paused or archived.", default=ACTIVE),
        "owner": Field(TEXT, "Whose it is.", default=""),
        "tags": Field(TEXTS, "What it works on.", default=()),
        "risk_score": Field(number(0, 1), "0 to 1."),
        "coherence": Field(number(0, 1), "0 to 1."),
        "void_active": Field(FLAG, "Whether a void is active.", default=False),
        "last_update": Field(_MOMENT, "When its state was last reported.", default=""),
        "reviews": Field(whole(0, _MOST_REVIEWS), "How many of its reviews were judged.", default=0),
        "held_up": Field(whole(0, _MOST_REVIEWS), "How many of these held up.", default=0),
    }
)
_AGENTS = list_of(AGENT, least=1, most=MOST_AGENTS)
_DESCRIBED = record(
    {
        "agents": Field(_AGENTS, "Those whose authority is asked for.", required=True, default=()),
        "paused_agent": Field(AGENT, "The agent that they would review; else nothing is known of it."),
        "now": Field(_MOMENT, "The moment of the choice (default: now).", default=""),
    }
)
AGENTS_DOCUMENT = any_of(_DESCRIBED, _AGENTS, list)


class DescribedAgents(NamedTuple):
    """Agents, the one that they would review, and the moment; empty where the document does not say it."""

    agents: tuple[Agent, ...]
    paused: Agent | None = None
    now: str = ""


def read_agents(value: Any, problems: Problems) -> DescribedAgents:
    """The agents in plain values: a list of them, or a mapping with the paused agent and the moment as well."""
    values = AGENTS_DOCUMENT.read(value, (), problems)
    if problems:
        return DescribedAgents(())
    said = {"agents": values} if isinstance(value, list) else values
    where: Path = () if isinstance(value, list) else ("agents",)
    agents = said["agents"]
    seen: set[str] = set()
    for index, agent in enumerate(agents):
        if agent["agent_id"] in seen:
            problems.append(Problem((*where, index, "agent_id"), f"{found(agent['agent_id'])} a second time", "once"))
        if agent["held_up"] > agent["reviews"]:
            problems.append(Problem((*where, index, "held_up"), found(agent["held_up"]), "at most its reviews"))
        seen.add(agent["agent_id"])
    paused = said.get("paused_agent")
    return DescribedAgents(tuple(map(_agent, said["agents"])), paused and _agent(paused), said.get("now", ""))


def _agent(said: Mapping[str, Any]) -> Agent:
    return Agent(
        said["agent_id"],
        said["status"],
        said["owner"],
        tags_of(said["tags"]),
        said["risk_score"],
        said["coherence"],
        said["void_active"],
        said["last_update"],
        said["reviews"],
        said["held_up"],
    )
