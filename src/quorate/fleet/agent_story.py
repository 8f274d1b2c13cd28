"""An agent with what has happened to it: what its events fold to."""

from collections.abc import Mapping
from typing import Any, NamedTuple, assert_never

from quorate.deliberation.moments import shown
from quorate.fleet.agent import ACTIVE, ARCHIVED, PAUSED, Agent, tags_of
from quorate.fleet.agent_events import (
    AgentArchived,
    AgentDescribed,
    AgentEvent,
    AgentPaused,
    AgentRegistered,
    ReviewExecuted,
    ReviewJoined,
    ReviewJudged,
    ReviewLeft,
    StateReported,
)
from quorate.fleet.dialectic.dialectic_events import Objection
from quorate.fleet.refusal import FleetRefusal

AS_SUBJECT, AS_REVIEWER = "subject", "reviewer"


class PastReview(NamedTuple):
    """A review that is over: as what the agent took part, of whom, and what was done; `held_up` once it was judged."""

    review: str
    role: str
    subject: str
    at: str
    action: str = ""
    held_up: bool | None = None


class AgentStory(NamedTuple):
    """An agent as it stands. `joined` is the review that it is in."""

    id: str
    position: int
    agent: Agent
    pause_reason: str = ""
    joined: ReviewJoined | None = None
    conditions: tuple[str, ...] = ()
    objections: tuple[Objection, ...] = ()
    past: tuple[PastReview, ...] = ()

    @property
    def reviewed_at(self) -> Mapping[str, str]:
        """When it last reviewed which agent."""
        return {one.subject: one.at for one in self.past if one.role == AS_REVIEWER}

    @property
    def in_review(self) -> str:
        """The open review that it is in, as whatever; empty for none."""
        return self.joined.review if self.joined else ""


def evolve_agent(story: AgentStory | None, event: AgentEvent, at: str, stream: str = "") -> AgentStory:
    """The agent after an event."""
    if story is None:
        assert isinstance(event, AgentRegistered)
        agent = Agent(event.agent_id, owner=event.owner, tags=tags_of(event.tags))
        return AgentStory(stream, 1, agent._replace(works_here=event.works_here, voter=event.voter))
    moved = story._replace(position=story.position + 1)
    match event:
        case AgentRegistered():
            raise ValueError("an agent is registered once")
        case AgentDescribed() | StateReported() | AgentPaused() | AgentArchived():
            return moved._replace(**_in_another_state(story.agent, event, at))
        case ReviewJoined():
            return moved._replace(joined=event)
        case ReviewLeft() | ReviewExecuted():
            return _out_of_review(moved, event, at)
        case ReviewJudged():
            return _judged(moved, event)
        case _:
            assert_never(event)


def _in_another_state(
    agent: Agent, event: AgentDescribed | StateReported | AgentPaused | AgentArchived, at: str
) -> dict[str, Any]:
    match event:
        case AgentDescribed():
            return {"agent": agent._replace(owner=event.owner, tags=tags_of(event.tags))}
        case StateReported():
            risk, coherence, is_void, reported_at = event
            known = agent._replace(risk_score=risk, coherence=coherence, void_active=is_void)
            return {"agent": known._replace(updated_at=reported_at or at)}
        case AgentPaused():
            return {"agent": agent._replace(status=PAUSED), "pause_reason": event.reason, "conditions": ()}
        case AgentArchived():
            return {"agent": agent._replace(status=ARCHIVED)}


def _out_of_review(story: AgentStory, event: ReviewLeft | ReviewExecuted, at: str) -> AgentStory:
    joined = story.joined
    if joined is None or joined.review != event.review:
        raise ValueError(f"{story.agent.agent_id} is not in {event.review}")
    action = event.action if isinstance(event, ReviewExecuted) else ""
    past = PastReview(event.review, joined.role, joined.subject, at, action)
    left = story._replace(joined=None, past=(*story.past, past))
    if not isinstance(event, ReviewExecuted):
        return left
    agent = story.agent._replace(review_from=event.review_from)
    if event.action == "resume" and agent.status == PAUSED:  # who left the fleet meanwhile stays away
        agent = agent._replace(status=ACTIVE)
    return left._replace(agent=agent, conditions=event.conditions, objections=event.objections)


def _judged(story: AgentStory, event: ReviewJudged) -> AgentStory:
    past = tuple(one._replace(held_up=event.held_up) if _is_judged(one, event) else one for one in story.past)
    judged = [one.held_up for one in past if one.role == AS_REVIEWER and one.held_up is not None]
    agent = story.agent._replace(reviews=len(judged), held_up=sum(judged))
    return story._replace(agent=agent, past=past)


def _is_judged(one: PastReview, event: ReviewJudged) -> bool:
    return one.review == event.review and one.role == AS_REVIEWER


def check_may_be_reviewed(story: AgentStory, now: str) -> None:
    """Raises FleetRefusal where no review of this agent may be opened now."""
    agent = story.agent
    if agent.status != PAUSED:
        raise FleetRefusal(
            "NOT_PAUSED", f"{agent.agent_id} is {agent.status}, not paused; only a paused agent is reviewed"
        )
    if story.in_review:
        raise FleetRefusal("IN_REVIEW", f"{agent.agent_id} is in the review {story.in_review}, which is still open")
    if agent.review_from and now < agent.review_from:
        when = shown(agent.review_from)
        raise FleetRefusal(
            "COOLDOWN", f"{agent.agent_id} is in a cooldown; a new review may be asked for from {when} on"
        )


def pause(story: AgentStory, reason: str) -> tuple[AgentEvent, ...]:
    """An active agent is paused; one that is paused already stays so."""
    if story.agent.status == ARCHIVED:
        raise FleetRefusal("AGENT_NOT_FOUND", f"{story.agent.agent_id} is archived")
    return () if story.agent.status == PAUSED else (AgentPaused(reason),)


def judge(story: AgentStory, review: str, held_up: bool) -> tuple[AgentEvent, ...]:
    """Whether a review by this agent held up; a second judgement takes the place of the first."""
    found = [one for one in story.past if one.review == review and one.role == AS_REVIEWER]
    if not found:
        raise FleetRefusal(
            "SESSION_NOT_FOUND", f"{story.agent.agent_id} has no finished review with the session_id {review!r}"
        )
    return () if found[-1].held_up is held_up else (ReviewJudged(review, held_up),)
