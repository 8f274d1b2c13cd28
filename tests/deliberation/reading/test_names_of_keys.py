"""Other names for a ballot's keys and for its options, and what comes of two that differ."""

from typing import Any

import pytest

from quorate.deliberation.events import BallotNote
from quorate.replies.reading import Expected, ReadVote, read_text
from tests.deliberation.reading.corpus import CHOICES, NONCE, asked

OWN = {"magi": "position", "judges": "option", "quorum": "vote", "evidence": "vote"}
REASON = {"magi": "rationale", "judges": "reasoning", "quorum": "reasoning", "evidence": "rationale"}
NAMES = {"A": "Postgres for the queue", "B": "Redis streams", "C": "Postgres for everything"}
CONFIDENCE = {"magi": "confidence: 80\n", "judges": "confidence: HIGH\n", "quorum": "", "evidence": "confidence: 0.8\n"}


def read(body: str, protocol: str, nonce: str = NONCE, **more: Any) -> ReadVote:
    carried = f"nonce: {nonce}\n" if nonce else ""
    return read_text(f"```yaml\n{carried}{body}\n```\n", asked(protocol)._replace(**more))


@pytest.mark.parametrize("nonce", [NONCE, ""])
@pytest.mark.parametrize("name", ["vote", "Position", "option", "decision", "RECOMMENDATION"])
@pytest.mark.parametrize("protocol", sorted(CHOICES))
def test_the_choice_has_other_names_under_every_protocol(protocol: str, name: str, nonce: str) -> None:
    word = CHOICES[protocol][0]
    found = read(f"{name}: {word}\n{CONFIDENCE[protocol]}{REASON[protocol]}: sound", protocol, nonce)
    if (protocol, name) == ("evidence", "option"):
        assert found.vote is None
    else:
        assert found.vote is not None, found.why
        assert (found.vote[OWN[protocol]], found.inferred, found.repaired) == (word, False, False)


@pytest.mark.parametrize("protocol", sorted(CHOICES))
def test_two_names_of_the_choice_that_differ_make_it_unreadable_and_that_agree_do_not(protocol: str) -> None:
    first, second = CHOICES[protocol][:2]
    head = f"{OWN[protocol]}: {first}\n{CONFIDENCE[protocol]}{REASON[protocol]}: sound\n"
    assert "different things" in read(f"{head}decision: {second}", protocol).why
    found = read(f"{head}decision: '{first.lower()}'", protocol)
    assert found.vote is not None, found.why
    assert found.notes == ()


def test_a_text_under_another_name_that_names_no_choice_is_about_something_else() -> None:
    head = "position: APPROVE\nconfidence: 80\nrationale: sound\n"
    found = read(f"{head}decision: move the archive", "magi")
    assert found.vote is not None
    assert found.notes == (BallotNote("unknown_key", {"key": "decision"}),)
    assert read(f"{head}recommendation: we should reject it", "magi").vote is None


@pytest.mark.parametrize("protocol", sorted(CHOICES))
def test_reasons_have_two_names_under_every_protocol(protocol: str) -> None:
    other = {"rationale": "reasoning", "reasoning": "rationale"}[REASON[protocol]]
    head = f"{OWN[protocol]}: {CHOICES[protocol][0]}\n{CONFIDENCE[protocol]}"
    found = read(f"{head}{other}: sound", protocol)
    assert found.vote is not None, found.why
    assert (found.vote[REASON[protocol]], found.inferred) == ("sound", False)
    assert read(f"{head}{other}: sound\n{REASON[protocol]}: sound", protocol).vote == found.vote
    assert "different things" in read(f"{head}{other}: sound\n{REASON[protocol]}: unsound", protocol).why


def test_a_block_about_something_else_is_no_ballot_because_it_has_an_option() -> None:
    other = "```yaml\noption: --verbose\ndecision: later\n```\n"
    ballot = "```yaml\nposition: APPROVE\nconfidence: 80\nrationale: sound\n```\n"
    for expected in (asked(), asked(nonce="")):
        assert read_text(other + ballot, expected).vote is not None


def test_a_block_with_the_nonce_is_not_spoilt_by_names_that_differ_in_another() -> None:
    other = "```yaml\noption: APPROVE\ndecision: REJECT\n```\n"
    ballot = f"```yaml\nnonce: {NONCE}\nposition: APPROVE\nconfidence: 80\nrationale: sound\n```\n"
    assert read_text(other + ballot, asked()).vote is not None


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        *(("A", "A"), ("b", "B"), ("Option A", "A"), ("option b", "B")),
        *(("Postgres for the queue", "A"), ('"redis  streams."', "B")),
        *(("'A: Postgres for the queue'", "A"), ("A - Postgres for the queue", "A"), ("B (Redis streams)", "B")),
        *(("'Option B: Redis streams'", "B"), ("'A) Postgres for the queue'", "A"), ("'B: Redis'", "B")),
        *(("'A: Redis streams'", ""), ("'A: Postgres'", ""), ("'A: B'", ""), ("Postgres", ""), ("'A: the best'", "")),
        *(("A or B", ""), ("D", ""), ("'D: Redis streams'", "")),
    ],
)
def test_an_option_is_named_by_its_id_its_text_or_both(said: str, chosen: str) -> None:
    judged = read(f"option: {said}\nconfidence: HIGH", "judges", names=NAMES)
    assert (judged.vote or {"option": ""})["option"] == chosen
    proved = read(f"vote: accept\noption: {said}\nconfidence: 0.8", "evidence", names=NAMES)
    assert (proved.vote or {"option": ""})["option"] == chosen


def test_an_option_whose_id_is_the_text_of_another_is_not_guessed() -> None:
    expected = Expected("judges", ("A", "B", "ABSTAIN"), "", names={"A": "B", "B": "A"})
    assert read_text("option: A\nconfidence: HIGH\n", expected).vote is None


def test_two_blocks_that_accept_different_options_disagree() -> None:
    blocks = "".join(f"```yaml\nnonce: {NONCE}\nvote: accept\noption: {one}\n```\n" for one in "AB")
    assert read_text(blocks, asked("evidence")._replace(names=NAMES)).why == "two of its ballots disagree"


@pytest.mark.parametrize(
    "line",
    [
        'key_concerns: ["safety: the valve may stick"]',
        "safety: the valve may stick",
        "懸念: [{種類: safety, 内容: the valve may stick}]",
        'risks: ["safety: the valve may stick"]',
        'dissent_note: "SAFETY: the valve may stick"',
    ],
)
def test_a_text_that_is_labelled_as_a_warning_of_safety_is_a_concern_wherever_it_stands(line: str) -> None:
    found = read(f"position: REJECT\nconfidence: 80\nrationale: sound\n{line}", "magi")
    assert found.vote is not None, found.why
    assert found.vote["concerns"] == [{"kind": "safety", "text": "the valve may stick"}]


@pytest.mark.parametrize("line", ["safety: no concerns", "security: ok", 'risks: ["cost: it may double"]'])
def test_an_all_clear_and_a_mild_risk_are_no_concern(line: str) -> None:
    found = read(f"position: APPROVE\nconfidence: 80\nrationale: sound\n{line}", "magi")
    assert found.vote is not None, found.why
    assert "concerns" not in found.vote
