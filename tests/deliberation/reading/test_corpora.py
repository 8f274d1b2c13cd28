"""Hundreds of replies: honest ones are read right, hostile ones never as a position that was not stated."""

from typing import Any

import pytest

from quorate.documents.tally import read_value
from quorate.protocols import protocol_named
from tests.deliberation.reading.corpus import CHOICES, Reply, corpus

HOSTILE, HONEST = corpus("hostile"), corpus("honest")


def test_the_corpora_are_large_and_every_reply_has_its_own_name() -> None:
    for replies in (HOSTILE, HONEST):
        assert len(replies) >= 230
        assert len({reply.id for reply in replies}) == len(replies)


@pytest.mark.parametrize("reply", HOSTILE, ids=lambda reply: reply.id)
def test_a_hostile_reply_is_never_read_as_what_it_did_not_state(reply: Reply) -> None:
    assert reply.is_read_right(), reply.read()


def test_ninety_nine_of_a_hundred_honest_replies_are_read_right() -> None:
    wrong = [reply.id for reply in HONEST if not reply.is_read_right()]
    assert len(wrong) * 100 <= len(HONEST), wrong


def test_no_honest_reply_is_read_as_another_position() -> None:
    read = [(reply, reply.read()) for reply in HONEST]
    assert not [reply.id for reply, one in read if one.vote is not None and not reply.is_read_right()]


def test_every_vote_that_is_read_is_one_that_its_protocol_reads() -> None:
    for reply in [*HOSTILE, *HONEST]:
        vote = reply.read().vote
        if vote is not None:
            read_value(_document(reply.expected.protocol, vote))


def _document(protocol: str, vote: dict[str, Any]) -> dict[str, Any]:
    keys = protocol_named(protocol).vote_keys
    weight = {keys.weight: 1} if keys.weight else {}
    options = {"options": list(CHOICES[protocol][:-1])} if protocol == "judges" else {}
    return {"protocol": protocol, "question": "Go?", **options, keys.votes: [{**vote, keys.seat: "Ann", **weight}]}
