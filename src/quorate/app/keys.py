"""Requests that a client may send again after a lost answer: the same key and the same request never act twice."""

import hashlib
import json
from typing import Any

from quorate.core.errors import InputError
from quorate.core.text import says_something, without_invisible
from quorate.core.text.names import normal, problem_with
from quorate.record.port import OWN_KEYS, RequestKey


def key_of(name: str | None, command: str, **request: Any) -> RequestKey | None:
    """The key with the hash of all that matters of the request; None where no key was given."""
    if name is None:
        return None
    if not says_something(name):
        raise InputError("--key: missing; expected your own name for this request")
    if why := problem_with(name):
        raise InputError(f"--key: found {why}; allowed: a name in one line")
    if name != normal(without_invisible(name)):
        raise InputError(f"--key: found {name!a}; allowed: a name without lookalike or invisible characters")
    if name.startswith(OWN_KEYS):
        raise InputError(f"--key: found {name!r}; allowed: a name without Quorate's own prefixes")
    asked = json.dumps([command, request], sort_keys=True, separators=(",", ":"), default=str)
    return RequestKey(name, "sha256:" + hashlib.sha256(asked.encode()).hexdigest())
