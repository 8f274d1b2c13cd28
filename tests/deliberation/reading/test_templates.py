"""A template is never a vote: filled in or not, with the nonce or without it."""

import pytest

from quorate.core.panel import Seat
from quorate.prompts.prompt import prompt_for
from quorate.replies.reading import Expected, read_text
from tests.deliberation.playing import Play
from tests.deliberation.reading.corpus import CHOICES, NONCE, asked

HEAD = {
    "magi": ("position: APPROVE", "confidence: 80\nrationale: sound\n"),
    "judges": ("option: A", "confidence: HIGH\nreasoning: sound\n"),
    "quorum": ("vote: resume", "reasoning: sound\n"),
    "evidence": ("vote: accept", "confidence: 0.8\nrationale: sound\n"),
}
PROTOCOLS = sorted(CHOICES)


def is_vote(body: str, protocol: str = "magi", tag: str = "yaml") -> bool:
    for nonce in (f"nonce: {NONCE}\n", "") if not body.startswith("{") else ("",):
        if read_text(f"```{tag}\n{nonce}{body}\n```\n", asked(protocol)).vote is not None:
            return True
    return False


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_alternatives_in_the_value_of_the_choice_are_no_vote(protocol: str) -> None:
    choice, rest = HEAD[protocol]
    key = choice.split(":")[0]
    for words in (" | ", "/", ", ", " or "):
        assert not is_vote(f"{key}: {words.join(CHOICES[protocol])}\n{rest}", protocol)
        assert not is_vote(f"{key}: {words.join(CHOICES[protocol][:2])}\n{rest}", protocol)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_alternatives_in_a_comment_beside_the_choice_are_no_vote(protocol: str) -> None:
    choice, rest = HEAD[protocol]
    first, second, third = CHOICES[protocol][:3]
    for comment in (f"or {second}, or {third}", f"{first} | {second}", f"one of: {first}, {second}", second):
        assert not is_vote(f"{choice}  # {comment}\n{rest}", protocol)
    assert is_vote(f"{choice}  # my choice\n{rest}", protocol)
    assert is_vote(f"# {first} | {second}\n{choice}\n{rest}", protocol)


def test_alternatives_in_json_are_no_vote() -> None:
    for nonce in (f'"nonce": "{NONCE}", ', ""):
        for words in ('"APPROVE" | "REJECT" | "ABSTAIN"', '"APPROVE" | "REJECT"', '"APPROVE" /* or "REJECT" */'):
            body = f'{{{nonce}"position": {words}, "confidence": 80, "rationale": "sound"}}'
            assert not is_vote(body, tag="json")
            assert read_text(body, asked()).vote is None


@pytest.mark.parametrize(
    "said", ["0-100", "0 - 100", "0–100", "0 to 100", "<0-100>", "1-100", "number from 0 to 100", "0..100"]
)
def test_the_whole_scale_as_confidence_is_no_vote(said: str) -> None:
    assert not is_vote(f"position: APPROVE\nconfidence: {said}\nrationale: sound")


def test_the_whole_scale_of_other_protocols_as_confidence_is_no_vote() -> None:
    assert not is_vote("vote: accept\nconfidence: 0.0-1.0\nrationale: sound", "evidence")
    assert not is_vote("vote: accept\nconfidence: 0.0 to 1.0\nrationale: sound", "evidence")
    assert not is_vote("option: A\nconfidence: HIGH | MEDIUM | LOW\nreasoning: sound", "judges")
    assert not is_vote("option: A\nconfidence: HIGH, MEDIUM or LOW\nreasoning: sound", "judges")
    assert is_vote("position: APPROVE\nconfidence: 80  # 0-100\nrationale: sound")


@pytest.mark.parametrize(
    "placeholder",
    [
        'rationale: "why, in two or three sentences"\n',
        "rationale: Why, in two or three sentences.\n",
        'rationale: sound\nkey_evidence:\n  - "what your position rests on"\n',
        'rationale: sound\nconcerns:\n  - {kind: safety, text: "what you warn of; leave the list empty if nothing"}\n',
        'rationale: sound\ndissent_note: "what to keep in mind if the panel decides otherwise"\n',
    ],
)
def test_the_prompts_own_texts_are_no_vote_even_where_the_choice_is_filled_in(placeholder: str) -> None:
    assert not is_vote(f"position: APPROVE\nconfidence: 80\n{placeholder}")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_block_of_a_real_prompt_is_no_vote_with_its_choice_filled_in(protocol: str) -> None:
    question = {"subject": "Which?", "options": ["A", "B", "C"]} if protocol == "judges" else "Go?"
    seat = Seat("value", voter="claude")
    prompt = prompt_for(Play(seat, protocol=protocol, question=question).session, seat, nonce=NONCE)
    block = prompt.text[prompt.text.rindex("```yaml") :]
    choice, _ = HEAD[protocol]
    key = choice.split(":")[0]
    lines = [choice if line.startswith(f"{key}:") else line for line in block.splitlines()]
    lines = ["confidence: 80" if line.startswith("confidence:") and protocol == "magi" else line for line in lines]
    filled = "\n".join(lines)
    for reply in (block, filled, filled.replace(NONCE, "")):
        for text in (prompt.text, ""):
            assert read_text(reply, Expected(protocol, prompt.choices, NONCE, text)).vote is None, reply


def test_a_template_does_not_hide_a_ballot_beside_it() -> None:
    template = f"```yaml\nnonce: {NONCE}\nposition: APPROVE  # or REJECT\nconfidence: 0-100\nrationale: why\n```\n"
    ballot = f"```yaml\nnonce: {NONCE}\nposition: REJECT\nconfidence: 80\nrationale: unsound\n```\n"
    found = read_text(template + ballot, asked())
    assert found.vote is not None
    assert found.vote["position"] == "REJECT"
