"""Who reviews a paused agent: three to five by authority, and why nobody else does."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from quorate.core.exact import Exact
from quorate.deliberation.engines.independence import voter_source
from quorate.deliberation.moments import later
from quorate.fleet.agent import ACTIVE, ARCHIVED, PAUSED, Agent, have_one_owner
from quorate.fleet.agent_rank import HIGHEST, Cohort, read_cohort
from quorate.fleet.authority import authority_of, capped

"""Sorts behind every name."""


FEWEST_REVIEWERS, MOST_REVIEWERS = 3, 5
REST_SECONDS = 6 * 3600
SUBJECT, SAME_OWNER, IN_REVIEW, RECENT, OUTRANKED, UNKNOWN, ENGINE, SAME_ENGINE = (
    "subject",
    "same_owner",
    "in_review",
    "recent",
    "outranked",
    "unknown",
    "engine",
    "same_engine",
)

SENTENCES: Mapping[str, str] = {
    SUBJECT: "it is the agent under review",
    SAME_OWNER: "it has the same owner as the agent under review",
    PAUSED: "it is paused itself",
    ARCHIVED: "it is archived",
    IN_REVIEW: "it is in another open review",
    RECENT: "it reviewed the same agent in the last six hours",
    OUTRANKED: "others have more authority",
    UNKNOWN: "it is not registered",
    ENGINE: "it is an engine, which votes once and argues with nobody",
    SAME_ENGINE: "it is the same engine as the agent under review",
}


class ReviewContext(NamedTuple):
    """What a choice depends on besides the candidates: the agent under review, the moment, and other reviews.

    `in_review` are the agents in another open review; `reviewed_at` says when an agent last reviewed this one. Of two
    parties (`for_two`) neither is an engine.
    """

    subject: Agent
    now: str
    in_review: frozenset[str] = frozenset()
    reviewed_at: Mapping[str, str] = {}
    for_two: bool = False


class ChosenReviewer(NamedTuple):
    """A reviewer with the weight that is fixed from now on, and who votes under this name, as it was registered."""

    agent_id: str
    weight: Exact
    voter: str = ""


class Exclusion(NamedTuple):
    """An agent that does not review, and the code of the reason."""

    agent_id: str
    reason: str

    @property
    def sentence(self) -> str:
        """The reason in words."""
        return SENTENCES[self.reason]


class ReviewerChoice(NamedTuple):
    """The reviewers, highest authority first, and everybody else. Fewer than three are no quorum."""

    chosen: tuple[ChosenReviewer, ...]
    excluded: tuple[Exclusion, ...]

    @property
    def is_quorum(self) -> bool:
        """False where only the dialectic is left."""
        return len(self.chosen) >= FEWEST_REVIEWERS


def choose_reviewers(candidates: Iterable[Agent], context: ReviewContext, most: int = MOST_REVIEWERS) -> ReviewerChoice:
    """The highest authority first, ties by agent id; weights are capped among those who are chosen."""
    ranked: list[tuple[Exact, str]] = []
    excluded: list[Exclusion] = []
    voters: dict[str, str] = {}
    for agent in candidates:
        if reason := reason_against(agent, context):
            excluded.append(Exclusion(agent.agent_id, reason))
        else:
            ranked.append((authority_of(agent, context.subject, context.now).score, agent.agent_id))
            voters[agent.agent_id] = agent.voter
    ranked.sort(key=lambda one: (-one[0], one[1]))
    weights = capped({agent_id: score for score, agent_id in ranked[:most]})
    excluded += (Exclusion(agent_id, OUTRANKED) for _, agent_id in ranked[most:])
    excluded.sort()
    chosen = tuple(ChosenReviewer(name, weight, voters[name]) for name, weight in weights.items())
    return ReviewerChoice(chosen, tuple(excluded))


def reason_against(agent: Agent, context: ReviewContext) -> str:
    """Why an agent may not be chosen; empty where it may."""
    if reason := reason_not_to_count(agent, context.subject):
        return reason
    if context.for_two and agent.is_engine:
        return ENGINE
    if agent.agent_id in context.in_review:
        return IN_REVIEW
    last = context.reviewed_at.get(agent.agent_id, "")
    return RECENT if last and context.now < later(last, REST_SECONDS) else ""


def reason_not_to_count(agent: Agent | None, subject: Agent) -> str:
    """Why a reviewer's vote may not be cast, or not be counted, any more; empty where it may.

    Another review that it was drawn into meanwhile does not matter.
    """
    if agent is None:
        return UNKNOWN
    if agent.agent_id == subject.agent_id:
        return SUBJECT
    if have_one_owner(agent, subject):
        return SAME_OWNER
    if agent.is_engine and subject.is_engine and voter_source(agent.voter) == voter_source(subject.voter):
        return SAME_ENGINE
    return "" if agent.status == ACTIVE else agent.status


BEHIND_ALL = "\U0010ffff"


class Ranked(NamedTuple):
    """An agent by its authority; the smallest comes first."""

    minus_score: Exact
    agent_id: str


class Reached(NamedTuple):
    """How far a cohort was read: down to this standing, and in it to this name."""

    standing: int = HIGHEST
    name: str = ""


class ReviewerSearch(NamedTuple):
    """Whom a search has seen, and the best of them so far."""

    context: ReviewContext
    most: int = MOST_REVIEWERS
    best: tuple[Ranked, ...] = ()
    seen: tuple[Agent, ...] = ()

    def in_order(self, cohorts: Iterable[str]) -> list[tuple[str, Cohort]]:
        """The cohorts, those first whose members could have the highest authority."""
        known = [(text, read_cohort(text)) for text in cohorts]
        return sorted(known, key=lambda one: (-self._most_of(one[1], HIGHEST), one[0]))

    def after(self, agents: Iterable[Agent]) -> "ReviewerSearch":
        """The search after a look at more agents."""
        more = tuple(agents)
        free = [one for one in more if not reason_against(one, self.context)]
        subject, now = self.context.subject, self.context.now
        ranked = [Ranked(-authority_of(one, subject, now).score, one.agent_id) for one in free]
        best = tuple(sorted([*self.best, *ranked])[: self.most])
        return self._replace(best=best, seen=(*self.seen, *more))

    def next_of(self, cohort: Cohort, reached: Reached) -> Reached | None:
        """Where to read on in a cohort; None where nobody behind this place could be chosen.

        Of those with the same authority the first names are chosen. So once the names of a standing are too late, the
        rest of them is left out, however many they are.
        """
        if len(self.best) < self.most:
            return reached
        last, score = self.best[-1], self._most_of(cohort, reached.standing)
        if -score != last.minus_score:
            return reached if -score < last.minus_score else None
        return reached if reached.name < last.agent_id else Reached(reached.standing, BEHIND_ALL)

    def _most_of(self, cohort: Cohort, standing: int) -> Exact:
        return cohort.best_score(standing, self.context.subject, self.context.now)
