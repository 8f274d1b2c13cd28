"""The tables of cases: where they lie and how an expectation is compared."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import yaml

CASES = Path(__file__).parent / "cases"
Case = dict[str, Any]


@cache
def table_at(path: Path) -> Any:
    """What a YAML file of tests holds; read once, so leave it as it is."""
    return yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)


def cases_of(table: str) -> list[Case]:
    """The cases of one table."""
    loaded: list[Case] = table_at(CASES / f"{table}.yaml")
    return loaded


def document_text(case: Case) -> str:
    """The case's document as YAML, so that its numbers are read as they are written."""
    return as_yaml(case["document"])


def as_yaml(document: Any) -> str:
    """A document as YAML, with its keys in their order."""
    text: str = yaml.dump(document, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False)
    return text


def in_any_order(value: Any) -> Any:
    """Plain values with their lists, and the lines of their texts, in one order."""
    if isinstance(value, dict):
        return {key: in_any_order(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return sorted((in_any_order(one) for one in value), key=repr)
    return sorted(value.splitlines()) if isinstance(value, str) else value


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
