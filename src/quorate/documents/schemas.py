"""JSON Schemas of everything that is read and written, made from the shapes that read and write it."""

import json
from collections.abc import Mapping
from typing import Any

from quorate.core.errors import UnknownName
from quorate.core.shape import Schema
from quorate.protocols import CONSENSUS, WRAPPERS, protocol_named, protocol_names

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TALLY, _WRAPPED = "tally-", "-wrapped"
_ID = "The document's id; in a batch only."


def schema_names() -> list[str]:
    """Every schema there is."""
    tallies = [_TALLY + name for name in protocol_names()]
    wrapped = [_TALLY + name + _WRAPPED for name in WRAPPERS.values()]
    return sorted([*tallies, *wrapped, "validation", "verdict"])


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of that name."""
    return _headed(name, *_parts(_known(name)))


def _headed(name: str, title: str, description: str, body: Mapping[str, Any]) -> dict[str, Any]:
    head = {"$schema": DIALECT, "$id": f"urn:quorate:schema:{name}", "title": title, "description": description}
    return {**head, **body}


def text_of(name: str, title: str, description: str, body: Mapping[str, Any]) -> str:
    """A schema as text, with its name, its title and what it describes."""
    return json.dumps(_headed(name, title, description, body), indent=2) + "\n"


def schema_text(name: str) -> str:
    """The JSON Schema as it is shipped: the same text every time."""
    return text_of(name, *_parts(_known(name)))


def _known(name: str) -> str:
    if name not in schema_names():
        raise UnknownName("schema", name, schema_names())
    return name


def _parts(name: str) -> tuple[str, str, Schema]:
    if name == "verdict":
        return "Verdict", "The outcome of a count with its receipt, as every interface writes it.", _verdict()
    if name == "validation":
        validation = protocol_named(CONSENSUS).validation
        body = validation().document.schema if validation else {}
        return "Validation document", "What `quorate validate` reads.", body
    protocol = name.removeprefix(_TALLY)
    for wrapper, wrapped in WRAPPERS.items():
        if protocol == wrapped + _WRAPPED:
            title = f"Tally document of {wrapped} inside {wrapper}"
            return title, f"What `quorate tally` also reads for {wrapped}.", _wrapped(wrapper, wrapped)
    return (
        f"Tally document of {protocol}",
        f"What `quorate tally --protocol {protocol}` reads, as YAML or JSON.",
        protocol_named(protocol).document.schema,
    )


def _verdict() -> Schema:
    """As the codec writes it; in a batch the document's id comes first."""
    from quorate.core.codec.schema import schema as schema_of
    from quorate.core.verdict import Verdict

    said = {"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 0}], "description": _ID}
    verdict = schema_of(Verdict)
    return {**verdict, "properties": {"id": said, **verdict["properties"]}}


def _wrapped(wrapper: str, protocol: str) -> Schema:
    """Every key may stand inside the wrapper or beside it, but not in both places."""
    document = protocol_named(protocol).document.schema
    properties = document["properties"]
    rules = [_lifted({"required": document.get("required", [])}, wrapper)]
    rules += [_lifted(rule, wrapper) for rule in document.get("allOf", [])]
    return {
        "type": "object",
        "properties": {wrapper: {"type": "object", "properties": properties, "additionalProperties": False}}
        | properties,
        "additionalProperties": False,
        "required": [wrapper],
        "allOf": [*rules, *({"not": {"required": [key], **_inside(wrapper, key)}} for key in properties)],
    }


def _lifted(rule: Schema, wrapper: str) -> Schema:
    """A rule between keys, said of keys that may stand inside the wrapper or beside it."""
    parts: list[Schema] = [{"anyOf": [{"required": [key]}, _inside(wrapper, key)]} for key in rule.get("required", [])]
    if properties := rule.get("properties"):
        parts.append({"properties": {**properties, wrapper: {"properties": properties}}})
    if "not" in rule:
        parts.append({"not": _lifted(rule["not"], wrapper)})
    return {"allOf": parts} if len(parts) > 1 else parts[0]


def _inside(wrapper: str, key: str) -> Schema:
    return {"properties": {wrapper: {"required": [key]}}}
