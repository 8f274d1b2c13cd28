"""What the environment says."""

import pytest

from quorate import config


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "JA"}, "ja"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "C"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "C", "QUORATE_LANG": "ja"}, "ja"),
        ({"LANG": "ja", "QUORATE_LANG": ""}, "ja"),
    ],
)
def test_the_most_specific_variable_names_the_language(environment: dict[str, str], language: str) -> None:
    assert config.language(environment) == language


@pytest.mark.parametrize(
    ("environment", "welcome"),
    [({}, True), ({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_colours_are_welcome_unless_declined(environment: dict[str, str], welcome: bool) -> None:
    assert config.colour_is_welcome(environment) is welcome


@pytest.mark.parametrize(
    ("said", "columns"), [("120", 120), ("", None), ("0", None), ("-5", None), ("wide", None), ("٨", None)]
)
def test_a_width_is_a_whole_number_above_0(said: str, columns: int | None) -> None:
    assert config.columns({"COLUMNS": said}) == columns
    assert config.columns({}) is None


@pytest.mark.parametrize(("said", "debugging"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_debugging_is_asked_for(said: str, debugging: bool) -> None:
    assert config.debugging({"QUORATE_DEBUG": said}) is debugging
    assert config.debugging({}) is False
