"""What nobody may do, through every interface: refused, kept as a refusal, and nothing is changed."""

import asyncio
import json
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from quorate.deliberation.principal import MAY, NEEDS
from quorate.surfaces.cli.command_table import program
from quorate.surfaces.cli.entry import run
from quorate.surfaces.http.application import OPERATIONS
from quorate.surfaces.http.operation import ROOT
from quorate.surfaces.mcp.mcp_server import SET_NAMES
from tests.app.house import FOR
from tests.surfaces.illegal_world import ACTION, PANEL, World, world_in
from tests.surfaces.mcp.connection import HANDSHAKE, Station

HASH = "0" * 16
COMMANDS: dict[str, str] = {
    "open_deliberation": "decide Adopt? --seat a=person --seat b=person",
    "plan_deliberation": "decide Adopt? --seat a=person --seat b=person --dry-run --supersedes {open}",
    "resumable": "resume {open}",
    "redeliberate": "redeliberate {decided} --seat a --trigger changed_conditions",
    "retry": "retry {decided}",
    "revise": "revise {open} --subject Other?",
    "close": "close {open}",
    "check_evidence": "check {decided}",
    "revoke": "revoke {decided} --reason Wrong",
    "vote": "vote {open} --seat a --choice APPROVE --confidence 80 --question {hash}",
    "voted_before": "vote {open} --seat a --choice APPROVE --confidence 80 --question {hash} --key k",
    "resolve": "resolve {decided} --decline No --verdict {hash}",
    "reframe": "reframe {decided} --into Smaller? --verdict {hash}",
    "defer": "defer {decided} --step Wait --owner ann --monitor logs --verdict {hash}",
    "set_item": "risks set {decided} R1 --owner eve",
    "vindicate_item": "risks vindicate {decided} R1 --what It",
    "record_outcome": "outcome {decided} --was right",
    "release": "release {decided} --action action.txt --question {hash}",
    "grant_window": "windows grant {decided}",
    "close_window": "windows close window-1-001",
    "list_windows": "windows list",
    "suggest_rules": "gate suggest",
    "show_deliberation": "show {open}",
    "show_replies": "show {open} --reply a",
    "list_log": "log",
    "list_inbox": "inbox",
    "list_risks": "risks",
    "explain": "explain {decided}",
    "retally": "retally {decided} --protocol quorum",
    "voter_tables": "voters",
    "due_outcomes": "outcome --due",
    "export_deliberation": "export {decided}",
    "export_all": "export --all",
    "verify_record": "verify",
    "show_agent": "agents show p",
    "list_agents": "agents list",
    "list_reviews": "review list",
    "request_quorum_review": "review request p --reason Well",
    "submit_quorum_vote": "review vote {open} resume --reasoning Well",
    "report_state": "agents report p --risk 0.1",
    "register_agent": "agents register p",
    "pause_agent": "agents pause p --reason Table",
    "archive_agent": "agents archive p",
    "redact": "redact {open} --reason Secret --text action.txt",
    "back_up": "backup copy.db",
    "issue_key": "keys create eve --scope admin",
    "list_keys": "keys list",
    "rotate_key": "keys rotate 0000",
    "revoke_key": "keys revoke 0000",
    "list_refusals": "keys refusals",
}
_EPIC = {"epic": "T1", "conflict": "c"}
_SESSION = {"session_id": "{open}"}
TOOLS: dict[str, tuple[str, dict[str, Any]]] = {
    "open_deliberation": ("open_deliberation", {"question": "Adopt?", "document": {"panel": PANEL}, "wait": 0}),
    "wait_for_deliberation": ("wait_for_deliberation", {"id": "{open}", "wait": 0}),
    "cast_ballot": (
        "vote",
        {"id": "{open}", "question": "{asked}", "seat": "a", "choice": "APPROVE", "rationale": "x"},
    ),
    "retry_seats": ("retry", {"id": "{decided}", "wait": 0}),
    "release_action": ("release", {"id": "{decided}", "question": "{asked}", "action": ACTION}),
    "resolve_deliberation": ("resolve", {"id": "{decided}", "verdict": "{verdict}", "decline": "No"}),
    "show_deliberation": ("show_deliberation", {"id": "{open}"}),
    "list_deliberations": ("list_log", {}),
    "explain_verdict": ("explain", {"id": "{decided}"}),
    "retally_deliberation": ("retally", {"id": "{decided}", "protocol": "quorum"}),
    "record_outcome": ("record_outcome", {"id": "{decided}", "was": "right"}),
    "list_voters": ("voter_tables", {}),
    "request_quorum_review": ("request_quorum_review", {"agent_id": "p", "reason": "Well"}),
    "submit_quorum_vote": ("submit_quorum_vote", {**_SESSION, "vote": "resume", "reasoning": "Well"}),
    "request_dialectic_review": ("request_dialectic_review", {"agent_id": "p", "issue_description": "Well"}),
    "submit_thesis": ("submit_thesis", {**_SESSION, "root_cause": "A race", "proposed_conditions": ["Wait"]}),
    "submit_antithesis": ("submit_antithesis", {**_SESSION, "observed_metrics": {}, "concerns": ["It"]}),
    "submit_synthesis": ("submit_synthesis", {**_SESSION, "agrees": True}),
    "get_dialectic_session": ("settle_review", _SESSION),
    "reassign_reviewer": ("reassign_review", {**_SESSION, "new_reviewer_id": "eve"}),
    "dialectic": ("list_reviews", {"action": "list"}),
    "show_consensus": ("show_epic", {"epic": "T1"}),
    "list_conflicts": ("show_epic", {"epic": "T1"}),
    "propose_resolution": ("propose_resolution", {**_EPIC, "type": "merge", "proposal": "Both"}),
    "vote_on_resolution": ("vote_on_resolution", {**_EPIC, "vote": "accept"}),
    "resolve_conflict": ("resolve_conflict", {**_EPIC, "accept": True}),
}
"""Every tool that reads or changes the record, with the row that it needs."""
OF_DOCUMENTS = {"count_ballots", "validate_consensus"}
"""Tools that only count or check what they are given."""
ROWS = {"cast_ballot": "vote", "answer": "resolve", "set_risk": "set_item", "vindicate": "vindicate_item"}
ROWS |= {"watch": "show_deliberation", "report": "show_deliberation", "show_verdict": "show_deliberation"}
ROWS |= {"show_register": "show_deliberation", "list_deliberations": "list_log", "list_voters": "voter_tables"}
ROWS |= {"list_conflicts": "show_epic", "show_review": "settle_review", "reassign_reviewer": "reassign_review"}
PLACES = {
    "item": "R1",
    "name": "verdict",
    "agent": "p",
    "session": "QUORUM-2026-0101-001",
    "epic": "T1",
    "conflict": "c",
}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("illegal")
    (folder / "action.txt").write_text(ACTION)
    for name in ("contributions", "settings/quorate"):
        (folder / name).mkdir(parents=True)
    (folder / "settings/quorate/quorate.toml").write_text(f'contributions = "{folder}/contributions"\n')
    with world_in(folder) as one:
        yield one


