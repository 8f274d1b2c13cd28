"""What a structured answer looks like, for engines that can be held to a JSON Schema."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from quorate.core.protocol import Protocol
from quorate.documents.vote_form import vote_schema
from quorate.prompts.asked_keys import NOT_ASKED_FOR, asked_keys
from quorate.prompts.prompt import Prompt
from quorate.protocols import protocol_named

_KEPT = ("type", "enum", "description")
_TEXT = {"type": "string"}
_OPTION = "option"
_NOTHING = ""


def ballot_schema(prompt: Prompt, *, is_public: bool = False) -> dict[str, Any]:
    """The keys of a ballot on this prompt, in words that every server understands: no patterns, bounds, alternatives.

    The strictest ones want every key to be required, so a text may be empty. What `is_public` holds no word of the
    question and no nonce: every user can read the arguments of a program.
    """
    protocol = protocol_named(prompt.protocol)
    keys, asked = protocol.vote_keys, _asked(protocol, prompt)
    if _OPTION in asked:
        asked[_OPTION] = _one_of([option.id for option in prompt.question.options], is_public=is_public)
    # servers that enforce a schema keep its order: a choice comes after its reasons
    confidence = {keys.confidence: asked.pop(keys.confidence)} if keys.confidence else {}
    asked.pop(keys.choice, None)
    asked |= dict.fromkeys(prompt.also, _TEXT)
    is_of_question = "enum" not in vote_schema(protocol)[keys.choice]
    words = protocol.form().choices or prompt.choices
    asked |= {keys.choice: _one_of(words, is_public=is_public and is_of_question), **confidence}
    if prompt.nonce:
        asked["nonce"] = _one_of([prompt.nonce], is_public=is_public)
    return _object(asked)


def schema_file(prompt: Prompt) -> bytes:
    """The schema as a file of a call."""
    return json.dumps(ballot_schema(prompt)).encode()


def _asked(protocol: Protocol, prompt: Prompt) -> dict[str, Any]:
    """The shapes of the keys, without those that are not asked on this question, with what a voter is told of each."""
    keys = protocol.vote_keys
    told = {one.key: one.allowed for one in asked_keys(protocol, prompt.question)}
    unasked = {one.key for one in protocol.form().keys} - told.keys()
    hidden = {*NOT_ASKED_FOR, keys.seat, keys.weight, *unasked}
    shapes = {name: _simple(shape) for name, shape in vote_schema(protocol).items() if name not in hidden}
    for name, shape in shapes.items():
        if "enum" in shape and name not in (keys.choice, keys.confidence):
            shape["enum"] = [*shape["enum"], _NOTHING]
        if name in told:
            shape["description"] = told[name]
    return shapes


def _one_of(words: Sequence[str], *, is_public: bool) -> dict[str, Any]:
    return dict(_TEXT) if is_public else {**_TEXT, "enum": list(words)}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _simple(shape: Mapping[str, Any]) -> dict[str, Any]:
    """The shape in few words; of alternatives the first, which is the fullest."""
    said = {name: shape[name] for name in _KEPT if name in shape}
    if "anyOf" in shape:
        return {**_simple(shape["anyOf"][0]), **said}
    if "examples" in shape:  # an engine is held to the words that a reader takes without a second look
        said["enum"] = shape["examples"]
    if "enum" in said:
        said |= {"type": "string", "enum": list(said["enum"])}
    if "items" in shape:
        said["items"] = _simple(shape["items"])
    if "properties" in shape:
        return {**said, **_object({name: _simple(inner) for name, inner in shape["properties"].items()})}
    return said
