"""Rules proposed from the calls on the record: what is counted, what is replayed, and what is never proposed."""

from pathlib import Path

import pytest

from quorate.app.app import App
from quorate.app.gate.gate_judgement import advise_call, judge_call
from quorate.app.gate.gate_terms import GateTerms, resolver
from quorate.app.gate.suggestions import Suggestions, suggest_rules
from quorate.app.gate.windows import WindowTerms, grant_window
from quorate.app.machine.gate_preset import known_commands
from quorate.gate.call_pattern import CallPattern
from quorate.gate.gate_rules import ASK, DENY, PASS, Gate, GateRule
from quorate.gate.own_ground import OwnGround
from quorate.gate.plain_command import read_patterns
from quorate.gate.tool_call import ToolCall
from tests.app.test_gate import AGENT, ASKED, GateHouse, house

__all__ = ["house"]
KNOWN = known_commands()
ANCIENT = "2000-01-01T00:00:00Z"


def terms(house: GateHouse) -> GateTerms:
    return GateTerms(house.gate._replace(wait=0), Gate(), {}, OwnGround(()), resolver(house.folder))


async def suggested(house: GateHouse, since: str = ANCIENT) -> Suggestions:
    return await suggest_rules(house.app, AGENT, since, lambda _: terms(house), KNOWN)


async def approved(house: GateHouse, call: ToolCall, times: int = 1) -> None:
    for _ in range(times):
        await house.approved(call)
        assert (await house.judged(call)).code == "approved"


def counts(found: Suggestions) -> dict[str, tuple[int, int]]:
    return {rule.name: (rule.calls, rule.approved) for rule in found.rules}


async def test_what_was_approved_is_proposed_with_counts_in_the_form_that_is_known(house: GateHouse) -> None:
    await approved(house, house.call("git status"), 2)
    await approved(house, house.call("git status --short"))
    await approved(house, house.call("make deploy"), 2)
    await approved(house, house.call("ls | head"), 2)
    found = await suggested(house)
    assert counts(found) == {"git status": (3, 3), "make deploy": (2, 2)}
    assert (found.calls, found.pass_now, found.pass_then, found.not_plain) == (7, 0, 5, 2)
    (line,) = found.rules[1].keys["commands"]
    assert line == "make deploy"


async def test_an_exact_command_is_proposed_only_if_it_was_approved_twice(house: GateHouse) -> None:
    await approved(house, house.call("make deploy"))
    await house.judged(house.call("make deploy"))
    await house.judged(house.call("make clean"))
    assert counts(await suggested(house)) == {}
    await house.judged(house.call("git diff"))
    await house.judged(house.call("git diff --stat"))
    assert counts(await suggested(house)) == {}
    await approved(house, house.call("git diff"))
    assert counts(await suggested(house)) == {}
    await approved(house, house.call("git diff --stat"))
    assert counts(await suggested(house)) == {"git diff": (2, 2)}
    await house.judged(house.call("git diff -U9"))
    assert counts(await suggested(house)) == {}


@pytest.mark.parametrize("command", ["git show HEAD:config/.env", "cat .env.local"])
async def test_nothing_is_proposed_before_a_rule_about_paths_or_commands(house: GateHouse, command: str) -> None:
    blanket = GateRule(CallPattern(("Bash",)), ASK)
    for about in (CallPattern(paths=(".env", ".env.*")), CallPattern(commands=read_patterns(command.split()[0]))):
        for rules in ((GateRule(about, ASK), blanket), (blanket, GateRule(about, ASK))):
            house.gate = Gate(rules, "", ASKED)
            await approved(house, house.call(command), 2)
            assert counts(await suggested(house)) == {}
    house.gate = Gate((GateRule(CallPattern(paths=(".env", ".env.*")), ASK), blanket), "", ASKED)
    await approved(house, house.call("cat a.py"), 2)
    (rule,) = (await suggested(house)).rules
    assert (rule.name, rule.before) == ("cat", 2)


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        ("mcp__postgres__query", {"sql": "select 1"}),
        ("mcp__files__read", {"path": "a"}),
        ("Anything", {}),
        ("Write", {}),
    ],
)
async def test_a_tool_whose_input_no_rule_limits_is_only_counted(
    house: GateHouse, tool: str, said: dict[str, str]
) -> None:
    house.gate = house.gate._replace(rules=(GateRule(CallPattern((tool,)), ASK),))
    call = ToolCall("claude", "x", "s", house.folder, tool, said)
    await approved(house, call, 2)
    await house.judged(call)
    found = await suggested(house)
    assert (found.rules, [(one.name, one.calls, one.approved) for one in found.tools]) == ((), [(tool, 3, 2)])


