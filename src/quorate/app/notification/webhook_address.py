"""Where a webhook may be sent: to a name that leads out of this network, resolved once and then held to.

A name is resolved here and nowhere else. The connection goes to the address that was checked, whatever the name says
later.
"""

import asyncio
import socket
from concurrent.futures import Executor
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from quorate.core.errors import InputError

_PORTS = {"https": 443, "http": 80}
_NAT64 = ip_network("64:ff9b::/96")
_IPV4_SPECIAL = tuple(
    map(
        ip_network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
            *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
            *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
            *("224.0.0.0/4", "240.0.0.0/4"),
        ),
    )
)
_IPV6_ORDINARY = ip_network("2000::/3")
_IPV6_SPECIAL = tuple(
    map(ip_network, ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3ffe::/16", "3fff::/20"))
)
"""The special-purpose registries of IANA, also what they call globally reachable: no webhook is there.

Among them are Teredo (2001::/32) and 6to4 (2002::/16). Everything outside of 2000::/3 is no ordinary address either:
IPv4-compatible (::/96), the local NAT64 prefix (64:ff9b:1::/48), unique local, link-local, site-local, multicast.
"""
_ALLOWED = "allowed: https:// and a host, perhaps a port and a path"
Address = IPv4Address | IPv6Address


class WebhookAddress(NamedTuple):
    """An address as it was written: scheme, host and port, and the path with its query."""

    scheme: str
    host: str
    port: int
    path: str


def read_webhook(url: str, *, allow_private: bool) -> WebhookAddress:
    """The parts of an address. Raises InputError without showing it: it may hold a secret."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise InputError(f"webhooks: not a valid address; {_ALLOWED}") from None
    schemes = ("https", "http") if allow_private else ("https",)
    if parts.scheme not in schemes or not parts.hostname or "@" in parts.netloc or parts.fragment:
        raise InputError(f"webhooks: found an address that cannot be used; {_ALLOWED}")
    if not url.isascii() or any(sign.isspace() for sign in url) or "\\" in url:
        raise InputError(f"webhooks: found characters that no address may contain; {_ALLOWED}")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return WebhookAddress(parts.scheme, parts.hostname, port or _PORTS[parts.scheme], path)


async def resolved(address: WebhookAddress, *, allow_private: bool, lookups: Executor | None = None) -> str:
    """The one address to connect to. Raises InputError where any that the name has is not to be reached.

    A slow name server keeps one thread of `lookups` busy, and nobody else waits for it.
    """
    look_up = partial(socket.getaddrinfo, address.host, address.port, type=socket.SOCK_STREAM)
    try:
        found = await asyncio.get_running_loop().run_in_executor(lookups, look_up)
    except (OSError, UnicodeError):
        raise InputError("the host of the webhook cannot be found") from None
    addresses = [ip_address(str(one[4][0]).partition("%")[0]) for one in found]
    if not allow_private and not all(map(is_public, addresses)):
        raise InputError("the host of the webhook is in a private network; allow_private permits that")
    return str(addresses[0])


def is_public(address: Address) -> bool:
    """True for an address that leads out of every private network.

    An address for IPv4 over NAT64, or IPv4 written as IPv6, is what the IPv4 address in it is.
    """
    if isinstance(address, IPv4Address):
        return address.is_global and not any(address in network for network in _IPV4_SPECIAL)
    if address.ipv4_mapped or address in _NAT64:
        return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    is_ordinary = address in _IPV6_ORDINARY and address.is_global
    return is_ordinary and not any(address in network for network in _IPV6_SPECIAL)
