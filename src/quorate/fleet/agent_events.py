"""What can happen to an agent of the fleet. The record stamps the time, the place and the author."""

from typing import NamedTuple

from quorate.core.exact import Exact
from quorate.fleet.dialectic.dialectic_events import Objection


class AgentRegistered(NamedTuple):
    """An agent joined the fleet. `works_here`: it is a reviewer or operator of the review system itself.

    `voter` says who reviews under this name: `person`, or an engine of ours; empty is an agent that comes by itself.
    """

    agent_id: str
    owner: str = ""
    tags: tuple[str, ...] = ()
    works_here: bool = False
    voter: str = ""


class AgentDescribed(NamedTuple):
    """An operator set whose it is and what it works on."""

    owner: str
    tags: tuple[str, ...] = ()


class StateReported(NamedTuple):
    """Somebody else reported how the agent does, at a moment; None is unknown."""

    risk_score: Exact | None = None
    coherence: Exact | None = None
    void_active: bool = False
    reported_at: str = ""


class AgentPaused(NamedTuple):
    """It was paused."""

    reason: str


class AgentArchived(NamedTuple):
    """It left the fleet."""

    reason: str = ""


class ReviewJoined(NamedTuple):
    """It is in an open review from here on: as the `subject`, or as a `reviewer` of another agent."""

    review: str
    role: str
    subject: str


class ReviewLeft(NamedTuple):
    """It reviews no more: the review is over, or somebody else reviews."""

    review: str


class ReviewExecuted(NamedTuple):
    """What a review of this agent decided was done: resume, block or cooldown, once; or a quorum decides instead.

    `review_from` is when a new review may be asked for; `objections` are those that still stand.
    """

    review: str
    action: str
    conditions: tuple[str, ...] = ()
    review_from: str = ""
    reason: str = ""
    objections: tuple[Objection, ...] = ()


class ReviewJudged(NamedTuple):
    """An operator said whether a review by this agent held up."""

    review: str
    held_up: bool


AgentEvent = (
    AgentRegistered
    | AgentDescribed
    | StateReported
    | AgentPaused
    | AgentArchived
    | ReviewJoined
    | ReviewLeft
    | ReviewExecuted
    | ReviewJudged
)
