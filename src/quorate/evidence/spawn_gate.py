"""The protocol of a skill, and what an agent's last message has to look like."""

import re
from typing import NamedTuple

from quorate.protocols import CONSENSUS

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


class MessageCheck(NamedTuple):
    """Whether an agent's last message is in the agreed form, and if not, what it should be."""

    valid: bool
    type: str = ""
    status: str = ""
    expected: str = ""


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
