"""A deliberation as JSON, key by key. Which keys there are is found out by deliberating."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any

from quorate.app.learning.learned import note_on_verdict
from quorate.commit import Outside, Rule, change
from quorate.decide import carry, decide
from quorate.deliberation.events import ANSWERED, ERROR, Event, OutcomeKnown, Reply, Resolved
from quorate.deliberation.framing import ENGINES, Engines, read_opening
from quorate.deliberation.people import decline, override, release, resolve, revoke, supersede
from quorate.deliberation.principal import Principal
from quorate.deliberation.register.known_outcome import tell_outcome
from quorate.deliberation.session import Session, replay
from quorate.prompts.prompt import Prompt
from quorate.record.memory import MemoryRecord
from quorate.views.deliberation import in_full
from quorate.voters.port import Voter
from quorate.voters.scorecard import Scripted
from tests.docs.reference import courses
from tests.docs.reference.courses import ANSWERS, COURSE, EARLIER, POLICY, REGISTER
from tests.docs.reference.tables import code, codes, table

INTRODUCTION = """# A deliberation as JSON

What `decide`, `vote`, `resolve`, `resume`, `revise`, `close`, `revoke`, `release` and `show` print with `--json`, on
one line, and `quorate.views.deliberation.in_full` gives. Until a round is over, nothing of its ballots is in it.

Moments are ISO 8601 in UTC with microseconds. What does not apply is null or empty. These keys are there only where
there is something to say: {rare}.

