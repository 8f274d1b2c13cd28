"""What nobody may do, through every interface: refused, kept as a refusal, and nothing is changed."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from quorate.deliberation.principal import NEEDS
from quorate.surfaces.cli.command_table import program
from quorate.surfaces.cli.entry import run
from quorate.surfaces.http.application import OPERATIONS
from quorate.surfaces.http.operation import ROOT
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
    "grant_window_like": "windows grant {decided}",
    "close_window": "windows close window-1-001",
    "list_windows": "windows list",
    "show_deliberation": "show {open}",
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
    "open_reviews": "review list",
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
TOOLS: dict[str, tuple[str, dict[str, Any]]] = {
    "open_deliberation": ("open_deliberation", {"question": "Adopt?", "document": {"panel": PANEL}, "wait": 0}),
    "wait_for_deliberation": ("wait_for_deliberation", {"id": "{open}", "wait": 0}),
    "vote": ("cast_ballot", {"id": "{open}", "question": HASH, "seat": "a", "choice": "APPROVE", "rationale": "x"}),
    "retry": ("retry_seats", {"id": "{decided}", "wait": 0}),
    "release": ("release_action", {"id": "{decided}", "question": HASH, "action": ACTION}),
    "resolve": ("resolve_deliberation", {"id": "{decided}", "verdict": HASH, "decline": "No"}),
    "show_deliberation": ("show_deliberation", {"id": "{open}"}),
    "list_log": ("list_deliberations", {}),
    "explain": ("explain_verdict", {"id": "{decided}"}),
    "retally": ("retally_deliberation", {"id": "{decided}", "protocol": "quorum"}),
    "request_quorum_review": ("request_quorum_review", {"agent_id": "p", "reason": "Well"}),
    "submit_quorum_vote": ("submit_quorum_vote", {"session_id": "{open}", "vote": "resume", "reasoning": "Well"}),
    "open_reviews": ("dialectic", {"action": "list"}),
}
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
    return text.format(hash=HASH, **world.ids)


def _unlawful(world: World, tried: dict[str, Any]) -> list[str]:
    """Those of the calls that were let through, left no trace as a refusal, or changed something."""
    wrong, before = [], world.rows()
    for row, call in tried.items():
        count = world.refusals()
        if not call(world.keys[f"not for {_alike(row)}"]):
            wrong.append(f"{row}: not refused")
        if world.refusals() == count:
            wrong.append(f"{row}: not kept")
        if world.rows() != before:
            wrong.append(f"{row}: changed something")
            before = world.rows()
    return wrong


def _alike(row: str) -> str:
    """The row whose key lacks the same scopes."""
    return {NEEDS[one]: one for one in NEEDS}[NEEDS[row]]


def test_no_command_does_what_the_key_has_no_scope_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def command(words: list[str]) -> Any:
        def call(key: str) -> bool:
            monkeypatch.setenv("QUORATE_KEY", key)
            return run(program, words) == 2

        return call

    tried = {row: command(_filled(world, words).split()) for row, words in COMMANDS.items()}
    assert _unlawful(world, tried) == []


def test_no_operation_over_http_does_what_the_key_has_no_scope_for(world: World) -> None:
    def request(one: Any) -> Any:
        path = ROOT + one.path.format(id=world.ids["decided"], **PLACES)
        query = {"protocol": "quorum"} if one.name == "retally" else {}

        def call(key: str) -> bool:
            world.keys["tried"] = key
            return world.send(one.method, path, "tried", _body(one.name), **query).status_code in (403, 404)

        return call

    rows = {
        ROWS.get(one.name, one.name): request(one) for one in OPERATIONS if not one.is_public and one.name != "tally"
    }
    assert _unlawful(world, rows) == []


def test_no_tool_does_what_the_key_has_no_scope_for(world: World, tmp_path: Any) -> None:
    station = Station(tmp_path, HANDSHAKE)

    def tool(name: str, arguments: dict[str, Any]) -> Any:
        said = json.loads(_text(world, arguments))

        async def tried(key: str) -> bool:
            async with station.connected("decide", "fleet", key=key) as connection:
                return (await connection.tried(name, **said)).is_error

        return lambda key: asyncio.run(tried(key))

    rows = {row: tool(*call) for row, call in TOOLS.items()}
    assert _unlawful(world, rows) == []


def _text(world: World, arguments: dict[str, Any]) -> str:
    text = json.dumps(arguments)
    for state, id_ in world.ids.items():
        text = text.replace(f"{{{state}}}", id_)
    return text


def _body(name: str) -> dict[str, Any] | None:
    asked, verdict = {"question": HASH}, {"verdict": HASH}
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
    "grant_window": "by way of grant_window_like",
    "file_report": "reads a manifest first",
    "watch_deliberation": "over HTTP, behind show_deliberation",
    "find_deliberation": "only names that are shortened, at a terminal",
    "deadlock": "only at a terminal, before an answer is typed",
    "plan_redaction": "the same command as redact",
    "sweep": "the same command as redact",
    "restore": "makes another record",
    "make_checkpoint": "needs a key to sign with",
}
"""Rows that no call here reaches, and why; `tests/app/test_operations.py` refuses each of them all the same."""


def test_every_row_of_the_table_is_tried_or_it_is_said_why_not() -> None:
    tried = {*COMMANDS, *TOOLS, *(ROWS.get(one.name, one.name) for one in OPERATIONS)}
    assert set(NEEDS) - tried == set(WITHOUT_DOOR)
