"""Which block counts: fences, quotations, nonces, echoes, and what follows."""

import json
from typing import Any

import pytest

from quorate.deliberation.events import BallotNote
from quorate.replies.reading import ReadVote, read_text
from tests.deliberation.reading.corpus import NONCE, asked

WITHOUT_NONCE = BallotNote("no_nonce")


def block(position: str = "APPROVE", nonce: str = NONCE, more: str = "", tag: str = "yaml", fence: str = "```") -> str:
    named = f"nonce: {nonce}\n" if nonce else ""
    return f"{fence}{tag}\n{named}position: {position}\nconfidence: 80\nrationale: sound\n{more}{fence}\n"


def read(text: str, nonce: str = NONCE, prompt: str = "", structured: dict[str, Any] | None = None) -> ReadVote:
    return read_text(text, asked(nonce=nonce, prompt=prompt), structured)


def position(text: str, **more: Any) -> str | None:
    vote = read(text, **more).vote
    return vote["position"] if vote else None


@pytest.mark.parametrize("tag", ["yaml", "YML", "Json", "", " yaml", "yaml title=ballot"])
@pytest.mark.parametrize("fence", ["```", "~~~", "`````", "~~~~"])
def test_backticks_and_tildes_tagged_in_any_case_or_not_at_all_hold_a_ballot(tag: str, fence: str) -> None:
    assert position(block(tag=tag, fence=fence)) == "APPROVE"


@pytest.mark.parametrize("tag", ["python", "text", "markdown", "yaml5", "toml"])
def test_a_block_with_any_other_tag_is_no_ballot(tag: str) -> None:
    assert position(block(tag=tag)) is None


def test_a_block_with_the_nonce_counts_alone() -> None:
    text = block("REJECT", nonce="") + block("REJECT", nonce="other") + block("APPROVE")
    assert read(text) == read(block("APPROVE"))
    assert read(text).notes == ()


def test_two_blocks_with_the_nonce_that_agree_are_one_and_that_disagree_none() -> None:
    assert position(block() + block()) == "APPROVE"
    assert read(block() + block("REJECT")) == ReadVote(None, "two of its ballots disagree", is_answer=True)


def test_a_block_with_another_nonce_is_ignored() -> None:
    assert position(block(nonce="other")) is None
    assert position(block(nonce="other") + "\nI reject this.\n") == "REJECT"


def test_a_ballot_without_the_nonce_is_noted() -> None:
    assert read(block(nonce="")).notes == (WITHOUT_NONCE,)
    assert read(block(nonce=""), nonce="").notes == ()


def test_a_nonce_that_is_not_filled_in_is_none() -> None:
    assert read(block(nonce="''")).notes == (WITHOUT_NONCE,)


def test_without_a_nonce_to_look_for_any_nonce_will_do() -> None:
    assert position(block(nonce="whatever"), nonce="") == "APPROVE"


def test_two_ballots_that_agree_keep_every_warning_and_the_lower_confidence() -> None:
    other = block(more="risks: [second]\n").replace("80", "70")
    got = read(block(more="risks: [first]\n") + other)
    assert got.vote is not None
    assert (got.vote["risks"], got.vote["confidence"]) == (["first", "second"], 70)
    assert got.notes[0].code == "confidences_differ"


@pytest.mark.parametrize(("first", "second", "lower"), [("HIGH", "LOW", "LOW"), ("MEDIUM", "HIGH", "MEDIUM")])
def test_of_two_words_for_a_confidence_the_lower_one_is_taken(first: str, second: str, lower: str) -> None:
    blocks = (
        f"```yaml\nnonce: {NONCE}\noption: A\nconfidence: {one}\nreasoning: sound\n```\n" for one in (first, second)
    )
    got = read_text("".join(blocks), asked("judges"))
    assert got.vote is not None
    assert got.vote["confidence"] == lower


def test_an_echo_of_the_prompt_never_counts() -> None:
    prompt = "Context:\n" + block("APPROVE", nonce="") + "\nI approve this plan.\n"
    assert position(block("APPROVE", nonce=""), prompt=prompt) is None
    assert position(block("APPROVE", nonce="") + block("REJECT", nonce=""), prompt=prompt) == "REJECT"
    assert position("I approve this plan.", prompt=prompt) is None


@pytest.mark.parametrize("words", ["APPROVE | REJECT | ABSTAIN", "ABSTAIN/REJECT/APPROVE", "<APPROVE|REJECT|ABSTAIN>"])
def test_the_echoed_template_is_never_a_vote(words: str) -> None:
    assert position(block(words)) is None
    assert position(block(words) + block("REJECT")) == "REJECT"