def _filled(world: World, text: str) -> str:
    decided = world.sessions["decided"]
    return text.format(hash=HASH, verdict=decided.verdict_hash, **world.ids)


def _unlawful(world: World, tried: Iterable[tuple[str, str, Any]]) -> list[str]:
    """Those of the calls that were let through, left no trace as a refusal, or changed something.

    A call is a name, the name of a key, and what is done with that key.
    """
    wrong, before = [], world.rows()
    for name, key, call in tried:
        count = world.refusals()
        if not call(world.keys[key]):
            wrong.append(f"{name}: not refused")
        if world.refusals() == count:
            wrong.append(f"{name}: not kept")
        if world.rows() != before:
            wrong.append(f"{name}: changed something")
            before = world.rows()
    return wrong


def _without_scope(row: str) -> str:
    """The name of a key that has every scope but those of this row."""
    return f"not for {_alike(row)}"


def _alike(row: str) -> str:
    """The row whose key lacks the same scopes."""
    return {NEEDS[one]: one for one in NEEDS}[NEEDS[row]]


def _command(monkeypatch: pytest.MonkeyPatch, words: str) -> Any:
    def call(key: str) -> bool:
        monkeypatch.setenv("QUORATE_KEY", key)
        return run(program, words.split()) == 2

    return call


