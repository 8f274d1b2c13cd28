"""Small histories for the tests of learning."""

from collections.abc import Iterable, Sequence

from quorate.analysis.learning.history import CastVote, Outcome, VotedQuestion

YES, NO = "YES", "NO"
NAMES = "ABCDEFGHIJK"


def question(*choices: str, options: Sequence[str] = (YES, NO)) -> VotedQuestion:
    """Voters A, B, C and so on chose like this."""
    votes = (CastVote(NAMES[i], choice) for i, choice in enumerate(choices))
    return VotedQuestion("q", tuple(options), tuple(votes))


def outcome(truth: str, *choices: str) -> Outcome:
    """The same, and what was true."""
    return Outcome(question(*choices), truth)


def other(choice: str) -> str:
    """The other one of two options."""
    return NO if choice == YES else YES


def twelve() -> list[Outcome]:
    """NO is true on every third from the first; A is always right, B on all but three, C on every second."""
    found = []
    for i in range(12):
        truth = NO if i % 3 == 0 else YES
        found.append(outcome(truth, truth, other(truth) if i in (0, 4, 8) else truth, other(truth) if i % 2 else truth))
    return found


def right_or_wrong(rows: Iterable[Sequence[int]]) -> list[Outcome]:
    """Whether each voter was right on each question."""
    return [outcome(YES, *(YES if right else NO for right in row)) for row in rows]
