"""The contract of the use cases as stories: tests of `tests/app` that a client of an interface can go through.

A client has methods with the names, arguments, results and errors of use cases. They take the place of the use cases
in the module of a story.
"""

import inspect
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from itertools import chain
from types import CodeType, ModuleType
from typing import Any, NamedTuple

import pytest

from tests.app import test_answers as answers
from tests.app import test_ballots as ballots
from tests.app import test_deadlock_answers as deadlock_answers
from tests.app import test_deliberation_list as deliberation_list
from tests.app import test_management as management
from tests.app import test_new_deliberation as new_deliberation
from tests.app import test_round_changes as round_changes
from tests.app import test_verdict_analysis as verdict_analysis

MODULES = (
    answers,
    ballots,
    deadlock_answers,
    deliberation_list,
    management,
    new_deliberation,
    round_changes,
    verdict_analysis,
)
DIALOGUE = "a dialogue at a terminal looks at this before it asks a person"


class Story(NamedTuple):
    """A test, the module that it looks use cases up in, and what it is run with besides its fixtures."""

    module: ModuleType
    test: Any
    values: Mapping[str, Any]

    @property
    def names(self) -> set[str]:
        """What the test looks up in its module."""
        return _names_in(self.test.__code__)

    def told(self, fixtures: Mapping[str, Any]) -> Coroutine[Any, Any, None]:
        """The test with all that it asks for."""
        given = {**fixtures, **self.values}
        coroutine: Coroutine[Any, Any, None] = self.test(**{name: given[name] for name in _parameters(self.test)})
        return coroutine

    def put_in_place(self, client: object, monkeypatch: pytest.MonkeyPatch) -> None:
        """The client does what the use cases do."""
        for name in methods(type(client)).intersection(_use_cases_in(self.module)):
            monkeypatch.setattr(self.module, name, getattr(client, name))


def stories(client: type, left_out: Iterable[str]) -> list[Any]:
    """Every story in which this client does something, but those that are left out: by a name, or one with a number."""
    return [
        pytest.param(Story(module, test, values), id=f"{name}-{number}")
        for module in MODULES
        for name, test in _tests(module)
        for number, values in enumerate(_values(test))
        if methods(client).intersection(_names_in(test.__code__)) and not {name, f"{name}-{number}"} & set(left_out)
    ]


def names() -> set[str]:
    """Every story by its name, and by its name with a number."""
    named = [(name, number) for one in MODULES for name, test in _tests(one) for number, _ in enumerate(_values(test))]
    return {*chain(*((name, f"{name}-{number}") for name, number in named))}


def use_cases() -> set[str]:
    """Every use case that a story looks up."""
    return set().union(*map(_use_cases_in, MODULES))


def methods(client: type) -> set[str]:
    """The use cases that a client does."""
    return {name for name in vars(client) if not name.startswith("_")}


def _use_cases_in(module: ModuleType) -> set[str]:
    found = {name: value for name, value in vars(module).items() if inspect.iscoroutinefunction(value)}
    return {name for name, value in found.items() if value.__module__.startswith("quorate.app")}


def _tests(module: ModuleType) -> Iterator[tuple[str, Any]]:
    found = vars(module).items()
    return ((name, test) for name, test in found if name.startswith("test_") and inspect.iscoroutinefunction(test))


def _parameters(test: Any) -> Iterable[str]:
    return inspect.signature(test).parameters


def _values(test: Any) -> list[dict[str, Any]]:
    """What a test is run with, besides its fixtures."""
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    if not marks:
        return [{}]
    stated, rows = marks[0].args
    return [dict(zip(stated, row, strict=True)) for row in rows]


def _names_in(code: CodeType) -> set[str]:
    """What a function looks up, and the functions within it."""
    within = (_names_in(one) for one in code.co_consts if isinstance(one, CodeType))
    return set(code.co_names).union(*within)
