"""One delivery to a webhook, signed in the Standard Webhooks form."""

import asyncio
import base64
import binascii
import hmac
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

from quorate.app.notification.messages import Message
from quorate.app.notification.webhook_address import WebhookAddress, read_webhook, resolved
from quorate.core.errors import InputError
from quorate.deliberation.moments import moment_of
from quorate.settings import WebhookSettings

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
