"""What `quorate review` says of a review: why, who said what, which limit was crossed, and the next command."""

import json

import pytest

from quorate.deliberation.precondition import short
from tests.surfaces.office import Office
from tests.surfaces.test_fleet_commands import WHY, as_agent, fleet


def blocked_quorum(office: Office) -> str:
    """A review in which three would resume p, one of them on a condition that no resume may have."""
    fleet(office, "a", "b", "c")
    review: str = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    office("review", "vote", review, "resume", *WHY, "--condition", "Disable governance at night", user="a")
    office("review", "vote", review, "resume", *WHY, user="b")
    return review


@pytest.mark.parametrize(
    ("lang", "blocked"),
    [
        ("en", 'Blocked: a condition crosses a hard limit: "Disable governance at night" may not disable governance.'),
        ("ja", "阻止：条件が絶対制限に抵触：「Disable governance at night」：ガバナンスを無効にしてはならない"),
    ],
)
def test_a_review_that_a_hard_limit_blocked_says_which_condition_crossed_which(
    office: Office, lang: str, blocked: str
) -> None:
    review = blocked_quorum(office)
    voted = office("review", "vote", review, "resume", *WHY, "--lang", lang, user="c").out
    assert blocked in voted.splitlines()
    assert blocked in office("review", "show", review, "--lang", lang).out.splitlines()
    assert blocked in office("review", "list", "--status", "ended", "--lang", lang).out.splitlines()
    (row,) = [one for one in office("log").out.splitlines() if one.startswith(review)]
    assert row.split()[-2:] == ["block", "decided"]
    assert "intact" in office("verify").out


def test_a_hard_limit_is_shown_as_a_block_that_nobody_can_override(office: Office) -> None:
    review = blocked_quorum(office)
    office("review", "vote", review, "resume", *WHY, user="c")
    headline = "Blocked: the resume carried a condition that is not allowed"
    assert f"- **Verdict**: {headline}" in office("report", review, "--format", "markdown").out.splitlines()
    for command in (("show", review), ("explain", review), ("report", review), ("show", review, "--json")):
        shown = office(*command).out
        assert "risk acceptance" not in shown.casefold().replace("_", " "), command
        assert "in writing" not in shown
    shown = office("show", review).out
    assert "BLOCKED" in shown
    assert "a hard limit cannot be overridden" in shown
    assert "nobody can override that" in " ".join(office("explain", review).out.split())
    refused = office("release", review, "--action", office.file("a", "x"))
    assert "cannot be overridden" in refused.err


def test_a_line_that_names_the_choice_of_the_votes_in_place_of_the_block_is_damage(office: Office) -> None:
    review = blocked_quorum(office)
    office("review", "vote", review, "resume", *WHY, user="c")
    office("export", review, "--output", "record.jsonl")
    text = (office.folder / "record.jsonl").read_text(encoding="utf-8")
    office.file("changed.jsonl", text.replace('"decision":"block"', '"decision":"resume"'))
    damage = f"{review}: its line in the log contradicts its events"
    assert office("verify", "changed.jsonl").out.splitlines()[1] == damage


def test_a_dialectic_that_a_hard_limit_blocked_says_so_too(office: Office) -> None:
    fleet(office, "a")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    office("review", "thesis", review, "--root-cause", "Overflow", "--condition", "Disable monitoring", user="p")
    office("review", "antithesis", review, "--metric", "errors=3", user="a")
    office("review", "synthesis", review, "--agree", user="p")
    ended = office("review", "synthesis", review, "--agree", user="a").out
    said = 'Blocked: a condition crosses a hard limit: "Disable monitoring" may not remove monitoring.'
    assert said in ended.splitlines()
    assert "Condition: Disable monitoring" not in office("agents", "show", "p").out


def test_a_quorum_that_was_counted_is_no_dialectic_and_is_resolved(office: Office) -> None:
    review = blocked_quorum(office)
    office("review", "vote", review, "resume", *WHY, user="c")
    refused = office("review", "decide", review, "resume", "--reason", "Well")
    assert refused.err.splitlines()[0] == f"{review} is in the phase resolved, and no dialectic"


