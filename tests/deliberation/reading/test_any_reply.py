"""Whatever a voter sends: a vote or a reason, never an exception, and soon."""

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.protocols import protocol_named
from quorate.replies.reading import ReadVote, read_text
from tests.deliberation.reading.corpus import CHOICES, NONCE, Reply, asked, choice_in, corpus

SECONDS = 30.0  # of work: what grows faster than its input takes far longer
MEBIBYTE = (1 << 20) - 300
HONEST = corpus("honest")
PIECES = [
    *("```", "```yaml\n", "~~~", "\n", "\n\n", " ", "\t", "- ", "> ", "# ", "| ", "* ", "**", "`", "<!--", "-->"),
    *(
        "<think>",
        "</think>",
        "<blockquote>",
        "</blockquote>",
        "---\n",
        "...\n",
        "{",
        "}",
        "[",
        "]",
        '"',
        "'",
        ": ",
        ",",
    ),
    *(
        "&a ",
        "*a",
        "!!str ",
        "<<: ",
        "%TAG ! x\n",
        "? ",
        "|\n",
        ">-\n",
        "\\u0070",
        "\\ud800",
        "\x00",
        "\x1b[1m",
        "\x85",
    ),
    *("position: ", "confidence: ", "rationale: ", f"nonce: {NONCE}\n", "nonce: x\n", "option: ", "vote: ", "risks: "),
    *("APPROVE", "REJECT", "ABSTAIN", "GO", "NO-GO", "accept", "resume", "85", "0.85", "1e9", "９", "null", "true"),
    *(
        "I ",
        "we ",
        "approve",
        "reject ",
        "do not ",
        "would ",
        "if ",
        "recommend ",
        "my vote is ",
        "Verdict: ",
        "Codex ",
    ),
    *(
        "says: ",
        "no ",
        "yes",
        ". ",
        "? ",
        "Error: ",
        "承認",
        "します",
        "反対",
        "ません",
        "。",
        "もし",
        "「",
        "」",
        "結論：",
    ),
    *("\u200b", "\u202e", "а", "é", "😀", "✅", "\ufe0f", "\u2028", "\ufeff", "x" * 3000),
]
PROTOCOLS = st.sampled_from(sorted(CHOICES))


def check(read: ReadVote, protocol: str) -> None:
    assert (read.vote is None) == bool(read.why)
    assert choice_in(read, asked(protocol)) in (*CHOICES[protocol], "unreadable")
    assert read.inferred == bool(read.vote and read.vote.get("inferred"))


@settings(max_examples=300, deadline=None)
@given(st.text(), PROTOCOLS)
def test_any_text_gives_a_vote_or_a_reason(text: str, protocol: str) -> None:
    check(read_text(text, asked(protocol)), protocol)


@settings(max_examples=200, deadline=None)
@given(st.binary(), PROTOCOLS)
def test_any_bytes_give_a_vote_or_a_reason(data: bytes, protocol: str) -> None:
    for text in (data.decode(errors="replace"), data.decode(errors="surrogateescape"), data.decode("latin-1")):
        check(read_text(text, asked(protocol)), protocol)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join), PROTOCOLS)
def test_anything_like_a_reply_gives_a_vote_or_a_reason(text: str, protocol: str) -> None:
    check(read_text(text, asked(protocol, prompt=text[:50])), protocol)


OWN_HEADS = {
    "magi": f"nonce: {NONCE}\nposition: APPROVE\nconfidence: 80\nrationale: ",
    "judges": f"nonce: {NONCE}\noption: A\nconfidence: HIGH\nreasoning: ",
    "quorum": f"nonce: {NONCE}\nvote: resume\nreasoning: ",
    "evidence": f"nonce: {NONCE}\nvote: accept\nconfidence: 0.8\nrationale: ",
}


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), PROTOCOLS, st.booleans())
def test_a_broken_block_with_the_nonce_gives_its_choice_or_a_reason(text: str, protocol: str, is_fenced: bool) -> None:
    body = f"{OWN_HEADS[protocol]}one: two: {text}\n"
    read = read_text(f"```yaml\n{body}```\n" if is_fenced else body, asked(protocol))
    check(read, protocol)
    assert choice_in(read, asked(protocol)) in (CHOICES[protocol][0], "unreadable")


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(HONEST), st.data())
def test_an_honest_reply_that_was_damaged_gives_a_vote_or_a_reason(reply: Reply, data: st.DataObject) -> None:
    text, expected = reply.text, reply.expected
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    piece = data.draw(st.sampled_from(["", *PIECES]))
    check(read_text(text[:start] + piece + text[end:], expected), expected.protocol)


_PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
_NAMES = ["position", "confidence", "rationale", "nonce", "concerns", "vote", "option", "x"]
_KEYS = st.sampled_from(_NAMES) | st.text(max_size=20)


@settings(max_examples=300, deadline=None)
@given(
    st.dictionaries(
        _KEYS,
        st.recursive(
            _PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=4), max_leaves=15
        ),
        max_size=8,
    ),
    PROTOCOLS,
)
def test_any_structured_answer_gives_a_vote_or_a_reason(value: dict[str, object], protocol: str) -> None:
    check(read_text("", asked(protocol), value), protocol)


def block_of(protocol: str) -> str:
    key = protocol_named(protocol).vote_keys.choice
    return f"```yaml\nnonce: {NONCE}\n{key}: {CHOICES[protocol][0]}\nconfidence: 1\nrationale: x\n```\n"


OWN = f"nonce: {NONCE}\nposition: APPROVE\nconfidence: 80\nrationale: "
BALLOT = "position: APPROVE\nconfidence: 1\nrationale: "
FILLERS = [
    "a",
    "\n",
    " ",
    "`",
    "```\n",
    "~~~\n",
    "```\n```\n",
    "<!--",
    "<!---->",
    "<think></think>",
    "> ",
    "- - ",
    "[",
    "{",
]
FILLERS += [
    "a: b\n",
    "&a ",
    "%TAG ! x\n",
    "---\n",
    "\\u0070",
    "\r",
    "\u200b",
    "\u202e",
    "а",
    "😀",
    "<a>b</a>",
    "'",
    '"',
]
FILLERS += [
    "I would approve , ",
    "I reject ",
    "approve or ",
    "my vote is ",
    "承認します。",
    "反対しない",
    "Verdict: go | ",
]
FILLERS += [
    "I approve and reject ",
    "we do not approve but do not not not ",
    "please you may approve the ",
    "リクエストを却下",
    "<think>```\n",
    "<think>\n```yaml\nposition: REJECT\n```\n</think>",
    "$\\boxed{a}$ ",
    "merge the plan first ",
]
FILLERS += [
    "please do not count this ballot and ",
    "my vote is , not ",
    "reject this this this ",
    "option B or A ",
    "上の票は取り消し",
    "[a=b] <function ",
    "the word approve is ",
    "vote: ",
    "block: a\n- resume: b\n",
    "A's ",
]


@pytest.mark.parametrize("filler", FILLERS)
def test_a_mebibyte_of_anything_is_done_with_soon(filler: str) -> None:
    def of(size: int, end: str = "") -> str:
        piece = (filler * (size // len(filler) + 1))[: min(size, 900) if end else size] + end
        return (piece * (size // len(piece) + 1))[:size]

    replies = [
        of(MEBIBYTE),
        of(60_000),
        of(11_900, ". "),
        of(11_900, "\n"),
        f"\u200b{of(11_800, '. ')}",
        f"```yaml\n{BALLOT}{of(60_000)}\n```\n",
        f"```yaml\n{BALLOT}x\nrisks:\n{of(60_000)}\n```\n",
        f'```json\n{{"position": "APPROVE", "risks": {of(60_000)}\n```\n',
        f"```yaml\n{BALLOT}x\n```\n{of(11_900, '. ')}",
        f"{BALLOT}{of(60_000)}",
        *(f"{block_of(protocol)}{of(47_000, end)}" for protocol in CHOICES for end in (". ", "\n")),
        f"{of(47_000, '. ')}\n{block_of('quorum')}",
        f"```yaml\n{OWN}a: b\n{of(60_000)}\n```\n",
        f"```yaml\n{OWN}a: b {of(60_000)}\n```\n",
        f"```yaml\n{OWN}x\nconcerns:\n  - a: b: c\n  - {of(60_000)}\n```\n",
        f"```yaml\n{OWN}x\nconcerns: [{{kind: safety, text: a: b}}, {of(60_000)}\n```\n",
        f'```json\n{{"nonce": "{NONCE}", "position": "APPROVE", "confidence": 80, "rationale": "{of(60_000)}"}}\n```\n',
        f"{OWN}a: b\n{of(60_000)}",
        f"{of(200_000)}\n\n{OWN}a: b\n\n{of(11_000)}",
    ]
    for reply in replies:
        protocol = next((one for one in CHOICES if block_of(one) in reply), "magi")
        started = process_time()
        read_text(reply, asked(protocol, prompt=of(100_000, "\n")))
        assert process_time() - started < SECONDS
