"""What outcomes teach, on recorded panels: accuracy over fair majority, Brier score and calibration error.

The panels are not part of this repository: QUORATE_PANELS names the folder, with a `NAME.votes.csv.gz` and a
`NAME.truth.csv.gz` for each. Without it only the fit is measured.
"""

import csv
import gzip
import os
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import NamedTuple

from bench.result import Effort, Line
from quorate import tally
from quorate.analysis.learning.history import CastVote, Outcome, VotedQuestion
from quorate.analysis.learning.judgement import learn, weigh_questions
from quorate.analysis.learning.reliability import Stated, brier, reliability_of
from quorate.analysis.track_record.decisive_weights import decisive_weights
from quorate.analysis.track_record.relevance import Relevant
from quorate.analysis.track_record.voter_table import fair_hit
from quorate.protocols.weighted.frozen_weights import frozen, weight_of

SIZES = (0, 5, 10, 15, 25, 50, 100, 200)
SEAT_SIZES = (5, 15, 25, 50, 100, 200)
SEEDS, TESTED, FEWEST_TESTED = 10, 400, 30
WORST_MEAN = -0.5
GOAL_SIZE, GOAL_POINTS, GOAL_CALIBRATION = 100, 3.8, 0.04
OWN_OPTIONS = ("llmc_lsat",)
"""Sets whose options mean something else on every question."""


class Draw(NamedTuple):
    """One history and the questions that it was tried on: points over fair majority, Brier score, what was stated."""

    points: float
    brier: float
    stated: tuple[Stated, ...]


class Tried(NamedTuple):
    """All draws of one set at one size."""

    points: tuple[float, ...]
    brier: float
    calibration: float

    @property
    def mean(self) -> float:
        """Points over fair majority."""
        return sum(self.points) / len(self.points)


class Decided(NamedTuple):
    """Shares of the questions: decided by `weighted`, decided wrongly by it, and wrong by majority."""

    decided: float
    wrong: float
    majority_wrong: float


def run(effort: Effort) -> list[Line]:
    """The fit, and every panel that is there."""
    panels, seeds = os.environ.get("QUORATE_PANELS"), effort.rounds(SEEDS, 3)
    lines = _fit_lines(effort)
    at_goal, weighted = list[Tried](), list[Decided]()
    for file in sorted(Path(panels).glob("*.votes.csv.gz")) if panels else ():
        name = file.name.removesuffix(".votes.csv.gz")
        whole = load(file.parent, name)
        for size in SIZES:
            if tried := _tried(lambda seed, size=size, whole=whole, name=name: _draw(whole, size, seed, name), seeds):
                lines += _lines_of(f"{name}, {size} outcomes", tried)
                at_goal += [tried] if size == GOAL_SIZE else []
        lines += _seat_lines(name, whole, seeds)
        if name not in OWN_OPTIONS:
            weighted += [done for seed in range(seeds) if (done := _decided(_of_seats(whole, 3, seed), seed))]
    return lines + _goal_lines(at_goal) + _weighted_lines(weighted)


def _seat_lines(name: str, whole: list[Outcome], seeds: int) -> list[Line]:
    """The same with a few seats, drawn anew for every seed; of these only what is lost is of interest."""
    lines: list[Line] = []
    for seats in (3, 5):
        drawn = [_of_seats(whole, seats, seed) for seed in range(seeds)]
        for size in SEAT_SIZES:
            tried = _tried(lambda seed, size=size, drawn=drawn: _draw(drawn[seed], size, seed, name), seeds)
            if tried:
                lines += _lines_of(f"{name}, {seats} random seats, {size} outcomes", tried)[:2]
    return lines


def _tried(draw: Callable[[int], Draw | None], seeds: int) -> Tried | None:
    draws = [one for seed in range(seeds) if (one := draw(seed))]
    if not draws:
        return None
    stated = [one for draw_ in draws for one in draw_.stated]
    mean_brier = sum(one.brier for one in draws) / len(draws)
    return Tried(tuple(one.points for one in draws), mean_brier, reliability_of(stated).error)


def _lines_of(what: str, tried: Tried) -> list[Line]:
    print(f"{what}: {tried.mean:+.2f} (worst {min(tried.points):+.2f})", file=sys.stderr, flush=True)
    return [
        Line("learning", f"{what}: over majority", tried.mean, WORST_MEAN, "pt", at_least=True),
        Line("learning", f"{what}: worst draw", min(tried.points), unit="pt"),
        Line("learning", f"{what}: Brier score", tried.brier, unit=""),
        Line("learning", f"{what}: calibration error", tried.calibration, unit=""),
    ]


def _goal_lines(tried: Sequence[Tried]) -> list[Line]:
    if not tried:
        return []
    points = sum(one.mean for one in tried) / len(tried)
    off = sum(one.calibration for one in tried) / len(tried)
    what = f"all sets, {GOAL_SIZE} outcomes"
    return [
        Line("learning", f"{what}: over majority", points, GOAL_POINTS, "pt", at_least=True),
        Line("learning", f"{what}: calibration error", off, GOAL_CALIBRATION, ""),
    ]