@pytest.mark.parametrize("metric", ["errors", "errors=", "=3"])
def test_a_metric_without_a_name_or_a_value_is_refused(office: Office, metric: str) -> None:
    fleet(office, "a")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    office("review", "thesis", review, "--root-cause", "Overflow", user="p")
    refused = office("review", "antithesis", review, "--metric", metric, user="a")
    assert (refused.status, refused.out) == (2, "")
    assert f"found '{metric}'; allowed: NAME=VALUE" in refused.err
    assert as_agent(office, "a", "review", "show", review)["phase"] == "antithesis"


def test_who_may_not_review_is_named_up_to_five_and_the_others_are_counted(office: Office) -> None:
    names = ("a", "b", "c", "d", "e", "f", "g")
    fleet(office, *names)
    for name in names:
        office("agents", "pause", name, "--reason", "It is ill")
    refused = office("review", "request", "p", "--reason", "Well again").err
    assert refused.count("it is paused itself") == 5
    assert refused.splitlines()[0].endswith("; and 3 more")


def test_too_few_votes_are_the_reason_of_a_cooldown_that_ends_at_a_moment(office: Office) -> None:
    fleet(office, "a", "b", "c")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    office("agents", "pause", "c", "--reason", "It is ill")
    office("review", "vote", review, "resume", *WHY, user="a")
    counted = office("review", "vote", review, "resume", *WHY, user="b").out.splitlines()
    assert "Too few votes were counted: 2; a resume or a block needs at least 3." in counted
    until = as_agent(office, "olga", "agents", "show", "p")["review_from"]
    assert f"A cooldown: a new review may be asked for from {until[:10]} {until[11:19]}Z on." in counted
    assert "Vote of c: absent; it is paused itself" in office("review", "show", review).out.splitlines()


def test_a_review_is_shown_with_its_reasons_and_after_the_count_with_its_votes(office: Office) -> None:
    fleet(office, "a", "b", "c")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    office("review", "vote", review, "resume", *WHY, "--condition", "read only for 2h", user="a")
    shown = office("review", "show", review, user="b").out.splitlines()
    assert shown[1] == "p was paused: It deleted a table"
    assert shown[3:5] == ["What is said for a resume:", "Well again"]
    assert shown[-1] == f"The next command: quorate review vote {review} VOTE --reasoning TEXT"
    assert "I looked at it" not in "".join(shown)
    for name in "bc":
        office("review", "vote", review, "resume", *WHY, user=name)
    counted = office("review", "show", review).out.splitlines()
    assert "Vote of a: resume; I looked at it; Condition: read only for 2h" in counted
    assert "Vote of b: resume; I looked at it" in counted
    office("agents", "pause", "p", "--reason", "Once more")
    assert "Once more" not in office("review", "show", review).out


def test_a_dialectic_is_shown_with_all_that_was_said_and_the_next_command(office: Office) -> None:
    fleet(office, "a")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    thesis = office(
        "review", "thesis", review, "--root-cause", "Overflow", "--condition", "read only for 2h", user="p"
    ).out
    assert "next command" not in thesis
    shown = office("review", "show", review, user="a").out.splitlines()
    assert {"Reviewer: a", "Thesis of p: Overflow; Condition: read only for 2h"} <= set(shown)
    assert shown[-1].startswith(f"The next command: quorate review antithesis {review} --metric NAME=VALUE")
    office("review", "antithesis", review, "--metric", "errors=3", "--concern", "Again?", user="a")
    office("review", "synthesis", review, "--agree", user="p")
    agreed = office("review", "synthesis", review, "--agree", user="a").out.splitlines()
    verify = f"The next command: quorate review verify {review} --approve|--refuse --reason TEXT"
    assert agreed[-2:] == ["A person has to decide.", verify]
    assert verify in office("agents", "overview").out.splitlines()
    shown = office("review", "show", review).out.splitlines()
    assert {"Antithesis of a: Observed: errors = 3; Concern: Again?", "Synthesis of p: agrees"} <= set(shown)


