"""One voice, one vote: who answered for several seats, by the record and not by what a ballot says."""

import pytest

from quorate.core.errors import Refused
from quorate.core.panel import Seat
from quorate.core.verdict import Note
from quorate.deliberation.counting import verdict_of
from quorate.deliberation.engines.independence import Shared, not_independent, shared_holders
from quorate.deliberation.events import Cast, Resolved, Stored
from quorate.deliberation.people import release, resolve
from quorate.deliberation.permission import still_needed
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import replay
from quorate.views.deliberation import to_plain
from tests.deliberation.playing import ANN, BEN, Play, approve, opened_with, people, reject

ACTION = "deploy queue 1.4"
CARA = Principal("cara")
VERIFIED = Resolved("verification", "I read the load test myself.")


def by_one_person(author: Principal = ANN) -> Play:
    play = Play()
    for seat in ("Logos", "Pathos", "Sophia"):
        play.vote(seat, approve(), author)
    return play


def test_three_seats_that_one_person_answers_for_release_nothing() -> None:
    play = by_one_person()
    assert play.session.verdict
    assert (play.session.verdict.result, play.session.verdict.flags) == ("UNANIMOUS", ("SHARED_VOTER",))
    assert still_needed(play.session) == ("verification",)
    with pytest.raises(Refused, match="still requires: verification"):
        release(play.session, ACTION)


@pytest.mark.parametrize("name", ["ann", "Ann", "ANN", "ａｎｎ", "аnn"])
def test_who_shares_the_seats_cannot_verify_it_however_the_name_is_written(name: str) -> None:
    play = by_one_person()
    sentence = f"ann answered for Logos, Pathos, Sophia, so someone else must verify it; you are {name}"
    with pytest.raises(Refused, match=sentence):
        resolve(play.session, VERIFIED, Principal(name), play.now)


def test_somebody_else_verifies_it() -> None:
    play = by_one_person()
    play.take(*resolve(play.session, VERIFIED, BEN, play.now), author=BEN)
    assert release(play.session, ACTION)


def test_a_name_in_another_case_is_the_same_voter() -> None:
    play = Play(*people("a", "b")).vote("a", approve(), Principal("ann")).vote("b", approve(), Principal("Ann"))
    assert still_needed(play.session) == ("verification",)


def test_an_agent_and_a_person_of_one_name_are_one_voter() -> None:
    play = (
        Play(Seat("a", voter="agent:max"), Seat("b", voter="person"))
        .vote("a", approve())
        .vote("b", approve(), Principal("max"))
    )
    assert still_needed(play.session) == ("verification",)


def test_a_panel_of_different_people_shares_nothing() -> None:
    play = Play().votes(Logos=approve(), Pathos=approve(), Sophia=approve())
    assert play.session.verdict
    assert (play.session.verdict.flags, play.session.verdict.requires) == ((), ())
    assert [getattr(one, "answered_by", "") for one in play.session.verdict.receipt.roster] == ["ann", "ben", "cara"]


def test_a_seat_that_was_not_asked_again_keeps_who_answered_for_it() -> None:
    from quorate.deliberation.rounds.redeliberation import Again, redeliberate

    play = Play().vote("Logos", approve(), ANN).vote("Pathos", reject(), BEN).vote("Sophia", approve(), CARA)
    request = Again("changed_conditions", "a faster disk", "it is twice as fast", ("Pathos",))
    play.take(*redeliberate(play.session, request, ANN)).settle().vote("Pathos", approve(), ANN)
    assert play.session.verdict
    assert play.session.verdict.receipt.notes == (Note("shared_voter", "", "ann", ("Logos", "Pathos")),)


def test_a_ballot_does_not_say_who_cast_it() -> None:
    with pytest.raises(Refused, match="other errors are not for voters to state"):
        Play().vote("Logos", approve(answered_by="somebody else"))


def test_what_a_ballot_on_the_record_says_of_its_voter_counts_for_nothing() -> None:
    play = by_one_person()
    told = [_with_another_name(stored) for stored in play.history]
    session = replay(told[: next(one.position for one in told if one.event.__class__.__name__ == "RoundClosed")])
    assert verdict_of(session, session.rounds[0]).flags == ("SHARED_VOTER",)


def _with_another_name(stored: Stored) -> Stored:
    event = stored.event
    if not isinstance(event, Cast):
        return stored
    return stored._replace(event=event._replace(vote={**event.vote, "answered_by": event.seat}))


def test_seats_that_one_person_alone_may_answer_for_are_known_beforehand() -> None:
    seats = (
        Seat("a", voter="person:ann"),
        Seat("b", voter="person:Ann"),
        Seat("c", voter="person"),
        Seat("d", voter="agent:max"),
    )
    assert shared_holders(opened_with(*seats)) == (Shared("voter", "ann", ("a", "b")),)
    play = Play(*seats)
    assert to_plain(play.session)["not_independent"] == [{"what": "voter", "name": "ann", "seats": ("a", "b")}]


def test_neither_a_link_nor_a_spelling_hides_that_seats_are_one() -> None:
    seats = (
        Seat("a", voter="command:./one"),
        Seat("b", voter="command:./two"),
        Seat("c", voter="claude:Opus"),
        Seat("d", voter="claude:opus"),
        Seat("e", voter="openai:Llama@http://LOCALHOST/v1"),
        Seat("f", voter="openai:llama@http://127.0.0.1/v1/"),
    )
    opened = opened_with(*seats, programs={"a": "/opt/ask", "b": "/opt/ask"})
    assert [(one.what, one.seats) for one in not_independent(opened)] == [
        ("program", ("a", "b")),
        ("model", ("c", "d")),
        ("model", ("e", "f")),
    ]


def test_one_model_in_several_seats_is_noted_in_the_receipt() -> None:
    play = Play(Seat("a", voter="claude"), Seat("b", voter="claude"), Seat("c", voter="person"))
    for seat in ("a", "b"):
        play.take(Cast(1, seat, play.session.question.content_hash, approve()))
    play.vote("c", approve(), BEN)
    assert play.session.verdict
    assert play.session.verdict.receipt.notes == (Note("shared_model", "", "claude", ("a", "b")),)
    assert play.session.verdict.flags == ()


def scored(*names: str) -> Play:
    """Ann's question, in a panel of the scorecard and of people."""
    play = Play(Seat("Logos", voter="scorecard"), *people(*names))
    return play.take(Cast(1, "Logos", play.session.question_hash, approve()))


def test_scores_are_the_voice_of_whoever_wrote_the_question() -> None:
    play = scored("ann", "ben", "cara")
    play.vote("ann", approve(), ANN).vote("ben", approve(), BEN).vote("cara", reject(), CARA)
    assert still_needed(play.session) == ("verification",)
    for name in ("ann", "ANN"):
        with pytest.raises(Refused, match="someone else must verify it"):
            resolve(play.session, VERIFIED, Principal(name), play.now)
    assert resolve(play.session, VERIFIED, BEN, play.now)


def test_scores_that_others_outvote_anyway_need_nobody_else() -> None:
    play = scored("b", "c", "d")
    for seat, who in (("b", BEN), ("c", CARA), ("d", Principal("dan"))):
        play.vote(seat, approve(), who)
    assert still_needed(play.session) == ()
