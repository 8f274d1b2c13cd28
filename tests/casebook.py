"""The tables of cases: where they lie and how an expectation is compared."""

import json
from pathlib import Path
from typing import Any

import yaml

CASES = Path(__file__).parent / "cases"
Case = dict[str, Any]


def cases_of(table: str) -> list[Case]:
    """The cases of one table."""
    loaded: list[Case] = yaml.safe_load((CASES / f"{table}.yaml").read_text(encoding="utf-8"))
    return loaded


def document_text(case: Case) -> str:
    """The case's document as YAML, so that its numbers are read as they are written."""
    return yaml.safe_dump(case["document"], allow_unicode=True, sort_keys=False)


def unmet(expected: Case, actual: Case) -> dict[str, Any]:
    """The expectations that do not hold, with what was found instead."""
    found = {key: _found(actual, key.rstrip("~#")) for key in expected}
    return {key: found[key] for key, wanted in expected.items() if not _holds(key, wanted, found[key])}


def _holds(key: str, wanted: Any, found: Any) -> bool:
    if key.endswith("#"):
        return bool(len(found) == wanted)
    if not key.endswith("~"):
        return bool(found == wanted)
    if isinstance(found, str):
        return str(wanted) in found
    return any(one == wanted or str(wanted) in json.dumps(one, ensure_ascii=False) for one in found)


def _found(actual: Any, path: str) -> Any:
    for step in path.split("."):
        actual = actual[int(step)] if isinstance(actual, list) else actual[step]
    return actual
