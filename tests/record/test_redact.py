"""A text is taken out: it is nowhere any more, and everything else is as it was."""

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from quorate.core.errors import InputError, KeyReused, Refused, StoreError
from quorate.decide import decide
from quorate.deliberation.events import ANSWERED, Event, Redacted, Replied, Reply
from quorate.deliberation.framing import read_opening
from quorate.deliberation.moves import claim, replied
from quorate.deliberation.people import override, release, revise, revoke, supersede
from quorate.deliberation.redaction import in_place_of, text_hash
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from quorate.deliberation.session import Session, replay
from quorate.deliberation.summary import summary_of
from quorate.record.port import Change, RequestKey
from quorate.record.redact.stored_redaction import Wish, foreseen, planned, redact
from quorate.record.rows import EventRow, Row, Store
from quorate.record.verify.verification import Check
from quorate.views.deliberation import to_plain
from quorate.views.redaction import Redaction
from tests.record.lives import (
    ACTION,
    AGAINST,
    ANN,
    FOR,
    LIVES,
    SECRET,
    WHO,
    Life,
    judged,
    opened,
    overridden,
    reframed,
    released,
    split,
    voting,
)
from tests.record.parts import Clock

GONE = in_place_of(text_hash(SECRET))


async def rows_of(record: Store, deliberation: str = "") -> list[Row]:
    rows: list[Row] = await record.export(list, only=deliberation)
    return rows


async def checked(record: Store) -> Check:
    check = Check()
    await record.export(check.go_through)
    check.finish()
    for name, wrong in await record.wrong_lookups():
        check.find(wrong, name)
    assert check.findings == []
    assert check.notes == []
    return check


async def session_of(record: Store, life: Life) -> Session:
    return replay(await record.read(life.session.id))


async def events_of(record: Store, life: Life) -> list[Event]:
    return [stored.event for stored in await record.read(life.session.id)]


def out(text: str = SECRET) -> Wish:
    return Wish("a customer's name", text=text)


def essence(session: Session) -> tuple[Any, ...]:
    verdict = session.verdict
    assert verdict
    return (session.question.content_hash, session.is_current, verdict.result, verdict.confidence, verdict.flags)


@pytest.mark.parametrize("lived", [one for one in LIVES if one is not voting], ids=lambda one: str(one.__name__))
async def test_a_text_is_gone_wherever_it_stood_and_nothing_else_has_changed(
    record: Store, clock: Clock, lived: Callable[[Store, Clock], Awaitable[Life]]
) -> None:
    life = await lived(record, clock)
    before = await session_of(record, life)
    done = await redact(record, life.session.id, out(), ANN)
    rows = await rows_of(record)
    spellings = (SECRET, json.dumps(SECRET)[1:-1], json.dumps(json.dumps(SECRET)[1:-1])[1:-1])
    assert not [row for row in rows if any(one in str(row) for one in spellings)]
    assert done.standing == ()
    after = await session_of(record, life)
    assert essence(after) == essence(before)
    assert (after.position, after.endings) == (before.position + len(done.redacted), after.endings)
    assert {one.hash for one in (await checked(record)).gone} == {one.hash for one in done.redacted}


async def test_the_record_says_who_took_out_what_and_why(record: Store, clock: Clock) -> None:
    life = await split(record, clock)
    done = await redact(record, life.session.id, Wish("names a customer", 11, "reason"), ANN)
    (stored,) = (await record.read(life.session.id))[11:]
    text = f"wrong: {SECRET}"
    assert (stored.author, stored.event) == (ANN, Redacted(11, "reason", text_hash(text), "names a customer"))
    assert done.redacted == (stored.event,)
    assert (await events_of(record, life))[10] == (in_place_of(text_hash(text)),)


async def test_a_part_of_a_text_is_taken_out_and_the_rest_stays(record: Store, clock: Clock) -> None:
    life = await split(record, clock)
    await redact(record, life.session.id, out(), ANN)
    assert (await events_of(record, life))[10] == (f"wrong: {GONE}",)
    await redact(record, life.session.id, Wish("all of it", 11, "reason"), ANN)
    assert (await events_of(record, life))[10] == (in_place_of(text_hash(f"wrong: {SECRET}")),)
    await checked(record)


