"""What voters are asked by judges."""

from quorate.core.confidence import LABEL
from quorate.core.protocol import OPTION, BallotWords, Lens
from quorate.core.protocol.answer_form import AnswerForm, AskedKey
from quorate.core.protocol.rule_table import Debate
from quorate.core.verdict import ASK
from quorate.protocols.judges.rule import ABSTAIN
from quorate.protocols.parts.answer_keys import WARNINGS

LENSES = (
    Lens(
        "risk",
        (
            "Be the sceptical judge of risk. What can go wrong with each option, how likely is it, how bad would it be,"
            " and can it be undone? Prefer the option whose worst case you can live with."
        ),
        ("risk",),
    ),
    Lens(
        "value",
        (
            "Be the optimistic judge of value. What is gained by each option, for whom, and how soon? Assume that it is"
            " done well. Prefer the option that leaves people better off."
        ),
        ("value",),
    ),
    Lens(
        "effort",
        (
            "Be the pragmatic judge of effort. How many days of work does each option take, how uncertain is that, and"
            " what else has to wait? Compare by ROI = value / (days x uncertainty), and say which figures you took."
        ),
        ("value", "days", "uncertainty"),
    ),
)

WORDS = BallotWords(abstention=ABSTAIN, subject=OPTION, scale=LABEL)
DEBATE = Debate((("NONE", ASK),))


FORM = AnswerForm(
    task="Recommend one of the options.",
    choice=f"the id of the option that you recommend, the id alone without its text; {ABSTAIN} if you cannot judge",
    keys=(
        AskedKey("confidence", "HIGH | MEDIUM | LOW", "one of these words"),
        AskedKey(
            "reasoning",
            "why this option, in two or three sentences",
            "two or three sentences; also say what speaks against the option",
            "It survived the loss of a node in the drill. It costs more, but within the budget.",
        ),
        *WARNINGS,
    ),
)
