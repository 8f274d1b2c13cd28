"""Verdicts for the tests of reports: all of them counted from real documents."""

import os
from pathlib import Path
from typing import Any

from quorate.core.errors import DocumentError
from quorate.documents.tally import Tally, read_tally, read_value
from quorate.documents.values import plain_mapping
from quorate.reports import render
from tests.casebook import as_yaml, table_at

GOLDEN = Path(__file__).parent / "golden"
CASES: dict[str, dict[str, Any]] = table_at(GOLDEN / "cases.yaml")
DATE = "2026-11-15"


def document(name: str) -> str:
    """A case's document as YAML, so that its numbers are read as they are written."""
    return as_yaml(CASES[name])


def rendered(source: str | dict[str, Any], form: str = "text", **how: Any) -> str:
    """The report on a document, or on the case of that name."""
    text = document(source) if isinstance(source, str) and source in CASES else source
    return _report(read_tally(text) if isinstance(text, str) else _recorded(text), form, **how)


def rendered_as_recorded(source: dict[str, Any], form: str) -> str:
    """The same on a document that is read as one on the record, whether or not it would be accepted now."""
    return _report(read_value(plain_mapping(source), recorded=True), form)


def _report(tally: Tally, form: str, **how: Any) -> str:
    return render(tally.case.question, tally.verdict(), form=form, date=DATE, **how)


def _recorded(source: dict[str, Any]) -> Tally:
    """Reports are made of what is on the record, where names may be of a kind that is refused by now."""
    try:
        return read_tally(source)
    except DocumentError:
        return read_value(plain_mapping(source), recorded=True)


def magi_document(*votes: dict[str, Any], subject: str = "Shall we?", **question: Any) -> dict[str, Any]:
    """A magi document with those votes."""
    return {"question": {"subject": subject, **question}, "votes": list(votes)}


def matches(name: str, text: str) -> bool:
    """True where the golden file of that name holds this text; with QUORATE_GOLDEN=write it is written first."""
    path = GOLDEN / name
    if os.environ.get("QUORATE_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8") == text
