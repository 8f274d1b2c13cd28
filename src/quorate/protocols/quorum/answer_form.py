"""What reviewers of a quorum are asked."""

from quorate.core.protocol.answer_form import AnswerForm, AskedKey
from quorate.protocols.parts.answer_keys import WARNINGS
from quorate.protocols.quorum.conditions import EXAMPLES
from quorate.protocols.quorum.rule import BLOCK, CHOICES, COOLDOWN, RESUME

_CONDITIONS = AskedKey(
    "conditions",
    ["what the agent has to keep to after it resumes; leave the list empty if nothing"],
    f"a list of texts, [] for none, each in one of these forms with your own values: {'; '.join(EXAMPLES)}. Such a"
    " condition is checked and applied. Any other words are a note: nothing applies it, and if it names a protection,"
    " the agent stays paused until a person has accepted it. A condition restricts the agent, never loosens."
    " A risk threshold is at most 0.90, a coherence threshold from 0.1 to 1.0",
    ["monitor coherence for 24h", "set risk threshold to 0.5"],
)
FORM = AnswerForm(
    task="Decide whether the paused agent may continue.",
    choice=(
        f"{RESUME} to let it continue under your conditions, {BLOCK} to keep it paused, {COOLDOWN} to keep it paused"
        " for now and review it again later"
    ),
    choices=CHOICES,
    keys=(
        AskedKey(
            "reasoning",
            "why, in two or three sentences",
            "two or three sentences",
            "The cause was a stale cache, which has been removed. No data was lost.",
        ),
        *(_CONDITIONS if one.key == _CONDITIONS.key else one for one in WARNINGS),
    ),
    needs=(
        "Only an explicit resume lets the agent continue, and it takes two thirds of the weight that votes. If you are"
        " in doubt, vote cooldown."
    ),
)
