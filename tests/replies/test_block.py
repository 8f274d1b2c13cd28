"""The ballot is the block with this call's nonce at the end of the reply; anything else is a reason, with a code."""

from typing import Any

import pytest

from quorate.replies.reading import LARGEST_REPLY, read_text
from tests.replies.asked import NONCE, asked, choice_in

BALLOT = f"nonce: {NONCE}\nposition: APPROVE\nconfidence: 80\nrationale: It is sound.\n"
BLOCK = f"```yaml\n{BALLOT}```\n"
AS_JSON = f'{{"nonce": "{NONCE}", "position": "APPROVE", "confidence": 80, "rationale": "It is sound."}}\n'
AS_BLOCK = f"```json\n{AS_JSON}```\n"
NONCE_IN_ESCAPES = "".join(f"\\u{ord(sign):04x}" for sign in NONCE)
BALLOTS = {
    "alone": BLOCK,
    "after text": f"I have thought about it, and REJECT would be wrong.\n\n{BLOCK}",
    "with white space after it": f"{BLOCK}\n \t\n\u3000\n",
    "yml": BLOCK.replace("yaml", "yml"),
    "YAML": BLOCK.replace("yaml", "YAML"),
    "untagged": BLOCK.replace("yaml", ""),
    "tildes": BLOCK.replace("```", "~~~"),
    "four backticks": BLOCK.replace("```", "````"),
    "a longer closing fence": BLOCK.removesuffix("```\n") + "`````\n",
    "json": AS_BLOCK,
    "a nonce in escapes": AS_BLOCK.replace(NONCE, NONCE_IN_ESCAPES),
    "crlf": BLOCK.replace("\n", "\r\n"),
    "byte order mark": f"\ufeff{BLOCK}",
    "indented by three": "\n".join(f"   {line}" for line in BLOCK.splitlines()),
    "twice the same": f"{BLOCK}\nOnce more:\n\n{BLOCK}",
    "a comment before it": f"<!-- draft -->\n{BLOCK}",
    "a quotation before it": f"> ```yaml\n> {BALLOT}> ```\n\n{BLOCK}",
    "another block before it": f"```python\nprint('REJECT')\n```\n\n{BLOCK}",
    "a block in a list item before it": f"- ```\n  x: [\n{BLOCK}",
    "another nonce before it": f"{BLOCK.replace(NONCE, 'n77')}\n{BLOCK}",
    "a stray colon in a text": BLOCK.replace("It is sound.", "Two things: it works, and: it is sound."),
    "bold keys": f"```\n{BALLOT}```\n".replace("position:", "**position:**").replace("nonce:", "**nonce:**"),
    "an unclosed quote": BLOCK.replace("It is sound.", '"It is sound.'),
    "an anchor in a text": BLOCK.replace("It is sound.", "&a is sound: b"),
}
NOT_BALLOTS = {
    "prose": ("I approve.", "no_block", {}),
    "no fence": (BALLOT, "no_block", {}),
    "text after it": (f"{BLOCK}\nLet me know!", "text_after", {"found": "Let me know!"}),
    "a block after it": (f"{BLOCK}\n```python\nx\n```\n", "text_after", {"found": "another block"}),
    "another nonce": (BLOCK.replace(NONCE, "n77"), "other_nonce", {"found": "n77", "expected": NONCE}),
    "no nonce": (BLOCK.replace(f"nonce: {NONCE}\n", ""), "no_nonce", {"expected": NONCE}),
    "not closed": (BLOCK.removesuffix("```\n"), "not_closed", {}),
    "a shorter closing fence": (f"````yaml\n{BALLOT}```\n", "not_closed", {}),
    "in a comment": (f"<!--\n{BLOCK}-->\n", "quoted_block", {}),
    "in a comment that never ends": (f"<!--\n{BLOCK}", "quoted_block", {}),
    "in a quotation": ("\n".join(f"> {line}" for line in BLOCK.splitlines()), "quoted_block", {}),
    "in a quotation of HTML": (f"<blockquote>\n{BLOCK}</blockquote>\n", "quoted_block", {}),
    "in a second quotation of HTML": (f"</blockquote>\n<blockquote>\n{BLOCK}</blockquote>\n", "quoted_block", {}),
    "a key nineteen hundred times": (
        BLOCK.replace("rationale:", "x: a: b\n" + "position: REJECT\n" * 1_900 + "rationale:"),
        "unknown_choice",
        None,
    ),
    "in another block": (f"~~~\n{BLOCK}~~~\n", "block_malformed", None),
    "in a block of another language": (f"```python\n{BALLOT}```\n", "quoted_block", {}),
    "indented by four": ("\n".join(f"    {line}" for line in BLOCK.splitlines()), "no_block", {}),
    "two that differ": (f"{BLOCK.replace('APPROVE', 'REJECT')}\n{BLOCK}", "blocks_differ", {}),
    "two that differ, one with its nonce in escapes": (
        f"{AS_BLOCK.replace('APPROVE', 'REJECT').replace(NONCE, NONCE_IN_ESCAPES)}\n{BLOCK}",
        "blocks_differ",
        {},
    ),
    "in a block of a list item": (
        "- ```\n" + "".join(f"  {line}\n" for line in BLOCK.splitlines()),
        "quoted_block",
        {},
    ),
    "in a list item": (
        "1. ```yaml\n" + "".join(f"   {line}\n" for line in BLOCK.splitlines()[1:]),
        "quoted_block",
        {},
    ),
    "a nested choice in broken JSON without indentation": (
        f'```json\n{{\n"nonce": "{NONCE}",\n"others": {{\n"position": "APPROVE"\n}},\n"risks": "a "b" c"\n}}\n```\n',
        "block_malformed",
        None,
    ),
    "the same with its brace on a line of its own": (
        f'```json\n{{\n"nonce": "{NONCE}",\n"others":\n{{\n"position": "APPROVE"\n}},\n"risks": "a "b" c"\n}}\n```\n',
        "block_malformed",
        None,
    ),
    "the same with a remark behind its brace": (
        f'```json\n{{\n"nonce": "{NONCE}",\n"others": {{ // theirs\n"position": "APPROVE"\n}}\n}}\n```\n',
        "block_malformed",
        None,
    ),
    "another name of the choice in another script": (
        BLOCK.replace("confidence", "vоte: REJECT\nconfidence"),
        "key_looks_alike",
        None,
    ),
    "lines without end": ("\n" * 20_001 + BLOCK, "too_many_lines", {"limit": "20000"}),
    "two that differ in confidence": (f"{BLOCK.replace('80', '70')}\n{BLOCK}", "blocks_differ", {}),
    "the choice twice": (BLOCK.replace("confidence", "position: REJECT\nconfidence"), "unknown_choice", None),
    "the choice twice in another case": (
        BLOCK.replace("confidence", "Position: REJECT\nconfidence"),
        "key_twice",
        None,
    ),
    "another name with another choice": (
        BLOCK.replace("confidence", "decision: REJECT\nconfidence"),
        "keys_differ",
        {"keys": "position, decision"},
    ),
    "another name with words beside the choice": (
        BLOCK.replace("confidence", "recommendation: do not proceed\nconfidence"),
        "keys_differ",
        {"keys": "position, recommendation"},
    ),
    "a placeholder beside a reason": (
        BLOCK.replace("```\n", "key_evidence:\n  - what your position rests on\n```\n"),
        "template",
        {},
    ),
    "no choice": (
        BLOCK.replace("position: APPROVE\n", ""),
        "no_choice",
        {"key": "position", "allowed": "APPROVE, REJECT, ABSTAIN"},
    ),
    "alternatives": (
        BLOCK.replace("APPROVE", "APPROVE | REJECT | ABSTAIN"),
        "unknown_choice",
        {"key": "position", "found": "APPROVE | REJECT | ABSTAIN", "allowed": "APPROVE, REJECT, ABSTAIN"},
    ),
    "a negation": (BLOCK.replace("APPROVE", "do not APPROVE"), "unknown_choice", None),
    "letters of another script": (BLOCK.replace("APPROVE", "АPPROVE"), "unknown_choice", None),
    "a key of another script": (BLOCK.replace("confidence", "pоsition: REJECT\nconfidence"), "key_looks_alike", None),
    "a range as confidence": (BLOCK.replace("80", "0-100"), "template", {}),
    "two documents": (f"```yaml\n{BALLOT}---\n{BALLOT}```\n", "block_malformed", None),
    "a list": (f"```yaml\n- {NONCE}\n```\n", "block_malformed", None),
    "too large": (BLOCK.replace("It is sound.", "x" * 65_536), "block_too_large", None),
    "a lone surrogate": ("I approve. \ud83d", "half_character", {}),
}


