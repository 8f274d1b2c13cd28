"""The contract of the use cases through MCP: everybody has a key, since a program does not vote for a person.

The tools work on the very app of the story, so that the kind of record makes no difference here.
"""

import asyncio
from typing import Any

import pytest

from quorate.app.app import App
from tests.app.house import House
from tests.surfaces.contract.called import Called
from tests.surfaces.contract.people import PEOPLE, KeyTexts, issued_keys, proved
from tests.surfaces.contract.stories import DIALOGUE, Story, methods, names, stories, use_cases

_HASH = "a tool always states the hash; test_decide_tools says so"
_DOCUMENT = "a tool takes no ballot as a document"
_PANEL = "test_a_panel_that_cannot_be_asked_is_refused_before_anything_is_stored"
_PROGRAMS = "programs and addresses come from settings, not from a caller; test_decide_tools says so"
_REPLACES = "no tool replaces a deliberation"
NOT_HERE = {
    "test_an_answer_without_the_verdict_that_was_seen_is_refused": _HASH,
    "test_a_ballot_binds_to_the_question_that_was_seen": _HASH,
    "test_a_repeated_key_casts_once_whatever_the_ballot_says_then": _DOCUMENT,
    "test_a_ballot_that_cannot_be_counted_is_refused-4": _DOCUMENT,
    "test_problems_of_a_document_are_named_with_their_lines": _DOCUMENT,
    "test_nobody_is_asked_and_nothing_paid_by_opening": _PROGRAMS,
    "test_a_key_that_was_used_is_answered_also_where_the_question_would_be_refused_now": _PROGRAMS,
    f"{_PANEL}-0": _PROGRAMS,
    f"{_PANEL}-1": _PROGRAMS,
    f"{_PANEL}-5": "a budget is a key of the document, and refused as one",
    "test_a_deliberation_takes_the_place_of_an_earlier_one": _REPLACES,
    "test_only_whoever_manages_a_deliberation_may_supersede_it": _REPLACES,
    "test_what_is_refused_makes_no_record": "a key is one of a record that is there",
}
_MANAGES = "no tool: who manages a deliberation does so at the command line or over HTTP"
WITHOUT = {
    **dict.fromkeys(("answerable", "own_seats", "votable", "voted_before"), DIALOGUE),
    **dict.fromkeys(("close", "redeliberate", "revise", "revoke"), _MANAGES),
    **dict.fromkeys(("deadlock", "defer", "reframe"), "no tool: a person decides in a deadlock, in its own words"),
    "plan_deliberation": "only the command line plans",
    "resume": "a server carries on by itself",
}


@pytest.mark.parametrize("address", ["memory"], indirect=True)
@pytest.mark.parametrize("story", stories(Called, NOT_HERE))
def test_tools_do_what_the_app_does(story: Story, house: House, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    keys, called = issued_keys(app), Called(app)
    story.put_in_place(called, monkeypatch)
    for name, who in proved(app, keys).items():
        monkeypatch.setattr(story.module, name, who, raising=False)
    asyncio.run(_gone_through(story, called, keys, {"house": house, "app": app}))


async def _gone_through(story: Story, called: Called, keys: KeyTexts, fixtures: dict[str, Any]) -> None:
    async with called._connected(keys, [PEOPLE[name] for name in PEOPLE if name in story.names]):
        await story.told(fixtures)


def test_what_is_left_out_is_there() -> None:
    assert names() >= set(NOT_HERE)
    assert use_cases() == methods(Called) | set(WITHOUT)
