"""Prompts that a person picks in their program: put this question to a panel, by one of the protocols."""

from collections.abc import Callable, Mapping, Sequence

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.prompts.base import Prompt, PromptArgument
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS
from mcp_types import Prompt as ListedPrompt

from quorate.protocols import names_of_those

TEXT = (
    "Put this question to a Quorate panel with open_deliberation, protocol {protocol}: {question}\n\n"
    "Say what voters need to know in `context`, and list `options` where there are several. Then call "
    "wait_for_deliberation until its state is no longer voting, and report the verdict, dissents and what it requires. "
    "Do not answer for a person: resolve_deliberation asks them. Do not act unless may_be_acted_on is true."
)


def add_prompts(server: "MCPServer[object]") -> None:
    """One for every protocol that has lenses of its own, which need no panel to be named."""
    for name in names_of_those(lambda one: one.lenses):
        server.add_prompt(_prompt(name))


def check_prompt(listed: Sequence[ListedPrompt], name: str, arguments: Mapping[str, str]) -> None:
    """Raises MCPError where there is no prompt of this name, or where it does not have exactly these arguments."""
    found = next((one for one in listed if one.name == name), None)
    if found is None:
        names = ", ".join(one.name for one in listed)
        raise MCPError(INVALID_PARAMS, f"name: found {name!r}; allowed: {names}")
    expected = [one.name for one in found.arguments or ()]
    if sorted(arguments) != sorted(expected):
        said = ", ".join(map(repr, arguments)) or "nothing"
        raise MCPError(INVALID_PARAMS, f"arguments: found {said}; expected: {', '.join(expected)}")


def _prompt(protocol: str) -> Prompt:
    about = f"Put a question to a panel, counted by {protocol}."
    question = PromptArgument(name="question", description="One decidable question.", required=True)
    return Prompt(
        name=protocol,
        title=protocol.capitalize(),
        description=about,
        arguments=[question],
        fn=_said(protocol),
        context_kwarg=None,
    )


def _said(protocol: str) -> Callable[[str], str]:
    def said(question: str) -> str:
        return TEXT.format(protocol=protocol, question=question)

    return said