@pytest.mark.parametrize("reply", BALLOTS.values(), ids=BALLOTS)
def test_a_ballot(reply: str) -> None:
    read = read_text(reply, asked())
    assert (choice_in(read, "magi"), read.why) == ("APPROVE", None)
    assert read.vote is not None
    assert read.vote["confidence"] == 80
    assert not read.inferred


@pytest.mark.parametrize(("reply", "code", "values"), NOT_BALLOTS.values(), ids=NOT_BALLOTS)
def test_not_a_ballot(reply: str, code: str, values: dict[str, str] | None) -> None:
    read = read_text(reply, asked())
    assert read.vote is None
    assert read.why is not None
    assert read.why.code == code
    if values is not None:
        assert read.why.values == values


def test_a_reply_of_a_mebibyte_is_read_and_a_larger_one_is_not() -> None:
    filler = "é" * ((LARGEST_REPLY - len(BLOCK) - 1) // 2)
    assert read_text(f"{filler}\n{BLOCK}", asked()).vote is not None
    larger = read_text(f"{filler}éé\n{BLOCK}", asked())
    assert larger.why is not None
    assert larger.why.code == "reply_too_large"


def test_the_form_given_back_is_never_a_vote() -> None:
    from quorate.core.question import Question
    from quorate.prompts.answer_form import Blank, answer_text
    from quorate.protocols import protocol_named

    for protocol in ("magi", "judges", "quorum", "evidence"):
        expected = asked(protocol)
        blank = Blank(protocol_named(protocol), Question("?"), expected.choices, list(expected.names), NONCE, False)
        form = answer_text(blank)
        block = form[form.index("```yaml") : form.rindex("```") + 3]
        assert read_text(block, expected).vote is None
        first = f" {expected.choices[0]}\n"
        filled = "\n".join(
            f"{line.split(':')[0]}:{first.strip()}" if line.startswith(f"{expected.choice_key}:") else line
            for line in block.splitlines()
        )
        assert read_text(filled.replace(f":{first.strip()}", f":{first.rstrip()}"), expected).vote is None


VALUES: list[tuple[str, str, Any]] = [
    ("magi", "85", 85),
    ("magi", "85%", 85),
    ("magi", "85/100", 85),
    ("magi", "85.0", 85),
    ("magi", "0.85", 1),
    ("magi", "HIGH", 80),
    ("magi", "very sure", 0),
    ("magi", "850", 0),
    ("magi", "-1", 0),
    ("magi", "true", 0),
    ("magi", ".nan", 0),
    ("judges", "HIGH", "HIGH"),
    ("judges", "medium", "MEDIUM"),
    ("judges", "85", "HIGH"),
    ("judges", "0.55", "LOW"),
    ("judges", "quite high", "LOW"),
    ("evidence", "0.7", "0.7"),
    ("evidence", "70", "0.7"),
    ("evidence", "70%", "0.7"),
    ("evidence", "much", "0"),
]


@pytest.mark.parametrize(("protocol", "stated", "taken"), VALUES)
def test_a_confidence_in_the_scales_that_the_protocol_allows(protocol: str, stated: str, taken: Any) -> None:
    expected = asked(protocol)
    body = f"nonce: {NONCE}\n{expected.choice_key}: {expected.choices[0]}\nconfidence: {stated}\nrationale: x\n"
    read = read_text(f"```yaml\n{body}```", expected)
    assert read.vote is not None
    assert str(read.vote["confidence"]) == str(taken)
    is_plain = str(taken).casefold() in (stated.casefold(), stated.removesuffix(".0"))
    assert bool(read.notes) != is_plain or stated in ("85%", "85/100", "85.0", "medium")


def test_a_missing_confidence_is_zero_and_a_missing_rationale_the_default_both_with_a_note() -> None:
    read = read_text(f"```yaml\nnonce: {NONCE}\nposition: REJECT\n```", asked())
    assert read.vote == {"position": "REJECT", "confidence": 0, "rationale": "No rationale provided"}
    assert [note.code for note in read.notes] == ["confidence_missing", "no_rationale"]


CHOICES = [
    ("magi", "go", "APPROVE"),
    ("magi", "GO WITH CONDITIONS", "APPROVE"),
    ("magi", "NO GO", "REJECT"),
    ("magi", "Hold.", "REJECT"),
    ("magi", "'approve'", "APPROVE"),
    ("judges", "b", "B"),
    ("judges", "Option B", "B"),
    ("judges", "split into services", "B"),
    ("judges", "'B: Split into services'", "B"),
    ("judges", "'B: Keep the monolith'", None),
    ("judges", "D", None),
    ("quorum", "RESUME", "resume"),
    ("quorum", "go", None),
    ("evidence", "Accept", "accept"),
]


@pytest.mark.parametrize(("protocol", "stated", "choice"), CHOICES)
def test_a_choice_by_its_word_its_id_or_its_text(protocol: str, stated: str, choice: str | None) -> None:
    expected = asked(protocol)
    body = f"nonce: {NONCE}\n{expected.choice_key}: {stated}\nconfidence: 0.5\n"
    assert choice_in(read_text(f"```yaml\n{body}```", expected), protocol) == choice


@pytest.mark.parametrize("name", ["vote", "position", "option", "decision", "recommendation"])
def test_the_choice_may_have_another_name(name: str) -> None:
    body = f"nonce: {NONCE}\n{name}: REJECT\nconfidence: 60\nreasoning: It leaks.\n"
    read = read_text(f"```yaml\n{body}```", asked())
    assert read.vote == {"position": "REJECT", "confidence": 60, "rationale": "It leaks."}


def test_lists_and_concerns_are_kept_as_they_were_written() -> None:
    more = "concerns:\n  - kind: safety\n    text: It may burn.\n  - it is slow\nrisks: one\nconditions:\n- a\n- b\n"
    read = read_text(f"```yaml\n{BALLOT}{more}```", asked())
    assert read.vote is not None
    assert read.vote["concerns"] == [{"kind": "safety", "text": "It may burn."}, "it is slow"]
    assert read.vote["risks"] == ["one"]
    by_line = read_text(f"```yaml\n{BALLOT.replace('It is sound.', 'it: is: sound')}{more}```", asked())
    assert by_line.vote is not None
    assert {**by_line.vote, "rationale": "It is sound."} == read.vote
    assert [note.code for note in by_line.notes] == ["by_line"]


def test_an_answer_to_a_schema_is_the_object() -> None:
    assert choice_in(read_text(AS_JSON, asked(by_schema=True)), "magi") == "APPROVE"
    assert choice_in(read_text("", asked(), {"position": "REJECT", "confidence": 60}), "magi") == "REJECT"
    assert read_text(AS_JSON, asked()).vote is None
    for wrong in (AS_JSON.replace(NONCE, "n77"), AS_JSON.replace("APPROVE", "MAYBE"), f"{AS_JSON}Hope this helps."):
        assert read_text(wrong, asked(by_schema=True)).vote is None


def test_a_program_may_print_a_mapping_and_a_function_a_word() -> None:
    program = asked()._replace(takes_bare=True)
    assert choice_in(read_text("position: REJECT\nconfidence: 60\n", program), "magi") == "REJECT"
    assert read_text("REJECT", program).vote is None
    assert choice_in(read_text("REJECT", program._replace(takes_word=True)), "magi") == "REJECT"
    assert read_text("Reject it", program._replace(takes_word=True)).vote is None
