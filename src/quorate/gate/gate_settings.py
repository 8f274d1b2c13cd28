"""The table `[gate]` of a settings file, as rules."""

from collections.abc import Iterable, Mapping
from typing import Any

from quorate.core.errors import Problem
from quorate.core.panel import MOST_SEATS
from quorate.core.shape import FILLED, TEXT, Field, list_of, mapping_of, one_of, record, whole
from quorate.core.text.names import name_problems
from quorate.gate.call_pattern import CallPattern
from quorate.gate.gate_rules import DECISIONS, Approvers, Gate, GateRule

LONGEST_WAIT = 3600
_NAMES = list_of(FILLED)
_ASKED = {
    "people": Field(_NAMES, "The people who are asked; they answer with their keys.", default=()),
    "needed": Field(whole(1, MOST_SEATS), "How many of them have to approve.", default=1),
    "panel": Field(FILLED, "The panel that is asked, in place of people; one of your own settings.", default=""),
}
RULE_KEYS = {
    "tools": Field(_NAMES, "Names of tools; one may end in *.", default=()),
    "command": Field(_NAMES, "The words of a shell command; <word>, <number>, <path> stand for one.", default=()),
    "input": Field(mapping_of(TEXT), "Keys of the input and their values; <any> for whatever.", default={}),
    "then": Field(one_of(*DECISIONS), "pass, ask or deny.", required=True, default=""),
    **_ASKED,
}
_RULE = record(RULE_KEYS)
GATE_KEYS = {
    "default": Field(one_of(*DECISIONS), "What happens to calls without a rule (default: deny).", default=""),
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
    """What is wrong with the people who are named, and with rules that can never be met."""
    if not values:
        return
    tables = [(("gate",), values), *((("gate", "rules", index), one) for index, one in enumerate(values["rules"]))]
    for path, table in tables:
        people = table["people"]
        yield from name_problems(list(people), lambda index, path=path: (*path, "people", index), "person")  # type: ignore[misc]
        if people and table["needed"] > len(people):
            yield Problem((*path, "needed"), str(table["needed"]), f"at most {len(people)}, who are named")
        if people and table["panel"]:
            yield Problem((*path, "panel"), "a panel and people", "one of the two")


def _rule(one: Mapping[str, Any]) -> GateRule:
    pattern = CallPattern(tuple(one["tools"]), tuple(one["command"]), dict(one["input"]))
    return GateRule(pattern, one["then"], _asked(one))


def _asked(one: Mapping[str, Any]) -> Approvers:
    return Approvers(tuple(one["people"]), one["needed"], one["panel"])
