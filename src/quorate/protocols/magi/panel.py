"""Who is asked by magi, what they are shown, and what their ballots mean."""

from quorate.core.confidence import PERCENT
from quorate.core.position import ABSTAIN, APPROVE, REJECT
from quorate.core.protocol import BallotWords, Lens

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
