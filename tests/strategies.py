"""Tally documents of all four protocols, for properties."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

Document = dict[str, Any]
FAILURES = ["timeout", "error", "unreadable", "absent"]
TEXTS = st.text(alphabet="abc XYZ\u65e5\u672c.-", max_size=12)
QUESTIONS = st.fixed_dictionaries(
    {"subject": st.just("Shall we?")},
    optional={"reversibility": st.sampled_from(["high", "medium", "low"]), "domain": TEXTS},
)


def _seats(most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.integers(0, 99).map("s{:02}".format), min_size=1, max_size=most, unique=True)


def _rows(seat_key: str, vote: st.SearchStrategy[Document], most: int) -> st.SearchStrategy[list[Document]]:
    failed = st.sampled_from([*FAILURES, "recused"]).map(lambda kind: {"error": kind})
    entry = st.one_of(vote, vote, vote, failed)
    return _seats(most).flatmap(
        lambda names: st.tuples(*[entry for _ in names]).map(
            lambda said: [{seat_key: name, **row} for name, row in zip(names, said, strict=True)]
        )
    )


def percents() -> st.SearchStrategy[Fraction | int]:
    """Confidences under magi, many of them close to a boundary."""
    return st.one_of(
        st.sampled_from([29, 30, 49, 50, 59, 60, 89, 90]), st.integers(0, 100), st.fractions(0, 100, max_denominator=9)
    )


def units() -> st.SearchStrategy[Fraction]:
    """Confidences under evidence, many of them close to a boundary."""
    near = [Fraction(n, 100) for n in (0, 49, 50, 60, 61, 80, 81, 100)]
    return st.one_of(st.sampled_from(near), st.fractions(0, 1, max_denominator=9))


_CONCERNS: list[Any] = [
    *("safety", "security", "cost", "a hazard at night", "安全"),
    *({"kind": "vulnerability", "text": "x"}, {"kind": "Performance"}, {"kind": "compliance", "text": "y"}),
]
_MAGI_VOTE = st.fixed_dictionaries(
    {
        "position": st.sampled_from(["APPROVE", "REJECT", "ABSTAIN", "GO", "NO-GO", "HOLD", "GO WITH CONDITIONS"]),
        "confidence": percents(),
    },
    optional={
        "rationale": TEXTS,
        "conditions": st.lists(TEXTS, max_size=2),
        "concerns": st.lists(st.sampled_from(_CONCERNS), max_size=2),
        "risks": st.lists(TEXTS, max_size=2),
        "alternatives": st.lists(TEXTS, max_size=1),
        "priorities": st.lists(
            st.fixed_dictionaries({"item": st.sampled_from("ab"), "score": st.integers(0, 10)}),
            max_size=2,
            unique_by=lambda one: one["item"],
        ),
        "inferred": st.booleans(),
        "second_request": st.booleans(),
        "weight": st.fractions(0, 3, max_denominator=5),
    },
)
_JUDGES_VOTE = st.fixed_dictionaries(
    {"option": st.sampled_from(["A", "B", "C", "ABSTAIN", "Z", ""])},
    optional={
        "confidence": st.sampled_from(["HIGH", "MEDIUM", "LOW"]),
        "reasoning": TEXTS,
        "inferred": st.booleans(),
        "second_request": st.booleans(),
    },
)
_WEIGHTS = st.one_of(st.sampled_from([Fraction(49, 100), 0, 1]), st.fractions(0, 2, max_denominator=9))
_QUORUM_VOTE = st.fixed_dictionaries(
    {"vote": st.sampled_from(["resume", "block", "cooldown"]), "authority_weight": _WEIGHTS},
    optional={
        "conditions": st.lists(
            st.sampled_from(["report daily", "disable monitoring", "log all calls", "monitor risk for 24h"]), max_size=2
        ),
        "inferred": st.booleans(),
        "second_request": st.booleans(),
    },
)
_EVIDENCE_ITEM = st.fixed_dictionaries(
    {"file": st.sampled_from(["a", "b"])}, optional={"reproducible": st.booleans(), "command": st.just("make")}
)
_EVIDENCE_VOTE = st.fixed_dictionaries(
    {"vote": st.sampled_from(["accept", "accept", "reject", "abstain"])},
    optional={
        "confidence": units(),
        "rationale": TEXTS,
        "evidence": st.lists(_EVIDENCE_ITEM, max_size=2),
        "inferred": st.booleans(),
        "second_request": st.booleans(),
    },
)


def magi_documents(most: int = 7) -> st.SearchStrategy[Document]:
    """Tally documents of magi."""
    rows = _rows("seat", _MAGI_VOTE, most)
    return st.fixed_dictionaries({"protocol": st.just("magi"), "votes": rows, "question": QUESTIONS})


def weighted_documents(most: int = 7) -> st.SearchStrategy[Document]:
    """Tally documents of weighted."""
    vote = _MAGI_VOTE.map(lambda row: {key: said for key, said in row.items() if key != "weight"})
    weights = st.sampled_from([0, Fraction(1, 2), 1, Fraction(1234, 1000), 2, 5])
    rows = _rows("seat", st.tuples(vote, weights).map(lambda both: {**both[0], "weight": both[1]}), most)
    lean = st.fixed_dictionaries({"APPROVE": st.integers(-2000, 2000), "REJECT": st.integers(-2000, 2000)})
    return st.fixed_dictionaries(
        {"protocol": st.just("weighted"), "votes": rows, "question": QUESTIONS},
        optional={"learned": st.fixed_dictionaries({"lean": lean})},
    )


def judges_documents(most: int = 7) -> st.SearchStrategy[Document]:
    """Tally documents of judges."""
    return st.fixed_dictionaries(
        {"protocol": st.just("judges"), "recommendations": _rows("judge", _JUDGES_VOTE, most), "question": QUESTIONS},
        optional={
            "options": st.just(["A", "B", "C"]),
            "threshold": st.sampled_from(["2/3", "1/2", "3/4", 1, Fraction(67, 100)]),
        },
    )


def quorum_documents(most: int = 7) -> st.SearchStrategy[Document]:
    """Tally documents of quorum."""
    failed = st.fixed_dictionaries({"error": st.sampled_from([*FAILURES, "recused"]), "authority_weight": _WEIGHTS})
    rows = _seats(most).flatmap(
        lambda names: st.tuples(*[st.one_of(_QUORUM_VOTE, _QUORUM_VOTE, failed) for _ in names]).map(
            lambda said: [{"agent_id": name, **row} for name, row in zip(names, said, strict=True)]
        )
    )
    return st.fixed_dictionaries(
        {"protocol": st.just("quorum"), "votes": rows, "question": QUESTIONS},
        optional={
            "dispute_type": st.sampled_from(["safety", "resources"]),
            "paused_agent_state": st.fixed_dictionaries({"void_active": st.booleans()}),
            "policy": st.fixed_dictionaries({"absent": st.sampled_from(["against", "excluded"])}),
        },
    )


def evidence_documents(most: int = 7) -> st.SearchStrategy[Document]:
    """Tally documents of evidence, on a claim or on two options."""
    settings = {
        "challengeRounds": st.integers(0, 3),
        "exchanges": st.integers(0, 3),
        "strict": st.booleans(),
        "consensusThreshold": st.fractions(Fraction(1, 9), 1, max_denominator=9),
    }
    named = st.tuples(_EVIDENCE_VOTE, st.sampled_from(["Red", "red ", "Blue"])).map(lambda p: {**p[0], "option": p[1]})
    common = {"protocol": st.just("evidence"), "questionId": st.just("Q"), "question": QUESTIONS}
    return st.one_of(
        st.fixed_dictionaries({**common, "votes": _rows("agentId", _EVIDENCE_VOTE, most)}, optional=settings),
        st.fixed_dictionaries(
            {**common, "options": st.just(["Red", "Blue"]), "votes": _rows("agentId", named, most)}, optional=settings
        ),
    )


def documents(most: int = 7) -> st.SearchStrategy[Document]:
    """Tally documents of any protocol."""
    return st.one_of(
        magi_documents(most),
        judges_documents(most),
        quorum_documents(most),
        evidence_documents(most),
        weighted_documents(most),
    )


def votes_key(document: Document) -> str:
    """Where a document keeps its votes."""
    return "recommendations" if document["protocol"] == "judges" else "votes"


def seat_key(document: Document) -> str:
    """How a document names the seat of a vote."""
    return {"judges": "judge", "quorum": "agent_id", "evidence": "agentId"}.get(document["protocol"], "seat")
