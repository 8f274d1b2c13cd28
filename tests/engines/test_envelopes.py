"""What is in an envelope: never a text that it does not call the answer, never an exception, whatever it holds."""

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.deliberation.events import Reply
from quorate.replies.envelopes import Letter, Usage, letter_of

KINDS = ("api", "claude", "codex", "gemini", "openai", "command")
VOTE = "position: APPROVE\nconfidence: 80\nrationale: yes"
RECORDED = [json.loads(file.read_text()) for file in sorted(Path(__file__).with_name("recorded").iterdir())]


def claude(**more: Any) -> Letter:
    return letter_of("claude", Reply("answered", json.dumps({"type": "result", "is_error": False, **more})))


def codex(*events: dict[str, Any]) -> Letter:
    return letter_of("codex", Reply("answered", "".join(json.dumps(event) + "\n" for event in events)))


def gemini(**more: Any) -> Letter:
    return letter_of("gemini", Reply("answered", json.dumps({"response": VOTE, **more})))


def openai(**more: Any) -> Letter:
    return letter_of("openai", Reply("answered", json.dumps({"choices": [{"message": {"content": VOTE}}], **more})))


def message(text: str) -> dict[str, Any]:
    return {"type": "item.completed", "item": {"type": "agent_message", "text": text}}


# --- all -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_timeout_is_a_timeout_whatever_was_said_before_it(kind: str) -> None:
    reply = Reply("timeout", VOTE, detail="no answer within 60 s, asked twice", attempts=2)
    letter = letter_of(kind, reply)
    assert (letter.text, letter.error_type) == ("", "timeout")
    assert letter.failure.startswith("no answer within 60 s, asked twice: it last printed ")


@pytest.mark.parametrize(
    ("output", "complaint", "last"),
    [
        ("", "Attempt 1 failed.\nRetrying in \x1b[1m20 s\n\n", ": it last printed Retrying in 20 s"),
        ('{"type":"turn.started"}\n{"type":"error","message":"Reconnecting"}\n', "noise", '{"type":"error","mess'),
        (" \n", "", ""),
    ],
)
def test_a_timeout_says_what_the_program_printed_last(output: str, complaint: str, last: str) -> None:
    letter = letter_of("codex", Reply("timeout", output, detail="no answer within 60 s", complaint=complaint))
    assert last in letter.failure
    assert letter.failure.isprintable()
    assert ("it last printed" in letter.failure) is bool(last)


@pytest.mark.parametrize(
    "reason",
    [
        "API Error: Request rejected (429) · this request would exceed your account's rate limit",
        "You've hit your session limit · resets 3pm",
        "Claude AI usage limit reached|1763596800",
        "exceeded retry limit, last status: 429 Too Many Requests, request id: 1",
        "You've hit your usage limit. Upgrade to Pro, or try again at 5:12 PM.",
        "HTTP 429: You exceeded your current quota, please check your plan",
        "You have exhausted your capacity on this model.",
        "RESOURCE_EXHAUSTED",
    ],
)
def test_a_rate_limit_or_a_used_up_quota_is_said_as_such(reason: str) -> None:
    letter = claude(is_error=True, result=reason)
    assert (letter.error_type, letter.why) == ("cli_error", "rate_limit")


@pytest.mark.parametrize(
    "reason", ["HTTP 500: said 500", "the answer was cut off at the token limit", "prompt too long"]
)
def test_other_errors_are_no_rate_limit(reason: str) -> None:
    assert claude(is_error=True, result=reason).why == ""


def test_what_a_model_says_of_limits_is_its_answer() -> None:
    assert claude(result=f"The API has a rate limit (429).\n{VOTE}").why == ""


@pytest.mark.parametrize("kind", KINDS)
def test_a_vote_of_a_program_that_failed_is_no_answer(kind: str) -> None:
    for output in (VOTE, json.dumps({"type": "result", "is_error": False, "result": VOTE, "response": VOTE})):
        letter = letter_of(kind, Reply("error", output, detail="the program ended with status 1", status=1))
        assert (letter.text, letter.structured, letter.error_type) == ("", None, "cli_error")
        assert "status 1" in letter.failure


