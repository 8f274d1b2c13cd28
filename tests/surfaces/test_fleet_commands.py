"""`quorate agents` and `quorate review`: a fleet's life at the command line."""

import json
from typing import Any

import pytest

from tests.surfaces.office import Office

WHY = ("--reasoning", "I looked at it")


def fleet(office: Office, *others: str) -> None:
    for name in ("p", *others):
        assert office("agents", "register", name).status == 0
    office("agents", "report", "p", "--risk", "0.72")
    office("agents", "pause", "p", "--reason", "It deleted a table")


def as_agent(office: Office, name: str, *arguments: str) -> Any:
    ended = office(*arguments, "--json", user=name)
    return json.loads(ended.out)


def test_an_empty_report_of_an_agent_is_refused(office: Office) -> None:
    fleet(office)
    refused = office("agents", "report", "p")
    assert (refused.status, refused.out) == (2, "")
    sentence = "report: found nothing; allowed: one or more of risk (risk_score), coherence, void (void_active)\n"
    assert sentence in refused.err
    assert json.loads(office("agents", "report", "p", "--no-void", "--json").out)["risk_score"] is None


def test_a_paused_agent_is_reviewed_by_three_and_resumed(office: Office) -> None:
    fleet(office, "a", "b", "c")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    assert json.loads(office("review", "list", "--json").out)["sessions"][0]["session_id"] == review
    first = as_agent(office, "a", "review", "vote", review, "resume", *WHY, "--condition", "monitor everything for 24h")
    assert (first["votes_received"], first["votes_needed"], first["status"]) == (1, 3, "awaiting_more_votes")
    assert first["whose_move"]["waiting_for"] == ["b", "c"]
    assert as_agent(office, "b", "review", "show", review)["whose_move"]["whose"] == "yours"
    weights = as_agent(office, "b", "review", "show", review)["authority_weights"]
    shown = office("review", "show", review).out
    assert f"weigh: {', '.join(f'{name} {weight:g}' for name, weight in weights.items())}\n" in shown
    as_agent(office, "b", "review", "vote", review, "resume", *WHY)
    last = as_agent(office, "c", "review", "vote", review, "block", *WHY)
    assert last["quorum_result"]["vote_counts"] == {"resume": 2, "block": 1, "cooldown": 0}
    assert last["executed"] == {"action": "resume", "conditions": ["monitor everything for 24h"]}
    assert last["whose_move"] == {"whose": "nobody", "waiting_for": [], "until": None}
    agent = office.json("agents", "show", "p")
    assert (agent["status"], agent["conditions"]) == ("active", ["monitor everything for 24h"])
    judged = office.json("agents", "judge", "a", review, "--held-up")
    assert (judged["reviews"], judged["held_up"]) == (1, 1)
    assert "intact" in office("verify").out


def test_whoever_pauses_an_agent_is_told_how_it_is_resumed(office: Office) -> None:
    fleet(office, "a b")
    assert office("agents", "pause", "a b", "--reason", "Odd").out.splitlines()[-1] == (
        "The next command: quorate review request 'a b' --reason TEXT"
    )
    for name, written in (("-x", "-x"), ("-x y", "'-x y'")):
        office("agents", "register", "--", name)
        told = office("agents", "pause", "--reason", "Odd", "--", name).out
        assert told.endswith(f"The next command: quorate review request --reason TEXT -- {written}\n")
    assert "next command" in office("agents", "show", "p").out
    office("agents", "register", "c")
    as_agent(office, "p", "review", "request", "p", "--reason", "Well again")
    assert "next command" not in office("agents", "show", "p").out


def test_two_parties_agree_and_a_person_verifies(office: Office) -> None:
    fleet(office, "a")
    opened = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")
    review = opened["session_id"]
    assert (opened["fell_back_to_dialectic"], opened["phase"]) == (True, "thesis")
    as_agent(office, "p", "review", "thesis", review, "--root-cause", "Overflow", "--condition", "read only for 2h")
    argued = as_agent(office, "a", "review", "antithesis", review, "--metric", "errors=3", "--concern", "Again?")
    assert argued["transcript"][-1]["observed_metrics"] == {"errors": "3"}
    as_agent(office, "p", "review", "synthesis", review, "--agree")
    agreed = as_agent(office, "a", "review", "synthesis", review, "--agree")
    assert agreed["resolution"]["requires"] == ["verification"]
    assert agreed["whose_move"]["whose"] == "person"
    done = office.json("review", "verify", review, "--approve", "--reason", "I read the logs")
    assert done["executed"]["action"] == "resume"


def test_a_refusal_is_one_line_or_json_with_what_to_do_instead(office: Office) -> None:
    fleet(office, "a", "b", "c")
    ended = office("review", "request", "a", "--reason", "Why not")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == "a is active, not paused; only a paused agent is reviewed\n"
    plain = office("review", "request", "a", "--reason", "Why not", "--json")
    assert plain.status == 2
    refused = json.loads(plain.out)
    assert (refused["error_code"], refused["whose_move"]["whose"]) == ("NOT_PAUSED", "nobody")


def test_whoever_is_refused_reads_whose_move_it_is(office: Office) -> None:
    fleet(office, "a", "b", "c")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")
    refused = as_agent(office, "p", "review", "vote", review["session_id"], "resume", *WHY)
    assert (refused["error_code"], refused["whose_move"]) == ("NOT_A_REVIEWER", review["whose_move"])
    said = office("review", "vote", review["session_id"], "resume", *WHY, user="p")
    assert said.err.splitlines()[1].startswith("Waiting for a, b and c until")


