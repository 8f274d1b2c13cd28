"""Next steps as tools with their arguments. What only a person at a terminal can do is a command, and says so."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quorate.app.life.next_steps import NextStep
from quorate.core.errors import Refused
from quorate.deliberation.people import OTHER
from quorate.deliberation.precondition import short
from quorate.deliberation.principal import check_may, check_proved
from quorate.deliberation.session import Session
from quorate.documents.vote_form import needs_confidence
from quorate.protocols import protocol_named
from quorate.surfaces.cli.terminal.hints import (
    few_lines,
    moment_until,
    seat_names,
    shown_name,
    step_line,
    with_limits,
    with_notes,
)
from quorate.surfaces.cli.terminal.output.deliberation_lines import moment
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.mcp.caller import Caller

Values = Mapping[str, Any]
_TO_FILL_IN = "..."
_MET_BY = {"mitigation_plan": ("mitigation", "owner", "monitor"), "verification": ("verified",)}
_WAIT = "wait_for_deliberation"
ANSWERS = ("resolve", "hold", "override")


def tool_lines(steps: Sequence[NextStep], session: Session, caller: Caller, words: Words) -> list[str]:
    """One line per step; of many that are alike, the first few. In one form a person goes ahead, or does not."""
    is_form = caller.has_forms and not caller.is_proved
    shown = [step for step in steps if step.code != "hold" or not is_form or _is_for_a_person(step, session, caller)]

    def line(step: NextStep) -> str:
        write = None if _is_for_a_person(step, session, caller) else LINES.get(step.code)
        if write is not None:
            return write({**step.values, "session": session, "is_proved": caller.is_proved}, words)
        said = step_line(step, words)
        return words("mcp.next.terminal", step=said) if step.code in _AT_A_TERMINAL else said

    return few_lines(shown, words, line)


def _is_for_a_person(step: NextStep, session: Session, caller: Caller) -> bool:
    """True where this program would be refused: by a gate, or because a person votes or answers themselves."""
    if step.code in ANSWERS:
        return _refuses(lambda: check_may("answer", session, caller.answerer))
    if step.code not in ("vote", "retry"):
        return False
    seat = session.seat(str(step.values.get("seat", "")))
    is_persons = seat is not None and seat.voter_kind == "person" and not caller.is_proved
    return is_persons or _refuses(lambda: check_proved(session, caller.who))


def _refuses(check: Callable[[], None]) -> bool:
    try:
        check()
    except Refused:
        return True
    return False


def _call(tool: str, **arguments: object) -> str:
    """In ASCII, so that nothing in it looks like something else."""
    return f"{tool} {json.dumps(arguments)}"


def _vote(values: Values, words: Words) -> str:
    bound = {name: values[name] for name in ("id", "seat", "question")}
    needs = needs_confidence(protocol_named(values["session"].protocol))
    parts = ("choice", *(("confidence",) if needs else ()), "rationale")
    call = _call("cast_ballot", **bound, **dict.fromkeys(parts, _TO_FILL_IN))
    who = shown_name(values["who"]) if values["who"] else words("anybody")
    said = words("mcp.next.vote", seat=shown_name(values["seat"]), who=who, call=call)
    return f"{said} ({moment_until(values['until'], words)})" if values["until"] else said


def _resume(values: Values, words: Words) -> str:
    return words("mcp.next.resume", seats=seat_names(values["seats"], words), call=_call(_WAIT, id=values["id"]))


def _retry(values: Values, words: Words) -> str:
    call = _call("retry_seats", id=values["id"])
    line = words("mcp.next.retry", seats=seat_names(values["seats"], words), call=call)
    return with_limits(line, values, words)


def _release(values: Values, words: Words) -> str:
    question = short(values["session"].question_hash)
    call = _call("release_action", id=values["id"], action=_TO_FILL_IN, question=question)
    return words("mcp.next.release", call=call)


def _resolve(values: Values, words: Words) -> str:
    asked = values if values["is_proved"] else {**values, "labels": ()}  # a form has the choices
    return with_notes(words("mcp.next.resolve", call=_answer(values)), asked, words, json.dumps)


def _hold(values: Values, words: Words) -> str:
    only_choices = {**values, "people": (), "until": ""}
    return with_notes(words("mcp.next.hold", call=_answer(values)), only_choices, words, json.dumps)


def _answer(values: Values) -> str:
    """Where a person is asked in a form, what they answer is for them to say."""
    known = {"id": values["id"], "verdict": values["verdict"]}
    return _call("resolve_deliberation", **known, **(_answers(values) if values["is_proved"] else {}))


def _answers(values: Values) -> dict[str, object]:
    found: dict[str, object] = {}
    for one in values["needed"]:
        if one == "human_choice":
            label = next(iter(values["labels"]), _TO_FILL_IN)
            found |= {"choose": label, "go": values["go"], **({"reason": _TO_FILL_IN} if label == OTHER else {})}
        else:
            found |= dict.fromkeys(_MET_BY.get(one, ("accept_risk",)), _TO_FILL_IN)
    if values.get("notes"):
        found |= {"accept_notes": [_TO_FILL_IN], "strike_notes": [_TO_FILL_IN]}
    return found or {"decline": _TO_FILL_IN}


def _override(values: Values, words: Words) -> str:
    risk = {"accept_risk": _TO_FILL_IN} if values["is_proved"] else {}
    call = _call("resolve_deliberation", id=values["id"], verdict=values["verdict"], **risk)
    return words("mcp.next.override", call=call)


def _overdue(values: Values, words: Words) -> str:
    return words("mcp.next.overdue", since=moment(values["since"]), call=_call(_WAIT, id=values["id"]))


def _bound(values: Values, words: Words) -> str:
    return words("mcp.next.bound", at=moment(values["at"]), call=_call(_WAIT, id=values["id"]))


def _part(values: Values, words: Words) -> str:
    return words("mcp.next.part", call=_call(_WAIT, id=values["id"]))


LINES: Mapping[str, Callable[[Values, Words], str]] = {
    "vote": _vote,
    "resume": _resume,
    "retry": _retry,
    "release": _release,
    "resolve": _resolve,
    "hold": _hold,
    "override": _override,
    "overdue": _overdue,
    "bound": _bound,
    "part": _part,
}
_AT_A_TERMINAL = frozenset({*ANSWERS, "vote", "retry", "again", "reframe", "defer", "check"})
