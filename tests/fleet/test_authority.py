"""Authority to four decimals, and the cap of a third."""

from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from quorate.core.exact import Exact
from quorate.fleet.agent import Agent, tags_of
from quorate.fleet.authority import authority_of, capped, health_of

NOW = "2026-11-16T12:00:00.000000Z"
FRESH, ON_THE_EDGE, STALE = "2026-11-16T11:00:00.000000Z", "2026-11-15T12:00:00.000000Z", "2026-11-15T11:59:59.999999Z"
DB, NET = ("db",), ("net",)

# what is known of the reviewer, the tags of the paused agent, the score
TABLE: list[tuple[dict[str, Any], tuple[str, ...], str]] = [
    ({}, (), "0.5000"),
    ({"risk": "0.05"}, (), "0.6810"),
    ({"risk": "0"}, (), "0.6883"),
    ({"risk": "0.1"}, (), "0.6697"),
    ({"risk": "0.2"}, (), "0.6270"),
    ({"risk": "0.35"}, (), "0.5000"),
    ({"risk": "0.5"}, (), "0.3730"),
    ({"risk": "0.6"}, (), "0.3303"),
    ({"risk": "0.61"}, (), "0.3277"),
    ({"risk": "0.9"}, (), "0.3016"),
    ({"risk": "1"}, (), "0.3006"),
    ({"reviews": 4, "held_up": 4}, (), "0.6500"),
    ({"reviews": 4, "held_up": 3}, (), "0.5750"),
    ({"reviews": 3, "held_up": 1}, (), "0.4500"),
    ({"reviews": 3, "held_up": 2}, (), "0.5500"),
    ({"reviews": 7, "held_up": 3}, (), "0.4786"),
    ({"reviews": 5, "held_up": 0}, (), "0.3500"),
    ({"tags": DB}, (), "0.5200"),
    ({"tags": DB}, DB, "0.6000"),
    ({"tags": DB}, NET, "0.4000"),
    ({}, DB, "0.4000"),
    ({"tags": (*DB, *NET)}, DB, "0.5000"),
    ({"tags": (*DB, *NET, "ml")}, DB, "0.4667"),
    ({"tags": ("DB ",)}, DB, "0.6000"),
    ({"updated_at": FRESH}, (), "0.5500"),
    ({"updated_at": ON_THE_EDGE}, (), "0.5500"),
    ({"updated_at": STALE}, (), "0.5000"),
    ({"risk": "0", "reviews": 9, "held_up": 9, "tags": DB, "updated_at": FRESH}, DB, "0.9883"),
    ({"risk": "1", "reviews": 9, "held_up": 0, "tags": DB, "updated_at": STALE}, NET, "0.0506"),
    ({"risk": "0.05", "reviews": 10, "held_up": 9, "tags": DB, "updated_at": FRESH}, DB, "0.9510"),
    ({"risk": "0.12", "reviews": 8, "held_up": 7, "tags": DB, "updated_at": STALE}, (), "0.7961"),
]


def agent_with(known: dict[str, Any]) -> Agent:
    risk = Fraction(known["risk"]) if "risk" in known else None
    more = {name: known[name] for name in ("reviews", "held_up", "updated_at") if name in known}
    return Agent("r", tags=tags_of(known.get("tags", ())), risk_score=risk, **more)


@pytest.mark.parametrize(("known", "tags", "score"), TABLE, ids=str)
def test_the_score_of_an_agent_to_four_decimals(known: dict[str, Any], tags: tuple[str, ...], score: str) -> None:
    parts = authority_of(agent_with(known), Agent("p", tags=tags_of(tags)), NOW)
    assert parts.score == Fraction(score)


def test_health_agrees_with_a_logistic_in_floats_and_falls_with_the_risk() -> None:
    import math

    scores = [health_of(Fraction(step, 1000)) for step in range(1001)]
    for step, score in enumerate(scores):
        assert float(score) == pytest.approx(1 / (1 + math.exp(10 * (step / 1000 - 0.35))), abs=1e-12)
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(scores)


CAPS: list[tuple[list[str], list[str]]] = [
    (["0.9", "0.1", "0.1"], ["0.9", "0.1", "0.1"]),
    (["0.5", "0.5", "0.5", "0.5"], ["0.5", "0.5", "0.5", "0.5"]),
    (["0.9", "0.2", "0.2", "0.2"], ["0.3", "0.2", "0.2", "0.2"]),
    (["0.9", "0.9", "0.1", "0.1"], ["0.2", "0.2", "0.1", "0.1"]),
    (["0.9", "0.8", "0.1", "0.1", "0.1"], ["0.3", "0.3", "0.1", "0.1", "0.1"]),
    (["0.95", "0.3", "0.3", "0.3", "0.05"], ["0.475", "0.3", "0.3", "0.3", "0.05"]),
    (["0.6", "0.6", "0.6", "0"], ["0.6", "0.6", "0.6", "0"]),
    (["1", "0", "0", "0"], ["0", "0", "0", "0"]),
]


@pytest.mark.parametrize(("weights", "after"), CAPS, ids=str)
def test_nobody_weighs_more_than_a_third_of_four_or_more(weights: list[str], after: list[str]) -> None:
    found = capped({str(place): Fraction(weight) for place, weight in enumerate(weights)})
    assert [*found.values()] == [Fraction(weight) for weight in after]


def test_the_cap_is_the_largest_that_gives_it_and_lowers_nothing_else() -> None:
    steps: list[Exact] = [Fraction(one, 4) for one in range(5)]
    for weights in product(steps, repeat=4):
        found = [*capped({str(place): weight for place, weight in enumerate(weights)}).values()]
        assert 3 * max(found) <= sum(found)
        assert not any(
            _fits(weights, max(found) + Fraction(one, 16)) for one in range(1, 17) if max(found) < max(weights)
        )


def _fits(weights: tuple[Exact, ...], cap: Exact) -> bool:
    lowered = [min(weight, cap) for weight in weights]
    return 3 * max(lowered) <= sum(lowered) and max(weights) > max(lowered)


def test_a_score_is_exactly_its_four_decimals() -> None:
    score = authority_of(Agent("r", risk_score=Fraction(1, 20)), None, NOW).score
    assert (score, Decimal("0.681")) == (Fraction(681, 1000), Decimal("0.6810"))
