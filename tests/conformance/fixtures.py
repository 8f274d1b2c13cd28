"""The tools, resources and prompts that scenarios of the conformance suite call by name."""

import asyncio
import base64
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import (
    Audio,
    Context,
    Elicit,
    ElicitationResult,
    Image,
    ListRoots,
    MCPServer,
    Resolve,
    Sample,
)
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import (
    CreateMessageResult,
    EmbeddedResource,
    ImageContent,
    ListRootsResult,
    SamplingMessage,
    TextContent,
    TextResourceContents,
)
from pydantic import BaseModel, Field

from tests.conformance.round_fixtures import add_rounds

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
SOUND = base64.b64decode("UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=")


class Form(BaseModel):
    """What a person is asked."""

    username: str = Field(description="User's response")
    email: str = Field(description="User's email address")


class Name(BaseModel):
    """Somebody's name."""

    name: str


class Defaults(BaseModel):
    """The same with defaults of every type."""

    name: str = "John Doe"
    age: int = 30
    score: float = 95.5
    status: Literal["active", "inactive", "pending"] = "active"
    verified: bool = True


def add_fixtures(server: "MCPServer[Any]") -> None:
    """Puts them beside our own."""
    _add_contents(server)
    _add_calls(server)
    _add_inputs(server)
    _add_resources(server)
    _add_prompts(server)
    add_rounds(server)


def _embedded(uri: str, text: str) -> EmbeddedResource:
    content = TextResourceContents(uri=uri, mime_type="text/plain", text=text)
    return EmbeddedResource(type="resource", resource=content)


def _image() -> ImageContent:
    return ImageContent(type="image", data=base64.b64encode(PIXEL).decode(), mime_type="image/png")


def _add_contents(server: "MCPServer[Any]") -> None:
    @server.tool()
    def test_simple_text() -> str:
        """Text."""
        return "This is a simple text response for testing."

    @server.tool()
    def test_image_content() -> Image:
        """An image."""
        return Image(data=PIXEL, format="png")

    @server.tool()
    def test_audio_content() -> Audio:
        """A sound."""
        return Audio(data=SOUND, format="wav")

    @server.tool()
    def test_embedded_resource() -> EmbeddedResource:
        """A resource."""
        return _embedded("test://embedded-resource", "This is an embedded resource content.")

    @server.tool()
    def test_multiple_content_types() -> list[TextContent | ImageContent | EmbeddedResource]:
        """All of them."""
        text = TextContent(type="text", text="Multiple content types test:")
        return [text, _image(), _embedded("test://mixed-content-resource", '{"test":"data","value":123}')]

    @server.tool()
    def test_error_handling() -> str:
        """Fails."""
        raise ToolError("This tool intentionally returns an error for testing")


async def ask(message: str) -> Elicit[Form]:
    """A question whose words are an argument of the tool."""
    return Elicit(message, Form)


async def ask_defaults() -> Elicit[Defaults]:
    """A form that is filled in already."""
    return Elicit("Please review and update the form fields with defaults", Defaults)


async def ask_name() -> Elicit[Name]:
    """A question to a person."""
    return Elicit("What is your name?", Name)


async def ask_model() -> Sample:
    """A question to the client's model."""
    text = TextContent(type="text", text="What is the capital of France?")
    return Sample([SamplingMessage(role="user", content=text)], max_tokens=100)


async def ask_roots() -> ListRoots:
    """Which folders are open."""
    return ListRoots()


AskedName = Annotated[Name, Resolve(ask_name)]
AskedModel = Annotated[CreateMessageResult, Resolve(ask_model)]
AskedRoots = Annotated[ListRootsResult, Resolve(ask_roots)]


def _add_calls(server: "MCPServer[Any]") -> None:
    @server.tool()
    async def test_tool_with_progress(context: Context) -> str:
        """Reports progress."""
        for progress in (0, 50, 100):
            await context.report_progress(progress, 100)
            await asyncio.sleep(0.05)
        return "done"

    @server.tool()
    async def test_elicitation(message: str, form: Annotated[ElicitationResult[Form], Resolve(ask)]) -> str:
        """Asks a person."""
        return f"User response: {form.action} {message}"

    @server.tool()
    async def test_elicitation_sep1034_defaults(
        form: Annotated[ElicitationResult[Defaults], Resolve(ask_defaults)],
    ) -> str:
        """Asks a person, with defaults."""
        return f"Elicitation completed: action={form.action}"

    @server.tool()
    async def test_missing_capability(said: AskedModel) -> str:
        """Needs the client's model."""
        return f"Sampled: {said.content}"

    @server.tool()
    async def test_sampling(prompt: str, said: AskedModel) -> str:
        """The same, by its older name."""
        return f"LLM response: {said.content} {prompt}"


def _add_inputs(server: "MCPServer[Any]") -> None:
    @server.tool()
    async def test_input_required_result_sampling(said: AskedModel) -> str:
        """Asks the client's model."""
        return f"Sampled: {said.content}"

    @server.tool()
    async def test_input_required_result_list_roots(roots: AskedRoots) -> str:
        """Asks for roots."""
        return f"Roots: {len(roots.roots)}"

    @server.tool()
    async def test_input_required_result_request_state(name: AskedName) -> str:
        """Asks, with state."""
        return f"state-ok {name.name}"

    @server.tool()
    async def test_input_required_result_tampered_state(name: AskedName) -> str:
        """The same."""
        return f"state-ok {name.name}"

    @server.tool()
    async def test_input_required_result_multiple_inputs(name: AskedName, said: AskedModel, roots: AskedRoots) -> str:
        """Asks for all of them at once."""
        return f"{name.name} {said.content} {len(roots.roots)}"


def _add_resources(server: "MCPServer[Any]") -> None:
    @server.resource("test://static-text", mime_type="text/plain")
    def static_text() -> str:
        return "This is the content of the static text resource."

    @server.resource("test://static-binary", mime_type="image/png")
    def static_binary() -> bytes:
        return PIXEL

    @server.resource("test://template/{id}/data", mime_type="application/json")
    def template(id: str) -> str:  # noqa: A002 - the suite's name
        return f'{{"id":"{id}","templateTest":true,"data":"Data for ID: {id}"}}'

    @server.resource("test://watched-resource", mime_type="text/plain")
    def watched() -> str:
        return "Watched resource content"


def _add_prompts(server: "MCPServer[Any]") -> None:
    @server.prompt()
    def test_simple_prompt() -> str:
        """Words."""
        return "This is a simple prompt for testing."

    @server.prompt()
    def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
        """Arguments."""
        return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"

    @server.prompt()
    def test_prompt_with_embedded_resource(resourceUri: str) -> list[Any]:  # noqa: N803 - the suite's name
        """A resource."""
        text = "Please process the embedded resource above."
        return [
            {"role": "user", "content": _embedded(resourceUri, "Embedded resource content for testing.")},
            {"role": "user", "content": TextContent(type="text", text=text)},
        ]

    @server.prompt()
    def test_prompt_with_image() -> list[Any]:
        """An image."""
        text = TextContent(type="text", text="Please analyze the image above.")
        return [{"role": "user", "content": _image()}, {"role": "user", "content": text}]
