"""What a task says of the protocol that fits it, and what an agent's last message has to look like."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from quorate.protocols import CONSENSUS

_TRIGGERS = {
    "decision": ("vote", "decide", "choose", "select"),
    "agreement": ("consensus", "agree", "alignment"),
    "conflict": ("resolve", "dispute", "conflict"),
    "validation": ("validate claim", "verify assertion"),
}
LABEL = "label"
_LABELS = ("consensus", "decision", "voting", "validation", "conflict")
_SKILLS = {
    "ct-validator": CONSENSUS,
    "ct-consensus": CONSENSUS,
    "ct-consensus-voter": CONSENSUS,
    "consensus": CONSENSUS,
    "ct-research-agent": "research",
    "ct-spec-writer": "specification",
    "ct-contribution": "contribution",
}
_MESSAGE = re.compile(
    r"(?P<type>[A-Z][A-Za-z-]*) (?P<status>complete|partial|blocked)\. "
    r"See MANIFEST\.jsonl for (?P<what>summary|details|blocker details)\."
)
_WHAT = {"complete": "summary", "partial": "details", "blocked": "blocker details"}


class Trigger(NamedTuple):
    """Why the protocol fits: a kind of trigger, and the word that was found."""

    kind: str
    word: str


class MessageCheck(NamedTuple):
    """Whether an agent's last message is in the agreed form, and if not, what it should be."""

    valid: bool
    type: str = ""
    status: str = ""
    expected: str = ""


def trigger_in(text: str, labels: Iterable[str] = ()) -> Trigger | None:
    """The first label or word that asks for the protocol."""
    for label in labels:
        if label.strip().casefold() in _LABELS:
            return Trigger(LABEL, label.strip())
    words = " ".join(re.findall(r"[a-z]+", text.casefold()))
    for kind, triggers in _TRIGGERS.items():
        for word in triggers:
            if re.search(_with_gap(word), words):
                return Trigger(kind, word)
    return None


def _with_gap(trigger: str) -> str:
    """The words of a trigger, also with a few others in between: validate this bold claim."""
    return r"\b" + r"(?: [a-z]+){0,3} ".join(trigger.split()) + r"\b"


def protocol_of_skill(skill: str) -> str:
    """The protocol that a skill's name stands for; empty where it stands for none."""
    return _SKILLS.get(skill.strip().casefold(), "")


def check_message(text: str) -> MessageCheck:
    """The last message of an agent: `Consensus complete. See MANIFEST.jsonl for summary.`"""
    said = text.strip()
    match = _MESSAGE.fullmatch(said)
    if match and _WHAT[match["status"]] == match["what"]:
        return MessageCheck(True, match["type"], match["status"])
    status = match["status"] if match else next((one for one in _WHAT if one in said.casefold()), "complete")
    kind = match["type"] if match else "Consensus"
    return MessageCheck(False, kind, status, f"{kind} {status}. See MANIFEST.jsonl for {_WHAT[status]}.")