def test_a_program_that_never_started_is_told_in_our_words() -> None:
    detail = "no program called 'claude'; install it, or give its full path"
    assert letter_of("claude", Reply("error", detail=detail)).failure == detail


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "command"])
@pytest.mark.parametrize("output", [VOTE, "", "null", "[]", "[1]", "1", '"x"', "{}", "{", '{"a":1}{"b":2}', "NaN"])
def test_an_envelope_that_is_not_understood_is_a_failure_and_no_text(kind: str, output: str) -> None:
    letter = letter_of(kind, Reply("answered", output))
    assert letter.failure
    assert letter.text == ""
    assert letter.error_type in ("parse_failure", "cli_error")


def test_a_key_that_is_there_twice_makes_an_envelope_unreadable() -> None:
    twice = '{"type": "result", "is_error": true, "is_error": false, "result": "position: APPROVE"}'
    assert letter_of("claude", Reply("answered", twice)).error_type == "parse_failure"


@pytest.mark.parametrize("kind", KINDS)
def test_an_envelope_has_limits(kind: str) -> None:
    deep = "[" * 100_000 + "]" * 100_000
    nested = json.dumps({"type": "result", "is_error": False, "structured_output": json.loads("[" * 40 + "]" * 40)})
    for output in (deep, nested, f'{{"a": {"9" * 5000}}}', '{"a": 1e99999999999999999999}', "{" + "x" * (1 << 20)):
        letter = letter_of(kind, Reply("answered", output))
        assert letter.failure or kind == "command"
    assert letter_of(kind, Reply("answered", "x" * ((1 << 20) + 1))).failure


def test_without_an_envelope_what_was_said_is_the_text() -> None:
    assert letter_of("command", Reply("answered", VOTE)) == Letter(VOTE)
    assert letter_of("command", Reply("answered", b64encode(b"\xff").decode(), "base64")).error_type == "parse_failure"
    assert letter_of("command", Reply("answered", "no base64!", "base64")).error_type == "parse_failure"


def test_a_failure_steers_no_terminal_and_is_short() -> None:
    said = "\x1b[31mred\x1b]0;title\x07\x1bPq\x1b\\ and\u202e \x00\x07more\n\nlines " + "word " * 200
    letter = claude(is_error=True, result=said)
    assert letter.failure.startswith("claude did not answer: red and more lines word")
    assert len(letter.failure) <= 300
    assert letter.failure.isprintable()


@given(st.sampled_from(KINDS), st.text(), st.text(), st.sampled_from(["answered", "error"]), st.booleans())
def test_any_text_gives_a_letter(kind: str, output: str, complaint: str, outcome: str, is_base64: bool) -> None:
    reply = Reply(outcome, output, "base64" if is_base64 else "utf-8", complaint=complaint, status=1)
    assert isinstance(letter_of(kind, reply), Letter)


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for key, one in inner for deeper in _paths(one, (*path, key)))]


def _replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = _replaced(value[path[0]], path[1:], new)
    return copy


@given(st.data())
def test_any_part_of_an_envelope_may_be_anything(data: st.DataObject) -> None:
    said = data.draw(st.sampled_from(RECORDED))
    lines = [json.loads(line) for line in said["output"].splitlines()] if '"thread.started"' in said["output"] else None
    whole = lines or json.loads(said["output"] or '{"error": {"message": "x"}}')
    changed = _replaced(whole, data.draw(st.sampled_from(_paths(whole))), data.draw(_ANY))
    output = "\n".join(map(json.dumps, changed)) if lines and isinstance(changed, list) else json.dumps(changed)
    for kind in KINDS:
        letter = letter_of(kind, Reply("answered", output, complaint="noise\n" + output))
        assert not (letter.failure and letter.text)
        assert len(letter.failure) <= 300
        (letter.text + letter.failure + letter.usage.cost + letter.usage.model).encode()


# --- claude ----------------------------------------------------------------------------------------------


def test_an_error_of_claude_is_one_although_its_subtype_says_success() -> None:
    letter = claude(is_error=True, subtype="success", result=VOTE, api_error_status=529)
    assert letter.failure.startswith("claude did not answer: HTTP 529: position: APPROVE")
    assert letter.text == ""


def test_a_result_that_does_not_say_that_it_is_no_error_is_not_understood() -> None:
    for stated in ({"is_error": None}, {"is_error": 0}, {"is_error": "false"}, {"type": "assistant"}):
        assert claude(result=VOTE, **stated).error_type == "parse_failure"


def test_a_subtype_that_names_an_error_is_one() -> None:
    assert claude(subtype="error_max_budget_usd").failure == "claude did not answer: error_max_budget_usd"


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("max_tokens", "cut off at the token limit"),
        ("refusal", "it refused"),
        ("model_context_window_exceeded", "end"),
    ],
)
def test_an_answer_of_claude_that_was_cut_off_is_none(reason: str, said: str) -> None:
    assert said in claude(result=VOTE, stop_reason=reason).failure


