"""The table `[gate]` of a settings file, as rules."""

from collections.abc import Iterable, Mapping
from typing import Any

from quorate.core.errors import Problem
from quorate.core.panel import MOST_SEATS
from quorate.core.shape import FILLED, Field, list_of, one_of, record, whole
from quorate.core.text.names import name_problems
from quorate.gate.call_pattern import CallPattern
from quorate.gate.gate_rules import DECISIONS, OFF, PASS, Approvers, Gate, GateRule
from quorate.gate.plain_command import read_patterns
from quorate.gate.tool_call import SHELL_TOOLS

LONGEST_WAIT = 3600
_NAMES = list_of(FILLED)
_ASKED = {
    "people": Field(_NAMES, "The people who are asked; they answer with their keys.", default=()),
    "needed": Field(whole(1, MOST_SEATS), "How many of them have to approve.", default=1),
    "panel": Field(FILLED, "The panel that is asked, in place of people; one of your own settings.", default=""),
}
RULE_KEYS = {
    "name": Field(FILLED, "What denials call the rule (default: its number and what it is about).", default=""),
    "tools": Field(_NAMES, "Names of tools, with * for any part.", default=()),
    "commands": Field(_NAMES, "Plain commands: first words, then `...` and what may follow.", default=()),
    "paths": Field(_NAMES, "Paths, with * for any part; <project> for the folder of the call.", default=()),
    "then": Field(one_of(*DECISIONS), "pass, ask or deny.", required=True, default=""),
    **_ASKED,
}
_RULE = record(RULE_KEYS)
GATE_KEYS = {
    "default": Field(one_of(*DECISIONS, OFF), "What happens to calls without a rule (default: deny).", default=""),
    **_ASKED,
    "wait": Field(whole(1, LONGEST_WAIT), "Seconds that a call waits for its verdict.", default=45),
    "rules": Field(list_of(_RULE), "Rules; the first that fits decides.", default=()),
}
GATE = record(GATE_KEYS)


def read_gate_settings(values: Mapping[str, Any] | None) -> Gate:
    """The values of the table as rules."""
    if not values:
        return Gate()
    rules = tuple(_rule(one) for one in values["rules"])
    return Gate(rules, values["default"], _asked(values), values["wait"])


def gate_problems(values: Mapping[str, Any] | None) -> Iterable[Problem]:
    """Yield what is wrong with the people who are named, and with rules that can never be met."""
    if not values:
        return
    tables = [(("gate",), values), *((("gate", "rules", index), rule) for index, rule in enumerate(values["rules"]))]
    for path, table in tables:
        people = table["people"]
        yield from name_problems(list(people), lambda index, path=path: (*path, "people", index), "person")  # type: ignore[misc]
        if people and table["needed"] > len(people):
            yield Problem((*path, "needed"), str(table["needed"]), f"at most {len(people)}, who are named")
        if people and table["panel"]:
            yield Problem((*path, "panel"), "a panel and people", "one of the two")
        if "commands" in table:
            yield from _command_problems(path, table)


def _command_problems(path: tuple[str | int, ...], rule: Mapping[str, Any]) -> Iterable[Problem]:
    for index, text in enumerate(rule["commands"]):
        try:
            patterns = read_patterns(text)
        except ValueError as error:
            yield Problem((*path, "commands", index), repr(text), str(error))
            continue
        if patterns[0].others and rule["then"] != PASS:
            yield Problem((*path, "commands", index), repr(text), "first words alone; only rules that pass have more")
    tools = rule["tools"]
    if tools and SHELL_TOOLS.issuperset(tools) and rule["then"] == PASS and not rule["commands"]:
        yield Problem((*path, "commands"), "nothing", "the commands that pass, because a shell runs anything")


def _rule(rule: Mapping[str, Any]) -> GateRule:
    commands = tuple(pattern for line in rule["commands"] for pattern in read_patterns(line))
    pattern = CallPattern(tuple(rule["tools"]), commands, tuple(rule["paths"]))
    return GateRule(pattern, rule["then"], _asked(rule), rule["name"])


def _asked(table: Mapping[str, Any]) -> Approvers:
    return Approvers(tuple(table["people"]), table["needed"], table["panel"])
