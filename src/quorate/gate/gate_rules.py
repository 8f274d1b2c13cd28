"""Rules in settings: which calls pass, which are refused, which are asked and of whom. A project only tightens."""

from typing import NamedTuple

from quorate.gate.call_pattern import CallPattern, Resolve, allows, concerns
from quorate.gate.tool_call import ToolCall

PASS, ASK, DENY = DECISIONS = ("pass", "ask", "deny")
OFF = "off"
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
    """What happens to the calls of a pattern. A rule without a name is named after its pattern."""

    pattern: CallPattern
    decision: str
    asked: Approvers = Approvers()
    name: str = ""

    @property
    def label(self) -> str:
        """Return the name by which a denial names the rule."""
        commands = [" ".join(command.first) for command in self.pattern.commands]
        parts = [self.pattern.tools, commands, self.pattern.paths]
        return self.name or ": ".join(", ".join(part[:3]) for part in parts if part) or "*"


class Gate(NamedTuple):
    """The rules of a settings file, the first that fits; `default` for calls of which none says anything.

    `asked` is of whom calls are asked if a rule names nobody, and `people` may grant windows. `file` is named in
    denials.
    """

    rules: tuple[GateRule, ...] = ()
    default: str = ""
    asked: Approvers = Approvers()
    wait: int = 45
    file: str = ""

    @property
    def is_missing(self) -> bool:
        """True if settings have no such table, or one that decides nothing."""
        return not self.rules and not self.default

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who may approve something here."""
        return tuple(dict.fromkeys((*self.asked.people, *(name for rule in self.rules for name in rule.asked.people))))


class GateDecision(NamedTuple):
    """What a call comes to by the rules; `code` says why, and `rule` and `file` by which.

    `number` is that of the user's rule, from 1 on.
    """

    decision: str
    code: str
    asked: Approvers = Approvers()
    rule: str = ""
    file: str = ""
    number: int = 0


def decision_of(users: Gate, project: Gate, call: ToolCall, resolve: Resolve, *around: Gate) -> GateDecision:
    """Return the user's decision, or the strictest of the project and the folders around it if that is stricter.

    Of whom is asked, the user alone says.
    """
    default = users.default or DENY
    if default == PASS and call.command is not None:
        default = ASK  # a shell line passes by a rule that knows it, or by nothing
    mine = _decision(users, call, resolve, default)
    if users.is_missing:
        mine = mine._replace(code="no_gate")
    defaults = {"": PASS, OFF: PASS}
    theirs = [_decision(gate, call, resolve, defaults.get(gate.default, gate.default)) for gate in (project, *around)]
    strictest = max(mine, *theirs, key=lambda decision: _STRICTNESS[decision.decision])  # the first of the strictest
    if strictest is not mine or strictest.asked.is_nobody:
        strictest = strictest._replace(asked=users.asked, number=strictest.number if strictest is mine else 0)
    if strictest.decision == ASK and strictest.asked.is_nobody:
        return strictest._replace(decision=DENY, code="nobody_to_ask")
    return strictest


def _decision(gate: Gate, call: ToolCall, resolve: Resolve, default: str) -> GateDecision:
    """Return what the first rule says that fits, else the default."""
    for number, rule in enumerate(gate.rules, 1):
        fits = allows if rule.decision == PASS else concerns
        if fits(rule.pattern, call, resolve):
            asked = gate.asked if rule.asked.is_nobody else rule.asked
            return GateDecision(rule.decision, "rule", asked, f"{number} ({rule.label})", gate.file, number)
    return GateDecision(default, "default", gate.asked, "default", gate.file)
