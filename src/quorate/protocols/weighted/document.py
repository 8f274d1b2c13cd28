"""The tally document of weighted: that of magi, with weights in thousandths and what the record taught."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from quorate.core.errors import Problem
from quorate.core.protocol import Case
from quorate.core.shape import Field, Problems, one_of, record
from quorate.protocols.magi.document import VOTE
from quorate.protocols.magi.document import read as read_positions
from quorate.protocols.parts.document_fields import ID, QUESTION, votes_of
from quorate.protocols.weighted.frozen_weights import KEY, LEARNED, lean_of
from quorate.protocols.weighted.rule import Lean

DOCUMENT = record(
    {
        "protocol": Field(one_of("weighted"), "The protocol's name."),
        "id": ID,
        "question": QUESTION,
        KEY: LEARNED,
        "votes": votes_of(VOTE),
    }
)


class WeightedTerms(NamedTuple):
    """The lean, and of the outcomes behind the weights: how many, and who recorded them."""

    lean: Lean = Lean()
    basis: str = ""
    outcomes: int = 0
    recorded_by: tuple[str, ...] = ()


def read(values: Mapping[str, Any], problems: Problems) -> Case:
    """The document's values as a case."""
    for index, vote in enumerate(values["votes"]):
        if vote["weight"] is not None and (vote["weight"] * 1000).denominator != 1:
            place = ("votes", index, "weight")
            problems.append(Problem(place, str(vote["weight"]), "a weight in whole thousandths, such as 1.25"))
    return read_positions(values, problems)._replace(terms=_terms(values[KEY]))


def _terms(learned: Mapping[str, Any] | None) -> WeightedTerms:
    if not learned:
        return WeightedTerms()
    outcomes = learned["outcomes"]
    by = tuple(dict.fromkeys(one["by"] for one in outcomes if one["by"]))
    return WeightedTerms(lean_of(learned), learned["basis"], len(outcomes), by)
