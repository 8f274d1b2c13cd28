"""What was read lately: always as it is on the record, whoever changed it."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from quorate.app.app import _LARGEST, _MOST, App, Deliberation, RecentSessions
from quorate.app.integrity.redactions import redact
from quorate.app.life.ballots import BallotTerms, FilledBallot, vote
from quorate.app.life.new_deliberation import open_deliberation
from quorate.app.question.draft import AskedQuestion, SourceDocument
from quorate.commit import Changed
from quorate.core.errors import Refused, UnknownDeliberation
from quorate.deliberation.events import AUTHENTICATED, Author, RoundClosed
from quorate.deliberation.moments import later
from quorate.deliberation.precondition import Seen
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from quorate.deliberation.session import Session
from quorate.record.memory import MemoryRecord
from quorate.record.port import Appended, Change, RequestKey
from quorate.record.redact.stored_redaction import Wish
from tests.app.house import AGAINST, ANN, BEN, EVE, FOR, PANEL, House


async def test_what_others_did_meanwhile_is_seen(house: House) -> None:
    recent, session = RecentSessions(), await house.opened()
    first, _ = await recent.read(house.app.record, session.id)
    await house.voted(session, "a", ANN, FOR)
    second, history = await recent.read(house.app.record, session.id)
    assert (second.position, len(history)) == (first.position + 1, first.position + 1)
    assert (second, history) == (
        (await house.app.whole(session.id)).session,
        (await house.app.whole(session.id)).history,
    )


async def test_a_ballot_is_answered_with_what_holds_then(house: House) -> None:
    session = await house.opened()
    for seat, who in (("a", ANN), ("b", BEN)):
        terms = BallotTerms(seat, Seen(session.question.content_hash))
        found = await vote(house.app, who, session.id, FilledBallot(FOR), terms)
        whole = await house.app.whole(session.id)
        assert (found.session, found.history) == (whole.session, whole.history)
    assert found.session.verdict


async def test_what_was_just_opened_is_known_as_it_is_on_the_record(house: House) -> None:
    asked = AskedQuestion(SourceDocument({"question": "Adopt it?", "panel": PANEL}))
    session = (await open_deliberation(house.app, ANN, asked)).session
    assert house.app.recent(session.id, session.position) == (await house.app.whole(session.id)).session
    after = await house.voted(session, "a", ANN, FOR)
    assert house.app.recent(session.id, after.position) == (await house.app.whole(session.id)).session
    assert house.app.recent(session.id, session.position) is None


async def _vote(
    house: House,
    session: Session,
    seat: str,
    who: Principal,
    said: Mapping[str, Any] = FOR,
    *,
    supersede: bool = False,
) -> Deliberation:
    terms = BallotTerms(seat, Seen(session.question.content_hash), supersede)
    return await vote(house.app, who, session.id, FilledBallot(said), terms)


async def test_a_ballot_goes_behind_what_others_did_since_it_was_read(house: House) -> None:
    session = await house.opened(panel=[*PANEL, {"seat": "c", "voter": "person:eve"}])
    await _vote(house, session, "a", ANN)
    await house.voted(session, "b", BEN, FOR)
    found = await _vote(house, session, "c", EVE)
    whole = await house.app.whole(session.id)
    assert (found.session, found.history) == (whole.session, whole.history)
    assert found.session.verdict


async def test_a_ballot_that_was_not_allowed_before_is_judged_by_what_holds_now(house: House) -> None:
    session = await house.opened()
    await _vote(house, session, "a", ANN)
    await _vote(house, session, "b", BEN)
    again = Again("changed_conditions", seats=("a",), reason="The budget is smaller")
    await house.app.change(session.id, lambda at: redeliberate(at, again, ANN), ANN)
    found = await _vote(house, session, "a", ANN)
    assert len(found.session.rounds) == 2
    await house.refuses(_vote(house, session, "a", ANN), "ballots are no longer accepted", Refused)


async def test_a_change_of_mind_while_a_complete_round_is_being_closed_is_too_late(house: House) -> None:
    session = await house.opened()
    await _vote(house, session, "a", ANN)
    append, closing, go_on = house.app.record.append, asyncio.Event(), asyncio.Event()

    async def slowly(changes: Sequence[Change], author: Author, key: RequestKey | None = None) -> Appended:
        if not closing.is_set() and any(isinstance(one, RoundClosed) for change in changes for one in change.events):
            closing.set()
            await go_on.wait()
        return await append(changes, author, key)

    house.app.record.append = slowly  # type: ignore[method-assign]
    last = asyncio.ensure_future(_vote(house, session, "b", BEN))
    await closing.wait()
    with pytest.raises(Refused, match="ballots are no longer accepted"):
        await _vote(house, session, "b", BEN, AGAINST, supersede=True)
    go_on.set()
    assert (await last).session.verdict == (await house.app.load(session.id)).verdict


async def test_a_deadline_closes_the_round_before_a_ballot_on_what_is_kept(house: House) -> None:
    until = later(house.app.now, 600)
    panel = [*PANEL, {"seat": "c", "voter": "person:eve"}]
    session = await house.opened(panel=panel, policy={"ballots_by": until, "at_ballots_by": "count"})
    for seat, who in (("a", ANN), ("b", BEN)):
        await _vote(house, session, seat, who)
    assert house.app.recent(session.id)
    while house.app.now < until:  # this clock goes on whenever somebody looks at it
        pass
    with pytest.raises(Refused, match="ballots are no longer accepted"):
        await _vote(house, session, "c", EVE)
    assert (await house.app.load(session.id)).verdict


async def test_who_may_not_know_of_a_deliberation_is_not_told_of_one_that_is_kept(house: House) -> None:
    session = await house.opened()
    await _vote(house, session, "a", ANN)
    assert house.app.recent(session.id)
    outsider = Principal("zoe", AUTHENTICATED, scopes=frozenset({"vote"}), is_fresh=True)
    await house.refuses(_vote(house, session, "b", outsider), "no deliberation called", UnknownDeliberation)
    ben = outsider._replace(name="ben")
    assert (await _vote(house, session, "b", ben)).session.verdict


async def test_what_was_lost_with_a_database_is_not_counted_because_it_is_kept(house: House) -> None:
    known = house.app.surroundings
    mine, others = (House(App(MemoryRecord(known.clock), known), house.folder) for _ in range(2))
    session = await mine.opened(panel=[*PANEL, {"seat": "c", "voter": "person:eve"}])
    before = await mine.app.record.export(list)
    await _vote(mine, session, "a", ANN)
    await others.app.record.fill(iter(before))
    await _vote(others, session, "b", BEN)
    mine.app.record = others.app.record
    found = await _vote(mine, session, "c", EVE)
    assert list(found.session.rounds[0].answers) == ["b", "c"]
    assert found.history == (await mine.app.whole(session.id)).history


async def test_what_does_not_follow_is_not_added(house: House) -> None:
    recent, session = RecentSessions(), await house.opened()
    await recent.read(house.app.record, session.id)
    await house.voted(session, "a", ANN, FOR)
    after = await house.voted(session, "b", BEN, FOR)
    _, history = await RecentSessions().read(house.app.record, session.id)
    recent.add(Changed(after, stored=history[-1:], behind=history[-2].hash))
    assert recent.at(session.id, after.head) is None
    assert (await recent.read(house.app.record, session.id))[1] == history


async def test_a_redacted_text_is_not_kept(house: House) -> None:
    session = await house.opened()
    await _vote(house, session, "a", ANN, {**FOR, "rationale": "a word that nobody else says"})
    await _vote(house, session, "b", BEN, AGAINST)
    recent = RecentSessions()
    assert "nobody else says" in repr(await recent.read(house.app.record, session.id))
    assert house.app.recent(session.id)
    await redact(house.app, ANN, session.id, Wish("asked to", text="a word that nobody else says"))
    assert house.app.recent(session.id) is None
    assert "nobody else says" not in repr(await recent.read(house.app.record, session.id))


async def test_few_are_kept_and_none_that_is_large(house: House) -> None:
    recent = RecentSessions()
    large = await house.opened(question={"subject": "Adopt it?", "context": "x" * (_LARGEST + 1)})
    await recent.read(house.app.record, large.id)
    assert recent.at(large.id, large.head) is None
    assert _MOST * _LARGEST <= 64 * 1024 * 1024


async def test_a_ballot_that_was_lost_with_a_database_can_be_cast_again(house: House) -> None:
    known = house.app.surroundings
    mine, others = (House(App(MemoryRecord(known.clock), known), house.folder) for _ in range(2))
    session = await mine.opened()
    await _vote(mine, session, "a", ANN)
    before = await mine.app.record.export(list)
    assert (await _vote(mine, session, "b", BEN, AGAINST)).session.verdict
    await others.app.record.fill(iter(before))
    mine.app.record = others.app.record
    found = await _vote(mine, session, "b", BEN)
    whole = await mine.app.whole(session.id)
    assert (found.session, found.history) == (whole.session, whole.history)
    assert found.session.verdict
    assert found.session.verdict.choice == "APPROVE"


async def test_a_change_of_mind_after_a_database_was_put_back_is_answered_with_what_is_there(house: House) -> None:
    known = house.app.surroundings
    mine, others = (House(App(MemoryRecord(known.clock), known), house.folder) for _ in range(2))
    session = await mine.opened(panel=[*PANEL, {"seat": "c", "voter": "person:eve"}])
    await _vote(mine, session, "a", ANN)
    before = await mine.app.record.export(list)
    await _vote(mine, session, "b", BEN)
    await others.app.record.fill(iter(before))
    mine.app.record = others.app.record
    found = await _vote(mine, session, "b", BEN, AGAINST, supersede=True)
    whole = await mine.app.whole(session.id)
    assert (found.session, found.history) == (whole.session, whole.history)
    assert list(found.session.rounds[0].answers) == ["a", "b"]
