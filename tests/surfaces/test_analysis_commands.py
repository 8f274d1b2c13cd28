"""`quorate explain` and `quorate retally`."""

import json
from pathlib import Path

import pytest

from quorate import tally
from quorate.core.codec import to_plain
from tests.surfaces.office import Office, contested
from tests.surfaces.program import EXAMPLES, MAGI, Here, quorate


def test_a_deliberation_is_explained_with_what_would_have_changed_it(office: Office) -> None:
    found = office.decided("APPROVE", "APPROVE", "REJECT")
    ended = office("explain", found)
    assert (ended.status, ended.err) == (0, "")
    assert "magi: Approved by majority. Action: proceed." in ended.out
    assert "Most approve: yes. 2 of 3 votes approve, which is more than half." in ended.out
    said = " ".join(ended.out.split())
    assert "If a had rejected instead of approving with 80, the action would have been: block" in said
    assert "Could change the action alone: a, b." in said


def test_an_explanation_as_json_holds_the_verdict_of_the_record(office: Office) -> None:
    found = office.decided("APPROVE", "APPROVE", "REJECT")
    said = office.json("explain", found)
    assert said["verdict"] == office.json("show", found)["verdict"]
    assert [step["rule"] for step in said["rules"] if step["fits"]] == ["approved"]
    (change,) = said["flip"]["changes"]
    assert (change["seat"], change["from"]["choice"], change["to"]["choice"]) == ("a", "APPROVE", "REJECT")
    assert (said["flip"]["action"], said["flip"]["complete"]) == ("block", True)


def test_looking_stores_nothing(office: Office) -> None:
    found = office.decided("APPROVE", "APPROVE", "REJECT")
    before = office.json("show", found)
    office("explain", found)
    office("retally", found, "--protocol", "quorum")
    assert office.json("show", found) == before


def test_a_deliberation_is_counted_by_another_protocol_beside_the_original(office: Office) -> None:
    found = office.decided("APPROVE", "APPROVE", "REJECT")
    said = office.json("retally", found, "--protocol", "quorum")
    assert said["original"] == office.json("show", found)["verdict"]
    assert (said["other"]["protocol"], said["other"]["result"]) == ("quorum", "RESUME")
    assert {one["field"] for one in said["differences"]} >= {"result", "confidence", "receipt.basis"}
    text = office("retally", found, "--protocol", "quorum").out
    assert "magi (as counted)" in text
    assert "quorum (the same ballots)" in text
    assert "nothing was stored" in text


def test_judges_who_do_not_agree_are_counted_by_another_threshold(office: Office) -> None:
    found = contested(office)
    assert office.json("retally", found, "--protocol", "judges", "--threshold", "1/5")["other"]["result"] == "NONE"
    refused = office("retally", found, "--protocol", "magi")
    assert refused.status == 2
    assert refused.err == (
        "the ballot of a (A under judges) has no counterpart: magi knows no options, only APPROVE, REJECT, ABSTAIN\n"
    )


@pytest.mark.parametrize("command", [("explain",), ("retally", "--protocol", "quorum")])
def test_while_ballots_are_sealed_nothing_is_analysed(office: Office, command: tuple[str, ...]) -> None:
    found = office.opened()
    office.vote(found, "a", "APPROVE")
    name, *options = command
    ended = office(name, found, *options)
    assert (ended.status, ended.out) == (2, "")
    assert "a round is open, with sealed ballots" in ended.err


def test_a_question_that_was_edited_is_not_explained_by_the_ballots_on_the_one_before(office: Office) -> None:
    found = office.decided("APPROVE", "APPROVE", "REJECT")
    assert office("revise", found, "--context", office.file("new.txt", "New facts")).status == 0
    ended = office("explain", found)
    assert (ended.status, ended.out) == (2, "")
    assert f"{found} has no verdict on the current question" in ended.err


@pytest.mark.parametrize("protocol", ["magi", "judges", "quorum", "evidence"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_tally_document_is_explained_without_a_record(protocol: str, lang: str, here: Here) -> None:
    ended = here("explain", str(EXAMPLES / f"{protocol}.yaml"), "--lang", lang)
    assert (ended.status, ended.err) == (0, "")
    assert protocol in ended.out


def test_a_tally_document_on_standard_input_is_counted_by_another_protocol() -> None:
    ended = quorate("retally", "-", "--protocol", "consensus", "--json", stdin=Path(MAGI).read_bytes())
    assert (ended.status, ended.err) == (0, "")
    said = json.loads(ended.out)
    assert said["other"]["protocol"] == "evidence"
    assert said["original"] == json.loads(json.dumps(to_plain(tally(Path(MAGI).read_bytes()))))


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("retally", MAGI), "missing option '--protocol'"),
        (
            ("retally", MAGI, "--protocol", "magii"),
            "no protocol called 'magii'; there are: approval, evidence, judges, magi",
        ),
        (("retally", MAGI, "--protocol", "quorum", "--threshold", "1/2"), "two thirds of the weight decide"),
        (("retally", MAGI, "--protocol", "judges", "--threshold", "2"), "--threshold: found '2'; allowed: a number"),
        (("retally", MAGI, "--protocol", "judges", "--threshold", "most"), "--threshold: found 'most'"),
        (("explain", "no-such.yaml"), "no-such.yaml: no such file or directory"),
        (("explain", "MAGI-1"), "no deliberation called 'MAGI-1'"),
    ],
)
def test_wrong_input_is_answered_in_a_line(arguments: tuple[str, ...], why: str, here: Here) -> None:
    ended = here(*arguments)
    assert (ended.status, ended.out) == (2, "")
    assert why in ended.err


def test_a_bad_document_is_answered_with_file_line_and_field(office: Office) -> None:
    file = office.file("bad.yaml", "protocol: magi\nvotes:\n  - {seat: a, position: MAYBE, confidence: 7}\n")
    ended = office("explain", file)
    assert ended.status == 2
    assert ended.err.startswith("bad.yaml:3: votes[0].position: found 'MAYBE'; allowed: ")


def _silenced(office: Office) -> str:
    """Two for it; one warned of security, and was absent when it was asked again."""
    found = office.opened("a=person", "b=person", "c=person")
    ballot = {"position": "REJECT", "confidence": 95, "concerns": [{"kind": "security", "text": "KEYS LEAK"}]}
    office("vote", found, "--seat", "c", "--ballot", office.file("c.json", json.dumps(ballot)))
    for seat in "ab":
        office.vote(found, seat, "APPROVE")
    office("redeliberate", found, "--seat", "c", "--trigger", "changed_conditions", "--reason", "so")
    assert office("close", found).status in (0, 3)
    return found


@pytest.mark.parametrize(
    ("lang", "plan", "check"),
    [
        ("en", "no ballot now and did not withdraw the warning: KEYS LEAK.", "voted has no"),
        ("ja", "懸念は取り下げられていません：KEYS LEAK。", "以前投票した席（c）に現在は票がありません。"),
    ],
    ids=["en", "ja"],
)
def test_what_a_silent_seat_requires_beyond_the_verdict_is_explained(
    lang: str, plan: str, check: str, office: Office
) -> None:
    found = _silenced(office)
    said = "".join(office("explain", found, "--lang", lang).out.split())
    assert "".join(plan.split()) in said
    assert "".join(check.split()) in said
    codes = [one["code"] for one in office.json("explain", found)["requires"]]
    assert codes == ["mitigation_plan.silenced", "verification.silenced"]
