"""What voters are asked by magi."""

from quorate.core.confidence import PERCENT
from quorate.core.position import ABSTAIN, APPROVE, REJECT
from quorate.core.protocol import BallotWords, Lens
from quorate.core.protocol.answer_form import AnswerForm, AskedKey
from quorate.protocols.magi.rule import CHOICES
from quorate.protocols.parts.answer_keys import WARNINGS

LENSES = (
    Lens(
        "Logos",
        (
            "Look through the lens Logos: facts, logic and feasibility. What was measured, and what is only assumed? Do"
            " the conclusions follow? Can it be built and run with what is there? Which single fact would prove the"
            " proposal wrong?"
        ),
        ("feasibility", "evidence"),
    ),
    Lens(
        "Pathos",
        (
            "Look through the lens Pathos: the people who build, run and use it. Who gains, who pays, and who was not"
            " asked? What does it do to trust, workload and fairness? Who could be harmed, and would they notice in"
            " time?"
        ),
        ("people",),
    ),
    Lens(
        "Sophia",
        (
            "Look through the lens Sophia: where it leads over years. Which options does it open or close? What has to"
            " be maintained, and by whom? Does it fit the strategy, and what would make us regret it?"
        ),
        ("foresight", "risk"),
    ),
)

WORDS = BallotWords(
    APPROVE,
    REJECT,
    ABSTAIN,
    scale=PERCENT,
    counts_confidence=True,
    needs_confidence=True,
    stands_by=REJECT,
    reads_positions=True,
)


_PRIORITIES = AskedKey(
    "priorities",
    [{"item": "{options}", "score": "0-10", "urgency": "0-10"}],
    "one object for each item that is to be ranked, with two numbers from 0 to 10",
    [{"item": "search", "score": 7, "urgency": 4}],
    when=lambda question: question.decision_type == "priority",
)
FORM = AnswerForm(
    task="Decide whether to approve what is proposed.",
    choice=(
        f"{APPROVE} to go ahead (name your conditions, if any), {REJECT} not to. {ABSTAIN} only if you cannot judge it;"
        " then add the key reason: irrelevant, insufficient_information or conflicting_criteria"
    ),
    choices=CHOICES,
    choices_by_kind={"go_no_go": ("GO", "GO WITH CONDITIONS", "HOLD", "NO-GO", "ABSTAIN")},
    keys=(
        AskedKey("confidence", "0-100", "a whole number from 0 to 100", 75),
        AskedKey(
            "rationale",
            "why, in two or three sentences",
            "two or three sentences",
            "The load test passed at twice the peak. A rollback takes ten minutes.",
        ),
        AskedKey(
            "key_evidence",
            ["what your position rests on"],
            "a list of facts, [] for none",
            ["The load test reached 2,000 requests per second"],
        ),
        *WARNINGS,
        _PRIORITIES,
    ),
)
