"""Checks one consensus document."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from quorate.core.errors import DocumentError, UnknownName
from quorate.core.protocol import Validation
from quorate.documents.container import decoded, parsed
from quorate.documents.findings import Findings
from quorate.protocols import ALIASES, names_of_those, protocol_named
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.terminal.streams import complain, named, put, put_json, read_document

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
    validation = _validation(check.protocol)
    if validation is None:
        complain(str(UnknownName("protocol with a validation", check.protocol, _names())))
        return exit_status.UNKNOWN_PROTOCOL
    try:
        answer = _answer(validation, read_document(check.file))
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


def _validation(protocol: str) -> Validation | None:
    try:
        validation = protocol_named(protocol).validation
    except UnknownName:
        return None
    return validation() if validation else None


def _names() -> list[str]:
    names = names_of_those(lambda one: one.validation)
    return sorted([*names, *(alias for alias, name in ALIASES.items() if name in names)])


def _answer(validation: Validation, data: bytes) -> Mapping[str, Any]:
    value, line_of = parsed(decoded(data))
    problems = Findings()
    values = validation.document.read(value, (), problems)
    if problems:
        raise DocumentError([problem._replace(line=line_of(problem.path)) for problem in problems])
    return validation.findings_in(values)


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