@pytest.mark.parametrize("words", ["APPROVE/REJECT", "<APPROVE|REJECT>", "GO or NO-GO", "REJECT or ABSTAIN", "perhaps"])
def test_nothing_repairs_a_ballot_whose_position_cannot_be_read(words: str) -> None:
    assert position(block(words)) is None
    assert position("I reject the proposal.\n\n" + block(words) + "\nVerdict: REJECT\n") is None
    assert position("I reject the proposal.\n\n" + block(words, nonce="")) is None
    assert position(block(words) + block("REJECT")) is None
    assert position(block(words, nonce="") + block("REJECT")) == "REJECT"


@pytest.mark.parametrize(
    "quoted",
    [
        "> " + block().replace("\n", "\n> "),
        "<!--\n" + block() + "-->\n",
        "````markdown\n" + block() + "````\n",
        "~~~\n" + block() + "~~~\n",
        "<blockquote>\n" + block() + "</blockquote>",
    ],
)
def test_a_quotation_is_no_ballot_even_with_the_nonce(quoted: str) -> None:
    assert position(quoted) is None
    assert position(quoted + "\n\n" + block("REJECT")) == "REJECT"


def thought(*blocks: str) -> str:
    return "<think>\nI approve.\n" + "".join(blocks) + "</think>\n\n"


def test_a_draft_that_disagrees_with_the_answer_makes_it_unreadable() -> None:
    for nonce in ("", NONCE):
        got = read(thought(block("APPROVE", nonce=nonce)) + block("REJECT", nonce=nonce))
        assert got.why == "a ballot in its thinking disagrees with its answer"
    assert position(thought(block("APPROVE")) + block("REJECT", nonce="")) is None
    assert position(thought(block("APPROVE", nonce="")) + "Verdict: REJECT") is None


def test_with_the_nonce_in_the_answer_only_a_draft_does_not_matter() -> None:
    assert position(thought(block("APPROVE", nonce="")) + block("REJECT")) == "REJECT"
    assert position(thought(block("APPROVE", nonce="other")) + block("REJECT", nonce="")) == "REJECT"
    assert position("I approve.\n" + block("APPROVE", nonce="") + "</think>\n" + block("REJECT")) == "REJECT"


def test_a_draft_that_agrees_changes_nothing_and_alone_it_is_no_answer() -> None:
    got = read(thought(block("REJECT").replace("80", "10")) + block("REJECT"))
    assert got.vote is not None
    assert (got.vote["confidence"], got.notes) == (80, ())
    assert position(thought(block("REJECT"))) is None
    assert position(thought(block("REJECT")) + "I have said it.") is None


def test_what_does_not_close_makes_the_reply_unreadable() -> None:
    for text in ("```yaml\nposition: APPROVE\n", block() + "```\n", "<!-- " + block(), "<think>" + block()):
        assert position(text) is None


def test_prose_that_states_another_position_behind_the_block_makes_it_unreadable() -> None:
    assert read(block() + "\nCorrection: I reject.").why == "the text beside the ballot states another choice"
    assert position("I wanted to reject this.\n" + block()) == "APPROVE"


@pytest.mark.parametrize(
    ("protocol", "ballot", "words"),
    [
        ("quorum", "vote: resume", "Correction: I vote block"),
        ("quorum", "vote: resume", "My real answer is cooldown."),
        ("judges", "option: A\nconfidence: HIGH", "Correction: I vote for B."),
        ("judges", "option: A\nconfidence: HIGH", "Do not count this ballot."),
        ("evidence", "vote: accept\nconfidence: 0.8", "My real answer is reject."),
    ],
)
def test_a_ballot_is_taken_back_under_every_protocol(protocol: str, ballot: str, words: str) -> None:
    text = f"```yaml\nnonce: {NONCE}\n{ballot}\n```\n"
    assert read_text(text, asked(protocol)).vote is not None
    assert read_text(f"{text}\n{words}\n", asked(protocol)).vote is None
    assert read_text(f"{words}\n\n{text}", asked(protocol)).vote is None


def test_another_key_that_states_another_position_makes_it_unreadable() -> None:
    assert position(block(more="final_position: REJECT\n")) is None
    assert position(block(more="verdict: approve\n")) == "APPROVE"


