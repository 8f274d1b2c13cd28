"""Stored histories, kept for good: each replays to the same bytes. New ones are added, old ones never change."""

import json
from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest
from jsonschema import Draft202012Validator

from quorate.core.codec import to_json
from quorate.deliberation.counting import verdict_of
from quorate.deliberation.events import Counted, Event
from quorate.deliberation.session import replay
from quorate.record.chain import check_chain
from quorate.record.codec import ESSENCE, encoded_and_plain, event_schema, parsed, stored_of, text_of
from quorate.record.rows import EventRow
from quorate.record.verify.recount import essence
from quorate.views.deliberation import to_plain

FOLDER = Path(__file__).parent
HISTORIES = sorted(FOLDER.glob("*.jsonl"))
KEPT = dict(line.split()[::-1] for line in (FOLDER / "SHA256SUMS").read_text().splitlines())


def rows_of(file: Path) -> list[EventRow]:
    return [EventRow(**json.loads(line)) for line in file.read_text().splitlines()]


@pytest.mark.parametrize("file", HISTORIES, ids=lambda file: file.stem)
def test_a_stored_history_replays_to_the_same_bytes(file: Path) -> None:
    history = [stored_of(row) for row in rows_of(file)]
    shown = json.dumps(to_plain(replay(history), history), indent=1) + "\n"
    assert shown == file.with_suffix(".json").read_text()


@pytest.mark.parametrize("file", HISTORIES, ids=lambda file: file.stem)
def test_its_chain_holds_and_its_events_are_written_as_they_were(file: Path) -> None:
    rows = rows_of(file)
    assert list(check_chain(rows)) == []
    assert [_written(row) for row in rows] == [row.body for row in rows]


@pytest.mark.parametrize("file", HISTORIES, ids=lambda file: file.stem)
def test_its_events_are_as_their_schema_says(file: Path) -> None:
    for row in rows_of(file):
        Draft202012Validator(event_schema(row.kind)).validate(json.loads(row.body))


def _written(row: EventRow) -> str:
    """An event as it would be stored today; where texts were taken out since, with the marks that stand there."""
    if '"$redacted"' in row.body:
        return text_of(parsed(row.body, tagged=True))
    event = stored_of(row).event
    body, plain = encoded_and_plain(event)
    is_stamped = isinstance(event, Counted) and f'"{ESSENCE}"' in row.body
    return text_of({**plain, ESSENCE: essence(event.verdict)}) if isinstance(event, Counted) and is_stamped else body


def test_a_history_from_which_texts_were_taken_out_still_says_which_question_was_asked() -> None:
    session = replay(stored_of(row) for row in rows_of(FOLDER / "magi-redacted.jsonl"))
    assert session.question.context.startswith("Zwölf Dienste. Bezahlt von [redacted sha256:")
    assert session.rounds[0].question == session.question.content_hash == session.question.asked_as


@pytest.mark.parametrize("file", HISTORIES, ids=lambda file: file.stem)
def test_counting_its_ballots_again_gives_the_stored_verdict(file: Path) -> None:
    history = [stored_of(row) for row in rows_of(file)]
    for stored in history:
        if isinstance(stored.event, Counted):
            session = replay(history[: stored.position])
            assert to_json(verdict_of(session, session.rounds[stored.event.round - 1])) == stored.event.verdict


def test_together_they_hold_every_kind_of_event() -> None:
    kinds = {row.kind for file in HISTORIES for row in rows_of(file)}
    assert kinds == {kind.__name__ for kind in get_args(Event)}


def test_no_history_was_changed_or_taken_away() -> None:
    found = {file.name: sha256(file.read_bytes()).hexdigest() for file in FOLDER.glob("*.jsonl")}
    assert found == KEPT
