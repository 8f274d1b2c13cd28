"""The ways in which real models write the ballot that they were asked for: every style under every protocol."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

Vote = Mapping[str, Any]
Style = Callable[[str, str, Vote], str]
OPTIONS = {"A": "Redis", "B": "Postgres", "C": "Kafka"}
ITEM = {"type": "code", "file": "queue.py", "line": 12, "quote": "ttl = 60"}
PROOF = {**ITEM, "reproducible": True, "command": "pytest -k stale"}
MEANT: Mapping[str, Vote] = {
    "magi": {"position": "APPROVE", "confidence": 80, "rationale": "It can be undone", "risks": ["The disk fills up"]},
    "judges": {"option": "B", "confidence": "HIGH", "reasoning": "One less system to run"},
    "quorum": {"vote": "resume", "reasoning": "The cause is known", "conditions": ["Check the logs every hour"]},
    "evidence": {"vote": "accept", "confidence": 0.8, "rationale": "It was run twice", "evidence": [PROOF]},
}


def _claimed(vote: str, confidence: float, *evidence: Vote, **more: Any) -> Vote:
    return {"vote": vote, "confidence": confidence, "rationale": f"I {vote} it", "evidence": list(evidence), **more}


_COUNTER = {**PROOF, "id": "off", "counter": True, "command": "pytest -k cache_off"}
_KEPT = {"challenge": "The others measured another build"}
# what three engines say so that their panel comes to this verdict; contested means that two challenges changed nothing
VERDICTS: Mapping[str, tuple[Vote, Vote, Vote]] = {
    "PROVEN": (_claimed("accept", 0.9, PROOF), _claimed("accept", 0.8, PROOF), _claimed("accept", 0.8)),
    "REFUTED": (_claimed("accept", 0.9, PROOF), _claimed("accept", 0.8, PROOF), _claimed("reject", 0.7, _COUNTER)),
    "CONTESTED": (
        _claimed("accept", 0.8, PROOF, **_KEPT),
        _claimed("reject", 0.7, PROOF, **_KEPT),
        _claimed("abstain", 0.3, **_KEPT),
    ),
    "INSUFFICIENT_EVIDENCE": (_claimed("accept", 0.9), _claimed("accept", 0.9), _claimed("accept", 0.9)),
}
CHOICE = {"magi": "position", "judges": "option", "quorum": "vote", "evidence": "vote"}
_NONCE = re.compile(r'nonce: \\*"(\w+)\\*"')


def nonce_in(prompt: str) -> str:
    """The nonce that a prompt asks for, however it is escaped on its way; empty where it asks for none.

    A second request quotes the first reply with its nonce; the form comes last.
    """
    nonces = _NONCE.findall(prompt)
    return str(nonces[-1]) if nonces else ""


def is_second(prompt: str) -> bool:
    """Whether the prompt asks once more for the ballot of a reply."""
    return "Give the ballot for this reply" in prompt


def _lines(vote: Vote) -> list[str]:
    """Keys and values as YAML; what is more than a text or a number, as JSON, which YAML is too."""
    return [
        f"{key}: {value if isinstance(value, str | int | float) else json.dumps(value)}" for key, value in vote.items()
    ]


def _fenced(nonce: str, lines: list[str], word: str = "yaml") -> str:
    return "\n".join([f"```{word}", f'nonce: "{nonce}"', *lines, "```"])


def plain(_: str, nonce: str, vote: Vote) -> str:
    """As it was asked for."""
    return _fenced(nonce, _lines(vote))


def in_json(_: str, nonce: str, vote: Vote) -> str:
    """A block of JSON."""
    return f"```json\n{json.dumps({'nonce': nonce, **vote}, indent=2)}\n```"


def bare_json(_: str, nonce: str, vote: Vote) -> str:
    """JSON and nothing around it."""
    return json.dumps({"nonce": nonce, **vote})


def after_prose(protocol: str, nonce: str, vote: Vote) -> str:
    """A paragraph before the block, and a closing line."""
    before = "I have looked at the question from all sides. The main point is how the load behaves at night."
    return f"{before}\n\n{plain(protocol, nonce, vote)}\n\nLet me know if you need more detail."


def with_slips(protocol: str, nonce: str, vote: Vote) -> str:
    """Values that are no YAML: a colon, a backtick, a hash, quotation marks."""
    reason = "reasoning" if protocol in ("judges", "quorum") else "rationale"
    slip = 'Fits: see `queue.py` and #123, which "nobody" disputes: it holds'
    return _fenced(nonce, _lines({**vote, reason: slip}))


def in_bold(protocol: str, nonce: str, vote: Vote) -> str:
    """The choice in bold, as in Markdown."""
    key = CHOICE[protocol]
    return _fenced(nonce, _lines({**vote, key: f"**{vote[key]}**"}))


def in_lower_case(protocol: str, nonce: str, vote: Vote) -> str:
    """The choice in lower case, with a full stop; ids of options stay as they are."""
    key = CHOICE[protocol]
    said = vote[key] if protocol == "judges" else f"{vote[key].lower()}."
    return _fenced(nonce, _lines({**vote, key: said}))


def on_another_scale(protocol: str, nonce: str, vote: Vote) -> str:
    """A confidence on another scale than the one asked for."""
    other = {"magi": "HIGH", "judges": 0.9, "evidence": "85%"}
    return _fenced(nonce, _lines({**vote, **({"confidence": other[protocol]} if protocol in other else {})}))


def by_name(protocol: str, nonce: str, vote: Vote) -> str:
    """The option by its text, or the choice under a synonym of its key."""
    if protocol == "judges":
        return _fenced(nonce, _lines({**vote, "option": OPTIONS[vote["option"]]}))
    key = CHOICE[protocol]
    other = {("decision" if name == key and protocol != "evidence" else name): said for name, said in vote.items()}
    return _fenced(nonce, _lines(other))


def with_few_keys(_: str, nonce: str, vote: Vote) -> str:
    """Nothing but what is required."""
    kept = ("position", "option", "vote", "confidence", "rationale", "reasoning", "challenge", "convinced_by")
    return _fenced(nonce, _lines({key: said for key, said in vote.items() if key in kept}))


STYLES: Mapping[str, Style] = {
    "yaml": plain,
    "json": in_json,
    "bare json": bare_json,
    "prose, then block": after_prose,
    "yaml with slips": with_slips,
    "bold": in_bold,
    "lower case": in_lower_case,
    "another scale": on_another_scale,
    "by name": by_name,
    "few keys": with_few_keys,
}
