"""A stored count, counted a second time; and what it comes to, words aside."""

import json
from hashlib import sha256
from typing import Any

from quorate.core.codec import to_json
from quorate.core.errors import QuorateError
from quorate.deliberation.counting import verdict_of
from quorate.deliberation.session import Session

_WHAT_COUNTS = ("protocol", "result", "choice", "action", "requires", "confidence", "flags")
_ARITHMETIC = ("basis", "counted", "denominators", "threshold", "share", "margin", "heads", "weight", "pivotal")
_OF_A_SEAT = ("seat", "weight", "choice", "non_vote", "confidence", "scale", "inferred")
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def recounted(session: Session, number: int) -> str:
    """What today's rule makes of a round, in the bytes of a verdict; empty where it cannot be counted here."""
    try:
        return to_json(verdict_of(session, session.rounds[number - 1]))
    except (QuorateError, ArithmeticError, LookupError, TypeError, ValueError):
        return ""


def essentials(verdict: str) -> dict[str, Any]:
    """All of a verdict that is more than words. Its hash is stored with every count, so it never becomes another."""
    plain = json.loads(verdict)
    receipt = plain["receipt"]
    return {
        **{key: plain[key] for key in _WHAT_COUNTS},
        **{key: receipt[key] for key in _ARITHMETIC},
        "escalations": [(one["level"], one["reason"]) for one in plain["escalations"]],
        "roster": [[row.get(key) for key in _OF_A_SEAT] for row in receipt["roster"]],
    }


def unlike_the_record(verdict: str, again: str) -> list[str]:
    """The seats that a verdict counts with a choice, where the ballots on the record give none or another one."""
    there = {row["seat"]: row["choice"] for row in json.loads(again)["receipt"]["roster"]}
    counted = {row["seat"]: row["choice"] for row in json.loads(verdict)["receipt"]["roster"]}
    return [seat for seat, choice in counted.items() if choice is not None and there.get(seat) != choice]


def essence(verdict: str) -> str:
    """The hash of what a verdict comes to, which stays where words are taken out; empty where it is no verdict."""
    try:
        return "sha256:" + sha256(_CANONICAL.encode(essentials(verdict)).encode()).hexdigest()
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return ""
