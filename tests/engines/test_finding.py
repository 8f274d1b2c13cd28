"""Which engines can be asked: found out without a call, in parallel, and remembered for a while."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from quorate.voters.port import EngineSettings
from quorate.voters.programs import login
from quorate.voters.programs.discovery import VALID_SECONDS, FoundEngine, find_engines, hints, is_usable
from tests.engines.asking import ENGINES, Office
from tests.patience import timeouts


def find(
    office: Office, cache: Path | None = None, now: float = 0.0, environment: Mapping[str, str] | None = None
) -> dict[str, FoundEngine]:
    found = find_engines({**office.standins.environment, **(environment or {})}, {}, cache, lambda: now)
    return {one.engine: one for one in found}


def kinds(office: Office) -> dict[str, list[str]]:
    return {engine: [run.kind for run in office.standins.runs(engine)] for engine in ENGINES}


def gemini_settings(office: Office, value: object) -> None:
    (office.standins.home / ".gemini").mkdir(exist_ok=True)
    (office.standins.home / ".gemini" / "settings.json").write_text(json.dumps(value))


def test_nothing_installed_is_told_with_how_to_get_it(office: Office) -> None:
    found = find(office)
    assert list(found) == list(ENGINES)
    assert not any(map(is_usable, found.values()))
    assert found["codex"] == FoundEngine(
        "codex",
        how="PATH",
        missing="no program called 'codex' on the PATH",
        remedy="npm install -g @openai/codex, then: codex login, or set CODEX_API_KEY",
    )


def test_what_is_installed_and_logged_in_is_found_without_a_call(office: Office) -> None:
    for engine in ENGINES:
        office.install(engine)
    gemini_settings(office, {"security": {"auth": {"selectedType": "oauth-personal"}}})
    (office.standins.home / ".gemini" / "oauth_creds.json").write_text("{}")
    found = find(office)
    assert [(one.version, one.logged_in, one.missing, one.remedy) for one in found.values()] == [
        ("2.1.325", True, "", ""),
        ("0.166.0", True, "", ""),
        ("0.61.0", True, "", ""),
    ]
    assert all(map(is_usable, found.values()))
    assert [one.how for one in found.values()][:2] == ["claude auth status", "codex login status"]
    assert kinds(office) == {"claude": ["status"], "codex": ["status"], "gemini": []}


def test_who_is_logged_out_is_told_how_to_log_in(office: Office) -> None:
    for engine in ENGINES:
        office.install(engine, logged_in=False)
    found = find(office)
    assert [(one.logged_in, one.missing, one.remedy) for one in found.values()] == [
        (False, "claude is not logged in", "claude auth login, or set ANTHROPIC_API_KEY"),
        (False, "codex is not logged in", "codex login, or set CODEX_API_KEY"),
        (False, "gemini is not logged in", "set GEMINI_API_KEY, or log in with a Standard or Enterprise account"),
    ]
    assert not any(map(is_usable, found.values()))


def test_a_key_in_the_environment_is_a_login(office: Office) -> None:
    for engine in ENGINES:
        office.install(engine, logged_in=False)
    found = find(office, environment=dict.fromkeys(("ANTHROPIC_API_KEY", "CODEX_API_KEY", "GEMINI_API_KEY"), "x"))
    assert [one.logged_in for one in found.values()] == [True, True, True]
    assert found["codex"].how == "CODEX_API_KEY"
    assert find(office, environment={"OPENAI_API_KEY": "x"})["codex"].logged_in is False  # codex looks elsewhere


@pytest.mark.parametrize(
    ("settings", "logged_in"),
    [
        ({"security": {"auth": {"selectedType": "oauth-personal"}}}, None),
        ({"security": {"auth": {"selectedType": "gemini-api-key"}}}, None),
        ({"security": {"auth": {"selectedType": 7}}}, False),
        ({"security": "x"}, False),
        ([], False),
    ],
)
def test_from_what_gemini_keeps_it_is_told_as_far_as_it_can_be(
    office: Office, settings: object, logged_in: bool | None
) -> None:
    office.install("gemini")
    gemini_settings(office, settings)
    found = find(office)["gemini"]
    assert found.logged_in is logged_in
    assert is_usable(found) is (logged_in is None)


def test_a_key_of_gemini_may_stand_in_a_file_of_its_own(office: Office) -> None:
    office.install("gemini")
    (office.standins.home / ".gemini").mkdir()
    (office.standins.home / ".gemini" / ".env").write_text("GEMINI_API_KEY=x")
    assert find(office)["gemini"].logged_in is None


def test_a_provider_in_the_settings_is_not_judged(office: Office) -> None:
    office.install("codex", logged_in=False)
    settings = {"codex": EngineSettings(flags=("-c", 'model_provider="mine"'))}
    found = find_engines(office.standins.environment, settings)[1]
    assert (found.logged_in, found.missing) == (None, "")


def test_what_is_too_old_is_told(office: Office) -> None:
    office.install("codex", version="0.100.0")
    found = find(office)["codex"]
    assert found.missing == "codex 0.100.0 is too old; 0.129.0 or later is needed"
    assert found.remedy == "npm install -g @openai/codex"
    assert not is_usable(found)


def test_all_are_asked_at_the_same_time(office: Office) -> None:
    met = office.folder / "met"
    waits = f"#!/bin/sh\necho here >> {met}\nuntil [ $(wc -l < {met}) = 2 ]; do sleep 0.02; done\n"
    for engine in ("claude", "codex"):
        office.standins.install(engine).resolve().write_text(waits + "echo '{\"loggedIn\": true}'\n")
    found = find(office)
    assert (found["claude"].logged_in, found["codex"].logged_in) == (True, True)


def test_who_does_not_answer_is_not_waited_for_and_not_taken_for_logged_out(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.install("claude", "mute")
    office.install("codex", "mute")
    for seconds in timeouts(0.5):
        monkeypatch.setattr(login, "_PATIENCE", seconds)
        found = find(office)
        if all(map(office.standins.runs, ("claude", "codex"))):
            break
    assert [(one.logged_in, is_usable(one)) for one in found.values()][:2] == [(None, True), (None, True)]
    assert found["claude"].how == "claude auth status, which did not answer"
    for engine in ("claude", "codex"):
        assert not os.path.exists(f"/proc/{office.standins.runs(engine)[0].process}")


@pytest.mark.parametrize("said", ["[]", "{}", '{"loggedIn": "yes"}', "x" * 100_000, "[" * 50_000])
def test_an_odd_answer_about_the_login_is_no_answer(office: Office, said: str) -> None:
    file = office.standins.install("claude")
    file.resolve().write_text(f"#!/bin/sh\ncat <<'END'\n{said}\nEND\n")
    assert find(office)["claude"].logged_in is None


def test_programs_are_asked_with_the_same_little_of_the_environment(office: Office) -> None:
    office.install("claude")
    find(office, environment={"ANTHROPIC_API_KEY": "x", "GITHUB_TOKEN": "x"})
    (run,) = office.standins.runs("claude")
    assert "ANTHROPIC_API_KEY" in run.environment
    assert "GITHUB_TOKEN" not in run.environment


# --- what is remembered ----------------------------------------------------------------------------------


def test_an_answer_holds_for_ten_minutes(office: Office, tmp_path: Path) -> None:
    office.install("claude")
    cache = tmp_path / "new" / "engines.json"
    first = find(office, cache, now=1000.0)
    assert find(office, cache, now=1000.0 + VALID_SECONDS - 1) == first
    assert kinds(office)["claude"] == ["status"]
    assert find(office, cache, now=1000.0 + VALID_SECONDS) == first
    assert kinds(office)["claude"] == ["status", "status"]
    assert cache.stat().st_mode & 0o777 == 0o600


def test_who_was_told_to_log_in_is_asked_again_at_once(office: Office, tmp_path: Path) -> None:
    office.install("claude", logged_in=False)
    cache = tmp_path / "engines.json"
    assert find(office, cache)["claude"].logged_in is False
    office.install("claude", logged_in=True)
    assert find(office, cache)["claude"].logged_in is True


@pytest.mark.parametrize(
    "environment", [{"ANTHROPIC_API_KEY": "secret-of-a-test"}, {"CLAUDE_CONFIG_DIR": "/elsewhere"}, {"HOME": "/other"}]
)
def test_an_answer_is_forgotten_when_something_changes(
    office: Office, tmp_path: Path, environment: Mapping[str, str]
) -> None:
    office.install("claude")
    cache = tmp_path / "engines.json"
    find(office, cache)
    find(office, cache, environment=environment)
    assert kinds(office)["claude"] == ["status", "status"]
    assert "secret-of-a-test" not in cache.read_text()


def test_an_answer_is_forgotten_when_the_program_or_its_login_changes(office: Office, tmp_path: Path) -> None:
    file = office.standins.install("claude")
    cache = tmp_path / "engines.json"
    find(office, cache)
    os.utime(file.resolve(), (1, 1))
    find(office, cache)
    (office.standins.home / ".claude").mkdir()
    (office.standins.home / ".claude" / ".credentials.json").write_text("{}")
    find(office, cache)
    assert kinds(office)["claude"] == ["status"] * 3


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b'{"claude": 7}', b'{"claude": {"at": "x"}}', b"[" * 99_999])
def test_a_cache_that_is_none_is_passed_over(office: Office, tmp_path: Path, content: bytes) -> None:
    office.install("claude")
    cache = tmp_path / "engines.json"
    cache.write_bytes(content)
    assert find(office, cache)["claude"].logged_in is True
    assert json.loads(cache.read_text())["claude"]["logged_in"] is True


def test_a_cache_that_cannot_be_written_is_done_without(office: Office, tmp_path: Path) -> None:
    office.install("claude")
    (tmp_path / "file").touch()
    assert find(office, tmp_path / "file" / "engines.json")["claude"].logged_in is True


# --- more ------------------------------------------------------------------------------------------------


def test_ollama_is_mentioned_where_it_is_installed(tmp_path: Path) -> None:
    (tmp_path / "ollama").write_text("#!/bin/sh\n")
    (tmp_path / "ollama").chmod(0o755)
    assert hints({"PATH": "/nowhere"}) == []
    (hint,) = hints({"PATH": str(tmp_path)})
    assert "openai:MODEL@http://127.0.0.1:11434/v1" in hint
