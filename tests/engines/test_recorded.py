"""What the real programs have said, recorded once for every case, and what is taken out of it."""

import json
from pathlib import Path

import pytest

from quorate.deliberation.events import Reply
from quorate.replies.envelopes import Letter, Usage, letter_of

RECORDED = Path(__file__).with_name("recorded")
VOTE = "```yaml\nnonce: abcdef0123456789\nposition: APPROVE\nconfidence: 80\nrationale: It can be undone.\n```"
PROSE = "That depends on many things, and I would rather talk about the weather."


def recorded(name: str) -> Letter:
    """The letter in a recorded reply, as the keeper hands it over."""
    said = json.loads((RECORDED / f"{name}.json").read_text())
    outcome = "error" if said["status"] else "answered"
    reply = Reply(outcome, said["output"], status=said["status"], complaint=said["complaint"])
    return letter_of(name.partition("-")[0].partition("_")[0], reply)


CLAUDE = Usage(100, 20, "0.0008", "claude-opus-5-5")
GEMINI = Usage(100, 20, "", "gemini-2.5-flash")


@pytest.mark.parametrize(
    ("name", "text", "usage"),
    [
        ("claude-good", VOTE, CLAUDE),
        ("claude-prose", PROSE, CLAUDE),
        ("claude-dropped", VOTE, CLAUDE),  # it asks again, without a stream
        ("claude-cut", VOTE, Usage(300, 60, "0.0024000000000000002", "claude-opus-5-5")),
        ("claude_2_1_197-good", VOTE, Usage(100, 20, "0.001", "claude-opus-4-8[1m]")),
        ("claude_2_1_197-cut", VOTE, Usage(100, 20, "0.001", "claude-opus-4-8[1m]")),
        ("codex-good", VOTE, Usage(100, 20)),
        ("codex-prose", PROSE, Usage(100, 20)),
        ("codex-attack", VOTE, Usage(1100, 220)),  # it knows none of the tools that were called
        ("gemini-good", VOTE, GEMINI),
        ("gemini-long", VOTE, GEMINI),  # that it was cut off is said nowhere
    ],
)
def test_an_answer_is_taken_out_with_what_it_used(name: str, text: str, usage: Usage) -> None:
    assert recorded(name) == Letter(text, None, usage)


@pytest.mark.parametrize(
    ("name", "failure", "usage"),
    [
        ("claude-empty", "claude did not answer: the reply is empty", Usage(200, 40, "0.0016", "claude-opus-5-5")),
        (
            "claude-401",
            "claude ended with status 1: HTTP 401: Failed to authenticate. API Error: 401 said 401",
            Usage(),
        ),
        ("claude_2_1_197-500", "claude ended with status 1: HTTP 500: API Error: 500 said 500. This is a ser", Usage()),
        (
            "claude-long",
            "claude ended with status 1: API Error: Claude's response exceeded the 128000 output token maximum.",
            Usage(400, 80, "0.0032", "claude-opus-5-5"),
        ),
        ("claude-500", "claude ended with status 1: HTTP 500: API Error: 500 said 500. This is a server-side", Usage()),
        ("codex-empty", "codex did not answer: the reply is empty", Usage(100, 20)),
        ("codex-401", "codex ended with status 1: unexpected status 401 Unauthorized: said 401, url: http", Usage()),
        ("codex-500", "codex ended with status 1: We’re currently experiencing high demand", Usage()),
        ("codex-dropped", "codex ended with status 1: stream disconnected before completion: ", Usage()),
        ("codex-cut", "codex ended with status 1: stream disconnected before completion: ", Usage()),
        ("codex-long", "codex ended with status 1: Incomplete response returned, reason: max_output_tokens", Usage()),
        ("gemini-empty", "gemini did not answer: The model returned an empty response", GEMINI),
        ("gemini-401", "gemini ended with status 145: HTTP 401: said 401", Usage()),
        ("gemini-500", "gemini ended with status 244: HTTP 500: said 500", Usage()),
        ("gemini-dropped", "gemini ended with status 1: terminated", Usage()),
        (
            "gemini_0_39_1-cut",
            "gemini did not answer: the answer broke off and was asked for again",
            Usage(200, 40, "", "gemini-2.5-flash"),
        ),
        ("gemini-cut", "gemini did not answer: Model stream ended without a finish reason.", GEMINI),
    ],
)
def test_a_failure_is_one_sentence_with_the_engines_own_reason(name: str, failure: str, usage: Usage) -> None:
    letter = recorded(name)
    assert letter.failure.startswith(failure)
    assert letter == Letter(usage=usage, failure=letter.failure, error_type="cli_error")


@pytest.mark.parametrize(
    ("name", "failure"),
    [
        ("claude-429", "claude ended with status 1: HTTP 429: API Error: Request rejected (429) · said 429"),
        ("codex-429", "codex ended with status 1: exceeded retry limit, last status: 429 Too Many Requests"),
        ("gemini-429", "gemini ended with status 173: HTTP 429: said 429"),
        ("gemini_0_39_1-429", "gemini ended with status 1: said 429"),
    ],
)
def test_a_rate_limit_is_known_from_what_each_program_prints(name: str, failure: str) -> None:
    assert recorded(name) == Letter(failure=failure, error_type="cli_error", why="rate_limit")


def test_an_older_codex_prints_the_calls_of_the_tools_that_it_offers() -> None:
    called = "request_user_input is unavailable in Default mode, todo_list"
    letter = recorded("codex_0_129_0-attack")
    assert (letter.why, letter.failure) == ("tool_use", f"codex called tools, which no seat may: {called}")