def _decided(outcomes: Sequence[Outcome], seed: int) -> Decided | None:
    """What three seats decide under `weighted` by 100 outcomes, with no safety concern and no failed seat."""
    drawn = list(outcomes)
    random.Random(seed).shuffle(drawn)
    known, tested = drawn[:GOAL_SIZE], drawn[GOAL_SIZE : GOAL_SIZE + TESTED]
    if len(tested) < FEWEST_TESTED:
        return None
    no, yes = sorted({one.truth for one in outcomes})
    words = {yes: "APPROVE", no: "REJECT"}
    options = (*words.values(),)
    history = [_renamed(one, words, options) for one in known]
    learned = frozen(decisive_weights(Relevant(()), learn(history, fixed_options=True, may_decide=True)))
    decided = wrong = 0
    for one in (_renamed(one, words, options) for one in tested):
        votes = [
            {
                "seat": f"seat {place}",
                "position": vote.choice,
                "confidence": 80,
                "weight": str(weight_of({"learned": learned}, vote.voter, has_ballot=True)),
            }
            for place, vote in enumerate(one.votes)
        ]
        verdict = tally({"protocol": "weighted", "question": "Is it so?", "learned": learned, "votes": votes})
        decided += bool(verdict.choice)
        wrong += bool(verdict.choice) and verdict.choice != one.truth
    majority = sum(1 - _majority(one) for one in tested)
    return Decided(decided / len(tested), wrong / len(tested), majority / len(tested))


def _renamed(outcome: Outcome, words: Mapping[str, str], options: tuple[str, ...]) -> Outcome:
    votes = tuple(vote._replace(choice=words[vote.choice]) for vote in outcome.votes)
    return Outcome(VotedQuestion(outcome.question.id, options, votes), words[outcome.truth])


def _weighted_lines(drawn: Sequence[Decided]) -> list[Line]:
    if not drawn:
        return []
    decided, wrong, majority = (100 * sum(one) / len(drawn) for one in zip(*drawn, strict=True))
    what = f"weighted, 3 random seats, {GOAL_SIZE} outcomes"
    return [
        Line("learning", f"{what}: questions decided", decided, 75, "%", at_least=True),
        Line("learning", f"{what}: wrong of what it decided", 100 * wrong / max(1, decided), unit="%"),
        Line("learning", f"{what}: wrong by majority", majority, unit="%"),
        Line("learning", f"{what}: decided wrongly to wrong by majority", wrong / majority, 0.6),
    ]


def load(folder: Path, name: str) -> list[Outcome]:
    """The questions of a set that have votes and a known truth."""
    truth = {row["item"]: row["truth"] for row in _rows(folder / f"{name}.truth.csv.gz")}
    votes: dict[str, list[CastVote]] = defaultdict(list)
    for row in _rows(folder / f"{name}.votes.csv.gz"):
        stated = row.get("confidence") or ""
        votes[row["item"]].append(CastVote(row["voter"], row["label"], float(stated) if stated else None))
    labels = tuple(sorted({vote.choice for cast in votes.values() for vote in cast} | set(truth.values())))
    return [Outcome(VotedQuestion(one, labels, tuple(votes[one])), truth[one]) for one in truth if votes[one]]


def _rows(file: Path) -> Iterator[dict[str, str]]:
    with gzip.open(file, "rt", encoding="utf-8", newline="") as text:
        yield from csv.DictReader(text)


def _draw(outcomes: Sequence[Outcome], size: int, seed: int, name: str) -> Draw | None:
    """The rule learned from so many outcomes, on questions that it has not seen; None where there are too few."""
    drawn = list(outcomes)
    random.Random(seed * 1000 + size).shuffle(drawn)
    tested = drawn[size : size + TESTED]
    if len(tested) < FEWEST_TESTED:
        return None
    fixed = name not in OWN_OPTIONS
    questions = [one.question for one in tested]
    points, score = 0.0, 0.0
    stated: list[Stated] = []
    for weighed, one in zip(weigh_questions(drawn[:size], questions, fixed_options=fixed), tested, strict=True):
        said = weighed.probabilities
        points += fair_hit(said, one.truth) - _majority(one)
        score += brier(said, one.truth)
        chosen = max(sorted(said), key=lambda option: said[option])
        stated.append(Stated(said[chosen], chosen == one.truth))
    return Draw(100 * points / len(tested), score / len(tested), tuple(stated))


def _majority(outcome: Outcome) -> float:
    heads = dict.fromkeys(outcome.question.options, 0.0)
    for vote in outcome.votes:
        heads[vote.choice] += 1
    return fair_hit(heads, outcome.truth)


def _of_seats(outcomes: Sequence[Outcome], seats: int, seed: int) -> list[Outcome]:
    """The questions on which all of some voters, drawn at random, have voted; of crowds, some votes on each."""
    chance = random.Random(seed)
    voters = sorted({vote.voter for one in outcomes for vote in one.votes})
    chosen = frozenset(chance.sample(voters, seats))
    found = []
    for one in outcomes:
        votes = tuple(vote for vote in one.votes if vote.voter in chosen)
        if len(votes) == seats:
            found.append(Outcome(one.question._replace(votes=votes), one.truth))
    if len(found) > SEAT_SIZES[-1] // 2:
        return found
    enough = [one for one in outcomes if len(one.votes) >= seats]
    return [one._replace(question=one.question._replace(votes=_some(one, seats, chance))) for one in enough]


def _some(outcome: Outcome, seats: int, chance: random.Random) -> tuple[CastVote, ...]:
    return tuple(chance.sample(outcome.votes, seats))


def _fit_lines(effort: Effort) -> list[Line]:
    few = effort.size(100, 100, 20)
    small, large = _seconds(few), _seconds(2 * few)
    return [
        Line("learning", f"fit and choice, {few} outcomes and 11 voters", small, 1.0, "s"),
        Line("learning", f"{2 * few} outcomes to {few}", large / small, 2.5),
    ]


def _seconds(count: int) -> float:
    chance = random.Random(count)
    history = []
    for number in range(count):
        votes = tuple(CastVote(f"v{i}", "A" if chance.random() < 0.7 else "B", chance.random()) for i in range(11))
        history.append(Outcome(VotedQuestion(str(number), ("A", "B"), votes), "A"))
    start = process_time()
    learn(history, fixed_options=True)
    return process_time() - start
