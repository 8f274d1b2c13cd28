"""A deliberation as JSON, key by key. Which keys there are is found out by deliberating."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any

from quorate import Outside, read_opening
from quorate.changes import Rule, change
from quorate.decide import carry, decide
from quorate.deliberation.events import Author, Resolved
from quorate.deliberation.people import decline, override, release, resolve, revoke, supersede
from quorate.deliberation.session import Session
from quorate.deliberation.showing import to_plain
from quorate.record.memory import MemoryRecord
from quorate.voters.scripted import Scripted
from tests.docs.reference.tables import code, table

INTRODUCTION = """# A deliberation as JSON

What `decide`, `vote`, `resolve`, `resume`, `revise`, `close`, `revoke`, `release` and `show` print with `--json`, on
one line, and `quorate.deliberation.showing.to_plain` gives. Until a round is over, nothing of its ballots is in it.

Moments are ISO 8601 in UTC with microseconds. What does not apply is null or empty.

"""
MEANINGS = {
    "id": "The protocol, the day and the number of that day.",
    "state": "`voting`, `asking` (a person's answer is awaited), `decided` or `released`.",
    "status": "`active`, `superseded` or `revoked`.",
    "protocol": "The protocol's name.",
    "mode": "`simple` or `engine`.",
    "question": "The question as it stands, with the keys of [the question](question-document.md#the-question).",
    "revision": "Which edit of the question this is; the first is 1.",
    "question_hash": "Names this revision. `vote --question` and `release --question` compare it.",
    "action_hash": "Names the action; null where the question has none.",
    "opened_at": "When it was opened.",
    "opened_by": "By whom.",
    "opened_by.name": "The name.",
    "opened_by.proof": "`asserted` (the system's user) or `authenticated` (a key).",
    "policy": "What was settled beforehand, see [the question document](question-document.md#panel-policy-and-mode).",
    "policy.ballots_by": "Until when ballots are taken.",
    "policy.at_ballots_by": "`stay` or `count`.",
    "policy.answer_minutes": "How long a person has to answer; 0 is without end.",
    "policy.at_answer_by": "`stay` or `decline`.",
    "policy.people": "Who may answer; empty is anybody.",
    "round": "The number of the latest round; 0 before the first.",
    "seats": "The panel, frozen when the deliberation opened.",
    "seats[].seat": "The seat's name.",
    "seats[].lens": "How it is asked to look.",
    "seats[].voter": "Who answers.",
    "seats[].weight": "Its weight, exactly.",
    "seats[].state": "`waiting`, `asked`, `answered`, `not asked`, `not needed`, or a [failure](words.md#non-votes).",
    "may_be_acted_on": "True where the verdict permits its action, with all that people have answered.",
    "why_not": "Why it may not be acted on; null where it may.",
    "still_required": "What nobody has met yet, see [Requirements](words.md#requirements).",
    "answer_until": "Until when a person may answer; null without a deadline.",
    "decision": "What was decided, in a word or two; null while it is not.",
    "answers": "What people answered to the verdict, in order.",
    "answers[].kind": "`resolved`, `overridden` or `declined`.",
    "answers[].requirement": "resolved: which requirement it meets.",
    "answers[].text": "resolved: the plan, or what was looked at.",
    "answers[].choice": "resolved: the option that was chosen.",
    "answers[].go": "resolved: whether the action may be taken after the choice.",
    "answers[].owner": "resolved, overridden: who owns the plan, or the accepted risk.",
    "answers[].monitor": "resolved: what to monitor.",
    "answers[].risk_acceptance": "overridden: the risk, accepted in writing.",
    "answers[].reason": "declined: why not.",
    "answers[].author": "Who answered, as in `opened_by`.",
    "answers[].at": "When.",
    "endings": "What has ended the deliberation.",
    "endings[].kind": "`released`, `revoked` or `superseded`.",
    "endings[].action": "released: the action's hash.",
    "endings[].question": "released: the question's hash.",
    "endings[].reason": "revoked: why.",
    "endings[].by": "superseded: the deliberation that took its place.",
    "endings[].author": "Who did it, as in `opened_by`.",
    "endings[].at": "When.",
    "supersedes": "The deliberation whose place this one took; null if none.",
    "verdict": "[The verdict](verdict.md) on the question as it stands; null while there is none. Never rewritten.",
    "history": "Every event, in order; what each means is told in [Events](events.md).",
    "history[].position": "Its place, from 1 on.",
    "history[].at": "When the record took it.",
    "history[].author": "Who did it, as in `opened_by`.",
    "history[].kind": "Which event.",
    "history[].seat": "The seat that it is about; null where it is about none.",
    "history[].hash": "Covers the event and the hash before it; null while it depends on sealed ballots.",
}
_EXPLAINED_ELSEWHERE = ("question", "verdict", "answers[].author", "endings[].author", "history[].author")
_SPLIT = {"a": {"position": "APPROVE", "confidence": 80}, "b": {"position": "REJECT", "confidence": 80}}
_AGAINST = {"a": _SPLIT["b"], "b": _SPLIT["b"]}


def deliberation() -> str:
    """Every key with what it means."""
    found = list(dict.fromkeys(path for plain in asyncio.run(_examples()) for path in _paths(plain)))
    assert set(found) == MEANINGS.keys(), set(found) ^ MEANINGS.keys()
    return INTRODUCTION + table(("key", "meaning"), ((code(path), said) for path, said in MEANINGS.items()))


def _paths(value: Any, path: str = "") -> Iterator[str]:
    if path:
        yield path
    if path in _EXPLAINED_ELSEWHERE:
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _paths(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for inner in value:
            yield from (one for one in _paths(inner, f"{path}[]") if one != f"{path}[]")


async def _examples() -> list[dict[str, Any]]:
    """Deliberations that end in each of the ways there are."""
    ann = Author("ann")
    choice = Resolved("human_choice", choice="a: APPROVE", go=True)
    return [
        await _lived(_SPLIT, [lambda s: resolve(s, choice, ann, ""), lambda s: release(s, "./move")]),
        await _lived(_SPLIT, [lambda s: decline(s, "Not now", ann, ""), lambda s: revoke(s, "Measured wrongly")]),
        await _lived(
            _AGAINST, [lambda s: override(s, "An hour at worst", "ann", ann, ""), lambda s: supersede(s, "X")]
        ),
    ]


def _clock() -> datetime:
    return datetime(2026, 11, 16, tzinfo=UTC)


async def _lived(told: dict[str, dict[str, Any]], rules: Sequence[Rule]) -> dict[str, Any]:
    numbers = count()
    outside, record = Outside(_clock, lambda: f"call-{next(numbers)}", Author("ann")), MemoryRecord(_clock)
    panel = [{"seat": name, "voter": "scripted"} for name in told]
    opening = read_opening({"question": {"subject": "Move it?", "action": "./move"}, "panel": panel})
    session: Session = await decide(opening, {"scripted": Scripted(told)}, record, outside)
    for rule in rules:
        session = await carry(await change(record, session, rule, outside), {}, record, outside)
    return to_plain(session, await record.read(session.id))
