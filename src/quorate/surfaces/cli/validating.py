"""Checks one consensus document."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from quorate.core.errors import DocumentError, UnknownName
from quorate.documents.container import decoded, parsed
from quorate.documents.findings import Findings
from quorate.protocols import ALIASES
from quorate.surfaces.cli import status
from quorate.surfaces.cli.streams import complain, named, put, put_json, read_document

NAMES = ("consensus", "evidence")


def validate_document(file: str, protocol: str, strict: bool, as_json: bool) -> int:
    """Shows what the check found; the exit status says whether a strict reader may go on."""
    if ALIASES.get(protocol, protocol) != "evidence":
        complain(str(UnknownName("protocol with a validation", protocol, NAMES)))
        return status.UNKNOWN_PROTOCOL
    try:
        answer = _answer(read_document(file))
    except DocumentError as error:
        raise error.in_source(named(file)) from None
    if as_json:
        put_json(json.dumps(answer, separators=(",", ":")))
    else:
        put("".join(line + "\n" for line in _report(answer)))
    return status.CONSENSUS_VIOLATED if strict and not answer["valid"] else status.WORKED


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
