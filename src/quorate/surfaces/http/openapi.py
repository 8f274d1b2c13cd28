"""The description of the interface (OpenAPI 3.1), from the table of operations and the schemas of what they show."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from quorate.app.documents.schema_list import schema_body
from quorate.core.codec.schema import schema as schema_of
from quorate.core.shape import Field
from quorate.evidence.conflict_life import ShownResolution
from quorate.surfaces.http.guard.caller import COOKIE
from quorate.surfaces.http.guard.idempotency import LONGEST
from quorate.surfaces.http.operation import KEY, ROOT, SESSION, TOKEN, Operation
from quorate.surfaces.http.operations.system import NewSession, ServerHealth
from quorate.surfaces.http.problems import KINDS, MEDIA
from quorate.views.evidence import ShownConflict, ShownConsensus
from quorate.views.fleet import SCHEMAS as FLEET_SCHEMAS
from quorate.views.learning import ShownVoters

_NAMES = re.compile(r"{([a-z]+)}")
_SCHEMAS = (
    "deliberation",
    "explanation",
    "list",
    "problem",
    "question",
    "register",
    "retally",
    "risks",
    "tally",
    "verdict",
)
_SHOWN: Mapping[str, Any] = {
    "voters": ShownVoters,
    "consensus": ShownConsensus,
    "conflicts": tuple[ShownConflict, ...],
    "resolution": ShownResolution,
    "health": ServerHealth,
    "session": NewSession,
}
"""What only this interface and tools for agents show whole, by the types that declare it."""
_DESCRIPTION = (
    "Puts questions to panels and counts their sealed ballots. Every response is a view that the command line prints "
    "with --json, byte for byte. Repeat a request after a lost answer with the same Idempotency-Key."
)
_SECURITY = {
    KEY: {"type": "http", "scheme": "bearer", "description": "A key, or the token of a session."},
    SESSION: {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "The token of a session."},
    TOKEN: {"type": "http", "scheme": "bearer", "description": "The token that the server shows when it starts."},
}
_MEANINGS = {202: "Accepted; it continues in the background.", 204: "Done."}
Schema = dict[str, Any]


def openapi(operations: Sequence[Operation], version: str, mounted: Mapping[str, Mapping[str, str]] = {}) -> Schema:
    """The whole description; what is mounted beside the operations says itself what it is."""
    paths: dict[str, Schema] = {path: dict(about) for path, about in mounted.items()}
    for one in operations:
        said: Schema = {"operationId": one.name, "summary": one.summary}
        if one.description:
            said["description"] = one.description
        if parameters := [*_in_path(one), *_in_query(one.query), *_key(one)]:
            said["parameters"] = parameters
        if one.body:
            needed = bool(one.body.schema.get("required") or "$ref" in one.body.schema)
            said["requestBody"] = {"required": needed, "content": {"application/json": {"schema": one.body.schema}}}
        content = {kind: _ref(one.shows) if one.shows else {"type": "string"} for kind in one.media}
        headers = (*one.headers, "Location") if one.status == 202 else one.headers
        shown = _response(_MEANINGS.get(one.status, "As it is now."), content, headers)
        said["responses"] = {str(one.status): shown, **_problems(one)}
        if one.is_public:
            said["security"] = [{name: []} if name else {} for name in one.credentials]
        paths.setdefault(ROOT + one.path, {})[one.method.lower()] = said
    return {
        "openapi": "3.1.0",
        "info": {"title": "Quorate", "version": version, "description": _DESCRIPTION},
        "paths": paths,
        "components": {
            "schemas": _schemas(),
            "securitySchemes": _SECURITY,
            "responses": {"problem": _response("What was wrong.", {MEDIA: _ref("problem")})},
        },
        "security": [{KEY: []}, {SESSION: []}],
    }


def _schemas() -> Schema:
    described = {name: schema_body(name) for name in _SCHEMAS}
    return {**described, **{name: schema_of(kind) for name, kind in _SHOWN.items()}, **FLEET_SCHEMAS}


def _problems(one: Operation) -> Schema:
    """The statuses that this operation can answer with, and any other one of ours."""
    statuses = {400, 404, 405, 421, 403, 422, 500, 503}
    statuses |= {401, 429} if TOKEN in one.credentials or not one.is_public else set()
    statuses |= {409, 413, 415} if one.body else {409}
    known = {kind.status for kind in KINDS.values()}
    return {str(status): {"$ref": "#/components/responses/problem"} for status in sorted(statuses & known)}


def _in_path(one: Operation) -> list[Schema]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in _NAMES.findall(one.path)
    ]


def _in_query(fields: Mapping[str, Field]) -> list[Schema]:
    return [
        {"name": name, "in": "query", "required": field.required, "description": field.help, "schema": _stated(field)}
        for name, field in fields.items()
    ]


def _stated(field: Field) -> Schema:
    return {**field.shape.schema, **({} if field.default in (None, "") else {"default": field.default})}


def _key(one: Operation) -> list[Schema]:
    if not one.changes:
        return []
    text = "Your own name for this request; repeating it with the same key acts only once."
    schema = {"type": "string", "minLength": 1, "maxLength": LONGEST}
    return [{"name": "Idempotency-Key", "in": "header", "required": False, "description": text, "schema": schema}]


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _response(description: str, content: Mapping[str, Schema], headers: Sequence[str] = ()) -> Schema:
    said: Schema = {"description": description}
    if content:
        said["content"] = {kind.partition(";")[0]: {"schema": schema} for kind, schema in content.items()}
    if headers:
        said["headers"] = {name: {"schema": {"type": "string"}} for name in headers}
    return said
