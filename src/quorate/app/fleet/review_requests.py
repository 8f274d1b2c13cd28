"""Reviews asked for: by a quorum where that is possible and needed, else by two parties; and all that there are."""

from shlex import quote
from typing import NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.fleet.agent_access import check_acts_as, load_agent, names_at
from quorate.app.fleet.dialectic_reviews import open_dialectic
from quorate.app.fleet.quorum_reviews import open_quorum_review, settle_review
from quorate.app.fleet.refused_move import says_whose_move, turn_of_agent
from quorate.app.fleet.review_state import Review, review_key
from quorate.app.fleet.reviewer_choice import FleetChoice, choose_from_fleet
from quorate.core.errors import AppendConflict
from quorate.core.text import says_something
from quorate.deliberation.principal import Principal
from quorate.fleet.agent import PAUSED, Agent
from quorate.fleet.agent_rank import UNDER_REVIEW
from quorate.fleet.agent_story import AS_SUBJECT, AgentStory, check_may_be_reviewed
from quorate.fleet.dialectic.dialectic_events import ThesisFiled
from quorate.fleet.quorum_need import is_about_the_reviews, reasons_for_quorum
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.reviewers import ReviewerChoice
from quorate.record.port import RequestKey

_MOST_TRIES = 50


class ReviewWish(NamedTuple):
    """What is asked for: of whom, why, what the dispute is about, and the thesis where it is filed at once."""

    agent_id: str
    reason: str
    dispute_type: str = ""
    thesis: ThesisFiled | None = None
    key: RequestKey | None = None


@operation
@says_whose_move(turn_of_agent)
async def request_quorum_review(
    app: App, who: Principal, agent_id: str, reason: str, dispute_type: str = "", key: str | None = None
) -> Review:
    """A review of a paused agent by three to five others; by two parties where there are fewer, and it says so."""
    check_acts_as(who, agent_id, or_operator=True)
    request = review_key(who, key, "request_quorum_review", agent=agent_id, dispute=dispute_type)
    return await _requested(app, who, ReviewWish(agent_id, reason, dispute_type, key=request), wants_quorum=True)


@operation
@says_whose_move(turn_of_agent)
async def request_dialectic_review(
    app: App,
    who: Principal,
    agent_id: str,
    reason: str,
    thesis: ThesisFiled | None = None,
    dispute_type: str = "",
    key: str | None = None,
) -> Review:
    """A review by one other; by a quorum where one is required and there are enough, and it says so.

    With a thesis, that is filed at once, which only the paused agent can do.
    """
    check_acts_as(who, agent_id, or_operator=thesis is None)
    request = review_key(who, key, "request_dialectic_review", agent=agent_id, dispute=dispute_type)
    return await _requested(app, who, ReviewWish(agent_id, reason, dispute_type, thesis, request), wants_quorum=False)


async def _requested(app: App, who: Principal, wish: ReviewWish, *, wants_quorum: bool) -> Review:
    if not says_something(wish.reason):
        raise FleetRefusal("INVALID_ARGUMENT", "reason: found nothing; allowed: why a review is needed")
    for _ in range(_MOST_TRIES):
        if wish.key and (before := await app.record.answered(wish.key)):
            return await settle_review(app, who, before[0].deliberation)
        subject = await load_agent(app, wish.agent_id)
        check_may_be_reviewed(subject, app.now)
        found = await _found(app, subject, wish, wants_quorum)
        if not found.is_current:
            continue
        try:
            agent, dispute, choice = subject.agent, wish.dispute_type, found.choice
            needs = reasons_for_quorum(agent.risk_score, agent.void_active, dispute)
            if _is_by_quorum(agent, dispute, choice, wants_quorum):
                stated = found.stories, choice, _reason(wish), dispute, needs, wish.key
                return await open_quorum_review(app, who, subject, *stated)
            asked = wish.reason, dispute, needs, wish.thesis, wish.key
            fell_back = (wants_quorum or bool(needs)) and not choice.is_quorum
            return await open_dialectic(app, who, subject, found.stories, choice, *asked, fell_back=fell_back)
        except AppendConflict:
            continue
    raise FleetRefusal("FLEET_CHANGES", f"the fleet changes too fast to choose reviewers of {wish.agent_id}")


async def _found(app: App, subject: AgentStory, wish: ReviewWish, wants_quorum: bool) -> FleetChoice:
    """Who reviews; where two parties decide, without engines."""
    found = await choose_from_fleet(app, subject)
    if _is_by_quorum(subject.agent, wish.dispute_type, found.choice, wants_quorum):
        return found
    has_engines = any(one.agent.is_engine for one in found.stories.values())
    return await choose_from_fleet(app, subject, for_two=True) if has_engines else found


def _is_by_quorum(agent: Agent, dispute: str, choice: ReviewerChoice, wants_quorum: bool) -> bool:
    is_needed = wants_quorum or bool(reasons_for_quorum(agent.risk_score, agent.void_active, dispute))
    return is_needed and choice.is_quorum and not is_about_the_reviews(dispute, agent.works_here)


def _reason(wish: ReviewWish) -> str:
    """What reviewers of a quorum are told; a thesis that was filed with the request is a part of it."""
    if wish.thesis is None:
        return wish.reason
    conditions = [f"Proposed condition: {one}" for one in wish.thesis.conditions]
    said = [wish.reason, f"Root cause: {wish.thesis.root_cause}", *conditions, wish.thesis.reasoning]
    return "\n".join(one for one in said if says_something(one))


async def open_reviews(app: App, who: Principal) -> list[Review]:
    """Every review that is open, after all that follows by the rules."""
    found = []
    async for name in names_at(app, UNDER_REVIEW):
        story = await load_agent(app, name)
        if story.joined and story.joined.role == AS_SUBJECT:
            review = await settle_review(app, who, story.in_review)
            found += [] if review.executed else [review]
    return found


def review_command(story: AgentStory) -> str:
    """The command that asks for a review of a paused agent; empty where none can be asked for."""
    if story.agent.status != PAUSED or story.in_review:
        return ""
    name, like_an_option = quote(story.agent.agent_id), story.agent.agent_id.startswith("-")
    named = f"--reason TEXT -- {name}" if like_an_option else f"{name} --reason TEXT"
    return f"quorate review request {named}"