"""
MEANINGS = {
    "id": "The protocol, the day and the number of that day.",
    "state": "`voting`, `asking` (a person's answer is awaited), `decided` or `released`.",
    "status": "`active`, `superseded` or `revoked`.",
    "protocol": "The protocol's name.",
    "protocol_reason": "Why it counts, if nobody named it: `approvers`, `options`, `labels` or `default`.",
    "mode": "`simple` or `engine`.",
    "lost": "Engines that Engine Mode wanted and did not get, or that were lost before it went on here.",
    "not_independent": "Groups of seats for which one model, vendor or program answers.",
    "not_independent[].what": "`model`, `vendor` or `program`.",
    "not_independent[].name": "What it is called.",
    "not_independent[].seats": "The seats.",
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
    "policy.at_ballots_by": "`keep-open` or `count`.",
    "policy.answer_minutes": "How long a person has to answer; 0 is without end.",
    "policy.at_answer_by": "`keep-open` or `decline`.",
    "policy.people": "Who may answer; empty is anybody.",
    "policy.max_cost": "Budget in US dollars; once it is used up, no engine is called.",
    **POLICY,
    "round": "The number of the latest round; 0 before the first.",
    "seats": "The panel, frozen when the deliberation opened.",
    "seats[].seat": "The seat's name.",
    "seats[].lens": "How it is asked to look.",
    "seats[].voter": "Who answers.",
    "seats[].weight": "Its weight, exactly.",
    "seats[].state": "`waiting`, `asked`, `asked again`, `answered`, `not asked`, `not needed`, or a "
    "[failure](words.md#non-votes).",
    "seats[].why_not_asked": "Why the latest round did not ask it: `not_named`, `recused`; of a retry also "
    "`did_not_fail`, `not_an_engine`, `answers_later` (a person or an agent), "
    "`often_enough`.",
    "seats[].found": "What was found out in reading its ballot, once the round is over.",
    "seats[].found[].code": "Which finding.",
    "seats[].found[].values": "What its sentence needs, by name.",
    "may_be_acted_on": "True where the verdict permits its action, with all that people have answered.",
    "why_not": "Why it may not be acted on; null where it may.",
    "still_required": "What nobody has met yet, see [Requirements](words.md#requirements).",
    "answer_until": "Until when a person may answer; null without a deadline.",
    "decision": "What was decided, in a word or two; null while it is not.",
    "answers": "What people answered to the verdict, in order.",
    "answers[].kind": "`resolved`, `overridden`, `declined`, `reframed` or `deferred`.",
    "answers[].requirement": "resolved: which requirement it meets.",
    "answers[].text": "resolved: the plan, or what was looked at.",
    "answers[].choice": "resolved: the option that was chosen.",
    "answers[].go": "resolved: whether the action may be taken after the choice.",
    "answers[].owner": "resolved, overridden, deferred: who owns the plan, the accepted risk, or the step.",
    "answers[].monitor": "resolved, overridden, deferred: what to monitor.",
    "answers[].accept_notes": "resolved, a verification: the notes that were accepted, such as `N1`.",
    "answers[].strike_notes": "resolved, a verification: the notes that were struck.",
    "answers[].risk_acceptance": "overridden: the risk, accepted in writing.",
    **ANSWERS,
    "answers[].reason": "declined, reframed: why.",
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
    "outcome": "What turned out to be true, where that is known.",
    "outcome.was": "As it was said: `right`, `wrong`, or an option.",
    "outcome.truth": "The option that this comes to; empty where only the verdict's choice is ruled out.",
    "outcome.note": "What happened, in somebody's words.",
    "outcome.on": "The day on which it turned out, where it was said.",
    "outcome.author": "Who said so, as in `opened_by`.",
    "outcome.at": "When.",
    "supersedes": "The deliberation whose place this one took; null if none.",
    "parent": "The deliberation that goes on here, for instance after it lost its engines.",
    "verdict": "[The verdict](verdict.md) on the question as it stands; null while there is none. Never rewritten.",
    **COURSE,
    **REGISTER,
    "engine_errors": "What went wrong with engines, once the round is over.",
    "engine_errors[].engine": "Which engine.",
    "engine_errors[].error_type": "`timeout`, `parse_failure` or `cli_error`.",
    "engine_errors[].detail": "What happened, in a sentence, after `tool_use: ` or `rate_limit: ` where that is why.",
    "engine_errors[].action_taken": "`ABSTAIN` (no vote), `retry_succeeded` or `fallback_to_simple`.",
    "usage": "What calls used, once the round is over, as far as engines say it.",
    "usage.seats": "Each seat that was called, by its name.",
    "usage.seats.NAME.input_tokens": "Tokens that it was given; null where unknown.",
    "usage.seats.NAME.output_tokens": "Tokens that it gave; null where unknown.",
    "usage.seats.NAME.cost_usd": "US dollars, exactly; null where unknown.",
    "usage.seats.NAME.model": "The model that answered; null where unknown.",
    "usage.cost_usd": "US dollars in all, as far as known; null where nothing is.",
    "usage.unknown_cost": "The seats whose cost is not known, or not of every call.",
    "history": "Every event, in order; what each means is told in [Events](events.md).",
    "history[].position": "Its place, from 1 on.",
    "history[].at": "When the record took it.",
    "history[].author": "Who did it, as in `opened_by`.",
    "history[].kind": "Which event.",
    "history[].seat": "The seat that it is about; null where it is about none.",
    "history[].hash": "Covers the event and the hash before it; null while it depends on sealed ballots.",
    "record": "What [earlier outcomes](../how-to/learn-from-outcomes.md) say of the verdict. It changes nothing in it.",
    "record.option": "The verdict's choice; where it chose none, the most probable option.",
    "record.probability": "How probable that is by the record.",
    "record.outcomes": "From how many outcomes; before there are five nothing is said, and nothing of approvals.",
    "record.basis": "The rule: `majority`, or what was learned, such as `weights + lean`.",
    "record.effective_votes": "How many independent votes the votes count like; null while that is not known.",
    "record.effective_votes_interval": "From where to where that may be (about 90 %).",
    "record.disagrees": "True where the record finds another option more probable.",
    "record.leading": "The option that it finds most probable; null for a tie.",
    "record.domain": "The domain whose outcomes alone were used; null where all were.",
    "record.recorded_by": "Who recorded the outcomes that were used.",
    "signatures": "Under [approval](../how-to/let-people-sign-off.md), while approvals are awaited.",
    "signatures.given": "How many of those that are needed were given.",
    "signatures.needed": "How many are needed.",
    "signatures.approved": "Who has approved.",
    "signatures.missing": "Whose approval would help.",
    "signatures.groups": "The same for each group.",
    "signatures.groups[].group": "Its name.",
    "signatures.groups[].given": "How many of its approvals were given.",
    "signatures.groups[].needed": "How many it needs.",
    "signatures.groups[].missing": "Whose approval would help it.",
    "verdict_hash": "Names the verdict that an answer is given to, with `--verdict`.",
    **EARLIER,
}
RARE = (
    *("lost", "not_independent", "parent", "engine_errors", "usage", "protocol_reason", "signatures", "seats[].found"),
    *courses.RARE,
)
_EXPLAINED_ELSEWHERE = (
    *("question", "verdict", "answers[].author", "endings[].author", "outcome.author", "history[].author"),
    *courses.EXPLAINED_ELSEWHERE,
)
_BY_NAME = ("usage.seats", "register.risks[].values", "seats[].found[].values")
_SPLIT = {"a": {"position": "APPROVE", "confidence": 80}, "b": {"position": "REJECT", "confidence": 80}}
_AGAINST = {"a": _SPLIT["b"], "b": _SPLIT["b"]}


def deliberation() -> str:
    """Every key with what it means."""
    found = list(dict.fromkeys(path for plain in asyncio.run(_examples()) for path in _paths(plain)))
    assert set(found) == MEANINGS.keys(), set(found) ^ MEANINGS.keys()
    return INTRODUCTION.format(rare=codes(RARE)) + table(
        ("key", "meaning"), ((code(path), said) for path, said in MEANINGS.items())
    )


def _paths(value: Any, path: str = "") -> Iterator[str]:
    if path:
        yield path
    if path in _EXPLAINED_ELSEWHERE:
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            name = "NAME" if path in _BY_NAME else key
            yield from (one for one in _paths(inner, f"{path}.{name}" if path else name) if not one.endswith(".NAME"))
    elif isinstance(value, list):
        for inner in value:
            yield from (one for one in _paths(inner, f"{path}[]") if one != f"{path}[]")


def _told(session: Session) -> tuple[Event, ...]:
    known = OutcomeKnown("APPROVE", note="It held", on="2026-11-30")
    return tell_outcome(session, known, "2026-11-30T12:00:00.000000Z")


async def _examples() -> list[dict[str, Any]]:
    """Deliberations that end in each of the ways there are."""
    ann = Principal("ann")
    choice = Resolved("human_choice", choice="a: APPROVE", go=True)
    return [
        await _lived(_SPLIT, [lambda s: resolve(s, choice, ann, ""), lambda s: release(s, "./move")]),
        await _lived(
            _SPLIT, [lambda s: decline(s, "Not now", ann, ""), lambda s: revoke(s, "Measured wrongly", ann), _told]
        ),
        await _lived(
            _AGAINST, [lambda s: override(s, "An hour at worst", "ann", ann, ""), lambda s: supersede(s, "X", ann)]
        ),
        await _taught(),
        *await _lost_engines(),
        *courses.examples(),
    ]


class _Claude:
    """Answers as Claude does, at a price."""

    lease, max_cost_per_call = 60.0, ""

    def problem_with(self, _: Prompt) -> str:
        return ""

    def knows(self, _: str) -> bool:
        return True

    def is_lost(self, _: str) -> bool:
        return False

    def reserve(self, call: str) -> None:
        """Nothing is kept."""

    forget = release = reserve

    async def answer(self, prompt: Prompt) -> Reply:
        ballot = f"```yaml\nnonce: {prompt.nonce}\nposition: APPROVE\nconfidence: HIGH\nrationale: It fits\n```"
        told = {"type": "result", "is_error": False, "result": ballot, "total_cost_usd": 0.01}
        return Reply(ANSWERED, json.dumps(told))


class _Broken(_Claude):
    async def answer(self, _: Prompt) -> Reply:
        return Reply(ERROR, detail="it broke down")


async def _lost_engines() -> list[dict[str, Any]]:
    """A deliberation that loses its external engines, and the one in which it goes on."""
    outside, record = _surroundings()
    question = {"question": "Move it?", "mode": "engine", "policy": {"max_cost": 1}}
    opening = read_opening(question, engines=Engines(ENGINES))
    voters: dict[str, Voter] = {"claude": _Claude(), "codex": _Broken(), "gemini": _Broken()}
    child = (await decide(opening, voters, record, outside)).session
    histories = [await record.read(name) for name in (child.opened.parent, child.id)]
    return [in_full(replay(history), history) for history in histories]


def _clock() -> datetime:
    return datetime(2026, 11, 16, tzinfo=UTC)


def _surroundings() -> tuple[Outside, MemoryRecord]:
    numbers = count()
    return Outside(_clock, lambda: f"call-{next(numbers)}", Principal("ann")), MemoryRecord(_clock)


async def _opened(told: dict[str, dict[str, Any]], outside: Outside, record: MemoryRecord) -> Session:
    panel = [{"seat": name, "voter": "scripted"} for name in told]
    opening = read_opening({"question": {"subject": "Move it?", "action": "./move"}, "panel": panel})
    return (await decide(opening, {"scripted": Scripted(told)}, record, outside)).session


async def _lived(told: dict[str, dict[str, Any]], rules: Sequence[Rule]) -> dict[str, Any]:
    outside, record = _surroundings()
    session = await _opened(told, outside, record)
    for rule in rules:
        changed = await change(record, session, rule, outside)
        session = await carry(changed.session, {}, record, outside)
    return in_full(session, await record.read(session.id))


async def _taught() -> dict[str, Any]:
    """A verdict of which five outcomes say something."""
    outside, record = _surroundings()
    for _ in range(5):
        await change(record, await _opened(_AGAINST, outside, record), _told, outside)
    session = await _opened(_AGAINST, outside, record)
    return in_full(session, await record.read(session.id), await note_on_verdict(record, session, None))
