"""What a structured answer looks like, for engines that can be held to a JSON Schema."""

from collections.abc import Mapping
from typing import Any

from quorate.documents.vote_form import vote_schema
from quorate.prompts.prompt import Prompt
from quorate.protocols import protocol_named

_NOT_ASKED = ("perspective", "engine", "seat", "error", "detail", "inferred", "repaired")
_ALWAYS = ("rationale", "reasoning", "nonce")
_KEPT = ("type", "enum", "description", "required", "additionalProperties")


def ballot_schema(prompt: Prompt) -> dict[str, Any]:
    """The keys of a ballot on this prompt. Only what every server understands: no patterns, bounds or alternatives."""
    protocol = protocol_named(prompt.protocol)
    keys, shapes = protocol.vote_keys, vote_schema(protocol)
    hidden = {*_NOT_ASKED, keys.seat, keys.weight}
    asked = {name: _simple(shape) for name, shape in shapes.items() if name not in hidden}
    # servers that enforce a schema keep its order: a choice comes after its reasons
    asked.pop(keys.choice)
    confidence = {keys.confidence: asked.pop(keys.confidence)} if keys.confidence else {}
    asked |= {name: {"type": "string"} for name in prompt.also}
    asked |= {keys.choice: {"type": "string", "enum": list(prompt.choices)}, **confidence}
    if prompt.nonce:
        asked["nonce"] = {"type": "string", "enum": [prompt.nonce]}
    needed = [name for name in asked if name in (keys.choice, keys.confidence, *_ALWAYS)]
    return {"type": "object", "properties": asked, "required": needed, "additionalProperties": False}


def _simple(shape: Mapping[str, Any]) -> dict[str, Any]:
    """The shape in few words; of alternatives the first, which is the fullest."""
    said = {name: shape[name] for name in _KEPT if name in shape}
    if "anyOf" in shape:
        return {**_simple(shape["anyOf"][0]), **said}
    if "examples" in shape:  # an engine is held to the words that a reader takes without a second look
        said["enum"] = shape["examples"]
    if "enum" in said:
        said.setdefault("type", "string")
    if "items" in shape:
        said["items"] = _simple(shape["items"])
    if "properties" in shape:
        said["properties"] = {name: _simple(inner) for name, inner in shape["properties"].items()}
    return said
