"""A tool with the schemas of our own declarations: its arguments are read by their shapes, as documents are."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.resolve import build_resolver_plans, find_resolved_parameters, resolve_arguments
from mcp.server.mcpserver.tools.base import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, ContentBlock, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import PrivateAttr

from quorate.core.codec import json_line
from quorate.core.errors import DocumentError, QuorateError
from quorate.core.shape import Field, Problems, Schema, record
from quorate.documents.values import plain_mapping
from quorate.surfaces.mcp.caller import Host, caller_of

READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
ASKS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=True)
ENDS = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=False)
_NOT_PUBLISHED = ("pattern", "maximum", "minimum", "minItems", "maxItems", "additionalProperties")


class ToolAnswer(NamedTuple):
    """What a tool gives: a few words, and the same as values."""

    text: str
    values: Mapping[str, Any]
    is_error: bool = False


class Declaration(NamedTuple):
    """A tool: its name, what it is for, its arguments, what it gives, what it does, and what it may change.

    `refuse` renders what was raised, where that has a form of its own. A tool with a `time_limit` in seconds has the
    form of programs from before structured content: its answer is JSON in the first text, too.
    """

    name: str
    title: str
    description: str
    arguments: Mapping[str, Field]
    output: Callable[[], Schema]
    run: Callable[..., Awaitable[ToolAnswer]]
    annotations: ToolAnnotations
    refuse: Callable[[QuorateError], ToolAnswer] | None = None
    time_limit: float | None = None


class DeclaredTool(Tool):
    """The declaration as the SDK serves it."""

    _declared: Declaration = PrivateAttr()
    _host: Host = PrivateAttr()

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """Reads, calls one use case, renders. All that is raised on purpose reaches the caller as text."""
        del convert_result  # an answer is always what goes over the wire
        try:
            values = read_arguments(self._declared.arguments, arguments)
            given = await resolve_arguments(self.resolved_params, self.resolver_plans, values, context)
            if isinstance(given, InputRequiredResult):
                return given
            caller = await caller_of(self._host, context)
            answer = await _in_time(self._declared, self._declared.run(caller, values, **given))
        except QuorateError as error:
            if self._declared.refuse is None:
                raise ToolError(error_text(error)) from None
            answer = self._declared.refuse(error)
        except (MCPError, ToolError):
            raise
        except Exception as error:
            raise UnexpectedToolError(f"{self.name} failed; nothing of it is shown here") from error
        texts = [json_line(answer.values), answer.text] if self._declared.time_limit else [answer.text]
        content: list[ContentBlock] = [TextContent(type="text", text=text) for text in texts]
        return CallToolResult(content=content, structured_content=dict(answer.values), is_error=answer.is_error)


async def _in_time(declared: Declaration, call: Awaitable[ToolAnswer]) -> ToolAnswer:
    try:
        async with asyncio.timeout(declared.time_limit) as limit:
            return await call
    except TimeoutError:
        if not limit.expired():
            raise
        slow = f"{declared.name} took longer than {declared.time_limit:g} s; look at the review, then try again"
        raise QuorateError(slow) from None


def tool_of(declared: Declaration, host: Host) -> DeclaredTool:
    """A declaration with what its calls need."""
    forms = find_resolved_parameters(declared.run)
    output = {"$schema": "https://json-schema.org/draft/2020-12/schema", **declared.output()}
    tool = DeclaredTool(
        fn=declared.run,
        name=declared.name,
        title=declared.title,
        description=declared.description,
        parameters=published(record(declared.arguments).schema),
        fn_metadata=FuncMetadata(arg_model=ArgModelBase, output_schema=output),
        is_async=True,
        context_kwarg=None,
        resolved_params=dict(forms),
        resolver_plans=build_resolver_plans(forms, set(declared.arguments)),
        annotations=declared.annotations,
    )
    tool._declared, tool._host = declared, host
    return tool


def published(schema: Schema) -> Schema:
    """The schema without what only a reader needs to know exactly; what is refused is said in words."""
    kept = {key: value for key, value in schema.items() if key not in _NOT_PUBLISHED}
    return {key: _published(value) for key, value in kept.items()}


def _published(value: Any) -> Any:
    if isinstance(value, dict):
        return published(value)
    return [_published(one) for one in value] if isinstance(value, list) else value


def read_arguments(fields: Mapping[str, Field], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as their declarations say. Raises DocumentError with every problem."""
    problems: Problems = []
    said = {key: _parsed(fields.get(key), value) for key, value in arguments.items() if value is not None}
    whole = plain_mapping(said)  # refuses half characters
    values: dict[str, Any] = record(fields).read(whole, (), problems)
    if problems:
        raise DocumentError(problems)
    return values


def _parsed(field: Field | None, value: Any) -> Any:
    """Some programs write a list or a mapping as a text of JSON."""
    if not field or not isinstance(value, str) or field.shape.schema.get("type") not in ("array", "object"):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def error_text(error: QuorateError) -> str:
    """What was wrong, with what helps. Arguments have their own names here; hints for a terminal leave nothing."""
    return "\n".join([str(error), *filter(None, getattr(error, "__notes__", ()))])
