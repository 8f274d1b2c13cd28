"""An engine that a user declares in the settings: a program, its arguments, and how its output is read."""

import json
from pathlib import Path

import pytest

from quorate.core.errors import DocumentError, InputError
from quorate.settings import read_settings
from quorate.voters.port import EngineSettings
from quorate.voters.programs.discovery import FoundEngine, find_engines
from tests.engines.asking import GOOD, NONCE, PROMPT, Office

BLOCK = f"```yaml\nnonce: {NONCE}\nposition: APPROVE\nconfidence: 80\nrationale: It can be undone.\n```"


def install(office: Office, text: str, status: int = 0) -> Path:
    """A program called `mine` that keeps what it was given and says the text."""
    said = office.folder / "said"
    said.write_text(text)
    file = office.standins.folder / "bin" / "mine"
    kept = f'cat > {office.folder}/prompt; printf "%s\\n" "$@" > {office.folder}/arguments'
    file.write_text(f'#!/bin/sh\n[ "$1" = status ] && exit {status}\n{kept}\ncat {said}\n')
    file.chmod(0o755)
    return file


def settings(text: str) -> EngineSettings:
    """The settings of `mine`."""
    return read_settings(f"[engines.mine]\n{text}\n").engines["mine"]


def arguments(office: Office) -> list[str]:
    """What the program was started with."""
    return (office.folder / "arguments").read_text().splitlines()


def found(office: Office, declared: EngineSettings) -> FoundEngine:
    """What is found of it, after the three."""
    return find_engines(office.standins.environment, {"mine": declared})[3]


def test_a_declared_program_gets_the_prompt_on_standard_input_and_its_block_is_the_ballot(office: Office) -> None:
    install(office, BLOCK)
    declared = settings('arguments = ["--print", "--model={model}", "{call}"]')
    assert office.ask("mine:large", settings=declared).vote == GOOD
    assert (office.folder / "prompt").read_text() == PROMPT
    assert arguments(office)[:2] == ["--print", "--model=large"]
    assert office.ask("mine", settings=declared).vote == GOOD
    assert arguments(office)[0] == "--print"
    assert not [word for word in arguments(office) if "model" in word]


@pytest.mark.parametrize(
    ("envelope", "output"),
    [
        ("claude", {"type": "result", "is_error": False, "result": BLOCK, "total_cost_usd": 1, "usage": {}}),
        ("gemini", {"response": BLOCK}),
    ],
)
def test_its_output_is_read_as_its_envelope_says(office: Office, envelope: str, output: object) -> None:
    install(office, json.dumps(output))
    answered = office.ask("mine", settings=settings(f'arguments = []\nenvelope = "{envelope}"'))
    assert answered.reply.envelope == envelope, "the record says how it is read"
    assert answered.vote == GOOD


def test_a_tool_call_in_its_stream_makes_its_seat_an_error(office: Office) -> None:
    events = [{"type": "item.completed", "item": {"type": "web_search"}}, {"type": "turn.completed", "usage": {}}]
    install(office, "\n".join(map(json.dumps, events)))
    assert office.ask("mine", settings=settings('arguments = []\nenvelope = "codex"')).letter.why == "tool_use"


def test_its_schema_is_a_file_of_the_call(office: Office) -> None:
    install(office, json.dumps({**GOOD, "nonce": NONCE}))
    declared = settings('arguments = ["-p"]\nschema_flag = "--schema"')
    voter = office.voter("mine", declared)
    assert voter.program.argv[1:] == ["-p", "--schema", "{call}/schema.json"]
    assert office.ask("mine", settings=declared).vote == GOOD
    assert "--schema" not in office.voter("mine", declared._replace(structured_output=False)).program.argv


@pytest.mark.parametrize(("status", "logged_in"), [(0, True), (1, False), (7, None)])
def test_its_log_in_is_checked_by_its_own_command(office: Office, status: int, logged_in: bool | None) -> None:
    file = install(office, "", status)
    mine = found(office, settings('arguments = []\nlogin = ["status"]'))
    assert (mine.engine, mine.program, mine.logged_in) == ("mine", str(file), logged_in)
    assert mine.remedy == ("" if logged_in else "mine status")


def test_what_is_missing_is_said_with_how_to_get_it(office: Office) -> None:
    mine = found(office, settings('arguments = []\nget = "pip install mine"'))
    assert (mine.missing, mine.remedy) == ("no program called 'mine' on the PATH", "pip install mine")


def test_a_program_can_be_declared_under_another_name_than_its_own(office: Office) -> None:
    file = install(office, BLOCK)
    assert office.voter("mine", settings(f'program = "{file}"\narguments = []')).program.argv == [str(file)]


def test_without_arguments_nothing_is_declared(office: Office) -> None:
    with pytest.raises(DocumentError, match="found an unknown kind"):
        settings("timeout = 5")
    with pytest.raises(InputError, match="no kind of voter called 'mine'"):
        office.voter("mine")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[engines.claude]\narguments = ["-p"]',
            "2: engines.claude.arguments: found a setting that claude does not have",
        ),
        ('[engines.mine]\narguments = []\nenvelope = "xml"', "3: engines.mine.envelope: found 'xml'; allowed: text"),
    ],
)
def test_what_is_wrong_with_a_declaration_is_said_with_its_line(text: str, said: str) -> None:
    with pytest.raises(DocumentError) as refused:
        read_settings(text)
    assert said in str(refused.value)


def test_a_projects_file_declares_no_program() -> None:
    text = '[engines.mine]\nprogram = "./mine"\narguments = []\nlogin = ["status"]\n'
    with pytest.raises(DocumentError) as refused:
        read_settings(text, is_users=False)
    keys = [problem.path[-1] for problem in refused.value.problems]
    assert keys == ["program", "arguments", "login"]


def test_a_projects_panel_names_no_declared_program() -> None:
    with pytest.raises(DocumentError, match="a program or an address"):
        read_settings('[panels.p]\nseats = [{seat = "a", voter = "mine"}]\n', is_users=False)
