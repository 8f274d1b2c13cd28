"""Tells a story through one interface, and checks after every step that what must hold holds."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from quorate.app.fleet.agents import show_agent
from quorate.app.fleet.quorum_reviews import settle_review
from quorate.app.integrity.audit import verify_record
from quorate.record.rows import EventRow
from tests.stories.answer import Answer, Surface
from tests.stories.contributions import write_contribution
from tests.stories.story import LATER, Step, Story
from tests.stories.vocabulary import CODES, OF_A_DELIBERATION, event_words
from tests.stories.world import OWNER, World

_OF_VIEW = {
    "state": "state",
    "status": "status",
    "round": "round",
    "revision": "revision",
    "may_act": "may_be_acted_on",
    "decision": "decision",
}
_OPENS = ("open", "call tool", "ask advice on tool", "demonstrate")
_OF_ENGINES = "claimed"
_ACTION_OF = "the action of "
_LAST_HASH, _BALLOT_HASH = "the hash of the last event", "the hash of the ballot of "


class Broken(AssertionError):
    """Something does not hold that a story says."""


async def tell(story: Story, world: World, surface: Surface) -> None:
    """Raises Broken at the first step after which something does not hold."""
    await world.issue_keys()
    for number, step in enumerate(story.steps, 1):
        if step.operation == LATER:
            world.pass_time(step.fields["span"])
            continue
        for label in step.people:
            try:
                await _tell_step(step, label, world, surface)
            except Broken as broken:
                raise Broken(f"step {number}, {step.line} ({label}, {surface.name}): {broken}") from None
    found = await verify_record(world.app, OWNER)
    _same("the record is intact", found.is_intact, True)


async def _tell_step(step: Step, label: str, world: World, surface: Surface) -> None:
    if step.operation == "contribute":  # a file that an agent writes, whatever reads it afterwards
        write_contribution(world.folder, world.people[label].name, step.fields["decisions"])
        return
    before = await world.events()
    fields = world.resolved(step.operation, step.fields)
    if fields.get("ended") == "as it stands":
        fields["ended"] = (await settle_review(world.app, OWNER, fields["id"])).plain("")["resolution"]["hash"]
    if str(fields.get("action")).startswith(_ACTION_OF):
        other = world.labels[fields["action"].removeprefix(_ACTION_OF)]
        fields["action"] = (await world.app.load(other)).question.action
    world.errors.clear()
    answer = await surface.do(world.people[label], step.operation, fields)
    new = (await world.events())[:]
    appended = _appended(before, new)
    if step.operation == "reframe" and appended:
        answer = answer._replace(id=appended[-1].deliberation)
    _note(step, answer, world)
    _check_refusal(step.expected, answer, appended, surface)
    if "events" in step.expected:
        _check_events(step.expected["events"], appended)
    if "records" in step.expected:
        _check_records(step.expected["records"], fields["id"], appended, world)
    if not answer.refusal:
        await _check_view(step, fields, answer, world)
    await _check_answer(step.expected, answer, world)


def _note(step: Step, answer: Answer, world: World) -> None:
    """What was opened has a label from now on; a key that was issued is somebody's."""
    label = step.fields.get("as", "")
    if not answer.id:
        return
    if step.operation == "request review":
        world.note_opened(answer.id, label, is_review=True)
    elif step.operation in _OPENS:
        world.note_opened(answer.id, label)
    elif label:
        world.labels[label] = answer.id
    if step.operation == "issue key" and label in world.people:
        world.keys[label], world.labels[f"key of {label}"] = answer.value["key"], answer.id
    if step.operation == "rotate key" and label in world.people:
        world.keys[label] = answer.value["key"]


def _appended(before: Sequence[EventRow], after: Sequence[EventRow]) -> list[EventRow]:
    known = {(row.deliberation, row.position) for row in before}
    return [row for row in after if (row.deliberation, row.position) not in known]


def _check_refusal(expected: Mapping[str, Any], answer: Answer, appended: Sequence[EventRow], surface: Surface) -> None:
    """Whoever is refused has changed nothing."""
    if expected.get("no_effect"):
        _same("events", _worded(appended), [])
        _same("refused", answer.refusal, "key reused" if surface.binds_content else "")
        _same("repeated", answer.is_repeated, not surface.binds_content)
        return
    wanted = expected.get("refused", "")
    if wanted and wanted not in CODES and not wanted.isupper():
        raise Broken(f"no code of a refusal: {wanted}")
    if answer.refusal not in (surface.codes(wanted) if wanted else ("",)):
        found = answer.refusal or "no refusal"
        raise Broken(f"refused: expected {wanted or 'no refusal'!r}, found {found!r} ({answer.text[:500]})")
    if wanted and "events" not in expected:
        _same("events after a refusal", _worded(appended), [])
    if because := expected.get("because"):
        for words in [because] if isinstance(because, str) else because:
            _contains("the refusal says", answer.text, words)


def _check_events(expected: Sequence[str], appended: Sequence[EventRow]) -> None:
    found = _worded(appended)
    if any(row.kind.lower() == _OF_ENGINES for row in appended):  # engines answer in any order
        found, expected = sorted(found), sorted(expected)
    _same("events", found, list(expected))


