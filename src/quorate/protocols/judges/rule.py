"""The rule itself: from recommendations to an outcome."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quorate.core.ballot import Answer, Ballot, NonVote, choice_of
from quorate.core.exact import Exact, reaches
from quorate.core.failure import Outcome
from quorate.core.protocol.rule_table import Finding, Row, always, first_fitting, plainly
from quorate.core.question import Question
from quorate.core.text import says_something
from quorate.core.verdict import ASK, PROCEED
from quorate.protocols.parts.verdict_parts import pivotal_seats

ABSTAIN = "ABSTAIN"
CONSENSUS = ("UNANIMOUS", "MAJORITY")
FEWEST_VOTES = 2
Heads = Mapping[str, int]


class Race(NamedTuple):
    """How many recommend the leader, how many its nearest rival, how many recommend anything."""

    leader: int
    rival: int
    total: int

    def result(self, threshold: Exact) -> str:
        """The protocol's word for this race: the first row that fits."""
        return first_fitting(TABLE, (self, threshold)).result


Facts = tuple[Race, Exact]


def _is_majority(facts: Facts) -> Finding:
    (leader, rival, total), threshold = facts
    if leader <= rival:
        return False, "tied"
    return plainly(reaches(leader, threshold, total))


TABLE: tuple[Row[Facts], ...] = (
    Row("too_few", "INSUFFICIENT_DATA", lambda facts: plainly(facts[0].total < FEWEST_VOTES)),
    Row("unanimous", "UNANIMOUS", lambda facts: plainly(facts[0].leader == facts[0].total)),
    Row("majority", "MAJORITY", _is_majority),
    Row("none", "NONE", always),
)


def readable(question: Question, answer: Answer) -> Answer:
    """A recommendation of nothing, or of an option that does not exist, is no recommendation."""
    if isinstance(answer, NonVote):
        return answer
    choice = answer.choice.strip()
    if choice.upper() == ABSTAIN:
        return answer._replace(choice=ABSTAIN)
    if not says_something(choice):
        return NonVote(answer.seat, "unreadable", "no recommendation", "no_recommendation")
    if question.options and all(option.id != answer.choice for option in question.options):
        return NonVote(
            answer.seat, "unreadable", f"option {choice!r} does not exist", "no_such_option", {"value": choice}
        )
    return answer


def options_of(question: Question, voted: Sequence[Ballot]) -> list[str]:
    """The options there are; where none are listed, those that somebody recommends."""
    return [option.id for option in question.options] or sorted({ballot.choice for ballot in voted})


def outcome_of(heads: Heads, threshold: Exact) -> Outcome:
    """Result, choice, action and what is required."""
    race = race_of(heads)
    result = race.result(threshold)
    if result in CONSENSUS:
        return Outcome(result, next(option for option in heads if heads[option] == race.leader), PROCEED)
    needed = "human_choice" if result == "NONE" else "more_context"
    return Outcome(result, None, ASK, frozenset({needed}))


def race_of(heads: Heads) -> Race:
    """The leader and its rival, by numbers."""
    leader, rival, *_ = [*sorted(heads.values(), reverse=True), 0, 0]
    return Race(leader, rival, sum(heads.values()))


def recount(
    first: Outcome, voted: Sequence[Ballot], threshold: Exact, against: frozenset[str], silent: frozenset[str]
) -> Outcome:
    """The race if some seats had gone to the leader's nearest rival, real or not, and others had not answered."""
    heads = Counter(ballot.choice for ballot in voted if ballot.seat.name not in against | silent)
    leader = heads.pop(first.choice or "", 0)
    rival = max(heads.values(), default=0) + len(against)
    result = Race(leader, rival, leader + heads.total() + len(against)).result(threshold)
    return first if result in CONSENSUS else Outcome(result, None, ASK)


def pivotal(roster: Sequence[Answer], heads: Heads, outcome: Outcome, threshold: Exact) -> tuple[str, ...]:
    """The judges whose change alone would change the action."""
    # one move touches two options, so four leaders are enough to know the first two afterwards
    leaders = sorted(heads, key=lambda option: -heads[option])[:4]
    total, choices = sum(heads.values()), [*_two_of_each_size(heads), ABSTAIN]

    def action_if(cast: str, choice: str) -> str:
        changed = {option: heads[option] for option in (*leaders, cast, choice) if option != ABSTAIN}
        if cast != ABSTAIN:
            changed[cast] -= 1
        if choice != ABSTAIN:
            changed[choice] += 1
        votes = total - (cast != ABSTAIN) + (choice != ABSTAIN)
        leader, rival, _ = race_of(changed)
        result = Race(leader, rival, votes).result(threshold)
        return PROCEED if result in CONSENSUS else ASK

    def otherwise(answer: Answer) -> list[str]:
        cast = choice_of(answer)
        return [action_if(cast or ABSTAIN, choice) for choice in choices if choice != cast]

    def alike(answer: Answer) -> int | None:
        return heads.get(answer.choice, -1) if isinstance(answer, Ballot) else None

    return pivotal_seats(roster, outcome.action, otherwise, alike)


def _two_of_each_size(heads: Heads) -> list[str]:
    """Options with equally many judges are alike: besides a judge's own, one of each size is enough to try."""
    by_size: dict[int, list[str]] = {}
    for option, size in heads.items():
        by_size.setdefault(size, []).append(option)
    return [option for options in by_size.values() for option in options[:2]]
