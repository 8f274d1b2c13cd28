"""Positions, confidences, rationales, lists and concerns, in the many ways in which voters write them."""

from decimal import Decimal
from typing import Any

import pytest

from quorate.core.position import POSITIONS
from quorate.deliberation.events import BallotNote
from quorate.replies.reading import Expected, ReadVote, read_text
from tests.deliberation.reading.corpus import NONCE, asked


def ballot(position: str = "APPROVE", confidence: str = "80", more: str = "", rationale: str = "sound") -> ReadVote:
    body = f"nonce: {NONCE}\nposition: {position}\nconfidence: {confidence}\nrationale: {rationale}\n{more}"
    return read_text(f"```yaml\n{body}```\n", asked())


def vote(*args: str, **more: str) -> dict[str, Any]:
    read = ballot(*args, **more)
    assert read.vote is not None
    return read.vote


@pytest.mark.parametrize(
    ("written", "position"),
    [
        *(("approve", "APPROVE"), ("Reject", "REJECT"), ("'  ABSTAIN '", "ABSTAIN"), ('"**APPROVE**"', "APPROVE")),
        *(("**REJECT**", "REJECT"), ("REJECT.", "REJECT"), ("✅ APPROVE", "APPROVE"), ("REJECT ❌", "REJECT")),
        *(("go", "APPROVE"), ("NO-GO", "REJECT"), ("no go", "REJECT"), ("Hold", "REJECT"), ("“REJECT”", "REJECT")),
        *(("GO WITH CONDITIONS", "APPROVE"), ("Approve with conditions", "APPROVE"), ("NO‑GO", "REJECT")),
    ],
)
def test_a_position_is_read_in_any_case_without_what_stands_around_it(written: str, position: str) -> None:
    assert vote(written)["position"] == position


@pytest.mark.parametrize(
    "written",
    [
        "АPPROVE",
        "APP\u200bROVE",
        "\u202eAPPROVE",
        "ＡＰＰＲＯＶＥ",
        "APPROVED",
        "yes",
        "APPROVE?",
        "",
        "[APPROVE]",
        "1",
    ],
)
def test_any_other_word_and_look_alike_or_invisible_characters_are_unreadable(written: str) -> None:
    assert ballot(written).vote is None


def test_a_picture_that_contradicts_the_word_is_unreadable() -> None:
    assert ballot("APPROVE ❌").vote is None
    assert ballot("👍 REJECT").vote is None


def test_the_voters_own_word_is_kept_where_it_may_be_chosen() -> None:
    text = f"nonce: {NONCE}\nposition: hold\nconfidence: 80\nrationale: x\n"
    read = read_text(text, Expected("magi", tuple(POSITIONS), NONCE))
    assert read.vote is not None
    assert read.vote["position"] == "HOLD"


def test_conditions_that_are_announced_and_not_listed_are_noted() -> None:
    note = BallotNote("no_conditions")
    assert note in ballot("GO WITH CONDITIONS").notes
    assert note not in ballot("GO WITH CONDITIONS", more="conditions: [slowly]\n").notes


@pytest.mark.parametrize(
    ("written", "percent"),
    [
        *(("85", 85), ("85%", 85), ("85 %", 85), ("85.0", 85), ("85/100", 85), ('"85"', 85), ("0", 0), ("100", 100)),
        *(("84.5", 85), ("84.49", 84), ("99.5", 100), ("0.5", 1), ("0.49", 0)),
    ],
)
def test_a_confidence_is_a_number_to_a_hundred_rounded_half_up(written: str, percent: int) -> None:
    assert vote("APPROVE", written)["confidence"] == percent


def test_a_confidence_between_zero_and_one_is_not_rescaled_but_noted() -> None:
    read = ballot("APPROVE", "0.85")
    assert read.vote is not None
    assert read.vote["confidence"] == 1
    assert read.notes == (BallotNote("confidence_taken", {"said": "0.85", "taken": "1"}),)


@pytest.mark.parametrize(
    "written",
    [
        "101",
        "-1",
        "0x55",
        "8.5e1",
        "850e-1",
        "8_5",
        "1:25",
        "٨٥",
        "８５",
        "banana",
        ".nan",
        ".inf",
        "true",
        "",
        "[85]",
        "~85",
    ],
)
def test_any_other_confidence_is_zero_with_a_note(written: str) -> None:
    read = ballot("APPROVE", written)
    assert read.vote is not None
    assert read.vote["confidence"] == 0
    assert read.notes[0].values["taken"] == "0"


@pytest.mark.parametrize("written", ["", '""', "null", "'  '"])
def test_an_empty_rationale_gets_a_default(written: str) -> None:
    assert vote(rationale=written)["rationale"] == "No rationale provided"


def test_a_rationale_of_any_shape_is_text() -> None:
    assert vote(rationale="\n  - one\n  - two")["rationale"] == "one; two"
    assert vote(rationale="|\n  one: two\n  three")["rationale"] == "one: two\nthree"


