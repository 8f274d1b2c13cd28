"""Rules proposed from the calls on the record, each tried on all of these calls before anybody accepts it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.gate.call_question import is_stopped_by_person
from quorate.app.gate.gate_judgement import ALLOW, rules_decision
from quorate.app.gate.gate_terms import GateTerms
from quorate.core.verdict import BLOCK
from quorate.deliberation.events import Released
from quorate.deliberation.permission import would_be_acted_on
from quorate.deliberation.principal import Principal
from quorate.gate.call_pattern import CallPattern, allows, command_words
from quorate.gate.gate_events import CallAsked, CallJudged, WindowUsed
from quorate.gate.gate_rules import PASS, GateRule
from quorate.gate.plain_command import PROJECT, CommandPattern, words_of
from quorate.gate.streams import PREFIXES
from quorate.gate.tool_call import ToolCall, call_of_action

APPROVED, REFUSED, OPEN = "approved", "refused", "open"
_LEAST = 2
TermsOf = Callable[[str], GateTerms]
"""Returns the terms of a gate for the calls in a folder."""


class PastCall(NamedTuple):
    """A call on the record, and whether it was approved; without an outcome the rules alone decided it."""

    call: ToolCall
    outcome: str = ""


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
    """Proposed rules, tools that get none because no rule can say what of them passes, and how many calls pass when."""

    rules: tuple[Suggestion, ...]
    tools: tuple[Suggestion, ...]
    calls: int
    pass_now: int
    pass_then: int
    not_plain: int


@operation
async def suggest_rules(
    app: App, who: Principal, since: str, terms_of: TermsOf, known: Sequence[CommandPattern]
) -> Suggestions:
    """Propose rules from the calls since a moment, and replay all of them under each.

    A command gets the pattern that is known for it, any other is proposed exactly as it was made. At least two
    have to be approved, and none that it passes may be refused or wait, unless the same call was approved too.
    """
    calls = await _past_calls(app, since)
    before = [rules_decision(past.call, terms_of(past.call.folder)) for past in calls]
    pass_now = {number for number, decided in enumerate(before) if decided.decision == PASS}
    approved_once = {past.call.action for past in calls if past.outcome == APPROVED}
    groups: dict[CallPattern, list[int]] = {}
    tools: dict[str, list[str]] = {}
    for number in sorted({*range(len(calls))} - pass_now):
        call, asking = calls[number].call, before[number].number
        behind = terms_of(call.folder).users.rules[asking - 1 :] if asking else ()
        if any(rule.decision != PASS and (rule.pattern.commands or rule.pattern.paths) for rule in behind):
            continue  # a rule that passes the call would stand before one that is about commands or paths
        if pattern := _pattern_for(call, terms_of, known):
            groups.setdefault(pattern, []).append(asking)
        elif call.command is None and calls[number].outcome:
            tools.setdefault(call.tool, []).append(calls[number].outcome)
    suggested: list[Suggestion] = []
    pass_then = set(pass_now)
    for pattern, places in groups.items():
        suggestion = Suggestion(pattern, 0, 0, min(filter(None, places), default=0))
        passing = {
            number
            for number, past in enumerate(calls)
            if number not in pass_then and _passes(past.call, suggestion, terms_of)
        }
        past = [calls[number] for number in passing]
        approved = sum(one.outcome == APPROVED for one in past)
        is_fine = all(one.outcome in (APPROVED, OPEN) and one.call.action in approved_once for one in past)
        if approved >= _LEAST and is_fine:
            suggested.append(suggestion._replace(calls=len(passing), approved=approved))
            pass_then |= passing
    not_plain = sum(isinstance(past.call.command, str) and not words_of(past.call.command) for past in calls)
    suggested.sort(key=lambda suggestion: -suggestion.calls)
    asked = tuple(Suggestion(CallPattern((one,)), len(said), said.count(APPROVED), 0) for one, said in tools.items())
    return Suggestions(tuple(suggested), asked, len(calls), len(pass_now), len(pass_then), not_plain)


def _passes(call: ToolCall, suggestion: Suggestion, terms_of: TermsOf) -> bool:
    """Return True if a call passes once the suggestion is in its place among the rules."""
    terms = terms_of(call.folder)
    if not allows(suggestion.pattern, call, terms.resolve):
        return False
    rules, place = terms.users.rules, suggestion.before - 1 if suggestion.before else len(terms.users.rules)
    with_it = (*rules[:place], GateRule(suggestion.pattern, PASS), *rules[place:])
    return rules_decision(call, terms._replace(users=terms.users._replace(rules=with_it))).decision == PASS


def _pattern_for(call: ToolCall, terms_of: TermsOf, known: Sequence[CommandPattern]) -> CallPattern | None:
    """Return the narrowest pattern that is known to fit a call; None if no rule can let it pass."""
    if call.command is None:
        inside = CallPattern((call.tool,), paths=(f"<{PROJECT}>",))
        is_known = not call.tool.startswith("mcp") and allows(inside, call, terms_of(call.folder).resolve)
        return inside if is_known else None
    words = command_words(call)
    for pattern in (*known, CommandPattern(words)):
        if words and pattern.first[0] == words[0] and pattern.is_line:
            fitting = CallPattern(commands=(pattern,))
            if allows(fitting, call, terms_of(call.folder).resolve):
                return fitting
    return None


async def _past_calls(app: App, since: str) -> list[PastCall]:
    calls: list[PastCall] = []
    async for line in app.lines(PREFIXES):
        history = await app.record.read(line.deliberation)
        is_advice = any(isinstance(stored.event, CallJudged) for stored in history)
        for stored in history:
            if stored.at >= since and (past := await _past_call(app, stored.event, is_advice=is_advice)):
                calls.append(past)
    return calls


async def _past_call(app: App, event: object, *, is_advice: bool) -> PastCall | None:
    """Return the call of an event; None if it has none, or if the judgement of the same call is counted instead."""
    match event:
        case WindowUsed(action):
            return PastCall(call_of_action(action), APPROVED)
        case CallAsked(action, deliberation) if not is_advice:
            return PastCall(call_of_action(action), await _outcome(app, deliberation))
        case CallJudged(action, decision, _, deliberation):
            outcome = APPROVED if decision == ALLOW else await _outcome(app, deliberation) if deliberation else ""
            return PastCall(call_of_action(action), outcome)
    return None


async def _outcome(app: App, deliberation: str) -> str:
    session = await app.load(deliberation)
    if would_be_acted_on(session) or any(isinstance(ending.event, Released) for ending in session.endings):
        return APPROVED
    is_blocked = session.verdict is not None and session.verdict.action == BLOCK
    return REFUSED if is_blocked or is_stopped_by_person(session) else OPEN