def _request(world: World, one: Any, body: dict[str, Any] | None, *statuses: int, **query: str) -> Any:
    places = {**PLACES, "id": world.ids["decided"]}

    def call(key: str) -> bool:
        world.keys["tried"] = key
        found = world.send(one.method, ROOT + one.path.format(**places), "tried", body, **query)
        return found.status_code in statuses

    return call


def _tool(world: World, station: Station, name: str, arguments: dict[str, Any]) -> Any:
    said = json.loads(_text(world, arguments))

    async def tried(key: str) -> bool:
        async with station.connected(*SET_NAMES, key=key) as connection:
            return (await connection.tried(name, **said)).is_error

    return lambda key: asyncio.run(tried(key))


def test_no_command_does_what_the_key_has_no_scope_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = [
        (row, _without_scope(row), _command(monkeypatch, _filled(world, words))) for row, words in COMMANDS.items()
    ]
    assert _unlawful(world, tried) == []


def test_no_operation_over_http_does_what_the_key_has_no_scope_for(world: World) -> None:
    tried = []
    for one in OPERATIONS:
        if one.is_public or one.name == "tally":
            continue
        query = {"protocol": "quorum"} if one.name == "retally" else {}
        key = _without_scope(ROWS.get(one.name, one.name))
        tried.append((one.name, key, _request(world, one, body_of(one.name), 403, 404, **query)))
    assert _unlawful(world, tried) == []


def test_no_tool_does_what_the_key_has_no_scope_for(world: World, tmp_path: Any) -> None:
    station = Station(tmp_path, HANDSHAKE)
    tried = [
        (name, _without_scope(row), _tool(world, station, name, arguments)) for name, (row, arguments) in TOOLS.items()
    ]
    assert _unlawful(world, tried) == []


async def _tool_names(station: Station, key: str) -> set[str]:
    async with station.connected(*SET_NAMES, key=key) as connection:
        return {tool.name for tool in (await connection.client.list_tools()).tools}


def test_every_tool_is_tried(world: World, tmp_path: Any) -> None:
    listed = asyncio.run(_tool_names(Station(tmp_path, HANDSHAKE), world.keys["ann"]))
    assert listed == {*TOOLS} | OF_DOCUMENTS


OTHERS = {name: why for name, why in MAY.items() if why is not MAY["resume"]}
"""The operations on a deliberation that not everybody may do."""
OF_OTHERS = {
    "answer": "resolve {decided} --decline No --verdict {verdict}",
    "reframe": "reframe {decided} --into Smaller? --verdict {verdict}",
    "defer": "defer {decided} --step Wait --owner ann --monitor logs --verdict {verdict}",
    "revise": "revise {decided} --subject Other?",
    "supersede": "decide Adopt? --seat a=person --seat b=person --supersedes {decided}",
    "close": "close {decided}",
    "retry": "retry {decided}",
    "redeliberate": "redeliberate {decided} --seat a --trigger changed_conditions",
    "revoke": "revoke {decided} --reason Wrong",
    "release": "release {decided} --action action.txt",
    "outcome": "outcome {decided} --was right",
    "redact": "redact {decided} --reason Secret --text action.txt",
}


