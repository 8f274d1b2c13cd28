"""What the environment, the settings files, the clock and chance say. The only module that asks them."""

import os
import re
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from quorate.prompts.templates import Templates
    from quorate.settings import Settings
    from quorate.voters.calls.call_folders import Calls
    from quorate.voters.programs.discovery import FoundEngine

LANGUAGES = ("en", "ja")
PROJECT_FILE = "quorate.toml"
_ENGINES_FILE = "engines.json"
STORE_FILE = "quorate.db"
_SYSTEM_PREFIXES = ("/", "/usr", "/usr/local", "/opt/homebrew", "/opt/local")
_LARGEST_SETTINGS = 1024 * 1024
_LAST_YEAR, _END_OF_TIME = 2261, 9_214_646_400.0  # the first second after it; Python's own clock ends in 2262
# what was meant as an address of a server, and would be taken for the name of a file, password and all
_LIKE_AN_ADDRESS = r"[A-Za-z][\w+.-]+:(?!//)|(?:.*//)?[^/]*:[^/]*@|(?:.*\s)?(?:dbname|host|password|user)="


def language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of reports: QUORATE_LANG, else the locale's, else English."""
    for name in ("QUORATE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if said := environment.get(name):
            short = said[:2].lower()
            return short if short in LANGUAGES else "en"
    return "en"


def colour_is_welcome(environment: Mapping[str, str] = os.environ) -> bool:
    """False where NO_COLOR is set, or the terminal is said to know none."""
    return not environment.get("NO_COLOR") and terminal_redraws(environment)


def terminal_redraws(environment: Mapping[str, str] = os.environ) -> bool:
    """False where the terminal is said to print lines and nothing else."""
    return environment.get("TERM") != "dumb"


def columns(environment: Mapping[str, str] = os.environ) -> int | None:
    """The width that COLUMNS asks for, if it does."""
    said = environment.get("COLUMNS", "")
    return int(said) if said.isascii() and said.isdigit() and 0 < int(said) <= 10_000 else None


def debugging(environment: Mapping[str, str] = os.environ) -> bool:
    """True where QUORATE_DEBUG asks for tracebacks."""
    return environment.get("QUORATE_DEBUG", "") not in ("", "0")


def home(environment: Mapping[str, str] = os.environ) -> "Path":
    """Where Quorate keeps what it has to keep: QUORATE_HOME, else the platform's place for data."""
    if said := environment.get("QUORATE_HOME"):
        return at_home(said).absolute()
    if usual := _usual_place("XDG_DATA_HOME", "~/.local/share/quorate"):
        return usual
    from platformdirs import user_data_path

    return user_data_path("quorate", appauthor=False)


def agent_homes(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Where the agent programs keep their settings, where the environment says another place than usual."""
    said = (environment.get(name, "") for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"))
    return [str(at_home(one).absolute()) for one in said if one.strip()]


def pinned_variables(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Whatever says where settings and record are and who acts, as it is now; empty where a variable is not set."""
    names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "QUORATE_HOME", "QUORATE_STORE", "QUORATE_QUEUE")
    said = {name: environment.get(name, "") for name in (*names, "QUORATE_USER")}
    if said["QUORATE_HOME"]:
        said["QUORATE_HOME"] = str(home(environment))
    for name in ("QUORATE_STORE", "QUORATE_QUEUE"):
        said[name] = _without_password(said[name], name) if said[name] else ""
    return said


def _without_password(address: str, where: str) -> str:
    """The address, a file's in full; refused where it holds what is not to be written into other programs' settings."""
    if file := store_file(_checked_store(address, where)):
        return str(file.absolute())
    if not re.match(r"[^/]*//[^/]*:[^/]*@|.*[?&]password=", address):
        return address
    from quorate.core.errors import InputError

    raise InputError(f"{where}: holds a password; name the record in your own {PROJECT_FILE} (store) instead")


def own_program() -> list[str]:
    """Where this very program is: the file that was started, the command beside the interpreter, and the package."""
    started = [sys.argv[0]] if sys.argv and sys.argv[0] not in ("", "-c", "-m") else []
    return [*started, os.path.join(sys.prefix, "bin", "quorate"), os.path.dirname(__file__)]


def own_interpreter() -> list[str]:
    """Where the interpreter and all that it imports are: of an environment the whole, of a system its libraries."""
    import site

    programs = [sys.executable, os.path.realpath(sys.executable)] if sys.executable else []
    prefixes = [one for one in (sys.prefix, sys.base_prefix) if one not in _SYSTEM_PREFIXES]
    return [*programs, *prefixes, *(one for one in sys.path if one), site.getusersitepackages()]


def _path(place: "str | Path") -> "Path":
    from pathlib import Path  # slow to import, and a count does without

    return Path(place)


def at_home(path: str) -> "Path":
    """The path with `~` as a home; that of a user who does not exist stays as it is written."""
    return _path(os.path.expanduser(path))


def short_path(path: "str | Path") -> str:
    """Return a path as people write it: with `~` for the user's home."""
    text, usual = str(path), os.path.expanduser("~").rstrip("/")
    return f"~{text.removeprefix(usual)}" if text.startswith(f"{usual}/") else text


def learning_file(address: str) -> "Path":
    """Where what was learned from a record is kept; the address may hold a password, so it is only told by its hash."""
    from hashlib import sha256

    return home() / "learned" / f"{sha256(address.encode()).hexdigest()[:16]}.json"


def queue_address(store: str, environment: Mapping[str, str] = os.environ) -> str:
    """Where processes share their work: QUORATE_QUEUE, else the Postgres of the record; empty where that is a file."""
    if store_file(store) is not None:
        return ""
    return environment.get("QUORATE_QUEUE") or store


def token_file(port: int) -> "Path":
    """Where a server keeps the token for its user."""
    return home() / f"server-{port}.token"


def wants_traces(environment: Mapping[str, str] = os.environ) -> bool:
    """True where OpenTelemetry's own variables name a collector, and do not switch it off."""
    named = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
    is_off = environment.get("OTEL_SDK_DISABLED", "").lower() == "true"
    return not is_off and any(environment.get(name, "").strip() for name in named)


def delivery_file() -> "Path":
    """Where it is kept what people were told."""
    return home() / "deliveries.jsonl"


def variables(environment: Mapping[str, str] = os.environ) -> Mapping[str, str]:
    """The environment, for those who are named a variable in it by the user's settings."""
    return environment


def make_home(environment: Mapping[str, str] = os.environ) -> "Path":
    """The same, made where it is missing, for its owner alone, on disk for good."""
    from quorate.voters.calls.folders import make_folders

    place = home(environment)
    try:
        make_folders(place)
    except OSError as error:
        from quorate.core.errors import StoreError

        raise StoreError(f"{place} cannot be created: {error.strerror}; set QUORATE_HOME to another folder") from None
    return place


def store(stated: str | None = None, environment: Mapping[str, str] = os.environ) -> str:
    """The record's address: as stated, QUORATE_STORE, a trusted project's file, the user's, else a file in home."""
    return stated_store(stated, environment) or str(home(environment) / STORE_FILE)


def stated_store(stated: str | None = None, environment: Mapping[str, str] = os.environ) -> str:
    """The address that somebody has named; empty where the record is the one in home."""
    if stated is not None:
        return _checked_store(stated, "--store")
    if said := environment.get("QUORATE_STORE"):
        return _checked_store(said, "QUORATE_STORE")
    return _store_in(_path(PROJECT_FILE)) or _store_in(user_file())


def project_store() -> str:
    """The record of the project that the working directory is in."""
    here = _path(os.getcwd())
    folders = [one for one in (here, *here.parents) if any((one / name).exists() for name in (PROJECT_FILE, ".git"))]
    folder = folders[0] if folders else here
    return _store_in(folder / PROJECT_FILE) or str(folder / STORE_FILE)


def is_named_by_user(stated: str | None = None, environment: Mapping[str, str] = os.environ) -> bool:
    """True where the user chose this very record, or the home that it is in: not a project, and not by default."""
    if stated is not None or environment.get("QUORATE_STORE"):
        return True
    if not _is_users(_path(PROJECT_FILE)) and _store_in(_path(PROJECT_FILE)):
        return False
    return bool(_store_in(user_file()) or environment.get("QUORATE_HOME"))


def _checked_store(address: str, where: str) -> str:
    """Refuses what only looks like an address; it is not shown, because it may hold a password."""
    if address.strip() and ("://" in address or not re.match(_LIKE_AN_ADDRESS, address) or os.path.exists(address)):
        return address
    from quorate.core.errors import InputError

    what = "not a valid address" if address.strip() else "missing"
    raise InputError(f"{where}: {what}; expected a file, sqlite:///file or postgresql://user@host/name")


def store_file(address: str) -> "Path | None":
    """The file that an address names; None for a server's address."""
    scheme, sign, rest = address.partition("://")
    if sign and scheme != "sqlite":
        return None
    return at_home(rest.removeprefix("/") if sign else address)


def owns_store(address: str) -> bool:
    """True where the record is a file of the system's user who runs this, or is not there yet.

    No name is asked for: a name can be set by anybody who sets the environment.
    """
    file = store_file(address)
    if file is None:
        return False
    try:
        return file.stat().st_uid == os.geteuid()
    except FileNotFoundError:
        return True
    except OSError:
        return False


def user_file() -> "Path":
    """The user's own settings."""
    if usual := _usual_place("XDG_CONFIG_HOME", "~/.config/quorate"):
        return usual / PROJECT_FILE
    from platformdirs import user_config_path

    return user_config_path("quorate", appauthor=False) / PROJECT_FILE


def _usual_place(variable: str, place: str) -> "Path | None":
    """Where platformdirs finds it on Linux if nothing else is said; None where it has to be asked, which is slow."""
    is_usual = sys.platform == "linux" and os.environ.keys().isdisjoint((variable, "ANDROID_ROOT"))
    return at_home(place) if is_usual and os.environ.get("HOME", "").startswith("/") else None


def user(environment: Mapping[str, str] = os.environ) -> str:
    """Who acts: QUORATE_USER, else the name that the system has for the user who runs this. Nothing proves it.

    LOGNAME and USER are not asked: they are there without anybody having meant them for this.
    """
    if said := environment.get("QUORATE_USER", "").strip():
        return _checked_user(said, "QUORATE_USER")
    import pwd

    number = os.getuid()
    try:
        name = pwd.getpwuid(number).pw_name
    except KeyError:  # a number without a name, as in some containers
        name = ""
    return _checked_user(name or f"uid-{number}", "your system user name")


def _checked_user(name: str, where: str) -> str:
    """Who acts is on the record under this name, which has to be one that people can read."""
    from quorate.core.text.names import problem_with_person

    if why := problem_with_person(name):
        from quorate.core.errors import InputError

        raise InputError(f"{where}: found {why}; allowed: a visible name in one line (set QUORATE_USER)")
    return name


def clock() -> "datetime":
    """The time in UTC, where this machine's may be believed."""
    from datetime import UTC, datetime

    if problem := clock_problem():
        from quorate.core.errors import StoreError

        raise StoreError(problem)
    return datetime.now(UTC)  # noqa: TID251 - the one place where the time comes in


def fresh_name() -> str:
    """A name that nobody else has."""
    return os.urandom(8).hex()


def fresh_secret() -> str:
    """256 random bits, for a key."""
    return os.urandom(32).hex()


def access_key(environment: Mapping[str, str] = os.environ) -> str:
    """The key that whoever runs this acts with: QUORATE_KEY; empty where there is none."""
    return environment.get("QUORATE_KEY", "").strip()


def clock_problem() -> str:
    """Why this machine's time is not to be believed; empty where it may be."""
    import time

    try:
        now = time.time()
        if 0 <= now < _END_OF_TIME:
            return ""
        says = f"the year {time.gmtime(now).tm_year}"
    except (OverflowError, OSError):
        says = f"a year after {_LAST_YEAR}"
    return f"the clock of this machine says {says}; set it and try again. Nothing was stored"


def today() -> str:
    """The date on documents."""
    from time import strftime

    return strftime("%Y-%m-%d")


def calls(environment: Mapping[str, str] = os.environ) -> "Calls":
    """Where the calls of this machine are kept, and what their programs may choose from of the environment."""
    from quorate.voters.calls.call_folders import Calls

    return Calls(home(environment) / "calls", environment, settings().engines)


def engines(environment: Mapping[str, str] = os.environ) -> "list[FoundEngine]":
    """Which engines can be asked here; what was found is kept for some minutes."""
    from quorate.voters.programs.discovery import find_engines

    return find_engines(environment, settings().engines, home(environment) / _ENGINES_FILE)


def forget_engines(environment: Mapping[str, str] = os.environ) -> None:
    """Whoever asks for the engines next looks again."""
    from contextlib import suppress

    with suppress(OSError):
        (home(environment) / _ENGINES_FILE).unlink()


def _store_in(file: "Path") -> str:
    """The address that a settings file names; one that is relative is so to the file."""
    stated = _settings_in(file).store
    if not stated or "://" in _checked_store(stated, str(file)):
        return stated
    return str(file.parent / at_home(stated))


def settings() -> "Settings":
    """What the project's file says, and the user's where that says nothing."""
    return _settings_in(_path(PROJECT_FILE)).over(_settings_in(user_file()))


def users_settings() -> "Settings":
    """What the user's own file says, whatever a project does."""
    return _settings_in(user_file())


def project_settings(folder: "str | Path" = "") -> "Settings":
    """What the file of a project's folder says, by itself; nothing where that is the user's own."""
    file = _path(folder) / PROJECT_FILE
    if _is_users(file):
        from quorate.settings import Settings

        return Settings()
    return _settings_in(file)


def settings_around(folder: str) -> "dict[Path, Settings]":
    """Return the same of a folder, of every folder above it, and of those around the working directory."""
    places = [_path(folder).resolve(), _path(os.getcwd())]
    return {folder: project_settings(folder) for place in places for folder in (place, *place.parents)}


def templates() -> "Templates":
    """How voters are asked, as far as settings say it."""
    from quorate.prompts.templates import Templates

    prompts = {**_prompts_of(user_file()), **_prompts_of(_path(PROJECT_FILE))}
    return Templates(prompts, settings().lenses)


def _prompts_of(file: "Path") -> dict[str, str]:
    """The templates that a settings file names, which are relative to it."""
    from quorate.settings import NAMES

    stated = _settings_in(file).templates
    return {NAMES.get(kind, kind): _template(file.parent / at_home(name)) for kind, name in stated.items()}


def _template(file: "Path") -> str:
    from quorate.core.errors import DocumentError, InputError
    from quorate.documents.container import decoded
    from quorate.prompts.templates import check_template

    try:
        text = decoded(file.read_bytes())
        check_template(text, "template")
    except DocumentError as error:
        raise error.in_source(str(file)) from None
    except OSError as error:
        raise InputError(f"{file}, a template of {PROJECT_FILE}, cannot be read: {error.strerror}") from None
    return text


def _is_users(file: "Path") -> bool:
    """True for the user's own file, also where the working directory is its folder; a link to it is not it."""
    mine = user_file()
    return file.name == mine.name and file.absolute().parent.resolve() == mine.parent.resolve()


def _is_trusted(folder: "Path") -> bool:
    """True for a folder, or one within it, that the user's own settings name."""
    named = (at_home(one).resolve() for one in _settings_in(user_file()).trusted)
    return any(folder.resolve().is_relative_to(one) for one in named)


def _plain_file(file: "Path") -> bytes:
    """What a settings file holds; anything but a file of a reasonable size is refused before it is read."""
    import stat

    handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK)  # a pipe would wait forever
    is_file = stat.S_ISREG(os.fstat(handle).st_mode)
    if is_file:
        with os.fdopen(handle, "rb") as opened:
            data = opened.read(_LARGEST_SETTINGS + 1)
    else:
        os.close(handle)
        data = b""
    if is_file and len(data) <= _LARGEST_SETTINGS:
        return data
    from quorate.core.errors import InputError

    what = "larger than 1 MiB" if is_file else "not a regular file"
    raise InputError(f"{file}: {what}; expected a settings file of at most 1 MiB")


def _settings_in(file: "Path") -> "Settings":
    """What a settings file says; a file that cannot be understood is refused, never passed over."""
    from quorate.settings import Settings, read_settings

    try:
        data = _plain_file(file)
    except (FileNotFoundError, NotADirectoryError):
        return Settings()
    from quorate.core.errors import DocumentError
    from quorate.documents.container import decoded

    try:
        return read_settings(decoded(data), is_users=_is_users(file) or _is_trusted(file.absolute().parent))
    except DocumentError as error:
        raise error.in_source(str(file)) from None
