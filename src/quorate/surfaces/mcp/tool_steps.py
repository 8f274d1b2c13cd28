"""Next steps as tools with their arguments. What only a person at a terminal can do is a command, and says so."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quorate.app.life.next_steps import NextStep
from quorate.deliberation.precondition import short
from quorate.deliberation.session import Session
from quorate.surfaces.cli.terminal.hints import few_lines, moment_until, step_line, with_notes
from quorate.surfaces.cli.terminal.output.deliberation_lines import moment
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.mcp.caller import Caller

Values = Mapping[str, Any]
_TO_FILL_IN = "..."
_MET_BY = {"mitigation_plan": ("mitigation", "owner", "monitor"), "verification": ("verified",)}
_WAIT = "wait_for_deliberation"
_ANSWERS = ("resolve", "hold", "override")


def tool_lines(steps: Sequence[NextStep], session: Session, caller: Caller, words: Words) -> list[str]:
    """One line per step; of many that are alike, the first few."""

    def line(step: NextStep) -> str:
        write = None if _is_for_a_person(step, session, caller) else _LINES.get(step.code)
        if write is not None:
            return write({**step.values, "session": session, "is_proved": caller.is_proved}, words)
        said = step_line(step, words)
        return words("mcp.next.terminal", step=said) if step.code in _AT_A_TERMINAL else said

    return few_lines(steps, words, line)


def _is_for_a_person(step: NextStep, session: Session, caller: Caller) -> bool:
    """A program without a key does not vote for a person, and only a form lets it have a person answer."""
    if step.code == "vote":
        seat = session.seat(str(step.values["seat"]))
        return not caller.is_proved and seat is not None and seat.voter_kind == "person"
    return step.code in _ANSWERS and not (caller.is_proved or caller.has_forms)


def _call(tool: str, **arguments: object) -> str:
    """In ASCII, so that nothing in it looks like something else."""
    return f"{tool} {json.dumps(arguments)}"


def _vote(values: Values, words: Words) -> str:
    bound = {name: values[name] for name in ("id", "seat", "question")}
    call = _call("cast_ballot", **bound, choice=_TO_FILL_IN, rationale=_TO_FILL_IN)
    said = words("mcp.next.vote", seat=values["seat"], who=values["who"] or words("anybody"), call=call)
    return f"{said} ({moment_until(values['until'], words)})" if values["until"] else said


def _resume(values: Values, words: Words) -> str:
    return words("mcp.next.resume", n=len(values["seats"]), call=_call(_WAIT, id=values["id"]))


def _retry(values: Values, words: Words) -> str:
    return words("mcp.next.retry", n=len(values["seats"]), call=_call("retry_seats", id=values["id"]))


def _release(values: Values, words: Words) -> str:
    question = short(values["session"].question_hash)
    call = _call("release_action", id=values["id"], action=_TO_FILL_IN, question=question)
    return words("mcp.next.release", call=call)


def _resolve(values: Values, words: Words) -> str:
    return with_notes(words("mcp.next.resolve", call=_answer(values)), values, words)


def _hold(values: Values, words: Words) -> str:
    only_choices = {**values, "people": (), "until": ""}
    return with_notes(words("mcp.next.hold", call=_answer(values)), only_choices, words)


def _answer(values: Values) -> str:
    """Where a person is asked in a form, what they answer is for them to say."""
    known = {"id": values["id"], "verdict": values["verdict"]}
    return _call("resolve_deliberation", **known, **(_answers(values) if values["is_proved"] else {}))


def _answers(values: Values) -> dict[str, object]:
    found: dict[str, object] = {}
    for one in values["needed"]:
        if one == "human_choice":
            found |= {"choose": next(iter(values["labels"]), _TO_FILL_IN), "go": values["go"]}
        else:
            found |= dict.fromkeys(_MET_BY.get(one, ("accept_risk",)), _TO_FILL_IN)
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


_LINES: Mapping[str, Callable[[Values, Words], str]] = {
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
_AT_A_TERMINAL = frozenset({*_ANSWERS, "vote", "again", "reframe", "defer", "check"})
