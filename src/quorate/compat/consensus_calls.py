"""The contribution workflow under the names that scripts already call. JSON goes in as text or as values."""

import json
from collections.abc import Mapping
from typing import Any

from quorate import config
from quorate.app.documents.ballot_count import check_consensus
from quorate.app.evidence.contribution_files import index_of
from quorate.app.evidence.epic import EpicRequest, compute_consensus
from quorate.core.errors import DocumentError, InputError
from quorate.documents.container import decoded, parsed_json
from quorate.evidence.contribution_conflicts import conflicts_between
from quorate.evidence.lenient_contribution import read_leniently
from quorate.evidence.spawn_gate import protocol_of_skill
from quorate.evidence.stated_votes import read_votes, vote_on
from quorate.reports.layouts.epic_synthesis import render_synthesis
from quorate.views.evidence import consensus_plain, pair_plain, vote_plain


def contribution_weighted_vote(votes_json: Any, question_id: str = "") -> dict[str, Any]:
    """The weighted vote on one question: a list of votes with answer, confidence, and sessionId or agentId.

    Gives winner, confidence, votingResult (unanimous, majority, split or no-votes), totalWeight and answerBreakdown.
    """
    votes = read_votes(_value(votes_json, "votes_json"))
    vote, answers = vote_on(votes)
    return {"questionId": question_id, **_with_lists(vote_plain(vote, answers))}


def contribution_compute_consensus(epic_id: str, manifest_path: str = "") -> dict[str, Any]:
    """The consensus of an epic from its index, in both forms; an index that is not there has no contributions.

    Without a path, the index is looked for in the current folder, .cleo/contributions and contributions.
    """
    if not epic_id.strip():
        raise InputError("epic_id: missing; expected an id such as T2679")
    request = EpicRequest(manifest_path or str(index_of(".")), epic_id)
    found: dict[str, Any] = _with_lists(consensus_plain(compute_consensus(request, config.clock())))
    return found


def contribution_create_synthesis(consensus_json: Any, epic_id: str = "") -> str:
    """The synthesis in Markdown, of what `contribution_compute_consensus` gave."""
    value = _value(consensus_json, "consensus_json")
    if not isinstance(value, Mapping):
        raise InputError("consensus_json: not a mapping; expected what contribution_compute_consensus gives")
    inner = value.get("consensus", value)
    if not isinstance(inner, Mapping):
        raise InputError("consensus_json: consensus is not a mapping")
    named = {**inner, "epicId": epic_id or inner.get("epicId", "")}
    return render_synthesis({**value, "consensus": named} if "consensus" in value else named)


def contribution_detect_conflicts(one_json: Any, other_json: Any) -> dict[str, Any]:
    """The questions on which two contributions disagree, and how many there are by severity."""
    one, other = (read_leniently(_value(text, "contribution")).contribution for text in (one_json, other_json))
    return pair_plain(conflicts_between(one, other))


def validate_consensus_protocol(
    task_id: str,  # noqa: ARG001 - programs name it
    manifest_entry: Any,
    voting_matrix: Any,
    strict: bool | str = False,
) -> dict[str, Any]:
    """Return valid, score, violations and findings of a manifest entry and a voting matrix.

    `exitStatus` is 61 if strict and not valid, else 0; the task is only named by whoever calls.
    """
    document = {
        "manifest": _value(manifest_entry, "manifest_entry"),
        "votingMatrix": _value(voting_matrix, "voting_matrix"),
    }
    answer = dict(check_consensus(json.dumps(document, default=float).encode(), "voting_matrix"))
    is_strict = strict in (True, "true", "1", "strict")
    return {**answer, "exitStatus": 61 if is_strict and not answer["valid"] else 0}


def skill_to_protocol(skill: str) -> str:
    """The protocol that a skill's name stands for; empty where it stands for none."""
    return protocol_of_skill(skill)


def _with_lists(value: Any) -> Any:
    """As JSON is read: scripts compare what they get with lists."""
    if isinstance(value, Mapping):
        return {key: _with_lists(one) for key, one in value.items()}
    return [_with_lists(one) for one in value] if isinstance(value, list | tuple) else value


def _value(said: Any, name: str) -> Any:
    """Text as JSON; anything else as it is."""
    if not isinstance(said, str | bytes):
        return said
    if not said.strip():
        raise InputError(f"{name}: missing; expected JSON")
    try:
        return parsed_json(decoded(said) if isinstance(said, bytes) else said)
    except DocumentError as error:
        raise error.in_source(name) from None
