"""A conflict between contributions, and what was done about it, as lines for a person."""

from collections.abc import Iterator, Mapping
from typing import Any

from quorate.evidence.conflict_life import ACCEPTED, PENDING, PROPOSED, ConflictState
from quorate.reports.text import one_line
from quorate.surfaces.cli.terminal.phrases import Words

Plain = Mapping[str, Any]


def state_line(conflict: str, state: ConflictState, words: Words) -> str:
    """Where a conflict stands after a step, and which proposal that is about."""
    if state.status == PENDING:
        return one_line(f"{conflict}: {state.status}")
    text = state.decision if state.status == ACCEPTED else state.proposal
    said = {"id": conflict, "status": state.status, "text": text, "type": state.type, "by": state.proposed_by}
    line = words("conflict.state", **said)
    votes = [f"{one.agent} {one.vote}" for one in state.votes]
    if votes and state.status == PROPOSED:
        line += words("conflict.votes", votes=", ".join(votes))
    if state.replaced and not votes and state.status == PROPOSED:
        line += words("conflict.replaced", text=state.replaced)
    return one_line(line)


def conflict_lines(one: Plain, words: Words) -> Iterator[str]:
    """Who holds what, what was proposed by whom, and who voted how on it."""
    head = ("conflictId", "severity", "questionId", "conflictType")
    yield words("conflict.head", **dict(zip(("id", "severity", "question", "type"), map(one.get, head), strict=True)))
    for letter, side in zip("AB", one["positions"], strict=False):
        said = {"letter": letter, "agent": side.get("agentId"), "position": side.get("position", "")}
        if said["position"]:
            yield one_line(words("conflict.side" if said["agent"] else "conflict.side.stated", **said))
    found = one["resolution"]
    status = found["status"]
    yield words("conflict.status", status=words("conflict.person", status=status) if one["escalated"] else status)
    if found.get("proposal"):
        said = {"text": found["proposal"], "type": found["resolutionType"], "by": found["proposedBy"]}
        yield one_line(words("conflict.proposal", **said))
    for vote in found.get("votes", ()):
        why = f"({vote['reason']})" if vote["reason"] else ""
        line = words("conflict.vote", agent=vote["agentId"], vote=vote["vote"], reason=why)
        yield one_line(line).rstrip()
    if found.get("resolvedBy"):
        yield one_line(
            words("conflict.decided", status=status, by=found["resolvedBy"], text=found.get("finalDecision", ""))
        )
