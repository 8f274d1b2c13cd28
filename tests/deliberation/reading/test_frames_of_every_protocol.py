"""One sentence in the words of every protocol: what takes back an approval takes back any other choice too."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from quorate import read_reply

NONCE = "q3w8e5r1"
OPTIONS = (("A", "Postgres"), ("B", "Redis"), ("C", "Keep MySQL"))
FRAMES: dict[str, list[str]] = json.loads(Path(__file__).with_name("frames.json").read_text(encoding="utf-8"))
BLOCKS = {
    "magi": "position: {}\nconfidence: 85\nrationale: It was measured.",
    "judges": "option: {}\nconfidence: HIGH\nreasoning: It was measured.",
    "quorum": "vote: {}\nreasoning: It was measured.",
    "evidence": "vote: {}\nconfidence: 0.9\nrationale: It was measured.",
}


class Side(NamedTuple):
    """A choice in all the forms that sentences need."""

    word: str
    do: str
    doing: str
    noun: str
    done: str
    japanese: str


class Pair(NamedTuple):
    """What a ballot says, and what a sentence beside it may say instead."""

    name: str
    protocol: str
    choice: str
    yes: Side
    no: Side

    def filled(self, frame: str) -> str:
        """The sentence in these words, empty where one of them has no such form."""
        slots: dict[str, str] = {}
        for key, side in (("yes", self.yes), ("no", self.no)):
            forms = {"do": side.do, "doing": side.doing, "noun": side.noun, "done": side.done, "ja": side.japanese}
            slots |= {f"{form}_{key}": word for form, word in forms.items()} | {key: side.word}
        if any(f"{{{slot}}}" in frame and not word for slot, word in slots.items()):
            return ""
        text = frame
        for slot, word in slots.items():
            text = text.replace(f"{{{slot}}}", word)
        return text[0].upper() + text[1:] if frame.startswith("{do") else text

    def read(self, text: str) -> str | None:
        """The choice that is read from a reply."""
        options = OPTIONS if self.protocol == "judges" else ()
        return read_reply(text, self.protocol, options=options, nonce=NONCE).choice

    def block(self) -> str:
        """The ballot."""
        return f"```yaml\nnonce: {NONCE}\n{BLOCKS[self.protocol].format(self.choice)}\n```\n"


APPROVE = Side("APPROVE", "approve it", "approving it", "approval", "approved", "承認")
REJECT = Side("REJECT", "reject it", "rejecting it", "a rejection", "rejected", "却下")
A = Side("A", "pick A", "picking A", "option A", "", "A")
B = Side("B", "pick B", "picking B", "option B", "", "B")
POSTGRES = Side("Postgres", "go with Postgres", "going with Postgres", "Postgres", "", "Postgres")
REDIS = Side("Redis", "go with Redis", "going with Redis", "Redis", "", "Redis")
MYSQL = Side("Keep MySQL", "keep MySQL", "keeping MySQL", "option C", "", "C案")
RESUME = Side("resume", "let it resume", "resuming it", "resumption", "resumed", "再開")
BLOCK = Side("block", "block it", "blocking it", "a block", "blocked", "ブロック")
COOL = Side("cooldown", "cool it down", "cooling it down", "a cooldown", "", "クールダウン")
ACCEPT = Side("accept", "accept the claim", "accepting the claim", "acceptance", "accepted", "受け入れ")
DENY = Side("reject", "reject the claim", "rejecting the claim", "a rejection", "rejected", "却下")
ABSTAIN = Side("abstain", "abstain", "abstaining", "an abstention", "", "棄権")
PAIRS = (
    Pair("magi", "magi", "APPROVE", APPROVE, REJECT),
    Pair("judges by id", "judges", "A", A, B),
    Pair("judges by text", "judges", "A", POSTGRES, REDIS),
    Pair("judges by deed", "judges", "A", POSTGRES, MYSQL),
    Pair("quorum resume block", "quorum", "resume", RESUME, BLOCK),
    Pair("quorum resume cooldown", "quorum", "resume", RESUME, COOL),
    Pair("quorum block resume", "quorum", "block", BLOCK, RESUME),
    Pair("quorum cooldown resume", "quorum", "cooldown", COOL, RESUME),
    Pair("evidence accept reject", "evidence", "accept", ACCEPT, DENY),
    Pair("evidence reject accept", "evidence", "reject", DENY, ACCEPT),
    Pair("evidence accept abstain", "evidence", "accept", ACCEPT, ABSTAIN),
)
# of magi there are corpora of its own, and an abstention has fewer ways to be said
SPOKEN = tuple(one for one in PAIRS if one.protocol != "magi" and one.no != ABSTAIN and one.no != MYSQL)
each_pair = pytest.mark.parametrize("pair", PAIRS, ids=lambda one: one.name)


def sentences(kind: str, pair: Pair) -> list[str]:
    return [text for text in map(pair.filled, FRAMES[kind]) if text]


@each_pair
def test_a_sentence_that_takes_a_ballot_back_does_so_for_every_choice(pair: Pair) -> None:
    texts = sentences("taken_back", pair)
    assert len(texts) > 120
    assert not [text for text in texts if pair.read(f"{pair.block()}\n{text}\n")]


@each_pair
def test_an_honest_sentence_about_the_other_choice_leaves_the_ballot_as_it_is(pair: Pair) -> None:
    texts = sentences("kept", pair)
    assert len(texts) > 70
    assert not [text for text in texts if pair.read(f"{pair.block()}\n{text}\n") != pair.choice]


@each_pair
def test_a_ballot_is_withdrawn_before_its_block_too(pair: Pair) -> None:
    texts = sentences("taken_back_before", pair)
    assert not [text for text in texts if pair.read(f"{text}\n\n{pair.block()}")]


@each_pair
def test_what_comes_before_a_block_and_points_back_leaves_it_alone(pair: Pair) -> None:
    texts = sentences("kept_before", pair)
    assert not [text for text in texts if pair.read(f"{text}\n\n{pair.block()}") != pair.choice]


@pytest.mark.parametrize("pair", SPOKEN, ids=lambda one: one.name)
def test_conditions_reports_doubts_and_what_programs_print_are_no_answers(pair: Pair) -> None:
    texts = sentences("no_answer", pair)
    assert len(texts) > 100
    assert not [text for text in texts if pair.read(text)]


@pytest.mark.parametrize("pair", SPOKEN, ids=lambda one: one.name)
def test_a_plain_answer_in_free_text_is_read(pair: Pair) -> None:
    texts = sentences("answer", pair)
    assert not [text for text in texts if pair.read(text) != pair.choice]
