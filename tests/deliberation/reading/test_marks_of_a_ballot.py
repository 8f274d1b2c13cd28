"""Small signs in a ballot block that make it count, or not: under every protocol in the same way."""

import json

import pytest

from quorate import read_reply

NONCE = "m4k7p2"
KEYS = {"magi": "position", "judges": "option", "quorum": "vote", "evidence": "vote"}
CHOSEN = {"magi": "APPROVE", "judges": "A", "quorum": "resume", "evidence": "accept"}
OTHER = {"magi": "REJECT", "judges": "B", "quorum": "block", "evidence": "reject"}
REASONS = {"magi": "rationale", "judges": "reasoning", "quorum": "reasoning", "evidence": "rationale"}
SURE = {"magi": "confidence: 80\n", "judges": "confidence: HIGH\n", "quorum": "", "evidence": "confidence: 0.8\n"}
each_protocol = pytest.mark.parametrize("protocol", sorted(KEYS))


def ballot(protocol: str, value: str = "", reason: str = "It was measured.", more: str = "") -> str:
    choice = f"{KEYS[protocol]}: {value or CHOSEN[protocol]}\n"
    reasons = f"{REASONS[protocol]}: {reason}\n" if reason else ""
    return f"```yaml\nnonce: {NONCE}\n{choice}{SURE[protocol]}{reasons}{more}```\n"


def heard(protocol: str, reply: str) -> str | None:
    options = (("A", "Postgres"), ("B", "Redis")) if protocol == "judges" else ()
    return read_reply(reply, protocol, options=options, nonce=NONCE).choice


@each_protocol
def test_closing_punctuation_is_no_part_of_the_choice(protocol: str) -> None:
    for end in ("!", "!!", ".", "!."):
        assert heard(protocol, ballot(protocol, f"{CHOSEN[protocol]}{end}")) == CHOSEN[protocol]


@each_protocol
@pytest.mark.parametrize("reason", ["N/A", '"N/A."', "-", '"-"', "none"])
def test_a_reason_that_says_nothing_gets_the_default_text(protocol: str, reason: str) -> None:
    options = ("A", "B") if protocol == "judges" else ()
    read = read_reply(ballot(protocol, reason=reason), protocol, options=options, nonce=NONCE)
    assert read.choice == CHOSEN[protocol]
    assert (read.vote or {})[REASONS[protocol]] == "No rationale provided"


@each_protocol
def test_a_ballot_without_its_reasons_is_advice(protocol: str) -> None:
    options = ("A", "B") if protocol == "judges" else ()
    read = read_reply(ballot(protocol, reason=""), protocol, options=options, nonce=NONCE)
    assert read.choice == CHOSEN[protocol]
    assert read.inferred


@each_protocol
def test_a_sign_against_a_choice_contradicts_it(protocol: str) -> None:
    for sign in ("❌", "👎", "🚫"):
        assert heard(protocol, ballot(protocol, f"{CHOSEN[protocol]} {sign}")) is None
    assert heard(protocol, ballot(protocol, f"{CHOSEN[protocol]} ✅")) == CHOSEN[protocol]


@pytest.mark.parametrize("protocol", ["magi", "quorum", "evidence"])
def test_a_word_in_single_letters_is_no_choice(protocol: str) -> None:
    assert heard(protocol, ballot(protocol, " ".join(CHOSEN[protocol]))) is None


@each_protocol
def test_another_name_of_the_choice_in_foreign_letters_spoils_the_ballot(protocol: str) -> None:
    assert heard(protocol, ballot(protocol, more=f"dеcision: {OTHER[protocol]}\n")) is None


@each_protocol
@pytest.mark.parametrize(
    "comment", ["TBD", "just testing", "not final", "?", "maybe", "or something else, pick one", "not my vote"]
)
def test_a_comment_that_leaves_the_choice_open_makes_it_a_template(protocol: str, comment: str) -> None:
    assert heard(protocol, ballot(protocol, f"{CHOSEN[protocol]}  # {comment}")) is None


@each_protocol
def test_an_address_in_a_block_of_one_line_is_no_comment(protocol: str) -> None:
    said = {KEYS[protocol]: CHOSEN[protocol], REASONS[protocol]: "See https://example.org/issues/88", "nonce": NONCE}
    sure = SURE[protocol].strip().removeprefix("confidence: ")
    line = json.dumps({**said, "confidence": sure} if sure else said)
    assert heard(protocol, f"```json\n{line}\n```\n") == CHOSEN[protocol]


@each_protocol
@pytest.mark.parametrize("confidence", ["0-100", '"<your confidence>"', "a number"])
def test_a_range_as_confidence_is_a_template_also_where_none_is_asked_for(protocol: str, confidence: str) -> None:
    stated = SURE[protocol] or "confidence: 1\n"
    block = ballot(protocol, more="" if SURE[protocol] else stated).replace(stated, f"confidence: {confidence}\n")
    assert heard(protocol, block) is None


@each_protocol
@pytest.mark.parametrize(
    "mark",
    [
        "retracted_at: now",
        "superseded_by: the next one",
        "dry_run: true",
        "is_test: yes",
        "status: withdrawn",
        "note: This is a test ballot.",
        "comment: None of this is meant.",
    ],
)
def test_a_key_that_says_that_the_ballot_is_none_is_believed(protocol: str, mark: str) -> None:
    assert heard(protocol, ballot(protocol, more=f"{mark}\n")) is None


@each_protocol
def test_keys_that_deny_it_and_mere_data_leave_the_ballot_as_it_is(protocol: str) -> None:
    for more in ("withdrawn: false", "superseded_by: none", "findings: [{line: 3, how: [config, restart]}]"):
        assert heard(protocol, ballot(protocol, more=f"{more}\n")) == CHOSEN[protocol], more


@each_protocol
@pytest.mark.parametrize("lead", ["Codex answered:", "Quoting the ticket:", "My previous ballot, now void:", "引用:"])
def test_a_block_under_somebody_elses_name_is_a_quotation(protocol: str, lead: str) -> None:
    assert heard(protocol, f"{lead}\n\n{ballot(protocol)}") is None


def test_what_services_print_is_no_vote_though_its_words_are_choices() -> None:
    for protocol, text in (
        ("quorum", "Session paused. Press Enter to resume."),
        ("quorum", "To resume this session, run agent resume 1234."),
        ("quorum", "Rate limited, cooldown 60s"),
        ("quorum", "block: true"),
        ("evidence", "Connection accepted."),
        ("evidence", "accept: application/json"),
        ("judges", "Choice [A/B]: B"),
    ):
        assert heard(protocol, text) is None, text
