"""What the histories of all agents come to: how reviews ended and held up, and which pauses were unnecessary."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from quorate.fleet.agent_story import AS_REVIEWER, AS_SUBJECT, AgentStory

ACTIONS = ("resume", "block", "cooldown")


class FleetFigures(NamedTuple):
    """Figures over a fleet.

    `judged` counts judgements of single reviewers, `held_up` those that held up. A pause proved unnecessary where its
    review resumed the agent and everybody who was judged for that held up; of `pauses_judged` somebody was judged.
    """

    resume: int = 0
    block: int = 0
    cooldown: int = 0
    judged: int = 0
    held_up: int = 0
    pauses_judged: int = 0
    unnecessary: int = 0

    @property
    def ended(self) -> int:
        """All reviews that are over."""
        return self.resume + self.block + self.cooldown


def figures_of(stories: Iterable[AgentStory]) -> FleetFigures:
    """The figures, from the past of every agent."""
    actions: dict[str, str] = {}
    judgements: dict[str, list[bool]] = {}
    for story in stories:
        for past in story.past:
            if past.role == AS_SUBJECT:
                actions[past.review] = past.action
            elif past.role == AS_REVIEWER and past.held_up is not None:
                judgements.setdefault(past.review, []).append(past.held_up)
    counts = Counter(actions.values())
    said = [one for each in judgements.values() for one in each]
    resumed = [judgements[review] for review, action in actions.items() if action == "resume" and review in judgements]
    resume, block, cooldown = (counts[action] for action in ACTIONS)
    unnecessary = sum(all(one) for one in resumed)
    return FleetFigures(resume, block, cooldown, len(said), sum(said), len(judgements), unnecessary)
