"""The suite's tools and prompts that ask in several rounds, and its tools whose schemas are written by hand."""

from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import (
    Completion,
    CreateMessageRequest,
    CreateMessageRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequest,
    InputRequiredResult,
    SamplingMessage,
    TextContent,
)
from pydantic import Field

HEADER = {"x-mcp-header": "Region"}
SCHEMA_2020: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}
_OPTIONS = ["option1", "option2", "option3"]
_TITLED = [{"const": f"value{number}", "title": title} for number, title in enumerate(("First", "Second", "Third"), 1)]
ENUMS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": _OPTIONS},
        "titledSingle": {"type": "string", "oneOf": _TITLED},
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": _OPTIONS}},
        "titledMulti": {"type": "array", "items": {"anyOf": _TITLED}},
    },
}


def add_rounds(server: "MCPServer[Any]") -> None:
    """Puts them beside our own."""
    _add_asking_tools(server)
    _add_schemas(server)

    @server.prompt()
    def test_input_required_result_prompt(context: Context) -> Any:
        """Asks before it says anything."""
        said = _said(context, "user_context", "context")
        question = _asked("What context should the prompt use?", "context")
        return f"In the context of {said}." if said else InputRequiredResult(input_requests={"user_context": question})

    async def complete(*_: Any) -> Completion:
        return Completion(values=[])

    register: Any = server.completion
    register()(complete)


def _add_asking_tools(server: "MCPServer[Any]") -> None:
    @server.tool(structured_output=False)
    def test_input_required_result_elicitation(context: Context) -> Any:
        """Asks for a name, under the suite's own key."""
        name = _said(context, "user_name", "name")
        question = _asked("What is your name?", "name")
        return f"Hello, {name}!" if name else InputRequiredResult(input_requests={"user_name": question})

    @server.tool(structured_output=False)
    def test_input_required_result_multi_round(context: Context) -> Any:
        """Asks twice."""
        if context.request_state is None or not context.input_responses:
            return _round("step1", "Step 1: What is your name?", "name")
        if context.request_state == "after step1":
            return _round("step2", "Step 2: What is your favorite color?", "color")
        return "done"

    @server.tool(structured_output=False)
    def test_input_required_result_capabilities(context: Context) -> Any:
        """Asks only for what the client has."""
        known = context.client_capabilities
        able = {"elicit": _asked("What is your name?", "name")} if known and known.elicitation else {}
        model = {"sample": _sampled()} if known and known.sampling else {}
        return InputRequiredResult(input_requests={**able, **model}, request_state="asked")


def _add_schemas(server: "MCPServer[Any]") -> None:
    @server.tool()
    def json_schema_2020_12_tool() -> str:
        """Has a schema with every keyword."""
        return "done"

    server._tool_manager._tools["json_schema_2020_12_tool"].parameters = SCHEMA_2020

    @server.tool()
    def test_custom_headers(region: Annotated[str, Field(json_schema_extra=dict(HEADER))]) -> str:
        """Has an argument that a header repeats."""
        return region

    @server.tool()
    async def test_elicitation_sep1330_enums(context: Context) -> str:
        """Asks with lists of every kind."""
        form = await context.session.elicit_form("Choose", ENUMS, context.request_context.request_id)
        return f"Elicitation completed: action={form.action}, content={form.content}"


def _round(key: str, message: str, field: str) -> InputRequiredResult:
    return InputRequiredResult(input_requests={key: _asked(message, field)}, request_state=f"after {key}")


def _asked(message: str, field: str) -> InputRequest:
    schema = {"type": "object", "properties": {field: {"type": "string"}}, "required": [field]}
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))


def _sampled() -> InputRequest:
    message = SamplingMessage(role="user", content=TextContent(type="text", text="What is the capital of France?"))
    return CreateMessageRequest(params=CreateMessageRequestParams(messages=[message], max_tokens=100))


def _said(context: Context, key: str, field: str) -> str:
    """What was filled in; empty where nothing was, or something else."""
    form = (context.input_responses or {}).get(key)
    content = form.content if isinstance(form, ElicitResult) and form.action == "accept" else None
    said = (content or {}).get(field)
    return said if isinstance(said, str) else ""
