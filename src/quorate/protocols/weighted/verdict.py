"""The verdict of weighted: all that magi's has, decided by what the seats weigh."""

from collections.abc import Iterator, Sequence
from functools import partial

from quorate.core.ballot import Answer, Ballot
from quorate.core.exact import Exact, in_digits, ratio
from quorate.core.failure import Outcome
from quorate.core.position import APPROVE, REJECT
from quorate.core.protocol import Case
from quorate.core.question import Question
from quorate.core.verdict import ASK, Ask, AskOption, Note, Receipt, Verdict
from quorate.core.voice import every_way
from quorate.protocols.magi.ask import ask_of as ask_about_override
from quorate.protocols.magi.rule import Sides
from quorate.protocols.magi.verdict import MagiCount, PositionRule, verdict_by
from quorate.protocols.weighted.document import WeightedTerms
from quorate.protocols.weighted.rule import (
    Lean,
    WeighedSides,
    outcome_by_weight,
    pivotal_by_weight,
    share_of,
    size_of,
    weighed_sides,
)

QUESTIONS = {
    "SPLIT": ("Tie", "Both sides weigh the same. Which way do we go?"),
    "LEAN_ALONE": ("Lean", "Only the lean of the record decides. Which way do we go?"),
    "ONE_VOTER": ("One voter", "A single voter outweighs the others. Which way do we go?"),
}


def weighted(question: Question, answers: Sequence[Answer], terms: WeightedTerms | None = None) -> Verdict:
    """Weighs approvals against rejections by what the record taught; whoever leads needs two voters."""
    return verdict_by(rule_of(terms or WeightedTerms()), question, answers)


def count(case: Case) -> Verdict:
    """The protocol's count of a case."""
    return weighted(case.question, case.answers, case.terms)


def rule_of(terms: WeightedTerms) -> PositionRule:
    """What decides, by these terms."""
    lean = terms.lean
    return PositionRule(
        "weighted",
        lambda roster, sides: outcome_by_weight(roster, sides, lean),
        lambda roster, _, action: pivotal_by_weight(roster, action, lean),
        partial(_ask_of, lean=lean),
        every_way,
        partial(_receipt, terms=terms),
    )


def _ask_of(ballots: Sequence[Ballot], sides: Sides, outcome: Outcome, *, lean: Lean) -> Ask | None:
    if outcome.action != ASK or outcome.choice:
        return ask_about_override(ballots, sides, outcome)
    weighed = weighed_sides(ballots, lean)
    header, question = QUESTIONS[outcome.result]
    both = (
        _option(APPROVE, weighed.approve_heads, weighed.approve, weighed),
        _option(REJECT, weighed.reject_heads, weighed.reject, weighed),
    )
    return Ask(header, question, both, outcome.result.casefold() if outcome.result != "SPLIT" else "tie")


def _option(choice: str, heads: int, weight: Exact, sides: WeighedSides) -> AskOption:
    values = {"choice": choice, "heads": heads, "weight": in_digits(weight), "total": in_digits(sides.total)}
    text = f"{heads} of {sides.votes} votes, weight {values['weight']} of {values['total']}"
    return AskOption(choice, text, "weighed", values)


def _receipt(plain: Receipt, counted: MagiCount, *, terms: WeightedTerms) -> Receipt:
    """By weight in place of heads, with the lean and the outcomes behind it."""
    sides = weighed_sides(counted.roster, terms.lean)
    return plain._replace(
        basis="weight",
        share=share_of(sides),
        margin=ratio(size_of(sides.plain_lead), sides.total) if sides.total else None,
        notes=(*plain.notes, *_notes(terms)),
    )


def _notes(terms: WeightedTerms) -> Iterator[Note]:
    for code, much in (("lean_to_approval", terms.lean.approve), ("lean_to_rejection", terms.lean.reject)):
        if much:
            yield Note(code, "", f"{'-' if much < 0 else '+'}{in_digits(size_of(much))}")
    if terms.outcomes:
        yield Note("outcomes_used", "", str(terms.outcomes))
    for name in terms.recorded_by:
        yield Note("outcomes_recorded_by", "", name)
    for seat, before, after in terms.lowered:
        yield Note("weight_lowered", seat, f"{in_digits(before)} -> {in_digits(after)}")
