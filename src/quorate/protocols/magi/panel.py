"""Who is asked by magi, what they are shown, and what their ballots mean."""

from quorate.core.confidence import PERCENT
from quorate.core.position import ABSTAIN, APPROVE, REJECT
from quorate.core.protocol import AnswerForm, BallotWords, Lens
from quorate.protocols.magi.rule import CHOICES

LENSES = (
    Lens(
        "Logos",
        "Look through the lens Logos: facts, logic, feasibility, what has been measured and what has not.",
        ("feasibility", "evidence"),
    ),
    Lens(
        "Pathos",
        "Look through the lens Pathos: the people who build, run and use it; trust, effort, fairness, harm.",
        ("people",),
    ),
    Lens(
        "Sophia",
        "Look through the lens Sophia: where it leads over years; strategy, what it closes off, what it opens.",
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
FORM = AnswerForm(
    CHOICES,
    (
        "confidence: 0-100",
        'rationale: "why, in two or three sentences"',
        "key_evidence:",
        '  - "what your position rests on"',
        "risks:",
        '  - "what can go wrong"',
        "conditions:",
        '  - "what has to hold for an approval; leave the list empty if nothing"',
        "concerns:",
        "  - kind: safety | security | other",
        '    text: "what you warn of; leave the list empty if nothing"',
        "alternatives:",
        '  - "what could be done instead"',
        'dissent_note: "what to keep in mind if the panel decides otherwise"',
    ),
    ("position", "confidence", "rationale"),
)