async def test_a_redacted_question_is_still_the_one_that_was_asked(record: Store, clock: Clock) -> None:
    life = await opened(record, clock, question={"subject": SECRET, "action": ACTION, "context": "All of it"})
    for seat in ("Logos", "Pathos", "Sophia"):
        await life.vote(seat, FOR)
    asked = life.session.question.content_hash
    await redact(record, life.session.id, Wish("names", 1, "question.subject"), ANN)
    session = await session_of(record, life)
    assert (session.question.subject, session.question.content_hash, session.is_current) == (GONE, asked, True)
    (line,) = (await record.log()).lines
    assert line.summary.subject == GONE
    assert not (await record.log(search="grünwald")).lines
    ended = await life.do(lambda one: release(one, ACTION, asked))
    assert ended.endings
    await checked(record)


async def test_an_action_is_taken_out_only_once_nothing_can_be_released(record: Store, clock: Clock) -> None:
    life = await opened(record, clock, question={"subject": "Adopt?", "action": ACTION})
    for seat in ("Logos", "Pathos", "Sophia"):
        await life.vote(seat, FOR)
    with pytest.raises(Refused, match="the action may still be released"):
        await redact(record, life.session.id, Wish("a key", 1, "question.action"), ANN)
    await life.do(lambda one: revoke(one, "a key is in it", WHO))
    await redact(record, life.session.id, Wish("a key", 1, "question.action"), ANN)
    assert ACTION not in str(await rows_of(record))
    await checked(record)


async def test_smaller_questions_lose_a_text_and_their_own_deliberations_keep_it(record: Store, clock: Clock) -> None:
    life = await reframed(record, clock)
    done = await redact(record, life.session.id, out(), ANN)
    assert "questions[0]" in {one.field for one in done.redacted}
    assert SECRET not in str(await rows_of(record, life.session.id))
    (child,) = life.session.children
    assert SECRET in replay(await record.read(child)).question.subject
    ((name, places, unseen),) = done.linked
    assert (name, [(one.event, one.field) for one in places]) == (child, [(1, "question.subject")])
    assert unseen == "it has ballots that are sealed"
    assert not done.is_gone
    await checked(record)


async def test_a_part_of_an_action_takes_all_of_it_along_and_its_hash_stays(record: Store, clock: Clock) -> None:
    life = await released(record, clock)
    before = to_plain(life.session)["action_hash"]
    await redact(record, life.session.id, out("--region eu"), ANN)
    session = await session_of(record, life)
    assert (to_plain(session)["action_hash"], "deploy queue" in str(await rows_of(record))) == (before, False)
    await checked(record)


REFUSED = {
    "seats[0].name": (1, "not free text"),
    "question.domain": (1, "not free text"),
    "question.options[0].id": (1, "not free text"),
    "vote.position": (3, "not free text"),
    "vote.confidence": (3, "not free text"),
    "seat": (3, "not free text"),
    "question": (3, "not free text"),
    "verdict": (7, "a verdict follows from its ballots"),
    "vote.dissent_note": (
        3,
        "event 3 has no text at vote.dissent_note; texts that may be redacted: vote.rationale",
    ),
    "vote.rationale": (12, "there is no event 12; there are: 1 to 11"),
    "reason": (11, "contains the text to redact"),
}


@pytest.mark.parametrize("field", REFUSED)
async def test_what_rules_and_readers_go_by_stays(field: str, clock: Clock, new_record: Callable[[str], Store]) -> None:
    record = new_record("memory")
    life = await split(record, clock)
    before = await rows_of(record)
    event, sentence = REFUSED[field]
    with pytest.raises(Refused, match=sentence):
        await redact(record, life.session.id, Wish(f"wrong: {SECRET}", event, field), ANN)
    assert await rows_of(record) == before


