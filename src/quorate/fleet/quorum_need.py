"""When a review needs a quorum, and why."""

from fractions import Fraction

from quorate.core.concern import SAFETY
from quorate.core.exact import Exact

RISK, VOID, SAFETY_DISPUTE, NO_AGREEMENT = REASONS = ("risk", "void", "safety", "no_agreement")
KEEP_STATE, ASK_QUORUM = WITHOUT_AGREEMENT = ("cooldown", "quorum")
"""What may follow where two parties do not agree: the state is kept, or a quorum decides."""
RISK_ABOVE = Fraction(60, 100)
REVIEW_SYSTEM = "review_system"


def reasons_for_quorum(
    risk_score: Exact | None, void_active: bool, dispute_type: str = "", *, ended_without_agreement: bool = False
) -> tuple[str, ...]:
    """Every reason for which a quorum is required; none where two parties may settle it."""
    given = {
        RISK: risk_score is not None and risk_score > RISK_ABOVE,
        VOID: void_active,
        SAFETY_DISPUTE: is_about_safety(dispute_type),
        NO_AGREEMENT: ended_without_agreement,
    }
    return tuple(reason for reason in REASONS if given[reason])


def is_about_safety(dispute_type: str) -> bool:
    """Return True if the type of a dispute names safety."""
    return SAFETY in dispute_type.casefold()


def is_about_the_reviews(dispute_type: str, is_of_the_system: bool) -> bool:
    """True where the review system itself, or somebody who works in it, is disputed: a person has to decide that."""
    folded = "_".join(dispute_type.replace("-", " ").replace("_", " ").split()).casefold()
    return folded == REVIEW_SYSTEM or (is_of_the_system and bool(folded))
