"""What the record taught when a deliberation was opened: whole thousandths, and which outcomes they come from."""

from collections.abc import Mapping
from typing import Any

from quorate.core.exact import Exact, ratio
from quorate.core.position import APPROVE, REJECT
from quorate.core.protocol.learning import LearnedWeights
from quorate.core.shape import FILLED, TEXT, Field, list_of, mapping_of, record, whole
from quorate.protocols.weighted.rule import Lean

KEY = "learned"
MODEL_UNKNOWN = "?"
_THOUSAND = 1000
_WEIGHT = whole(0, 10**9)
_LEAN = whole(-(10**9), 10**9)
_OUTCOME = record(
    {
        "deliberation": Field(FILLED, "The deliberation whose outcome was used.", required=True),
        "position": Field(whole(1, 10**9), "The outcome's position in it.", required=True),
        "by": Field(TEXT, "Who recorded it.", default=""),
    }
)
LEARNED = Field(
    record(
        {
            "weights": Field(mapping_of(_WEIGHT), "Thousandths by voter: engine, model and lens.", default={}),
            "others": Field(_WEIGHT, "Thousandths for a voter without a record.", default=_THOUSAND),
            "lean": Field(
                record({choice: Field(_LEAN, "Thousandths.", default=0) for choice in (APPROVE, REJECT)}),
                "What the record adds to each choice.",
            ),
            "basis": Field(TEXT, "Which rule was learned.", default=""),
            "outcomes": Field(list_of(_OUTCOME), "The outcomes that were used.", default=()),
        }
    ),
    "What the record taught, frozen when the deliberation was opened.",
)


def frozen(learned: LearnedWeights) -> dict[str, Any]:
    """As it goes on the record."""
    return {
        "weights": dict(learned.weights),
        "others": learned.others,
        "lean": {APPROVE: learned.lean.get(APPROVE, 0), REJECT: learned.lean.get(REJECT, 0)},
        "basis": learned.basis,
        "outcomes": [one._asdict() for one in learned.outcomes],
    }


def weight_of(terms: Mapping[str, Any], voter: str, has_ballot: bool) -> Exact:
    """What a voter's ballot weighs.

    Of a seat that failed it may not be known which model would have answered: then the heaviest that it might have
    been, so that a failure never makes opposition lighter.
    """
    learned = terms.get(KEY) or {}
    weights, others = learned.get("weights", {}), learned.get("others", _THOUSAND)
    if has_ballot:
        return ratio(weights.get(voter, others), _THOUSAND)
    might_be = [weight for name, weight in weights.items() if _may_be(voter, name)]
    return ratio(max([others, *might_be]), _THOUSAND)


def _may_be(voter: str, name: str) -> bool:
    """True where the names differ at most in a model that nobody named."""
    if MODEL_UNKNOWN not in voter.split("/"):
        return voter == name
    before, _, after = voter.partition(f"/{MODEL_UNKNOWN}")
    return name.startswith(f"{before}/") and name.endswith(after)


def lean_of(learned: Mapping[str, Any] | None) -> Lean:
    """The lean of a document's terms, exactly."""
    stated = (learned or {}).get("lean") or {}
    return Lean(ratio(stated.get(APPROVE, 0), _THOUSAND), ratio(stated.get(REJECT, 0), _THOUSAND))