async def test_a_ballot_of_an_open_round_and_its_question_stay(record: Store, clock: Clock) -> None:
    life = await voting(record, clock)
    with pytest.raises(Refused, match="a round is still open"):
        await redact(record, life.session.id, Wish("why not", 3, "vote.rationale"), ANN)
    with pytest.raises(Refused, match="still being asked"):
        await redact(record, life.session.id, Wish("why not", 1, "question.subject"), ANN)


SAID_WHILE_SEALED = ("REJECT", "APPROVE", "It was measured", "nobody said this", "Logos", "x", "Monday", "why not")


@pytest.mark.parametrize("look", [redact, foreseen], ids=["redact", "foreseen"])
async def test_while_a_round_is_open_every_text_gets_the_same_answer(
    look: Callable[..., Awaitable[Redaction]], clock: Clock, new_record: Callable[[str], Store]
) -> None:
    record = new_record("memory")
    life = await voting(record, clock)
    more = (ANN,) if look is redact else ()
    answers = set()
    for text in SAID_WHILE_SEALED:
        with pytest.raises(Refused, match="a round is still open, and its ballots are sealed") as refused:
            await look(record, life.session.id, Wish("why not", text=text), *more)
        answers.add(str(refused.value))
    assert len(answers) == 1


async def test_a_sealed_event_says_nothing_of_what_is_in_it(clock: Clock, new_record: Callable[[str], Store]) -> None:
    record = new_record("memory")
    life = await voting(record, clock)
    answers = set()
    for field in ("vote.rationale", "vote.position", "vote.risks[0]", "seat", "notes[0]", "x"):
        for reason in ("It was measured", "why not"):
            with pytest.raises(Refused) as refused:
                await foreseen(record, life.session.id, Wish(reason, 3, field))
            answers.add(str(refused.value))
    (answer,) = answers
    assert answer.startswith("event 3: a round is still open")


async def guessed(record: Store, clock: Clock, guess: str) -> Redaction:
    """What is said of a text in an earlier question, while a sealed ballot may hold it too."""
    life = await opened(record, clock, question={"subject": "Adopt?", "context": guess})
    await life.do(lambda session: revise(session, {"context": "none"}, "it was wrong", by=WHO))
    await life.vote("Logos", {**FOR, "rationale": SECRET})
    return await redact(record, life.session.id, Wish("because", 1, "question.context"), ANN)


async def test_a_guess_at_a_sealed_ballot_is_not_confirmed(record: Store, clock: Clock) -> None:
    right, wrong = await guessed(record, clock, SECRET), await guessed(record, clock, "something else")
    assert [(one.event, one.field) for one in right.redacted] == [(1, "question.context")]
    assert [one._replace(redacted=()) for one in (right, wrong)] == [Redaction((), (), True, is_sealed=True)] * 2
    assert not right.is_gone
    await checked(record)


async def test_what_the_count_depends_on_stays(record: Store, clock: Clock) -> None:
    panel = [{"seat": name, "voter": "person"} for name in ("a", "b", "c")]
    life = await opened(record, clock, protocol="quorum", question="Resume build-7?", panel=panel)
    await life.vote("a", {"vote": "resume", "conditions": ["disable monitoring for Grünwald", "report to Grünwald"]})
    await life.vote("b", {"vote": "resume"})
    await life.vote("c", {"vote": "resume"})
    before = await rows_of(record)
    with pytest.raises(
        Refused, match="the count of round 1 depends on this text; redact only words of it, with --text"
    ):
        await redact(record, life.session.id, Wish("a name", 3, "vote.conditions[0]"), ANN)
    assert await rows_of(record) == before
    await redact(record, life.session.id, out("Grünwald"), ANN)
    assert (await session_of(record, life)).verdict.flags == ("HARD_LIMIT",)  # type: ignore[union-attr]
    await checked(record)


