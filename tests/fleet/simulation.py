"""A simulated fleet and what the checker finds in it. By hand: python -m tests.fleet.simulation [REVIEWS [SEED]]"""

import hashlib
import sys
from collections import Counter
from typing import NamedTuple

from tests.fleet.review_facts import wrong_with
from tests.fleet.simulated_fleet import COLLUDES, SimulatedFleet, over_at

AGENTS, REVIEWS, SEED = 1000, 10_000, 20261116


class Findings(NamedTuple):
    """What came of a run; `digest` is the same for the same seed."""

    reviews: int
    actions: dict[str, int]
    quorums: int
    refused: int
    by_friends: int
    accepted: int
    struck: int
    late: int
    wrong: tuple[str, ...]
    digest: str


def simulated(reviews: int = REVIEWS, seed: int = SEED, agents: int = AGENTS) -> Findings:
    """Runs a fleet, and looks at every review."""
    fleet = SimulatedFleet(seed, agents)
    fleet.run(reviews)
    wrong = [f"{one.review}: {why}" for one in fleet.ended for why in wrong_with(one)]
    actions = Counter(one.executed.action for one in fleet.ended if one.executed)
    late = sum(one.executed is None or one.executed.at > over_at(one) for one in fleet.ended)
    digest = hashlib.sha256(repr([(one.review, one.votes, one.executed) for one in fleet.ended]).encode()).hexdigest()
    return Findings(
        len(fleet.ended),
        dict(sorted(actions.items())),
        sum(one.review.startswith("QUORUM") for one in fleet.ended),
        fleet.refused,
        sum(_is_by_friends(fleet, one) for one in fleet.ended),
        sum(len(one.accepted) for one in fleet.ended),
        sum(len(one.struck) for one in fleet.ended),
        late,
        tuple(wrong),
        digest[:16],
    )


def _is_by_friends(fleet: SimulatedFleet, one: object) -> bool:
    """True where a resume was decided by agents of the subject's own group alone."""
    executed, votes, subject = (getattr(one, name) for name in ("executed", "votes", "subject"))
    group = fleet.members[subject.agent_id].group
    resumed = [fleet.members[each.agent] for each in votes if each.vote == "resume"]
    is_resume = executed is not None and executed.action == "resume"
    return bool(is_resume and resumed and all(each.manner == COLLUDES and each.group == group for each in resumed))


def main(arguments: list[str]) -> int:
    """Prints what was found; status 1 where anything was wrong."""
    found = simulated(*(int(one) for one in arguments[:2]))
    for name, value in found._asdict().items():
        sys.stdout.write(f"{name}: {value}\n")
    return 1 if found.wrong or found.late else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
