"""What is written beside a ballot: what takes it back makes it unreadable, an honest explanation does not."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from quorate.protocols import protocol_named
from quorate.replies.prose import takes_back
from quorate.replies.reading import read_text
from tests.deliberation.reading.corpus import CHOICES, NONCE, Reply, asked, choice_in, corpus

NAMES = {"A": "Move to PostgreSQL", "B": "Stay on MySQL", "C": "Buy a managed service"}


class Beside(NamedTuple):
    """A ballot, and what is written beside its block."""

    id: str
    protocol: str
    choice: str
    beside: str

    def why(self) -> str:
        """Why it is taken back."""
        names = NAMES if self.protocol == "judges" else {}
        return takes_back(self.beside, self.choice, CHOICES[self.protocol], names)

    def reply(self) -> str:
        """The whole reply."""
        keys = protocol_named(self.protocol).vote_keys
        block = f"nonce: {NONCE}\n{keys.choice}: {self.choice}\nconfidence: 1\nrationale: x\n"
        return f"```yaml\n{block}```\n\n{self.beside}\n"


def beside(name: str) -> list[Beside]:
    lines = Path(__file__).with_name(f"{name}.jsonl").read_text(encoding="utf-8").split("\n")
    return [Beside(**json.loads(line)) for line in lines if line]


TAKEN_BACK, HONEST = beside("taken_back"), beside("beside")


def test_the_corpora_are_large_and_cover_every_protocol_in_both_languages() -> None:
    for texts in (TAKEN_BACK, HONEST):
        assert len(texts) >= 120
        assert len({one.id for one in texts}) == len(texts)
        assert {one.protocol for one in texts} == set(CHOICES)
        assert {one.protocol for one in texts if not one.beside.isascii()} == set(CHOICES)


@pytest.mark.parametrize("text", TAKEN_BACK, ids=lambda one: one.id)
def test_a_ballot_that_its_writer_takes_back_is_none(text: Beside) -> None:
    assert text.why()


def test_ninety_nine_of_a_hundred_honest_texts_leave_the_ballot_as_it_is() -> None:
    wrong = [one.id for one in HONEST if one.why()]
    assert len(wrong) * 100 <= len(HONEST), wrong


@pytest.mark.parametrize("protocol", sorted(CHOICES))
def test_under_every_protocol_a_ballot_that_is_taken_back_is_unreadable_and_an_explained_one_counts(
    protocol: str,
) -> None:
    taken = [one for one in TAKEN_BACK if one.protocol == protocol]
    kept = [one for one in HONEST if one.protocol == protocol]
    named = [one.id for one in taken if "MySQL" not in one.beside and read_text(one.reply(), asked(protocol)).vote]
    lost = [one.id for one in kept if choice_in(read_text(one.reply(), asked(protocol)), asked(protocol)) != one.choice]
    assert not named
    assert not lost


def test_what_comes_before_the_block_may_state_another_choice_and_withdraws_only_what_it_points_to() -> None:
    choices = CHOICES["quorum"]
    assert takes_back("I vote block.", "resume", choices, {}, is_before=True)
    assert takes_back("Do not count the ballot below.", "resume", choices, {}, is_before=True)
    assert takes_back("I hereby rescind the approval below.", "APPROVE", CHOICES["magi"], {}, is_before=True)
    assert takes_back("I withdraw the following approval.", "APPROVE", CHOICES["magi"], {}, is_before=True)
    assert not takes_back("The approval below holds for a month.", "APPROVE", CHOICES["magi"], {}, is_before=True)
    assert not takes_back("I ignore the block above; it is not my ballot.", "resume", choices, {}, is_before=True)


def test_what_the_voter_was_shown_takes_nothing_back() -> None:
    shown = "Correction: I vote block."
    assert takes_back(shown, "resume", CHOICES["quorum"], {})
    assert not takes_back(shown, "resume", CHOICES["quorum"], {}, f"Context:\n{shown}\n")


def test_an_option_is_known_by_its_id_and_by_its_text() -> None:
    for text in ("I vote B.", "I vote for option b.", "My vote: Stay on MySQL", "I vote B: Stay on MySQL."):
        assert takes_back(text, "A", CHOICES["judges"], NAMES), text
        assert not takes_back(text, "B", CHOICES["judges"], NAMES), text


def test_hidden_and_foreign_letters_hide_no_other_choice() -> None:
    for text in ("I r\u200beject this.", "I r\u0435ject this.", "My vote is \u202eREJECT."):
        assert takes_back(text, "APPROVE", CHOICES["magi"], {}), text


def test_more_than_anybody_writes_beside_a_ballot_is_not_trusted() -> None:
    assert takes_back("The plan is sound. " * 4_000, "APPROVE", CHOICES["magi"], {})
    assert not takes_back("The plan is sound. " * 2_000, "APPROVE", CHOICES["magi"], {})


@pytest.mark.parametrize("reply", corpus("text_hostile"), ids=lambda reply: reply.id)
def test_what_only_looks_like_a_vote_is_not_read_from_text(reply: Reply) -> None:
    assert reply.is_read_right(), reply.read()


def test_ninety_nine_of_a_hundred_plain_texts_are_read_right() -> None:
    replies = corpus("text_honest")
    wrong = [reply.id for reply in replies if not reply.is_read_right()]
    assert len(replies) >= 80
    assert len(wrong) * 100 <= len(replies), wrong