def test_a_reviewer_who_is_paused_has_no_move_and_a_person_reassigns_the_dialectic(office: Office) -> None:
    fleet(office, "a", "b")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    office("review", "thesis", review, "--root-cause", "Overflow", "--condition", "read only for 2h", user="p")
    reviewer = as_agent(office, "p", "review", "show", review)["reviewer_agent_id"]
    office("agents", "pause", reviewer, "--reason", "It is ill")
    refused = office("review", "antithesis", review, "--concern", "Again?", user=reviewer)
    first = f"{reviewer} may not review any more: it is paused itself"
    assert refused.err.splitlines() == [first, "A person has to decide."]
    shown = office("review", "show", review, user=reviewer).out.splitlines()
    assert shown[-1] == f"The next command: quorate review reassign {review} REVIEWER"
    (other,) = {"a", "b"} - {reviewer}
    office("review", "reassign", review, other)
    assert as_agent(office, other, "review", "show", review)["whose_move"]["whose"] == "yours"


def test_notes_are_marked_and_answered_at_the_command_line(office: Office) -> None:
    fleet(office, "a", "b", "c")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    office(
        "review", "vote", review, "resume", *WHY, "--condition", "Log all calls", "--condition", "read only", user="a"
    )
    office("review", "vote", review, "resume", *WHY, user="b")
    last = office("review", "vote", review, "resume", *WHY, user="c").out.splitlines()
    assert "Note N1, which a person accepts or strikes: «Log» all calls" in last
    verdict = office.json("show", review)["verdict_hash"]
    answer = ("resolve", review, "--verdict", verdict, "--verified", "I read it")
    refused = office(*answer)
    assert (refused.status, "missing: N1" in refused.err) == (2, True)
    assert office(*answer, "--strike-note", "N1").status == 0
    shown = office("review", "show", review).out.splitlines()
    assert [line for line in shown if line.startswith("Condition:")] == ["Condition: read only"]


def test_an_agreement_with_notes_is_verified_at_the_command_line(office: Office) -> None:
    fleet(office, "a")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    office("review", "thesis", review, "--root-cause", "Overflow", "--condition", "Log all calls", user="p")
    office("review", "antithesis", review, "--metric", "errors=3", user="a")
    office("review", "synthesis", review, "--agree", user="p")
    ended = as_agent(office, "a", "review", "synthesis", review, "--agree")
    end = ended["resolution"]["hash"]
    hint = f"--approve|--refuse --reason TEXT --accept-note N1|--strike-note N1 --ended {short(end)}"
    assert f"The next command: quorate review verify {review} {hint}" in office("review", "show", review).out
    verify = ("review", "verify", review, "--approve", "--reason", "I read it", "--accept-note", "N1")
    assert office(*verify).status == 2
    assert office(*verify, "--ended", end[:16]).status == 0
    assert "Condition: Log all calls" in office("agents", "show", "p").out


def test_a_resume_without_conditions_says_that_it_has_the_default(office: Office) -> None:
    fleet(office, "a", "b", "c")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    for name in ("a", "b", "c"):
        last = office("review", "vote", review, "resume", *WHY, user=name).out.splitlines()
    assert "Nobody named a condition; this is the default." in last
    assert "Condition: monitor everything for 24 h" in last


def test_the_headline_of_a_review_says_whom_it_waits_for_and_then_what_was_done(office: Office) -> None:
    fleet(office, "a", "b", "c")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    assert office("review", "show", review).out.startswith(f"{review}: quorum on p, voting\n")
    office("review", "vote", review, "resume", *WHY, "--condition", "Watch the alerts", user="a")
    for name in "bc":
        office("review", "vote", review, "resume", *WHY, user=name)
    assert office("review", "show", review).out.startswith(f"{review}: quorum on p, needs verification\n")
    assert office.json("review", "show", review)["phase"] == "escalated"
    seen = office.json("show", review)["verdict_hash"]
    office("resolve", review, "--verdict", seen, "--verified", "I read it", "--strike-note", "N1", user="olga")
    assert office("review", "show", review).out.startswith(f"{review}: quorum on p, resumed\n")
    shown = office("review", "show", review, "--lang", "ja").out.splitlines()
    assert "合議審査（再開済み）" in shown[0]
    assert "実行済み：再開" in shown
    assert "bの票：再開; I looked at it" in shown