@pytest.mark.parametrize(
    ("written", "listed"),
    [
        *(("one", ["one"]), ("[one, two]", ["one", "two"]), ("[{a: b}, 3]", ["a: b", "3"]), ("{a: b}", ["a: b"])),
        *(("none", None), ("[]", None), ("null", None), ("N/A", None), ("[none]", None)),
    ],
)
def test_a_list_may_be_one_text_or_nothing(written: str, listed: list[str] | None) -> None:
    assert vote(more=f"risks: {written}\n").get("risks") == listed


@pytest.mark.parametrize(
    ("written", "concerns"),
    [
        ("[{kind: Safety, text: no rollback}]", [("safety", "no rollback")]),
        ("'SECURITY: open port'", [("security", "open port")]),
        ("['[safety] no rollback', 'safety - at night']", [("safety", "no rollback"), ("safety", "at night")]),
        ("{Safety: no rollback, cost: high}", [("safety", "no rollback"), ("other", "cost: high")]),
        ("[{kind: cost, text: high}]", [("other", "cost: high")]),
        ("[{type: safety, description: x, where: y}]", [("safety", "x; where: y")]),
        ("too dear", [("other", "too dear")]),
        ("[[a, b]]", [("other", "a; b")]),
        ("safety", [("safety", "safety")]),
        ("[[safety, no rollback]]", [("safety", "no rollback")]),
        ("[[[security, open port], dear]]", [("security", "open port"), ("other", "dear")]),
        (
            "[{安全: 弁が閉じない}, 'セキュリティ：鍵']",
            [("safety", "安全: 弁が閉じない"), ("security", "セキュリティ：鍵")],
        ),
        ("[{security: tokens in logs}]", [("security", "tokens in logs")]),
        ("[{safety: [no rail, no light]}]", [("safety", "no rail; no light")]),
        ("[{kind: hazard, text: heat}]", [("safety", "hazard: heat")]),
        ("[{kind: saftey, text: heat}]", [("safety", "saftey: heat")]),
        ("[{kind: [safety], text: heat}]", [("safety", "heat")]),
        ("[{kind: compliance, text: logs}]", [("compliance", "compliance: logs")]),
        ("[{compliance: logs}]", [("compliance", "compliance: logs")]),
        ("[{severity: high, where: hall}]", [("other", "severity: high; where: hall")]),
        ("[it is unsafe]", [("safety", "it is unsafe")]),
    ],
)
def test_no_concern_is_lost_whatever_its_shape(written: str, concerns: list[tuple[str, str]]) -> None:
    found = vote(more=f"concerns: {written}\n")["concerns"]
    assert [(one["kind"], one["text"]) for one in found] == concerns


def test_other_names_for_warnings_are_understood() -> None:
    read = vote(more="objections: [dear]\nrisk: slow\nsafety_concerns: [heat]\ncondition: tests\n")
    assert [(one["kind"], one["text"]) for one in read["concerns"]] == [("other", "dear"), ("safety", "heat")]
    assert (read["risks"], read["conditions"]) == (["slow"], ["tests"])


def test_what_is_not_for_voters_to_say_is_left_out_with_a_note() -> None:
    read = ballot(more="weight: 9\nerror: timeout\ninferred: false\nseat: Pathos\nengine: Codex\nmood: good\n")
    assert read.vote == {"position": "APPROVE", "confidence": 80, "rationale": "sound"}
    assert len(read.notes) == 6


def test_a_reason_to_abstain_is_matched_or_left_out() -> None:
    assert vote("ABSTAIN", more="reason: Insufficient information\n")["reason"] == "insufficient_information"
    assert "reason" not in vote("ABSTAIN", more="reason: tired\n")


def test_priorities_need_an_item_and_a_score() -> None:
    read = ballot(more="priorities:\n  - {item: a, score: 9.5, urgency: 3}\n  - {item: b, score: 11}\n  - c\n")
    assert read.vote is not None
    assert read.vote["priorities"] == [{"item": "a", "score": Decimal("9.5"), "urgency": 3}]
    assert len(read.notes) == 2


def test_evidence_keeps_an_exact_confidence_and_the_known_keys_of_its_items() -> None:
    item = "  - {file: a.py, line: '12', reproducible: yes, command: make, counter: true, colour: red}\n  - a book\n"
    text = f"nonce: {NONCE}\nvote: Accept\nconfidence: 0.85\nrationale: read\noption: x\nevidence:\n{item}"
    read = read_text(text, asked("evidence"))
    assert read.vote is not None
    assert (read.vote["vote"], read.vote["confidence"]) == ("accept", Decimal("0.85"))
    first = {"file": "a.py", "command": "make", "reproducible": True, "counter": True, "line": 12, "id": "evidence-1"}
    assert read.vote["evidence"] == [first, {"type": "a book"}]


def test_a_judges_option_is_matched_without_case_space_quotes_and_asterisks() -> None:
    choices = ("Option A", "b", "B", "ABSTAIN")
    for said, chosen in (
        ("option a", "Option A"),
        ('" **Option  A** "', "Option A"),
        ("b", "b"),
        ("abstain", "ABSTAIN"),
    ):
        read = read_text(
            f"```yaml\noption: {said}\nconfidence: high\nreasoning: cheap\n```\n", Expected("judges", choices, "")
        )
        assert read.vote == {"option": chosen, "confidence": "HIGH", "reasoning": "cheap"}
    assert read_text("option: c\n", Expected("judges", choices, "")).vote is None