def test_reviews_are_listed_by_their_state_and_in_pages(office: Office) -> None:
    fleet(office, "a", "b", "c")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    for name in "abc":
        as_agent(office, name, "review", "vote", review, "block", *WHY)
    assert json.loads(office("review", "list", "--json").out) == {"success": True, "sessions": [], "after": ""}
    assert office("review", "list").out == "No such review.\n"
    assert office("review", "list", "--status", "ended").out.startswith(f"{review}: quorum on p, blocked\n")
    again = as_agent(office, "p", "review", "request", "p", "--reason", "Again", "--dispute", "review_system")
    office("review", "decide", again["session_id"], "block", "--reason", "No")
    first = office("review", "list", "--status", "ended", "--agent", "p", "--limit", "1")
    assert first.out.startswith(again["session_id"])
    _, _, following = first.err.partition("More: quorate ")
    assert office(*following.split()).out.startswith(review)
    assert "allowed: open, ended, thesis" in office("review", "list", "--status", "done").err


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_agents_and_reviews_are_shown_in_words(office: Office, lang: str) -> None:
    fleet(office, "a", "b", "c")
    shown = office("review", "request", "p", "--reason", "Well again", "--lang", lang).out
    assert ("Waiting for a, b and c until" if lang == "en" else "待っている") in shown
    listed = office("agents", "list", "--status", "paused", "--lang", lang).out
    assert len(listed.splitlines()) == 2
    assert office("review", "list", "--lang", lang).out.startswith("QUORUM-")


def test_escalated_reviews_are_decided_by_a_person(office: Office) -> None:
    fleet(office, "a", "b", "c")
    asked = ("review", "request", "p", "--reason", "It is unfair", "--dispute", "review_system")
    opened = as_agent(office, "p", *asked)
    assert (opened["phase"], opened["whose_move"]["whose"]) == ("escalated", "person")
    decided = office.json("review", "decide", opened["session_id"], "block", "--reason", "It stays paused")
    assert decided["executed"]["action"] == "block"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_fleet_at_a_glance_and_the_history_of_an_agent(office: Office, lang: str) -> None:
    fleet(office, "a", "b", "c")
    office("review", "request", "p", "--reason", "Well again")
    shown = office("agents", "overview", "--lang", lang).out.splitlines()
    assert ("3 active, 1 paused" if lang == "en" else "稼働 3") in shown[0]
    assert shown[1].startswith("QUORUM-")
    assert len(shown) == 6
    history = office("agents", "history", "p", "--lang", lang).out
    assert [word for word in ("AgentRegistered", "AgentPaused", "ReviewJoined") if word not in history] == []
    assert office.json("agents", "overview")["agents"] == {"active": 3, "paused": 1, "archived": 0}
    assert json.loads(office("agents", "history", "p", "--json").out)[0]["kind"] == "AgentRegistered"


def test_sessions_are_imported_with_a_report(office: Office) -> None:
    fleet(office, "a")
    sessions = [{"session_id": "0123456789abcdef", "paused_agent_id": "p", "phase": "failed"}, {"session_id": "x"}]
    file = office.file("sessions.json", json.dumps(sessions))
    ended = office("review", "import", file)
    assert ended.status == 2
    first, second = ended.out.splitlines()
    assert first.startswith("0123456789abcdef: taken as dialectic-")
    assert second == "x: not taken: paused_agent_id: missing"


def agreed(office: Office) -> str:
    """A review by two parties that agree, which a person has to verify."""
    fleet(office, "a")
    review = str(as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"])
    as_agent(office, "p", "review", "thesis", review, "--root-cause", "Overflow", "--condition", "read only for 2h")
    as_agent(office, "a", "review", "antithesis", review, "--metric", "errors=3")
    for name in ("p", "a"):
        as_agent(office, name, "review", "synthesis", review, "--agree")
    return review


@pytest.mark.parametrize(("lang", "words"), [("en", ("verification", "anyone")), ("ja", ("確認", "誰でも"))])
def test_what_a_person_has_to_verify_is_in_the_inbox_with_its_command(
    office: Office, lang: str, words: tuple[str, str]
) -> None:
    review = agreed(office)
    listed = office("inbox", "--lang", lang)
    assert all(word in listed.out for word in (review, *words))
    assert f"quorate review verify {review} --approve|--refuse --reason TEXT" in listed.err
    assert review in office("inbox", "--mine").out
    assert office("inbox", "--mine", user="p").out == ""
    office("review", "verify", review, "--approve", "--reason", "I read the logs")
    assert office("inbox").out == ""
    assert "intact" in office("verify").out


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", '"Disable monitoring" may not remove monitoring (found: disable monitoring): a resume'), ("ja", "阻止")],
)
def test_a_condition_that_crosses_a_limit_is_taken_and_answered_with_what_becomes_of_it(
    office: Office, lang: str, words: str
) -> None:
    fleet(office, "a", "b", "c")
    review = as_agent(office, "p", "review", "request", "p", "--reason", "Well again")["session_id"]
    condition = ("--condition", "Disable monitoring", "--lang", lang)
    said = office("review", "vote", review, "resume", *WHY, *condition, user="a").out
    (line,) = [line for line in said.splitlines() if "Disable monitoring" in line]
    assert words in line
    assert "Disable" not in office("review", "show", review, user="b").out
