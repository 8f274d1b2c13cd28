"""One delivery to a webhook, signed in the Standard Webhooks form."""

import asyncio
import base64
import binascii
import hmac
import json
import socket
from collections.abc import Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from quorate.app.notification.messages import Message
from quorate.core.errors import InputError
from quorate.deliberation.moments import moment_of
from quorate.settings import WebhookSettings

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


SECONDS = 10.0
_LARGEST_ANSWER = 64 * 1024
_PREFIX = "whsec_"
_SHORTEST_SECRET = 24


class Webhook:
    """An address that is told things. Raises InputError where its settings cannot be used."""

    def __init__(self, stated: WebhookSettings, environment: Mapping[str, str]) -> None:
        self.address = read_webhook(stated.url, allow_private=stated.allow_private)
        self._allow_private = stated.allow_private
        self._secret = _secret(stated.secret, environment)
        self._lookups = ThreadPoolExecutor(1, "webhook lookup")

    @property
    def name(self) -> str:
        """How the log names it: the host alone, since the rest may be secret."""
        return f"webhook {self.address.host}"

    @property
    def key(self) -> str:
        """What tells it from others."""
        return sha256(repr(self.address).encode()).hexdigest()[:16]

    async def deliver(self, message: Message, now: str) -> str:
        """Sends a message; gives why it was not taken, and nothing where it was. All of it has to happen in time."""
        try:
            async with asyncio.timeout(SECONDS):
                return await self._delivered(message, now)
        except TimeoutError:
            return f"not answered within {SECONDS:g} s"
        except InputError as error:
            return str(error)

    async def _delivered(self, message: Message, now: str) -> str:
        place = await resolved(self.address, allow_private=self._allow_private, lookups=self._lookups)
        body = body_of(message, now)
        headers = {**signed(message.id, body, now, self._secret), "Content-Type": "application/json"}
        return await _posted(self.address, place, headers, body)


def body_of(message: Message, now: str) -> bytes:
    """What is sent."""
    said = {"type": message.kind, "timestamp": now, "data": message.data}
    return json.dumps(said, ensure_ascii=True, separators=(",", ":")).encode()


def signed(message_id: str, body: bytes, now: str, secret: bytes) -> dict[str, str]:
    """The headers that say whose message this is."""
    at = str(int(moment_of(now).timestamp()))
    mac = hmac.new(secret, b".".join((message_id.encode(), at.encode(), body)), sha256).digest()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": at,
        "webhook-signature": "v1," + base64.b64encode(mac).decode(),
    }


def _secret(name: str, environment: Mapping[str, str]) -> bytes:
    stated = environment.get(name, "").removeprefix(_PREFIX)
    try:
        secret = base64.b64decode(stated, validate=True)
    except binascii.Error:
        secret = b""
    if len(secret) < _SHORTEST_SECRET:
        raise InputError(
            f"webhooks: the variable {name} holds no secret; expected {_PREFIX} and at least {_SHORTEST_SECRET} bytes "
            "in base64"
        )
    return secret


async def _posted(address: WebhookAddress, place: str, headers: Mapping[str, str], body: bytes) -> str:
    """Posts to the address that was resolved; the certificate is that of the name. Redirects are not followed."""
    import httpx2

    host = f"[{place}]" if ":" in place else place
    named = f"[{address.host}]" if ":" in address.host else address.host
    url = f"{address.scheme}://{host}:{address.port}{address.path}"
    extensions: dict[str, Any] = {"sni_hostname": address.host}
    try:
        async with httpx2.AsyncClient(timeout=SECONDS, follow_redirects=False, trust_env=False) as client:
            sent = {**headers, "Host": f"{named}:{address.port}"}
            async with client.stream("POST", url, content=body, headers=sent, extensions=extensions) as answer:
                await _read(answer)
                return "" if answer.is_success else f"status {answer.status_code}"
    except httpx2.HTTPError as error:
        return type(error).__name__


async def _read(answer: Any) -> None:
    """Some of the answer, so that whoever sent it is done; nothing of it is kept."""
    size = 0
    async for part in answer.aiter_raw():
        size += len(part)
        if size > _LARGEST_ANSWER:
            return
