"""Whatever a voter sends: a ballot or a reason, never an exception."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.protocols import protocol_named
from quorate.replies.ballot import ReadVote
from quorate.replies.reading import infer_from, read_text
from tests.replies.asked import CHOICES, NONCE, asked, choice_in

MEBIBYTE = (1 << 20) - 300
PIECES = [
    *("```", "```yaml\n", "```\n", "~~~", "\n", "\n\n", " ", "\t", "- ", "> ", "# ", "| ", "* ", "**", "`"),
    *("<!--", "-->", "<think>", "</think>", "<blockquote>", "</blockquote>", "---\n", "...\n", "{", "}", "[", "]"),
    *('"', "'", ": ", ",", "&a ", "*a", "!!str ", "<<: ", "%TAG ! x\n", "? ", "|\n", ">-\n", "\\u0070", "\\ud800"),
    *("\x00", "\x1b[1m", "\x85", "position: ", "confidence: ", "rationale: ", f"nonce: {NONCE}\n", "nonce: x\n"),
    *("option: ", "vote: ", "risks: ", "APPROVE", "REJECT", "ABSTAIN", "GO", "NO-GO", "accept", "resume", "85", "0.85"),
    *("1e9", "９", "null", "true", "I approve. ", "not ", "no ", "yes", "承認", "。", "「", "」", "\u200b", "\u202e"),
    *("а", "é", "😀", "\ufe0f", "\u2028", "\ufeff", "x" * 3000),
]
PROTOCOLS = st.sampled_from(sorted(CHOICES))


def check(read: ReadVote, protocol: str) -> None:
    assert (read.vote is None) == (read.why is not None)
    assert choice_in(read, protocol) in (*CHOICES[protocol], None)
    assert not read.inferred


@settings(max_examples=300, deadline=None)
@given(st.text(), PROTOCOLS)
def test_any_text_gives_a_ballot_or_a_reason(text: str, protocol: str) -> None:
    check(read_text(text, asked(protocol)), protocol)
    infer_from(text, asked(protocol))


@settings(max_examples=200, deadline=None)
@given(st.binary(), PROTOCOLS)
def test_any_bytes_give_a_ballot_or_a_reason(data: bytes, protocol: str) -> None:
    for text in (data.decode(errors="replace"), data.decode(errors="surrogateescape"), data.decode("latin-1")):
        check(read_text(text, asked(protocol)), protocol)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join), PROTOCOLS)
def test_anything_like_a_reply_gives_a_ballot_or_a_reason(text: str, protocol: str) -> None:
    check(read_text(text, asked(protocol)), protocol)
    infer_from(text, asked(protocol))


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), PROTOCOLS)
def test_a_broken_block_with_the_nonce_gives_its_own_choice_or_a_reason(text: str, protocol: str) -> None:
    choice = CHOICES[protocol][0]
    head = f"nonce: {NONCE}\n{asked(protocol).choice_key}: {choice}\nconfidence: 0.8\nrationale: one: two: "
    read = read_text(f"```yaml\n{head}{text}\n```\n", asked(protocol))
    check(read, protocol)
    assert choice_in(read, protocol) in (choice, None)


_PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
_KEYS = st.sampled_from(["position", "confidence", "rationale", "nonce", "concerns", "vote", "option"]) | st.text(
    max_size=20
)
_NESTED = st.recursive(
    _PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=4), max_leaves=15
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(_KEYS, _NESTED, max_size=8), PROTOCOLS)
def test_any_structured_answer_gives_a_ballot_or_a_reason(value: dict[str, object], protocol: str) -> None:
    check(read_text("", asked(protocol), value), protocol)


FILLERS = [
    *(
        "a",
        "\n",
        " ",
        "`",
        "```\n",
        "~~~\n",
        "```\n```\n",
        "<!--",
        "<!---->",
        "> ",
        "- - ",
        "[",
        "{",
        "a: b\n",
        "- a\n",
    ),
    *("&a ", "---\n", "\\u0070", "\r", "\u200b", "а", "😀", "'", '"', "I approve. ", "not ", "<blockquote>", "“", "「"),
    *(f"```yaml\nnonce: {NONCE}\n```\n", f"nonce: {NONCE}\n", "position: APPROVE\n", ".", "conditions: v\n", "«", "』"),
]


@pytest.mark.parametrize("filler", FILLERS)
def test_a_mebibyte_of_anything_is_read_in_linear_time(filler: str) -> None:
    """What grows faster than its input would not end here within an hour."""
    key = protocol_named("magi").vote_keys.choice
    head = f"nonce: {NONCE}\n{key}: APPROVE\nconfidence: 80\nrationale: "

    def of(size: int) -> str:
        return (filler * (size // len(filler) + 1))[:size]

    for reply in (
        of(MEBIBYTE),
        f"```yaml\n{head}{of(60_000)}\n```\n",
        f"```yaml\n{head}a: b\n{of(60_000)}\n```\n",
        f"```yaml\n{head}x\nconcerns:\n  - a: b: c\n  - {of(60_000)}\n```\n",
        f"{of(500_000)}\n```yaml\n{head}x\n```\n{of(500_000)}",
    ):
        check(read_text(reply, asked()), "magi")
        infer_from(reply, asked())
