"""What every prompt says of each key: the values that are allowed, and an example of the right kind."""

from typing import Any

import pytest

from quorate.core.ballot import NON_VOTES
from quorate.core.panel import Seat
from quorate.core.protocol import Protocol, VoteKeys
from quorate.core.protocol.answer_form import AskedKey
from quorate.core.question import Question
from quorate.core.shape import CONFIDENCE_UNIT, FILLED, FLAG, TEXT, TEXTS, Field, list_of, number, one_of, record, whole
from quorate.deliberation.counting import check_vote
from quorate.documents.tally import read_value
from quorate.prompts.answer_form import Blank, answer_text
from quorate.prompts.prompt import prompt_for
from quorate.protocols import built_in_names, protocol_named
from quorate.replies.ballot import Expected
from quorate.replies.content import evidence
from quorate.replies.reading import read_text
from quorate.replies.reply import expected_of
from tests.deliberation.playing import Play, people

NONCE = "n4f2a9c01"
STORES = {"subject": "Which store?", "options": [{"id": "pg", "text": "Postgres"}, {"id": "lite", "text": "SQLite"}]}
PRIORITY = {"subject": "Which first?", "decision_type": "priority"}
QUESTIONS: dict[str, Any] = {"judges": STORES, "magi": PRIORITY, "weighted": PRIORITY}
CHOICE = {"magi": "APPROVE", "weighted": "APPROVE", "judges": "pg", "quorum": "resume", "evidence": "accept"}
EVERY_KEY = [(name, asked) for name in built_in_names() for asked in protocol_named(name).form().keys]


def told(protocol: str, question: Any = None, voter: str = "claude") -> str:
    seat = Seat("Codex", "", voter)
    play = Play(seat, *people("b"), protocol=protocol, question=question or QUESTIONS.get(protocol, "It holds?"))
    return prompt_for(play.session, seat, nonce=NONCE).text


def form(protocol: Protocol, question: Question) -> str:
    ids = [option.id for option in question.options]
    return answer_text(Blank(protocol, question, ("up", "down"), ids, NONCE, is_debate=False))


@pytest.mark.parametrize(("protocol", "asked"), EVERY_KEY, ids=lambda one: getattr(one, "key", one))
def test_a_prompt_says_what_is_allowed_under_each_key_and_shows_one_of_the_right_kind(
    protocol: str, asked: AskedKey
) -> None:
    text = told(protocol, STORES if asked.key == "option" else None)
    block, notes = text[text.index("```yaml") :].split("\n```\n")
    assert f"\n{asked.key}:" in block
    assert f"\n- {asked.key}: " in notes
    assert asked.example is not None or " | " in block.split(f"\n{asked.key}: ")[1].splitlines()[0]


@pytest.mark.parametrize(("protocol", "asked"), EVERY_KEY, ids=lambda one: getattr(one, "key", one))
def test_the_example_of_every_key_is_read_by_its_protocol(protocol: str, asked: AskedKey) -> None:
    keys = protocol_named(protocol).vote_keys
    example = evidence(asked.example, lambda _: None) if asked.key == "evidence" else asked.example
    more = {"confidence": 70} if protocol in ("magi", "weighted") else {}
    options = {"pg": "Postgres"} if protocol == "judges" or asked.key == "option" else {}
    said = {asked.key: example} if example is not None else {}
    said |= {"option": "pg"} if asked.key == "option" else {}
    check_vote(protocol, options, {keys.choice: CHOICE[protocol], **more, **said})


def test_an_example_of_evidence_that_can_be_run_again_would_prove_a_claim() -> None:
    (asked,) = (one for one in protocol_named("evidence").form().keys if one.key == "evidence")
    items = evidence(asked.example, lambda _: None)
    assert [(item.get("file"), item.get("address"), item["quote"][:3]) for item in items] == [
        ("bench/results.md", None, "p99"),
        (None, "https://example.org/report", "no "),
    ]
    votes = [{"agentId": name, "vote": "accept", "confidence": 0.9, "evidence": items} for name in "ab"]
    found = read_value({"protocol": "evidence", "question": "It holds?", "votes": votes})
    assert protocol_named("evidence").verdict_of(found.case).result == "PROVEN"


def test_the_examples_of_conditions_cross_no_limit() -> None:
    (asked,) = (one for one in protocol_named("quorum").form().keys if one.key == "conditions")
    votes = [
        {"agent_id": name, "vote": "resume", "authority_weight": 1, "reasoning": "x", "conditions": asked.example}
        for name in "abc"
    ]
    found = read_value({"protocol": "quorum", "question": "Resume?", "votes": votes})
    verdict = protocol_named("quorum").verdict_of(found.case)
    assert (verdict.action, list(verdict.conditions)) == ("proceed", asked.example)


