"""Why something may not be done, and what follows, in the reader's language: by codes, never by an English sentence."""

import re

import pytest

from quorate.deliberation.permission import refusal
from quorate.deliberation.principal import Principal
from quorate.fleet.dialectic.agreement import RESUME, TO_QUORUM, next_step_of
from quorate.fleet.dialectic.dialectic_events import DialecticEnded
from quorate.fleet.dialectic.dialectic_state import CONSERVATIVE_DEFAULT
from quorate.surfaces.cli.terminal.dialogue import ask_answers
from quorate.surfaces.cli.terminal.output.deliberation_lines import state_lines
from quorate.surfaces.cli.terminal.output.fleet_output import end_line
from quorate.surfaces.cli.terminal.phrases import Words
from tests.deliberation.playing import Play
from tests.deliberation.test_one_voice import by_one_person
from tests.reports import deliberating, round_stories

STORIES = {**deliberating.STORIES, **{f"{name} again": one for name, one in round_stories.STORIES.items()}}
SENTENCE = re.compile(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}")


@pytest.mark.parametrize("story", STORIES)
def test_why_it_may_not_be_acted_on_is_said_in_japanese(story: str) -> None:
    played: Play = STORIES[story]()
    line = state_lines(played.session, Words("ja"))[-1]
    assert line.startswith("実行できません：" if refusal(played.session) else "実行できます。")
    told = line.replace(_said_by_a_person(played), "")
    assert not SENTENCE.search(told), told


def _said_by_a_person(played: Play) -> str:
    """What somebody wrote stays as it was written."""
    endings = played.session.endings
    return str(getattr(endings[-1].event, "reason", "")) if endings else ""


def test_who_may_not_verify_is_told_why_in_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    session = by_one_person().session
    assert ask_answers(session, Principal("ann"), Words("ja"), {}) is None
    assert (
        capsys.readouterr().err == "annはLogos, Pathos, Sophiaの席で投票したため、ほかの人が確認する必要があります。\n"
    )


NOON = "2026-11-15T12:00:00.000000Z"
ENDS = {
    "verified first": DialecticEnded(RESUME, "agreement", requires=("verification",)),
    "resumed": DialecticEnded(RESUME, "agreement"),
    "decided by a quorum": DialecticEnded(TO_QUORUM, CONSERVATIVE_DEFAULT, reason="Zu spät", quorum_review="QUORUM-1"),
    "kept": DialecticEnded("block", CONSERVATIVE_DEFAULT),
    "kept for a reason": DialecticEnded("cooldown", CONSERVATIVE_DEFAULT, retry_from=NOON, reason="Zu spät"),
}


@pytest.mark.parametrize("end", ENDS)
def test_what_follows_from_the_end_of_a_review_is_said_in_japanese(end: str) -> None:
    line = end_line(ENDS[end], "p", Words("ja"))
    assert not SENTENCE.search(line), line
    assert line.endswith("。")
    assert ("Zu spät" in line) == bool(ENDS[end].reason)
    assert (ENDS[end].quorum_review in line, "2026-11-15" in line) == (True, bool(ENDS[end].retry_from))


@pytest.mark.parametrize("end", ENDS)
def test_in_english_it_is_said_as_programs_read_it(end: str) -> None:
    assert end_line(ENDS[end], "p", Words("en")) == next_step_of(ENDS[end], "p")
