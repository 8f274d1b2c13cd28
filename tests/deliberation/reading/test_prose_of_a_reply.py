"""Free text as advice: verdict lines, whole words with negations, and when nothing may be read."""

from decimal import Decimal
from typing import Any

import pytest

from quorate.deliberation.events import BallotNote
from quorate.replies.reading import ReadVote, read_text
from tests.deliberation.reading.corpus import asked


def read(text: str) -> ReadVote:
    return read_text(text, asked())


def position(text: str) -> str | None:
    vote = read(text).vote
    return vote["position"] if vote else None


def test_what_is_read_from_prose_is_marked_as_inferred() -> None:
    got = read("I approve this proposal.")
    assert got.inferred
    assert got.vote == {
        "position": "APPROVE",
        "confidence": 50,
        "rationale": "I approve this proposal.",
        "inferred": True,
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *(("Verdict: reject", "REJECT"), ("**Position:** APPROVE", "APPROVE"), ("Decision: NO-GO", "REJECT")),
        *(("## Verdict\n\n**REJECT**", "REJECT"), ("| Position | APPROVE |", "APPROVE"), ("結論: 却下", "REJECT")),
        *(("Yes", "APPROVE"), ("no.", "REJECT"), ("はい", "APPROVE")),
    ],
)
def test_an_explicit_verdict_line_is_read(text: str, expected: str) -> None:
    assert position(text) == expected


def test_a_bare_yes_or_no_counts_only_as_the_whole_answer() -> None:
    assert position("Yes.\n\nThe plan has three steps.") is None
    assert position("No tests were run.") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *(
            ("I do not recommend it.", "REJECT"),
            ("I have no objections.", "APPROVE"),
            ("I'm not against it.", "APPROVE"),
        ),
        *(
            ("I cannot approve this.", "REJECT"),
            ("I would not reject this.", "APPROVE"),
            ("承認できません。", "REJECT"),
        ),
        *(("反対しません。", "APPROVE"), ("I recommend the proposal be rejected.", "REJECT")),
        *(("I am in favor of rejecting it.", "REJECT"), ("I don't think we should approve this.", "REJECT")),
    ],
)
def test_negations_are_understood(text: str, expected: str) -> None:
    assert position(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("I approve. I reject.", "Verdict: APPROVE\nVerdict: REJECT", "Approve or reject?"),
        *(
            "If the tests pass, I would approve.",
            "I would approve, but the budget is missing.",
            "I'll approve when it runs.",
        ),
        *("Codex approves.", "The team recommends approval.", "Codex wrote:\nVerdict: APPROVE", "Logos: APPROVE"),
        *("Error: approve failed", "Not logged in · Please run /login to approve. I approve.", "Request rejected."),
        *("もし安全なら承認します。", "チームは賛成しています。", "I аpprove.", "I do n\u200bot approve. Approve."),
        *("", "\x00", "\u202eevorppa I approve"),
    ],
)
def test_in_doubt_nothing_is_read(text: str) -> None:
    assert position(text) is None


def test_the_voters_own_word_counts_beside_what_others_say() -> None:
    assert position("The team recommends approval. I vote against it.") == "REJECT"
    assert position("I reject this. If it were cheaper, I would approve.") == "REJECT"


def test_uncertain_or_insufficient_is_an_abstention() -> None:
    assert position("There is insufficient information to approve or reject.") == "ABSTAIN"
    assert position("I am uncertain.") == "ABSTAIN"
    assert position("I reject this: there is insufficient evidence.") == "REJECT"


@pytest.mark.parametrize(
    ("text", "confidence"),
    [
        *(("I strongly approve.", 70), ("強く賛成します。", 70), ("I approve.", 50)),
        *(("It is probably reasonable to approve.", 50), ("I am inclined to approve.", 30)),
        ("おそらく承認すべきです。", 30),
    ],
)
def test_the_confidence_follows_the_strength_of_the_language(text: str, confidence: int) -> None:
    vote = read(text).vote
    assert vote is not None
    assert vote["confidence"] == confidence


def test_warnings_that_prose_lists_are_kept() -> None:
    vote = read("I approve this.\n\n**Concerns:**\n- Safety: nobody is on call\n- cost\n\nRisks: it is slow\n").vote
    assert vote is not None
    assert vote["concerns"] == [{"kind": "safety", "text": "nobody is on call"}, {"kind": "other", "text": "cost"}]
    assert vote["risks"] == ["it is slow"]


def test_a_long_reply_is_kept_in_part_and_says_so() -> None:
    got = read("I approve.\n\n" + "It is a good plan. " * 200)
    assert got.vote is not None
    assert len(got.vote["rationale"]) == 2001
    assert BallotNote("rationale_cut") in got.notes


@pytest.mark.parametrize(
    ("protocol", "text", "vote"),
    [
        ("quorum", "Two warnings were ignored. I vote block.", {"vote": "block"}),
        ("judges", "**Recommendation:** B", {"option": "B", "confidence": "MEDIUM"}),
        ("judges", "結論: A", {"option": "A", "confidence": "MEDIUM"}),
        ("evidence", "My vote: reject.", {"vote": "reject", "confidence": Decimal("0.5")}),
    ],
)
def test_text_that_states_one_choice_is_advice_under_other_protocols_too(
    protocol: str, text: str, vote: dict[str, Any]
) -> None:
    got = read_text(text, asked(protocol))
    assert got.vote is not None, got.why
    assert (got.inferred, got.vote["inferred"]) == (True, True)
    assert {key: got.vote[key] for key in vote} == vote


@pytest.mark.parametrize(
    ("protocol", "text"),
    [
        ("quorum", "A vote can be resume, block or cooldown."),
        ("quorum", "My vote is neither resume nor block."),
        ("quorum", "Some would resume it, and some would block it."),
        ("judges", "It depends on the load."),
        ("evidence", "If the test had passed, I would accept it."),
    ],
)
def test_text_that_states_no_choice_of_its_own_is_unreadable_under_other_protocols(protocol: str, text: str) -> None:
    assert read_text(text, asked(protocol)).vote is None


def test_text_never_says_which_option_is_accepted() -> None:
    asked_for = asked("evidence")._replace(names={"A": "Postgres", "B": "Redis"})
    assert read_text("My vote: accept.", asked_for).vote is None
