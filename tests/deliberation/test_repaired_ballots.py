"""Ballots that were read line by line: they are marked on the record, and nothing grave goes ahead on them alone."""

from typing import Any

import pytest

from quorate import tally, to_json
from quorate.analysis.explain import explain
from quorate.analysis.subject import subject_of
from quorate.core.ballot import Ballot
from quorate.core.codec import from_json
from quorate.core.errors import Refused
from quorate.core.panel import Seat
from quorate.deliberation.events import BallotNote, Cast, Policy, Reply
from quorate.deliberation.moves import cast, claim
from quorate.deliberation.permission import may_be_acted_on, required, still_needed
from quorate.replies.seat_reply import ballot_of
from quorate.reports import render
from tests.deliberation.playing import ANN, Play, approve

NONCE = "n5f0c2a9d11e84b37"
HEADS = {
    "magi": "position: APPROVE\nconfidence: 80\nrationale: ",
    "judges": "option: A\nconfidence: HIGH\nreasoning: ",
    "quorum": "vote: resume\nreasoning: ",
    "evidence": "vote: accept\nconfidence: 0.9\nrationale: ",
}
SOUND, BROKEN = "sound", "one thing: two"


def say(play: Play, seat: Seat, reason: str) -> Cast:
    text = f"```yaml\nnonce: {NONCE}\n{HEADS[play.session.protocol]}{reason}\n```\n"
    play.take(*claim(play.session, seat.name, "call", NONCE, play.now, 60))
    assert play.session.round
    event = ballot_of(play.session, play.session.round, seat, Reply("answered", text), 1)
    assert isinstance(event, Cast), event
    play.take(event).settle()
    return event


def played(*reasons: str, protocol: str = "magi", **more: Any) -> Play:
    seats = [Seat(f"seat {number}", voter="command:./ask") for number in range(len(reasons))]
    play = Play(*seats, protocol=protocol, **more)
    for seat, reason in zip(seats, reasons, strict=True):
        say(play, seat, reason)
    assert play.session.verdict
    return play


def needs(play: Play) -> tuple[str, ...]:
    return still_needed(play.session)


def test_a_repaired_ballot_says_so_in_its_event_and_an_event_without_it_is_as_before() -> None:
    play = Play(Seat("a", voter="command:./ask"), Seat("b", voter="command:./ask"))
    first, second = play.session.opened.seats
    repaired, sound = say(play, first, BROKEN), say(play, second, SOUND)
    assert (repaired.vote["repaired"], "repaired" in sound.vote) == (True, False)
    assert repaired.found == (BallotNote("repaired"),)


@pytest.mark.parametrize("protocol", sorted(HEADS))
def test_every_protocol_keeps_the_mark_on_its_ballots(protocol: str) -> None:
    question = {"subject": "Which?", "options": ["A", "B"]} if protocol == "judges" else "Go?"
    verdict = played(BROKEN, SOUND, SOUND, protocol=protocol, question=question).session.verdict
    assert verdict
    assert [isinstance(one, Ballot) and one.repaired for one in verdict.receipt.roster] == [True, False, False]
    assert from_json(to_json(verdict)) == verdict


def test_what_goes_ahead_on_repaired_ballots_alone_requires_verification() -> None:
    for reasons in ((BROKEN,) * 3, (BROKEN, BROKEN, SOUND)):
        play = played(*reasons)
        assert (needs(play), may_be_acted_on(play.session)) == (("verification",), False)


def test_sound_ballots_that_suffice_require_nothing_more() -> None:
    play = played(BROKEN, SOUND, SOUND)
    assert (needs(play), may_be_acted_on(play.session)) == ((), True)


@pytest.mark.parametrize(
    ("more", "is_grave"),
    [
        ({"question": "Go?"}, False),
        ({"question": "Go?", "policy": Policy(gated=True)}, True),
        ({"question": {"subject": "Go?", "reversibility": "low"}}, True),
        ({"question": {"subject": "Go?", "reversibility": "medium"}}, False),
    ],
)
def test_only_what_is_gated_or_hard_to_undo_waits_for_a_person(more: dict[str, Any], is_grave: bool) -> None:
    assert needs(played(BROKEN, BROKEN, BROKEN, **more)) == (("verification",) if is_grave else ())


def test_quorum_and_judges_require_it_too() -> None:
    gated = Policy(gated=True)
    assert needs(played(BROKEN, SOUND, SOUND, protocol="quorum", question="Go?", policy=gated)) == ("verification",)
    assert needs(played(*(BROKEN, SOUND, SOUND, SOUND), protocol="quorum", question="Go?", policy=gated)) == ()
    which = {"subject": "Which?", "options": ["A", "B"]}
    assert needs(played(BROKEN, BROKEN, SOUND, protocol="judges", question=which, policy=gated)) == ("verification",)
    assert needs(played(BROKEN, SOUND, SOUND, protocol="judges", question=which, policy=gated)) == ()


def test_a_person_may_verify_it_and_the_reason_is_named() -> None:
    play = played(BROKEN, BROKEN, SOUND)
    found = explain(subject_of(play.session))
    named = [one.values["seats"] for one in found.requires if one.code == "verification.repaired"]
    assert named == [("seat 0", "seat 1")]
    assert play.session.verdict
    assert required(play.session, play.session.verdict) == {"verification"}


def test_reports_name_the_seats() -> None:
    session = played(BROKEN, SOUND, SOUND).session
    assert session.verdict
    report = render(session.question, session.verdict, form="text", width=200)
    assert "not valid YAML or JSON: seat 0." in " ".join(report.split())


def test_nobody_states_of_a_ballot_that_it_was_repaired() -> None:
    play = Play()
    with pytest.raises(Refused, match="not for voters to state"):
        cast(play.session, "Logos", approve(repaired=True), ANN, now=play.now)


def test_a_tally_document_may_say_that_a_ballot_was_repaired() -> None:
    ballot = {"position": "APPROVE", "confidence": 80}
    votes = [{"seat": "a", **ballot, "repaired": True}, {"seat": "b", **ballot}]
    verdict = tally({"question": "Go?", "votes": votes})
    assert [isinstance(one, Ballot) and one.repaired for one in verdict.receipt.roster] == [True, False]
    assert verdict.requires == ()
