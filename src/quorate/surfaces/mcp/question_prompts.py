"""Prompts that a person picks in their program: put this question to a panel, by one of the protocols."""

from collections.abc import Callable

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.prompts.base import Prompt, PromptArgument

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
