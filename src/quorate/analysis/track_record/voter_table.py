"""What the record holds of each voter, and of the panel as a whole; nothing is ranked here."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from quorate.analysis.learning.fit import MAJORITY
from quorate.analysis.learning.history import History, Outcome
from quorate.analysis.learning.judgement import EffectiveVotes, Teaching, basis_of, effective_of
from quorate.analysis.learning.model_choice import FROM_CHOICE, FROM_LEAN, FROM_RECORDS, fold_probabilities
from quorate.analysis.learning.reliability import Reliability, Stated, reliability_of
from quorate.analysis.learning.voter_records import Interval, VoterRecord, wilson
from quorate.analysis.track_record.decided_votes import DecidedVotes, VotedSeat
from quorate.analysis.track_record.relevance import Relevant
from quorate.deliberation.engines.voter_name import VoterName

FEWEST_SHARED = 15


class SharedErrors(NamedTuple):
    """Two voters: on how many questions both voted, how often both were wrong, and how often by chance they would."""

    first: str
    second: str
    asked: int
    wrong: int
    by_chance: float


def shared_errors(history: History) -> tuple[SharedErrors, ...]:
    """Pairs who were wrong together more often than by chance; most surplus first. Few questions say nothing."""
    found = [one for one in _pairs(history) if one.asked >= FEWEST_SHARED and one.wrong > one.by_chance]
    return tuple(sorted(found, key=lambda one: (one.by_chance - one.wrong, one.first, one.second)))


def _pairs(history: History) -> Iterator[SharedErrors]:
    wrong: dict[str, dict[int, bool]] = {}
    for place, outcome in enumerate(history):
        for vote in outcome.votes:
            wrong.setdefault(vote.voter, {})[place] = vote.choice != outcome.truth
    for first, second in combinations(sorted(wrong), 2):
        shared = wrong[first].keys() & wrong[second].keys()
        if shared:
            one, two = (sum(wrong[voter][place] for place in shared) for voter in (first, second))
            both = sum(wrong[first][place] and wrong[second][place] for place in shared)
            yield SharedErrors(first, second, len(shared), both, one * two / len(shared))


class VoterRow(NamedTuple):
    """One voter: how often it was asked, how often it voted and was right, and what its vote is worth.

    `says` is its mean confidence over the votes that `stated` one. `weight` is None while too little is known.
    `pivotal` says how often the verdict hung on it, and how often it was right then. `vindicated` are the deliberations
    in which it dissented from a verdict that was wrong, and was right. It voted from `since` to `until`, as far as is
    known.
    """

    voter: str
    asked: int
    record: VoterRecord
    failures: int
    says: float | None
    stated: Reliability
    weight: float | None
    pivotal: VoterRecord
    vindicated: tuple[str, ...]
    since: str = ""
    until: str = ""
    name: VoterName = VoterName()

    @property
    def interval(self) -> Interval:
        """Where its accuracy may be."""
        return wilson(*self.record)


class RuleRecord(NamedTuple):
    """How often a rule was right of how many; ties are split, so it may be half."""

    right: float
    of: int


class PanelTable(NamedTuple):
    """Every voter by name, and what is known of them together.

    `decided` counts all deliberations that were decided, so that it is seen of how few the outcome is known.
    `only_choice` is set where all known outcomes are of verdicts for one option. `open_truths` counts outcomes that
    leave open what was true.
    """

    protocol: str
    options: tuple[str, ...]
    domain: str
    rows: tuple[VoterRow, ...]
    outcomes: int
    decided: int
    since: str
    basis: str
    given_up: bool
    effective: EffectiveVotes | None
    mean_votes: float
    majority: RuleRecord
    learned: RuleRecord | None
    verdicts: Reliability
    together: tuple[SharedErrors, ...]
    people: VoterRecord
    only_choice: str
    recorded_by: tuple[str, ...]
    open_truths: int = 0

    @property
    def is_early(self) -> bool:
        """True while so few outcomes are known that the learned rule may still change much."""
        return self.outcomes < FROM_LEAN

    @property
    def may_be_called_calibrated(self) -> bool:
        """True from so many verdicts with an outcome on."""
        return self.verdicts.size >= FROM_CHOICE


def panel_table(used: Relevant, taught: Teaching, decided: int) -> PanelTable:
    """All that is known of the voters in these deliberations, which are alike."""
    records, history = used.records, used.history
    votes = sum(len(outcome.votes) for outcome in history)
    predicted = fold_probabilities(history, taught.chosen.model if taught.chosen else MAJORITY)
    mean = votes / len(history) if history else 0.0
    first = records[0] if records else None
    return PanelTable(
        first.protocol if first else "",
        first.options if first and not first.has_own_options else (),
        used.domain,
        tuple(_row(voter, records, taught) for voter in _voters(records)),
        len(history),
        decided,
        min((one.at for one in records), default=""),
        basis_of(taught),
        bool(taught.chosen and taught.chosen.given_up),
        effective_of(taught.dependence, round(mean)),
        mean,
        _majority(history),
        _rule(predicted, history) if len(history) >= FROM_RECORDS else None,
        reliability_of(_stated(records, predicted)),
        shared_errors(history),
        VoterRecord(sum(one.changed for one in records), sum(one.asked for one in records)),
        _only_choice(records),
        tuple(dict.fromkeys(one.by for one in records)),
    )


def versions_of(rows: Sequence[VoterRow]) -> list[tuple[VoterRow, ...]]:
    """Voters who differ in their model alone, each group in the order in which they came."""
    groups: dict[tuple[str, str], list[VoterRow]] = {}
    for row in rows:
        if row.name.model:
            groups.setdefault((row.name.engine, row.name.lens), []).append(row)
    return [tuple(sorted(group, key=lambda row: row.since)) for group in groups.values() if len(group) > 1]


def _voters(records: Iterable[DecidedVotes]) -> list[str]:
    return sorted({vote.voter for record in records for vote in record.votes})


def _row(voter: str, records: Sequence[DecidedVotes], taught: Teaching) -> VoterRow:
    own = [(record, vote) for record in records for vote in record.votes if vote.voter == voter]
    voted = [(record, vote) for record, vote in own if vote.choice]
    right = [vote.choice == record.truth for record, vote in voted]
    stated = reliability_of(
        Stated(vote.confidence, is_right)
        for (_, vote), is_right in zip(voted, right, strict=True)
        if vote.confidence is not None
    )
    pivotal = [vote.choice == record.truth for record, vote in voted if vote.seat in record.pivotal]
    return VoterRow(
        voter,
        len(own),
        VoterRecord(sum(right), len(right)),
        sum(bool(vote.failure) for _, vote in own),
        stated.mean,
        stated,
        taught.learned.weights.get(voter) if taught.learned else None,
        VoterRecord(sum(pivotal), len(pivotal)),
        tuple(record.id for record, vote in voted if _is_vindicated(record, vote)),
        min((_moment(record) for record, _ in own), default=""),
        max((_moment(record) for record, _ in own), default=""),
        own[0][1].name,
    )


def _moment(record: DecidedVotes) -> str:
    return record.verdict_at or record.at


def _is_vindicated(record: DecidedVotes, vote: VotedSeat) -> bool:
    return bool(record.choice) and record.choice != record.truth and vote.choice == record.truth


def _majority(history: Sequence[Outcome]) -> RuleRecord:
    right = 0.0
    for outcome in history:
        heads = dict.fromkeys(outcome.question.options, 0.0)
        for vote in outcome.votes:
            heads[vote.choice] += 1
        right += fair_hit(heads, outcome.truth)
    return RuleRecord(right, len(history))


def _rule(predicted: Sequence[dict[str, float]], history: Sequence[Outcome]) -> RuleRecord:
    right = sum(fair_hit(said, outcome.truth) for said, outcome in zip(predicted, history, strict=True))
    return RuleRecord(right, len(history))


def fair_hit(scores: dict[str, float], truth: str) -> float:
    """1 where the highest score is the truth's; where several are highest, its part of it."""
    highest = max(scores.values())
    first = [option for option, score in scores.items() if highest - score < 1e-9]
    return (truth in first) / len(first)


def _stated(records: Sequence[DecidedVotes], predicted: Sequence[dict[str, float]]) -> Iterable[Stated]:
    """What a rule that had not seen it said of each verdict's choice."""
    for record, said in zip(records, predicted, strict=True):
        if record.choice in said:
            yield Stated(said[record.choice], record.choice == record.truth)


def _only_choice(records: Sequence[DecidedVotes]) -> str:
    choices = {record.choice for record in records if record.choice}
    return choices.pop() if len(choices) == 1 and len(records) > 1 else ""
