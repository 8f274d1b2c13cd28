"""What the environment, the settings, the clock and chance say."""

import os
import pwd
from datetime import UTC
from pathlib import Path

import pytest

from quorate import config
from quorate.core.errors import DocumentError, InputError


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


def test_a_terminal_that_is_said_to_be_dumb_redraws_nothing() -> None:
    assert config.terminal_redraws({"TERM": "xterm", "NO_COLOR": "1"})
    assert not config.terminal_redraws({"TERM": "dumb"})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project without settings, of a user without settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def test_home_is_where_the_environment_says_else_the_platforms_place_for_data(folder: Path) -> None:
    assert config.home({"QUORATE_HOME": "here"}) == folder / "here"
    assert config.home({}).name == "quorate"
    assert not config.home({}).exists()


def test_home_is_made_for_its_owner_alone_with_all_that_is_missing_above_it(folder: Path) -> None:
    before = os.umask(0)
    made = config.make_home({"QUORATE_HOME": str(folder / "a" / "b")})
    os.umask(before)
    assert [one.stat().st_mode & 0o777 for one in (made, made.parent)] == [0o700, 0o700]
    assert config.make_home({"QUORATE_HOME": str(made)}) == made


def test_the_record_is_stated_else_in_the_environment_else_in_settings_else_at_home(folder: Path) -> None:
    home = {"QUORATE_HOME": str(folder / "home")}
    assert config.store(None, home) == str(folder / "home" / "quorate.db")
    config.user_file().parent.mkdir(parents=True)
    config.user_file().write_text('store = "mine.db"')
    assert config.store(None, home) == str(config.user_file().parent / "mine.db")
    config.user_file().write_text(f'store = "mine.db"\ntrusted = ["{folder}"]\n')
    (folder / "quorate.toml").write_text('store = "ours.db"')
    assert config.store(None, home) == "ours.db"
    assert config.store(None, {**home, "QUORATE_STORE": "x.db"}) == "x.db"
    assert config.store("y.db", {**home, "QUORATE_STORE": "x.db"}) == "y.db"


@pytest.mark.usefixtures("folder")
def test_a_record_that_nobody_has_named_is_not_stated() -> None:
    assert config.stated_store(None, {"QUORATE_STORE": ""}) == ""
    assert config.stated_store(None, {"QUORATE_STORE": "x.db"}) == "x.db"
    config.user_file().parent.mkdir(parents=True)
    config.user_file().write_text('store = "/data/mine.db"')
    assert config.stated_store(None, {}) == "/data/mine.db"


def test_who_named_the_record_is_known(folder: Path) -> None:
    assert config.is_named_by_user("x.db", {})
    assert config.is_named_by_user(None, {"QUORATE_STORE": "x.db"})
    assert config.is_named_by_user(None, {"QUORATE_HOME": "home"})
    assert not config.is_named_by_user(None, {})
    config.user_file().parent.mkdir(parents=True)
    config.user_file().write_text(f'store = "mine.db"\ntrusted = ["{folder}"]\n')
    assert config.is_named_by_user(None, {})
    (folder / "quorate.toml").write_text('store = "ours.db"')
    assert not config.is_named_by_user(None, {})


@pytest.mark.parametrize("address", ["quorate.db", "/data/quorate.db", "sqlite:///x.db", "postgresql://u@h/d"])
def test_a_project_chooses_no_record_unless_its_folder_is_trusted(address: str, folder: Path) -> None:
    (folder / "quorate.toml").write_text(f'# ours\nstore = "{address}"\n')
    with pytest.raises(
        DocumentError, match=r"quorate\.toml:2: store: found a setting that is not for projects; allowed: in"
    ):
        config.store(None, {})
    config.user_file().parent.mkdir(parents=True)
    config.user_file().write_text(f'trusted = ["{folder}"]')
    assert config.store(None, {}) == address


