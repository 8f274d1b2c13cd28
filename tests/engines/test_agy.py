"""The Antigravity CLI: the prompt on standard input only, tool calls caught in its stream, seated only where named."""

import pytest

from quorate.core.errors import InputError
from quorate.replies.envelopes import Usage
from quorate.settings import is_harmless
from quorate.voters.port import EngineSettings
from quorate.voters.programs.discovery import find_engines
from tests.engines.asking import GOOD, PROMPT, Office


def test_its_prompt_stands_in_no_argument_and_its_time_limit_is_below_ours(office: Office) -> None:
    office.install("agy")
    answered = office.ask("agy:gemini-3", settings=EngineSettings(timeout=60))
    assert (answered.vote, answered.letter.usage) == (GOOD, Usage(100, 20))
    (run,) = office.standins.calls("agy")
    assert run.prompt == PROMPT
    limits = ["--model", "gemini-3", "--output-format", "stream-json", "--sandbox", "--print-timeout", "58s"]
    assert run.arguments == limits


def test_a_tool_in_its_stream_makes_the_seat_an_error(office: Office) -> None:
    office.install("agy", "tool")
    letter = office.ask("agy").letter
    assert (letter.why, letter.failure) == ("tool_use", "agy called tools, which no seat may: run_command")


def test_a_quota_that_is_used_up_is_a_rate_limit_whatever_its_status_says(office: Office) -> None:
    office.install("agy", "429")
    answered = office.ask("agy")
    assert answered.reply.status == 0
    assert (answered.letter.error_type, answered.letter.why) == ("cli_error", "rate_limit")


def test_a_stream_without_a_result_is_no_answer(office: Office) -> None:
    office.install("agy", "unfinished")
    assert office.ask("agy").letter.failure == "agy did not answer: its turn never ended"


def test_a_version_of_which_nothing_is_known_is_not_used(office: Office) -> None:
    office.install("agy", version="1.1.1")
    with pytest.raises(InputError, match="agy: found version"):
        office.voter("agy")


def test_a_version_that_cannot_be_told_is_not_used_either(office: Office) -> None:
    file = office.standins.install("agy")
    file.resolve().write_text("#!/bin/sh\nexit 1\n")
    with pytest.raises(InputError, match="found version unknown"):
        office.voter("agy")


def test_it_is_looked_for_only_where_the_settings_name_it(office: Office) -> None:
    office.install("agy", logged_in=False)
    assert [one.engine for one in find_engines(office.standins.environment, {})] == ["claude", "codex", "gemini"]
    agy = find_engines(office.standins.environment, {"agy": EngineSettings()})[3]
    assert (agy.engine, agy.version, agy.logged_in, agy.how) == ("agy", "1.2.14", False, "agy models")
    assert (agy.offers_tools, agy.no_tools_from) == (True, "")


def test_a_project_or_a_remote_document_does_not_seat_it() -> None:
    assert not is_harmless("agy")
