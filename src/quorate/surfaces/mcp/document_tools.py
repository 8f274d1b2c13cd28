"""The tools that check documents of evidence and count ballots that somebody already has. Nothing is stored."""

import json
from collections.abc import Mapping
from typing import Any

from quorate.app.documents.ballot_count import count_document
from quorate.app.documents.consensus_check import check_consensus
from quorate.core.codec import to_plain
from quorate.core.codec.schema import schema
from quorate.core.shape import FILLED, FLAG, Field, Schema
from quorate.core.verdict import Verdict
from quorate.surfaces.mcp.brief_answer import WORDS
from quorate.surfaces.mcp.caller import Caller
from quorate.surfaces.mcp.declared_tool import READS, Declaration, ToolAnswer

Values = Mapping[str, Any]
SOURCE = "document"
DOCUMENT = Field(FILLED, "YAML or JSON, as text.", required=True, default="")


async def count(_: Caller, said: Values) -> ToolAnswer:
    """The verdict on the ballots in a document."""
    found = count_document(said["document"].encode(), SOURCE, said["protocol"], strict=said["strict"])
    return ToolAnswer(f"{found.verdict.result}: {found.verdict.action}", to_plain(found.verdict))


async def validate(_: Caller, said: Values) -> ToolAnswer:
    """Whether a consensus document holds."""
    found = check_consensus(said["document"].encode(), SOURCE)
    plain = json.loads(json.dumps(found, default=float))
    return ToolAnswer(WORDS("mcp.valid" if plain["valid"] else "mcp.invalid"), plain)


def _findings() -> Schema:
    properties = {"valid": {"type": "boolean"}, "violations": {"type": "array"}}
    return {"type": "object", "properties": properties, "required": ["valid"]}


DOCUMENTS: tuple[Declaration, ...] = (
    Declaration(
        "count_ballots",
        "Count ballots",
        "Count the ballots in a tally document.",
        {SOURCE: DOCUMENT, "protocol": Field(FILLED), "strict": Field(FLAG, default=False)},
        lambda: schema(Verdict),
        count,
        READS,
    ),
    Declaration(
        "validate_consensus",
        "Validate a consensus document",
        "Check a consensus document against the requirements of the evidence protocol.",
        {SOURCE: DOCUMENT},
        _findings,
        validate,
        READS,
    ),
)
