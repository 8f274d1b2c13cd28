"""The words of verdicts: what each means, and which protocol says it. Who says what is found by running the cases."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from quorate import tally, to_json
from quorate.core.ballot import FAILURES
from quorate.core.verdict import ACTIONS, FLAGS, REQUIREMENTS
from quorate.protocols.quorum.hard_limits import RULES
from quorate.reports.language.en.verdict import PHRASES
from quorate.surfaces.cli import exit_status
from tests.casebook import cases_of, document_text
from tests.docs.reference.documents import BUILT_IN
from tests.docs.reference.tables import code, codes, table

Verdict = dict[str, Any]
INTRODUCTION = """# Words

The words that verdicts are made of. Which protocol says what was found by counting every case in `tests/cases`.
"""
ACTION_MEANINGS = {
    "proceed": "Go ahead, once nothing is required any more.",
    "block": "Do not do it.",
    "ask": "A person decides.",
    "redeliberate": "The panel votes again, with more to go on.",
    "cooldown": "Wait, then look again.",
}
LEVELS = {
    "L1": "On the record only.",
    "L2": "A person is asked.",
    "L3": "Stopped until the stated requirement is met.",
    "L4": "A person went ahead against the panel, with a written risk acceptance. No count says this by itself.",
}
NON_VOTES = {
    "abstained": "The voter's own will.",
    "timeout": "A failure: no answer in time.",
    "error": "A failure: the voter broke down.",
    "unreadable": "A failure: there was a reply, and no ballot in it, also when asked once more.",
    "absent": "A failure: the voter was not there.",
    "recused": "No failure: the seat leaves the roster before counting.",
    "not_needed": "No failure: the count was settled without this seat.",
}
STATUSES = {
    "WORKED": "It worked. With `--gate`: the verdict may be acted on.",
    "FAILED": "Something failed that is not the input's fault.",
    "WRONG": "The input or the usage is wrong, or it is refused. In a batch: some lines were refused.",
    "BLOCKED": "With `--gate`: blocked, declined by a person, used up or taken back.",
    "PERSON_NEEDED": "With `--gate`: a person, or more than there is, is needed; ballots may be missing.",
    "CONSENSUS_VIOLATED": "`validate --strict`: the document is not valid.",
    "UNKNOWN_PROTOCOL": "`validate`: there are no requirements for that protocol.",
    "INTERRUPTED": "Interrupted from the keyboard.",
}
DEGRADED = "A seat failed. Always named first."
RESULTS = """
A MAJORITY or MAJORITY_REJECTION that asks carries the flag CONFIDENCE_OVERRIDE. A UNANIMOUS or MAJORITY that is
deliberated again has every answering seat below 50. A RESUME that blocks has a condition that crosses a hard limit.
"""


def words() -> str:
    """Results, actions, requirements, flags, escalations, non-votes, notes, hard limits, exit statuses."""
    verdicts = _verdicts()
    assert set(FAILURES) <= set(NON_VOTES)
    sections = {
        "Results": _results(),
        "Actions": table(("action", "meaning"), ((code(name), ACTION_MEANINGS[name]) for name in ACTIONS)),
        "Requirements": _said(verdicts, "requirement", REQUIREMENTS, _requirements, _requirement),
        "Flags": _said(verdicts, "flag", FLAGS, lambda verdict: verdict["flags"], _flag),
        "Escalations": _escalations(verdicts),
        "Levels": table(("level", "meaning"), ((code(level), meaning) for level, meaning in LEVELS.items())),
        "Non-votes": table(("kind", "meaning"), ((code(kind), meaning) for kind, meaning in NON_VOTES.items())),
        "Notes in the receipt": _notes(verdicts),
        "Hard limits": "A condition of a resume, under quorum:\n\n" + "".join(f"- {rule}\n" for rule in RULES.values()),
        "Exit statuses": _statuses(),
    }
    return INTRODUCTION + "".join(f"\n## {title}\n\n{body}" for title, body in sections.items())


@cache
def _verdicts() -> list[Verdict]:
    """The verdicts on all cases, as JSON holds them."""
    return [json.loads(to_json(tally(document_text(case)))) for name in BUILT_IN for case in cases_of(name)]


def results_by_action() -> dict[str, dict[str, set[str]]]:
    """For each protocol and action, the results that lead to it."""
    said: dict[str, dict[str, set[str]]] = {}
    for verdict in _verdicts():
        actions = said.setdefault(verdict["protocol"], {})
        actions.setdefault(verdict["action"], set()).add(verdict["result"])
    return said


def _results() -> str:
    said = results_by_action()
    rows = [(code(name), *(codes(sorted(said[name].get(action, ()))) for action in ACTIONS)) for name in BUILT_IN]
    return table(("protocol", *ACTIONS), rows) + RESULTS


def _said(
    verdicts: Iterable[Verdict],
    what: str,
    known: Iterable[str],
    words_in: Callable[[Verdict], Iterable[str]],
    meaning: Callable[[str], str],
) -> str:
    by: dict[str, set[str]] = {word: set() for word in known}
    for verdict in verdicts:
        for word in words_in(verdict):
            by[word].add(verdict["protocol"])
    rows = ((code(word), meaning(word), _protocols(names)) for word, names in by.items())
    return table((what, "meaning", "said by"), rows)


def _protocols(names: set[str]) -> str:
    return ", ".join(name for name in BUILT_IN if name in names)


def _requirements(verdict: Verdict) -> list[str]:
    requires: list[str] = verdict["requires"]
    return requires


def _requirement(word: str) -> str:
    return PHRASES[f"needed.{word}"]


def _flag(word: str) -> str:
    return DEGRADED if word == FLAGS[0] else PHRASES[f"flag.{word}"]


def _escalations(verdicts: Iterable[Verdict]) -> str:
    by: dict[tuple[str, str], set[str]] = {}
    for verdict in verdicts:
        for one in verdict["escalations"]:
            by.setdefault((one["level"], one["reason"]), set()).add(verdict["protocol"])
    rows = (
        (code(level), code(reason), _phrase("reason", reason), _protocols(names))
        for (level, reason), names in sorted(by.items(), key=lambda item: (-int(item[0][0][1]), item[0][1]))
    )
    return table(("level", "reason", "meaning", "said by"), rows)


def _notes(verdicts: Iterable[Verdict]) -> str:
    by: dict[str, set[str]] = {}
    for verdict in verdicts:
        for note in verdict["receipt"]["notes"]:
            by.setdefault(note["code"], set()).add(verdict["protocol"])
    rows = ((code(word), _phrase("note", word), _protocols(by[word])) for word in sorted(by))
    return table(("note", "meaning", "said by"), rows)


def _phrase(kind: str, word: str) -> str:
    """What reports say, with names and numbers left out."""
    if word == "hard_limit":
        return PHRASES["flag.HARD_LIMIT"]
    phrase = PHRASES.get(f"{kind}.{word}.one", PHRASES[f"{kind}.{word}"])
    return re.sub(r"\{\w+\}", "…", re.sub(r" \(\{names\}\)| \(\{percent\}%\)", "", phrase))


def _statuses() -> str:
    numbers: Mapping[str, int] = {name: getattr(exit_status, name) for name in dir(exit_status) if name in STATUSES}
    assert numbers.keys() == STATUSES.keys()
    rows = ((code(str(number)), STATUSES[name]) for name, number in sorted(numbers.items(), key=lambda item: item[1]))
    return table(("status", "meaning"), rows)
