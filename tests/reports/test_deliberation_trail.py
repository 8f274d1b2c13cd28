"""The report on a whole deliberation: what happened, and what is shown while its round is open."""

import re

import pytest

from quorate.core.panel import Seat
from quorate.deliberation.events import Resolved
from quorate.deliberation.moves import claim, take_over
from quorate.deliberation.people import revise, supersede
from quorate.deliberation.session import replay
from quorate.reports import FORMS, render_deliberation
from tests.deliberation.playing import ANN, BEN, approve, people
from tests.reports.deliberating import STORIES, approved, history_of, play, sealed, told, two_revisions


def _flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("form", ["markdown", "madr"])
@pytest.mark.parametrize("story", STORIES)
def test_documents_have_a_line_for_every_event(story: str, form: str) -> None:
    played = STORIES[story]()
    events = told(played, form).split("# Events\n")[1]
    rows = re.findall(r"(?m)^\| (\d+) \| 2026-11-15 \d\d:\d\d:\d\dZ \|", events)
    assert rows == [str(stored.position) for stored in played.history]


def test_an_event_has_its_author_and_the_head_of_its_hash() -> None:
    history = history_of(STORIES["approved_and_released"]())
    row = f"| 8 | 2026-11-15 09:00:08Z | cara | authenticated | Action released | {history[7].hash[:12]} |"
    assert row in told(STORIES["approved_and_released"](), "markdown")


def test_a_terminal_shows_the_last_events_only() -> None:
    text = told(two_revisions())
    assert "The last 3 of 14 events; the Markdown report has all." in text
    assert len(re.findall(r"(?m)^  - \d+\. 2026", text)) == 3


def test_without_a_history_there_is_no_trail() -> None:
    text = render_deliberation(approved().session, (), form="markdown")
    assert "Events" not in text
    assert "### Rounds" not in text


def test_rounds_are_listed_where_there_are_several() -> None:
    text = told(two_revisions(), "markdown")
    assert "- Round 1 (first), revision 1: closed, every seat answered.\n" in text
    assert "- Round 2 (new revision), revision 2: closed, every seat answered.\n" in text
    assert "Rounds" not in told(approved(), "markdown")


def test_answers_to_an_earlier_verdict_stand_apart_from_those_to_a_later_one() -> None:
    played = STORIES["split_and_answered"]()
    played.take(Resolved("verification", "looked at it"), author=BEN)
    assert "looked at it" in told(played)
    played.take(*revise(played.session, {"context": "new"}, by=BEN)).settle()
    assert "looked at it" not in told(played)
    played.votes(Logos=approve(), Pathos=approve())
    title = "Answers to earlier verdicts (no longer valid)"
    before, found, after = told(played).partition(title)
    assert (bool(found), "looked at it" in before, "People's answers" in before) == (True, False, False)
    assert "- Round 1: ben, 2026-11-15 09:00:09Z: Verified: looked at it" in after


def test_a_verdict_on_an_earlier_revision_is_not_shown() -> None:
    played = approved()
    played.take(*revise(played.session, {"action": "deploy queue 1.5"}, by=BEN), author=BEN)
    text = told(played)
    assert "UNANIMOUS" not in text
    assert _flat(text).endswith("the verdict is for an earlier revision; the question is now at revision 2.")


def test_a_superseded_deliberation_says_by_which_even_while_its_round_is_open() -> None:
    played = sealed()
    played.take(*supersede(played.session, "MAGI-2026-1115-002", ANN), author=BEN)
    text = told(played)
    assert "Status        superseded by MAGI-2026-1115-002\n" in text
    assert text.endswith("May not be acted on: superseded by MAGI-2026-1115-002.\n")
    assert "[sealed]" in text


def test_a_large_panel_that_votes_is_shown_by_states() -> None:
    names = [f"s{number:03}" for number in range(300)]
    played = play(*people(*names)).vote("s007", approve())
    text = told(played)
    assert "  waiting   299\n" in text
    assert "  answered  1\n" in text
    assert told(played, "markdown").count("| person | waiting |") == 299


def test_a_voters_command_line_is_not_shown() -> None:
    for form in FORMS:
        text = told(sealed(), form)
        assert "hidden" not in text
        assert "command" in text or form == "text"


def test_a_seat_that_was_asked_again_is_told_so() -> None:
    played = play(Seat("a", voter="command:x"), Seat("b", voter="person"))
    played.take(*claim(played.session, "a", "call", "n", played.now, 60))
    lost = played.session.rounds[0].claims["a"]
    played.take(*take_over(played.session, lost, "call", "n", played.now, 60))
    text = told(played, "markdown")
    assert "| a asked |" in text
    assert "| a asked again (call 2) |" in text
    assert "| a | - | command | asked |" in text


def test_a_session_read_back_gives_the_same_report() -> None:
    for story in STORIES.values():
        played = story()
        assert replay(played.history) == played.session
        history = history_of(played)
        assert render_deliberation(replay(history), history, form="markdown") == told(played, "markdown")
