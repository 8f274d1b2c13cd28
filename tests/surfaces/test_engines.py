"""`quorate engines`: what is here, what is missing, and how to get it. Nothing is spent."""

import json
import re

import pytest

from quorate.voters.programs.discovery import FoundEngine
from tests.surfaces.engine_room import ALL, EngineRoom


def test_every_engine_stands_in_the_table_with_its_version_and_program(room: EngineRoom) -> None:
    room.install(*ALL)
    ended = room("engines")
    assert (ended.status, ended.err) == (0, "")
    titles, *rows = ended.out.splitlines()
    assert titles.split("  ")[0] == "Engine"
    assert [row.split()[:3] for row in rows] == [
        ["claude", "2.1.325", "yes"],
        ["codex", "0.166.0", "yes"],
        ["gemini", "0.61.0", "yes"],
    ]
    assert all(f"{room.standins.folder}/bin/" in row for row in rows)


def test_what_is_missing_is_said_with_how_to_get_it_and_that_is_no_failure(room: EngineRoom) -> None:
    room.install("claude")
    ended = room("engines")
    assert (ended.status, ended.err) == (0, "")
    assert "\ncodex: no program called 'codex' on the PATH; npm install -g @openai/codex, then: " in ended.out
    assert "\ngemini: no program called 'gemini' on the PATH; npm install -g @google/gemini-cli" in ended.out
    assert "claude:" not in ended.out


def test_who_is_logged_out_too_old_or_unclear_is_told_apart(room: EngineRoom) -> None:
    room.standins.install("claude", logged_in=False)
    room.standins.install("codex", "0.100.0")
    room.standins.install("gemini")
    (room.standins.home / ".env").write_text("")
    ended = room("engines", GEMINI_API_KEY="")
    assert [row.split()[2] for row in ended.out.splitlines()[1:4]] == ["no", "unknown", "unknown"]
    assert "claude: claude is not logged in; claude auth login, or set ANTHROPIC_API_KEY" in ended.out
    assert re.search(r"^codex: codex 0.100.0 is too old; .*; npm install -g @openai/codex$", ended.out, re.MULTILINE)
    assert "gemini: cannot tell whether it is logged in" in ended.out


def test_a_version_that_offers_its_model_tools_is_named_with_the_one_that_does_not(room: EngineRoom) -> None:
    room.standins.install("codex", "0.145.0")
    out = room("engines").out
    assert "\ncodex: 0.145.0 offers its model tools; a seat whose model calls one has failed" in out
    assert "0.146.0" in out
    assert "ツール" in room("engines", "--lang", "ja").out
    room.standins.install("codex", "0.146.0")
    assert "tools" not in room("engines").out


def test_without_any_engine_the_table_still_names_all_three(room: EngineRoom) -> None:
    ended = room("engines")
    assert [row.split()[0] for row in ended.out.splitlines()[1:4]] == list(ALL)
    assert not room.home.exists()


def test_json_is_a_list_with_the_same_fields(room: EngineRoom) -> None:
    room.install("codex")
    found = room.json("engines")
    assert [one["engine"] for one in found] == list(ALL)
    assert all(list(one) == list(FoundEngine._fields) for one in found)
    assert found[1] == {
        **FoundEngine("codex", f"{room.standins.folder}/bin/codex", "0.166.0", True, "codex login status")._asdict()
    }
    assert found[0]["missing"]
    assert found[0]["remedy"]


def test_nothing_is_spent_and_only_the_notes_are_written(room: EngineRoom) -> None:
    room.install(*ALL)
    assert room("engines").status == 0
    assert room.calls() == {}
    assert room.kept() == ["engines.json"]
    assert [path.name for path in room.standins.home.rglob("*")] == []
    assert sorted(path.name for path in room.folder.iterdir()) == ["home", "stand-ins"]


def test_what_was_found_is_kept_for_a_while_unless_a_fresh_look_is_asked_for(room: EngineRoom) -> None:
    room.install("codex")

    def looks() -> int:
        return [run.kind for run in room.standins.runs("codex")].count("status")

    assert room("engines").out == room("engines").out
    assert looks() == 1
    room("engines", "--refresh")
    assert looks() == 2


def test_a_local_model_server_is_hinted_at(room: EngineRoom) -> None:
    ollama = room.standins.folder / "bin" / "ollama"
    ollama.write_text("#!/bin/sh\n")
    ollama.chmod(0o755)
    assert "openai:MODEL@http://127.0.0.1:11434/v1" in room("engines").out.splitlines()[-1]


def test_the_program_of_the_settings_is_looked_for(room: EngineRoom) -> None:
    room.install("claude")
    place = room.standins.folder / "bin"
    (place / "claude").rename(place / "claude-next")
    room.user_settings('[engines.claude]\nprogram = "claude-next"\n')
    assert room.json("engines")[0]["program"].endswith("/bin/claude-next")


def test_what_a_path_holds_cannot_steer_the_terminal(room: EngineRoom) -> None:
    room.user_settings('[engines.claude]\nprogram = "no\\u001b[2Jsuch\\u202e"\n')
    ended = room("engines")
    assert "\x1b" not in ended.out + ended.err
    assert "\u202e" not in ended.out + ended.err
    assert "\x1b" not in room("engines", "--json").out


@pytest.mark.parametrize(("lang", "title"), [("en", "Logged in"), ("ja", "ログイン")])
def test_the_table_speaks_the_readers_language(lang: str, title: str, room: EngineRoom) -> None:
    assert title in room("engines", "--lang", lang).out


def test_notes_that_are_damaged_are_looked_up_anew(room: EngineRoom) -> None:
    room.install("codex")
    room.home.mkdir()
    (room.home / "engines.json").write_text("{")
    assert room.json("engines")[1]["logged_in"] is True
    assert "codex" in json.loads((room.home / "engines.json").read_text())
