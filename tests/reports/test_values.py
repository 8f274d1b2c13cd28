"""Names, options and conditions stay whole in reports: they are values in a verdict, never cut out of a sentence."""

import pytest

from quorate.core.codec import from_json, to_json
from quorate.core.verdict import Escalation, Verdict
from quorate.deliberation.events import Policy
from quorate.deliberation.register.risk_register import register_of
from quorate.documents.tally import read_tally
from quorate.reports import render
from quorate.reports.content.deliberation.register_lines import item_text, source_of
from quorate.reports.language import language
from tests.deliberation.playing import Play, approve, moment, people


def told(document: dict[str, object], lang: str) -> str:
    found = read_tally(document)
    return "".join(render(found.case.question, found.verdict(), form="markdown", lang=lang).split("\n"))


def test_a_seat_with_a_comma_in_its_name_is_one_seat_in_japanese() -> None:
    document: dict[str, object] = {
        "question": {"subject": "Adopt it?", "reversibility": "low"},
        "votes": [
            {"seat": "ops, eu", "error": "timeout"},
            {"seat": "dev", "position": "APPROVE", "confidence": 55, "risks": ["It is late"]},
            {"seat": "law, eu", "position": "APPROVE", "confidence": 55, "risks": ["It is late"]},
        ],
    }
    report = told(document, "ja")
    assert "ops、eu" not in report
    assert "（ops, eu）" in report
    assert "dev、law, eu" in report


def test_a_condition_with_a_colon_is_shown_whole() -> None:
    condition = "disable monitoring: only at night"
    votes = [
        {"agent_id": name, "vote": "resume", "authority_weight": 1, "conditions": [condition]}
        for name in ("a", "b", "c")
    ]
    assert f"「{condition}」" in told({"protocol": "quorum", "votes": votes}, "ja")


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "option 'B: C' does not exist"), ("ja", "選択肢「B: C」は存在しない")]
)
def test_an_option_that_does_not_exist_is_named_whole(lang: str, words: str) -> None:
    rows = [{"judge": "x", "option": "B: C"}, {"judge": "y", "option": "A"}]
    assert words in told({"protocol": "judges", "options": ["A"], "recommendations": rows}, lang)


def test_when_a_ballot_was_due_is_a_value() -> None:
    play = Play(*people("a", "b", "c"), policy=Policy(ballots_by=moment(50), at_ballots_by="count"))
    play.votes(a=approve(), b=approve()).later(60).settle()
    assert play.session.verdict
    last = play.session.verdict.receipt.roster[-1]
    assert (getattr(last, "why", ""), getattr(last, "values", "")) == ("no_ballot_by", {"value": moment(50)})
    (risk,) = [one for one in register_of(play.session).risks if one.kind == "failure"]
    japanese = language("ja")
    assert (item_text(risk, japanese), source_of(risk, japanese)) == (item_text(risk, japanese), "c")
    assert "No ballot" not in item_text(risk, japanese)


def test_an_older_verdict_without_values_is_shown_as_it_is() -> None:
    document = {
        "question": {"subject": "Adopt it?", "reversibility": "low"},
        "votes": [
            {"seat": "ops, eu", "error": "timeout"},
            {"seat": "dev", "position": "APPROVE", "confidence": 55},
            {"seat": "law", "position": "APPROVE", "confidence": 55},
        ],
    }
    found = read_tally(document)
    older: Verdict = found.verdict()._replace(escalations=(Escalation("L2", "relies_on_absence", "ops, eu"),))
    assert from_json(to_json(older)) == older
    assert "（ops, eu）" in render(found.case.question, older, form="markdown", lang="ja")
