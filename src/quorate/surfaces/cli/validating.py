"""Checks one consensus document."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from quorate.core.errors import DocumentError, UnknownName
from quorate.documents.container import decoded, parsed
from quorate.documents.findings import Findings
from quorate.protocols import ALIASES
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.terminal.streams import complain, named, put, put_json, read_document

NAMES = ("consensus", "evidence")
E_PROTOCOL_VALIDATION = "E_PROTOCOL_VALIDATION"


class Check(NamedTuple):
    """What is to be checked, and how strictly; a gate lets nothing pass that is not valid."""

    file: str
    protocol: str
    strict: bool = False
    is_gate: bool = False
    task: str = ""


def validate_document(check: Check, as_json: bool) -> int:
    """Shows what the check found; the exit status says whether a strict reader, or whoever waits, may go on."""
    if ALIASES.get(check.protocol, check.protocol) != "evidence":
        complain(str(UnknownName("protocol with a validation", check.protocol, NAMES)))
        return exit_status.UNKNOWN_PROTOCOL
    try:
        answer = _answer(read_document(check.file))
    except DocumentError as error:
        raise error.in_source(named(check.file)) from None
    if check.is_gate and not check.strict and not answer["valid"]:
        put_json(json.dumps({"error": _refusal(check, answer)}, separators=(",", ":")))
        return exit_status.UNKNOWN_PROTOCOL
    if as_json:
        put_json(json.dumps(answer, separators=(",", ":")))
    else:
        put("".join(line + "\n" for line in _report(answer)))
    return exit_status.CONSENSUS_VIOLATED if check.strict and not answer["valid"] else exit_status.WORKED


def _refusal(check: Check, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Why a gate stays closed, for the program that asked."""
    task = {"taskId": check.task} if check.task else {}
    message = "; ".join(violation["message"] for violation in answer["violations"])
    return {"code": E_PROTOCOL_VALIDATION, "protocol": check.protocol, **task, "message": message, **answer}


def _answer(data: bytes) -> Mapping[str, Any]:
    from quorate.protocols.evidence.validation import VALIDATION_DOCUMENT, to_plain, validate

    value, line_of = parsed(decoded(data))
    problems = Findings()
    values = VALIDATION_DOCUMENT.read(value, (), problems)
    if problems:
        raise DocumentError([problem._replace(line=line_of(problem.path)) for problem in problems])
    return to_plain(validate(values))


def _report(answer: Mapping[str, Any]) -> Iterator[str]:
    yield f"{'valid' if answer['valid'] else 'not valid'}, score {answer['score']} of 100"
    yield from _section("Violations", answer["violations"])
    yield from _section("Findings, which do not change the score", answer["findings"])


def _section(title: str, entries: list[Mapping[str, str]]) -> Iterator[str]:
    from quorate.reports.text import one_line

    if entries:
        yield f"\n{title}"
    for entry in entries:
        yield f"  {entry['requirement']} [{entry['severity']}] {one_line(entry['message'])}"
        if fix := entry.get("fix"):
            yield f"    fix: {one_line(fix)}"