@pytest.mark.parametrize(
    ("protocol", "said"),
    [
        ("magi", ["0-100", "90 and more: only if you would bet on it", "70 to 89: ", "below 30: you cannot tell."]),
        ("judges", ["HIGH | MEDIUM | LOW", "HIGH: you are confident", "MEDIUM: more likely right", "LOW: little"]),
        ("evidence", ["0.0-1.0", "0.90 and more: only if you would bet on it", "0.70 to 0.89: ", "below 0.30: "]),
    ],
)
def test_confidence_has_bands_with_words_on_the_protocols_own_scale(protocol: str, said: list[str]) -> None:
    text = told(protocol)
    assert [one for one in said if one not in text] == []


def test_judges_are_shown_the_ids_of_the_options_with_their_texts() -> None:
    text = told("judges")
    assert "OPTIONS:\n  pg: Postgres\n  lite: SQLite\n" in text
    assert "\noption: pg | lite | ABSTAIN\n" in text
    assert "the id alone without its text" in text


def test_reviewers_are_told_the_three_words_and_what_a_condition_looks_like() -> None:
    text = told("quorum")
    assert "\nvote: resume | block | cooldown\n" in text
    assert "resume to let it continue under your conditions, block to keep it paused, cooldown" in text
    assert "monitor coherence for 24h; set risk threshold to 0.5;" in text
    assert "Any other words are a note: nothing applies it" in text


def test_evidence_is_asked_for_what_the_rule_needs() -> None:
    text = told("evidence")
    assert "\nvote: accept | reject | abstain\n" in text
    assert "An accept proves nothing unless it cites an item with reproducible: true and the command." in text
    assert '"reproducible": true, "command": "make bench-writes"' in text
    assert "counter: true" in text
    assert '"url": "https://example.org/report"' in text


def test_an_option_is_asked_for_only_where_there_are_options() -> None:
    assert "\noption:" not in told("evidence")
    assert "\noption: pg | lite\n" in told("evidence", STORES)


def test_priorities_are_asked_for_only_where_items_are_ranked() -> None:
    assert "\npriorities:\n" in told("magi")
    assert "priorities" not in told("magi", "Adopt?")


def test_ids_of_evidence_are_told_apart_by_letters_that_no_other_voter_is_shown() -> None:
    assert '"id": "4f2a-1"' in told("evidence")


@pytest.mark.parametrize("protocol", built_in_names())
@pytest.mark.parametrize("voter", ["claude", "codex", "gemini", "command:./ask"])
def test_an_engine_that_repeats_its_prompt_has_not_voted(protocol: str, voter: str) -> None:
    text = told(protocol, voter=voter)
    names = {"pg": "Postgres", "lite": "SQLite"} if protocol == "judges" else {}
    choices = (*names, "ABSTAIN") if names else tuple(protocol_named(protocol).form().choices)
    expected = expected_of(voter, Expected(protocol, choices, NONCE, names=names))
    for reply in (text, text[text.index("```yaml") :], text.replace(NONCE, ""), text[text.index("How to fill") :]):
        assert read_text(reply, expected).vote is None


THUMB = record(
    {
        "seat": Field(FILLED, "Whose thumb.", required=True),
        "thumb": Field(one_of("up", "down"), "Which way."),
        "sure": Field(CONFIDENCE_UNIT, "How sure."),
        "days": Field(whole(0, 30), "Days of work."),
        "grade": Field(number(0, 5), "A grade."),
        "reasoning": Field(TEXT, "Why.", default=""),
        "seen": Field(FLAG, "Whether it was tried."),
        "notes": Field(TEXTS, "Remarks."),
        "costs": Field(list_of(record({"what": Field(TEXT, "For what."), "kind": Field(one_of("once", "yearly"))}))),
        "error": Field(one_of(*NON_VOTES), "Why there is no thumb."),
    }
)
THUMBS = Protocol(
    "thumbs",
    record({"votes": Field(list_of(THUMB), "One each.")}),
    protocol_named("magi").read,
    protocol_named("magi").verdict_of,
    VoteKeys("votes", "seat", "thumb", "", "sure"),
)


def test_an_added_protocol_that_says_nothing_of_its_form_is_asked_by_its_document() -> None:
    said = form(THUMBS, Question("Lift it?"))
    block = said[said.index("```yaml") : said.index("\n```\n")]
    assert block.splitlines()[2:] == [
        "thumb: up | down",
        "sure: 0-1",
        "days: 0-30",
        "grade: 0-5",
        'reasoning: "Why"',
        "seen: true | false",
        "notes:",
        '  - "Remarks"',
        "costs:",
        '  - what: "For what"',
        "    kind: once | yearly",
    ]
    assert "- thumb: exactly one of these words." in said
    assert "- sure: How sure: a number from 0 to 1. For example: 0.5\n    0.90 and more: " in said
    assert "- days: Days of work: a whole number from 0 to 30. For example: 15" in said
    assert "- notes: Remarks: a list, [] for none." in said
    assert "error" not in said
