"""The JSON Schemas of all that is read and written: documents, verdicts, what interfaces show, and stored events."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from quorate.core.codec.declaration import Schema
from quorate.core.codec.schema import schema as schema_of
from quorate.core.errors import UnknownName
from quorate.core.shape import FILLED, Field, record
from quorate.deliberation.framing import OWN_KEYS
from quorate.documents import schemas
from quorate.evidence.contribution import DOCUMENT as CONTRIBUTION
from quorate.evidence.manifest import ENTRY as MANIFEST_ENTRY
from quorate.protocols import DEFAULT
from quorate.record.codec import KINDS, event_schema
from quorate.views.analysis import ShownExplanation, ShownRetally
from quorate.views.deliberation import DeliberationView
from quorate.views.documents import ProblemDetails, ShownReply
from quorate.views.integrity import Verification
from quorate.views.lists import EntryPage, RegisterPage, RiskPage
from quorate.views.redaction import RedactionReport


class Described(NamedTuple):
    """A schema with its title, and where what it describes is printed."""

    title: str
    description: str
    body: Callable[[], Schema]


def _shown(kind: Any, title: str, commands: str) -> Described:
    return Described(title, f"What {commands} --json prints.", lambda: schema_of(kind))


def _event() -> Schema:
    """A stored event by its kind."""
    ways = [{"kind": {"const": kind}, "body": event_schema(kind)} for kind in KINDS]
    return {"oneOf": [{"type": "object", "properties": way, "required": [*way]} for way in ways]}


def _question() -> Schema:
    """Keys that every protocol has; those of its tally document stand beside them."""
    question = schemas.schema(f"tally-{DEFAULT}")["properties"]["question"]
    own = {key: field for key, field in OWN_KEYS.items() if key != "policy"}
    stated = record({"protocol": Field(FILLED, "The protocol's name (default: magi)."), **own}).schema["properties"]
    policy = {**OWN_KEYS["policy"].shape.schema, "additionalProperties": True}
    properties = {"question": question, **stated, "policy": policy}
    return {"type": "object", "properties": properties, "required": ["question"]}


def _tally() -> Schema:
    names = [name for name in schemas.schema_names() if name.startswith("tally-") and not name.endswith("-wrapped")]
    return {"anyOf": [{key: part for key, part in schemas.schema(name).items() if key[0] != "$"} for name in names]}


_MORE: Mapping[str, Described] = {
    "contribution": Described(
        "Contribution", "What `quorate contribution check` and `add` read.", lambda: CONTRIBUTION.schema
    ),
    "deliberation": _shown(DeliberationView, "Deliberation", "quorate show"),
    "event": Described("Event", "An event as an export holds it: its kind, and its body.", _event),
    "explanation": _shown(ShownExplanation, "Explanation", "quorate explain"),
    "list": _shown(EntryPage, "Page of deliberations", "quorate log, or quorate inbox,"),
    "manifest-entry": Described(
        "Manifest entry",
        "A line of MANIFEST.jsonl, as `quorate manifest add` writes it.",
        lambda: MANIFEST_ENTRY.schema,
    ),
    "problem": Described(
        "Problem", "What was wrong with a request to the HTTP API.", lambda: schema_of(ProblemDetails)
    ),
    "question": Described("Question document", "What `quorate decide` and the HTTP API read.", _question),
    "redaction": _shown(RedactionReport, "Redaction", "quorate redact"),
    "register": _shown(RegisterPage, "Risk register", "quorate risks ID"),
    "reply": _shown(ShownReply, "Reply", "quorate read"),
    "retally": _shown(ShownRetally, "Comparison", "quorate retally"),
    "risks": _shown(RiskPage, "Page of risks", "quorate risks"),
    "verification": _shown(Verification, "Verification", "quorate verify"),
}


def schema_names() -> list[str]:
    """Every schema there is."""
    return sorted([*schemas.schema_names(), *_MORE])


def schema_text(name: str) -> str:
    """The JSON Schema of that name as text."""
    if name not in schema_names():
        raise UnknownName("schema", name, schema_names())
    if name not in _MORE:
        return schemas.schema_text(name)
    one = _MORE[name]
    return schemas.text_of(name, one.title, one.description, one.body())


def schema_body(name: str) -> Schema:
    """The JSON Schema of that name, without its name and title; `tally` is any protocol's document."""
    if name == "tally":
        return _tally()
    if name in _MORE:
        return _MORE[name].body()
    return {key: part for key, part in schemas.schema(name).items() if key not in ("$schema", "$id", "title")}
