"""Notices and next steps as lines for a person; the steps are commands that can be typed."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from shlex import quote
from typing import Any

from quorate.app.life.next_steps import NextStep
from quorate.app.life.notices import Notice
from quorate.app.life.notices import engine_names as names_of
from quorate.deliberation.notes import note_options
from quorate.deliberation.people import OTHER
from quorate.deliberation.rounds.evidence_checks import ItemFinding
from quorate.reports.text import one_line
from quorate.surfaces.cli.terminal.output.deliberation_lines import moment
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.streams import STANDARD, complain

_HOW = {
    "human_choice": "--choose {label} {go}",
    "mitigation_plan": "--mitigation TEXT --owner NAME --monitor TEXT",
    "verification": "--verified TEXT",
}
_OVERRIDE = "--accept-risk TEXT"
_MOST = 10
_PLAIN_NAME = re.compile(r"[\w .@'-]+")
_IN_LISTS = ("vote", "part")


def announce(notices: Iterable[Notice], words: Words) -> None:
    """Says them on standard error, loudly."""
    for one in notices:
        complain(words("notice", what=notice_line(one, words)))


def notice_line(notice: Notice, words: Words) -> str:
    """What has to be known, as a sentence."""
    said = {name: words.named(one) if isinstance(one, tuple) else one for name, one in notice.values.items()}
    return words(f"notice.{notice.code}", **said)


def engine_names(engines: Sequence[str], words: Words) -> str:
    """Engines as people write them."""
    return words.named(names_of(tuple(engines)))


def step_lines(steps: Iterable[NextStep], words: Words, action_file: str | None = None) -> list[str]:
    """One line per step; of many that are alike, the first few. `action_file` is where the action was read."""
    return few_lines(steps, words, lambda step: step_line(step, words, action_file))


def few_lines(steps: Iterable[NextStep], words: Words, line: Callable[[NextStep], str]) -> list[str]:
    """Each step by its line; of many that are alike, the first few."""
    lines: list[str] = []
    for code, alike in groupby(steps, lambda step: step.code):
        found = [line(one) for one in alike]
        lines += _first_few(found, words) if code in _IN_LISTS else found
    return lines


def finding_lines(found: Sequence[ItemFinding], words: Words) -> list[str]:
    """What a check did not confirm, a line each: that it did not hold, or was not checked, and why."""
    return _first_few([_finding_line(one, words) for one in found], words)


def _finding_line(found: ItemFinding, words: Words) -> str:
    item, code = found.item, f"check.{found.why}"
    cited = item.file or item.address or item.id or item.command or words("check.item")
    said = {"cited": cited, "line": item.line, "section": item.section, "command": item.command}
    why = (
        words(code, **said)
        if words.knows(code)
        else words("check.not_read", cited=cited, why=found.why.replace("_", " "))
    )
    return one_line(words(f"check.{found.outcome}", why=why))


def how_to_answer(values: Mapping[str, Any]) -> str:
    """The options that meet what a verdict still requires, and the one that says which verdict is meant."""
    label, go = values["labels"][0] if values["labels"] else "LABEL", "--go" if values["go"] else "--hold"
    known = [_HOW[one].format(label=quote(label), go=go) for one in values["needed"] if one in _HOW]
    known += note_options(values.get("notes", ()))
    reason = ["--reason TEXT"] if label == OTHER and "human_choice" in values["needed"] else []
    override = [_OVERRIDE] if any(one not in _HOW for one in values["needed"]) else []
    said = [*known, *reason, *override] or ["--decline TEXT"]
    return " ".join([f"--verdict {values['verdict']}", *said])


def advice_line(choice: str, monitor: Sequence[str], words: Words) -> str:
    """The choice that can be undone, and what to monitor."""
    return words("ask.recommended", choice=choice, monitor="; ".join(monitor) or words("ask.watch"))


def step_line(step: NextStep, words: Words, action_file: str | None = None) -> str:
    """One step as a command that can be typed."""
    line, file = _LINES.get(step.code), quote(action_file) if action_file not in (None, STANDARD) else "FILE"
    return line(dict(step.values), words) if line else words(f"next.{step.code}", **{"file": file, **step.values})


def _overdue(values: dict[str, Any], words: Words) -> str:
    return words("next.overdue", id=values["id"], since=moment(values["since"]))


def _bound(values: dict[str, Any], words: Words) -> str:
    return words("next.bound", id=values["id"], at=moment(values["at"]))


def _advice(values: dict[str, Any], words: Words) -> str:
    return advice_line(values["choice"], values["monitor"], words)


def _resume(values: dict[str, Any], words: Words) -> str:
    return words("next.resume", id=values["id"], seats=seat_names(values["seats"], words))


def _retry(values: dict[str, Any], words: Words) -> str:
    return with_limits(words("next.retry", id=values["id"], seats=seat_names(values["seats"], words)), values, words)


def with_limits(line: str, values: Mapping[str, Any], words: Words) -> str:
    """The line of a retry after the seats that hit a rate limit."""
    limited = values.get("limited")
    return words("next.limited", seats=seat_names(limited, words), step=line) if limited else line


def seat_names(seats: Sequence[str], words: Words) -> str:
    """Of many seats, the first few."""
    return ", ".join(_first_few([*map(shown_name, seats)], words))


def shown_name(name: str) -> str:
    """A name in a sentence. One with other signs is quoted: whoever opens a deliberation chooses the names, and one
    could read like a step of ours."""
    return name if _PLAIN_NAME.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _again(values: dict[str, Any], words: Words) -> str:
    seats = " ".join(f"--seat {quote(one)}" for one in values["seats"])
    return words("next.again", id=values["id"], seats=seats)


def _vote(values: dict[str, Any], words: Words) -> str:
    who, seat = values["who"], values["seat"]
    named = {"seat": shown_name(seat), "who": shown_name(who) if who else words("anybody")}
    line = words("next.vote", **{**values, "seat_word": quote(seat), **named})
    return f"{line} ({moment_until(values['until'], words)})" if values["until"] else line


def moment_until(until: str, words: Words) -> str:
    """The deadline of a step."""
    return words("next.until", until=moment(until))


def _resolve(values: dict[str, Any], words: Words) -> str:
    return with_notes(words("next.resolve", id=values["id"], how=how_to_answer(values)), values, words)


def _hold(values: dict[str, Any], words: Words) -> str:
    only_choices = {**values, "people": (), "until": ""}
    return with_notes(words("next.hold", id=values["id"], how=how_to_answer(values)), only_choices, words)


def with_notes(line: str, values: Mapping[str, Any], words: Words, quoted: Callable[[str], str] = quote) -> str:
    """The line of an answer with the other choices, whose answer it is, and until when."""
    others = [quoted(one) for one in values["labels"][1:]]
    more = [words("next.choices", others=", ".join(others))] if others and "human_choice" in values["needed"] else []
    more += [words("next.note", note=name, marked=text) for name, text in values.get("notes", {}).items()]
    more += [words("next.only", people=", ".join(map(shown_name, values["people"])))] if values["people"] else []
    more += [moment_until(values["until"], words)] if values["until"] else []
    return f"{line} ({'; '.join(more)})" if more else line


_LINES: Mapping[str, Callable[[dict[str, Any], Words], str]] = {
    "overdue": _overdue,
    "bound": _bound,
    "advice": _advice,
    "resume": _resume,
    "retry": _retry,
    "again": _again,
    "vote": _vote,
    "resolve": _resolve,
    "hold": _hold,
}


def _first_few(lines: Sequence[str], words: Words) -> list[str]:
    more = len(lines) - _MOST
    return [*lines] if more <= 0 else [*lines[:_MOST], words("next.more", n=more)]
