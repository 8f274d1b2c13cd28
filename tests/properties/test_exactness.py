"""Two thirds are two thirds, however they are written and whatever the weights are."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate import tally


def _judges(threshold: object, votes: str) -> dict[str, object]:
    rows = [{"judge": f"j{place}", "option": option} for place, option in enumerate(votes)]
    return {"protocol": "judges", "recommendations": rows, "threshold": threshold}


@pytest.mark.parametrize("written", [0.67, 0.667, 0.6667, "2/3", "0.67"])
def test_two_of_three_meet_two_thirds_however_it_is_written(written: object) -> None:
    assert tally(_judges(written, "AAB")).result == "MAJORITY"


@pytest.mark.parametrize("written", [0.668, 0.6668, 0.66671, 0.7])
def test_two_of_three_miss_anything_above_two_thirds(written: object) -> None:
    assert tally(_judges(written, "AAB")).result == "NONE"


@pytest.mark.parametrize("written", [0.66, 0.6666, "1/2"])
def test_other_thresholds_mean_what_they_say(written: object) -> None:
    assert tally(_judges(written, "AAB")).receipt.threshold.share == Fraction(str(written))


@given(st.decimals("0.01", "100", places=2), st.integers(1, 30))
def test_exactly_two_thirds_of_equal_weights_resume(weight: object, thirds: int) -> None:
    votes = [
        {"agent_id": f"a{place}", "vote": "resume" if place < 2 * thirds else "block", "authority_weight": weight}
        for place in range(3 * thirds)
    ]
    verdict = tally({"protocol": "quorum", "votes": votes})
    assert verdict.result == "RESUME"
    assert verdict.receipt.share == Fraction(2, 3)


def test_four_of_six_at_0_49_is_exactly_two_thirds() -> None:
    votes = [
        {"agent_id": f"a{place}", "vote": "resume" if place < 4 else "block", "authority_weight": 0.49}
        for place in range(6)
    ]
    verdict = tally({"protocol": "quorum", "votes": votes})
    assert (verdict.result, verdict.receipt.share) == ("RESUME", Fraction(2, 3))


@given(st.lists(st.fractions(0, 100, max_denominator=1000), min_size=2, max_size=9))
def test_the_mean_confidence_is_exact(confidences: list[Fraction]) -> None:
    votes = [{"seat": f"s{n}", "position": "APPROVE", "confidence": c} for n, c in enumerate(confidences)]
    assert tally({"votes": votes}).confidence == sum(confidences) / len(confidences)
