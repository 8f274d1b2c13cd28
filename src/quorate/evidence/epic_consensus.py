"""The consensus of an epic: positions come in as a stream, and every question gets its weighted vote.

Positions have to arrive agent by agent in the order of names, of each agent the latest first: then the first one on a
question holds, and nothing but the groups is kept.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from quorate.core.exact import Exact, plain, ratio
from quorate.core.text import normalised
from quorate.core.verdict import Conflict
from quorate.evidence.accepted_resolution import AcceptedResolution, ConflictSides, accepted_among, is_in_doubt
from quorate.evidence.conflict_life import ConflictFacts, ConflictState
from quorate.evidence.contribution import Contribution, Decision, StatedConflict
from quorate.evidence.contribution_index import IndexProblem
from quorate.protocols.evidence.conflicts import (
    CRITICAL_ABOVE,
    SEVERITIES,
    confidence_level,
    derived,
    derived_one_by_one,
    severity_of_levels,
)
from quorate.protocols.evidence.vote import AgentVote, AnswerGroup, vote_of_groups
from quorate.protocols.evidence.vote import WeightedVote as WeightedVote

MOST_LISTED = 30
"""Of so many agents per question every conflict is listed; of more, the critical ones are, and others are counted."""
MOST_CRITICAL = 1000
"""Of an epic so many critical conflicts that nobody has done anything about; then the next ones are listed."""
FEWEST_SOURCES = 2
_MOST_SOURCES = 100
_MOST_KNOWN = 10_000


class Source(NamedTuple):
    """Where a position comes from: a contribution."""

    agent: str
    session: str
    contribution: str


class HeldAnswer(NamedTuple):
    """An answer with those who give it, by name, and how confident each of them is."""

    wording: str
    sources: Sequence[Source]
    confidences: Sequence[Exact]


class QuestionResult(NamedTuple):
    """A question with its vote; `answers` stand in the order of the vote's groups."""

    id: str
    question: str
    vote: WeightedVote
    answers: tuple[HeldAnswer, ...]
    conflicts: tuple[Conflict, ...]
    severities: Mapping[str, int]
    sources: int

    @property
    def is_resolved(self) -> bool:
        """True unless the vote is split."""
        return self.vote.kind != "split"

    @property
    def is_suspicious(self) -> bool:
        """Several agree, and all of them cite one source or none."""
        return self.vote.kind == "unanimous" and len(self.answers[0].sources) > 1 and self.sources < FEWEST_SOURCES


class ReviewReason(NamedTuple):
    """Why a person has to look, as a code, and at what; `settled_by` is the code of what would settle it."""

    code: str
    subject: str
    settled_by: str


class EpicConsensus(NamedTuple):
    """What the contributions to an epic come to."""

    epic: str
    computed_at: str
    contributions: int
    questions: tuple[QuestionResult, ...]
    stated: tuple[StatedConflict, ...] = ()
    problems: tuple[IndexProblem, ...] = ()
    deviations: Mapping[str, int] = {}
    resolutions: Mapping[str, ConflictState] = {}

    @property
    def closed(self) -> frozenset[str]:
        """The ids of conflicts that were resolved."""
        return frozenset(name for name, state in self.resolutions.items() if state.is_closed)

    def accepted_on(self, question: QuestionResult) -> tuple[AcceptedResolution, ...]:
        """The resolutions of conflicts on a question that were accepted and answer it."""
        if not self.resolutions:  # most epics have none, and may have many questions
            return ()
        derived = [
            ConflictSides(one.id, one.severity == "critical", tuple(side.position for side in one.positions))
            for one in question.conflicts
        ]
        known = {one.id for one in derived}
        stated = [
            ConflictSides(one.id) for one in self.stated if one.question_id == question.id and one.id not in known
        ]
        return accepted_among([*derived, *stated], self.resolutions)

    @property
    def resolved(self) -> list[QuestionResult]:
        """Those with an answer."""
        return [one for one in self.questions if one.is_resolved]

    @property
    def unresolved(self) -> list[QuestionResult]:
        """Those that are split."""
        return [one for one in self.questions if not one.is_resolved]

    @property
    def average_confidence(self) -> Exact:
        """Of the resolved questions."""
        sure = [one.vote.confidence or 0 for one in self.resolved]
        return ratio(sum(sure), len(sure))

    @property
    def reasons(self) -> list[ReviewReason]:
        """Why a person has to look at it."""
        return list(_reasons(self))

    @property
    def needs_person(self) -> bool:
        """True where there is such a reason."""
        return bool(self.reasons)

    @property
    def opens_gate(self) -> bool:
        """True where something was answered and nobody has to look; what was not read opens nothing."""
        return bool(self.questions) and not self.needs_person


