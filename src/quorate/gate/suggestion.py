"""Rules that are proposed from calls on the record."""

from typing import NamedTuple

from quorate.gate.call_pattern import CallPattern


class Suggestion(NamedTuple):
    """A pattern that may pass, how many calls it is about, how many were approved, and before which rule it belongs.

    `before` is 0 for the end of the rules.
    """

    pattern: CallPattern
    calls: int
    approved: int
    before: int

    @property
    def name(self) -> str:
        """Return the first words of the command, or the name of the tool."""
        commands = self.pattern.commands
        return " ".join(commands[0].first) if commands else self.pattern.tools[0]

    @property
    def keys(self) -> dict[str, list[str]]:
        """Return the pattern as settings have it."""
        keys = self.pattern._asdict() | {"commands": [command.line for command in self.pattern.commands]}
        return {key: list(value) for key, value in keys.items() if value}


class Suggestions(NamedTuple):
    """Proposed rules, and how many of all recorded calls pass now, pass then, and never can by a rule."""

    rules: tuple[Suggestion, ...]
    calls: int
    pass_now: int
    pass_then: int
    not_plain: int
