"""No engine is offered a tool; where a version offers one all the same, a seat whose model calls it has failed."""

import json
from typing import Any

import pytest

from quorate.deliberation.events import Reply
from quorate.replies.envelopes import Letter, letter_of
from quorate.voters.port import EngineSettings
from tests.engines.asking import GOOD, Office

VOTE = "position: APPROVE"
MESSAGE = {"type": "item.completed", "item": {"type": "agent_message", "text": VOTE}}
RESULT = {"type": "result", "subtype": "success", "is_error": False, "result": VOTE}
ROUTER = "2026-11-19T05:42:46Z ERROR codex_core::tools::router: error="


def codex(*items: str, complaint: str = "") -> Letter:
    """A turn of Codex with items of these types before the answer."""
    others = [{"type": "item.started", "item": {"type": item}} for item in items]
    events: list[dict[str, Any]] = [{"type": "turn.started"}, *others, MESSAGE, {"type": "turn.completed", "usage": {}}]
    return letter_of("codex", Reply("answered", "\n".join(map(json.dumps, events)), complaint=complaint))


def gemini(**calls: int) -> Letter:
    """An answer of Gemini with as many calls of a tool that worked, and that did not."""
    stats = {"models": {}, "tools": {"totalCalls": sum(calls.values()), "byName": {"read_file": calls}}}
    return letter_of("gemini", Reply("answered", json.dumps({"response": VOTE, "stats": stats})))


# --- what is offered -------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["0.146.0", "0.166.0", "0.169.0"])
@pytest.mark.parametrize("structured", [True, False])
def test_codex_offers_its_model_no_tool(office: Office, version: str, structured: bool) -> None:
    office.install("codex", version=version)
    assert office.ask("codex", settings=EngineSettings(structured_output=structured)).vote == GOOD
    (run,) = office.standins.calls("codex")
    assert run.offers == []


def test_an_older_codex_offers_a_plan_and_nothing_else(office: Office) -> None:
    office.install("codex", version="0.145.0")
    office.ask("codex")
    (run,) = office.standins.calls("codex")
    assert run.offers == ["update_plan"]


def test_codex_has_no_place_where_a_tool_could_run(office: Office) -> None:
    office.install("codex", shows=("CODEX_EXEC_SERVER_URL",))
    office.ask("codex", environment={"CODEX_EXEC_SERVER_URL": "ws://127.0.0.1:1"})
    (run,) = office.standins.calls("codex")
    assert run.fixed == {"CODEX_EXEC_SERVER_URL": "none"}


def test_the_models_are_those_of_this_user_or_those_that_codex_came_with(office: Office) -> None:
    office.install("codex", "fetches in vain")
    assert office.ask("codex").vote == GOOD
    listed = [run.arguments for run in office.standins.runs("codex") if run.kind == "models"]
    assert listed == [["debug", "models"], ["debug", "models", "--bundled"]]


def test_a_codex_whose_tools_cannot_be_turned_off_is_not_asked(office: Office) -> None:
    office.install("codex", "no models")
    failure = office.ask("codex").letter.failure
    assert failure.endswith("codex does not tell its models (codex debug models), so its tools cannot be turned off")
    assert office.standins.calls("codex") == []


def test_claude_offers_no_placeholder_for_tools_that_might_come(office: Office) -> None:
    office.install("claude", shows=("ENABLE_TOOL_SEARCH",))
    office.ask("claude", environment={"ENABLE_TOOL_SEARCH": "true"})
    (run,) = office.standins.calls("claude")
    assert run.fixed == {"ENABLE_TOOL_SEARCH": "false"}


# --- what is called --------------------------------------------------------------------------------------


def test_a_seat_whose_model_calls_a_tool_has_failed(office: Office) -> None:
    office.install("codex", "plans", version="0.145.0")
    letter = office.ask("codex").letter
    assert (letter.text, letter.error_type, letter.why) == ("", "cli_error", "tool_use")
    assert letter.failure == "codex called tools, which no seat may: todo_list"


@pytest.mark.parametrize("item", ["command_execution", "file_change", "mcp_tool_call", "web_search", "of tomorrow"])
def test_whatever_codex_reports_besides_words_is_a_call(item: str) -> None:
    assert codex(item).why == "tool_use"


def test_reasoning_and_warnings_of_codex_are_no_calls() -> None:
    assert codex("reasoning", "error").text == VOTE


def test_a_call_that_failed_is_only_on_standard_error_of_codex() -> None:
    letter = codex(complaint=f"{ROUTER}request_user_input is unavailable in Default mode\n")
    assert letter.why == "tool_use"
    assert letter.failure.endswith("request_user_input is unavailable in Default mode")


def test_a_call_of_a_tool_that_does_not_exist_calls_nothing() -> None:
    assert codex(complaint=f"{ROUTER}unsupported call: exec\n").text == VOTE
    assert codex(complaint=f"{ROUTER}unsupported custom tool call: apply_patch\n").text == VOTE
    assert gemini(success=0, fail=2).text == VOTE


@pytest.mark.parametrize(
    "messages",
    [
        [{"type": "assistant", "message": {"content": [{"type": "tool_use", "name": "Bash"}]}}, RESULT],
        [{**RESULT, "permission_denials": [{"tool_name": "Bash"}]}],
    ],
)
def test_a_call_of_a_tool_in_claudes_messages_makes_the_seat_an_error(messages: list[dict[str, Any]]) -> None:
    letter = letter_of("claude", Reply("answered", json.dumps(messages)))
    assert (letter.why, letter.failure) == ("tool_use", "claude called tools, which no seat may: Bash")


def test_the_form_for_claudes_answer_is_no_tool() -> None:
    form = {"type": "assistant", "message": {"content": [{"type": "tool_use", "name": "StructuredOutput"}]}}
    assert letter_of("claude", Reply("answered", json.dumps([form, RESULT]))).text == VOTE


def test_a_tool_of_gemini_that_ran_in_vain_makes_the_seat_an_error() -> None:
    call = {"count": 1, "success": 0, "fail": 1, "decisions": {"auto_accept": 1}}
    stats = {"models": {}, "tools": {"totalCalls": 1, "byName": {"run_shell_command": call}}}
    assert letter_of("gemini", Reply("answered", json.dumps({"response": VOTE, "stats": stats}))).why == "tool_use"


def test_a_tool_of_gemini_that_ran_makes_the_seat_an_error() -> None:
    letter = gemini(success=1, fail=0)
    assert (letter.why, letter.failure) == ("tool_use", "gemini called tools, which no seat may: read_file")