def test_no_command_does_what_belongs_to_others(
    world: World, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert set(OF_OTHERS) == set(OTHERS)
    for name, words in OF_OTHERS.items():
        call = _command(monkeypatch, _filled(world, words))
        assert _unlawful(world, [(name, "eve", call)]) == []
        assert "you are eve" in capfd.readouterr().err, name


def test_no_operation_over_http_does_what_belongs_to_others(world: World) -> None:
    named = {"outcome": "record_outcome", "supersede": "open_deliberation"}
    operations, session = {one.name: one for one in OPERATIONS}, world.sessions["decided"]
    tried = []
    for name in OTHERS:
        operation = operations.get(named.get(name, name))
        if operation is None:
            continue
        body = body_of(operation.name, session.question.content_hash, session.verdict_hash)
        query = {"supersedes": session.id} if name == "supersede" else {}
        tried.append((name, "eve", _request(world, operation, body, 403, **query)))
    assert {name for name, *_ in tried} == set(OTHERS) - {"redact"}
    assert _unlawful(world, tried) == []


def test_no_tool_does_what_belongs_to_others(world: World, tmp_path: Any) -> None:
    station = Station(tmp_path, HANDSHAKE)
    tried = [
        (name, "eve", _tool(world, station, name, TOOLS[name][1]))
        for name in ("resolve_deliberation", "retry_seats", "release_action", "record_outcome")
    ]
    assert _unlawful(world, tried) == []


def _text(world: World, arguments: dict[str, Any]) -> str:
    decided = world.sessions["decided"]
    places = {**world.ids, "asked": decided.question.content_hash, "verdict": decided.verdict_hash}
    text = json.dumps(arguments)
    for place, value in places.items():
        text = text.replace(f"{{{place}}}", value)
    return text


def body_of(name: str, question: str = HASH, counted: str = HASH) -> dict[str, Any] | None:
    asked, verdict = {"question": question}, {"verdict": counted}
    bodies: dict[str, dict[str, Any]] = {
        "open_deliberation": {"question": "Adopt it?", "panel": PANEL},
        "cast_ballot": {**asked, "vote": FOR},
        "answer": {**verdict, "decline": "No"},
        "retry": {},
        "redeliberate": {"evidence": "New", "seats": ["a"]},
        "revise": {"subject": "Another?"},
        "close": {},
        "release": {**asked, "action": ACTION},
        "revoke": {"reason": "Wrong"},
        "reframe": {**verdict, "into": ["Smaller?"]},
        "defer": {**verdict, "step": "Wait", "owner": "ann", "monitor": "logs"},
        "record_outcome": {"was": "right"},
        "set_risk": {"owner": "eve"},
        "vindicate": {"what": "It happened"},
        "propose_resolution": {"type": "merge", "proposal": "Both"},
        "vote_on_resolution": {"vote": "accept"},
        "resolve_conflict": {"accept": True},
        "register_agent": {"agent_id": "p"},
        "describe_agent": {"owner": "eve"},
        "report_state": {"risk_score": 0.1},
        "pause_agent": {"reason": "Table"},
        "archive_agent": {},
        "judge_review": {"session_id": "QUORUM-2026-0101-001", "held_up": True},
        "request_quorum_review": {"agent_id": "p", "reason": "Well"},
        "request_dialectic_review": {"agent_id": "p", "reason": "Well"},
        "submit_quorum_vote": {"vote": "resume", "reasoning": "Well"},
        "submit_thesis": {"root_cause": "A race"},
        "submit_antithesis": {},
        "submit_synthesis": {},
        "reassign_reviewer": {"new_reviewer_id": "eve"},
        "verify_review": {"approves": True, "reason": "Seen"},
        "decide_review": {"action": "resume", "reason": "Well"},
        "import_sessions": {"session_id": "x", "paused_agent_id": "p", "phase": "failed"},
    }
    return bodies.get(name)


WITHOUT_DOOR = {
    "decide_with_voters": "the library asks voters of its own",
    "demonstrate": "the demonstration is on a record in memory",
    "demonstrate_question": "the same",
    "resume": "commands ask resumable first",
    "stop_calls": "only an interrupt at the terminal",
    "votable": "only at a terminal, before a ballot is typed",
    "own_seats": "only at a terminal",
    "answerable": "only at a terminal, before an answer is typed",
    "required_answers": "only at a terminal",
    "record_outcomes": "reads a file before it asks",
    "judge_call": "the hook takes no key at all",
    "advise_call": "the same",
    "file_report": "reads a manifest first",
    "watch_deliberation": "over HTTP, behind show_deliberation",
    "find_deliberation": "only names that are shortened, at a terminal",
    "deadlock": "only at a terminal, before an answer is typed",
    "plan_redaction": "the same command as redact",
    "sweep": "the same command as redact",
    "restore": "makes another record",
    "make_checkpoint": "needs a key to sign with",
    "check_speaker": "only before what somebody says in a dialectic",
}
"""Rows that no call here reaches, and why; `tests/app/test_operations.py` refuses each of them all the same."""


def test_every_row_of_the_table_is_tried_or_it_is_said_why_not() -> None:
    tried = {*COMMANDS, *(row for row, _ in TOOLS.values()), *(ROWS.get(one.name, one.name) for one in OPERATIONS)}
    assert set(NEEDS) - tried == set(WITHOUT_DOOR)
