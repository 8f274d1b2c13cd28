"""The fleet as plain JSON values: conditions within the limits or not, and authority part by part."""

from collections.abc import Sequence
from typing import Any

from quorate.core.exact import Exact, rounded
from quorate.fleet.authority import DECIMALS, AuthorityParts
from quorate.limits import Violation


def condition_plain(key: str | int, condition: str, crosses: Sequence[Violation]) -> dict[str, Any]:
    """Whether a condition is allowed, and which limits it crosses by which words."""
    crossed = [{"limit": one.code, "rule": one.rule, "found": one.found} for one in crosses]
    return {"id": key, "condition": condition, "allowed": not crossed, "crosses": crossed}


def authority_plain(agent_id: str, parts: AuthorityParts) -> dict[str, Any]:
    """An agent's score and its parts, to four decimals."""
    return {
        "agent_id": agent_id,
        "authority": _decimals(parts.score),
        "parts": {name: _decimals(value) for name, value in parts._asdict().items()},
    }


def _decimals(value: Exact) -> float:
    return float(rounded(value, DECIMALS))
