"""Reviews by a quorum: asked for, voted in, counted, and carried out."""

from collections.abc import Mapping
from typing import Any

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.fleet.agent_access import check_acts_as, find_agents, load_agent
from quorate.app.fleet.dialectic_record import settle_dialectic
from quorate.app.fleet.quorum_opening import quorum_opening
from quorate.app.fleet.refused_move import says_whose_move, turn_in_review
from quorate.app.fleet.review_state import (
    Review,
    execute,
    load_review,
    open_review,
    review_key,
    reviewers_of,
    turn_in,
)
from quorate.commit import change
from quorate.deliberation.events import VIA_MCP, Event
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.fleet.agent import PERSON, Agent
from quorate.fleet.agent_story import AgentStory
from quorate.fleet.dialectic.dialectic_state import Dialectic
from quorate.fleet.quorum_review import cast_vote, close_if_over, execution_of, needs_of
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.reviewers import ReviewerChoice
from quorate.record.port import RequestKey


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
    opening = quorum_opening(app, who, subject, choice, reason, dispute_type)
    reviewers = [fleet[one.agent_id] for one in choice.chosen]
    review = await open_review(app, who, opening, subject, reviewers, key)
    session = await app.moved(review, who)
    reviewed, turn = await load_agent(app, subject.agent.agent_id), await turn_in(app, session)
    return Review(review, session, reviewed, turn, needs, choice.excluded)


@operation
@says_whose_move(turn_in_review)
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
    _check_own_voice(state, voter, who)
    subject = await load_agent(app, state.opened.review_of)
    agents = await _agents(app, state)

    def rule(session: Session) -> tuple[Event, ...]:
        return cast_vote(session, voter, vote, subject.agent, agents, app.now)

    await change(app.record, state, rule, app.outside(who), request)
    return (await settle_review(app, who, session_id)).warning(voter)


@operation
@says_whose_move(turn_in_review)
async def settle_review(app: App, who: Principal, session_id: str) -> Review:
    """A review as it stands, after all that follows by the rules: the end of its time, the count, the execution."""
    state = await load_review(app, session_id)
    if isinstance(state, Dialectic):
        return await settle_dialectic(app, who, session_id)
    return await settled_quorum(app, who, session_id)


async def settled_quorum(app: App, who: Principal, session_id: str) -> Review:
    """The same of a review by a quorum, for whoever may carry it on."""
    session = await app.moved(session_id, who)
    subject = await load_agent(app, session.opened.review_of)
    agents = await _agents(app, session)

    def rule(at: Session) -> tuple[Event, ...]:
        return close_if_over(at, subject.agent, agents, app.now)

    session = (await change(app.record, session, rule, app.outside(who))).session
    done = execution_of(session, subject.objections)
    if done and subject.in_review == session.id:
        await execute(app, who, session, done, session.verdict_hash)
    subject, turn = await load_agent(app, session.opened.review_of), await turn_in(app, session)
    return Review(session.id, session, subject, turn, needs_of(session))


def _check_own_voice(session: Session, voter: str, who: Principal) -> None:
    """Raises FleetRefusal where a program votes for a person."""
    seat = session.seat(voter)
    if seat and seat.voter_kind == PERSON and who.author.proof == VIA_MCP:
        raise FleetRefusal("NOT_YOURSELF", f"{voter} is a person; a program does not vote for {voter}")


async def _agents(app: App, session: Session) -> dict[str, Agent | None]:
    names = reviewers_of(session)
    stories = await find_agents(app, names)
    return {name: stories[name].agent if name in stories else None for name in names}
