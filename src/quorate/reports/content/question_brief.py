"""What contributions say on a question, as the context of the question that a panel is asked."""

from collections.abc import Sequence
from typing import NamedTuple

from quorate.core.ballot import Evidence
from quorate.core.exact import rounded
from quorate.evidence.contribution import Decision
from quorate.reports.language import Language

_LONGEST = 4000


class PositionBrief(NamedTuple):
    """One agent's decision."""

    agent: str
    decision: Decision


def brief_of(epic: str, positions: Sequence[PositionBrief], total: int, say: Language) -> str:
    """Every position with its rationale and what it cites."""
    lines = [say("synthesis.brief", epic=epic, n=total)]
    for one in positions:
        lines += ["", *_lines(one, say)]
    if total > len(positions):
        lines += ["", say("synthesis.more", n=total - len(positions))]
    return "\n".join(lines)


def _lines(one: PositionBrief, say: Language) -> list[str]:
    said = one.decision
    sure = str(rounded(said.confidence, 2))
    lines = [say("synthesis.brief.position", agent=one.agent, answer=said.answer[:_LONGEST], confidence=sure)]
    if said.rationale:
        lines.append(say("synthesis.brief.why", text=said.rationale[:_LONGEST]))
    lines += [say("synthesis.brief.cites", text=_cited(item)) for item in said.evidence[:20]]
    if said.uncertainty:
        lines.append(say("synthesis.brief.unsure", text=said.uncertainty[:_LONGEST]))
    return lines


def _cited(item: Evidence) -> str:
    place = (item.file or item.address or item.quote)[:_LONGEST]
    line = f":{item.line}" if item.line else ""
    return f"{place}{line} {item.section[:200]}".rstrip()