async def outvoted(record: Store, clock: Clock) -> Life:
    """A review in which one of three would resume on a condition that crosses a hard limit."""
    panel = [{"seat": name, "voter": "person"} for name in ("a", "b", "c")]
    life = await opened(record, clock, protocol="quorum", question="Resume build-7?", panel=panel)
    await life.vote("a", {"vote": "resume", "conditions": ["Disable monitoring for Grünwald."]})
    await life.vote("b", {"vote": "block", "reasoning": "It is not ready"})
    await life.vote("c", {"vote": "block", "reasoning": "It is not ready"})
    return life


@pytest.mark.parametrize(
    "wish", [out("Disable monitoring for Grünwald."), out("monitoring"), Wish("a name", 3, "vote.conditions[0]")]
)
async def test_a_hard_limit_is_not_lifted_by_a_redaction_while_ballots_can_be_counted_again(
    wish: Wish, record: Store, clock: Clock
) -> None:
    life = await outvoted(record, clock)
    before = await rows_of(record)
    with pytest.raises(Refused, match="crosses a hard limit"):
        await redact(record, life.session.id, wish, ANN)
    assert await rows_of(record) == before
    with pytest.raises(Refused, match="it cannot be overridden"):
        await life.do(lambda session: override(session, "An hour", "ann", WHO, life.outside.now, monitor="errors"))
    await redact(record, life.session.id, out("Grünwald"), ANN)
    await life.do(lambda session: revoke(session, "It is May", WHO))
    await redact(record, life.session.id, wish._replace(text=wish.text.replace("Grünwald", "").strip(" .")), ANN)
    await checked(record)


@pytest.mark.parametrize("wish", [out("The load test of May"), out("The load test of May passed at 900."), "field"])
async def test_facts_that_were_redacted_are_no_new_facts(wish: Wish | str, record: Store, clock: Clock) -> None:
    life = await opened(record, clock, question={"subject": "Adopt the queue?", "context": "It held in June, twice."})
    for seat in ("Logos", "Pathos", "Sophia"):
        await life.vote(seat, AGAINST)
    facts = "The load test of May passed at 900."
    again = Again("new_evidence", "load test", facts, ("Logos",), factual=True)
    await life.do(lambda session: redeliberate(session, again, WHO))
    since = life.session.rounds[-1].since
    await life.vote("Logos", AGAINST)
    await redact(record, life.session.id, wish if isinstance(wish, Wish) else Wish("why", since, "evidence"), ANN)
    await redact(record, life.session.id, Wish("why", 1, "question.context"), ANN)
    life.session = await session_of(record, life)
    for same in (facts, facts.upper() + "\n", "It held in June, twice."):
        with pytest.raises(Refused, match="this is not new"):
            redeliberate(life.session, again._replace(evidence=same), WHO)
    assert redeliberate(life.session, again._replace(evidence="The load test of June passed."), WHO)
    await checked(record)


