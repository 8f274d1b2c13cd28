"""A redaction that could not have been is found, also where events tell of it and the hashes fit."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from quorate.app.integrity.checkpoints import checkpoint_of
from quorate.core.errors import StoreError
from quorate.deliberation.people import revise
from quorate.deliberation.redaction import in_place_of, text_hash
from quorate.record import open_record
from quorate.record.checkpoint.statement import Checkpoint
from quorate.record.memory import MemoryRecord
from quorate.record.redact.stored_redaction import Wish, redact
from quorate.record.rows import EventRow, LineRow, Row, Store
from quorate.record.verify.verification import Check
from tests.record.forging import Forger
from tests.record.lives import ACTION, AGAINST, ANN, FOR, SECRET, WHO, Life, opened, released, split, voting
from tests.record.parts import Clock

AT = "2026-11-15T12:00:00.000000Z"
GONE = in_place_of(text_hash("a customer"))


async def rejected(record: Store, clock: Clock) -> Life:
    """Two of three are against it."""
    life = await opened(record, clock, question={"subject": "Adopt the queue?", "action": ACTION})
    for seat, vote in (("Logos", AGAINST), ("Pathos", FOR), ("Sophia", AGAINST)):
        await life.vote(seat, vote)
    return life


async def approved(record: Store, clock: Clock) -> Life:
    """All are for it, and its action can be released."""
    life = await opened(record, clock, question={"subject": "Adopt the queue?", "action": ACTION})
    for seat in ("Logos", "Pathos", "Sophia"):
        await life.vote(seat, FOR)
    return life


async def limited(record: Store, clock: Clock) -> Life:
    """A hard limit stands in a condition."""
    panel = [{"seat": name, "voter": "person"} for name in ("a", "b", "c")]
    life = await opened(record, clock, protocol="quorum", question="Resume build-7?", panel=panel)
    await life.vote("a", {"vote": "resume", "conditions": ["disable monitoring for a customer"]})
    await life.vote("b", {"vote": "resume"})
    await life.vote("c", {"vote": "resume"})
    return life


async def measured(record: Store, clock: Clock) -> Life:
    """Evidence that says where it stands."""
    panel = [{"seat": name, "voter": "person"} for name in ("a", "b", "c")]
    life = await opened(record, clock, protocol="evidence", question="It is fast", panel=panel)
    proof = {"file": "bench.py", "reproducible": True, "command": "python bench.py"}
    for seat in ("a", "b", "c"):
        await life.vote(seat, {"vote": "accept", "confidence": 0.9, "rationale": "Measured", "evidence": [proof]})
    return life


Lived = Callable[[Store, Clock], Awaitable[Life]]


async def lived(clock: Clock, how: Lived) -> tuple[Forger, Checkpoint]:
    """A deliberation to be forged, and a checkpoint that knows how it was."""
    record = MemoryRecord(clock)
    await how(record, clock)
    made = await record.export(lambda rows: checkpoint_of(rows, AT))
    rows: list[Row] = await record.export(list)
    return Forger(rows), made


def found_in(rows: list[Row], made: Checkpoint | None = None) -> list[str]:
    check = Check(made)
    check.go_through(rows)
    check.finish()
    return [one.text for one in check.findings]


def is_found(found: list[str], *sentences: str) -> bool:
    return all(any(sentence in one for one in found) for sentence in sentences)


async def test_positions_are_no_words_that_can_be_redacted(clock: Clock) -> None:
    forger, made = await lived(clock, rejected)
    for position in forger.of_kind("Cast"):
        if forger.plain[position - 1]["vote"]["position"] == "REJECT":
            forger.redact(position, "vote.position", "APPROVE")
            forger.redact(position, "vote.rationale", "All tests are green")
    forger.count_again()
    found = found_in(forger.rows(), made)
    assert is_found(found, "it says that vote.position of event 3 was redacted, which was not allowed")
    assert is_found(found, "event 5: what replaced vote.rationale does not show that anything was removed")
    assert is_found(found, "event 7: the verdict that replaced the redacted one has a different outcome")


async def test_a_verdict_keeps_what_it_comes_to(clock: Clock) -> None:
    forger, made = await lived(clock, rejected)
    verdict = json.loads(forger.plain[6]["verdict"])
    forger.redact(7, "verdict", json.dumps({**verdict, "action": "proceed"}, separators=(",", ":")))
    assert is_found(found_in(forger.rows(), made), "event 7: the verdict that replaced the redacted one")


async def test_words_of_a_verdict_are_those_that_are_counted(clock: Clock) -> None:
    forger, made = await lived(clock, rejected)
    forger.redact(7, "verdict", forger.plain[6]["verdict"].replace("It was not measured", f"It is fine {GONE}"))
    assert is_found(found_in(forger.rows(), made), "the redacted one does not match the count")


async def test_the_action_that_can_be_released_is_not_redacted(clock: Clock, tmp_path: Path) -> None:
    forger, made = await lived(clock, approved)
    asked = forger.plain[1]["question"]
    forger.redact(1, "question.action", f"drop the production database {GONE}", asked_as=asked)
    rows = forger.rows()
    assert is_found(found_in(rows, made), "question.action of event 1 was redacted, which was not allowed: the action")
    record = open_record(str(tmp_path / "record.db"), clock)
    await record.fill(iter(rows))
    with pytest.raises(StoreError, match="the record is damaged"):
        await record.read(forger.line.id)
    await record.close()


async def test_what_was_released_is_what_stands_for_the_action(clock: Clock) -> None:
    forger, made = await lived(clock, released)
    asked = forger.plain[1]["question"]
    forger.redact(1, "question.action", in_place_of(text_hash("drop the database")), asked_as=asked)
    assert found_in(forger.rows(), made) == [
        "MAGI-2026-1115-001, event 8: it released a different action than the current one"
    ]


COUNTED = (
    (limited, 3, "vote.conditions[0]", None),
    (limited, 3, "vote.conditions[0]", f"{GONE} will watch"),
    (measured, 3, "vote.evidence[0].file", None),
)


@pytest.mark.parametrize(("how", "position", "field", "left"), COUNTED)
async def test_words_on_which_a_count_depends_stay(
    clock: Clock, how: Lived, position: int, field: str, left: str | None
) -> None:
    forger, made = await lived(clock, how)
    forger.redact(position, field, left)
    alone = found_in(forger.rows(), made)
    forger, made = await lived(clock, how)
    forger.redact(position, field, left)
    forger.count_again()
    together = found_in(forger.rows(), made)
    if how is limited:
        assert is_found(alone, "event 7: what was redacted changes the count, which was not allowed")
        assert is_found(together, "event 7: the verdict that replaced the redacted one has a different outcome")
    else:
        assert (alone, together) == ([], [])  # where it stands counts nothing, so it may go


async def test_ballots_of_an_open_round_stay(clock: Clock) -> None:
    forger, made = await lived(clock, voting)
    forger.redact(3, "vote.rationale", GONE)
    assert is_found(found_in(forger.rows(), made), "vote.rationale of event 3 was redacted, which was not allowed")


async def test_a_question_is_not_said_to_have_been_asked_as_another(clock: Clock) -> None:
    record = MemoryRecord(clock)
    life = await approved(record, clock)
    asked = life.session.question.content_hash
    await life.do(lambda session: revise(session, {"action": "drop the production database"}, by=WHO))
    rows: list[Row] = await record.export(list)
    last = max(row.position for row in rows if isinstance(row, EventRow) and row.kind == "Revised")
    cut = [row for row in rows if isinstance(row, LineRow) or (isinstance(row, EventRow) and row.position <= last)]
    forger = Forger(cut)
    forger.redact(last, "question.subject", f"{GONE}?", asked_as=asked)
    found = found_in(forger.rows())
    assert is_found(found, f"event {last}: its question claims the hash of an earlier one")
    forger = Forger([row for row in rows if not hasattr(row, "spans")])
    forger.redact(1, "question.subject", f"{GONE}?", asked_as="sha256:" + "0" * 64)
    assert is_found(found_in(forger.rows()), "event 2: it asks a different question than the current one")


async def test_a_redaction_tells_of_what_was_there(clock: Clock) -> None:
    forger, _ = await lived(clock, split)
    forger.redact(3, "vote.rationale")
    forger.told[0] = forger.told[0]._replace(event=30)
    found = found_in(forger.rows())
    assert is_found(
        found, "it refers to event 30, which did not exist then", "event 3: vote.rationale was removed, but"
    )


async def test_two_redactions_of_one_text_tell_of_one_text(clock: Clock) -> None:
    forger, _ = await lived(clock, split)
    forger.redact(3, "vote.rationale")
    forger.told.insert(0, forger.told[0]._replace(hash=text_hash("another")))
    assert is_found(found_in(forger.rows()), "what replaced vote.rationale is not what event")


async def test_an_event_that_was_changed_and_redacted_is_found_once(clock: Clock) -> None:
    record = MemoryRecord(clock)
    life = await released(record, clock)
    await redact(record, life.session.id, Wish("a customer", text=SECRET), ANN)

    def changed(row: Row) -> Row:
        return row._replace(author="eve") if isinstance(row, EventRow) and row.position == 3 else row

    sentence = "its hash does not match; it was changed after it was stored"
    rows = [changed(row) for row in await record.export(list)]
    assert [one for one in found_in(rows) if "key claims" not in one] == [f"{life.session.id}, event 3: {sentence}"]


PLACES: dict[str, Callable[[list[Any]], Any]] = {
    "a vote": lambda plain: plain[2]["vote"],
    "an event": lambda plain: plain[2],
    "a policy": lambda plain: plain[0]["policy"],
    "a count": lambda plain: plain[6],
}


@pytest.mark.parametrize("rehash", [False, True])
@pytest.mark.parametrize("place", PLACES)
async def test_the_hash_of_a_question_stands_only_in_a_question(place: str, rehash: bool, clock: Clock) -> None:
    forger, made = await lived(clock, rejected)
    PLACES[place](forger.plain)["$asked_as"] = {"confidence": 1}
    found = found_in(forger.rows(rehash=rehash), None if rehash else made)
    assert is_found(found, "a value marked '$asked_as'" if rehash else "its hash does not match")


async def test_what_was_redacted_after_a_checkpoint_is_marked_as_such(clock: Clock) -> None:
    record = MemoryRecord(clock)
    life = await split(record, clock)
    await redact(record, life.session.id, Wish("a name", 3, "vote.rationale"), ANN)
    made = await record.export(lambda rows: checkpoint_of(rows, AT))
    await redact(record, life.session.id, Wish("a name", 11, "reason"), ANN)
    check = Check(made)
    await record.export(check.go_through)
    assert check.findings == []
    assert {(one.field, one.after_checkpoint) for one in check.gone if one.field != "verdict"} == {
        ("vote.rationale", False),
        ("reason", True),
    }
