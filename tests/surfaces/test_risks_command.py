"""`quorate risks`: the register of one deliberation, and of all of them."""

import json
from typing import Any

import pytest

from tests.surfaces.office import APPROVE, REJECT, Office

SET = ("--status", "mitigated", "--owner", "ann", "--due", "2026-12-01")


def warned(office: Office) -> str:
    """The id of a deliberation with a risk, a dissent, and a condition."""
    ballots = {
        "a": {**APPROVE, "risks": ["Tools lag behind"], "conditions": ["Slowly"]},
        "b": APPROVE,
        "c": {**REJECT, "confidence": 60},
    }
    found = office.opened()
    for seat, ballot in ballots.items():
        file = office.file("ballot.json", json.dumps(ballot))
        assert office("vote", found, "--seat", seat, "--ballot", file).status == 0
    return found


def items(office: Office, *arguments: str) -> dict[str, Any]:
    """The listed items by deliberation and number."""
    found = office.json("risks", *arguments)["items"]
    return {f"{one['deliberation']} {one['id']}": one for one in found}


def events(office: Office, deliberation: str) -> list[str]:
    return [event["kind"] for event in office.json("show", deliberation)["history"]]


def test_the_list_has_what_every_decided_deliberation_left_behind_newest_first(office: Office) -> None:
    first, second = warned(office), warned(office)
    office.opened()
    title, *rows = office("risks").out.splitlines()
    assert title.split("  ")[0] == "Deliberation"
    assert title.split()[1:6] == ["Item", "Status", "Severity", "Owner", "Due"]
    named = [(row.split()[0], row.split()[1]) for row in rows]
    assert named == [(one, item) for one in (second, first) for item in ("R1", "D1", "C1")]
    assert rows[0].endswith("Tools lag behind (a)")
    assert rows[1].endswith("It was not measured (c)")
    assert rows[2].endswith("Slowly")


def test_a_program_gets_every_field_of_an_item(office: Office) -> None:
    found = warned(office)
    office.json("risks", "set", found, "C1", "--owner", "ann", "--due", "2020-01-01")
    answer = office.json("risks")
    assert (answer["deliberations"], answer["after"]) == (1, None)
    condition = answer["items"][-1]
    assert condition["changes"][0].pop("at")
    assert condition == {
        "deliberation": found,
        "subject": "Adopt the queue?",
        "id": "C1",
        "kind": "condition",
        "text": "Slowly",
        "source": "",
        "choice": "",
        "severity": "",
        "mitigation": "",
        "monitor": "",
        "owner": "ann",
        "due": "2020-01-01",
        "status": "open",
        "same_as": "",
        "earlier": False,
        "changes": [
            {
                "kind": "tracked",
                "item": "C1",
                "status": "",
                "owner": "ann",
                "mitigation": "",
                "monitor": "",
                "due": "2020-01-01",
                "note": "",
                "author": {"name": "ann", "proof": "asserted"},
            }
        ],
        "overdue": True,
    }


def test_an_item_is_set_and_shown_as_it_stands(office: Office) -> None:
    found = warned(office)
    plan = ("--mitigation", "We pin the versions", "--monitor", "the changelog", "--note", "as agreed on Monday")
    ended = office("risks", "set", found, "r1", *SET, *plan, user="ben")
    assert ended.status == 0, ended.err
    assert ended.out.splitlines()[:8] == [
        f"{found}: Adopt the queue?",
        "",
        "Risks",
        "  - R1 [medium, mitigated] Tools lag behind (a)",
        "    Mitigation: We pin the versions",
        "    Monitor: the changelog",
        "    Owner: ann",
        "    Due: 2026-12-01",
    ]
    assert "ben: R1: status mitigated; owner ann;" in ended.out
    assert office("risks", found).out == ended.out


def test_it_works_after_the_release_and_after_the_end(office: Office) -> None:
    found = warned(office)
    office("release", found, "--action", "action.txt")
    assert office("risks", "set", found, "R1", *SET).status == 0
    office("revoke", found, "--reason", "It was wrong")
    assert office("risks", "vindicate", found, "D1", "--what", "It broke").status == 0
    assert events(office, found)[-4:] == ["Released", "Tracked", "Revoked", "Vindicated"]