def test_structured_output_is_handed_on_and_needs_no_text_beside_it() -> None:
    letter = claude(result="", structured_output={"position": "APPROVE", "confidence": 80})
    assert (letter.structured, letter.failure) == ({"position": "APPROVE", "confidence": 80}, "")
    assert claude(result=VOTE, structured_output=["position"]).structured is None


def test_of_a_list_of_messages_the_last_is_the_result() -> None:
    output = json.dumps([{"type": "system"}, {"type": "result", "is_error": False, "result": VOTE}])
    assert letter_of("claude", Reply("answered", output)).text == VOTE


def test_tokens_are_counted_over_all_models_and_the_cost_is_exact() -> None:
    models = {
        "small": {"inputTokens": 5, "outputTokens": 1},
        "large": {"inputTokens": 10, "outputTokens": 7, "cacheReadInputTokens": 100, "cacheCreationInputTokens": 1000},
    }
    output = json.dumps(
        {"type": "result", "is_error": False, "result": VOTE, "modelUsage": models, "total_cost_usd": 1}
    )
    exact = output.replace('"total_cost_usd": 1', '"total_cost_usd": 0.10000000000000000001')
    assert letter_of("claude", Reply("answered", exact)).usage == Usage(1115, 8, "0.10000000000000000001", "large")


@pytest.mark.parametrize("cost", ["-1", "true", '"1"', "null", "[]", "1e-9999999", "1e999999", "1e13"])
def test_a_cost_that_is_none_is_unknown(cost: str) -> None:
    stated = f'{{"type":"result","is_error":false,"result":"x","usage":{{"input_tokens":1}},"total_cost_usd":{cost}}}'
    assert letter_of("claude", Reply("answered", stated)).usage == Usage(1)


def test_nothing_used_is_unknown_and_never_zero() -> None:
    zeros = {"usage": {"input_tokens": 0, "output_tokens": 0}, "total_cost_usd": 0}
    assert claude(result=VOTE, **zeros).usage == Usage()
    assert claude(result=VOTE).usage == Usage()
    assert codex({"type": "turn.started"}, message(VOTE), {"type": "turn.completed", "usage": {}}).usage == Usage()


# --- codex -----------------------------------------------------------------------------------------------


def test_an_error_event_is_a_warning_if_the_turn_is_completed() -> None:
    done = {"type": "turn.completed", "usage": {"input_tokens": 3, "output_tokens": 2}}
    events = ({"type": "turn.started"}, {"type": "error", "message": "Reconnecting"}, message(VOTE), done)
    assert codex(*events) == Letter(VOTE, None, Usage(3, 2))


def test_the_last_message_of_a_turn_is_the_answer() -> None:
    done = {"type": "turn.completed"}
    assert codex({"type": "turn.started"}, message("I think."), message(VOTE), done).text == VOTE
    assert codex({"type": "turn.started"}, message(VOTE), {"type": "turn.started"}, done).failure


@pytest.mark.parametrize(
    "after", [[], [{"type": "turn.failed"}], [{"type": "turn.completed"}, {"type": "turn.failed"}], [{"type": "x"}]]
)
def test_a_message_of_a_turn_that_was_not_completed_is_no_answer(after: list[dict[str, Any]]) -> None:
    letter = codex({"type": "turn.started"}, message(VOTE), *after)
    assert (letter.text, letter.error_type) == ("", "cli_error")


def test_a_line_that_is_half_an_event_makes_the_envelope_unreadable() -> None:
    whole = "\n".join(json.dumps(one) for one in ({"type": "turn.started"}, message(VOTE), {"type": "turn.completed"}))
    assert letter_of("codex", Reply("answered", "a stray line\n" + whole)).text == VOTE
    assert letter_of("codex", Reply("answered", whole + '\n{"type": "turn.fai')).error_type == "parse_failure"


def test_separators_inside_a_message_do_not_break_its_line() -> None:
    said = "one\u2028two\x85three"
    event = json.dumps(message(said), ensure_ascii=False)
    output = f'{{"type":"turn.started"}}\n{event}\n{{"type":"turn.completed"}}\n'
    assert letter_of("codex", Reply("answered", output)).text == said


# --- gemini ----------------------------------------------------------------------------------------------


