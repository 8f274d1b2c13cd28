"""The authority of agents that a document describes; nothing is stored."""

from typing import NamedTuple

from quorate.core.errors import DocumentError
from quorate.documents.container import decoded, parsed
from quorate.documents.findings import Findings
from quorate.fleet.agent import Agent
from quorate.fleet.agent_document import read_agents
from quorate.fleet.authority import AuthorityParts, authority_of


class AgentAuthority(NamedTuple):
    """An agent and what its authority is made of."""

    agent: Agent
    parts: AuthorityParts


def authority_in_document(data: bytes, source: str, now: str) -> list[AgentAuthority]:
    """The authority of every agent in a document, in its order; `now` holds where it names no moment."""
    problems = Findings()
    try:
        value, line_of = parsed(decoded(data))
        described = read_agents(value, problems)
        if problems:
            raise DocumentError([problem._replace(line=line_of(problem.path)) for problem in problems])
    except DocumentError as error:
        raise error.in_source(source) from None
    at = described.now or now
    return [AgentAuthority(agent, authority_of(agent, described.paused, at)) for agent in described.agents]
