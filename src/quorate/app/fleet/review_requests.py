"""Reviews asked for: by a quorum where that is possible and needed, else by two parties; and all that there are."""

from collections.abc import Mapping
from typing import NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.fleet.agent_access import all_agents, check_acts_as, load_agent
from quorate.app.fleet.dialectic_reviews import open_dialectic
from quorate.app.fleet.quorum_reviews import open_quorum_review, settle_review
from quorate.app.fleet.review_state import Review
from quorate.core.errors import AppendConflict
from quorate.core.text import says_something
from quorate.deliberation.principal import Principal
from quorate.fleet.agent_story import AS_SUBJECT, AgentStory, check_may_be_reviewed
from quorate.fleet.dialectic_events import ThesisFiled
from quorate.fleet.quorum_need import is_about_the_reviews, reasons_for_quorum
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.reviewers import ReviewContext, ReviewerChoice, choose_reviewers


class ReviewWish(NamedTuple):
    """What is asked for: of whom, why, what the dispute is about, and the thesis where it is filed at once."""

    agent_id: str
    reason: str
    dispute_type: str = ""
    thesis: ThesisFiled | None = None


@operation
async def request_quorum_review(app: App, who: Principal, agent_id: str, reason: str, dispute_type: str = "") -> Review:
    """A review of a paused agent by three to five others; by two parties where there are fewer, and it says so."""
    check_acts_as(who, agent_id, or_operator=True)
    return await _requested(app, who, ReviewWish(agent_id, reason, dispute_type), wants_quorum=True)


@operation
async def request_dialectic_review(
    app: App,
    who: Principal,
    agent_id: str,
    reason: str,
    thesis: ThesisFiled | None = None,
    dispute_type: str = "",
) -> Review:
    """A review by one other; by a quorum where one is required and there are enough, and it says so.

    With a thesis, that is filed at once, which only the paused agent can do.
    """
    check_acts_as(who, agent_id, or_operator=thesis is None)
    return await _requested(app, who, ReviewWish(agent_id, reason, dispute_type, thesis), wants_quorum=False)


async def _requested(app: App, who: Principal, wish: ReviewWish, *, wants_quorum: bool) -> Review:
    if not says_something(wish.reason):
        raise FleetRefusal("INVALID_ARGUMENT", "reason: found nothing; allowed: why a review is needed")
    while True:
        fleet = {story.agent.agent_id: story for story in await all_agents(app)}
        subject = fleet.get(wish.agent_id) or await load_agent(app, wish.agent_id)
        check_may_be_reviewed(subject, app.now)
        try:
            return await _opened(app, who, wish, subject, fleet, wants_quorum)
        except AppendConflict:
            continue


async def _opened(
    app: App, who: Principal, wish: ReviewWish, subject: AgentStory, fleet: Mapping[str, AgentStory], wants_quorum: bool
) -> Review:
    agent, dispute = subject.agent, wish.dispute_type
    needs = reasons_for_quorum(agent.risk_score, agent.void_active, dispute)
    choice = choice_of(subject, fleet, app.now)
    is_for_person = is_about_the_reviews(dispute, agent.works_here)
    if choice.is_quorum and (wants_quorum or needs) and not is_for_person:
        return await open_quorum_review(app, who, subject, fleet, choice, _reason(wish), dispute, needs)
    opened = await open_dialectic(app, who, subject, fleet, choice, wish.reason, dispute, needs, wish.thesis)
    return opened._replace(fell_back=(wants_quorum or bool(needs)) and not choice.is_quorum)


def _reason(wish: ReviewWish) -> str:
    """What reviewers of a quorum are told; a thesis that was filed with the request is a part of it."""
    if wish.thesis is None:
        return wish.reason
    conditions = [f"Proposed condition: {one}" for one in wish.thesis.conditions]
    said = [wish.reason, f"Root cause: {wish.thesis.root_cause}", *conditions, wish.thesis.reasoning]
    return "\n".join(one for one in said if says_something(one))


def choice_of(subject: AgentStory, fleet: Mapping[str, AgentStory], now: str) -> ReviewerChoice:
    """Who reviews an agent, of all there are."""
    name = subject.agent.agent_id
    busy = frozenset(other for other, story in fleet.items() if story.in_review)
    reviewed = {other: story.reviewed_at[name] for other, story in fleet.items() if name in story.reviewed_at}
    context = ReviewContext(subject.agent, now, busy, reviewed)
    return choose_reviewers((story.agent for story in fleet.values()), context)


@operation
async def open_reviews(app: App, who: Principal) -> list[Review]:
    """Every review that is open, after all that follows by the rules."""
    found = []
    for story in await all_agents(app):
        if story.joined and story.joined.role == AS_SUBJECT:
            review = await settle_review(app, who, story.in_review)
            found += [] if review.executed else [review]
    return found