def test_half_an_answer_of_gemini_is_known_by_the_errors_that_were_counted() -> None:
    models = {"pro": {"api": {"totalErrors": 1, "errorsByType": {"NO_FINISH_REASON": 1}}}}
    assert gemini(stats={"models": models}).failure == "gemini did not answer: the answer broke off (NO_FINISH_REASON)"


def test_an_error_of_the_model_that_only_chooses_is_none_of_the_answer() -> None:
    router = {"api": {"totalErrors": 1}, "roles": {"utility_router": {}}, "tokens": {"prompt": 7, "candidates": 9}}
    main = {"api": {"totalErrors": 0}, "roles": {"main": {}}, "tokens": {"prompt": 10, "candidates": 2, "thoughts": 3}}
    assert gemini(stats={"models": {"lite": router, "pro": main}}) == Letter(VOTE, None, Usage(17, 14, "", "pro"))


def test_the_reason_of_gemini_is_the_last_object_of_its_complaint() -> None:
    noise = 'Warning {\n  status: 401\n}\n{"error": {"message": "earlier"}}\n at x (y.js) {\n'
    reason = json.dumps({"session_id": "1", "error": {"type": "Error", "message": "later", "code": 42}}, indent=2)
    letter = letter_of("gemini", Reply("error", "", status=42, complaint=noise + reason + "\n"))
    assert letter.failure == "gemini ended with status 42: later"
    assert (
        letter_of("gemini", Reply("error", "", status=1, complaint="{" * 9000)).failure == "gemini ended with status 1"
    )


def test_nothing_at_all_with_a_good_status_is_no_answer() -> None:
    assert letter_of("gemini", Reply("answered", "")).failure == "gemini did not answer: the reply is empty"


# --- endpoints -------------------------------------------------------------------------------------------


def test_the_first_choice_of_a_chat_completion_is_the_answer() -> None:
    used = {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15}
    assert openai(usage=used, model="llama3.1:8b") == Letter(VOTE, None, Usage(12, 3, "", "llama3.1:8b"))
    parts = [{"type": "text", "text": "position: "}, {"type": "image"}, {"type": "text", "text": "APPROVE"}]
    assert openai(choices=[{"message": {"content": parts}}]).text == "position: APPROVE"


@pytest.mark.parametrize(
    ("choice", "failure"),
    [
        ({"message": {"content": VOTE}, "finish_reason": "length"}, "the answer was cut off at the token limit"),
        ({"message": {"content": VOTE}, "finish_reason": "content_filter"}, "the answer was blocked by a filter"),
        ({"message": {"content": None, "refusal": "I cannot"}}, "it refused: I cannot"),
        ({"message": {"content": None, "tool_calls": []}, "finish_reason": "tool_calls"}, "the reply is empty"),
        ({"message": {"content": "  "}}, "the reply is empty"),
    ],
)
def test_a_choice_that_is_no_answer_is_a_failure(choice: dict[str, Any], failure: str) -> None:
    assert openai(choices=[choice]).failure == f"openai did not answer: {failure}"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"error": {"message": "wrong key", "type": "invalid_request_error"}}, "wrong key"),
        ({"error": {"code": "model_not_found"}}, "model_not_found"),
        ({"error": "model is loading"}, "model is loading"),
        ({"detail": "Not Found"}, "Not Found"),
        ({"message": "no route"}, "no route"),
        ({}, "an error"),
    ],
)
def test_an_error_of_a_server_is_told_with_its_status(body: dict[str, Any], said: str) -> None:
    complaint = "HTTP 401 Unauthorized from api.example.org: set the key\n"
    reply = Reply("error", json.dumps(body), status=1, complaint=complaint)
    assert (
        letter_of("openai", reply).failure
        == f"openai ended with status 1: HTTP 401 Unauthorized from api.example.org: {said}"
    )


def test_an_error_in_a_body_that_came_with_a_good_status_is_one() -> None:
    assert openai(error={"message": "overloaded"}).failure == "openai did not answer: overloaded"


def test_what_our_own_caller_of_apis_prints_is_read() -> None:
    body = {"text": VOTE, "usage": {"input_tokens": 5, "output_tokens": 6}, "model": "m"}
    assert letter_of("api", Reply("answered", json.dumps(body))) == Letter(VOTE, None, Usage(5, 6, "", "m"))
    assert (
        letter_of("api", Reply("answered", '{"text": "", "error": "no key"}')).failure == "api did not answer: no key"
    )
