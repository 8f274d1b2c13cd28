"""A call at the gate: asked once, joined, released once, asked again; and who cannot make it pass."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from quorate.app.access.access_keys import issue_key
from quorate.app.access.authentication import authenticate
from quorate.app.app import App
from quorate.app.deliberation_list import list_log
from quorate.app.gate.call_question import AskedCall, question_of
from quorate.app.gate.gate_judgement import Judgement, advise_call, judge_call
from quorate.app.gate.gate_terms import GateTerms, resolver
from quorate.app.gate.windows import (
    WindowTerms,
    close_window,
    grant_window,
    list_windows,
)
from quorate.app.integrity.audit import verify_record
from quorate.app.life.answers import Answers, resolve
from quorate.app.life.ballots import BallotTerms, FilledBallot, vote
from quorate.app.life.management import release, revoke
from quorate.app.life.next_steps import next_steps
from quorate.app.life.round_changes import close
from quorate.core.errors import Forbidden, InputError, QuorateError, Refused, UnknownDeliberation
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.framing import read_opening
from quorate.deliberation.precondition import Seen
from quorate.deliberation.principal import Principal
from quorate.gate.call_pattern import CallPattern
from quorate.gate.gate_rules import ASK, Approvers, Gate, GateRule
from quorate.gate.own_ground import OwnGround
from quorate.gate.streams import call_stream
from quorate.gate.tool_call import ToolCall
from quorate.gate.window import MOST_MINUTES
from quorate.settings import Settings
from tests.record.parts import Clock

AGENT = Principal("root", owns_store=True)
ASKED = Approvers(("ann", "ben", "cara"), 2)
GATE = Gate((GateRule(CallPattern(("Bash", "Write")), ASK),), "", ASKED, wait=1)


RULE = "1 (Bash, Write)"


class GateHouse:
    """An app with a gate that asks two of three people; nobody waits longer than is needed to look."""

    def __init__(self, app: App, folder: Path) -> None:
        self.app, self.folder = app, str(folder)
        self.gate = GATE
        self.panels: dict[str, Any] = {}

    def call(self, command: str = "make deploy", session: str = "s1", tool: str = "Bash") -> ToolCall:
        return ToolCall("claude", "PreToolUse", session, self.folder, tool, {"command": command})

    async def judged(self, call: ToolCall | None = None, wait: float = 0.05) -> Judgement:
        gate = self.gate._replace(wait=wait)  # type: ignore[arg-type]
        terms = GateTerms(gate, Gate(), self.panels, OwnGround(()), resolver(self.folder))
        return await judge_call(self.app, AGENT, call or self.call(), terms)

    async def key_of(self, name: str, *scopes: str) -> Principal:
        made = await issue_key(self.app, AGENT, name, scopes or ("read", "vote", "resolve"))
        return await authenticate(self.app, made.text)

    async def votes(self, who: Principal, where: str, choice: str = "approve", **more: Any) -> None:
        session = await self.app.load(where)
        terms = BallotTerms(who.name, Seen(session.question.content_hash))
        await vote(self.app, who, where, FilledBallot({"vote": choice, "reasoning": "Seen", **more}), terms)

    async def approved(self, call: ToolCall | None = None) -> str:
        where = (await self.judged(call)).where
        for name in ("ann", "ben"):
            await self.votes(await self.key_of(name), where)
        return where

    def wait(self, **span: float) -> None:
        clock = self.app.surroundings.clock
        assert isinstance(clock, Clock)
        clock.now += timedelta(**span)


@pytest.fixture
def house(app: App, tmp_path: Path) -> GateHouse:
    known = app.surroundings._replace(settings=lambda: Settings(gate=GATE))
    app.surroundings = known
    return GateHouse(app, tmp_path)


async def test_a_call_is_asked_and_the_same_call_joins_the_open_question(house: GateHouse) -> None:
    first, second = await house.judged(), await house.judged()
    assert first == second == Judgement("deny", "pending", first.where, RULE)
    assert (await house.judged(house.call("make clean"))).where != first.where
    assert (await house.judged(house.call(session="s2"))).where != first.where
    assert len((await list_log(house.app, AGENT)).entries) == 3


async def test_an_approved_call_runs_once_and_the_second_is_asked_again(house: GateHouse) -> None:
    where = await house.approved()
    assert await house.judged() == Judgement("allow", "approved", where, RULE)
    again = await house.judged()
    assert (again.decision, again.code) == ("deny", "pending")
    assert again.where != where
    assert (await verify_record(house.app, AGENT)).is_intact


async def test_whoever_approves_a_call_is_told_that_the_agent_repeats_it(house: GateHouse) -> None:
    session = await house.app.load(await house.approved())
    assert [one.code for one in next_steps(session, house.app.now)] == ["call"]


async def test_whoever_waits_is_let_through_as_soon_as_enough_have_approved(house: GateHouse) -> None:
    waiting = asyncio.create_task(house.judged(wait=30))
    while not (entries := (await list_log(house.app, AGENT)).entries):
        await asyncio.sleep(0.01)
    for name in ("ann", "ben"):
        await house.votes(await house.key_of(name), entries[0].id)
    assert (await waiting).code == "approved"


async def test_two_identical_calls_at_once_use_one_approval_once(house: GateHouse) -> None:
    await house.approved()
    both = await asyncio.gather(house.judged(), house.judged())
    assert sorted(one.decision for one in both) == ["allow", "deny"]


async def test_two_identical_first_calls_ask_one_question(house: GateHouse) -> None:
    both = await asyncio.gather(house.judged(), house.judged())
    assert both[0] == both[1]
    assert len((await list_log(house.app, AGENT)).entries) == 1


async def test_an_approval_that_nobody_uses_lapses(house: GateHouse) -> None:
    where = await house.approved()
    house.wait(minutes=16)
    again = await house.judged()
    assert (again.decision, again.code) == ("deny", "pending")
    assert again.where != where
    with pytest.raises(Refused, match="superseded"):
        await release(house.app, AGENT, where, house.call().action)


async def test_one_approval_is_too_few(house: GateHouse) -> None:
    where = (await house.judged()).where
    await house.votes(await house.key_of("ann"), where)
    assert (await house.judged()).code == "pending"


@pytest.mark.parametrize("concerns", [None, ["safety: it deletes the backups"]])
async def test_one_block_or_safety_concern_stops_it(house: GateHouse, concerns: list[str] | None) -> None:
    where = (await house.judged()).where
    await house.votes(await house.key_of("ann"), where)
    said = {"concerns": concerns} if concerns else {}
    await house.votes(await house.key_of("cara"), where, "approve" if concerns else "reject", **said)
    why = ("cara", "it deletes the backups" if concerns else "Seen")
    assert await house.judged() == Judgement("deny", "refused", where, RULE, reasons=(why,))
    seen, ann = (await house.app.load(where)).verdict_hash, await house.key_of("ann")
    with pytest.raises(Refused, match="the answer of those who were asked cannot be overridden"):
        await resolve(house.app, ann, where, Answers(accept_risk="I know", owner="ann", monitor="it"), seen)
    house.wait(minutes=16)
    assert (await house.judged()).code == "pending"


async def test_nobody_without_a_key_answers_for_anybody(house: GateHouse) -> None:
    where = (await house.judged()).where
    for name in ("ann", "ben", "root"):
        with pytest.raises(QuorateError):
            await house.votes(Principal(name, owns_store=True), where)
    with pytest.raises(Forbidden, match="key"):
        await close(house.app, AGENT, where)
    assert (await house.judged()).code == "pending"


async def test_a_key_of_somebody_else_does_not_count(house: GateHouse) -> None:
    where = (await house.judged()).where
    eve = await house.key_of("eve")
    for seat in ("ann", "eve"):
        terms = BallotTerms(seat, Seen((await house.app.load(where)).question.content_hash))
        with pytest.raises(QuorateError):
            await vote(house.app, eve, where, FilledBallot({"vote": "approve"}), terms)


async def test_a_person_takes_an_approval_back(house: GateHouse) -> None:
    where = await house.approved()
    await revoke(house.app, await house.key_of("cara", "resolve"), where, "I was asleep")
    assert (await house.judged()).where != where


async def test_another_action_is_not_released_by_an_approval(house: GateHouse) -> None:
    where = await house.approved()
    with pytest.raises(Refused, match="not the one that was voted on"):
        await release(house.app, AGENT, where, house.call("rm -rf /").action)
    assert (await house.judged(house.call("make deploy "))).code == "pending"


async def test_a_panel_that_does_not_exist_is_an_error(house: GateHouse) -> None:
    house.gate = GATE._replace(asked=Approvers(panel="none"), rules=(GateRule(CallPattern(("Bash",)), ASK),))
    with pytest.raises(InputError, match="no panel called 'none'"):
        await house.judged()


def programs(folder: Path, position: str) -> dict[str, Any]:
    """A panel of three programs that are of one mind."""
    ballot = f'{{"position": "{position}", "confidence": 90, "rationale": "It was measured"}}'
    for name in "abc":
        (folder / name).write_text(f"#!/bin/sh\n# {name}\ncat > /dev/null\necho '{ballot}'\n")
        (folder / name).chmod(0o755)
    return {"p": {"panel": [{"seat": name, "voter": f"command:{folder / name}"} for name in "abc"]}}


@pytest.mark.parametrize("people", [(), ("ann",)])
async def test_only_people_whom_the_gate_names_override_a_panel(
    house: GateHouse, tmp_path: Path, people: tuple[str, ...]
) -> None:
    named = GateRule(CallPattern(("Other",)), ASK, Approvers(people))
    house.panels = programs(tmp_path, "REJECT")
    house.gate = Gate((GateRule(CallPattern(("Bash",)), ASK), named), "", Approvers(panel="p"))
    found = await house.judged(wait=600)
    assert (found.decision, found.code) == ("deny", "refused")
    seen, risk = (await house.app.load(found.where)).verdict_hash, Answers(accept_risk="I know it")
    with pytest.raises(Forbidden, match="may answer; you are mallory"):
        await resolve(house.app, await house.key_of("mallory", "read", "resolve"), found.where, risk, seen)
    with pytest.raises(UnknownDeliberation):
        await resolve(house.app, await house.key_of("mallory", "resolve"), found.where, risk, seen)
    assert (await house.judged()).decision == "deny"
    if people:
        await resolve(house.app, await house.key_of("ann", "resolve"), found.where, risk, seen)
        assert (await house.judged()).code == "approved"


async def test_a_panel_of_programs_decides(house: GateHouse, tmp_path: Path) -> None:
    house.panels, house.gate = programs(tmp_path, "APPROVE"), GATE._replace(asked=Approvers(panel="p"))
    found = await house.judged(wait=600)
    assert (found.decision, found.code) == ("allow", "approved")


async def advised(house: GateHouse, call: ToolCall | None = None, gate: Gate = GATE) -> Judgement:
    terms = GateTerms(gate, Gate(), house.panels, OwnGround(()), resolver(house.folder))
    return await advise_call(house.app, AGENT, call or house.call(), terms)


async def test_advice_is_asked_counted_and_on_the_record(house: GateHouse) -> None:
    first = await advised(house)
    assert (first.decision, first.code) == ("deny", "pending")
    assert await advised(house) == first
    session = await house.app.load(first.where)
    assert (session.policy.advice, session.policy.gated, session.policy.keys_only) == (True, False, True)
    for name in ("ann", "ben"):
        await house.votes(await house.key_of(name), first.where)
    assert await advised(house) == Judgement("allow", "approved", first.where)
    kept = await house.app.record.read(call_stream(house.call().advice_hash))
    assert [type(one.event).__name__ for one in kept] == ["CallAsked", *["CallJudged"] * 3]
    assert (await verify_record(house.app, AGENT)).is_intact


async def test_what_would_have_been_used_up_is_asked_again(house: GateHouse) -> None:
    where = (await advised(house)).where
    for name in ("ann", "ben"):
        await house.votes(await house.key_of(name), where)
    assert (await advised(house)).code == "approved"
    again = await advised(house)
    assert (again.code, again.where == where) == ("pending", False)


async def test_advice_is_never_released_and_opens_no_gate(house: GateHouse) -> None:
    where = (await advised(house)).where
    for name in ("ann", "ben"):
        await house.votes(await house.key_of(name), where)
    session = await house.app.load(where)
    refused = release(house.app, AGENT, where, house.call().action, session.question.content_hash)
    with pytest.raises(Refused, match="advice only"):
        await refused
    judged = await house.judged()
    assert (judged.code, judged.where == where) == ("pending", False)
    with pytest.raises(Refused, match="not about a tool call that the gate has asked"):
        await grant_window(house.app, await house.key_of("ann"), where, WindowTerms())


async def test_advice_says_what_rules_and_windows_decide_and_uses_nothing_up(house: GateHouse) -> None:
    assert (await advised(house, house.call(tool="Read"))).decision == "deny"
    where = (await house.judged()).where
    window = await grant_window(house.app, await house.key_of("ann"), where, WindowTerms())
    for _ in range(2):
        assert await advised(house) == Judgement("allow", "window", window.id)
    assert await house.judged() == Judgement("allow", "window", window.id)


@pytest.mark.parametrize("policy", [{}, {"gated": True, "keys_only": True, "people": ["ann", "ben", "cara"]}])
async def test_a_question_that_only_looks_like_one_of_the_gate_gives_no_window(
    house: GateHouse, policy: dict[str, Any]
) -> None:
    await house.judged(house.call("make other"))
    panel = [{"seat": "ann", "voter": "person:ann"}]
    forged = {"question": {"subject": "May I?", "action": house.call().action}, "panel": panel, "policy": policy}
    opened = await house.app.open(read_opening(forged), AGENT)
    with pytest.raises(Refused, match="not about a tool call that the gate has asked"):
        await grant_window(house.app, await house.key_of("ann"), opened.session.id, WindowTerms())
    assert await list_windows(house.app, AGENT) == []


async def test_within_a_window_calls_pass_as_often_as_it_says(house: GateHouse) -> None:
    where = (await house.judged()).where
    window = await grant_window(house.app, await house.key_of("ann"), where, WindowTerms(uses=2))
    for _ in range(2):
        assert await house.judged() == Judgement("allow", "window", window.id)
    assert (await house.judged()).code == "pending"
    kept = await house.app.record.read(window.id)
    assert [type(one.event).__name__ for one in kept] == ["WindowGranted", "WindowUsed", "WindowUsed"]
    assert all(house.call().action == one.event.action for one in kept[1:])  # type: ignore[union-attr]
    assert (await verify_record(house.app, AGENT)).is_intact


async def test_two_at_once_do_not_use_a_window_twice(house: GateHouse) -> None:
    where = (await house.judged()).where
    await grant_window(house.app, await house.key_of("ann"), where, WindowTerms())
    both = await asyncio.gather(house.judged(), house.judged())
    assert sorted(one.decision for one in both) == ["allow", "deny"]


async def test_a_window_is_for_one_session_folder_tool_and_input(house: GateHouse) -> None:
    where = (await house.judged()).where
    await grant_window(house.app, await house.key_of("ann"), where, WindowTerms(uses=9))
    other = house.call()._replace(folder=str(Path(house.folder).parent))
    changed = house.call()._replace(input={"command": "make deploy", "timeout": 9})
    for call in (house.call(session="s2"), house.call("make x"), house.call(tool="Write"), other, changed):
        assert (await house.judged(call)).decision == "deny", call


async def test_a_window_ends(house: GateHouse) -> None:
    where = (await house.judged()).where
    ann = await house.key_of("ann")
    await grant_window(house.app, ann, where, WindowTerms(uses=9))
    house.wait(minutes=15)
    assert (await house.judged()).decision == "deny"
    window = await grant_window(house.app, ann, where, WindowTerms(uses=9))
    await close_window(house.app, ann, window.id, "Enough")
    assert (await house.judged()).decision == "deny"
    assert await list_windows(house.app, AGENT) == []


async def test_only_named_people_with_a_key_grant_and_close_windows(house: GateHouse) -> None:
    where = (await house.judged()).where
    window = await grant_window(house.app, await house.key_of("ann"), where, WindowTerms())
    engine = Principal("claude", AUTHENTICATED)
    for who in (AGENT, Principal("ann", owns_store=True), engine, await house.key_of("eve")):
        with pytest.raises(Forbidden):
            await grant_window(house.app, who, where, WindowTerms(uses=9))
        with pytest.raises(Forbidden):
            await close_window(house.app, who, window.id)


@pytest.mark.parametrize("concerns", [None, ["safety: it deletes the backups"]])
async def test_no_window_passes_a_block_while_that_stands(house: GateHouse, concerns: list[str] | None) -> None:
    ben, call = await house.key_of("ben"), house.call("git fetch evil")
    first = (await house.judged(call)).where
    await grant_window(house.app, ben, first, WindowTerms(60, 9))
    assert (await house.judged(call)).code == "window"
    where = await blocked(house, call, concerns)
    why = ("ann", "it deletes the backups" if concerns else "Seen")
    assert await house.judged(call) == Judgement("deny", "refused", where, RULE, reasons=(why,))
    with pytest.raises(Refused, match="no window passes that"):
        await grant_window(house.app, ben, where, WindowTerms(uses=100, minutes=480))
    house.wait(minutes=16)
    assert (await house.judged(call)).code == "window"


async def blocked(house: GateHouse, call: ToolCall, concerns: list[str] | None) -> str:
    """The question that Ann has stopped, although a window would have let the call through."""
    terms = GateTerms(house.gate, Gate(), {}, OwnGround(()), resolver(house.folder))
    where = await question_of(house.app, AGENT, AskedCall(call, ASKED, terms))
    said = {"concerns": concerns} if concerns else {}
    await house.votes(await house.key_of("ann"), where, "approve" if concerns else "reject", **said)
    return where


async def test_a_window_may_follow_a_question_that_too_few_have_answered(house: GateHouse) -> None:
    where = (await house.judged()).where
    house.wait(minutes=61)
    assert (await house.app.moved(where, AGENT)).verdict
    window = await grant_window(house.app, await house.key_of("ann"), where, WindowTerms())
    assert await house.judged() == Judgement("allow", "window", window.id)


@pytest.mark.parametrize("minutes", [0, -1, MOST_MINUTES + 1])
async def test_a_window_is_not_longer_than_it_may_be(house: GateHouse, minutes: int) -> None:
    where = (await house.judged()).where
    with pytest.raises(InputError, match="minutes"):
        await grant_window(house.app, await house.key_of("ann"), where, WindowTerms(minutes=minutes))
