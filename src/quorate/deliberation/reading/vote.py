"""A mapping that a voter wrote, as a vote in the words of its protocol's tally document."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from quorate.deliberation.paper import vote_schema
from quorate.deliberation.reading.choice import MAGI, label, looks_like, percent, unit
from quorate.deliberation.reading.content import concerns, evidence, is_nothing, priorities, text_of, texts
from quorate.deliberation.reading.expected import Expected
from quorate.protocols import protocol_named

NO_RATIONALE = "No rationale provided"
NONCE = "nonce"
_WHO = ("perspective", "engine", "seat")
_NEVER_OBEYED = ("error", "detail", "inferred", "weight")
_WRAPPERS = frozenset({"vote", "ballot", "answer", "response", "result", "verdict", "decision", "myvote", "myballot"})
_OTHER_NAMES = {
    "concerns": (
        "concern",
        "objections",
        "objection",
        "blockers",
        "blocker",
        "warnings",
        "warning",
        "caveats",
        "issues",
    ),
    "conditions": ("condition",),
    "risks": ("risk",),
    "alternatives": ("alternative",),
    "dissent_note": ("dissent",),
    "key_evidence": ("evidence",),
    "reasoning": ("rationale",),
    "rationale": ("reasoning",),
}
_OF_A_KIND = {"safetyconcerns": "safety", "safetyconcern": "safety", "securityconcerns": "security"}
_APART = re.compile(r"[\s_-]+")


class Keys(NamedTuple):
    """A mapping by the protocol's own keys; `unknown` has the rest, `fault` says why it must not be read at all."""

    said: dict[str, Any]
    unknown: dict[str, Any]
    fault: str = ""


def schema_of(expected: Expected) -> Mapping[str, Any]:
    """The shapes of the vote's keys, without those that say whose it is or why there is none."""
    protocol = protocol_named(expected.protocol)
    keys = protocol.vote_keys
    hidden = {keys.seat, keys.weight, *_WHO, *_NEVER_OBEYED}
    return {name: shape for name, shape in vote_schema(protocol).items() if name not in hidden}


def keys_of(value: Mapping[str, Any], expected: Expected) -> Keys:
    """The keys in any case, with spaces or hyphens; two that come to the same spoil it."""
    schema, choice = schema_of(expected), protocol_named(expected.protocol).vote_keys.choice
    known = {_folded(name): name for name in (*schema, NONCE, *expected.also)}
    value = _unwrapped(value, known[_folded(choice)])
    said: dict[str, Any] = {}
    unknown: dict[str, Any] = {}
    for key, one in value.items():
        name = known.get(_folded(key))
        if name is None and any(looks_like(_folded(key), _folded(own)) for own in (choice, NONCE)):
            return Keys({}, {}, f"a key only looks like {choice}")
        if name in said:
            return Keys({}, {}, f"the key {name} stands twice")
        (unknown if name is None else said)[name or key] = one
    return Keys(_renamed(said, unknown, schema, expected.protocol), unknown)


def _unwrapped(value: Mapping[str, Any], choice: str) -> Mapping[str, Any]:
    """A ballot may stand under one key such as `vote`."""
    inner = [(key, one) for key, one in value.items() if isinstance(one, Mapping) and _folded(key) in _WRAPPERS]
    others = [key for key, one in value.items() if not isinstance(one, Mapping) and _folded(key) != NONCE]
    if len(inner) != 1 or others or len(value) > 2:
        return value
    name, mapping = inner[0]
    rest = {key: one for key, one in value.items() if key != name}
    holds = any(_folded(key) == _folded(choice) for key in mapping)
    return {**mapping, **{key: one for key, one in rest.items() if key not in mapping}} if holds else value


def _renamed(said: dict[str, Any], unknown: dict[str, Any], schema: Mapping[str, Any], protocol: str) -> dict[str, Any]:
    """Other names for what speaks against a proposal, or for it. magi's rationale has no other name."""
    for key in list(unknown):
        folded = _folded(key)
        if folded in _OF_A_KIND and "concerns" in schema:
            listed = [{"kind": _OF_A_KIND[folded], "text": one} for one in texts(unknown.pop(key))]
            said["concerns"] = [*concerns(said.get("concerns")), *listed]
        for name, others in _OTHER_NAMES.items():
            if folded in others and name in schema and not (protocol == MAGI and name == "rationale"):
                _put(said, name, unknown.pop(key))
                break
    return said


def _put(said: dict[str, Any], name: str, value: Any) -> None:
    if name in ("dissent_note", "rationale", "reasoning"):
        said[name] = "; ".join(filter(None, (text_of(said.get(name)), text_of(value))))
    elif not is_nothing(value):
        before = said.get(name)
        said[name] = [
            *([] if is_nothing(before) else before if isinstance(before, list) else [before]),
            *(value if isinstance(value, list) else [value]),
        ]


def content_of(keys: Keys, expected: Expected, choice: str) -> tuple[dict[str, Any], list[str]]:
    """All of a vote beside its choice, and notes on what was left out or changed."""
    vote: dict[str, Any] = {}
    notes: list[str] = []
    for name, shape in schema_of(expected).items():
        if name in keys.said and name != choice:
            value = _shaped(name, shape, keys.said[name], notes)
            if value not in (None, [], ""):
                vote[name] = value
    if expected.protocol == MAGI:
        vote["rationale"] = vote.get("rationale") or NO_RATIONALE
    notes += [_left_out(key, one) for key, one in keys.unknown.items()]
    return vote, notes


def also_of(keys: Keys, expected: Expected) -> dict[str, str]:
    """What stands at the further keys that were asked for, as text."""
    said = {name: keys.said.get(name) for name in expected.also}
    return {name: text_of(value) for name, value in said.items() if not is_nothing(value)}


def _shaped(name: str, shape: Mapping[str, Any], value: Any, notes: list[str]) -> Any:
    if name == "confidence":
        scale = label if "enum" in shape else unit if shape.get("maximum") == 1 else percent
        number, note = scale(value)
        notes += [note] if note else []
        return number
    special = {"evidence": evidence, "priorities": priorities}.get(name)
    if special:
        return special(value, notes.append)
    if name == "concerns":
        return concerns(value)
    if "enum" in shape:
        return _one_of(name, shape["enum"], value, notes)
    return texts(value) if shape.get("type") == "array" else "" if is_nothing(value) else text_of(value)


def _one_of(name: str, words: list[str], value: Any, notes: list[str]) -> str | None:
    found = next((word for word in words if _folded(word) == _folded(text_of(value))), None)
    if found is None and not is_nothing(value):
        notes.append(f"{name} {text_of(value)[:40]!r} was left out: none of {', '.join(words)}")
    return found


def _left_out(key: str, value: Any) -> str:
    folded = _folded(key)
    if folded in _NEVER_OBEYED:
        return f"the key {folded} is not for voters: left out"
    if folded in _WHO:
        return f"it calls itself {folded} {text_of(value)[:40]!r}: left out, the panel says who votes"
    return f"the key {key[:40]!r} was left out"


def _folded(key: str) -> str:
    return _APART.sub("", str(key).strip(" \t*_`\"'").casefold())
