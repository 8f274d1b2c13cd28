"""The words of stories: operations with their fields, what may be expected of a step, and the names of events.

Only words that people use stand here. What each interface calls them today is in the module of that interface.
"""

import re
from collections.abc import Mapping

OPERATIONS: Mapping[str, frozenset[str]] = {
    name: frozenset(fields.split())
    for name, fields in {
        # a question and its rounds
        "open": "subject context domain reversibility action action_for options constraints protocol panel policy "
        "mode scores approvers needed threshold labels urgency review_by supersedes as request ballot",
        "plan": "subject action options panel policy mode protocol supersedes",
        "vote": "of seat choice confidence rationale option conditions concerns evidence dissent_note challenge "
        "convinced_by risks alternatives key_evidence recused error inferred answered_by weight question round "
        "supersede request",
        "revise": "of subject context domain reversibility action options constraints reason request",
        "close": "of request",
        "redeliberate": "of seats trigger reason evidence factual request",
        "retry": "of seats request",
        "resume": "of",
        "check evidence": "of request",
        "reframe": "of into accept reason verdict as request",
        "defer": "of step owner monitor verdict request",
        # answers and the action
        "resolve": "of choice reason mitigation_plan owner monitor verification accept_notes strike_notes "
        "risk_acceptance decline verdict request",
        "release": "of action question request",
        "revoke": "of reason request",
        # what somebody is offered before they do it
        "look at own seats": "of",
        "look before voting": "of seat question round supersede",
        "look before voting again": "of seat question request",
        "look before answering": "of",
        "ask what is required": "of",
        "look before resuming": "of",
        "look before reframing": "of",
        # looking
        "show": "of",
        "find": "name",
        "wait": "of",
        "keep report": "of title",
        "replies": "of seat",
        "listen": "of",
        "hear": "",
        "log": "search",
        "inbox": "for",
        "risks": "of",
        "explain": "of",
        "retally": "of protocol threshold",
        "report": "of",
        "look everywhere": "of",
        "track": "of item status owner due mitigation monitor note request",
        "vindicate": "of item what link request",
        # learning
        "tell outcome": "of was note on request",
        "tell outcomes": "rows",
        "list due outcomes": "",
        "list voters": "",
        # keys and the record
        "issue key": "name scopes expires as",
        "list keys": "",
        "rotate key": "key overlap expires as",
        "revoke key": "key reason",
        "list refusals": "",
        "verify record": "against",
        "make checkpoint": "as",
        "back up": "as",
        "restore": "copy against",
        "sweep record": "",
        "look after the record": "",
        "stop calls": "",
        "demonstrate": "",
        "export": "of",
        "redact": "of text event field reason preview request",
        # counting a document
        "tally": "document protocol",
        # the gate
        "call tool": "tool command file session default project people as",
        "ask advice on tool": "tool command session default as",
        "grant window": "of minutes uses as",
        "close window": "window reason",
        "list windows": "",
        "suggest rules": "",
        # the fleet
        "register agent": "agent owner tags voter request",
        "describe agent": "agent owner tags request",
        "report agent": "agent risk coherence void request",
        "pause agent": "agent reason request",
        "archive agent": "agent reason request",
        "judge review": "agent of held_up request",
        "show agent": "agent",
        "show history": "agent",
        "list agents": "status",
        "list reviews": "status agent",
        "show fleet": "",
        "speak for agent": "agent",
        "import sessions": "sessions request",
        "request review": "agent reason dispute dialectic as request",
        "vote in review": "of vote reasoning conditions agent request",
        "show review": "of",
        "file thesis": "of root_cause conditions reasoning request",
        "file antithesis": "of metrics concerns reasoning request",
        "file synthesis": "of conditions agrees concerns root_cause reasoning request",
        "reassign review": "of to reason request",
        "verify review": "of approves reason accept_notes strike_notes ended request",
        "decide review": "of action conditions reason request",
        # contributions of agents to an epic
        "contribute": "decisions",
        "show consensus": "",
        "list conflicts": "",
        "propose resolution": "type proposal request",
        "vote on resolution": "vote confidence reason request",
        "resolve conflict": "accept text request",
    }.items()
}
"""Every operation with its fields. In a story the verb has an -s: "ann votes", "olga registers agent"."""

OF_A_DELIBERATION = frozenset(
    name
    for name, fields in OPERATIONS.items()
    if "of" in fields and not {"review", "file", "window"} & set(name.split())
)

REQUESTS_OF_AGENTS = frozenset(
    f"{name}.request"
    for name, fields in OPERATIONS.items()
    if "request" in fields and {"agent", "review", "file", "resolution", "conflict", "import"} & set(name.split())
)
"""The request ids of the fleet and of conflicts."""

_DELIBERATION = ("state", "status", "round", "revision", "verdict", "may_act", "needs", "decision", "seats")
_ANSWER = ("refused", "because", "events", "records", "repeated", "no_effect", "says", "hides", "lists", "answer")
EXPECTATIONS = frozenset({*_DELIBERATION, *_ANSWER, "agents", "review", "gate_says", "intact", "refusals"})
"""What a step may say must hold. README.md explains each."""

PEOPLE = frozenset({"name", "scopes", "is"})
KINDS = ("a key", "owner", "by name", "a program", "a program with a key", "in a form")
"""How somebody is known: by a key, as the owner of the record, by name alone; or by a program that acts for them, or
that shows them a form."""

_STATE = ("refused", "outdated", "forbidden", "missing scope", "access denied")
CODES = frozenset({"invalid", "unknown name", "not found", "key reused", "name taken", *_STATE})
"""Codes of refusals; those of the fleet are in capitals."""

_EVENTS = {"Cast": "ballot", "Failed": "failed seat"}
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


def event_words(kind: str) -> str:
    """A stored kind as stories name it: `RoundOpened` is "round opened"."""
    return _EVENTS.get(kind) or _WORD.sub(" ", kind).lower()


def _third_person(operation: str) -> str:
    verb, _, rest = operation.partition(" ")
    verb = verb[:-1] + "ies" if verb.endswith("y") and verb[-2] not in "aeo" else f"{verb}s"
    return f"{verb} {rest}".strip()


_LISTS = {name: f"look at the {name}" for name in ("log", "inbox", "risks", "replies")}
_PHRASES = {_LISTS.get(name, name): name for name in OPERATIONS}
VERBS: Mapping[str, str] = {
    **{_third_person(phrase): name for phrase, name in _PHRASES.items()},
    **{f"each {phrase}": name for phrase, name in _PHRASES.items()},
}
"""Operations by how a step says them: "ann votes", or "ann, ben each vote" for one after the other."""
