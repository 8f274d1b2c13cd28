"""Who reviews an agent, of all that are on the record: the best of each cohort are read, not the whole fleet."""

from collections.abc import Mapping
from typing import NamedTuple

from quorate.app.app import App
from quorate.app.fleet.agent_access import find_agents
from quorate.app.fleet.review_state import load_review
from quorate.core.errors import DocumentError
from quorate.deliberation.moments import later
from quorate.documents.container import decoded, parsed
from quorate.documents.findings import Findings
from quorate.fleet.agent import Agent
from quorate.fleet.agent_document import read_agents
from quorate.fleet.agent_rank import FREE, NOT_FREE, Cohort, ranked_agent
from quorate.fleet.agent_story import AS_SUBJECT, AgentStory
from quorate.fleet.authority import AuthorityParts, authority_of
from quorate.fleet.dialectic.dialectic_events import DialecticOpened, ReviewerReassigned
from quorate.fleet.dialectic.dialectic_state import Dialectic
from quorate.fleet.reviewers import (
    REST_SECONDS,
    Reached,
    ReviewContext,
    ReviewerChoice,
    ReviewerSearch,
    choose_reviewers,
)
from quorate.record.port import AgentPlace
from quorate.record.side_streams import fleet_history


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


_PAGE = 8
_MOST_NAMED = 50


class FleetChoice(NamedTuple):
    """The reviewers, with their stories; `is_current` is false where one of them has changed since it was found."""

    choice: ReviewerChoice
    stories: Mapping[str, AgentStory]
    is_current: bool = True


async def choose_from_fleet(app: App, subject: AgentStory, *, for_two: bool = False) -> FleetChoice:
    """Who reviews this agent now, by a vote or as one of two parties.

    Named as excluded are those who were looked at, not everybody in a large fleet.
    """
    now = app.now
    reviewed_at = await _recent_reviewers(app, subject, now)
    context = ReviewContext(subject.agent, now, reviewed_at=reviewed_at, for_two=for_two)
    search = ReviewerSearch(context)
    for text, cohort in search.in_order(await app.record.agent_cohorts(FREE)):
        search = await _searched(app, search, text, cohort)
    others = [ranked_agent(line.summary) for line in await app.record.agents(NOT_FREE, limit=_MOST_NAMED)]
    seen, busy = (*search.seen, *others), frozenset(one.agent_id for one in others)
    choice = choose_reviewers(seen, context._replace(in_review=busy))
    stories = await find_agents(app, [one.agent_id for one in choice.chosen])
    return FleetChoice(choice, stories, _are_the_same(choice, stories, {one.agent_id: one for one in seen}))


async def _searched(app: App, search: ReviewerSearch, text: str, cohort: Cohort) -> ReviewerSearch:
    reached: Reached | None = search.next_of(cohort, Reached())
    while reached:
        page = await app.record.ranked_agents(FREE, text, AgentPlace(*reached), _PAGE)
        search = search.after(ranked_agent(line.summary) for line in page)
        if len(page) < _PAGE or not (last := page[-1].summary).rank:
            break
        reached = search.next_of(cohort, Reached(last.rank.standing, last.subject))
    return search


def _are_the_same(choice: ReviewerChoice, stories: Mapping[str, AgentStory], seen: Mapping[str, Agent]) -> bool:
    """True where those who were chosen are still as they were found."""
    for one in choice.chosen:
        story, found = stories.get(one.agent_id), seen[one.agent_id]
        if story is None or story.in_review or _choosable(story.agent) != _choosable(found):
            return False
    return True


def _choosable(agent: Agent) -> Agent:
    """What a choice depends on."""
    return agent._replace(coherence=None, void_active=False, review_from="", works_here=False)


async def _recent_reviewers(app: App, subject: AgentStory, now: str) -> Mapping[str, str]:
    """When somebody last reviewed this agent, of those whose review ended lately or who handed it on."""
    name = subject.agent.agent_id
    past = [one for one in subject.past if one.role == AS_SUBJECT and now < later(one.at, REST_SECONDS)]
    reviews = [*(one.review for one in past), *([subject.in_review] if subject.in_review else [])]
    names: set[str] = set()
    for review in reviews:
        names.update(await _all_reviewers(app, review))
    stories = await find_agents(app, sorted(names))
    return {other: story.reviewed_at[name] for other, story in stories.items() if name in story.reviewed_at}


async def _all_reviewers(app: App, review: str) -> set[str]:
    """Everybody who reviewed there, also who handed it on."""
    state = await load_review(app, review)
    if not isinstance(state, Dialectic):
        return {seat.name for seat in state.opened.seats}
    events = [stored.event for stored in await fleet_history(app.record, review)]
    named = [one.reviewer for one in events if isinstance(one, DialecticOpened | ReviewerReassigned)]
    return {one for one in named if one}
