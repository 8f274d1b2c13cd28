"""The consensus of an epic: figures that were worked by hand, and the same by a slow and obvious count."""

import hashlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.app.evidence.epic import EpicRequest, compute_consensus
from quorate.compat import contribution_compute_consensus
from quorate.config import clock
from quorate.core.errors import InputError
from quorate.core.text import normalised
from quorate.evidence.epic_consensus import MOST_LISTED, EpicConsensus, EpicFold
from quorate.evidence.lenient_contribution import read_leniently
from quorate.protocols.evidence.conflicts import derived
from quorate.protocols.evidence.vote import AgentVote, weighted_vote
from quorate.views.evidence import consensus_plain
from tests.evidence.epics import EPIC, contribution, decision, write_epic

Q = "MAP-001"


def consensus(*votes: tuple[str, str, float]) -> EpicConsensus:
    fold = EpicFold()
    for place, (agent, answer, sure) in enumerate(sorted(votes)):
        fold.add(read_leniently(contribution(place, agent, decision(Q, answer, sure))).contribution)
    return fold.result(EPIC, "")


@pytest.mark.parametrize(
    ("votes", "kind", "answer", "confidence"),
    [
        ([("a", "A", 0.9), ("b", "A", 0.85), ("c", "B", 0.5)], "majority", "A", 0.875714),
        ([("a", "Use JSON", 0.85), ("b", "  use   json ", 0.8)], "unanimous", "Use JSON", 0.825758),
        ([("a", "A", 0.95), ("b", "B", 0.4), ("c", "B", 0.4)], "majority", "A", 0.95),
        ([("a", "A", 0.0), ("b", "B", 0.0)], "split", None, 0.0),
        ([("a", "A", 0.75), ("b", "B", 0.75)], "split", None, 0.5),
        ([("a", "A", 0.0)], "unanimous", "A", 0.0),
    ],
)
def test_worked_figures(votes: list[Any], kind: str, answer: str | None, confidence: float) -> None:
    one = consensus(*votes).questions[0]
    assert (one.vote.kind, one.vote.winner) == (kind, answer)
    assert round(float(one.vote.confidence or 0), 6) == confidence


@given(
    st.dictionaries(
        st.text("abcdefgh", min_size=1, max_size=3),
        st.tuples(st.sampled_from(["A", " a", "B", "B or C", "C"]), st.integers(0, 20)),
        min_size=1,
        max_size=MOST_LISTED,
    )
)
def test_the_stream_counts_what_a_plain_list_counts(votes: dict[str, tuple[str, int]]) -> None:
    one = consensus(*((agent, answer, sure / 20) for agent, (answer, sure) in votes.items())).questions[0]
    plain = [AgentVote(agent, answer, Fraction(sure, 20)) for agent, (answer, sure) in votes.items()]
    assert one.vote == weighted_vote(plain)
    pairs = derived(Q, plain)
    assert {conflict.id for conflict in one.conflicts} == {conflict.id for conflict in pairs}
    assert one.severities == {
        severity: sum(conflict.severity == severity for conflict in pairs)
        for severity in ("critical", "high", "medium", "low")
    }


