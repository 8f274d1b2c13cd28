"""The keys of a question document: those of the deliberation and those of its protocol."""

from typing import Any

from quorate.core.errors import Problem, UnknownName
from quorate.core.protocol import Protocol
from quorate.core.shape import Field, Problems, Shape, found, record
from quorate.deliberation.events import Policy
from quorate.deliberation.framing import OWN_KEYS
from quorate.protocols import DEFAULT, protocol_named

_ANYTHING = Field(Shape(lambda value, *_: value, {}))


def readable(document: dict[str, Any], asked: str | None, problems: Problems) -> dict[str, Any]:
    """What can be read of a document all the same, after unknown names in it were found."""
    stated = document.get("protocol")
    try:
        protocol = protocol_named(asked or (stated if isinstance(stated, str) else "") or DEFAULT)
    except UnknownName as error:
        if asked:
            raise
        problems.append(Problem(("protocol",), found(stated), ", ".join(error.known)))
        return _of_any_protocol(document)
    known = _known(protocol)
    record(dict.fromkeys(known, _ANYTHING)).read(document, (), problems)
    return {key: said for key, said in document.items() if key in known}


def _known(protocol: Protocol) -> set[str]:
    return ({*protocol.document.schema["properties"], *OWN_KEYS} | {"protocol", "question"}) - {
        protocol.vote_keys.votes
    }


def _of_any_protocol(document: dict[str, Any]) -> dict[str, Any]:
    """The part that means the same whichever protocol counts."""
    own = {key: said for key, said in document.items() if key in OWN_KEYS}
    if isinstance(policy := own.get("policy"), dict):
        own["policy"] = {key: said for key, said in policy.items() if key in Policy._fields}
    return {"question": "?", **own}
