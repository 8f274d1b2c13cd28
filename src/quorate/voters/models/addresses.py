"""Where a model is asked, and with which key: both are settled, or refused, before anybody is asked.

A key goes to the host that it is meant for and to no other. `NAME@HOST` among the names that settings pass on binds the
variable NAME to that host (`HOST:PORT` where the address has a port); besides, a vendor's own variable is meant for the
vendor's own hosts. Plain http reaches this machine only, or a host that settings allow by `plain_http=HOST`.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from quorate.core.errors import InputError

_USUAL_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+", re.IGNORECASE)
_PATH = re.compile(r"[!-~]*")
_BINDING = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)@(\S+)")
_KEY = re.compile(r"[!-~]{1,4096}")


class Address(NamedTuple):
    """A base URL without a slash at its end, and its host, with the port where it is not the usual one."""

    url: str
    host: str
    is_here: bool


class Bindings(NamedTuple):
    """What settings pass on: plain variables, and which variable is the key of which host."""

    plain: tuple[str, ...]
    keys: Mapping[str, str]


def read_address(what: str, url: str, plain_http: Collection[str] = ()) -> Address:
    """The address; one that cannot be right, or that holds a secret, is refused without showing it."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise InputError(f"{what}: not a valid address; {_ALLOWED}") from None
    if found := _wrong_with(url, parts):
        raise InputError(f"{what}: found {found}; {_ALLOWED}")
    name = (parts.hostname or "").lower()
    shown = f"[{name}]" if ":" in name else name
    host = shown if port in (None, _USUAL_PORTS[parts.scheme]) else f"{shown}:{port}"
    is_here = _is_here(name)
    if parts.scheme == "http" and not is_here and host not in plain_http:
        raise InputError(
            f"{what}: found plain http to {host}, which anyone on the way could read; "
            f"allowed: https, or the flag plain_http={host} in the settings of this kind"
        )
    return Address(f"{parts.scheme}://{host}{parts.path.rstrip('/')}", host, is_here)


_ALLOWED = "allowed: http:// or https://, a host, perhaps a port and a path, such as https://api.openai.com/v1"


def _wrong_with(url: str, parts: SplitResult) -> str:
    if "@" in parts.netloc:
        return "a user name or a password in the address; keys come from the environment"
    if parts.query or parts.fragment or "?" in url or "#" in url:
        return "a question mark or # in the address; keys come from the environment"
    if parts.scheme not in _USUAL_PORTS or not _HOST.fullmatch(parts.hostname or ""):
        return "an address without http:// or https:// and a host"
    if not _PATH.fullmatch(url) or "\\" in url:
        return "characters that no address may contain"
    return ""


def _is_here(name: str) -> bool:
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def read_bindings(kind: str, passes: Iterable[str]) -> Bindings:
    """Plain names, and the keys by the hosts that they are meant for."""
    plain, keys = [], {}
    for said in passes:
        if "@" not in said:
            plain.append(said)
        elif found := _BINDING.fullmatch(said):
            keys[found[2].lower()] = found[1]
        else:
            raise InputError(
                f"{kind}: found {said!r} in the environment setting; allowed: NAME, or NAME@HOST for a key"
            )
    return Bindings(tuple(plain), keys)


def check_key(what: str, name: str, environment: Mapping[str, str]) -> None:
    """Refuses a key that is not set, or that no header can carry; it is not shown."""
    value = environment.get(name, "")
    if not value:
        raise InputError(f"{what}: the variable {name} is not set; set it to the key of this host")
    if not _KEY.fullmatch(value):
        raise InputError(f"{what}: the variable {name} contains white space or other invalid characters; set it again")
