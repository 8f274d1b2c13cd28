"""The reviewers of a paused agent, looked for cohort by cohort until nobody who is left could be among them."""

from collections.abc import Iterable
from typing import NamedTuple

from quorate.core.exact import Exact
from quorate.fleet.agent import Agent
from quorate.fleet.agent_rank import HIGHEST, Cohort, read_cohort
from quorate.fleet.authority import authority_of
from quorate.fleet.reviewers import MOST_REVIEWERS, ReviewContext, reason_against

BEHIND_ALL = "\U0010ffff"
"""Sorts behind every name."""


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
