"""Rules in settings: which calls pass, which are refused, which are asked and of whom. A project only tightens."""

from typing import NamedTuple

from quorate.gate.call_pattern import CallPattern, Resolve, allows, concerns
from quorate.gate.tool_call import ToolCall

PASS, ASK, DENY = DECISIONS = ("pass", "ask", "deny")
_STRICTNESS = {PASS: 0, ASK: 1, DENY: 2}


class Approvers(NamedTuple):
    """Of whom a call is asked: N of some people, or a panel of the user's settings."""

    people: tuple[str, ...] = ()
    needed: int = 1
    panel: str = ""

    @property
    def is_nobody(self) -> bool:
        """True where there is nobody to ask."""
        return not self.people and not self.panel


class GateRule(NamedTuple):
    """What happens to the calls of a pattern."""

    pattern: CallPattern
    decision: str
    asked: Approvers = Approvers()


class Gate(NamedTuple):
    """The rules of a settings file, the first that fits; `default` for calls of which none says anything.

    `asked` is of whom calls are asked where a rule says nothing else, and `people` may grant windows.
    """

    rules: tuple[GateRule, ...] = ()
    default: str = ""
    asked: Approvers = Approvers()
    wait: int = 45

    @property
    def is_missing(self) -> bool:
        """True where settings have no such table, or one that decides nothing."""
        return not self.rules and not self.default

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who may approve something here."""
        return tuple(dict.fromkeys((*self.asked.people, *(name for one in self.rules for name in one.asked.people))))


class GateDecision(NamedTuple):
    """What a call comes to by the rules; `code` says why."""

    decision: str
    code: str
    asked: Approvers = Approvers()


def decision_of(users: Gate, project: Gate, call: ToolCall, resolve: Resolve, *around: Gate) -> GateDecision:
    """The user's decision, or the strictest of the project and the folders around it where that is stricter.

    Of whom is asked, the user alone says.
    """
    mine = _decision(users, call, resolve, users.default or DENY)
    if users.is_missing:
        mine = mine._replace(code="no_gate")
    theirs = [_decision(one, call, resolve, one.default or PASS) for one in (project, *around)]
    stricter = max(mine, *theirs, key=lambda one: _STRICTNESS[one.decision])  # the first of those that are as strict
    if stricter is not mine or stricter.asked.is_nobody:
        stricter = stricter._replace(asked=users.asked)
    if stricter.decision == ASK and stricter.asked.is_nobody:
        return GateDecision(DENY, "nobody_to_ask")
    return stricter


def _decision(gate: Gate, call: ToolCall, resolve: Resolve, default: str) -> GateDecision:
    for rule in gate.rules:
        fits = allows if rule.decision == PASS else concerns
        if fits(rule.pattern, call, resolve):
            asked = gate.asked if rule.asked.is_nobody else rule.asked
            return GateDecision(rule.decision, "rule", asked)
    if default == PASS and call.command is not None and gate.default and not allows(CallPattern(), call, resolve):
        return GateDecision(ASK, "opaque", gate.asked)
    return GateDecision(default, "default", gate.asked)
