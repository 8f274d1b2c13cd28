"""A search that reads the best of each cohort finds those whom a look at the whole fleet would choose."""

import random
from fractions import Fraction

import pytest

from quorate.fleet.agent import PAUSED, Agent
from quorate.fleet.agent_rank import rank_of, read_cohort
from quorate.fleet.agent_story import AgentStory
from quorate.fleet.reviewers import Reached, ReviewContext, ReviewerSearch, choose_reviewers

NOW = "2026-11-16T12:00:00.000000Z"
TIMES = (
    "",
    "2026-11-16T09:00:00.000000Z",
    "2026-11-15T13:00:00.000000Z",
    "2026-11-15T11:00:00.000000Z",
    "2026-10-01T00",
)
TAGS = ("search", "index", "crawl")
PAGE = 3


def fleet_of(chance: random.Random, size: int, kinds: int) -> list[Agent]:
    """Agents of which many are alike: `kinds` says how many risk scores there are."""
    return [
        Agent(
            f"agent{number:03d}",
            owner=chance.choice(("", "pat", "tom", "PAT")),
            tags=frozenset(chance.sample(TAGS, chance.randrange(3))),
            risk_score=None if chance.random() < 0.2 else Fraction(chance.randrange(kinds), 10_000),
            updated_at=chance.choice(TIMES),
            reviews=(done := chance.randrange(4)),
            held_up=chance.randrange(done + 1),
        )
        for number in range(size)
    ]


def searched(agents: list[Agent], context: ReviewContext) -> tuple[ReviewerSearch, int]:
    """The search as it goes over cohorts that are kept in order, and how many agents it has looked at."""
    cohorts: dict[str, list[tuple[int, str, Agent]]] = {}
    for agent in agents:
        rank = rank_of(AgentStory("", 1, agent))
        cohorts.setdefault(rank.cohort, []).append((-rank.standing, agent.agent_id, agent))
    search = ReviewerSearch(context)
    for text, cohort in search.in_order(cohorts):
        members, reached = sorted(cohorts[text], key=lambda one: one[:2]), search.next_of(cohort, Reached())
        while reached:
            behind = [one for one in members if one[:2] > (-reached.standing, reached.name)][:PAGE]
            search = search.after(agent for _, _, agent in behind)
            if len(behind) < PAGE:
                break
            reached = search.next_of(read_cohort(text), Reached(-behind[-1][0], behind[-1][1]))
    return search, len(search.seen)


@pytest.mark.parametrize("kinds", [1, 3, 40, 9000])
@pytest.mark.parametrize("seed", range(12))
def test_the_same_are_chosen_with_the_same_weights(seed: int, kinds: int) -> None:
    chance = random.Random(seed)
    agents = fleet_of(chance, 150, kinds)
    subject = Agent("agent000", PAUSED, owner="pat", tags=frozenset(chance.sample(TAGS, 2)))
    rested = {f"agent{chance.randrange(150):03d}": NOW for _ in range(20)}
    context = ReviewContext(subject, NOW, reviewed_at=rested)
    search, _ = searched(agents, context)
    assert choose_reviewers(search.seen, context).chosen == choose_reviewers(agents, context).chosen


def test_of_thousands_who_are_alike_only_the_first_are_looked_at() -> None:
    agents = [Agent(f"agent{number:05d}") for number in range(5000)]
    search, seen = searched(agents, ReviewContext(Agent("p", PAUSED), NOW))
    assert [one.agent_id for one in search.best] == [f"agent{number:05d}" for number in range(5)]
    assert seen == 2 * PAGE