def test_a_link_to_the_users_settings_does_not_make_a_folder_the_users(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config.user_file().parent.mkdir(parents=True)
    config.user_file().write_text('store = "mine.db"')
    (folder / "quorate.toml").symlink_to(config.user_file())
    with pytest.raises(DocumentError, match="store: found a setting that is not for projects"):
        config.store(None, {})
    monkeypatch.chdir(config.user_file().parent)
    assert config.store(None, {}) == "mine.db"


@pytest.mark.parametrize(
    "address",
    [
        "postgres:u:very-secret@h/d",
        "postgresql:/h",
        "sqlite:x.db",
        "u:very-secret@h/d",
        "//u:very-secret@h/d",
        "user=u",
        "",
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_only_looks_like_an_address_is_refused_and_not_shown(address: str) -> None:
    config.user_file().parent.mkdir(parents=True)
    config.user_file().write_text(f"store = '{address}'")
    for stated, environment in ((address, {}), (None, {"QUORATE_STORE": address}), (None, {})):
        with pytest.raises(InputError) as refused:
            config.store(stated, environment)
        assert "very-secret" not in str(refused.value)


@pytest.mark.parametrize("address", ["x.db", "./a:b.db", "C:/x.db", "/data/user=1/x.db", "u@h.db", "postgresql:///q"])
def test_a_file_may_have_any_other_name(address: str, folder: Path) -> None:
    assert config.store(address, {}) == address
    (folder / "notes:2026.db").touch()
    assert config.store("notes:2026.db", {}) == "notes:2026.db"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (b"store = ", "quorate.toml:1: document: found a syntax error: Invalid value; allowed: TOML"),
        (b"\n\nstore 1\n", "quorate.toml:3: document: found a syntax error: Expected '='"),
        (b'store = "a\n"', "quorate.toml:1: document: found a syntax error"),
        (b"\n[stores]\nx = 1", "quorate.toml:2: stores: found an unknown key; allowed: store (nearest)"),
        (b"x = 1\nstore = 1", "quorate.toml:1: x: found an unknown key; allowed: contributions, engines, fleet, gate"),
        (b"x = 1\nstore = 1", "quorate.toml:2: store: found the number 1; allowed: text that is not empty"),
        (b"store = ''", "quorate.toml:1: store: found ''; allowed: text that is not empty"),
        (b"\xff", "quorate.toml:1: document: found the byte 0xff, which is not UTF-8"),
    ],
)
def test_settings_that_cannot_be_understood_are_refused(settings: bytes, said: str, folder: Path) -> None:
    (folder / "quorate.toml").write_bytes(settings)
    with pytest.raises(DocumentError) as refused:
        config.store(None, {"QUORATE_HOME": "home"})
    assert said in str(refused.value)


def test_settings_that_say_nothing_are_fine(folder: Path) -> None:
    (folder / "quorate.toml").write_text("# nothing yet\n")
    assert config.store(None, {"QUORATE_HOME": "home"}) == str(folder / "home" / "quorate.db")


def test_who_acts_is_said_by_the_environment_or_the_system() -> None:
    assert config.user({"QUORATE_USER": " ann "}) == "ann"
    assert config.user({"QUORATE_USER": " "}) == config.user({}) != ""


@pytest.mark.parametrize("name", ["\u200b", "eve", "a\nb"])
def test_the_systems_user_is_not_named_by_the_environment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(variable, name)
    named = {"LOGNAME": name, "USER": name, "LNAME": name, "USERNAME": name}
    assert config.user(named) == pwd.getpwuid(os.getuid()).pw_name


def test_a_user_without_a_name_goes_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pwd, "getpwuid", dict[int, pwd.struct_passwd]().__getitem__)
    assert config.user({}) == f"uid-{os.getuid()}"


def test_a_name_of_the_system_that_nobody_can_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    named = pwd.struct_passwd(("ann\u200b", "", os.getuid(), 0, "", "", ""))
    monkeypatch.setattr(pwd, "getpwuid", lambda _: named)
    with pytest.raises(InputError, match="your system user name: found a name with U\\+200B"):
        config.user({})


@pytest.mark.parametrize("name", ["\u200b", "\u3164", "an\u202en", "an\x1bn", "a\nb", "ann\u200b", "ann\u00ad"])
def test_who_acts_has_a_name_that_people_can_read(name: str) -> None:
    with pytest.raises(InputError, match="QUORATE_USER: found a name"):
        config.user({"QUORATE_USER": name})


def test_what_comes_from_outside_is_the_time_in_utc_and_fresh_names() -> None:
    assert config.clock().tzinfo is UTC
    assert len({config.fresh_name() for _ in range(100)}) == 100
    assert str(config.clock()).startswith(config.today()[:2])


def test_calls_are_kept_at_home(folder: Path) -> None:
    calls = config.calls({"QUORATE_HOME": str(folder)})
    assert (calls.folder, calls.environment) == (folder / "calls", {"QUORATE_HOME": str(folder)})


def test_settings_are_read_from_a_file_of_a_reasonable_size_alone(folder: Path) -> None:
    file = folder / "quorate.toml"
    os.mkfifo(file)
    with pytest.raises(InputError, match=r"quorate\.toml: not a regular file; expected a settings file"):
        config.settings()
    file.unlink()
    file.mkdir()
    with pytest.raises(InputError, match="not a regular file"):
        config.settings()
    file.rmdir()
    file.symlink_to("/dev/zero")
    with pytest.raises(InputError, match="not a regular file"):
        config.settings()
    file.unlink()
    file.write_text("#" * (1024 * 1024 + 1))
    with pytest.raises(InputError, match="larger than 1 MiB; expected a settings file of at most 1 MiB"):
        config.settings()