def test_a_dissent_that_was_right_links_to_what_happened(office: Office) -> None:
    found, later = warned(office), warned(office)
    ended = office("risks", "vindicate", found, "D1", "--what", "Jobs were lost", "--link", later, user="ben")
    assert ended.status == 0, ended.err
    assert f"VINDICATED: Jobs were lost (see {later}; ben" in " ".join(ended.out.split())
    address = ("--link", "https://status.example/7")
    assert office("risks", "vindicate", found, "R1", "--what", "They broke", *address).status == 0
    for form in ("text", "markdown", "madr"):
        report = " ".join(office("report", found, "--format", form).out.split())
        assert "VINDICATED: Jobs were lost (see" in report
        assert "https://status.example/7" in report
    assert "【的中】Jobs were lost" in office("report", found, "--lang", "ja").out


def test_what_is_settled_is_listed_with_all_and_by_its_status(office: Office) -> None:
    found = warned(office)
    office.json("risks", "set", found, "R1", "--status", "closed")
    office.json("risks", "vindicate", found, "D1", "--what", "It broke")
    assert items(office).keys() == {f"{found} D1", f"{found} C1"}
    assert items(office, "--all").keys() == {f"{found} R1", f"{found} D1", f"{found} C1"}
    assert items(office, "--status", "closed").keys() == {f"{found} R1"}
    assert items(office, "--status", "vindicated").keys() == {f"{found} D1"}


def test_what_came_true_is_listed_as_such_whatever_its_status_is(office: Office) -> None:
    found = warned(office)
    office.json("risks", "vindicate", found, "D1", "--what", "It broke")
    office.json("risks", "set", found, "D1", "--status", "closed")
    assert items(office, "--status", "vindicated").keys() == {f"{found} D1"}
    assert items(office, "--status", "closed").keys() == {f"{found} D1"}
    assert f"{found} D1" not in items(office)


def test_what_was_released_keeps_its_risks_though_its_verdict_was_revoked_or_superseded(office: Office) -> None:
    revoked, superseded = warned(office), warned(office)
    for found in (revoked, superseded):
        assert office("release", found, "--action", "action.txt").status == 0
        office.json("risks", "set", found, "R1", "--due", "2020-01-01")
    office("revoke", revoked, "--reason", "It was wrong")
    office.json("decide", "Again?", "--seat", "x=person", "--supersedes", superseded)
    assert items(office).keys() == {f"{found} {item}" for found in (revoked, superseded) for item in ("R1", "D1", "C1")}
    assert items(office, "--overdue").keys() == {f"{revoked} R1", f"{superseded} R1"}


def test_a_verdict_that_was_revoked_after_its_release_says_both(office: Office) -> None:
    found = warned(office)
    office("release", found, "--action", "action.txt")
    office("revoke", found, "--reason", "The load was measured wrongly")
    shown = office.json("show", found)
    assert (shown["state"], shown["status"]) == ("released", "revoked")
    assert "its verdict was revoked (The load was measured wrongly)" in shown["why_not"]
    assert "its action was released at" in shown["why_not"]
    for form in ("text", "markdown", "madr"):
        report = " ".join(office("report", found, "--format", form).out.split())
        assert report.count("The load was measured wrongly") >= 2
        assert "the verdict was revoked at" in report
        assert "its action had been released at" in report
    assert "実行許可はその前の" in office("show", found, "--lang", "ja").out
    refused = office("decide", "Again?", "--seat", "x=person", "--supersedes", found)
    assert (refused.status, "its verdict was revoked (The load was measured wrongly)" in refused.err) == (2, True)


def test_a_deferral_is_in_the_register_with_its_owner_and_what_to_monitor(office: Office) -> None:
    found = office.decided("APPROVE", "REJECT", "ABSTAIN")
    for _ in range(2):
        office.json("redeliberate", found, "--seat", "a", "--trigger", "changed_conditions")
        office.vote(found, "a", "APPROVE")
    office.json("defer", found, "--step", "One team first", "--owner", "zoe", "--monitor", "failed jobs")
    shown = office("risks", found).out
    step = ["S1 [open] Deferred, with a step that can be undone: One team first (ann)", "Monitor: failed jobs"]
    assert [line.strip(" -") for line in shown.splitlines() if "S1" in line or "Monitor" in line] == step
    assert "Owner: zoe" in shown
    assert "先送りのために実施した段階" in office("risks", found, "--lang", "ja").out
    assert items(office, "--owner", "zoe").keys() == {f"{found} S1"}
    refused = office("risks", "vindicate", found, "S1", "--what", "It broke")
    assert (refused.status, "S1 is a step" in refused.err) == (2, True)
    office.json("risks", "set", found, "S1", "--status", "closed")
    assert items(office, "--owner", "zoe") == {}
    assert "| S1 | Deferred, with a step that can be undone: One team first |" in office("report", found).out


