"""How a review by a quorum is put on the record: as it was asked for, or after two parties did not agree."""

from quorate.app.app import App
from quorate.app.fleet.agent_access import agent_change, load_agent
from quorate.app.fleet.review_state import joins, notes_policy
from quorate.app.fleet.reviewer_choice import FleetChoice, choose_from_fleet
from quorate.app.question.panel_voters import with_programs
from quorate.deliberation.events import Stored
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import evolve
from quorate.deliberation.summary import summary_of
from quorate.fleet.agent import PAUSED
from quorate.fleet.agent_events import ReviewExecuted, ReviewJoined, ReviewLeft
from quorate.fleet.agent_story import AS_REVIEWER, AS_SUBJECT, AgentStory
from quorate.fleet.dialectic.agreement import TO_QUORUM, quorum_end, quorum_reason, too_few_end
from quorate.fleet.dialectic.dialectic_events import DialecticEnded
from quorate.fleet.dialectic.dialectic_state import Dialectic
from quorate.fleet.quorum_review import open_quorum, told_to_reviewers
from quorate.fleet.reviewers import ReviewerChoice
from quorate.record.port import Change

QUORUMS = "QUORUM-"
"""How the id of a review by a quorum begins."""


def quorum_opening(
    app: App,
    who: Principal,
    subject: AgentStory,
    choice: ReviewerChoice,
    reason: str,
    dispute_type: str,
    after: str = "",
) -> Change:
    """A review by those who were chosen, to be appended; `after` is the review by two parties before it."""
    said = told_to_reviewers(subject, reason)
    opening = open_quorum(subject.agent, choice.chosen, said, dispute_type, app.now, after, notes_policy(app))
    if not all(seat.answers_later for seat in opening.seats):
        settings = app.surroundings.settings()
        reask = opening.policy.reask if settings.reask is None else settings.reask
        policy = opening.policy._replace(max_cost=settings.max_cost, reask=reask)
        opening = with_programs(opening, app.surroundings.calls())._replace(policy=policy)
    day = f"{QUORUMS}{app.surroundings.clock():%Y-%m%d}-"
    line = summary_of(evolve(None, Stored(day, 1, app.now, who.author, opening)))
    return Change(day, 0, (opening,), line)


async def end_without_agreement(
    app: App, who: Principal, session_id: str, after: Dialectic, ended: DialecticEnded
) -> tuple[DialecticEnded, list[Change]] | None:
    """The end where the policy asks for a quorum: what is opened with it, or that too few may review.

    `after` is the dialectic with all that was said. None where somebody changed while reviewers were chosen.
    """
    subject = await load_agent(app, after.paused_agent)
    found = await choose_from_fleet(app, subject)
    if not found.is_current:
        return None
    if subject.agent.status != PAUSED or subject.in_review != session_id:
        return ended, []
    if not found.choice.is_quorum:
        return too_few_end(ended, len(found.choice.chosen)), []
    reason, dispute = quorum_reason(after), after.opened.dispute_type
    opening = quorum_opening(app, who, subject, found.choice, reason, dispute, session_id)
    executed = ReviewExecuted(session_id, TO_QUORUM, reason=ended.reason, objections=after.objections)
    joined = ReviewJoined(opening.deliberation, AS_SUBJECT, subject.agent.agent_id)
    changes = [opening, agent_change(subject, (executed, joined), app.now)]
    changes += _reviewers(app, opening.deliberation, subject, found)
    reviewer = await load_agent(app, after.reviewer)
    if reviewer.in_review == session_id:
        changes.append(agent_change(reviewer, (ReviewLeft(session_id),), app.now))
    return quorum_end(ended, opening.deliberation), changes


def _reviewers(app: App, review: str, subject: AgentStory, found: FleetChoice) -> list[Change]:
    chosen = [found.stories[one.agent_id] for one in found.choice.chosen]
    return [joins(story, review, AS_REVIEWER, subject, app.now) for story in chosen]
