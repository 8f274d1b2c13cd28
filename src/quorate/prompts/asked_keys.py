"""What is asked for under each key of a ballot: as the protocol says it, else as its tally document declares it."""

from collections.abc import Mapping
from typing import Any

from quorate.core.protocol import Protocol
from quorate.core.protocol.answer_form import AskedKey
from quorate.core.question import Question
from quorate.documents.vote_form import vote_schema

NOT_ASKED_FOR = ("perspective", "engine", "seat", "answered_by", "error", "detail", "inferred", "second_request")


def asked_keys(protocol: Protocol, question: Question) -> tuple[AskedKey, ...]:
    """The keys besides the choice that a voter fills in on this question."""
    every = protocol.form().keys or declared_keys(protocol)
    return tuple(one for one in every if one.when is None or one.when(question))


def declared_keys(protocol: Protocol) -> tuple[AskedKey, ...]:
    """The keys as the tally document declares them."""
    keys = protocol.vote_keys
    hidden = {keys.choice, keys.seat, keys.weight, *NOT_ASKED_FOR}
    return tuple(_declared(name, shape) for name, shape in vote_schema(protocol).items() if name not in hidden)


def _declared(name: str, shape: Mapping[str, Any]) -> AskedKey:
    help_text = str(shape.get("description", "")).rstrip(".")
    kind, example = _kind(shape)
    return AskedKey(name, _blank(name, shape), f"{help_text}: {kind}" if help_text else kind, example)


def _fullest(shape: Mapping[str, Any]) -> Mapping[str, Any]:
    """Of alternatives the first, which is the fullest."""
    return {**shape["anyOf"][0], **shape} if "anyOf" in shape else shape


def _blank(name: str, shape: Mapping[str, Any]) -> Any:
    """What the form shows in the place of a value."""
    full = _fullest(shape)
    words = full.get("examples") or full.get("enum")
    if words:
        return " | ".join(map(str, words))
    match full.get("type"):
        case "boolean":
            return "true | false"
        case "array":
            return [_blank(name, {"description": shape.get("description"), **full["items"]})]
        case "object":
            return {key: _blank(key, inner) for key, inner in full.get("properties", {}).items()}
        case "number" | "integer" if "maximum" in full:
            return f"{_least(full)}-{full['maximum']}"
    return str(shape.get("description") or f"your {name.replace('_', ' ')}").rstrip(".")


def _least(shape: Mapping[str, Any]) -> Any:
    return shape.get("minimum", shape.get("exclusiveMinimum", 0))


def _kind(shape: Mapping[str, Any]) -> tuple[str, Any]:
    """What is allowed in words, and an example where the form does not show the words to choose from."""
    full = _fullest(shape)
    words = full.get("examples") or full.get("enum")
    if words:
        return f"one of {', '.join(map(str, words))}", None
    match full.get("type"):
        case "boolean":
            return "true or false", None
        case "array":
            return "a list, [] for none", None
        case "object":
            return "an object with these keys", None
        case "number" | "integer" if "maximum" in full:
            least, most = _least(full), full["maximum"]
            what = "a whole number" if full["type"] == "integer" else "a number"
            return f"{what} from {least} to {most}", _between(least, most)
    return "text", None


def _between(least: int, most: int) -> int | float:
    middle = (least + most) / 2
    return int(middle) if middle == int(middle) else middle
