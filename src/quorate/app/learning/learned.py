"""What the outcomes on the record teach, fitted once and kept."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from quorate.analysis.learning.judgement import Teaching, learn
from quorate.analysis.track_record.decided_votes import DecidedVotes, decided_votes
from quorate.analysis.track_record.decisive_weights import decisive_weights
from quorate.analysis.track_record.record_note import RecordNote, note_on
from quorate.analysis.track_record.relevance import Relevant, relevant_to
from quorate.app.app import App
from quorate.app.learning.kept_learning import name_of, read_result, read_votes, write_result, write_votes
from quorate.commit import loaded
from quorate.core.errors import DocumentError, Problem, StoreError
from quorate.core.protocol.learning import Learning
from quorate.core.text import normalised
from quorate.deliberation.events import Opened
from quorate.deliberation.session import Session
from quorate.documents.vote_form import words_of
from quorate.protocols import protocol_named
from quorate.record.codec import encoded
from quorate.record.port import OutcomeLine, Record


async def with_weights(app: App, opening: Opened) -> Opened:
    """The opening with what outcomes teach, where its protocol counts by that; nobody else may state it.

    What decides is read from the record itself: a kept file is in nobody's history, so whoever changed one would have
    changed a verdict.
    """
    learning = protocol_named(opening.protocol).learning
    if learning is None:
        return opening
    if problems := list(_stated(opening, learning)):
        raise DocumentError(problems)
    words = words_of(opening.protocol)
    asked = DecidedVotes("", opening.protocol, opening.question.domain, (words.approval, words.rejection), ())
    index = await app.record.known_outcomes()
    used = relevant_to(await votes_in(app.record, index.lines, None), asked)
    learned = decisive_weights(used, teaching_of(used, None, may_decide=True))
    return opening._replace(terms={**opening.terms, learning.key: learning.frozen(learned)})


def _stated(opening: Opened, learning: Learning) -> Iterator[Problem]:
    """Weights that somebody wants to set: only the record does."""
    if learning.key in opening.terms:
        yield Problem((learning.key,), "weights of your own", "nothing here: the record sets them")
    for index, seat in enumerate(opening.seats):
        if seat.weight != 1:
            yield Problem(("panel", index, "weight"), str(seat.weight), "nothing here: the record sets weights")


_AT_ONCE = 50


class Lesson(NamedTuple):
    """What outcomes teach for one question, of which domain they are, and who recorded them."""

    teaching: Teaching
    domain: str = ""
    by: tuple[str, ...] = ()


async def note_on_verdict(record: Record, session: Session, kept_at: Path | None) -> RecordNote | None:
    """What the record says of a verdict; None without one, and where people signed off: that is no estimate."""
    decided = decided_votes(session)
    if decided is None or protocol_named(session.protocol).progress:
        return None
    lesson = await _lesson_for(record, decided, kept_at)
    return note_on(decided, lesson.teaching, domain=lesson.domain, by=lesson.by)


async def _lesson_for(record: Record, question: DecidedVotes, kept_at: Path | None) -> Lesson:
    """The votes of all those outcomes are only read where there are new ones."""
    index = await record.known_outcomes()
    lines = [line for line in index.lines if line.deliberation != question.id]
    if not lines:
        return Lesson(Teaching())
    name = name_of("lesson", lines, kind_of(question))
    if kept := read_result(kept_at, name, Lesson):
        return kept
    used = relevant_to(await votes_in(record, lines, kept_at), question)
    lesson = Lesson(teaching_of(used, kept_at), used.domain, recorders(used.records))
    write_result(kept_at, name, lesson)
    return lesson


def kind_of(question: DecidedVotes) -> list[Any]:
    """What decides which outcomes say something of a question."""
    options = [question.protocol] if question.has_own_options else sorted(question.options)
    return [question.has_own_options, options, normalised(question.domain)]


async def votes_in(record: Record, lines: Sequence[OutcomeLine], kept_at: Path | None) -> tuple[DecidedVotes, ...]:
    """The votes of these deliberations; what was read before is not read again."""
    kept = read_votes(kept_at)
    found = {line: votes for line in lines if (votes := kept.votes_of(line))}
    missing = [line for line in lines if line not in found]
    for start in range(0, len(missing), _AT_ONCE):
        found |= await _read(record, missing[start : start + _AT_ONCE])
    if missing:
        write_votes(kept_at, kept, ((line, found[line]) for line in missing if line in found))
    return tuple(found[line] for line in lines if line in found)


async def _read(record: Record, lines: Sequence[OutcomeLine]) -> dict[OutcomeLine, DecidedVotes]:
    votes = await asyncio.gather(*(_votes(record, line) for line in lines))
    return {line: one for line, one in zip(lines, votes, strict=True) if one}


async def _votes(record: Record, line: OutcomeLine) -> DecidedVotes | None:
    try:
        return decided_votes(await loaded(record, line.deliberation))
    except StoreError:  # a damaged deliberation is what `verify` tells of; the others can be learned from
        return None


def teaching_of(used: Relevant, kept_at: Path | None, *, may_decide: bool = False) -> Teaching:
    """What these outcomes teach; fitted once, whoever asks."""
    if not used.records:
        return Teaching()
    name = name_of("teaching", used.fixed_options, may_decide, [encoded(one) for one in used.records])
    if known := read_result(kept_at, name, Teaching):
        return known
    taught = learn(used.history, fixed_options=used.fixed_options, may_decide=may_decide)
    write_result(kept_at, name, taught)
    return taught


def recorders(records: Iterable[DecidedVotes]) -> tuple[str, ...]:
    """Who recorded outcomes, each once."""
    return tuple(dict.fromkeys(one.by for one in records))
