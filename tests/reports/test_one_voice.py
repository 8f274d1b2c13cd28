"""Whoever answered for several seats is named in every report, in every language."""

import pytest

from quorate import tally
from quorate.core.panel import Seat
from quorate.deliberation.events import Cast
from quorate.deliberation.principal import Principal
from quorate.reports import render
from tests.deliberation.playing import ANN, Play, approve, people
from tests.reports.deliberating import told

FORMS = ("text", "markdown", "html", "madr")


def shared() -> Play:
    play = Play(*people("Logos", "Pathos"))
    return play.vote("Logos", approve(), ANN).vote("Pathos", approve(), Principal("Ann"))


@pytest.mark.parametrize("form", FORMS)
def test_a_report_names_who_answered_for_which_seats_and_who_cannot_verify_it(form: str) -> None:
    report = " ".join(told(shared(), form).split())
    assert "ann answered for Logos, Pathos: one voice, one vote." in report
    assert "Verification by someone other than ann." in report
    assert "Depends on several votes by one voter (ann)" in report


@pytest.mark.parametrize("form", FORMS)
def test_a_report_in_japanese_does_too(form: str) -> None:
    report = (
        "".join(told(shared(), form, lang="ja", width=200).split())
        if form == "text"
        else told(shared(), form, lang="ja")
    )
    assert "Logos、Pathosにはannが答えています" in report
    assert "ann以外の人による確認" in report


@pytest.mark.parametrize("form", FORMS)
def test_a_tally_names_them_as_well(form: str) -> None:
    votes = [{"seat": seat, "position": "APPROVE", "confidence": 80, "answered_by": "ann"} for seat in "ab"]
    document = {"question": "Adopt it?", "votes": votes}
    from quorate.documents.tally import read_tally

    report = render(read_tally(document).case.question, tally(document), form=form)
    assert "ann answered for a, b: one voice, one vote." in " ".join(report.split())


@pytest.mark.parametrize("form", FORMS)
def test_before_anybody_has_voted_it_is_said_who_alone_may_answer_for_several_seats(form: str) -> None:
    play = Play(Seat("a", voter="person:ann"), Seat("b", voter="person:ANN"), Seat("c", voter="person"))
    assert "ann alone answers for a and b: one voice, one vote." in " ".join(told(play, form).split())


def test_that_seats_are_one_model_is_said_once() -> None:
    play = Play(Seat("a", voter="claude"), Seat("b", voter="claude"), *people("c"))
    for seat in ("a", "b"):
        play.take(Cast(1, seat, play.session.question.content_hash, approve()))
    report = told(play.vote("c", approve()))
    assert report.count("use the same model") == 1
