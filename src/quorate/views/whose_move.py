"""Whose move it is in a review: every answer about one says it, and every refusal."""

from typing import Any, NamedTuple

from quorate.core.codec.declaration import TextOrNull
from quorate.fleet.dialectic.dialectic_state import Turn
from quorate.fleet.refusal import FleetRefusal


class WhoseMove(NamedTuple):
    """Whose move it is, `yours`, `waiting` for others, a `person`'s or `nobody`'s, and until when."""

    whose: str
    waiting_for: tuple[str, ...] = ()
    until: TextOrNull = ""


def whose_move(turn: Turn, viewer: str = "") -> WhoseMove:
    """As this viewer sees it."""
    if viewer in turn.parties:
        whose = "yours"
    elif turn.parties:
        whose = "waiting"
    else:
        whose = "person" if turn.for_person else "nobody"
    return WhoseMove(whose, turn.parties, turn.until)


def turn_plain(turn: Turn, viewer: str = "") -> dict[str, Any]:
    """The same as plain values."""
    move = whose_move(turn, viewer)
    return {"whose": move.whose, "waiting_for": list(move.waiting_for), "until": move.until or None}


def refusal_plain(error: FleetRefusal) -> dict[str, Any]:
    """A refusal as programs read it; where the review is not known, nobody can say whose move it is."""
    recovery = error.recovery
    plain = {
        "success": False,
        "error": str(error),
        "error_code": error.code,
        "error_category": recovery.category,
        "recovery": {
            "action": recovery.action,
            "related_tools": list(recovery.related_tools),
            "workflow": list(recovery.workflow),
        },
    }
    return plain | ({"whose_move": turn_plain(error.turn, error.viewer)} if error.turn else {})