class _QuestionFold:
    """What is known of one question so far."""

    __slots__ = ("answers", "cited", "question")

    def __init__(self, question: str) -> None:
        self.question = question
        self.answers: dict[str, tuple[str, list[Source], list[Exact]]] = {}
        self.cited: set[str] = set()

    def take(self, answer: str, decision: Decision, source: Source) -> None:
        """One more position; the wording shown is that of the first agent by name."""
        held = self.answers.get(answer)
        if held is None:
            held = self.answers[answer] = (" ".join(decision.answer.split()), [], [])
        held[1].append(source)
        held[2].append(decision.confidence)
        if len(self.cited) < _MOST_SOURCES:
            self.cited.update([item.file or item.address for item in decision.evidence])


class EpicFold:
    """Takes contributions one by one; it is the only thing here that changes."""

    def __init__(self) -> None:
        self.contributions = 0
        self.stated: dict[str, StatedConflict] = {}
        self.deviations: Counter[str] = Counter()
        self._folds: dict[str, _QuestionFold] = {}
        self._agent, self._seen = "", set[str]()
        self._known: dict[str, str] = {}

    def add(self, one: Contribution, codes: Iterable[str] = ()) -> None:
        """One more contribution, in the order that the module describes."""
        if one.agent != self._agent:
            self._agent, self._seen = one.agent, set()
        self.contributions += 1
        self.deviations.update(codes)
        for conflict in one.conflicts:
            self._state(conflict)
        source = Source(one.agent, one.session, one.id)
        for decision in one.decisions:
            if decision.question_id not in self._seen:
                self._seen.add(decision.question_id)
                self._fold_of(decision).take(self._normalised(decision.answer), decision, source)

    def _state(self, conflict: StatedConflict) -> None:
        """Of several who state one conflict, whoever takes it most seriously is heard."""
        before = self.stated.get(conflict.id)
        if before is None or _rank(conflict.severity) > _rank(before.severity):
            self.stated[conflict.id] = conflict

    def _fold_of(self, decision: Decision) -> _QuestionFold:
        fold = self._folds.get(decision.question_id)
        if fold is None:
            fold = self._folds[decision.question_id] = _QuestionFold(decision.question)
        return fold

    def _normalised(self, answer: str) -> str:
        known = self._known.get(answer)
        if known is None:
            known = normalised(answer)
            if len(self._known) < _MOST_KNOWN:
                self._known[answer] = known
        return known

    def result(
        self,
        epic: str,
        computed_at: str,
        problems: Iterable[IndexProblem] = (),
        touched: Collection[str] = frozenset(),
    ) -> EpicConsensus:
        """What all of them come to, questions in the order of their ids; `touched` conflicts have steps already."""
        listing = _Listing(touched)
        questions = tuple(_result(name, self._folds[name], listing) for name in sorted(self._folds))
        stated = tuple(self.stated[name] for name in sorted(self.stated))
        counted = dict(sorted(self.deviations.items()))
        return EpicConsensus(epic, computed_at, self.contributions, questions, stated, tuple(problems), counted)


def _rank(severity: str) -> int:
    return SEVERITIES.index(severity) if severity in SEVERITIES else -1


class _Listing:
    """How many critical conflicts can still be listed."""

    def __init__(self, touched: Collection[str]) -> None:
        self.touched, self.room = touched, MOST_CRITICAL

    def taken_from(self, conflicts: Iterable[Conflict]) -> Iterator[Conflict]:
        """As many as there is room for; those that somebody has done something about take none."""
        for one in conflicts:
            if one.id not in self.touched:
                if not self.room:
                    return
                self.room -= 1
            yield one


def _result(name: str, fold: _QuestionFold, listing: _Listing) -> QuestionResult:
    answers = {answer: HeldAnswer(*held) for answer, held in fold.answers.items()}
    severities = _severities(answers.values())
    vote = vote_of_groups(_group(answer, held) for answer, held in answers.items())
    return QuestionResult(
        name,
        fold.question,
        vote,
        tuple(answers[group.answer] for group in vote.groups),
        tuple(_listed_conflicts(name, answers.values(), severities["critical"], listing)),
        severities,
        len(fold.cited - {""}),
    )


def _group(answer: str, held: HeldAnswer) -> AnswerGroup:
    weight: Exact = 0
    squares: Exact = 0
    for number, times in _tallied(held.confidences):
        weight += number * times
        squares += number * number * times
    return AnswerGroup(answer, held.wording, len(held.sources), plain(weight), plain(squares))


