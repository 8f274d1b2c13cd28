"""What a gate says of a call: it passes, it is allowed, or it is denied. Whoever asks gets an answer in time."""

import json
from typing import NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.app.gate.call_question import (
    AskedCall,
    blocked_in,
    is_pending,
    log_of,
    question_of,
    refused_because,
    use_permission,
    wait_for_verdict,
)
from quorate.app.gate.gate_terms import GateTerms
from quorate.app.gate.windows import open_windows, use_window
from quorate.core.errors import AppendConflict
from quorate.deliberation.moves import LONGEST
from quorate.deliberation.permission import would_be_acted_on
from quorate.deliberation.principal import Principal
from quorate.gate.call_pattern import is_too_long
from quorate.gate.gate_events import CallJudged
from quorate.gate.gate_rules import ASK, DENY, OFF, PASS, GateDecision, decision_of
from quorate.gate.own_calls import is_delicate, touch_of
from quorate.gate.streams import CallLog, call_day, call_stream
from quorate.gate.tool_call import ToolCall
from quorate.record.port import CALL, RequestKey
from quorate.record.side_streams import gate_change

ALLOW, DELICATE = "allow", "delicate"
_MOST_TRIES = 2


class Judgement(NamedTuple):
    """`decision` is pass (the program's own rules go on), allow or deny; `code` says why, `where` what decided.

    `rule` is the rule that denied the call or asked about it, and `file` the settings that have it. `reasons` are what
    the people said who refused it, by name.
    """

    decision: str
    code: str
    where: str = ""
    rule: str = ""
    file: str = ""
    reasons: tuple[tuple[str, str], ...] = ()


@operation
async def judge_call(app: App, who: Principal, call: ToolCall, terms: GateTerms) -> Judgement:
    """Whether a call may be made. An approval is used up by this, so the call may be made once."""
    decided = rules_decision(call, terms)
    if decided.decision != ASK:
        return Judgement(decided.decision, decided.code, "", decided.rule, decided.file)
    await app.make_record()
    if window := await use_window(app, who, call, terms):
        return Judgement(ALLOW, "window", window)
    judged = await _by_verdict(app, who, call, decided, terms)
    return judged._replace(rule=decided.rule, file=decided.file)


@operation
async def advise_call(app: App, who: Principal, call: ToolCall, terms: GateTerms) -> Judgement:
    """What would have been decided, on the record; nothing is allowed or refused.

    Whoever would have been asked is asked, by a question that only advises. Engines are waited for; people are not,
    since nothing waits for them.
    """
    decided = rules_decision(call, terms)
    await app.make_record()
    judged = Judgement(decided.decision, decided.code)
    if decided.decision == ASK:
        judged = await _advised(app, who, AskedCall(call, decided.asked, terms, is_advice=True))
    await _note(app, who, CallJudged(call.action, judged.decision, judged.code, judged.where), call)
    return judged


async def _advised(app: App, who: Principal, asked: AskedCall) -> Judgement:
    for window in () if await blocked_in(app, asked.call) else await open_windows(app):
        if window.is_for(asked.call, asked.terms.resolve):
            return Judgement(ALLOW, "window", window.id)
    where = await question_of(app, who, asked)
    if not asked.asked.people:
        await wait_for_verdict(app, who, where, asked.terms.users.wait)
    session = await app.moved(where, who)
    if would_be_acted_on(session):
        return Judgement(ALLOW, "approved", where)
    return Judgement(DENY, "pending" if is_pending(session) else "refused", where)


def rules_decision(call: ToolCall, terms: GateTerms) -> GateDecision:
    """Return what the rules say of a call; whatever they say, one that touches Quorate itself is denied."""
    if terms.users.default == OFF:
        return GateDecision(PASS, OFF)
    if is_too_long(call):
        return GateDecision(DENY, "too_many_words")
    if touch := touch_of(call, terms.ground, terms.resolve):
        return GateDecision(DENY, touch[0], rule=json.dumps(touch[1][:200]))
    decided = decision_of(terms.users, terms.project, call, terms.resolve, *terms.around)
    if decided.decision == PASS and is_delicate(call, terms.ground, terms.resolve):
        asked = terms.users.asked
        decision, code = (DENY, "nobody_to_ask") if asked.is_nobody else (ASK, DELICATE)
        decided = GateDecision(decision, code, asked, DELICATE)
    if decided.decision == ASK and len(call.action) > LONGEST["action"]:
        return decided._replace(decision=DENY, code="too_large")
    return decided


async def _by_verdict(app: App, who: Principal, call: ToolCall, decided: GateDecision, terms: GateTerms) -> Judgement:
    """Whoever uses a permission that another identical call has just used up is asked again."""
    where = ""
    for _ in range(_MOST_TRIES):
        where = await question_of(app, who, AskedCall(call, decided.asked, terms))
        found = await wait_for_verdict(app, who, where, terms.users.wait)
        if await use_permission(app, who, call, found):
            return Judgement(ALLOW, "approved", where)
        session = (await app.whole(where)).session
        if not session.endings:
            if is_pending(session):
                return Judgement(DENY, "pending", where)
            return Judgement(DENY, "refused", where, reasons=refused_because(session))
    return Judgement(DENY, "used", where)


async def _note(app: App, who: Principal, judged: CallJudged, call: ToolCall) -> None:
    while True:
        name = call.advice_hash
        found = await log_of(app, name) or CallLog(call_day(name), 0)
        after = found._replace(id=call_stream(name), position=found.position + 1)
        try:
            change = gate_change(found.id, found.position, (judged,), after)
            key = None if found.position else RequestKey(f"{CALL}{name}", name)
            _, is_new = await app.record.append([change], who.author, key)
        except AppendConflict:
            continue
        if is_new:
            return
