"""Whether judges agree, under the name that programs already call."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quorate.core.errors import InputError
from quorate.core.exact import exact
from quorate.documents.tally import tally


@dataclass
class ConsensusResult:
    """What the recommendations come to. `distribution` says who is for what where nothing was agreed."""

    consensus: bool
    type: str
    option: str | None = None
    voters: list[str] = field(default_factory=list)
    confidence: str = "REQUIRES_INPUT"
    dissent: list[dict[str, Any]] = field(default_factory=list)
    distribution: dict[str, list[str]] = field(default_factory=dict)


def check_consensus(recommendations: Sequence[Mapping[str, Any]], threshold: float = 0.67) -> ConsensusResult:
    """Each recommendation has `judge` and `option`, and may have `confidence` and `reasoning`.

    An option of ABSTAIN, or none, is left out. A share of at least the threshold decides; 0.67 means two thirds.
    Raises InputError for a threshold that is none, and DocumentError for recommendations that cannot be counted.
    """
    share = exact(threshold)
    if share is None or not 0 < share <= 1:
        raise InputError(f"threshold: found {threshold!r}; allowed: a number above 0 up to 1")
    if not recommendations:
        return ConsensusResult(False, "INSUFFICIENT_DATA", confidence="LOW")
    said = [{key: value for key, value in one.items() if value is not None} for one in recommendations]
    verdict = tally({"question": "Do the judges agree?", "threshold": share, "recommendations": said}, "judges")
    native = verdict.native["consensus_result"]
    by_judge = {str(one["judge"]): dict(one) for one in recommendations}

    def in_order(names: Iterable[str]) -> list[str]:
        among = set(names)
        return [judge for judge in by_judge if judge in among]

    return ConsensusResult(
        native["consensus"],
        native["type"],
        native.get("majority_option"),
        in_order(native.get("majority_judges", ())),
        native["confidence"],
        [by_judge[judge] for judge in in_order(one["judge"] for one in native.get("dissent", ()))],
        {option: in_order(who["judges"]) for option, who in native.get("distribution", {}).items()},
    )
