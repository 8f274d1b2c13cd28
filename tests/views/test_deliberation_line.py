"""The line of a deliberation, written as it changes, is that of its values."""

import json

import pytest

from quorate.core.codec import json_line
from quorate.deliberation.events import Stored
from quorate.deliberation.session import replay
from quorate.views.deliberation import in_full
from quorate.views.deliberation_line import DeliberationLine, line_in_full
from tests.deliberation.playing import Play, approve, people, reject
from tests.reports.deliberating import history_of
from tests.views import STORIES

NAMES = ("Logos", "Pathos", '"Sophia\\', "日本")


def text_of(line: DeliberationLine, history: tuple[Stored, ...]) -> str:
    return line.text(replay(history), history)


def expected_of(history: tuple[Stored, ...]) -> str:
    return json_line(in_full(replay(history), history))


@pytest.mark.parametrize("story", STORIES)
def test_after_every_event_the_line_is_that_of_the_values(story: str) -> None:
    history, line = history_of(STORIES[story]()), DeliberationLine()
    for length in range(1, len(history) + 1):
        so_far = history[:length]
        assert text_of(line, so_far) == line_in_full(replay(so_far), so_far) == expected_of(so_far)


def test_it_does_not_matter_what_was_written_before() -> None:
    play, line = Play(*people(*NAMES)), DeliberationLine()
    for name in NAMES[:3]:
        play.vote(name, approve())
    play.vote(NAMES[0], reject(), supersede=True)
    for length in (2, 3, 5, 4, 4, 6, 3, 2, 1, 6):
        so_far = tuple(play.history[:length])
        assert text_of(line, so_far) == expected_of(so_far)


def test_what_was_written_of_another_deliberation_is_not_used() -> None:
    line = DeliberationLine()
    text_of(line, tuple(Play(*people(*NAMES), question="Adopt the other?").history))
    history = tuple(Play(*people(*NAMES)).vote("Logos", approve()).history)
    assert text_of(line, history) == expected_of(history)


def test_nothing_of_a_sealed_ballot_is_in_the_line() -> None:
    play, line = Play(*people(*NAMES)), DeliberationLine()
    text_of(line, tuple(play.history))
    text = text_of(line, tuple(play.vote("Logos", reject(rationale="sealed words")).history))
    assert "sealed words" not in text
    assert "REJECT" not in text
    assert [one["hash"] for one in json.loads(text)["history"]][2:] == [None]