def test_the_risk_of_an_override_is_shown_with_its_owner_and_what_to_monitor(office: Office) -> None:
    found = office.decided("REJECT", "REJECT", "REJECT")
    said = ("--accept-risk", "An hour at worst", "--owner", "zoe", "--monitor", "the queue")
    office.json("resolve", found, *said)
    shown = office("show", found).out
    risks = shown[shown.index("\nRisks\n") :].split("\n\n")[0]
    assert risks.split("\n")[2:] == [
        "  - [high] Went ahead against the panel: An hour at worst (ann)",
        "    Monitor: the queue",
        "    Owner: zoe",
    ]
    office.json("risks", "set", found, "R1", "--status", "accepted")
    assert office("show", found).out.count("Owner: zoe") == 2


def test_what_revoked_and_superseded_verdicts_left_is_listed_only_with_all(office: Office) -> None:
    revoked, superseded = warned(office), warned(office)
    office("revoke", revoked, "--reason", "It was wrong")
    office.json("decide", "Again?", "--seat", "x=person", "--supersedes", superseded)
    assert items(office) == {}
    assert {name.split()[0] for name in items(office, "--all")} == {revoked, superseded}


def test_the_list_can_be_narrowed_to_an_owner_and_to_what_is_overdue(office: Office) -> None:
    found = warned(office)
    office.json("risks", "set", found, "R1", "--owner", "Ann", "--due", "2020-01-01")
    office.json("risks", "set", found, "C1", "--owner", "ben", "--due", "2999-01-01")
    assert items(office, "--owner", "ann").keys() == {f"{found} R1"}
    assert items(office, "--overdue").keys() == {f"{found} R1"}
    assert "2020-01-01, overdue" in office("risks", "--overdue").out
    office.json("risks", "set", found, "R1", "--status", "accepted")
    assert items(office, "--overdue", "--all") == {}


def test_a_long_record_is_looked_through_page_by_page_and_says_so(office: Office) -> None:
    asked = [warned(office) for _ in range(3)]
    first = office.json("risks", "--limit", "2")
    assert first["deliberations"] == 2
    assert {one["deliberation"] for one in first["items"]} == set(asked[1:])
    rest = office.json("risks", "--after", first["after"])
    assert {one["deliberation"] for one in rest["items"]} == {asked[0]}
    said = f"Searched the newest 2 deliberations. More: quorate risks --after {first['after']}\n"
    assert office("risks", "--limit", "2").err == said


def test_nothing_to_list_is_said(office: Office) -> None:
    ended = office("risks")
    assert (ended.status, ended.out, ended.err) == (0, "", "Nothing to list.\n")


def test_one_deliberation_has_its_whole_register_shown(office: Office) -> None:
    found = warned(office)
    shown = office.json("risks", found)
    assert (shown["id"], shown["subject"]) == (found, "Adopt the queue?")
    numbers = {kind: [one["id"] for one in shown[kind]] for kind in ("risks", "dissents", "conditions")}
    assert numbers == {"risks": ["R1", "R2"], "dissents": ["D1"], "conditions": ["C1"]}
    assert "Tools lag behind" in office("risks", found, "--lang", "ja").out
    assert office("risks", found, "--all") == office("risks", found)


def test_a_register_is_empty_or_not_there_yet(office: Office) -> None:
    assert "left no risks" in office("risks", office.decided("APPROVE", "APPROVE", "APPROVE")).out
    assert "there is no register yet" in " ".join(office("risks", office.opened()).out.split())


@pytest.mark.parametrize(
    "arguments",
    [("set", "R1", *SET), ("vindicate", "D1", "--what", "It broke", "--link", "https://status.example")],
)
def test_a_request_that_is_repeated_with_its_key_acts_once(arguments: tuple[str, ...], office: Office) -> None:
    found = warned(office)
    command, *rest = arguments
    request = ("risks", command, found, *rest, "--key", "k", "--json")
    first, again = office(*request), office(*request)
    assert (first.status, first.out) == (again.status, again.out) == (0, first.out)
    assert len([kind for kind in events(office, found) if kind in ("Tracked", "Vindicated")]) == 1
    other = office("risks", "set", found, "C1", "--owner", "zoe", "--key", "k")
    assert (other.status, other.out) == (2, "")
    assert "was used for another request" in other.err


