"""`quorate init`: a settings file that can be used as it is, with everything else explained."""

import os
import re
from collections.abc import Sequence

import pytest

from quorate.settings import ENGINE_KEYS, FILE, PANEL_KEYS, USERS_KEYS, read_settings
from tests.surfaces.engine_room import ALL, EngineRoom

SWITCHED_OFF = re.compile(r"^(\s*)#(?! \S)", re.MULTILINE)
SOME = [(), ("claude",), ("gemini",), ("claude", "gemini"), ("codex", "gemini"), ALL]


@pytest.mark.parametrize("engines", SOME, ids=lambda engines: " ".join(engines) or "none")
def test_what_is_written_is_read_back_without_problems(engines: Sequence[str], room: EngineRoom) -> None:
    room.install(*engines)
    ended = room("init")
    assert (ended.status, ended.out) == (0, "")
    settings = read_settings((room.folder / "quorate.toml").read_text(encoding="utf-8"), is_users=False)
    assert list(settings.panels) == [name for name, least in (("engines", 2), ("simple", 1)) if len(engines) >= least]
    if len(engines) > 1:
        assert [seat["voter"] for seat in settings.panels["engines"]["panel"]] == list(engines)
    if engines:
        assert {seat["voter"] for seat in settings.panels["simple"]["panel"]} == {engines[0]}


@pytest.mark.parametrize("engines", SOME, ids=lambda engines: " ".join(engines) or "none")
def test_all_that_is_switched_off_can_be_switched_on(engines: Sequence[str], room: EngineRoom) -> None:
    room.install(*engines)
    text = SWITCHED_OFF.sub(r"\1", room("init", "--print").out)
    settings = read_settings(text, is_users=False)
    assert list(settings.panels) == ["engines", "simple", "people", "scorecard"]
    assert [seat["voter"] for seat in settings.panels["engines"]["panel"]] == list(ALL)
    assert [key for key in FILE if getattr(settings, key) in ("", (), {}, None)] == [
        "store",
        "contributions",
        "trusted",
        "fleet",
        "lenses",
        "notify",
        "webhooks",
        "templates",
    ]


def test_every_key_is_explained(room: EngineRoom) -> None:
    text = room("init", "--print").out
    assert [key for key, field in FILE.items() if f"# {field.help}" not in text or key not in text] == []
    signs = {key: f"\n# - {key}: " if key in USERS_KEYS else f"\n#{key} = " for key in ENGINE_KEYS}
    assert [key for key, sign in signs.items() if sign not in text] == []
    assert [key for key in PANEL_KEYS if f"\n# {key}: " not in text] == []


def test_an_engine_that_is_not_there_is_commented_out_with_the_reason(room: EngineRoom) -> None:
    room.install("claude", "gemini")
    lines = room("init", "--print").out.splitlines()
    assert '  #{seat = "Codex", voter = "codex"},  # no program called \'codex\' on the PATH' in lines


def test_what_to_do_next_is_said(room: EngineRoom) -> None:
    room.install("claude", "codex")
    assert room("init").err.splitlines() == [
        "quorate.toml written; panel: Claude and Codex",
        "missing: Gemini; `quorate engines` shows how to get them",
        'try: quorate decide "Adopt Postgres for the queue?" --dry-run',
    ]
    (room.standins.folder / "bin" / "claude").unlink()
    (room.standins.folder / "bin" / "codex").unlink()
    assert room("init", "--force").err.splitlines()[0] == "quorate.toml written; no engine found"


def test_the_panels_that_it_names_can_be_asked(room: EngineRoom) -> None:
    room.install("claude", "codex")
    room("init")
    plan = room.json("decide", "Adopt?", "--panel", "engines", "--dry-run")
    assert (plan["mode"], [seat["name"] for seat in plan["seats"]]) == ("engine", ["Claude", "Codex"])
    assert room.json("decide", "Adopt?", "--panel", "simple")["verdict"]["result"] == "UNANIMOUS"
    assert room.calls() == {"claude": 3}


def test_a_file_that_is_there_is_kept(room: EngineRoom) -> None:
    room.settings("# mine\n")
    ended = room("init")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("quorate.toml already exists and was kept; --force overwrites it")
    assert (room.folder / "quorate.toml").read_text() == "# mine\n"
    assert room("init", "--force").status == 0
    assert "[panels.engines]" in (room.folder / "quorate.toml").read_text()


def test_a_file_that_cannot_be_understood_is_kept_too(room: EngineRoom) -> None:
    room.settings("stor = 1\n")
    assert room("init").err.startswith("quorate.toml already exists")


def test_printed_settings_are_written_nowhere(room: EngineRoom) -> None:
    ended = room("init", "--print")
    assert (ended.status, ended.err) == (0, "")
    assert sorted(path.name for path in room.folder.iterdir()) == ["stand-ins"]


def test_where_it_cannot_be_written_nothing_is_left_behind(room: EngineRoom) -> None:
    (room.folder / "quorate.toml").symlink_to("no/such/folder/quorate.toml")
    ended = room("init", "--force")
    assert (ended.status, ended.out) == (2, "")
    assert "quorate.toml cannot be written here: no such file or directory" in ended.err
    assert sorted(path.name for path in room.folder.iterdir()) == ["quorate.toml", "stand-ins"]


def test_a_link_stays_a_link(room: EngineRoom) -> None:
    room.file("shared.toml", "")
    (room.folder / "quorate.toml").symlink_to("shared.toml")
    assert room("init").status == 2
    assert room("init", "--force").status == 0
    assert os.readlink(room.folder / "quorate.toml") == "shared.toml"
    assert "[panels.engines]" in (room.folder / "shared.toml").read_text()
