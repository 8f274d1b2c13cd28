"""Reviews by a quorum: asked for, voted in, counted, and carried out."""

from collections.abc import Mapping
from typing import Any

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.fleet.agent_access import check_acts_as, find_agents, load_agent
from quorate.app.fleet.dialectic_reviews import settle_dialectic
from quorate.app.fleet.review_state import Review, execute, load_review, open_review, review_key, reviewers_of
from quorate.commit import change
from quorate.deliberation.events import Event, Stored
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session, evolve
from quorate.deliberation.summary import summary_of
from quorate.fleet.agent import Agent
from quorate.fleet.agent_story import AgentStory
from quorate.fleet.dialectic.dialectic_state import Dialectic
from quorate.fleet.quorum_need import reasons_for_quorum
from quorate.fleet.quorum_review import cast_vote, close_if_over, execution_of, open_quorum
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.reviewers import ReviewerChoice
from quorate.record.port import Change, RequestKey

QUORUMS = "QUORUM-"
"""How the id of a review by a quorum begins."""


async def open_quorum_review(
    app: App,
    who: Principal,
    subject: AgentStory,
    fleet: Mapping[str, AgentStory],
    choice: ReviewerChoice,
    reason: str,
    dispute_type: str,
    needs: tuple[str, ...],
    key: RequestKey | None = None,
) -> Review:
    """A review by those who were chosen. Raises AppendConflict where somebody was faster."""
    opening = open_quorum(subject.agent, choice.chosen, reason, dispute_type, app.now)
    day = f"{QUORUMS}{app.surroundings.clock():%Y-%m%d}-"
    line = summary_of(evolve(None, Stored(day, 1, app.now, who.author, opening)))
    reviewers = [fleet[one.agent_id] for one in choice.chosen]
    review = await open_review(app, who, Change(day, 0, (opening,), line), subject, reviewers, key)
    session = await app.moved(review, who)
    return Review(review, session, await load_agent(app, subject.agent.agent_id), needs, choice.excluded)


@operation
async def submit_quorum_vote(
    app: App,
    who: Principal,
    session_id: str,
    vote: Mapping[str, Any],
    agent_id: str = "",
    key: str | None = None,
) -> Review:
    """A reviewer's vote: `vote`, `reasoning` and `conditions`. The last one counts, and what it decides is done.

    With a key that was used before nothing is cast, whatever the vote says now.
    """
    voter = agent_id or who.name
    check_acts_as(who, voter)
    request = review_key(who, key, "submit_quorum_vote", id=session_id)
    await settle_review(app, who, session_id)
    state = await load_review(app, session_id)
    if isinstance(state, Dialectic):
        raise FleetRefusal("WRONG_PHASE", f"{session_id} is in the phase {state.phase}, not in quorum_voting")
    subject = await load_agent(app, state.opened.review_of)
    agents = await _agents(app, state)

    def rule(session: Session) -> tuple[Event, ...]:
        return cast_vote(session, voter, vote, subject.agent, agents, app.now)

    await change(app.record, state, rule, app.outside(who), request)
    return await settle_review(app, who, session_id)


@operation
async def settle_review(app: App, who: Principal, session_id: str) -> Review:
    """A review as it stands, after all that follows by the rules: the end of its time, the count, the execution."""
    state = await load_review(app, session_id)
    if isinstance(state, Dialectic):
        return await settle_dialectic(app, who, session_id)
    session = await app.moved(session_id, who)
    subject = await load_agent(app, session.opened.review_of)
    agents = await _agents(app, session)

    def rule(at: Session) -> tuple[Event, ...]:
        return close_if_over(at, subject.agent, agents, app.now)

    session = (await change(app.record, session, rule, app.outside(who))).session
    done = execution_of(session, subject.objections)
    if done and subject.in_review == session.id:
        await execute(app, who, session, done, session.verdict_hash)
    return _as_it_stands(session, await load_agent(app, session.opened.review_of))


def _as_it_stands(session: Session, subject: AgentStory) -> Review:
    state: Mapping[str, Any] = session.opened.terms.get("paused_agent_state") or {}
    dispute = str(session.opened.terms.get("dispute_type", ""))
    needs = reasons_for_quorum(state.get("risk_score"), bool(state.get("void_active")), dispute)
    return Review(session.id, session, subject, needs)


async def _agents(app: App, session: Session) -> dict[str, Agent | None]:
    names = reviewers_of(session)
    stories = await find_agents(app, names)
    return {name: stories[name].agent if name in stories else None for name in names}
