"""The contract of the use cases, through HTTP: the tests of `tests/app` with a client in the place of the app."""

import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from quorate.app.app import App
from tests.app import test_answers as answers
from tests.app import test_ballots as ballots
from tests.app import test_deadlock_answers as deadlock_answers
from tests.app import test_deliberation_list as deliberation_list
from tests.app import test_management as management
from tests.app import test_new_deliberation as new_deliberation
from tests.app import test_round_changes as round_changes
from tests.app import test_verdict_analysis as verdict_analysis
from tests.app.house import House
from tests.surfaces.http.remote import Remote

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
_HASH = "HTTP always states the hash; test_application says so"
_LINES = "a line is one of the body, and not of a file that the test names"
NOT_HERE = {
    "test_an_answer_without_the_verdict_that_was_seen_is_refused": _HASH,
    "test_a_ballot_binds_to_the_question_that_was_seen": _HASH,
    "test_an_answer_belongs_to_the_verdict_that_was_seen": _HASH,
    "test_a_repeated_key_casts_once_whatever_the_ballot_says_then": "another body with a used key is refused",
    "test_problems_of_a_document_are_named_with_their_lines": _LINES,
    "test_the_inbox_says_since_when_a_ballot_is_overdue": "the JSON of a list does not say it, here or elsewhere",
    "test_a_record_that_is_not_there_yet_lists_nothing": "a server makes its record when it starts",
    "test_a_panel_of_the_settings_is_asked_where_it_is_named": "the client's own settings say nothing to a server",
    "test_what_is_refused_makes_no_record": "a server makes its record when it starts",
}


def _stories() -> Iterator[Any]:
    for module in MODULES:
        for name, story in vars(module).items():
            if not name.startswith("test_") or not inspect.iscoroutinefunction(story) or name in NOT_HERE:
                continue
            for number, values in enumerate(_values(story)):
                yield pytest.param(module, story, values, id=f"{name}-{number}")


def _values(story: Any) -> list[dict[str, Any]]:
    """What a test is run with, besides its house."""
    marks = [mark for mark in getattr(story, "pytestmark", ()) if mark.name == "parametrize"]
    if not marks:
        return [{}]
    names, rows = marks[0].args
    named = [names] if isinstance(names, str) else list(names)
    return [dict(zip(named, [row] if isinstance(names, str) else row, strict=True)) for row in rows]


@pytest.mark.parametrize(("module", "story", "values"), list(_stories()))
async def test_a_client_has_what_the_app_has(
    module: ModuleType,
    story: Any,
    values: dict[str, Any],
    house: House,
    app: App,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remote = Remote(app)
    for use_case in vars(Remote):
        replaced = getattr(module, use_case, None)
        if not use_case.startswith("_") and getattr(replaced, "__module__", "").startswith("quorate.app"):
            monkeypatch.setattr(module, use_case, getattr(remote, use_case))
    try:
        await story(house, **values)
    finally:
        await remote.client.carrier.close(0)


def test_what_is_left_out_is_there() -> None:
    assert all(any(hasattr(module, name) for module in MODULES) for name in NOT_HERE)
