"""Ballots of people: of their own seats, bound to what they saw."""

import asyncio

import pytest

from quorate.app.life.ballots import BallotParts, BallotTerms, FilledBallot, own_seats, votable, vote, voted_before
from quorate.app.life.round_changes import close, redeliberate
from quorate.core.errors import DocumentError, InputError, KeyReused, Outdated, QuorateError, Refused
from quorate.deliberation.people import revise
from quorate.deliberation.precondition import Seen, short
from quorate.deliberation.rounds.redeliberation import Again
from quorate.documents.container import parsed
from tests.app.house import AGAINST, ANN, BEN, EVE, FOR, House

YES = BallotParts("approve", "80", "It was measured")
AGAIN = Again("changed_conditions", seats=("a",), reason="The budget is smaller")


async def test_a_ballot_is_cast_for_the_only_seat_of_ones_own(house: House) -> None:
    session = await house.opened()
    found = await vote(house.app, ANN, session.id, YES)
    assert found.session.round
    assert found.session.round.missing == ("b",)
    assert (found.history[-1].author, found.is_new, found.notices) == (ANN.author, True, ())


async def test_the_last_ballot_is_counted_at_once(house: House) -> None:
    session = await house.opened()
    await vote(house.app, ANN, session.id, YES)
    found = await vote(house.app, BEN, session.id, FilledBallot(FOR))
    assert found.session.verdict
    assert found.session.verdict.result == "UNANIMOUS"


async def test_a_seat_of_somebody_else_is_refused(house: House) -> None:
    session = await house.opened()
    await house.refuses(vote(house.app, EVE, session.id, YES), "none of the seats is yours", Refused)
    await house.refuses(vote(house.app, EVE, session.id, YES, BallotTerms("a")), "belongs to ann; you are eve", Refused)
    await house.refuses(votable(house.app, EVE, session.id), "none of the seats is yours", Refused)


async def test_of_several_seats_one_has_to_be_named_and_a_second_is_noticed(house: House) -> None:
    panel = [{"seat": name, "voter": "person"} for name in ("a", "b", "c")]
    session = await house.opened(panel=panel)
    await house.refuses(vote(house.app, ANN, session.id, YES), "more than one seat is possible", Refused)
    await vote(house.app, ANN, session.id, YES, BallotTerms("a"))
    found = await vote(house.app, ANN, session.id, YES, BallotTerms("b"))
    assert [(one.code, one.values) for one in found.notices] == [("vote", {"seats": ("a",)})]


async def test_a_ballot_binds_to_the_question_that_was_seen(house: House) -> None:
    session = await house.opened()
    seen = Seen(short(session.question.content_hash))
    await house.app.change(session.id, lambda at: revise(at, {"context": "New"}, "", by=ANN), ANN)
    await house.refuses(vote(house.app, ANN, session.id, YES, BallotTerms(seen=seen)), "outdated", Outdated)
    await house.refuses(vote(house.app, ANN, session.id, YES), "state which revision this ballot answers", Refused)
    _, terms = await votable(house.app, ANN, session.id)
    assert (await vote(house.app, ANN, session.id, YES, terms)).is_new


async def test_a_ballot_binds_to_the_round_that_was_seen(house: House) -> None:
    session = await house.opened()
    _, terms = await votable(house.app, ANN, session.id)
    await vote(house.app, BEN, session.id, FilledBallot(AGAINST))
    await vote(house.app, ANN, session.id, YES)
    await redeliberate(house.app, ANN, session.id, AGAIN)
    await house.refuses(vote(house.app, ANN, session.id, YES, terms), "round 1 was closed in the meantime", Outdated)
    await house.refuses(votable(house.app, ANN, session.id, terms), "round 1 was closed in the meantime", Outdated)


async def test_an_earlier_ballot_is_changed_only_on_purpose(house: House) -> None:
    session = await house.opened()
    await vote(house.app, ANN, session.id, YES)
    again = vote(house.app, ANN, session.id, FilledBallot(AGAINST))
    await house.refuses(again, "has already voted in this round", Refused)
    found = await vote(house.app, ANN, session.id, FilledBallot(AGAINST), BallotTerms(supersede=True))
    assert found.session.round
    assert found.session.round.missing == ("b",)


async def test_a_repeated_key_casts_once_whatever_the_ballot_says_then(house: House) -> None:
    session = await house.opened()
    tried = await asyncio.gather(*(vote(house.app, ANN, session.id, YES, key="k") for _ in range(4)))
    assert sorted(one.is_new for one in tried) == [False, False, False, True]
    for ballot in (BallotParts("reject"), BallotParts("maybe"), FilledBallot({"x": 1})):
        again = await vote(house.app, ANN, session.id, ballot, key="k")
        assert (again.session.position, again.is_new) == (tried[0].session.position, False)
    before = await voted_before(house.app, ANN, session.id, BallotTerms(), "k")
    assert before
    assert (before.session.position, before.is_new) == (tried[0].session.position, False)
    assert await voted_before(house.app, ANN, session.id, BallotTerms(), "other") is None
    other = vote(house.app, ANN, session.id, YES, BallotTerms("a"), "k")
    await house.refuses(other, "used for another request", KeyReused)


@pytest.mark.parametrize(
    ("ballot", "why"),
    [
        (BallotParts("maybe"), "choice: found 'maybe'"),
        (YES._replace(confidence="much"), "confidence"),
        (YES._replace(challenge="B costs more"), "challenge: this round is not a debate"),
        (YES._replace(rationale="\ud800"), "half"),
        (FilledBallot({"position": "APPROVE", "inferred": True}), "state|inferred"),
    ],
)
async def test_a_ballot_that_cannot_be_counted_is_refused(
    house: House, ballot: BallotParts | FilledBallot, why: str
) -> None:
    session = await house.opened()
    await house.refuses(vote(house.app, ANN, session.id, ballot), why, InputError)


async def test_problems_of_a_document_are_named_with_their_lines(house: House) -> None:
    session = await house.opened()
    value, line_of = parsed("position: APPROVE\nconfidence: 800\n")
    with pytest.raises(DocumentError) as caught:
        await vote(house.app, ANN, session.id, FilledBallot(value, line_of, "ballot.yaml"))
    assert [(one.line, caught.value.source) for one in caught.value.problems] == [(2, "ballot.yaml")]


async def test_nobody_votes_after_the_round(house: House) -> None:
    session = await house.opened()
    await vote(house.app, ANN, session.id, YES)
    await close(house.app, ANN, session.id)
    await house.refuses(vote(house.app, BEN, session.id, YES), "round", QuorateError)
    await house.refuses(votable(house.app, BEN, session.id), "round", QuorateError)


async def test_ones_own_seats_are_those_that_wait_else_one_that_is_anybodys(house: House) -> None:
    panel = [{"seat": name, "voter": voter} for name, voter in (("a", "person:ann"), ("b", "person"), ("c", "person"))]
    session = await house.opened(panel=panel)
    assert [seat.name for seat in await own_seats(house.app, ANN, session.id)] == ["a"]
    assert [seat.name for seat in await own_seats(house.app, EVE, session.id)] == ["b"]
    await vote(house.app, EVE, session.id, YES, BallotTerms("b"))
    assert await own_seats(house.app, EVE, session.id) == ()