def test_a_program_may_print_one_mapping_and_nothing_else() -> None:
    ballot = {"nonce": NONCE, "position": "REJECT", "confidence": 70, "rationale": "no owner"}
    for text in (json.dumps(ballot), json.dumps(ballot, indent=2), "\n".join(f"{k}: {v}" for k, v in ballot.items())):
        got = read_text(text, asked()._replace(takes_bare=True))
        assert got.vote == {"position": "REJECT", "confidence": 70, "rationale": "no owner"}
        assert not got.inferred


def test_lines_or_braces_without_a_fence_count_as_a_block_where_they_carry_the_nonce() -> None:
    ballot = {"nonce": NONCE, "position": "REJECT", "confidence": 70, "rationale": "no owner", "risks": ["late"]}
    lines = "\n".join(f"{k}: {v}" for k, v in ballot.items())
    for text in (json.dumps(ballot), lines, f"My ballot is this.\n\n{lines}\n\nThat is all I have to say.\n"):
        got = read(text)
        assert (got.inferred, got.repaired) == (False, False)
        assert got.vote == {key: value for key, value in ballot.items() if key != "nonce"}


def test_lines_without_a_fence_and_without_the_nonce_are_text() -> None:
    got = read("position: REJECT\nconfidence: 70\nrationale: no owner\nrisks: [late]\n")
    assert got.inferred
    assert got.vote is not None
    assert (got.vote["position"], got.vote["confidence"], got.vote["risks"]) == ("REJECT", 50, ["late"])
    assert position("position: REJECT\nconfidence: 70\nrationale: I approve this.\n") is None


def test_lines_with_the_nonce_that_are_announced_as_somebody_elses_are_no_block() -> None:
    lines = f"nonce: {NONCE}\nposition: REJECT\nconfidence: 70\nrationale: no owner\n"
    assert position(f"An example of a reply:\n\n{lines}") is None
    assert position(f"Codex wrote:\n{lines}") is None


def test_further_keys_are_kept_as_text_where_they_were_asked_for() -> None:
    text = (
        "```yaml\noption: A\nconfidence: HIGH\nreasoning: cheaper\nChallenge: [too dear, too late]\n"
        "convinced-by: null\nmood: good\n```\n"
    )
    got = read_text(text, asked("judges", nonce="")._replace(also=("challenge", "convinced_by")))
    assert got.also == {"challenge": "too dear; too late"}
    assert got.notes == (BallotNote("unknown_key", {"key": "mood"}),)
    got = read_text(text, asked("judges", nonce=""))
    assert (got.also, len(got.notes)) == ({}, 3)


def test_a_structured_answer_counts_alone() -> None:
    said = {"nonce": NONCE, "position": "REJECT", "confidence": 0.85, "rationale": "x"}
    got = read(block("APPROVE"), structured=said)
    assert got.vote == {"position": "REJECT", "confidence": 1, "rationale": "x"}
    assert read(block(), structured={**said, "nonce": "other"}).vote is None
    assert read(block(), structured={}).vote is None
    assert read("", structured={**said, "risks": [[[[[[[[["deep"]]]]]]]]]}).vote is None


def test_a_ballot_may_stand_under_one_key() -> None:
    inner = f"  nonce: {NONCE}\n  position: REJECT\n  confidence: 80\n  rationale: x\n"
    assert position("```yaml\nvote:\n" + inner + "```\n") == "REJECT"
    assert position("```yaml\nexample:\n" + inner + "```\n") is None


def test_missing_keys_give_an_inferred_ballot_that_keeps_its_warnings() -> None:
    got = read(f"```yaml\nnonce: {NONCE}\nposition: REJECT\nconcerns: ['safety: no rollback']\n```\n")
    assert got.inferred
    assert got.vote is not None
    assert (got.vote["position"], got.vote["inferred"]) == ("REJECT", True)
    assert got.vote["concerns"] == [{"kind": "safety", "text": "no rollback"}]


def test_a_block_without_the_nonce_that_is_not_valid_gives_an_inferred_ballot_that_keeps_its_warnings() -> None:
    slip = "rationale: one thing: the rollback: works\nconcerns:\n  - safety: nobody is on call\n"
    got = read(f"```yaml\nposition: APPROVE\nconfidence: 90\n{slip}```\n")
    assert (got.inferred, got.repaired) == (True, False)
    assert got.vote is not None
    assert (got.vote["position"], got.vote["confidence"]) == ("APPROVE", 50)
    assert got.vote["concerns"] == [{"kind": "safety", "text": "nobody is on call"}]
