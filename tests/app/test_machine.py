"""The engines of this machine, and the first settings of a folder."""

import os
from pathlib import Path

import pytest

from quorate.app.machine.first_settings import first_settings, survey_engines, write_settings
from quorate.core.errors import InputError
from quorate.settings import read_settings
from quorate.voters.programs.discovery import is_usable

Environment = dict[str, str]


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    """A machine without engines, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "home").mkdir(mode=0o700)
    return {"PATH": str(tmp_path / "bin"), "HOME": str(tmp_path), "QUORATE_HOME": str(tmp_path / "home")}


async def test_an_engine_that_is_not_here_is_listed_with_what_is_missing(environment: Environment) -> None:
    survey = await survey_engines(environment)
    assert [one.engine for one in survey.engines] == ["claude", "codex", "gemini"]
    assert all(one.missing and not is_usable(one) for one in survey.engines)


async def test_an_engine_that_was_installed_since_is_found_at_once_on_demand(environment: Environment) -> None:
    await survey_engines(environment)
    program = Path(environment["PATH"]) / "codex"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho codex-cli 1.2.3\n")
    program.chmod(0o755)
    found = (await survey_engines(environment, refresh=True)).engines
    assert [one.program for one in found] == ["", str(program), ""]


async def test_first_settings_are_settings_and_are_only_printed(environment: Environment) -> None:
    first = await first_settings(environment)
    assert read_settings(first.text, is_users=False)
    assert os.listdir() == ["home"]


async def test_a_file_that_is_there_is_kept_unless_it_is_forced(environment: Environment) -> None:
    file = Path("quorate.toml")
    file.write_text("# mine\n")
    with pytest.raises(InputError, match="already exists"):
        await write_settings(file, environment=environment)
    assert file.read_text() == "# mine\n"
    written = await write_settings(file, force=True, environment=environment)
    assert file.read_text() == written.text


async def test_a_file_that_cannot_be_written_leaves_nothing_behind(environment: Environment) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        await write_settings(Path("none/quorate.toml"), environment=environment)
    assert os.listdir() == ["home"]
