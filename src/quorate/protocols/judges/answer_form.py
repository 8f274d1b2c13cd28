"""What voters are asked by judges."""

from quorate.core.protocol.answer_form import AnswerForm, AskedKey
from quorate.protocols.judges.rule import ABSTAIN
from quorate.protocols.parts.answer_keys import WARNINGS

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
