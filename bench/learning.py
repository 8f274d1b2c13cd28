"""What outcomes teach, on recorded panels: accuracy over fair majority, Brier score and calibration error.

The panels are not part of this repository: QUORATE_PANELS names the folder, with a `NAME.votes.csv.gz` and a
`NAME.truth.csv.gz` for each. Without it only the fit is measured.
"""

import csv
import gzip
import os
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import NamedTuple

from bench.result import Effort, Line
from quorate.analysis.learning.history import CastVote, Outcome, VotedQuestion
from quorate.analysis.learning.judgement import learn, weigh_questions
from quorate.analysis.learning.reliability import Stated, brier, calibration_error
from quorate.analysis.track_record.voter_table import fair_hit

SIZES = (0, 5, 10, 15, 25, 50, 100, 200)
SEEDS, TESTED = 10, 150
WORST_MEAN = -0.5
CALIBRATION = 0.04
OWN_OPTIONS = ("llmc_lsat",)
"""Sets whose options mean something else on every question."""


class Draw(NamedTuple):
    """One history and the questions that it was tried on: points over fair majority, Brier score, what was stated."""

    points: float
    brier: float
    stated: tuple[Stated, ...]


def run(effort: Effort) -> list[Line]:
    """The fit, and every panel that is there."""
    folder = Path(os.environ.get("QUORATE_PANELS", "../shared/data/panels"))
    seeds = effort.rounds(SEEDS, 3)
    lines = _fit_lines()
    for file in sorted(folder.glob("*.votes.csv.gz")):
        name = file.name.removesuffix(".votes.csv.gz")
        lines += _panel_lines(name, load(folder, name), seeds)
    return lines


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


def _panel_lines(name: str, outcomes: list[Outcome], seeds: int) -> list[Line]:
    fixed = name not in OWN_OPTIONS
    lines: list[Line] = []
    for size in SIZES:
        lines += _size_lines(f"{name}, {size} outcomes", [_draw(outcomes, size, seed, fixed) for seed in range(seeds)])
    for seats in (3, 5):
        for size in (15, 50, 100):
            draws = [_draw(_of_seats(outcomes, seats, seed), size, seed, fixed) for seed in range(seeds)]
            lines += _size_lines(f"{name}, {seats} random seats, {size} outcomes", draws)
    return lines


def _size_lines(what: str, drawn: Sequence[Draw | None]) -> list[Line]:
    draws = [one for one in drawn if one]
    if not draws:
        return []
    stated = [one for draw in draws for one in draw.stated]
    points = [draw.points for draw in draws]
    return [
        Line("learning", f"{what}: over majority", _mean(points), WORST_MEAN, "pt", at_least=True),
        Line("learning", f"{what}: worst draw", min(points), unit="pt"),
        Line("learning", f"{what}: Brier score", _mean([draw.brier for draw in draws]), unit=""),
        Line("learning", f"{what}: calibration error", calibration_error(stated), unit=""),
    ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _draw(outcomes: Sequence[Outcome], size: int, seed: int, fixed: bool) -> Draw | None:
    """The rule learned from so many outcomes, on questions that it has not seen; None where there are too few."""
    drawn = list(outcomes)
    random.Random(seed * 1000 + size).shuffle(drawn)
    tested = drawn[size : size + TESTED]
    if len(tested) < 30:
        return None
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
    """The questions on which all of some voters, drawn at random, have voted."""
    voters = sorted({vote.voter for one in outcomes for vote in one.votes})
    chosen = frozenset(random.Random(seed).sample(voters, seats))
    found = []
    for one in outcomes:
        votes = tuple(vote for vote in one.votes if vote.voter in chosen)
        if len(votes) == seats:
            found.append(Outcome(one.question._replace(votes=votes), one.truth))
    return found


def _fit_lines() -> list[Line]:
    small, large = (_seconds(count) for count in (100, 200))
    return [
        Line("learning", "fit and choice, 100 outcomes and 11 voters", small, 1.0, "s"),
        Line("learning", "200 outcomes to 100", large / small, 2.5),
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
