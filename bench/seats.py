"""How the count grows with the panel: a thousand seats next to a hundred, pivotal seats included."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from bench.measuring import in_process, ratio
from bench.result import Effort, Line
from quorate.core.protocol import Case
from quorate.documents.tally import read_tally

Document = dict[str, Any]


class Panel(NamedTuple):
    """A protocol with votes in which every seat has to be looked at to know whether it is pivotal."""

    name: str
    document: Callable[[int], Document]
    limit: float | None = 20


def run(effort: Effort) -> list[Line]:
    """Only the count is measured: reading the document, which is linear, would hide how the count grows."""
    return [_line(panel, effort) for panel in PANELS]


def _line(panel: Panel, effort: Effort) -> Line:
    few, many = effort.size(100, 100, 20), effort.size(1_000, 1_000, 40)
    counting_few, counting_many = _count_of(panel.document(few)), _count_of(panel.document(many))
    times = ratio(effort.rounds(15, 5), in_process(counting_many), in_process(counting_few, 10))
    return Line("seats", f"{panel.name}: {many:,} seats to {few}", times, panel.limit)


def _count_of(document: Document) -> Callable[[], object]:
    tally = read_tally(document)
    case: Case = tally.case
    return lambda: tally.protocol.verdict_of(case)


def _magi(seats: int) -> Document:
    """Almost even, and no two seats equally sure."""
    chance, positions = Random(1), ["APPROVE", "REJECT"]
    votes = [
        {"seat": f"s{number}", "position": positions[number % 2], "confidence": _percent(chance, number)}
        for number in range(seats - 1)
    ]
    return {"protocol": "magi", "votes": [*votes, {"seat": "last", "position": "APPROVE", "confidence": 88}]}


def _percent(chance: Random, number: int) -> float:
    return chance.randrange(30, 99) + number / 1_000


def _judges(seats: int) -> Document:
    """Two thirds, give or take a few, recommend one option; there is an option for every ten judges."""
    chance = Random(2)
    options = [f"option-{number}" for number in range(seats // 10)]
    chosen = [options[0] if number % 3 else chance.choice(options[1:]) for number in range(seats)]
    rows = [
        {"judge": f"j{number}", "option": option, "confidence": chance.choice(["HIGH", "MEDIUM", "LOW"])}
        for number, option in enumerate(chosen)
    ]
    return {"protocol": "judges", "options": options, "recommendations": rows}


def _quorum(seats: int) -> Document:
    """Near two thirds of the weight resume, no two reviewers weigh the same, and many name conditions."""
    chance = Random(3)
    votes = [
        {
            "agent_id": f"r{number}",
            "vote": "resume" if number % 3 else chance.choice(["block", "cooldown"]),
            "authority_weight": 0.4 + number / 10_000,
            "conditions": ["report every hour"] if number % 4 == 0 else [],
        }
        for number in range(seats)
    ]
    return {"protocol": "quorum", "votes": votes}


def _evidence(seats: int, dissenters: int) -> Document:
    """A claim with so many agents against it, no two equally sure, a quarter of them with evidence to run again."""
    chance = Random(4)
    votes = [
        {
            "agentId": f"a{number}",
            "vote": "reject" if number < dissenters else "accept",
            "confidence": round(chance.uniform(0.5, 0.79), 2) + number / 100_000,
            "evidence": [{"file": f"src/{number}.py", "reproducible": True, "command": "make test"}]
            if number % 4 == 0
            else [],
        }
        for number in range(seats)
    ]
    return {"protocol": "evidence", "question": "The map is written atomically", "votes": votes, "exchanges": 2}


PANELS = (
    Panel("magi", _magi),
    Panel("judges", _judges),
    Panel("quorum", _quorum),
    Panel("evidence, 3 of them against", lambda seats: _evidence(seats, 3)),
    Panel("evidence, 3 % of them against", lambda seats: _evidence(seats, 3 * seats // 100)),
    Panel("evidence, half of them against", lambda seats: _evidence(seats, seats // 2), None),
)
