"""Where a request comes from: the name that it was sent to, and the page that sent it.

A page anywhere can have a browser send requests to this machine, also under a name that leads here. So the host has to
be one that the server answers to, and a browser's request has to come from a page of that very host.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quorate.core.errors import InputError
from quorate.surfaces.http.problems import HttpError

_LABEL = r"[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?"
_HOST = re.compile(rf"(?:\[[0-9a-f:.]{{2,45}}\]|{_LABEL}(?:\.{_LABEL})*)(?::[0-9]{{1,5}})?")
_ORIGIN = re.compile(rf"(https?)://({_HOST.pattern})")
_USUAL = {"http": ":80", "https": ":443"}
_ABSOLUTE = re.compile(r"https?://([^/?#]*).*", re.DOTALL)
TARGET = "quorate.target"
"""Under which key of its scope a request has the target as it was sent."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_HOW = "whoever runs it allows one with --host-name"
Headers = Sequence[tuple[bytes, bytes]]


class AllowedHosts(NamedTuple):
    """The hosts that a server answers to, in lower case, with their ports; without one where that is the usual one."""

    hosts: frozenset[str]


def allowed_hosts(port: int, named: Iterable[str] = ()) -> AllowedHosts:
    """This machine's own names with the port, and those that somebody has named. Raises InputError for a wrong one."""
    own = {f"{host}:{port}" for host in LOOPBACK} | (set(LOOPBACK) if port == 80 else set())
    return AllowedHosts(frozenset(own | {_checked(name) for name in named}))


def _checked(name: str) -> str:
    host = name.strip().lower()
    if not _HOST.fullmatch(host):
        raise InputError(f"--host-name: found {name!r}; allowed: a host, perhaps with a port, such as quorate.example")
    return host


def check_origin(headers: Headers, allowed: AllowedHosts, target: bytes = b"/") -> None:
    """Raises HttpError where the request was meant for another host, or sent by a page of another one.

    A target that names a host counts more than the header, for whoever forwards it: both have to be one of ours.
    """
    hosts, origins = _all(headers, b"host"), _all(headers, b"origin")
    if len(hosts) != 1:
        raise HttpError("malformed", "found no Host header, or several; expected one")
    if _text(hosts[0]) not in allowed.hosts:
        raise HttpError("misdirected", f"the Host header names a host that this server does not answer to; {_HOW}")
    if not target.startswith(b"/") and target != b"*" and _host_in(_text(target)) not in allowed.hosts:
        raise HttpError("misdirected", f"the target names a host that this server does not answer to; {_HOW}")
    if len(origins) > 1:
        raise HttpError("malformed", "found several Origin headers; expected at most one")
    if origins and not _is_own(_text(origins[0]), allowed):
        raise HttpError("forbidden", "the request was sent by a page of another origin")
    if _all(headers, b"sec-fetch-site") not in ([], [b"same-origin"], [b"none"]):
        raise HttpError("forbidden", "the request was sent by a page of another site")


def _host_in(target: str) -> str:
    found = _ABSOLUTE.fullmatch(target)
    return found[1] if found else ""


def _is_own(origin: str, allowed: AllowedHosts) -> bool:
    found = _ORIGIN.fullmatch(origin)
    if not found:
        return False
    scheme, host = found[1], found[2]
    return host in allowed.hosts or host.removesuffix(_USUAL[scheme]) in allowed.hosts


def _all(headers: Headers, name: bytes) -> list[bytes]:
    return [value for key, value in headers if key.lower() == name]


def _text(value: bytes) -> str:
    """As it is compared; what is not ASCII matches nothing."""
    return value.decode("ascii", "replace").lower()
