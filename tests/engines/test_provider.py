"""A company's provider in Codex's own configuration is kept and counts as logged in; nothing else of the file is."""

import json
from pathlib import Path

import pytest

from quorate.core.errors import InputError
from quorate.voters.port import EngineSettings
from quorate.voters.programs.discovery import FoundEngine, find_engines
from tests.engines.asking import GOOD, Office

CORPORATE = """
model_provider = "corp"
model = "corp-gpt-7"
notify = ["sh", "-c", "touch /tmp/trap"]

[mcp_servers.trap]
command = "sh"

[model_providers.corp]
name = "Corporation"
base_url = "https://llm.corp.example/v1"
wire_api = "responses"
env_key = "CORP_KEY"
query_params = {api-version = "2026-01-01"}
http_headers = {"X-Team" = "secret-of-a-team"}

[model_providers.other]
base_url = "https://other.example/v1"
"""


def configure(office: Office, text: str, folder: str = ".codex") -> Path:
    """Codex's own configuration."""
    file = office.standins.home / folder / "config.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    return file


def found(office: Office, **environment: str) -> FoundEngine:
    """What is found of Codex."""
    return find_engines({**office.standins.environment, **environment}, {})[1]


def test_the_provider_and_its_model_are_kept_and_nothing_else(office: Office) -> None:
    configure(office, CORPORATE)
    office.install("codex", logged_in=False, shows=("CORP_KEY",))
    assert office.ask("codex", environment={"CORP_KEY": "key-of-a-test"}).vote == GOOD
    (run,) = office.standins.calls("codex")
    assert run.fixed == {"CORP_KEY": "key-of-a-test"}
    assert {'model_provider="corp"', 'model="corp-gpt-7"', "--ignore-user-config"} <= set(run.arguments)
    assert 'api-version" = "2026-01-01"' in " ".join(run.arguments)
    assert not [word for word in run.arguments if "trap" in word or "other.example" in word]


def test_what_is_secret_in_the_file_stands_in_no_argument_and_in_no_record(office: Office) -> None:
    token = CORPORATE.replace('env_key = "CORP_KEY"', 'experimental_bearer_token = "token-of-a-test"')
    configure(office, token)
    variables = ("QUORATE_CODEX_TOKEN", "QUORATE_CODEX_HEADER_1")
    office.install("codex", "401", logged_in=False, shows=variables, tells=variables)
    reply = office.ask("codex", environment={"CODEX_API_KEY": "x"}).reply
    (run,) = office.standins.calls("codex")
    assert run.fixed == dict(zip(variables, ("token-of-a-test", "secret-of-a-team"), strict=True))
    for secret in run.fixed.values():
        assert secret not in json.dumps(run.arguments)
        assert secret not in str(reply)


def test_a_provider_counts_as_logged_in_if_its_key_is_there(office: Office) -> None:
    file = configure(office, CORPORATE)
    office.install("codex", logged_in=False)
    there, missing = found(office, CORP_KEY="x"), found(office)
    assert (there.logged_in, there.how) == (True, f"corp in {file}")
    assert (missing.logged_in, missing.how) == (False, f"corp in {file}, which needs CORP_KEY")
    assert not [run for run in office.standins.runs("codex") if run.kind == "status"]


def test_a_provider_that_needs_no_key_counts_as_logged_in(office: Office) -> None:
    configure(office, 'profile = "work"\n[profiles.work]\nmodel_provider = "lmstudio"\n')
    office.install("codex", logged_in=False)
    assert found(office).logged_in is True


def test_a_provider_with_the_log_in_of_codex_is_judged_by_it(office: Office) -> None:
    configure(
        office, 'model_provider = "p"\n[model_providers.p]\nbase_url = "https://p"\nrequires_openai_auth = true\n'
    )
    office.install("codex", logged_in=False)
    assert (found(office).logged_in, found(office).how) == (False, "codex login status")


def test_a_provider_in_the_settings_takes_the_place_of_the_one_in_the_file(office: Office) -> None:
    configure(office, CORPORATE)
    argv = office.voter("codex", EngineSettings(flags=("-c", 'model_provider="mine"'))).program.argv
    assert 'model_provider="mine"' in argv
    assert "corp" not in " ".join(argv)


def test_the_address_of_openai_is_kept(office: Office) -> None:
    configure(office, 'model = "gpt-x"\nopenai_base_url = "https://proxy.corp.example/v1"\n')
    argv = office.voter("codex").program.argv
    assert 'openai_base_url="https://proxy.corp.example/v1"' in argv
    assert "gpt-x" not in " ".join(argv)


def test_the_configuration_is_where_codex_looks_for_it(office: Office) -> None:
    file = configure(office, CORPORATE, "elsewhere")
    argv = office.voter("codex", environment={"CODEX_HOME": str(file.parent)}).program.argv
    assert 'model_provider="corp"' in argv


@pytest.mark.parametrize("odd", ['http_headers = "x"', "env_key = 7", "env_http_headers = {X = 7}", "base_url = []"])
def test_a_provider_with_odd_values_is_left_to_codex_to_refuse(office: Office, odd: str) -> None:
    configure(office, f'model_provider = "p"\n[model_providers.p]\n{odd}\n')
    assert 'model_provider="p"' in office.voter("codex").program.argv


def test_a_configuration_that_is_none_is_refused_with_its_place(office: Office) -> None:
    file = configure(office, "model_provider = ")
    office.install("codex", logged_in=False)
    with pytest.raises(InputError, match="cannot be read"):
        office.voter("codex")
    assert (found(office).logged_in, str(file) in found(office).how) == (False, True)
