"""What the outcomes on the record teach, fitted once and kept."""

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from quorate.analysis.learning.judgement import Teaching, learn
from quorate.analysis.track_record.decided_votes import DecidedVotes, decided_votes
from quorate.analysis.track_record.record_note import RecordNote, note_on
from quorate.analysis.track_record.relevance import Relevant, relevant_to
from quorate.app.learning.kept_learning import hash_of, read_kept, write_kept
from quorate.commit import loaded
from quorate.core.errors import StoreError
from quorate.deliberation.session import Session
from quorate.record.port import OutcomeLine, Record

_AT_ONCE = 50


class KnownRecords(NamedTuple):
    """The deliberations whose outcome is known, and how many were decided."""

    records: tuple[DecidedVotes, ...]
    decided: int


async def note_on_verdict(record: Record, session: Session, kept_at: Path | None) -> RecordNote | None:
    """What the record says of a verdict; None while there is none."""
    decided = decided_votes(session)
    if decided is None:
        return None
    known = await known_records(record, kept_at)
    used = relevant_to(known.records, decided)
    return note_on(decided, teaching_of(used, kept_at), domain=used.domain, by=recorders(used.records))


async def known_records(record: Record, kept_at: Path | None, *, domain: str = "") -> KnownRecords:
    """Every deliberation whose outcome is known; what was read before is not read again."""
    index = await record.known_outcomes(domain=domain)
    if not index.lines:
        return KnownRecords((), index.decided)
    kept = read_kept(kept_at)
    found = {line: votes for line in index.lines if (votes := kept.votes_of(line))}
    missing = [line for line in index.lines if line not in found]
    for start in range(0, len(missing), _AT_ONCE):
        found |= await _read(record, missing[start : start + _AT_ONCE])
    if missing:
        write_kept(kept_at, kept.with_votes({line: found[line] for line in missing if line in found}))
    return KnownRecords(tuple(found[line] for line in index.lines if line in found), index.decided)


async def _read(record: Record, lines: Sequence[OutcomeLine]) -> dict[OutcomeLine, DecidedVotes]:
    votes = await asyncio.gather(*(_votes(record, line) for line in lines))
    return {line: one for line, one in zip(lines, votes, strict=True) if one}


async def _votes(record: Record, line: OutcomeLine) -> DecidedVotes | None:
    try:
        return decided_votes(await loaded(record, line.deliberation))
    except StoreError:  # a damaged deliberation is what `verify` tells of; the others can be learned from
        return None


def teaching_of(used: Relevant, kept_at: Path | None, *, may_decide: bool = False) -> Teaching:
    """What these outcomes teach; fitted once."""
    if not used.records:
        return Teaching()
    kept, name = read_kept(kept_at), hash_of(used.records, fixed_options=used.fixed_options, may_decide=may_decide)
    if known := kept.teaching(name):
        return known
    taught = learn(used.history, fixed_options=used.fixed_options, may_decide=may_decide)
    write_kept(kept_at, kept.with_teaching(name, taught))
    return taught


def recorders(records: Iterable[DecidedVotes]) -> tuple[str, ...]:
    """Who recorded outcomes, each once."""
    return tuple(dict.fromkeys(one.by for one in records))
