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
from quorate.protocols.weighted.rule import Lean, LoweredWeight, capped

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
    """The lean; of the outcomes behind the weights, how many and who recorded them; and which weights were lowered."""

    lean: Lean = Lean()
    basis: str = ""
    outcomes: int = 0
    recorded_by: tuple[str, ...] = ()
    lowered: tuple[LoweredWeight, ...] = ()


def read(values: Mapping[str, Any], problems: Problems) -> Case:
    """The document's values as a case."""
    for index, vote in enumerate(values["votes"]):
        if vote["weight"] is not None and (vote["weight"] * 1000).denominator != 1:
            place = ("votes", index, "weight")
            problems.append(Problem(place, str(vote["weight"]), "a weight in whole thousandths, such as 1.25"))
    case = read_positions(values, problems)
    answers, lowered = capped(case.answers)
    learned = values[KEY] or {"basis": "", "outcomes": ()}
    by = tuple(dict.fromkeys(outcome["by"] for outcome in learned["outcomes"] if outcome["by"]))
    terms = WeightedTerms(lean_of(learned), learned["basis"], len(learned["outcomes"]), by, lowered)
    return case._replace(answers=answers, terms=terms)
