"""Replies of engines and programs as a session hears them: a debate's own keys, with or without a fence."""

import json

import pytest

from quorate.core.panel import Seat
from quorate.deliberation.events import BallotNote, Cast, Failed, Policy, Reply
from quorate.deliberation.moves import claim
from quorate.replies.seat_reply import ballot_of
from tests.deliberation.playing import Play

NONCE = "n5f0c2a9d11e84b37"
WHICH = {"subject": "Which store?", "options": ["A", "B", "C"]}
BALLOT = f"nonce: {NONCE}\noption: A\nconfidence: HIGH\nreasoning: A is safe after all\n"


def enveloped(text: str) -> Reply:
    """As Claude's program writes an answer."""
    return Reply("answered", json.dumps({"type": "result", "subtype": "success", "is_error": False, "result": text}))


def hears(play: Play, seat: Seat, reply: Reply) -> Cast | Failed:
    play.take(*claim(play.session, seat.name, "call", NONCE, play.now, 60))
    assert play.session.round
    return ballot_of(play.session, play.session.round, seat, reply, 1)


def debate() -> tuple[Play, Seat]:
    seats = [Seat("risk", voter="person"), Seat("value", voter="claude"), Seat("effort", voter="person")]
    play = Play(*seats, protocol="judges", question=WHICH, policy=Policy(debate_rounds=1))
    said = {
        seat: {"option": option, "confidence": "HIGH", "reasoning": option}
        for seat, option in zip("xyz", "ABC", strict=True)
    }
    play.vote("risk", said["x"]).vote("effort", said["z"])
    first = "```yaml\n" + BALLOT.replace("option: A", "option: B") + "```"
    play.take(hears(play, seats[1], enveloped(first))).settle()
    assert play.session.rounds[-1].purpose == "debate"
    return play, seats[1]


def test_an_engine_in_a_debate_challenges_the_others_and_says_what_convinced_it() -> None:
    play, seat = debate()
    more = "challenge: C forgets\n  the nights\nConvinced by: the safety of A\n"
    event = hears(play, seat, enveloped(f"I have changed my mind.\n\n```yaml\n{BALLOT}{more}```\n"))
    assert isinstance(event, Cast), event
    assert (event.challenge, event.convinced_by) == ("C forgets the nights", "the safety of A")
    assert (event.vote["option"], event.found) == ("A", ())
    assert not {"challenge", "convinced_by"} & event.vote.keys()


@pytest.mark.parametrize("said", ["challenges:\n  - C forgets the nights\n", "Rebuttal: C forgets the nights\n"])
def test_other_words_for_a_challenge_are_understood(said: str) -> None:
    event = hears(*debate(), enveloped(f"```yaml\n{BALLOT}{said}what_convinced_me: the safety of A\n```\n"))
    assert isinstance(event, Cast), event
    assert (event.challenge, event.convinced_by) == ("C forgets the nights", "the safety of A")


def test_an_engine_that_does_not_challenge_has_a_ballot_and_a_note() -> None:
    event = hears(*debate(), enveloped(f"```yaml\n{BALLOT}challenge: null\nconvinced_by: the safety of A\n```\n"))
    assert isinstance(event, Cast), event
    assert (event.vote["option"], event.found) == ("A", (BallotNote("no_challenge"),))


def test_after_a_change_that_is_not_explained_the_earlier_ballot_stands_with_what_the_reply_warns_of() -> None:
    warns = "challenge: C forgets the nights\nconcerns:\n  - {kind: safety, text: nobody is on call}\n"
    event = hears(*debate(), enveloped(f"```yaml\n{BALLOT}{warns}```\n"))
    assert isinstance(event, Cast), event
    assert (event.vote["option"], event.vote["concerns"]) == ("B", [{"kind": "safety", "text": "nobody is on call"}])
    assert event.found == (BallotNote("change_unexplained", {"said": "A"}),)
    assert (event.challenge, event.convinced_by) == ("C forgets the nights", "")


def test_a_challenge_outside_of_a_debate_is_left_out() -> None:
    seat = Seat("value", voter="claude")
    play = Play(seat, protocol="judges", question=WHICH)
    event = hears(play, seat, enveloped(f"```yaml\n{BALLOT}challenge: none\n```\n"))
    assert isinstance(event, Cast), event
    assert (event.challenge, event.found) == ("", (BallotNote("unknown_key", {"key": "challenge"}),))


def test_a_program_needs_neither_fence_nor_nonce_and_an_engine_one_of_them() -> None:
    lines = "position: REJECT\nconfidence: 70\nrationale: no owner\n"
    for voter, reply, inferred in (
        ("command:./review", Reply("answered", lines), False),
        ("claude", enveloped(lines), True),
        ("claude", enveloped(f"nonce: {NONCE}\n{lines}"), False),
        ("claude", enveloped(f"```yaml\n{lines}```"), False),
    ):
        seat = Seat("value", voter=voter)
        event = hears(Play(seat), seat, reply)
        assert isinstance(event, Cast), event
        assert event.vote.get("inferred", False) is inferred
