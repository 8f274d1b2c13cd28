"""The contract of the use cases through HTTP."""

import pytest

from quorate.app.app import App
from tests.app.house import House
from tests.surfaces.contract.remote import Remote
from tests.surfaces.contract.stories import DIALOGUE, Story, methods, names, stories, use_cases

_HASH = "HTTP always states the hash; test_application says so"
_LINES = "a line is one of the body, and not of a file that the test names"
NOT_HERE = {
    "test_an_answer_without_the_verdict_that_was_seen_is_refused": _HASH,
    "test_a_ballot_binds_to_the_question_that_was_seen": _HASH,
    "test_an_answer_belongs_to_the_verdict_that_was_seen": _HASH,
    "test_a_repeated_key_casts_once_whatever_the_ballot_says_then": "another body with a used key is refused",
    "test_problems_of_a_document_are_named_with_their_lines": _LINES,
    "test_a_record_that_is_not_there_yet_lists_nothing": "a server makes its record when it starts",
    "test_a_panel_of_the_settings_is_asked_where_it_is_named": "the client's own settings say nothing to a server",
    "test_what_is_refused_makes_no_record": "a server makes its record when it starts",
}
WITHOUT = {
    **dict.fromkeys(("answerable", "own_seats", "votable", "voted_before"), DIALOGUE),
    "deadlock": "what is shown of a deliberation has the proposals",
    "plan_deliberation": "only the command line plans",
    "resume": "a server carries on by itself",
}


@pytest.mark.parametrize("story", stories(Remote, NOT_HERE))
async def test_a_client_has_what_the_app_has(
    story: Story, house: House, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    remote = Remote(app)
    story.put_in_place(remote, monkeypatch)
    try:
        await story.told({"house": house, "app": app})
    finally:
        await remote._client.carrier.close(0)


def test_what_is_left_out_is_there() -> None:
    assert names() >= set(NOT_HERE)
    assert use_cases() == methods(Remote) | set(WITHOUT)