async def test_evidence_may_lose_where_it_stood(record: Store, clock: Clock) -> None:
    panel = [{"seat": name, "voter": "person"} for name in ("a", "b", "c")]
    life = await opened(record, clock, protocol="evidence", question="It is fast", panel=panel)
    proof = {"file": "bench.py", "reproducible": True, "command": "python bench.py"}
    for seat in ("a", "b", "c"):
        await life.vote(seat, {"vote": "accept", "confidence": 0.9, "rationale": "Measured", "evidence": [proof]})
    done = await redact(record, life.session.id, Wish("a path", 3, "vote.evidence[0].file"), ANN)
    assert {one.field for one in done.redacted} == {"vote.evidence[0].command", "vote.evidence[0].file", "verdict"}
    await checked(record)


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (Wish("because", text="abc"), "fewer than 4 characters"),
        (Wish(" ", text=SECRET), "needs a reason"),
        (Wish("\u3164", text=SECRET), "needs a reason"),
        (Wish(f"it says {SECRET}", text=SECRET), "the reason contains the text"),
        (Wish("  ACCOUNT\n4711 ", text=SECRET), "the reason contains the text"),
        (Wish("it was measured", 5, "vote.rationale"), "the reason contains the text"),
        (Wish("She said: it was  measured!", 5, "vote.rationale"), "the reason contains the text"),
        (Wish("Measured", 5, "vote.rationale"), "the reason contains the text"),
        (Wish("because", text="redacted sha256"), "does not occur in MAGI-2026-1115-001"),
        (Wish("because", text="nobody said this"), "does not occur in MAGI-2026-1115-001"),
        (Wish("because", text="Sophia"), "only where it may not be redacted: event 1, seats\\[2\\].name"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
async def test_a_wish_that_makes_no_sense_is_refused(wish: Wish, sentence: str, record: Store, clock: Clock) -> None:
    life = await released(record, clock)
    with pytest.raises(InputError, match=sentence):
        await redact(record, life.session.id, wish, ANN)
    assert [row.kind for row in await rows_of(record) if isinstance(row, EventRow)].count("Redacted") == 0


async def test_a_short_text_goes_where_it_is_all_that_is_said(record: Store, clock: Clock) -> None:
    life = await opened(record, clock, question="Adopt?")
    await life.vote("Logos", {**FOR, "rationale": "no", "risks": ["no", "none"]})
    await life.vote("Pathos", AGAINST)
    await life.vote("Sophia", {**AGAINST, "rationale": "no"})
    done = await redact(record, life.session.id, Wish("it was a joke", 3, "vote.rationale"), ANN)
    fields = [(one.event, one.field) for one in done.redacted]
    assert fields == [(3, "vote.rationale"), (3, "vote.risks[0]"), (5, "vote.rationale"), (7, "verdict")]
    await checked(record)


async def test_where_a_text_may_not_go_it_is_said_that_it_stands(record: Store, clock: Clock) -> None:
    life = await opened(record, clock, question="Adopt?")
    await life.vote("Logos", {**FOR, "rationale": "APPROVE"})
    await life.vote("Pathos", FOR)
    await life.vote("Sophia", FOR)
    done = await redact(record, life.session.id, Wish("it says nothing", 3, "vote.rationale"), ANN)
    assert [(one.event, one.field) for one in done.standing] == [(event, "vote.position") for event in (3, 4, 5)]
    assert all("not free text" in one.why for one in done.standing)


async def test_names_that_hold_a_text_are_said_to_stand_with_what_can_be_done(record: Store, clock: Clock) -> None:
    panel = [{"seat": "a", "voter": "command:./ask 4711-secret"}, {"seat": "b", "voter": "person"}]
    life = await opened(record, clock, question={"subject": "Adopt?", "context": "use 4711-secret"}, panel=panel)
    life.outside = life.outside._replace(who=WHO._replace(name="4711-secret"))
    await life.reply("a", json.dumps(FOR))
    await life.vote("b", FOR)
    done = await redact(record, life.session.id, Wish("a key", text="4711-secret"), ANN)
    assert [one.field for one in done.redacted] == ["question.context"]
    whys = {one.field: one.why for one in done.standing}
    assert whys["seats[0].voter"].endswith(
        "is not free text: rules, counts or readers depend on it, so it stays; change any secret in it"
    )
    assert whys["author"] == "it names who did it, so it stays"
    assert whys["verdict"].startswith("the verdict repeats text from elsewhere that is not free text")
    assert not done.is_gone


async def successor(life: Life, subject: str) -> Life:
    """A deliberation that takes the place of another one."""
    panel = [{"seat": name, "voter": "person"} for name in ("Logos", "Pathos", "Sophia")]
    opening = read_opening({"panel": panel, "question": subject}, supersedes=life.session.id)
    return Life(life.record, life.clock, (await decide(opening, {}, life.record, life.outside)).session, life.outside)


async def test_linked_deliberations_that_hold_the_text_are_named_near_and_far(record: Store, clock: Clock) -> None:
    first = await opened(record, clock, question={"subject": "Adopt?", "context": SECRET})
    second = await successor(first, "Adopt it now?")
    third = await successor(second, SECRET)
    for seat in ("Logos", "Pathos", "Sophia"):
        await third.vote(seat, FOR)
    done = await redact(record, third.session.id, out(), ANN)
    ((name, places, unseen),) = done.linked
    assert (name, unseen) == (first.session.id, "")
    assert [(one.event, one.field) for one in places] == [(1, "question.context")]
    with pytest.raises(Refused, match=f"does not occur in {second.session.id}; it occurs in {first.session.id}, which"):
        await redact(record, second.session.id, out(), ANN)
    assert (await redact(record, first.session.id, out(), ANN)).is_gone
    await checked(record)


async def test_what_is_redacted_already_is_said_to_be(record: Store, clock: Clock) -> None:
    life = await split(record, clock)
    await redact(record, life.session.id, Wish("a name", 11, "reason"), ANN)
    with pytest.raises(Refused, match="event 11 has no text at reason"):
        await redact(record, life.session.id, Wish("a name", 11, "reason"), ANN)
    life = await released(record, clock)
    await redact(record, life.session.id, Wish("a key", 1, "question.action"), ANN)
    with pytest.raises(Refused, match=r"event 1: question\.action is already redacted"):
        await redact(record, life.session.id, Wish("a key", 1, "question.action"), ANN)


async def test_a_reply_goes_with_the_ballot_that_was_read_from_it(record: Store, clock: Clock) -> None:
    life = await overridden(record, clock)
    reply = next(one for one in await record.read(life.session.id) if type(one.event).__name__ == "Replied")
    assert SECRET in str(reply)
    await redact(record, life.session.id, Wish("a name", reply.position + 1, "vote.rationale"), ANN)
    (said,) = [one.event for one in await record.read(life.session.id) if one.position == reply.position]
    assert isinstance(said, Replied)
    assert said.reply.output == in_place_of(text_hash(str(reply.event.reply.output)))  # type: ignore[union-attr]


async def test_a_reply_that_says_it_in_other_words_goes_whole(record: Store, clock: Clock) -> None:
    panel = [{"seat": name, "voter": "command:./ask"} for name in ("a", "b")]
    life = await opened(record, clock, question={"subject": "Drop the table?"}, panel=panel)
    folded = "position: REJECT\nconfidence: 90\nrationale: >\n  the customer\n  is Grünwald\n"
    await life.reply("a", folded)
    await life.reply("b", folded)
    cast = next(one for one in await record.read(life.session.id) if type(one.event).__name__ == "Cast")
    await redact(record, life.session.id, Wish("a name", cast.position, "vote.rationale"), ANN)
    assert "Grünwald" not in json.dumps(await rows_of(record), ensure_ascii=False)
    assert "Gr\\u00fcnwald" not in str(await rows_of(record))
    await checked(record)


async def test_bytes_that_are_kept_as_base64_are_looked_into(record: Store, clock: Clock) -> None:
    panel = [{"seat": name, "voter": "command:./ask"} for name in ("a", "b")]
    life = await opened(record, clock, question={"subject": "Drop the table?"}, panel=panel)
    await life.do(lambda session: claim(session, "a", "call-1", "", life.outside.now, 60))
    claimed = life.session.rounds[-1].claims["a"]
    output = base64.b64encode(b"\xff " + SECRET.encode()).decode()
    await life.do(lambda session: replied(session, claimed, Reply(ANSWERED, output, "base64")))
    await life.reply("b", json.dumps(AGAINST))
    done = await redact(record, life.session.id, out(), ANN)
    assert output not in str(await rows_of(record))
    assert "reply.output" in [one.field for one in done.redacted]


async def test_somebody_who_read_before_writes_nothing_of_it_again(record: Store, clock: Clock) -> None:
    life = await opened(record, clock, question={"subject": SECRET})
    for seat in ("Logos", "Pathos", "Sophia"):
        await life.vote(seat, FOR)
    await redact(record, life.session.id, out(), ANN)
    assert life.session.question.subject == SECRET
    await life.do(lambda session: revoke(session, "measured wrongly", WHO))
    assert SECRET not in str(await rows_of(record))
    await checked(record)


async def test_two_redactions_at_once_are_both_done(record: Store, clock: Clock) -> None:
    life = await released(record, clock)
    wishes = (out(), Wish("not needed", 5, "vote.rationale"))
    done: list[Redaction] = await asyncio.gather(*(redact(record, life.session.id, wish, ANN) for wish in wishes))
    assert all(one.redacted for one in done)
    await checked(record)


async def test_with_one_key_a_text_is_taken_out_once(record: Store, clock: Clock) -> None:
    life = await released(record, clock)
    key = RequestKey("k", "sha256:" + "ab" * 32)
    wishes = [redact(record, life.session.id, out(), ANN, key) for _ in range(3)]
    done = [*await asyncio.gather(*wishes), await redact(record, life.session.id, out(), ANN, key)]
    assert len({one.redacted for one in done}) == 1
    assert done[-1].is_repeated
    assert (await session_of(record, life)).position == life.session.position + len(done[0].redacted)
    with pytest.raises(KeyReused):
        await redact(record, life.session.id, out("slowly"), ANN, key._replace(request="sha256:" + "cd" * 32))
    await redact(record, life.session.id, out("slowly"), ANN)
    assert await redact(record, life.session.id, out(), ANN, key) == done[-1]
    await checked(record)


async def test_a_plan_of_before_brings_nothing_back(record: Store, clock: Clock) -> None:
    life = await released(record, clock)
    key = RequestKey("k", "sha256:" + "ab" * 32)
    plan = planned(await rows_of(record, life.session.id), out())
    await redact(record, life.session.id, out(), ANN, key)
    await redact(record, life.session.id, out("slowly"), ANN)
    before = await rows_of(record)
    await record.redact(plan.change, plan.bodies, ANN, key)
    assert await rows_of(record) == before


async def test_a_look_ahead_changes_nothing(record: Store, clock: Clock) -> None:
    life = await released(record, clock)
    before = await rows_of(record)
    foretold = await foreseen(record, life.session.id, out())
    assert await rows_of(record) == before
    assert foretold == await redact(record, life.session.id, out(), ANN)


async def test_the_record_takes_no_text_that_breaks_the_chain(record: Store, clock: Clock) -> None:
    life = await released(record, clock)
    before = await rows_of(record)
    change = Change(life.session.id, life.session.position, (Redacted(1, "x", "y", "z"),), summary_of(life.session))
    for bodies in ({1: "{}"}, {3: json.dumps({"vote": {"$redacted": "sha256:0"}})}, {}):
        with pytest.raises(StoreError):
            await record.redact(change, bodies, ANN)
    assert await rows_of(record) == before


async def test_options_of_a_question_keep_their_ids(record: Store, clock: Clock) -> None:
    life = await judged(record, clock)
    await redact(record, life.session.id, Wish("a name", 1, "question.options[0].text"), ANN)
    session = await session_of(record, life)
    assert [(one.id, one.text) for one in session.question.options] == [("A", GONE), ("B", "")]


async def test_a_ballot_of_a_round_that_was_cut_short_is_redacted_by_name_and_its_hash_is_not_foreseen(
    record: Store, clock: Clock
) -> None:
    life = await opened(record, clock, question={"subject": "Move on Monday?"})
    await life.vote("Logos", {**FOR, "rationale": SECRET})
    await life.do(lambda session: supersede(session, "MAGI-2026-1115-002", WHO))
    by_text, by_name = out(), Wish("a name", 3, "vote.rationale")
    with pytest.raises(Refused, match="were not searched"):
        await foreseen(record, life.session.id, by_text)
    assert [(gone.field, gone.hash) for gone in (await foreseen(record, life.session.id, by_name)).redacted] == [
        ("vote.rationale", "")
    ]
    done = await redact(record, life.session.id, by_name, ANN)
    assert done.is_sealed
    assert SECRET not in str(await rows_of(record, life.session.id))
    await checked(record)
