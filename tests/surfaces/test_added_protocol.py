"""A protocol that another package brings deliberates, debates, explains itself and is shown in its own words."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.minds import calls, mind, prompt
from tests.surfaces.office import Office
from tests.surfaces.thumbs import PROTOCOL

NAME = PROTOCOL.name


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `pip install` of another package would leave behind."""
    folder = tmp_path / "packages"
    information = folder / "thumbs-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: thumbs\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(f"[quorate.protocols]\n{NAME} = tests.surfaces.thumbs:PROTOCOL\n")
    monkeypatch.syspath_prepend(folder)


def thumb(which: str, reasoning: str, **more: Any) -> dict[str, Any]:
    return {"thumb": which, "sure": 80, "reasoning": reasoning, **more}


def debated(office: Office) -> dict[str, Any]:
    """Two programs whose thumbs are level, until one is convinced in the debate."""
    up = mind(office, "up", thumb("up", "It holds"), ARGUMENT=thumb("up", "It holds", challenge="Fear is no reason"))
    turned = thumb("up", "It was measured", challenge="Nobody measured it", convinced_by="It holds")
    down = mind(office, "down", thumb("down", "It may fall"), ARGUMENT=turned)
    return office.json("decide", "Lift it?", "--protocol", NAME, "--seat", f"builder={up}", "--seat", f"owner={down}")


def test_it_debates_until_its_own_rule_is_content(office: Office) -> None:
    found = debated(office)
    assert (found["verdict"]["protocol"], found["verdict"]["result"]) == (NAME, "LIFTED")
    assert found["debate"]["changes"] == [
        {"seat": "owner", "round": 2, "from": "down", "to": "up", "reason": "It holds"}
    ]
    assert (calls(office, "up"), calls(office, "down")) == (2, 2)


def test_its_voters_are_shown_its_lenses_its_choices_and_its_keys(office: Office) -> None:
    debated(office)
    shown = prompt(office, "down")
    assert "Look as whoever pays for it." in shown
    assert "thumb: up | down | aside" in shown
    assert 'reasoning: "which way the wind blows"' in shown
    assert "ARGUMENT 1, FOR up:" in shown


def test_its_verdict_is_shown_in_its_own_words(office: Office) -> None:
    found = debated(office)
    text = office("show", found["id"]).out
    assert "THUMBS UP, 2 OF 2" in text
    assert "thumb up" in text
    assert "LIFT IT" in text
    assert "Lifted by its thumbs" in office("report", found["id"]).out


def test_it_explains_itself_by_the_rows_that_counted(office: Office) -> None:
    found = debated(office)
    said = office("explain", found["id"]).out
    assert "1. No thumb is shown: no. 2 up, 0 down." in said
    assert "2. More thumbs up: yes. 2 up against 0 down." in said
    document = {"protocol": NAME, "question": "Lift it?", "votes": [{"seat": "owner", "thumb": "down", "sure": 50}]}
    bare = office("explain", office.file("ballots.json", json.dumps(document))).out
    assert "3. dropped: yes. up 0, down 1" in bare  # it brings no phrase for this one
    plain = json.loads(office("explain", found["id"], "--json").out)
    assert [(rule["rule"], rule["fits"]) for rule in plain["rules"]] == [("nobody", False), ("lifted", True)]
    assert plain["flip"]["complete"]


def test_a_person_is_asked_in_its_own_words_and_languages_and_its_answer_goes_ahead(office: Office) -> None:
    seats = ("--seat", "builder=person", "--seat", "owner=person")
    found = office.json("decide", "Lift it?", "--protocol", NAME, *seats, "--debate", "0")["id"]
    for seat, choice, user in (("builder", "up", "ann"), ("owner", "down", "ben")):
        assert office("vote", found, "--seat", seat, "--choice", choice, "--confidence", "80", user=user).status == 0
    assert "As many up as down. Lift it?" in office("show", found).out
    assert "賛否同数です。持ち上げますか？" in office("show", found, "--lang", "ja").out
    answered = office("resolve", found, "--choose", "up", "--go", user="cara")
    assert answered.status == 0, answered.err
    assert office.json("show", found)["may_be_acted_on"]


def test_its_ballots_have_counterparts_in_other_protocols(office: Office) -> None:
    found = debated(office)
    other = json.loads(office("retally", found["id"], "--protocol", "magi", "--json").out)
    assert other["other"]["result"] == "UNANIMOUS"


def test_its_own_lenses_are_the_panel_of_a_question_that_names_none(office: Office) -> None:
    question = {"subject": "Lift it?", "scores": {"feasibility": 8, "value": 9}}
    document = office.file("question.json", json.dumps({"question": question, "protocol": NAME}))
    verdict = office.json("decide", document)["verdict"]
    votes = [(one["seat"], one["lens"], one["choice"], one["confidence"]) for one in verdict["receipt"]["roster"]]
    assert votes == [("builder", "builder", "up", "80"), ("owner", "owner", "up", "90")]


def test_whoever_answers_for_two_seats_is_one_voice_under_it_too(office: Office) -> None:
    seats = ("--seat", "builder=person", "--seat", "owner=person")
    found = office.json("decide", "Lift it?", "--protocol", NAME, *seats)["id"]
    for seat in ("builder", "owner"):
        assert office("vote", found, "--seat", seat, "--choice", "up", "--confidence", "80", user="ann").status == 0
    verdict = office.json("show", found)["verdict"]
    assert (verdict["flags"], verdict["requires"]) == (["SHARED_VOTER"], [])
    explained = office("explain", found)
    assert explained.status == 0, explained.err
