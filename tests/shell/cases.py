"""What the shell functions are called with, and what they print: one table for bash and for bats."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.evidence.epics import contribution, decision, write_epic


class Case(NamedTuple):
    """A command for bash, its exit status, keys of the JSON that it prints, and words in what it prints."""

    name: str
    run: str
    status: int = 0
    keys: Mapping[str, Any] = MappingProxyType({})
    words: tuple[str, ...] = ()


def prepare(folder: Path) -> None:
    """The files that the commands read."""
    one = contribution(
        1,
        "opus-1",
        decision("MAP-001", "One file", 0.9),
        decision("MAP-002", "A", 0.95),
        decision("MAP-003", "A", 0.75),
    )
    two = contribution(
        2,
        "sonnet-1",
        decision("MAP-001", "one  file", 0.85),
        decision("MAP-002", "B", 0.4),
        decision("MAP-003", "B", 0.75),
    )
    three = contribution(3, "haiku-1", decision("MAP-001", "Many files", 0.5), decision("MAP-002", "B", 0.4))
    epic = write_epic(folder / "epic", one, two, three)
    write_epic(
        folder / "agreed",
        *(
            contribution(
                n,
                f"a{n}",
                decision("MAP-001", "Yes", 0.8, evidence=[{"file": f"{n}.md", "section": "1", "type": "code"}]),
            )
            for n in range(3)
        ),
    )
    write_epic(folder / "broken", one)
    with (folder / "broken" / "CONTRIBUTIONS.jsonl").open("a") as index:
        index.write("not json\n")
    (folder / "orphan").mkdir()
    (folder / "orphan" / "CONTRIBUTIONS.jsonl").write_text((epic / "CONTRIBUTIONS.jsonl").read_text())


def _votes(*said: tuple[str, str, float]) -> str:
    votes = [{"sessionId": session, "answer": answer, "confidence": sure} for session, answer, sure in said]
    return f"'{json.dumps(votes)}'"


def _json(value: Any) -> str:
    return "'" + json.dumps(value).replace("'", "'\\''") + "'"


MAJORITY = _votes(("s1", "A", 0.9), ("s2", "A", 0.85), ("s3", "B", 0.5))
SPLIT = _votes(("s1", "A", 0.75), ("s2", "B", 0.75))
GOOD = {"agent_type": "analysis"}
MATRIX: dict[str, Any] = {
    "options": [
        {"option": "A", "vote": "accept", "confidence": 0.8, "rationale": "r", "evidence": [{"file": "a"}]},
        {"option": "B", "vote": "reject", "confidence": 0.6, "rationale": "r", "evidence": [{"file": "b"}]},
    ]
}


def _matrix(**more: Any) -> dict[str, Any]:
    return {**MATRIX, **more}


def _confident(*numbers: Any) -> dict[str, Any]:
    names = "ABCDEFGH"
    return {"options": [{"option": names[place], "confidence": number} for place, number in enumerate(numbers)]}


def _validate(name: str, manifest: Any, matrix: Any, strict: str, status: int, task: str = "T1", **keys: Any) -> Case:
    return Case(name, f"validate_consensus_protocol '{task}' {_json(manifest)} {_json(matrix)} {strict}", status, keys)


def _vote(name: str, votes: str, **keys: Any) -> Case:
    return Case(name, f"contribution_weighted_vote {votes} MAP-001", 0, keys)


def _epic(name: str, folder: str, keys: dict[str, Any], epic: str = "T2679") -> Case:
    return Case(name, f"contribution_compute_consensus {epic} {folder}/CONTRIBUTIONS.jsonl", 0, keys)


ONE = contribution(1, "a", decision("MAP-001", "Use JSON", 0.9), decision("MAP-002", "Yes", 0.5))
OTHER = contribution(2, "b", decision("MAP-001", "Use YAML", 0.85), decision("MAP-002", "yes", 0.5))


def _pair(name: str, one: str, two: str, sure: tuple[float, float], **keys: Any) -> Case:
    left = contribution(1, "a", decision("MAP-001", one, sure[0]))
    right = contribution(2, "b", decision("MAP-001", two, sure[1]))
    return Case(name, f"contribution_detect_conflicts {_json(left)} {_json(right)}", 0, keys)


def _level(name: str, sure: tuple[float, float], severity: str) -> Case:
    keys = {"conflicts.0.severity": severity, f"summary.{severity}": 1, "summary.total": 1}
    return _pair(name, "A", "B", sure)._replace(keys=keys)


VOTES = [
    _vote("one vote is unanimous", _votes(("s1", "A", 0.85)), winner="A", confidence=0.85, votingResult="unanimous"),
    _vote(
        "a majority has more than half of the weight",
        MAJORITY,
        winner="A",
        votingResult="majority",
        confidence=0.875714,
    ),
    _vote("the total weight", MAJORITY, totalWeight=2.25),
    _vote("half of the weight is a split", SPLIT, winner=None, votingResult="split", confidence=0.5),
    _vote(
        "white space and case do not matter",
        _votes(("s1", "Use JSON", 0.85), ("s2", "  use   json ", 0.8)),
        votingResult="unanimous",
        confidence=0.825758,
        winner="Use JSON",
    ),
    _vote(
        "weight decides against heads",
        _votes(("s1", "A", 0.95), ("s2", "B", 0.4), ("s3", "B", 0.4)),
        winner="A",
        votingResult="majority",
        confidence=0.95,
    ),
    _vote(
        "weights of zero are a split",
        _votes(("s1", "A", 0), ("s2", "B", 0)),
        winner=None,
        votingResult="split",
        confidence=0.0,
    ),
    _vote(
        "no votes", "'[]'", winner=None, votingResult="no-votes", confidence=0.0, totalWeight=0.0, answerBreakdown=[]
    ),
    _vote("the question's id is repeated", SPLIT, questionId="MAP-001"),
    _vote(
        "the sessions of each answer",
        MAJORITY,
        **{"answerBreakdown.0.sessions": ["s1", "s2"], "answerBreakdown.1.sessions": ["s3"]},
    ),
    _vote(
        "the weight of each answer",
        MAJORITY,
        **{"answerBreakdown.0.totalWeight": 1.75, "answerBreakdown.1.totalWeight": 0.5},
    ),
    _vote(
        "the percentage of each answer",
        MAJORITY,
        **{"answerBreakdown.0.percentage": 77.8, "answerBreakdown.1.percentage": 22.2},
    ),
    _vote("how many give each answer", MAJORITY, **{"answerBreakdown.0.votes": 2, "answerBreakdown.1.votes": 1}),
    _vote(
        "the heaviest answer comes first",
        _votes(("s1", "B", 0.2), ("s2", "A", 0.9)),
        **{"answerBreakdown.0.answer": "A"},
    ),
    _vote(
        "a tie below the top has a leader that is no winner",
        _votes(("s1", "A", 0.5), ("s2", "B", 0.3), ("s3", "C", 0.3)),
        winner="A",
        votingResult="split",
    ),
    _vote("a missing confidence is one half", """'[{"sessionId": "s1", "answer": "A"}]'""", confidence=0.5),
    _vote(
        "keys that mean nothing are left out",
        """'[{"sessionId": "s1", "answer": "A", "confidence": 1, "mood": 3}]'""",
        confidence=1.0,
    ),
    Case("no argument", "contribution_weighted_vote", 2, words=("arguments",)),
    Case("an empty argument", "contribution_weighted_vote ''", 2, words=("missing",)),
    Case("no JSON", "contribution_weighted_vote '[{'", 2, words=("votes_json",)),
    Case("a confidence above one", f"contribution_weighted_vote {_votes(('s1', 'A', 1.5))}", 2, words=("0 to 1",)),
    Case("a list of texts", """contribution_weighted_vote '["A"]'""", 2, words=("a mapping",)),
    Case(
        "votes that are longer than a command line",
        'many=$(printf \'{"answer": "A", "confidence": 0.5},%.0s\' $(seq 4000)); '
        'contribution_weighted_vote "[$many{\\"answer\\": \\"A\\"}]"',
        0,
        {"votingResult": "unanimous", "answerBreakdown.0.votes": 4001},
    ),
]
EPICS = [
    _epic("an epic is counted", "epic", {"consensus.epicId": "T2679", "consensus.contributionCount": 3}),
    _epic(
        "its summary",
        "epic",
        {"consensus.summary": {"totalQuestions": 3, "resolved": 2, "unresolved": 1, "averageConfidence": 0.9129}},
    ),
    _epic(
        "a majority is resolved",
        "epic",
        {
            "consensus.decisions.0.answer": "One file",
            "consensus.decisions.0.votingResult": "majority",
            "consensus.decisions.0.confidence": 0.875714,
        },
    ),
    _epic(
        "who supports it", "epic", {"consensus.decisions.0.supportingSessions": ["session_opus-1", "session_sonnet-1"]}
    ),
    _epic(
        "who is against it",
        "epic",
        {
            "consensus.decisions.0.dissenting.0.sessionId": "session_haiku-1",
            "consensus.decisions.0.dissenting.0.answer": "Many files",
        },
    ),
    _epic(
        "weight against heads",
        "epic",
        {"consensus.decisions.1.answer": "A", "consensus.decisions.1.votingResult": "majority"},
    ),
    _epic(
        "a split is unresolved",
        "epic",
        {"consensus.unresolved.0.questionId": "MAP-003", "consensus.unresolved.0.reason": "split_vote"},
    ),
    _epic(
        "its positions",
        "epic",
        {"consensus.unresolved.0.positions.0.answer": "A", "consensus.unresolved.0.positions.1.totalWeight": 0.75},
    ),
    _epic(
        "its vote",
        "epic",
        {"consensus.unresolved.0.voteDetails.votingResult": "split", "consensus.unresolved.0.voteDetails.winner": None},
    ),
    _epic("a split needs a person", "epic", {"consensus.hitlRequired": True}),
    _epic(
        "the other form, resolved",
        "epic",
        {"resolvedQuestions.0.questionId": "MAP-001", "resolvedQuestions.1.questionId": "MAP-002"},
    ),
    _epic("the other form, unresolved", "epic", {"unresolvedQuestions.0.questionId": "MAP-003"}),
    _epic(
        "agreement needs nobody",
        "agreed",
        {"consensus.hitlRequired": False, "consensus.decisions.0.votingResult": "unanimous"},
    ),
    _epic(
        "another epic has nothing",
        "epic",
        {"consensus.contributionCount": 0, "consensus.hitlRequired": False, "consensus.decisions": []},
        "T9999",
    ),
    _epic(
        "an index that is not there",
        "nowhere",
        {"consensus.contributionCount": 0, "consensus.summary.averageConfidence": 0.0},
    ),
    _epic("a malformed line is named", "broken", {"problems.0.code": "malformed_line", "consensus.hitlRequired": True}),
    Case(
        "files that are all missing are an error",
        "contribution_compute_consensus T2679 orphan/CONTRIBUTIONS.jsonl",
        2,
        words=("none of its files for T2679 is in orphan",),
    ),
    Case("no epic", "contribution_compute_consensus ''", 2, words=("epic_id",)),
    Case("no argument at all", "contribution_compute_consensus", 2),
    Case(
        "the index in this folder",
        "cd epic && contribution_compute_consensus T2679",
        0,
        {"consensus.contributionCount": 3},
    ),
]
_COMPUTED = 'contribution_create_synthesis "$(contribution_compute_consensus T2679 epic/CONTRIBUTIONS.jsonl)" T2679'
SYNTHESES = [
    Case("a synthesis has a title", _COMPUTED, words=("# Consensus Synthesis: T2679", "## Summary")),
    Case("a synthesis has what was resolved", _COMPUTED, words=("## Resolved Decisions", "One file", "87.6%")),
    Case("a synthesis has what was not", _COMPUTED, words=("## Unresolved Questions", "MAP-003", "## Next Actions")),
    Case(
        "a synthesis of the inner form",
        f"contribution_create_synthesis {_json({'epicId': 'T1', 'decisions': [], 'unresolved': []})}",
        words=("# Consensus Synthesis: T1",),
    ),
    Case("a synthesis of nothing", "contribution_create_synthesis ''", 2),
    Case("a synthesis of a list", "contribution_create_synthesis '[]'", 2),
]
CONFLICTS = [
    Case(
        "where two disagree",
        f"contribution_detect_conflicts {_json(ONE)} {_json(OTHER)}",
        0,
        {
            "summary.total": 1,
            "conflicts.0.questionId": "MAP-001",
            "conflicts.0.conflictType": "contradiction",
            "conflicts.0.requiresConsensus": True,
        },
    ),
    Case(
        "both sides",
        f"contribution_detect_conflicts {_json(ONE)} {_json(OTHER)}",
        0,
        {
            "conflicts.0.thisSession.position": "Use JSON",
            "conflicts.0.otherSession.sessionId": "session_b",
            "conflicts.0.otherSession.contributionId": "contrib_00000002",
        },
    ),
    _level("two very confident sides are critical", (0.9, 0.85), "critical"),
    _level("two confident sides are high", (0.7, 0.8), "high"),
    _level("two unsure sides are low", (0.4, 0.3), "low"),
    _level("one unsure side is medium", (0.9, 0.4), "medium"),
    _pair(
        "one answer inside the other",
        "Use JSON",
        "use json with a schema",
        (0.8, 0.7),
        **{"conflicts.0.conflictType": "partial-overlap"},
    ),
    _pair("the same answer", "Use JSON", " use json", (0.9, 0.9), conflicts=[], **{"summary.total": 0}),
    Case("one contribution is missing", f"contribution_detect_conflicts '' {_json(ONE)}", 2),
]
GATES = [
    _validate("a valid matrix", GOOD, MATRIX, "false", 0, valid=True, score=100, violations=[]),
    _validate(
        "one option",
        GOOD,
        _confident(0.8),
        "false",
        0,
        valid=False,
        score=75,
        **{"violations.0.requirement": "CONS-001", "violations.0.message": "Voting matrix must have ≥2 options, got 1"},
    ),
    _validate("one option, strict", GOOD, _confident(0.8), "true", 61, valid=False),
    _validate(
        "a confidence that is none",
        GOOD,
        _confident(0.8, 1.5),
        "false",
        0,
        score=80,
        **{"violations.0.requirement": "CONS-003"},
    ),
    _validate(
        "nobody is confident",
        GOOD,
        _confident(0.4, 0.3),
        "false",
        0,
        score=70,
        **{"violations.0.message": "Threshold not met (50% required, got 40%)"},
    ),
    _validate(
        "another kind of agent",
        {"agent_type": "research"},
        MATRIX,
        "false",
        0,
        score=85,
        **{"violations.0.message": "agent_type must be analysis, got research"},
    ),
    _validate(
        "no options at all", GOOD, {"options": []}, "false", 0, score=45, **{"violations.1.requirement": "CONS-004"}
    ),
    _validate("everything wrong at once", {}, _confident(2), "true", 61, score=40),
    _validate("without a task", GOOD, _confident(0.8), "false", 0, "", valid=False, score=75),
    _validate("without a task, strict", GOOD, _confident(0.8), "true", 61, "", valid=False),
    _validate(
        "options as a mapping",
        GOOD,
        {"options": {"A": {"confidence": 0.7}, "B": {"confidence": 0.2}}},
        "false",
        0,
        valid=True,
    ),
    Case("a matrix that is no JSON", f"validate_consensus_protocol T1 {_json(GOOD)} '{{'", 2),
    Case("too few arguments", "validate_consensus_protocol T1", 2),
    Case("exit statuses have names", 'echo "$EXIT_PROTOCOL_CONSENSUS $EXIT_PROTOCOL_GENERIC"', words=("61 67",)),
    Case("a skill stands for a protocol", "_osp_skill_to_protocol ct-validator", words=("consensus",)),
    Case("a skill that stands for none", "_osp_skill_to_protocol nothing", 1),
]
CASES = [*VOTES, *EPICS, *SYNTHESES, *CONFLICTS, *GATES]


def at(value: Any, path: str) -> Any:
    """The value at a path such as `conflicts.0.severity`."""
    for step in path.split("."):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value
