"""A stand-in whose model runs shell commands one after the other, and what the tools of a program answered."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from tests.real_engines.models import Answering, Models, Tool

Step = str | Callable[[], None]
"""A command, or something that happens before the model says what is next."""
_RESULTS = ("tool_result", "function_call_output", "custom_tool_call_output", "mcp_tool_call_output")


class TellingModels(Models):
    """A server that knows what the tools of its program answered."""

    @property
    def told(self) -> str:
        """What the tools answered, by the last request, which has the whole conversation."""
        return json.dumps([*_results(json.loads(self.asked[-1].partition(" ")[2]))]) if self.asked else ""


class ShellModels(TellingModels):
    """The server: its model follows steps, or else does the case that it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.RequestHandlerClass = ShellAnswers
        self.steps: list[Step] = []

    def begin_steps(self, *steps: Step) -> None:
        """Forgets what was, and follows these."""
        self.begin("steps", "")
        self.steps = [*steps]


class ShellAnswers(Answering):
    """One request: the next command, where tools are offered at all."""

    server: ShellModels

    def _next(self, attacks: list[Tool], body: str) -> tuple[str, Tool | None]:
        server = self.server
        if server.case != "steps":
            return super()._next(attacks, body)
        while server.steps and server.offered:
            step = server.steps.pop(0)
            if isinstance(step, str):
                return "", _shell(step, server.offered)
            step()
        return "done", None


def _shell(command: str, offered: set[str]) -> Tool:
    """The command as a call of the program's own shell; Codex's is JavaScript."""
    if "Bash" in offered:
        return Tool("Bash", {"command": command, "description": "a file"})
    if "run_shell_command" in offered:
        return Tool("run_shell_command", {"command": command})
    called = f"tools.exec_command({{cmd: {json.dumps(command)}}})"
    return Tool("exec", {"input": f"text(JSON.stringify(await {called}))"})


def _results(value: Any) -> Iterator[Any]:
    """The answers of tools in a conversation."""
    if isinstance(value, dict):
        if str(value.get("type")) in _RESULTS or "functionResponse" in value:
            yield value
        else:
            yield from (found for one in value.values() for found in _results(one))
    elif isinstance(value, list):
        yield from (found for one in value for found in _results(one))
