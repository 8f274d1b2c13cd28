"""Requests that a client may send again after a lost answer: the same key and the same request never act twice.

Every principal has keys of their own: what somebody else did with the same key is neither done again nor shown.
"""

import hashlib
import json
from typing import TYPE_CHECKING, Any

from quorate.access.key_text import holds_secret
from quorate.core.errors import InputError
from quorate.core.text import says_something, without_invisible
from quorate.core.text.names import normal, problem_with
from quorate.core.wording import ArgumentName, Wording
from quorate.deliberation.principal import Principal
from quorate.record.port import OWN_KEYS, RequestKey

if TYPE_CHECKING:
    from quorate.app.app import App


class BoundKey(str):
    """A key and the hash of all that was sent with it: the same key with anything else is refused, for good.

    Whoever proves who they are may learn of their own requests so. A name that is only claimed may not: at the command
    line a key is compared with what a request is about, and tells nothing of the ballot that was cast with it.
    """

    __slots__ = ("content",)
    content: str

    def __new__(cls, name: str, content: str) -> "BoundKey":
        """The key of this name, for a request with this content."""
        self = super().__new__(cls, name)
        self.content = content
        return self


def key_of(who: Principal, name: str | None, command: str, **request: Any) -> RequestKey | None:
    """The key with the hash of all that matters of the request; None where no key was given."""
    if name is None:
        return None
    if problem := _problem_with_key(name):
        raise InputError(Wording(ArgumentName("key"), f": {problem}"))
    asked = json.dumps([command, request], sort_keys=True, separators=(",", ":"), default=str)
    content = name.content if isinstance(name, BoundKey) else ""
    return RequestKey(own_name(who, name), "sha256:" + hashlib.sha256(asked.encode()).hexdigest(), str(name), content)


def _problem_with_key(name: str) -> str:
    if holds_secret(name):
        return "found a secret key, which is not kept; allowed: a name of your own for this request"
    if not says_something(name):
        return "missing; expected your own name for this request"
    if why := problem_with(name):
        return f"found {why}; allowed: a name in one line"
    if name != normal(without_invisible(name)):
        return f"found {name!a}; allowed: a name without lookalike or invisible characters"
    return f"found {name!r}; allowed: a name without Quorate's own prefixes" if name.startswith(OWN_KEYS) else ""


async def is_known(app: "App", who: Principal, name: str | None) -> bool:
    """True where this principal has used the key before; whether for the same request, the use case says."""
    return name is not None and await app.record.has_key(own_name(who, name))


def own_name(who: Principal, name: str) -> str:
    """The name of a key among those of one principal. A digest of theirs, so that no name can be two things at once."""
    return f"{hashlib.sha256(repr((who.author.proof, who.name)).encode()).hexdigest()[:32]}/{name}"
