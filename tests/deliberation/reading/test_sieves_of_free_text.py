"""What free text only speaks of, shows, quotes or promises is no vote, and it is none under any protocol."""

import json
from pathlib import Path
from typing import Any

import pytest

from quorate import read_reply

WORDS = {"magi": "approve", "judges": "B", "quorum": "resume", "evidence": "accept"}
OPTIONS = {"judges": ["A", "B", "C"]}
NO_ANSWERS = {
    "log-line": "INFO 12:00:03 verifier: done (vote={word}, c=0.93)",
    "log-with-a-date": "2026-04-02T08:11:09Z WARN supervisor: vote {word}",
    "log-in-brackets": "[worker-3] My vote: {word}",
    "keys-and-values": 'time=12:01:44 level=info msg="ballot cast" vote={word}',
    "shell": "$ quorate vote {word}\n{word}",
    "shell-of-somebody": "user@host:~$ ./ask\nMy vote: {word}",
    "status": "Exit code: 0\nMy vote: {word}",
    "chat-template": "<|im_start|>assistant\nMy vote: {word}<|im_end|>",
    "instruction-template": "[INST] Vote. [/INST] My vote: {word}",
    "tool": "<tool_call>cast</tool_call>\nMy vote: {word}",
    "heading-of-a-template": "### Response:\nMy vote: {word}",
    "code": 'if vote == "{word}":\n    return vote',
    "quota": "You have exceeded your current quota. My vote: {word}",
    "sound-of-a-word": '"{word}" and "except" sound alike.',
    "sort-of-a-word": 'The word "{word}" is a verb.',
    "letters-of-a-word": '"{word}" is spelled as it is spoken.',
    "example": "For example, my vote is {word}.",
    "sample": "Sample answer: {word}.",
    "announced-example": "A good answer would look like this:\nMy vote: {word}",
    "promise": "I will vote {word} once the tests pass.",
    "condition": "If the tests passed I would vote {word}.",
    "hypothesis": "Suppose my vote were {word}.",
    "other-speaker": "Codex: I vote {word}.",
    "other-voter": "The night shift votes {word}.",
    "other-report": "According to the board, the vote is {word}.",
    "question": "Should I vote {word}?",
    "japanese-example": "例：{word} に投票します。",
    "japanese-condition": "試験に合格した場合は {word} に投票します。",
    "japanese-voter": "田中さんは {word} に投票します。",
    "japanese-word": "{word} という言葉は短いです。",
}
ANSWERS = ("My vote: {word}", "I vote {word}.", "{word} に投票します。", "結論：{word}", "最終的に {word} とします。")
PARTIAL = {
    "magi": "I approve the first phase, but not the second.",
    "quorum": "Resume the reads, but not the writes.",
    "evidence": "I accept the claim except for its figures.",
    "judges": "A for storage, B for analytics.",
}


def read(protocol: str, text: str) -> str | None:
    return read_reply(text, protocol, options=OPTIONS.get(protocol, [])).choice


@pytest.mark.parametrize("protocol", WORDS)
@pytest.mark.parametrize("kind", NO_ANSWERS)
def test_what_is_no_answer_is_none_under_any_protocol(kind: str, protocol: str) -> None:
    for word in (WORDS[protocol], WORDS[protocol].upper()):
        assert read(protocol, NO_ANSWERS[kind].replace("{word}", word)) is None


@pytest.mark.parametrize("protocol", WORDS)
def test_the_same_words_are_a_vote_where_they_are_an_answer(protocol: str) -> None:
    word = WORDS[protocol]
    read_as = [read(protocol, text.replace("{word}", word)) for text in ANSWERS]
    assert {str(one).casefold() for one in read_as} == {word.casefold()}


@pytest.mark.parametrize("protocol", PARTIAL)
def test_a_vote_in_part_is_none(protocol: str) -> None:
    assert read(protocol, PARTIAL[protocol]) is None


def test_who_cannot_agree_with_a_claim_rejects_it() -> None:
    for text in (
        "この主張には賛成できません。",
        "この主張には同意できません。",
        "この主張に反対します。",
        "I cannot accept this claim.",
    ):
        assert read("evidence", text) == "reject", text
    assert read("evidence", "その点には同意しますが、証拠が一つ足りません。") is None


ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in Path(__file__).with_name("every_protocol.jsonl").read_text(encoding="utf-8").split("\n")
    if line
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_replies_under_every_protocol_are_read_as_they_are_meant(row: dict[str, Any]) -> None:
    options = [(one["id"], one["text"]) for one in row["options"]]
    heard = read_reply(row["reply"], row["protocol"], options=options, nonce=row["nonce"])
    expect = row["expect"]
    assert heard.choice == expect.get("choice"), heard
    assert heard.inferred == expect.get("inferred", False)