def test_a_dialectic_is_shown_by_its_id_in_any_case(office: Office) -> None:
    fleet(office, "a")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    for command in (("show",), ("review", "show")):
        for name in (review, review.upper()):
            assert office(*command, name).out.startswith(f"{review}: dialectic on p, thesis\n")


def test_an_imported_session_says_nothing_about_the_agent_as_it_is(office: Office) -> None:
    office("agents", "register", "p")
    session = {"session_id": "0123456789abcdef", "paused_agent_id": "p", "phase": "resolved"}
    document = office.file("s.json", json.dumps({**session, "resolution": {"action": "resume"}}))
    taken = json.loads(office("review", "import", document, "--json").out)["sessions"][0]["taken_as"]
    lines = office("review", "show", taken).out.splitlines()
    assert lines[0] == f"{taken}: dialectic on p, imported"
    assert "Imported as history (0123456789abcdef: resume): it decides nothing about p here." in lines
    assert "paused" not in "".join(lines)
    assert office.json("review", "show", taken)["resolution"]["action"] == "resume"


def test_the_next_command_after_a_quorum_has_every_note_as_a_choice(office: Office) -> None:
    fleet(office, "a", "b", "c")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    conditions = ("--condition", "Keep the alerts", "--condition", "read only for 2h (log all calls)")
    office("review", "vote", review, "resume", *WHY, *conditions, user="a")
    for name in "bc":
        office("review", "vote", review, "resume", *WHY, user=name)
    lines = office("review", "show", review).out.splitlines()
    seen = short(office.json("show", review)["verdict_hash"])
    choices = "--accept-note N1|--strike-note N1 --accept-note N2|--strike-note N2"
    answer = f"quorate resolve {review} --verdict {seen} --verified TEXT {choices}"
    assert f"The next command: {answer}" in lines
    assert "Note N2, which a person accepts or strikes: read only for 2h («log» all calls)" in lines
    hint = next(line for line in office("show", review).err.splitlines() if answer in line)
    assert "N1 is: Keep the «alerts»; N2 is: read only for 2h («log» all calls)" in hint


def test_a_note_that_was_struck_is_no_condition_on_any_surface(office: Office) -> None:
    fleet(office, "a", "b", "c")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    conditions = ("--condition", "Keep the alerts", "--condition", "read only for 2h (log all calls)")
    office("review", "vote", review, "resume", *WHY, *conditions, user="a")
    for name in "bc":
        office("review", "vote", review, "resume", *WHY, user=name)
    seen = office.json("show", review)["verdict_hash"]
    struck = ("--strike-note", "N1", "--strike-note", "N2")
    assert office("resolve", review, "--verdict", seen, "--verified", "I read it", *struck).status == 0
    for command in (("show", review), ("report", review, "--format", "text")):
        told = office(*command).out
        posted = told[told.index("\nConditions\n") :].split("\n\n")[0]
        assert posted.splitlines()[2:] == ["  - read only for 2 h"], posted
    risks = office("risks", review, "--all").out
    assert "read only for 2" in risks
    assert "alerts" not in risks
    assert "log all calls" not in risks
    assert "intact" in office("verify").out


def test_a_dialectic_names_the_agents_that_it_passed_over(office: Office) -> None:
    for name in ("p", "a", "b", "c"):
        office("agents", "register", name)
    office("agents", "report", "p", "--risk", "0.1")
    office("agents", "pause", "p", "--reason", "It deleted a table")
    opened = as_agent(office, "p", "review", "request", "p", "--reason", "Well again", "--dialectic")
    assert opened["reviewer_agent_id"] == "a"
    told = [(one["agent_id"], one["reason"]) for one in opened["excluded"]]
    assert told[:2] == [("b", "others have more authority"), ("c", "others have more authority")]