def test_the_latest_position_of_an_agent_holds(tmp_path: Path) -> None:
    older = contribution(1, "a", decision(Q, "Old", 0.9))
    newer = contribution(2, "a", decision(Q, "New", 0.9))
    folder = write_epic(tmp_path, newer, older, contribution(3, "b", decision(Q, "New", 0.4)))
    lines = [json.loads(line) for line in (folder / "CONTRIBUTIONS.jsonl").read_text().splitlines()]
    lines[0]["updatedAt"], lines[1]["updatedAt"] = "2026-02-01T12:00:00+02:00", "2026-02-01T09:59:00Z"
    (folder / "CONTRIBUTIONS.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    one = computed(folder).questions[0]
    assert (one.vote.kind, one.vote.winner) == ("unanimous", "New")


def test_of_the_same_moment_the_later_line_holds(tmp_path: Path) -> None:
    folder = write_epic(
        tmp_path, contribution(1, "a", decision(Q, "First", 0.9)), contribution(2, "a", decision(Q, "Second", 0.9))
    )
    assert computed(folder).questions[0].vote.winner == "Second"


def test_spellings_of_one_name_are_one_agent_whose_latest_position_holds(tmp_path: Path) -> None:
    spelt = ["Opus", "opus", " OPUS", "\uff4fpus", "o\u200bpus"]
    documents = [contribution(n, name, decision(Q, f"Answer {n}", 0.9)) for n, name in enumerate(spelt)]
    folder = write_epic(tmp_path, *documents, contribution(9, "sonnet", decision(Q, "Answer 4", 0.4)))
    found = computed(folder)
    assert (found.contributions, found.deviations, found.problems) == (6, {"agent_spelling": 4}, ())
    (answer,) = found.questions[0].answers
    assert [(source.agent, source.contribution) for source in answer.sources] == [
        ("Opus", "contrib_00000004"),
        ("sonnet", "contrib_00000009"),
    ]


def test_an_index_and_a_file_may_spell_one_name_differently(tmp_path: Path) -> None:
    folder = write_epic(tmp_path, contribution(1, "Opus", decision(Q, "A", 0.9)))
    _relined(folder, agentId="opus")
    found = computed(folder)
    assert (found.contributions, found.problems, found.deviations) == (1, (), {"agent_spelling": 1})
    _followed(folder, agentId="OPUS")
    assert not computed(folder).problems


def test_agents_whose_names_only_look_alike_are_two_and_a_person_is_told(tmp_path: Path) -> None:
    named = ["opus", "\u043epus"]
    folder = write_epic(tmp_path, *(contribution(n, name, decision(Q, "A", 0.9)) for n, name in enumerate(named)))
    found = computed(folder)
    assert [(one.code, one.where, one.detail) for one in found.problems] == [("agents_alike", *reversed(named))]
    assert (found.contributions, found.needs_person) == (2, True)


def computed(folder: Path, **more: Any) -> EpicConsensus:
    return compute_consensus(EpicRequest(str(folder), EPIC, **more), clock())


def test_questions_are_in_the_order_of_their_ids_and_other_epics_are_left_out(tmp_path: Path) -> None:
    one = contribution(1, "a", decision("MAP-002", "A", 0.9), decision("MAP-001", "A", 0.8))
    folder = write_epic(tmp_path, one, contribution(2, "b", decision("MAP-003", "A", 0.9), epicId="T9999"))
    found = computed(folder)
    assert [question.id for question in found.questions] == ["MAP-001", "MAP-002"]
    assert found.contributions == 1


def test_partial_contributions_are_not_counted(tmp_path: Path) -> None:
    folder = write_epic(tmp_path, contribution(1, "a", decision(Q, "A", 0.9)), status="partial")
    assert computed(folder).contributions == 0


def test_nothing_at_all_is_no_error(tmp_path: Path) -> None:
    plain = consensus_plain(computed(tmp_path / "nowhere"))
    assert plain["consensus"]["summary"] == {
        "totalQuestions": 0,
        "resolved": 0,
        "unresolved": 0,
        "averageConfidence": 0.0,
    }
    assert plain["consensus"]["hitlRequired"] is False


def test_a_folder_without_an_index_is_read_file_by_file(tmp_path: Path) -> None:
    folder = write_epic(
        tmp_path, contribution(1, "a", decision(Q, "A", 0.9)), contribution(2, "b", decision(Q, "B", 0.3))
    )
    (folder / "CONTRIBUTIONS.jsonl").unlink()
    (folder / "broken.json").write_text("{")
    found = computed(folder)
    assert (found.contributions, found.questions[0].vote.winner) == (2, "A")
    assert [problem.code for problem in found.problems] == ["unreadable_file"]


def test_both_forms_of_the_answer_say_the_same(tmp_path: Path) -> None:
    folder = write_epic(
        tmp_path,
        contribution(1, "a", decision("MAP-001", "A", 0.7), decision("MAP-002", "A", 0.9)),
        contribution(2, "b", decision("MAP-001", "B", 0.7), decision("MAP-002", "A", 0.9)),
    )
    plain = consensus_plain(computed(folder))
    assert plain["resolvedQuestions"] == plain["consensus"]["decisions"]
    assert plain["unresolvedQuestions"] == plain["consensus"]["unresolved"]
    assert [one["questionId"] for one in plain["unresolvedQuestions"]] == ["MAP-001"]
    assert plain["consensus"]["hitlRequired"] is True


def test_agreement_from_one_source_goes_to_a_person_with_what_would_settle_it() -> None:
    found = consensus(("a", "A", 0.7), ("b", "A", 0.7))
    assert [(one.code, one.settled_by) for one in found.reasons] == [("suspicious_unanimity", "second_source")]


def test_a_single_agent_is_not_suspicious() -> None:
    assert not consensus(("a", "A", 0.7)).needs_person


def test_a_critical_conflict_goes_to_a_person_although_the_vote_is_clear() -> None:
    found = consensus(("a", "A", 0.9), ("b", "A", 0.9), ("c", "B", 0.81))
    assert found.questions[0].is_resolved
    assert [one.code for one in found.reasons] == ["critical_conflict"]


def test_every_critical_conflict_is_listed_also_beyond_the_first_agents() -> None:
    found = consensus(*((f"{n:03}", "AB"[n % 2], 0.9) for n in range(40)), ("999", "C", 0.7))
    listed = [one for one in found.questions[0].conflicts if one.severity == "critical"]
    assert len({one.id for one in listed}) == len(listed) == found.questions[0].severities["critical"] == 400
    assert consensus_plain(found)["conflictSummary"]["criticalUnlisted"] == 0


def test_of_more_than_a_thousand_critical_conflicts_the_next_are_listed_as_the_first_are_resolved(
    tmp_path: Path,
) -> None:
    documents = [contribution(n, f"{n:03}", decision(Q, "AB"[n % 2], 0.9)) for n in range(71)]
    folder, seen, left = write_epic(tmp_path, *documents), set[str](), []
    while _asks_for(found := computed(folder), "critical_conflict"):
        plain = consensus_plain(found)
        left.append((plain["conflictSummary"]["criticalUnlisted"], plain["conflictSummary"]["listed"]))
        listed = {one["conflictId"] for one in plain["conflicts"] if one["resolution"]["status"] == "pending"}
        assert listed
        assert not listed & seen
        seen |= listed
        with (folder / "CONFLICTS.jsonl").open("a") as steps:
            for name in sorted(listed):
                steps.write(_step(name, "propose", "zoe", type="choose-a", text="A") + _step(name, "accept", "ann"))
    assert (len(seen), left) == (36 * 35, [(260, 1000), (260, 1000)])
    # the first side holds A in some pairs and B in others
    assert [(one.code, one.subject) for one in found.reasons] == [("resolution_differs", Q)]
    assert consensus_plain(found)["resolvedQuestions"][0]["answer"] == "A"


def _asks_for(found: EpicConsensus, code: str) -> bool:
    return code in {one.code for one in found.reasons}


def _step(conflict: str, step: str, by: str, **more: str) -> str:
    return json.dumps({"conflict": conflict, "epic": EPIC, "step": step, "by": by, "at": "", **more}) + "\n"


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda folder: _relined_twice(folder), "orphaned_entry"),
        (lambda folder: (folder / "c0.json").write_text("{}"), "checksum_differs"),
        (lambda folder: _relined(folder, checksum=_sum(folder)[:1]), "checksum_differs"),
        (lambda folder: _relined(folder, checksum=12345678), "checksum_differs"),
        (lambda folder: _relined(folder, checksum="", agentId="b"), "index_differs"),
        (lambda folder: _relined(folder, filePath="\ud800"), "not_a_path"),
        (lambda folder: _followed(folder, status="partial"), "complete_undone"),
        (lambda folder: _followed(folder, epicId="T2680"), "id_taken"),
        (lambda folder: _followed(folder, agentId="b", status="blocked"), "id_taken"),
        (lambda folder: _relined_twice(folder, "/etc/hostname"), "absolute_path"),
        (lambda folder: _relined_twice(folder, "../secret.json"), "parent_path"),
        (lambda folder: _linked(folder), "path_through_link"),
        (lambda folder: _appended(folder, "not json"), "malformed_line"),
        (lambda folder: _appended(folder, '{"epicId": "T2679"}'), "incomplete_line"),
    ],
)
def test_what_is_wrong_is_named_and_goes_to_a_person(tmp_path: Path, damage: Any, code: str) -> None:
    folder = write_epic(tmp_path / "epic", contribution(1, "a", decision(Q, "A", 0.9)))
    (tmp_path / "secret.json").write_text(json.dumps(contribution(9, "a", decision(Q, "Secret", 1))))
    damage(folder)
    found = computed(folder)
    assert [problem.code for problem in found.problems] == [code]
    assert found.needs_person
    assert "Secret" not in json.dumps(consensus_plain(found))


