"""A reply as one mapping, alone or in one fenced block."""

import re
from base64 import b64decode
from typing import Any

from quorate.core.errors import DocumentError, Problem
from quorate.core.shape import found
from quorate.deliberation.events import Reply
from quorate.documents.container import decoded, parsed, whole_text

LARGEST_REPLY = 1 << 20
_FENCE = re.compile(
    r"^[ \t]{0,3}(```+|~~~+)[ \t]*(yaml|yml|json)?[ \t]*\r?\n(.*?)^[ \t]{0,3}\1[`~]*[ \t]*$", re.M | re.S | re.I
)


def read_reply(reply: Reply) -> dict[str, Any]:
    """The vote in a reply; raises DocumentError where there is none, or more than one."""
    text = _text(reply)
    if len(text) > LARGEST_REPLY:
        raise _problem(f"{len(text)} characters", f"at most {LARGEST_REPLY}")
    blocks = [match[3] for match in _FENCE.finditer(text)]
    if len(blocks) > 1:
        raise _problem(f"{len(blocks)} fenced blocks", "one")
    value, _ = parsed(whole_text(blocks[0] if blocks else text))
    if type(value) is not dict:
        raise _problem(found(value), "a mapping with the keys of a vote")
    return value


def _text(reply: Reply) -> str:
    return reply.output if reply.encoding == "utf-8" else decoded(b64decode(reply.output))


def _problem(what: str, allowed: str) -> DocumentError:
    return DocumentError([Problem(("reply",), what, allowed)])
