"""What is declared of an engine that is an installed program."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from quorate.voters.port import EngineSettings

if TYPE_CHECKING:
    from quorate.voters.programs.login import Login

Version = tuple[int, ...]
USUAL_PASSES = (
    *("USER", "LOGNAME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"),  # for log-ins that a key ring holds
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"),
)
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy")
_NOTHING: Mapping[str, str] = MappingProxyType({})
_NO_FILES: Mapping[str, bytes] = MappingProxyType({})


class Words(NamedTuple):
    """Arguments, if there is a value for `needs` and the version is not below `since`, but below `before`.

    `{model}`, `{max_cost}` and `{seconds}` (a little less than the time limit) are filled in; `{call}` is the call's
    folder. The words of FLAGS are the flags in the settings.
    """

    words: tuple[str, ...]
    needs: str = ""
    since: Version = ()
    before: Version = ()


FLAGS = Words((), "flags")
SCHEMA = "schema.json"


class Profile(NamedTuple):
    """An engine's program.

    Finding and getting it: `package` is its name at npm, from which its version is read, `oldest` the oldest version
    that can be asked safely, `get` how to install it and `login` how to log in. Versions before `no_tools_from` offer
    their model tools whatever they are told; if it is None, all do. `tells` says that `--version` is quick and leaves
    nothing behind.

    Asking it: `keys` are the variables that log it in, `passes` what else it may see of the environment, `fixed` what
    is set. `flags` may stand in the settings, each with the pattern of its value. Behind what `hides` matches, a space
    is put that nobody sees, in versions below `hides_before`. A schema is a file of the call, or the value of the
    argument `schema_flag`. `adapt` returns the profile that fits this user's machine, and `files_for` the files of a
    call that the program itself has to be asked for.

    `envelope` names the format of its output, if it is not its own, and `is_structured` says that it may be held to a
    schema. `home` is the variable and the default of the folder where a log-in leaves the files `traces`.
    """

    name: str
    arguments: tuple[Words, ...]
    package: str = ""
    oldest: Version = ()
    no_tools_from: Version | None = ()
    tells: bool = True
    get: str = ""
    login: str = ""
    login_check: "Callable[[str, Mapping[str, str], EngineSettings], Login] | None" = None
    home: tuple[str, str] = ("HOME", "~")
    traces: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    passes: tuple[str, ...] = ()
    fixed: Mapping[str, str] = _NOTHING
    flags: Mapping[str, str] = _NOTHING
    files: Mapping[str, bytes] = _NO_FILES
    directory: Mapping[str, bytes] = _NO_FILES
    most_prompt: int = 0
    most_file: int = 0
    is_filed: bool = False
    hides: str = ""
    hides_before: Version = ()
    is_structured: bool = False
    schema_flag: str = ""
    envelope: str = ""
    adapt: "Callable[[Profile, EngineSettings, Mapping[str, str]], Profile] | None" = None
    files_for: Callable[[str, Mapping[str, str]], Mapping[str, bytes]] | None = None

    def sees(self, settings: EngineSettings) -> tuple[str, ...]:
        """The names of all that the program may see of the environment."""
        return (*self.keys, *self.passes, *USUAL_PASSES, *PROXIES, *settings.passes)

    def environment(self, settings: EngineSettings, everything: Mapping[str, str]) -> dict[str, str]:
        """What the program sees when it is asked about itself."""
        passed = {name: everything[name] for name in ("PATH", "HOME", *self.sees(settings)) if name in everything}
        return {**passed, **self.fixed}

    def folder(self, environment: Mapping[str, str]) -> Path:
        """Where a log-in leaves something."""
        variable, default = self.home
        home = environment.get("HOME") or "/nonexistent"
        return Path(environment.get(variable) or default.replace("~", home, 1))

    def adapted(self, settings: EngineSettings, everything: Mapping[str, str]) -> "Profile":
        """The profile as it fits this user's machine."""
        return self.adapt(self, settings, everything) if self.adapt else self