def _check_records(expected: Mapping[str, str], deliberation: str, appended: Sequence[EventRow], world: World) -> None:
    """What the new events hold, whole: `verdict: count 1` is the hash of the first count, with all its digits."""
    bodies = [json.loads(row.body) for row in appended]
    for name, words in expected.items():
        whole = world.hash_of(deliberation, name, words)
        stored = {body[name] for body in bodies if name in body}
        _same(name, stored, {whole})


def _worded(rows: Sequence[EventRow]) -> list[str]:
    return [_words_of(row) for row in rows]


def _words_of(row: EventRow) -> str:
    """`ballot for a by ann`; how the name is known is said unless a key proved it."""
    seat = json.loads(row.body).get("seat") if row.kind in ("Cast", "Failed", "Claimed", "Replied") else None
    where = f" for {seat}" if seat else ""
    proof = "" if row.proof == "authenticated" else f", {row.proof}"
    return f"{event_words(row.kind)}{where} by {row.author}{proof}"


async def _check_view(step: Step, fields: Mapping[str, Any], answer: Answer, world: World) -> None:
    """How the deliberation stands. What an interface answered is just that, byte for byte."""
    if step.operation not in (*OF_A_DELIBERATION, *_OPENS):
        return
    deliberation = answer.id if step.operation in _OPENS else fields["id"]
    if not deliberation:
        return
    written = await world.written(deliberation)
    view = world.note_view(deliberation, written)
    if answer.is_whole:
        _same("the answer", answer.value, view)
        _same("the bytes of the answer", answer.line or written, written)
    expected = step.expected
    for name, key in _OF_VIEW.items():
        if name in expected:
            _same(name, view[key], expected[name])
    if "needs" in expected:
        _same("needs", sorted(view["still_required"]), sorted(expected["needs"]))
    if "seats" in expected:
        states = {one["seat"]: one["state"] for one in view["seats"]}
        _same("seats", {name: states.get(name) for name in expected["seats"]}, expected["seats"])
    if "verdict" in expected and not (isinstance(answer.value, dict) and set(answer.value) == {"verdict"}):
        _check_verdict(expected["verdict"], view["verdict"])


async def _check_answer(expected: Mapping[str, Any], answer: Answer, world: World) -> None:
    """What was answered itself, and what is so on the record besides."""
    if "verdict" in expected and isinstance(answer.value, dict) and set(answer.value) == {"verdict"}:
        _check_verdict(expected["verdict"], answer.value["verdict"])
    if "repeated" in expected:
        _same("repeated", answer.is_repeated, expected["repeated"])
    for words in [await _text(words, world) for words in expected.get("says", ())]:
        _contains("the answer says", answer.text, words)
    for words in [await _text(words, world) for words in expected.get("hides", ())]:
        if words.casefold() in answer.text.casefold():
            raise Broken(f"the answer shows {words!r}")
    if "lists" in expected:
        ids = [line["id"] for line in answer.value["lines"]]
        _same("lists", sorted(ids), sorted(world.labels[label] for label in expected["lists"]))
    if "answer" in expected:
        _within("answer", answer.value, expected["answer"])
    if "gate_says" in expected:
        _same("gate_says", answer.value["gate"], expected["gate_says"])
    if "intact" in expected:
        _same("intact", answer.value["intact"], expected["intact"])
    if "refusals" in expected:
        _same("refusals", answer.value, expected["refusals"])
    for name, status in expected.get("agents", {}).items():
        _same(f"agent {name}", (await show_agent(world.app, OWNER, name)).agent.status, status)
    if "review" in expected:
        review = await settle_review(world.app, OWNER, world.last_review)
        _within("review", json.loads(json.dumps(review.plain(""), default=str)), expected["review"])


async def _text(words: str, world: World) -> str:
    """Words of an answer; a hash is known to nobody beforehand."""
    name = words.removeprefix(_BALLOT_HASH)
    if words != _LAST_HASH and name == words:
        return words
    rows = [row for row in await world.events() if row.deliberation == world.last]
    if words != _LAST_HASH:
        rows = [row for row in rows if row.kind == "Cast" and json.loads(row.body)["seat"] == name]
    return rows[-1].hash.removeprefix("sha256:")


def _check_verdict(expected: Mapping[str, Any] | None, verdict: Mapping[str, Any] | None) -> None:
    if expected is None or verdict is None:
        _same("verdict", verdict and "there is one", expected and "there is one")
        return
    for name, value in expected.items():
        in_order = sorted if isinstance(value, list) else lambda one: one
        _same(f"verdict {name}", in_order(verdict[name]), in_order(value))


def _within(name: str, found: Any, expected: Any) -> None:
    """Every value that is expected, at its place; a list has these and no others."""
    if isinstance(expected, Mapping):
        if not isinstance(found, Mapping):
            raise Broken(f"{name}: expected {expected!r}, found {found!r}")
        for key, value in expected.items():
            _within(f"{name} {key}", found.get(key), value)
    elif isinstance(expected, list) and expected and isinstance(expected[0], Mapping):
        _same(f"number of {name}", len(found or ()), len(expected))
        for one, wanted in zip(found, expected, strict=True):
            _within(name, one, wanted)
    else:
        _same(name, found, expected)


def _same(name: str, found: Any, expected: Any, more: str = "") -> None:
    if found != expected:
        raise Broken(f"{name}: expected {expected!r}, found {found!r}{f' ({more[:500]})' if more else ''}")


def _contains(name: str, text: str, words: str) -> None:
    if words.casefold() not in text.casefold():
        raise Broken(f"{name}: expected {words!r} in {text[:2000]!r}")
