"""What the options of an evidence question mean reaches every voter and every reader."""

import pytest

from quorate.core.panel import Seat
from quorate.core.question import Option
from quorate.prompts.prompt import prompt_for
from quorate.prompts.templates import Templates
from tests.deliberation.playing import Play, people
from tests.reports.deliberating import told

OPTIONS = [{"id": "pg", "text": "Postgres on our machines"}, {"id": "lite", "text": "SQLite in a file"}]
PROOF = {"evidence": [{"file": "a.py", "reproducible": True, "command": "make a"}]}


def asked() -> Play:
    question = {"subject": "Which store?", "options": OPTIONS}
    return Play(*people("a", "b"), protocol="evidence", question=question)


def test_a_question_keeps_the_texts_of_its_options() -> None:
    assert asked().session.question.options == (
        Option("pg", "Postgres on our machines"),
        Option("lite", "SQLite in a file"),
    )


def test_a_voter_is_shown_them() -> None:
    play = asked()
    assert "pg: Postgres on our machines" in prompt_for(play.session, Seat("a"), "", "n0", Templates()).text


@pytest.mark.parametrize("form", ["text", "markdown", "html", "madr"])
def test_a_report_shows_them(form: str) -> None:
    play = asked()
    for seat, option in (("a", "pg"), ("b", "lite")):
        play.vote(seat, {"vote": "accept", "option": option, "confidence": 0.6, **PROOF})
    report = " ".join(told(play, form).split())
    assert "Postgres on our machines" in report
    assert "SQLite in a file" in report


def test_options_may_be_named_as_a_tally_document_names_them() -> None:
    play = Play(
        *people("a", "b"),
        protocol="evidence",
        question="Which store?",
        terms={"options": [{"option": "Postgres", "text": "on our machines"}, "SQLite"]},
    )
    assert play.session.question.options == (Option("Postgres", "on our machines"), Option("SQLite"))