def _relined(folder: Path, **more: Any) -> None:
    index = folder / "CONTRIBUTIONS.jsonl"
    index.write_text(json.dumps({**json.loads(index.read_text()), **more}) + "\n")


def _relined_twice(folder: Path, file: str = "gone.json") -> None:
    """Adds a line for a file that is not there, or elsewhere."""
    line = json.loads((folder / "CONTRIBUTIONS.jsonl").read_text())
    _appended(folder, json.dumps({**line, "id": "contrib_00000002", "filePath": file}))


def _sum(folder: Path) -> str:
    return str(json.loads((folder / "CONTRIBUTIONS.jsonl").read_text())["checksum"])


def _followed(folder: Path, **more: Any) -> None:
    line = json.loads((folder / "CONTRIBUTIONS.jsonl").read_text())
    _appended(folder, json.dumps({**line, "updatedAt": "2027-01-01T00:00:00Z", **more}))


@pytest.mark.parametrize("place", [".cleo/contributions", "contributions"])
@pytest.mark.parametrize("prefix", [True, False], ids=["from the project", "from the index"])
def test_paths_start_from_the_project_or_from_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, prefix: bool
) -> None:
    folder = write_epic(tmp_path / place, contribution(1, "a", decision(Q, "A", 0.9)))
    _relined(folder, filePath=f"{place}/c0.json" if prefix else "c0.json")
    monkeypatch.chdir(tmp_path)
    for source in (".", place, f"{place}/CONTRIBUTIONS.jsonl", str(folder)):
        found = compute_consensus(EpicRequest(source, EPIC), clock())
        assert (found.contributions, found.problems) == (1, ()), source
    assert contribution_compute_consensus(EPIC)["consensus"]["contributionCount"] == 1


