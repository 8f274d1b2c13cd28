"""Reviews by two parties: asked for, argued, ended, and carried out."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.fleet.agent_access import (
    agent_change,
    check_acts_as,
    check_operator,
    find_agent,
    is_operator,
    load_agent,
)
from quorate.app.fleet.dialectic_record import (
    DialecticRule,
    dialectic_change,
    load_dialectic,
    move_dialectic,
    read_review,
    settle_dialectic,
)
from quorate.app.fleet.refused_move import says_whose_move, turn_in_review
from quorate.app.fleet.review_state import (
    Review,
    check_no_part,
    dialectic_day,
    notes_policy,
    open_review,
    parts_in,
    parts_of_subject,
    review_key,
)
from quorate.app.fleet.reviewer_choice import choose_from_fleet
from quorate.core.errors import AppendConflict
from quorate.deliberation.principal import Principal
from quorate.fleet.agent import Agent
from quorate.fleet.agent_events import ReviewJoined, ReviewLeft
from quorate.fleet.agent_story import AS_REVIEWER, AgentStory
from quorate.fleet.dialectic.agreement import RESUME, VERIFICATION
from quorate.fleet.dialectic.dialectic_events import (
    AntithesisFiled,
    DialecticEnded,
    DialecticEvent,
    DialecticOpened,
    DialecticVerified,
    ReviewerReassigned,
    SynthesisFiled,
    ThesisFiled,
)
from quorate.fleet.dialectic.dialectic_moves import (
    Events,
    decide_by_person,
    file_antithesis,
    file_synthesis,
    file_thesis,
    reassign_reviewer,
    verify_agreement,
)
from quorate.fleet.dialectic.dialectic_state import Dialectic, evolve_dialectic
from quorate.fleet.quorum_need import is_about_the_reviews, reasons_for_quorum
from quorate.fleet.quorum_review import state_of
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.reviewers import (
    OUTRANKED,
    SENTENCES,
    Exclusion,
    ReviewContext,
    ReviewerChoice,
    reason_against,
    reason_not_to_count,
)
from quorate.record.port import RequestKey, keep_key

_MOST_NAMED = 5


async def open_dialectic(
    app: App,
    who: Principal,
    subject: AgentStory,
    fleet: Mapping[str, AgentStory],
    choice: ReviewerChoice,
    topic: str,
    dispute_type: str = "",
    needs: Sequence[str] = (),
    thesis: ThesisFiled | None = None,
    key: RequestKey | None = None,
    *,
    fell_back: bool = False,
) -> Review:
    """A review of a paused agent by one other, or by a person where the reviews themselves are disputed."""
    for_person = is_about_the_reviews(dispute_type, subject.agent.works_here)
    if not choice.chosen and not for_person:
        raise FleetRefusal("NO_REVIEWER", f"nobody may review {subject.agent.agent_id} now: {_why_nobody(choice)}")
    reviewers = [] if for_person else [fleet[choice.chosen[0].agent_id]]
    opened = DialecticOpened(
        subject.agent.agent_id,
        reviewers[0].agent.agent_id if reviewers else "",
        topic,
        dispute_type,
        "dispute" if dispute_type else "recovery",
        state_of(subject.agent),
        tuple(needs),
        subject.objections,
        for_person,
        fell_back and not for_person,
        app.surroundings.settings().fleet.get("without_agreement", ""),
        notes_policy(app),
    )
    session = evolve_dialectic(None, opened, app.now)
    events: Events = (opened,)
    if thesis and not for_person:
        events += file_thesis(session, subject.agent.agent_id, thesis, app.now)
    opening = dialectic_change(dialectic_day(app.now), 0, None, events, app.now)
    review = await open_review(app, who, opening, subject, reviewers, key)
    passed_over = tuple(Exclusion(one.agent_id, OUTRANKED) for one in choice.chosen if reviewers)[1:]
    excluded = (*passed_over, *choice.excluded)
    return (await read_review(app, review))._replace(excluded=excluded).warning(who.name)


def _why_nobody(choice: ReviewerChoice) -> str:
    told = [f"{one.agent_id}: {one.sentence}" for one in choice.excluded[:_MOST_NAMED]]
    more = len(choice.excluded) - len(told)
    told += [f"and {more} more"] if more else []
    return "; ".join(told) or "no other agent is registered"


@operation
@says_whose_move(turn_in_review)
async def submit_thesis(
    app: App, who: Principal, session_id: str, thesis: ThesisFiled, key: str | None = None
) -> Review:
    """The paused agent says what went wrong and what it would do."""
    request = review_key(who, key, "submit_thesis", id=session_id)
    return await move_dialectic(app, who, session_id, lambda at: file_thesis(at, who.name, thesis, app.now), request)


@operation
@says_whose_move(turn_in_review)
async def submit_antithesis(
    app: App, who: Principal, session_id: str, antithesis: AntithesisFiled, key: str | None = None
) -> Review:
    """The reviewer says what it observed and what concerns it."""
    request = review_key(who, key, "submit_antithesis", id=session_id)
    return await _argue(app, who, session_id, lambda at: file_antithesis(at, who.name, antithesis, app.now), request)


@operation
@says_whose_move(turn_in_review)
async def submit_synthesis(
    app: App, who: Principal, session_id: str, synthesis: SynthesisFiled, key: str | None = None
) -> Review:
    """Either party proposes conditions, or agrees."""
    request = review_key(who, key, "submit_synthesis", id=session_id)
    return await _argue(app, who, session_id, lambda at: file_synthesis(at, who.name, synthesis, app.now), request)


async def _argue(app: App, who: Principal, session_id: str, rule: DialecticRule, key: RequestKey | None) -> Review:
    """What somebody says while the reviewer may still review."""
    session, _ = await load_dialectic(app, session_id)
    subject = await load_agent(app, session.paused_agent)
    reviewer = await find_agent(app, session.reviewer) if session.reviewer else None
    present = _Present(subject.agent, reviewer.agent if reviewer else None)
    return await move_dialectic(app, who, session_id, lambda at: present.checked(at, rule(at)), key)


@operation
@says_whose_move(turn_in_review)
async def check_speaker(_: App, who: Principal, session_id: str, agent_id: str) -> None:
    """Raises FleetRefusal where somebody speaks in a review for an agent that they are not."""
    check_acts_as(who, agent_id)


class _Present(NamedTuple):
    """The two agents of a dialectic as they are while somebody speaks."""

    subject: Agent
    reviewer: Agent | None

    def checked(self, session: Dialectic, events: Events) -> Events:
        """What was said, if the reviewer may still review; an agreement needs a person where a quorum is needed now."""
        if reason := reason_not_to_count(self.reviewer, self.subject):
            who = session.reviewer
            raise FleetRefusal("REVIEWER_INELIGIBLE", f"{who} may not review any more: {SENTENCES[reason]}")
        needs = reasons_for_quorum(self.subject.risk_score, self.subject.void_active, session.opened.dispute_type)
        return tuple(_verified_first(one) if needs else one for one in events)


def _verified_first(event: DialecticEvent) -> DialecticEvent:
    is_resume = isinstance(event, DialecticEnded) and event.action == RESUME
    return event._replace(requires=(VERIFICATION,)) if isinstance(event, DialecticEnded) and is_resume else event


@operation
@says_whose_move(turn_in_review)
async def verify_review(
    app: App,
    who: Principal,
    session_id: str,
    *,
    approves: bool,
    reason: str,
    accept_notes: Sequence[str] = (),
    strike_notes: Sequence[str] = (),
    ended: str = "",
    key: str | None = None,
) -> Review:
    """An operator verifies an agreement that needs it, and accepts or strikes its notes.

    `ended` is the hash of the event that ended it, which an approval has to state if there are notes.
    """
    check_operator(who, "verify an agreement")
    verified = DialecticVerified(approves, reason, tuple(accept_notes), tuple(strike_notes), ended)

    request = review_key(who, key, "verify_review", id=session_id, **verified._asdict())
    return await _ruled(app, who, session_id, lambda at: verify_agreement(at, verified), request)


@operation
@says_whose_move(turn_in_review)
async def decide_review(
    app: App,
    who: Principal,
    session_id: str,
    action: str,
    conditions: Sequence[str],
    reason: str,
    key: str | None = None,
) -> Review:
    """An operator decides a review that is about the reviews themselves."""
    check_operator(who, "decide a review")

    request = review_key(who, key, "decide_review", id=session_id, action=action, conditions=list(conditions))
    wish = action, conditions, reason, app.now
    return await _ruled(app, who, session_id, lambda at: decide_by_person(at, *wish), request)


async def _ruled(app: App, who: Principal, session_id: str, rule: DialecticRule, key: RequestKey | None) -> Review:
    """Carry out what an operator without a part in the review says of it."""
    check_no_part(who, await parts_in(app, session_id, (await load_dialectic(app, session_id))[0]))
    return await move_dialectic(app, who, session_id, rule, key)


@operation
@says_whose_move(turn_in_review)
async def reassign_review(
    app: App, who: Principal, session_id: str, new_reviewer: str, reason: str = "", key: str | None = None
) -> Review:
    """Another reviewer, who may be chosen now; by an operator or the present reviewer.

    Where nobody is named it is whoever has the highest authority of those who may review.
    """
    request = review_key(who, key, "reassign_review", id=session_id, reviewer=new_reviewer)
    while True:
        await settle_dialectic(app, who, session_id)
        if await app.was_done(request):
            return await read_review(app, session_id)
        session, position = await load_dialectic(app, session_id)
        change = ReviewerReassigned(new_reviewer, reason)
        events = reassign_reviewer(session, who.name, change, app.now, is_operator=is_operator(who))
        check_no_part(who, await parts_of_subject(app, session_id, session.paused_agent), "reassign it")
        if not events:
            await keep_key(app.record, who.author, request)
            return await read_review(app, session_id)
        named = new_reviewer or await _next_reviewer(app, session)
        events = (change._replace(reviewer=named),)
        subject, new = await load_agent(app, session.paused_agent), await load_agent(app, named)
        _check_may_review(new, subject, app.now)
        joined = ReviewJoined(session_id, AS_REVIEWER, session.paused_agent)
        changes = [
            dialectic_change(session_id, position, session, events, app.now),
            agent_change(new, (joined,), app.now),
        ]
        old = await load_agent(app, session.reviewer)
        if old.in_review == session_id:
            changes.append(agent_change(old, (ReviewLeft(session_id),), app.now))
        try:
            await app.record.append(changes, who.author, request)
        except AppendConflict:
            continue
        return await read_review(app, session_id)


async def _next_reviewer(app: App, session: Dialectic) -> str:
    """Who would be chosen now; the present reviewer is in this review, and so is not."""
    subject = await load_agent(app, session.paused_agent)
    choice = (await choose_from_fleet(app, subject, for_two=True)).choice
    if not choice.chosen:
        raise FleetRefusal("NO_REVIEWER", f"nobody else may review {session.paused_agent} now: {_why_nobody(choice)}")
    return choice.chosen[0].agent_id


def _check_may_review(new: AgentStory, subject: AgentStory, now: str) -> None:
    busy = frozenset({new.agent.agent_id} if new.in_review else ())
    name = subject.agent.agent_id
    reviewed = {new.agent.agent_id: new.reviewed_at[name]} if name in new.reviewed_at else {}
    if reason := reason_against(new.agent, ReviewContext(subject.agent, now, busy, reviewed, for_two=True)):
        raise FleetRefusal("NOT_A_REVIEWER", f"{new.agent.agent_id} may not review {name}: {SENTENCES[reason]}")
