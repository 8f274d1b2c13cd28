"""Hypothesis runs the same examples every time, so that a red run can be repeated."""

import gc
import json
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from jsonschema import Draft202012Validator

from tests.postgres import Server, running

# in the background of a shell it is ignored, and programs that tests interrupt would inherit that
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
for inherited in (signal.SIGHUP, signal.SIGQUIT):
    if signal.getsignal(inherited) is signal.SIG_IGN:
        signal.signal(inherited, signal.SIG_DFL)

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
# for scripts/test --quick, and for thousands of mutants that are tested one by one
settings.register_profile("few", settings.get_profile("repeatable"), max_examples=12)
settings.load_profile("few" if "MUTANT_UNDER_TEST" in os.environ else "repeatable")

_check_schema, _checked = Draft202012Validator.check_schema, set[str]()


def _check_schema_once(schema: Any) -> None:
    """Check a schema against its metaschema once for each process: every client of a tool does it again."""
    text = json.dumps(schema, sort_keys=True)
    if text not in _checked:
        _check_schema(schema)
        _checked.add(text)


pytest.MonkeyPatch().setattr(Draft202012Validator, "check_schema", _check_schema_once)

_SLOW = ("exhaustive/", "properties/", "many_problems", "finest", "too_many", "invisible")
_SLOWEST = ("any_text_is_read", "very_long_condition")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A mutant is given up at the first test that notices it: the quick ones go first, the slowest are left out."""
    if "MUTANT_UNDER_TEST" in os.environ:
        items[:] = [item for item in items if not any(word in item.nodeid for word in _SLOWEST)]
        items.sort(key=lambda item: any(word in item.nodeid for word in _SLOW))


def pytest_collection() -> None:
    """What is collected stays until the end: the garbage collector need not look through it again and again."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Nor later."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """One server for all tests of a process: making one takes longer than most tests."""
    with running() as server:
        yield server