def test_an_index_whose_files_are_all_missing_is_an_error_that_names_the_folder(tmp_path: Path) -> None:
    folder = write_epic(tmp_path / "epic", contribution(1, "a", decision(Q, "A", 0.9)))
    (folder / "c0.json").unlink()
    with pytest.raises(InputError, match=f"none of its files for T2679 is in {folder}, such as c0.json"):
        computed(folder)
    for elsewhere in (".cleo/contributions/c0.json", "/old/place/c0.json", "../c0.json"):
        _relined(folder, filePath=elsewhere)
        with pytest.raises(InputError, match=f"none of its files .*{elsewhere}"):
            contribution_compute_consensus(EPIC, str(folder / "CONTRIBUTIONS.jsonl"))


def test_a_checksum_may_be_longer_and_in_capitals(tmp_path: Path) -> None:
    folder = write_epic(tmp_path / "epic", contribution(1, "a", decision(Q, "A", 0.9)))
    whole = hashlib.sha256((folder / "c0.json").read_bytes()).hexdigest()
    _relined(folder, checksum=whole.upper())
    assert not computed(folder).problems


def test_two_agents_in_a_folder_without_an_index_who_took_one_id_are_named(tmp_path: Path) -> None:
    folder = write_epic(tmp_path / "epic", *(contribution(1, name, decision(Q, "A", 0.9)) for name in "ab"))
    (folder / "CONTRIBUTIONS.jsonl").unlink()
    assert [problem.code for problem in computed(folder).problems] == ["id_taken"]


def _linked(folder: Path) -> None:
    (folder / "link.json").symlink_to("c0.json")
    _relined(folder, filePath="link.json")


def _appended(folder: Path, line: str) -> None:
    with (folder / "CONTRIBUTIONS.jsonl").open("a") as file:
        file.write(line + "\n")


def test_an_index_may_leave_agents_and_ids_to_the_documents(tmp_path: Path) -> None:
    folder = write_epic(
        tmp_path, contribution(1, "a", decision(Q, "A", 0.9)), contribution(2, "b", decision(Q, "A", 0.9))
    )
    index = folder / "CONTRIBUTIONS.jsonl"
    kept = ("epicId", "taskId", "sessionId", "status")
    lines = []
    for line in map(json.loads, index.read_text().splitlines()):
        lines.append({**{key: line[key] for key in kept}, "filePath": str(folder / line["filePath"])})
    index.write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = computed(folder)
    assert (found.contributions, found.problems) == (2, ())
    assert [source.agent for source in found.questions[0].answers[0].sources] == ["a", "b"]


def test_many_agents_on_one_question_are_counted_without_listing_every_pair() -> None:
    votes = [(f"agent-{number:04}", "AB"[number % 2], 0.9) for number in range(600)]
    one = consensus(*votes).questions[0]
    assert one.severities["critical"] == 300 * 300
    assert len(one.conflicts) < 100 * 100
    assert normalised(one.answers[0].wording) == "a"
