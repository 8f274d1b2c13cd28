"""quorum: the weights of the reviewers decide, and whether a condition breaks a limit."""

from collections.abc import Hashable, Sequence

from quorate.core.ballot import Answer, Ballot, choice_of, seated
from quorate.core.flip_scene import FlipScene, Move, Points, Target
from quorate.core.verdict import Verdict
from quorate.protocols.quorum.rule import CHOICES, RESUME, QuorumTerms, breaks_limit, outcome_of, weights_of


def scene_of(verdict: Verdict, stated: QuorumTerms | None) -> FlipScene:
    """The panel of a verdict of quorum."""
    terms, roster = stated or QuorumTerms(), seated(verdict.receipt.roster)
    weights = weights_of(roster)
    breaking = {answer.seat.name for answer in roster if breaks_limit(answer)}

    def action_of(moves: Sequence[Move], _: Points) -> str:
        after, violators = weights, weights.violators
        for answer, target in moves:
            after = after.moved(_without_conditions(answer), target.choice)
            if answer.seat.name in breaking:
                violators += (target.choice == RESUME) - (choice_of(answer) == RESUME)
        return outcome_of(after._replace(violators=violators), terms).action

    def alike(answer: Answer) -> Hashable:
        failed = not isinstance(answer, Ballot) and answer.failed
        return choice_of(answer), answer.seat.weight, answer.seat.name in breaking, failed

    return FlipScene(roster, verdict.action, [Target(choice) for choice in CHOICES], alike, action_of)


def _without_conditions(answer: Answer) -> Answer:
    """Whether conditions break a limit is looked at once and not in every count."""
    return answer._replace(conditions=()) if isinstance(answer, Ballot) and answer.conditions else answer
