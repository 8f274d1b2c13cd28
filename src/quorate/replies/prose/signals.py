"""What a sentence signals: a position, how plainly, and whether it is the voter's own and meant."""

from typing import NamedTuple

from quorate.core.position import ABSTAIN, APPROVE, REJECT

STATED, IMPLIED, LEANING = 2, 1, 0
HIGH, MIDDLE, LOW = 70, 50, 30
_OPPOSITE = {APPROVE: REJECT, REJECT: APPROVE, ABSTAIN: ""}


class Signal(NamedTuple):
    """`level` is STATED for a voter's own plain word, IMPLIED for advice without a subject, LEANING for kind words.

    Kind words, such as `I recommend the cluster`, are no position, but they speak against the opposite one.

    `is_real` is False for what somebody else said, or what would hold if something else did. `strength` is the
    confidence that the sentence's language speaks of, 0 where it speaks of none.
    """

    position: str
    level: int
    is_real: bool = True
    strength: int = 0
    is_conditional: bool = False


SOMEBODY_ELSES = Signal(APPROVE, IMPLIED, is_real=False)


def turned(position: str, negations: int) -> str:
    """A position under negations: not to approve is to reject, not to reject is to approve, twice is unclear."""
    return position if negations == 0 else _OPPOSITE[position] if negations == 1 else ""


def either(words: str) -> str:
    """A pattern for any of the words, or patterns, that stand between commas."""
    return f"(?:{'|'.join(words.split(', '))})"
