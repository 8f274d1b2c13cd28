"""What is shown is as its schema says."""

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from quorate.analysis.explain import explain
from quorate.analysis.retally import RetallyTerms, retally, subject_of
from quorate.app.documents.schema_list import schema_names, schema_text
from quorate.core.codec import shown_line
from quorate.core.codec.schema import schema
from quorate.core.errors import UnknownName
from quorate.deliberation.events import BallotNote, Redacted
from quorate.deliberation.register.risk_register import register_of
from quorate.deliberation.rounds.deadlock import Recommendation
from quorate.deliberation.session import replay
from quorate.deliberation.summary import summary_of
from quorate.replies.reply import VOTE, ReplyReading
from quorate.views.analysis import shown_explanation, shown_retally
from quorate.views.deliberation import DeliberationView, in_full, to_plain
from quorate.views.documents import shown_reply
from quorate.views.integrity import (
    Export,
    Finding,
    Gone,
    SavedBackup,
    SavedCheckpoint,
    SavedExport,
    SavedKey,
    Verification,
)
from quorate.views.lists import EntryPage, ListEntry, RiskEntry, RiskPage, register_page
from quorate.views.redaction import Linked, Place, Redaction, redaction_report
from quorate.views.rounds import DeadlockPage, deadlock_of
from tests.reports.deliberating import history_of
from tests.views import STORIES

DELIBERATION = Draft202012Validator(schema(DeliberationView))
PLACE = Place(1, "context", "it is quoted")


def fulfils(value: tuple[Any, ...]) -> bool:
    Draft202012Validator(schema(type(value))).validate(json.loads(shown_line(value)))
    return True


@pytest.mark.parametrize("story", STORIES)
def test_a_deliberation_fulfils_its_schema_after_every_event(story: str) -> None:
    history = history_of(STORIES[story]())
    for length in range(1, len(history) + 1):
        session, so_far = replay(history[:length]), history[:length]
        for plain in (to_plain(session, so_far), in_full(session, so_far)):
            DELIBERATION.validate(json.loads(json.dumps(plain)))


@pytest.mark.parametrize("story", STORIES)
def test_lists_and_registers_fulfil_theirs(story: str) -> None:
    session = replay(history_of(STORIES[story]()))
    entry = ListEntry(session.id, session.opened_at, session.changed_at, summary_of(session))
    assert fulfils(EntryPage((entry, entry._replace(recommendation=Recommendation("no", ("a",)))), "17"))
    assert fulfils(register_page(session))
    risks = (
        RiskEntry(session.id, session.question.subject, item, is_overdue=True) for item in register_of(session).items
    )
    assert fulfils(RiskPage(tuple(risks), 1))
    assert fulfils(DeadlockPage(session.id, deadlock_of(session)))


@pytest.mark.parametrize("story", STORIES)
def test_explanations_and_comparisons_fulfil_theirs(story: str) -> None:
    session = replay(history_of(STORIES[story]()))
    if session.verdict is None or not session.is_current:
        return
    subject = subject_of(session)
    assert fulfils(shown_explanation(explain(subject)))
    assert fulfils(shown_retally(retally(subject, RetallyTerms(subject.protocol))))


def others() -> Iterator[tuple[Any, ...]]:
    finding = Finding("MAGI-2026-1116-001", 3, "its hash does not match")
    gone = Gone("MAGI-2026-1116-001", 2, "context", "sha256:0", "ann", "2026-11-16", "private")
    yield Verification(1, 3, (finding,), (finding,), (gone,), ("MAGI-2026-1116-002",), (finding,))
    redacted = Redacted(1, "context", "sha256:0", "private")
    linked = Linked("MAGI-2026-1116-002", (PLACE,))
    yield redaction_report("MAGI-2026-1116-001", Redaction((redacted,), (PLACE,), True, (linked,)), is_dry=True)
    yield SavedBackup("a.db")
    yield SavedBackup("a.db", damaged=True)
    yield SavedExport("a.jsonl", Export(1, 2, ("x",)))
    yield SavedCheckpoint("a", "2026-11-16", "")
    yield SavedKey("a", "b")
    yield shown_reply(ReplyReading(VOTE, {}, choice="APPROVE", confidence=Decimal("0.5")), ["a"])
    yield shown_reply(ReplyReading("unreadable", why=BallotNote("no_nonce", {"expected": "n1"})), [])


@pytest.mark.parametrize("value", [*others()], ids=lambda value: type(value).__name__)
def test_everything_else_fulfils_its_own(value: tuple[Any, ...]) -> None:
    assert fulfils(value)


@pytest.mark.parametrize("name", schema_names())
def test_every_schema_that_is_printed_is_valid_and_says_what_it_is(name: str) -> None:
    made = json.loads(schema_text(name))
    Draft202012Validator.check_schema(made)
    assert made["$id"] == f"urn:quorate:schema:{name}"
    assert made["title"]
    assert made["description"]


def test_a_schema_that_nobody_knows_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UnknownName, match="deliberation, event, explanation"):
        schema_text("verdicts")