async def test_what_was_refused_once_is_not_proposed(house: GateHouse) -> None:
    await approved(house, house.call("make deploy"), 2)
    where = (await house.judged(house.call("make deploy"))).where
    await house.votes(await house.key_of("cara"), where, "reject")
    assert counts(await suggested(house)) == {}


async def test_a_rule_for_a_tool_is_not_proposed_if_it_would_pass_a_call_that_was_refused(house: GateHouse) -> None:
    outside, inside = (
        ToolCall("claude", "x", "s", house.folder, "Write", {"file_path": path}) for path in ("src/b", "src/a")
    )
    await approved(house, inside, 2)
    (rule,) = (await suggested(house)).rules
    assert (rule.calls, rule.approved, rule.keys) == (2, 2, {"tools": ["Write"], "paths": ["<project>"]})
    where = (await house.judged(outside)).where
    await house.votes(await house.key_of("cara"), where, "reject")
    assert counts(await suggested(house)) == {}


async def test_a_rule_belongs_before_the_one_that_asked_and_behind_those_that_deny(house: GateHouse) -> None:
    deny = GateRule(CallPattern(("Bash",), read_patterns("git push")), DENY)
    house.gate = Gate((deny, GateRule(CallPattern(("Bash",)), ASK)), "", ASKED)
    await approved(house, house.call("make deploy"), 2)
    (rule,) = (await suggested(house)).rules
    assert rule.before == 2
    accepted = GateRule(rule.pattern, PASS)
    house.gate = house.gate._replace(rules=(deny, accepted, *house.gate.rules[1:]))
    assert (await house.judged(house.call("make deploy"))).decision == PASS
    again = await suggested(house)
    assert (again.rules, again.calls, again.pass_now, again.pass_then) == ((), 2, 2, 2)


async def test_calls_of_a_window_and_of_advice_count_too(house: GateHouse) -> None:
    where = (await house.judged(house.call("make deploy"))).where
    await grant_window(house.app, await house.key_of("ann"), where, WindowTerms(uses=3))
    for _ in range(3):
        assert (await judge_call(house.app, AGENT, house.call("make deploy"), terms(house))).code == "window"
    for command in ("git log -5", "git log --oneline", "git log"):
        await advise_call(house.app, AGENT, house.call(command), terms(house))
    found = await suggested(house)
    assert (found.calls, counts(found)) == (7, {"make deploy": (4, 3)})


async def test_calls_before_the_moment_do_not_count(house: GateHouse) -> None:
    await approved(house, house.call("make deploy"), 2)
    house.wait(days=8)
    assert (await suggested(house, house.app.now)).calls == 0


@pytest.mark.parametrize(
    "command", ["echo 'a b'", "echo 'x<any>'", "echo a,b '...' c", "echo 'a | b'", "quorate vote X"]
)
async def test_a_command_that_no_rule_can_say_or_pass_is_not_proposed(house: GateHouse, command: str) -> None:
    house.gate = house.gate._replace(rules=(GateRule(CallPattern(("Bash",)), ASK),))
    call = house.call(command)
    for _ in range(2 if command.startswith("echo") else 0):
        await approved(house, call)
    found = await suggest_rules(house.app, AGENT, ANCIENT, lambda _: terms(house), ())
    assert found.rules == ()


async def test_a_reader_may_ask_and_no_other_key(app: App, tmp_path: Path) -> None:
    found = GateHouse(app, tmp_path)
    reader, voter = await found.key_of("eve", "read"), await found.key_of("eve", "vote")
    assert (await suggest_rules(app, reader, ANCIENT, lambda _: terms(found), ())).calls == 0
    with pytest.raises(Exception, match="scope"):
        await suggest_rules(app, voter, ANCIENT, lambda _: terms(found), ())
