"""Names on panels: refused where a panel is formed, and left alone where it is on the record already."""

from typing import Any

import pytest

from quorate.core.errors import DocumentError
from quorate.core.panel import Seat
from quorate.deliberation.counting import case_of
from quorate.deliberation.events import Opened
from quorate.deliberation.framing import read_opening
from quorate.deliberation.moves import open_session
from quorate.deliberation.people import revise
from tests.deliberation.playing import ANN, Play, approve, people


def panel(*voters: tuple[str, str], **more: Any) -> dict[str, Any]:
    return {"question": "Adopt?", "panel": [{"seat": seat, "voter": voter} for seat, voter in voters], **more}


def options(*ids: str) -> dict[str, Any]:
    return {"protocol": "judges", "question": {"subject": "Which?", "options": list(ids)}}


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (
            panel(("Logos", "person"), ("Lоgos", "person")),
            "panel[1].seat: found 'Lоgos' (cyrillic, latin), which looks",
        ),
        (
            panel(("Logos", "person"), ("Ｌogos", "person")),
            "panel[1].seat: found '\\uff2cogos', the same name as 'Logos'",
        ),
        (panel(("Logos\u202e", "person")), "panel[0].seat: found a name with U+202E"),
        (panel(("Lo\ngos", "person")), "panel[0].seat: found a name with U+000A"),
        (panel(("a", "person:ann"), ("b", "agent:аnn")), "panel[1].voter: found 'аnn' (cyrillic, latin), which looks"),
        (panel(("a", "person:\u200b")), "panel[0].voter: found a name that cannot be seen"),
        (panel(("a", "person:ann"), policy={"people": ["ANN"]}), "policy.people[0]: found 'ANN' a second time"),
        (
            panel(("a", "person"), policy={"people": ["bo", "b\u043e"]}),
            "policy.people[1]: found 'bо' (cyrillic, latin)",
        ),
        (panel(("a", "person"), policy={"people": ["bo\x1b"]}), "policy.people[0]: found a name with U+001B"),
        (panel(("a", "person"), policy={"people": [" ann "]}), "policy.people[0]: found ' ann ', a name with spaces"),
        (panel(("a", "person:an\u200bn")), "panel[0].voter: found a name with U+200B, which cannot be seen"),
        (options("queue", "Queue"), "question.options[1]: found 'Queue' a second time"),
        (options("queue", "quеue"), "question.options[1]: found 'quеue' (cyrillic, latin), which looks like 'queue'"),
        (options("queue", "ta\u2067ble"), "question.options[1]: found a name with U+2067"),
        (options("queue", "ＡＢＳＴＡＩＮ"), "question.options[1]: found ABSTAIN"),
    ],
)
def test_names_that_clash_or_steer_are_refused_where_a_panel_is_formed(document: dict[str, Any], said: str) -> None:
    with pytest.raises(DocumentError) as refused:
        read_opening(document)
    assert said in str(refused.value)


def test_one_person_may_hold_several_seats_and_answer_as_well() -> None:
    document = panel(("a", "person:ann"), ("b", "person:ann"), policy={"people": ["ann", "ann"]})
    assert [seat.holder for seat in read_opening(document).seats] == ["ann", "ann"]


@pytest.mark.parametrize("protocol", ["magi", "judges", "evidence"])
def test_an_edit_does_not_make_options_look_alike(protocol: str) -> None:
    play = Play(protocol=protocol, question={"subject": "Which?", "options": [{"id": "queue"}, {"id": "table"}]})
    with pytest.raises(DocumentError, match="which looks like 'table'"):
        revise(play.session, {"options": ["table", "tаble"]}, by=ANN)


def opened_before(*seats: Seat, **more: Any) -> Play:
    """A deliberation from before names were compared like this."""
    return Play(*seats, from_before=True, **more)


OLD_NAMES = ("Logos", "Lоgos", "Lo\u200bgos", "lo\u202egos", "\u3164")


def test_a_panel_that_is_on_the_record_already_votes_and_is_counted() -> None:
    play = opened_before(*people(*OLD_NAMES)).votes(**dict.fromkeys(OLD_NAMES, approve()))
    assert play.session.verdict is not None
    assert play.session.verdict.result == "UNANIMOUS"
    assert [answer.seat.name for answer in case_of(play.session, play.session.rounds[0]).answers] == list(OLD_NAMES)


def test_its_question_can_be_edited() -> None:
    play = opened_before(*people(*OLD_NAMES))
    play.take(*revise(play.session, {"context": "more"}, by=ANN)).settle()
    assert play.session.question.revision == 2


def test_its_new_ballots_are_read_like_any_other() -> None:
    play = opened_before(*people(*OLD_NAMES))
    with pytest.raises(DocumentError, match="confidence: found the number 101"):
        play.vote("Lоgos", approve(101))
    with pytest.raises(DocumentError, match=r"priorities\[0\].item: found '\\u200b'"):
        play.vote("Lоgos", approve(priorities=[{"item": "\u200b", "score": 5}]))


def test_options_that_are_on_the_record_already_are_voted_on() -> None:
    question = {"subject": "Which?", "options": [{"id": "queue"}, {"id": "table"}]}
    play = Play(*people("a", "b", "c"), protocol="judges", question=question)
    opening = play.history[0].event
    assert isinstance(opening, Opened)
    first, second = opening.question.options
    asked = opening.question._replace(options=(first, second._replace(id="quеue")))
    play.history, play.seconds = [], 0
    play.take(opening._replace(question=asked)).settle()
    for seat in ("a", "b", "c"):
        play.vote(seat, {"option": "quеue", "confidence": "HIGH"})
    assert play.session.verdict is not None
    assert play.session.verdict.choice == "quеue"


def test_a_smaller_question_is_put_to_the_panel_of_the_larger_one() -> None:
    opened = open_session("magi", "Adopt?", people(*OLD_NAMES), parent="MAGI-2026-1115-001")
    assert [seat.name for seat in opened.seats] == list(OLD_NAMES)