WRONG = [
    (("set", "ID", "R9", *SET), "no item called 'R9' in ID; there are: R1, R2, D1, C1"),
    (("set", "ID", "R1"), "nothing to change; allowed"),
    (("set", "ID", "R1", "--owner", ""), "--owner: missing; expected some text"),
    (("set", "ID", "R1", "--note", " "), "--note: missing"),
    (("set", "ID", "R1", "--status", "done"), "status: found 'done'; allowed: open, mitigated, accepted, closed"),
    (("set", "ID", "R1", "--status", "vindicated"), "`quorate risks vindicate`"),
    (("set", "ID", "R1", "--status", "open"), "R1 already says that"),
    (("set", "ID", "R1", "--due", "tomorrow"), "due: found 'tomorrow'; allowed: a day, such as 2026-12-01"),
    (("set", "ID", "R1", "--owner", "ann\ud800"), "whole characters"),
    (("set", "ID"), "missing argument 'ITEM'"),
    (("set", "MAGI-2020-0101-001", "R1", *SET), "no deliberation called 'MAGI-2020-0101-001'"),
    (("vindicate", "ID", "D1"), "missing option '--what'"),
    (("vindicate", "ID", "D1", "--what", ""), "what happened is empty"),
    (("vindicate", "ID", "C1", "--what", "It broke"), "C1 is a condition"),
    (("vindicate", "ID", "D1", "--what", "It broke", "--link", "x"), "--link: no deliberation called 'x'"),
    (("vindicate", "ID", "D1", "--what", "It broke", "--link", "ID"), "is this deliberation"),
    (("vindicate", "ID", "D1", "--what", "It broke", "--link", "ftp://x"), "link: found 'ftp://x'"),
    (("ID", "--overdue"), "is shown in full"),
    (("--status", "done"), "'done' is not one of"),
    (("--limit", "0"), "not in the range"),
    (("--after", "x"), "after: found 'x'; allowed: a cursor from an earlier page"),
    (("ID", "R1"), "unexpected extra argument (R1)"),
]


def test_wrong_input_is_refused_and_nothing_is_stored(office: Office) -> None:
    found = warned(office)
    before = events(office, found)
    for arguments, said in WRONG:
        ended = office("risks", *(found if word == "ID" else word for word in arguments))
        assert (ended.status, ended.out) == (2, ""), arguments
        assert said.replace(" ID", f" {found}") in ended.err
    assert events(office, found) == before


def test_there_is_nothing_to_set_before_the_verdict(office: Office) -> None:
    ended = office("risks", "set", office.opened(), "R1", *SET)
    assert (ended.status, ended.out) == (2, "")
    assert "there is no register yet" in ended.err


def test_show_has_the_register_once_something_was_tracked(office: Office) -> None:
    found = warned(office)
    assert "register" not in office.json("show", found)
    office.json("risks", "set", found, "C1", "--owner", "ann")
    assert office.json("show", found)["register"]["conditions"][0]["owner"] == "ann"


def test_text_that_steers_a_terminal_is_cleaned(office: Office) -> None:
    found = warned(office)
    office.json("risks", "set", found, "C1", "--owner", "a\x1b[31mnn", "--note", "x\x07\ny")
    for shown in (office("risks").out, office("risks", found).out, office("report", found).out):
        assert "\x1b" not in shown
        assert "\x07" not in shown
    assert json.loads(office("risks", "--json").out)["items"][-1]["owner"] == "a\x1b[31mnn"


def test_words_in_the_register_can_be_redacted_and_the_record_still_verifies(office: Office) -> None:
    found = warned(office)
    secret = "the customer Grünwald"
    office.json("risks", "set", found, "R1", "--note", secret, "--owner", "ann")
    office.json("risks", "vindicate", found, "D1", "--what", f"It hit {secret}")
    office.json("redact", found, "--text", office.file("secret.txt", secret), "--reason", "names a customer")
    assert office("verify").status == 0
    assert secret not in office("risks", found, "--json").out + office("report", found).out
    assert items(office)[f"{found} R1"]["owner"] == "ann"


def test_the_help_tells_the_options_of_all_its_commands(office: Office) -> None:
    shown = office("risks", "--help").out
    assert all(option in shown for option in ("--overdue", "--mitigation", "--what", "--key"))
