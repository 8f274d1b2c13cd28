"""One verdict on five votes with its full receipt, next to the majority vote of a library for crowd labels."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from bench.measuring import in_process, ratio
from bench.result import Effort, Line
from quorate import Ballot, Question, Seat, tally
from quorate.core.confidence import in_percent
from quorate.protocols.magi import magi

VOTES = (
    ("Logos", "APPROVE", 82),
    ("Pathos", "APPROVE", 67),
    ("Sophia", "REJECT", 74),
    ("Ethos", "APPROVE", 91),
    ("Kairos", "REJECT", 58),
)
SUBJECT = "Adopt Postgres for the queue?"


def run(effort: Effort) -> list[Line]:
    """Values and data frame are made beforehand; both give the same winner."""
    ballots = [Ballot(Seat(seat, lens=seat), choice, in_percent(sure)) for seat, choice, sure in VOTES]
    document = _document()
    ways: list[tuple[str, float | None, Callable[[], Any]]] = [
        ("magi() on ballots", 50, lambda: magi(Question(SUBJECT), ballots)),
        ("tally() of a mapping", None, lambda: tally(document)),
    ]
    if effort.smallest:
        return [Line("verdict", f"{name}, five votes", in_process(count)(), unit="s") for name, _, count in ways]
    majority, rounds = _majority_vote(), effort.rounds(31, 11)
    assert list(majority()) == [ways[0][2]().choice] == [tally(document).choice]
    return [
        Line(
            "verdict",
            f"MajorityVote().fit_predict(frame) to {name}, five votes",
            ratio(rounds, in_process(majority, 20), in_process(count, 500)),
            limit,
            at_least=True,
        )
        for name, limit, count in ways
    ]


def _document() -> dict[str, Any]:
    votes = [{"perspective": seat, "position": choice, "confidence": sure} for seat, choice, sure in VOTES]
    return {"protocol": "magi", "question": SUBJECT, "votes": votes}


def _majority_vote() -> Callable[[], Any]:
    # only found where the benchmarks' own requirements are installed
    majority_vote: Any = import_module("crowdkit.aggregation").MajorityVote
    frame = import_module("pandas").DataFrame(
        [("question", seat, choice) for seat, choice, _ in VOTES], columns=["task", "worker", "label"]
    )
    return lambda: majority_vote().fit_predict(frame)
