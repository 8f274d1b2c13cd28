"""Where a webhook may be sent: to a name that leads out of this network, resolved once and then held to.

A name is resolved here and nowhere else. The connection goes to the address that was checked, whatever the name says
later.
"""

import asyncio
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from quorate.core.errors import InputError

_PORTS = {"https": 443, "http": 80}
_IPV4_INSIDE = (ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"), ip_network("::/96"))
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


async def resolved(address: WebhookAddress, *, allow_private: bool) -> str:
    """The one address to connect to. Raises InputError where any that the name has is not to be reached."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise InputError("the host of the webhook cannot be found") from None
    addresses = [ip_address(str(one[4][0]).partition("%")[0]) for one in found]
    if not allow_private and not all(map(is_public, addresses)):
        raise InputError("the host of the webhook is in a private network; allow_private permits that")
    return str(addresses[0])


def is_public(address: Address) -> bool:
    """True for an address that leads out of every private network, also by way of an address within it."""
    if isinstance(address, IPv6Address):
        inside = _inside(address)
        if inside is not None:
            return is_public(inside)
        if address.is_site_local:
            return False
    return address.is_global and not (
        address.is_multicast or address.is_reserved or address.is_unspecified or address.is_link_local
    )


def _inside(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for."""
    if address.ipv4_mapped:
        return address.ipv4_mapped
    if address.sixtofour:
        return address.sixtofour
    if address.teredo:
        return address.teredo[1]
    if any(address in network for network in _IPV4_INSIDE):
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return None