def _listed_conflicts(
    name: str, answers: Collection[HeldAnswer], critical: int, listing: _Listing
) -> Collection[Conflict]:
    """Every pair among the first agents by name, and what is critical among all of them."""
    if len(answers) < 2:
        return ()
    votes = [vote for held in answers for vote in _votes(held, MOST_LISTED)]
    first = {one.id: one for one in derived(name, sorted(votes)[:MOST_LISTED])}
    if critical == sum(one.severity == "critical" for one in first.values()):
        return first.values()
    most = listing.room + len(listing.touched) + 1  # of each answer; later ones are only in later pairs
    groups = [list(_votes(held, most, _critical(held.confidences))) for held in answers]
    found = listing.taken_from(derived_one_by_one(name, [group for group in groups if group]))
    return {**first, **{one.id: one for one in found}}.values()


def _votes(held: HeldAnswer, most: int, only: Collection[int] | None = None) -> Iterator[AgentVote]:
    """The first votes for an answer; with `only`, those with such a confidence."""
    pairs = zip(held.sources, held.confidences, strict=True)
    fitting = (pair for pair in pairs if only is None or id(pair[1]) in only)
    return (AgentVote(source.agent, held.wording, sure) for source, sure in islice(fitting, most))


def _critical(confidences: Sequence[Exact]) -> frozenset[int]:
    """The numbers among them that make a conflict critical, each by what it is and not by its value."""
    return frozenset(id(number) for number, _ in _tallied(confidences) if number > CRITICAL_ABOVE)


def _severities(answers: Iterable[HeldAnswer]) -> dict[str, int]:
    """How many pairs disagree, by severity; without looking at any pair."""
    levels = [_levels(held.confidences) for held in answers]
    everyone = [sum(column) for column in zip(*levels, strict=True)]
    found = dict.fromkeys(reversed(SEVERITIES), 0)
    for high in range(len(SEVERITIES)):
        for low in range(high + 1):
            pairs = everyone[high] * everyone[low] - sum(one[high] * one[low] for one in levels)
            found[severity_of_levels(high, low)] += pairs // 2 if high == low else pairs
    return found


def _tallied(confidences: Sequence[Exact]) -> Iterator[tuple[Exact, int]]:
    """How often each number is there. A fraction takes long to compare, and most numbers are one and the same value."""
    times = Counter(map(id, confidences))
    values = dict(zip(map(id, confidences), confidences, strict=True))
    for key, value in values.items():
        yield value, times[key]


def _levels(confidences: Sequence[Exact]) -> list[int]:
    """How many are at each level of confidence."""
    found = [0] * len(SEVERITIES)
    for number, times in _tallied(confidences):
        found[confidence_level(number)] += times
    return found


def _reasons(consensus: EpicConsensus) -> Iterator[ReviewReason]:
    for one in consensus.questions:
        yield from _reasons_of(one, consensus)
    known = {
        conflict.id for one in consensus.questions for conflict in one.conflicts if conflict.severity == "critical"
    }
    for stated in consensus.stated:
        if stated.severity == "critical" and stated.id not in consensus.closed | known:
            yield ReviewReason("critical_conflict", stated.id, "resolve_conflict")
    for problem in consensus.problems:
        yield ReviewReason(problem.code, problem.where, "repair_index")


def _reasons_of(one: QuestionResult, consensus: EpicConsensus) -> Iterator[ReviewReason]:
    if not one.is_resolved:
        yield ReviewReason("split_vote", one.id, "ask_panel")
    elif one.is_suspicious:
        yield ReviewReason("suspicious_unanimity", one.id, "second_source")
    if one.is_resolved and is_in_doubt(one.vote.winner or "", consensus.accepted_on(one)):
        yield ReviewReason("resolution_differs", one.id, "new_positions")
    closed = sum(c.severity == "critical" and c.id in consensus.closed for c in one.conflicts)
    if one.severities["critical"] > closed:
        yield ReviewReason("critical_conflict", one.id, "resolve_conflict")


def conflicts_of(consensus: EpicConsensus) -> list[tuple[QuestionResult, Conflict]]:
    """Listed conflicts, the most severe first; of those as severe, those that are resolved last."""
    closed = consensus.closed
    found = [(one, conflict) for one in consensus.questions for conflict in one.conflicts]
    return sorted(found, key=lambda pair: (-SEVERITIES.index(pair[1].severity), pair[1].id in closed))


def facts_of(consensus: EpicConsensus) -> dict[str, ConflictFacts]:
    """How severe every known conflict is, and whose positions it is between."""
    found = {one.id: ConflictFacts(one.severity) for one in consensus.stated}
    for _, one in conflicts_of(consensus):
        found[one.id] = ConflictFacts(one.severity, frozenset(side.agent for side in one.positions))
    return found
