"""Who is asked by judges, what their recommendations mean, and when they debate."""

from quorate.core.confidence import LABEL
from quorate.core.protocol import OPTION, BallotWords, Debate, Lens
from quorate.core.verdict import ASK
from quorate.protocols.judges.rule import ABSTAIN

LENSES = (
    Lens(
        "risk",
        "Be the sceptical judge of risk: what can go wrong, how likely, how bad, and whether it can be undone.",
        ("risk",),
    ),
    Lens(
        "value",
        "Be the optimistic judge of value: what is gained, for whom, and how soon; assume that it is done well.",
        ("value",),
    ),
    Lens(
        "effort",
        (
            "Be the pragmatic judge of effort: days of work, uncertainty, what else waits. Compare by"
            " ROI = value / (days x uncertainty), and say which figures you took."
        ),
        ("value", "days", "uncertainty"),
    ),
)

WORDS = BallotWords(abstention=ABSTAIN, subject=OPTION, scale=LABEL)
DEBATE = Debate((("NONE", ASK),))
