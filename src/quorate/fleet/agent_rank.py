"""Where an agent is found on the record, so that reviewers are chosen without a look at the whole fleet.

Agents with the same tags, last reported on the same day, are a cohort. Within one, the part of the authority that
depends on nobody else decides the order: so the best of each cohort are read, and no more.
"""

import json
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from quorate.core.exact import Exact
from quorate.deliberation.summary import Rank, Summary
from quorate.fleet.agent import ACTIVE, STATUSES, Agent
from quorate.fleet.agent_story import AS_REVIEWER, AS_SUBJECT, AgentStory
from quorate.fleet.authority import FRESH, SHARES, STALE, domain_of, fresh_from, health_of, rounded_score, track_of

FREE = ACTIVE
"""The place of those who may be chosen: active, and in no review."""
PLACES = tuple(f"{status}{role}" for status in STATUSES for role in ("", f" {AS_SUBJECT}", f" {AS_REVIEWER}"))
UNDER_REVIEW = tuple(place for place in PLACES if place.endswith(AS_SUBJECT))
NOT_FREE = tuple(place for place in PLACES if place != FREE)
_STEPS = 10**15
HIGHEST = 7 * _STEPS // 10


def rank_of(story: AgentStory) -> Rank:
    """Where this agent is found."""
    agent, joined = story.agent, story.joined
    place = f"{agent.status} {joined.role}" if joined else agent.status
    tags = tuple(sorted(agent.tags))
    known = agent.risk_score, agent.reviews, agent.held_up, agent.updated_at
    return Rank(place, cohort_text(agent.updated_at[:10], tags), standing_of(agent), tags, *known, agent.voter)


def standing_of(agent: Agent) -> int:
    """Health and track record as they count, in steps so small that only equal ones are taken for equal; upwards."""
    fixed = SHARES.health * health_of(agent.risk_score) + SHARES.track_record * track_of(agent)
    return min(HIGHEST, ceil(_STEPS * fixed))


def ranked_agent(line: Summary) -> Agent:
    """An agent as its line has it: all that a choice depends on."""
    rank = line.rank
    assert rank
    return Agent(
        line.subject,
        line.state,
        line.domain,
        frozenset(rank.tags),
        rank.risk_score,
        updated_at=rank.updated_at,
        reviews=rank.reviews,
        held_up=rank.held_up,
        voter=rank.voter,
    )


class Cohort(NamedTuple):
    """Agents with the same tags, last reported on the same day (empty: never)."""

    day: str
    tags: frozenset[str]

    def best_score(self, standing: int, paused: Agent, now: str) -> Exact:
        """The highest authority that a member of this standing could have now."""
        may_be_fresh = bool(self.day) and self.day >= fresh_from(now)[:10]
        freshness = FRESH if may_be_fresh else STALE
        rest = SHARES.domain * domain_of(self.tags, paused.tags) + SHARES.freshness * freshness
        return rounded_score(Fraction(standing, _STEPS) + rest)


def cohort_text(day: str, tags: tuple[str, ...]) -> str:
    """A cohort as the record writes it."""
    return json.dumps([day, *tags], separators=(",", ":"))


def read_cohort(text: str) -> Cohort:
    """The cohort that was written."""
    day, *tags = json.loads(text)
    return Cohort(day, frozenset(tags))
