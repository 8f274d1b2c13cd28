"""A vote that nobody gave is read while the voters are still thinking: all that reads is there when a reply comes."""

from functools import cache

from quorate.protocols import protocol_named
from quorate.replies.ballot import Expected
from quorate.replies.reading import read_text

_CHOICES, _NONCE = ("APPROVE", "REJECT"), "n0"
_WRITE_JSON = {"openai"}  # held to a schema; others write YAML, whose reader takes long to import


def rehearse(protocol: str, voter_kinds: set[str]) -> None:
    """Reads such a vote as these kinds of voters write it; nothing comes of it."""
    _read(protocol, voter_kinds <= _WRITE_JSON)


@cache
def _read(protocol: str, is_json: bool) -> None:
    keys = protocol_named(protocol).vote_keys
    vote = {keys.choice: _CHOICES[0], "rationale": "It is tested. It fails safely.", "nonce": _NONCE}
    vote |= {keys.confidence: "80"} if keys.confidence else {}
    if is_json:
        block = ", ".join(f'"{name}": "{value}"' for name, value in vote.items()).join("{}")
    else:
        block = "\n".join(f"{name}: {value}" for name, value in vote.items())
    read_text(f"```{'json' if is_json else 'yaml'}\n{block}\n```\n", Expected(protocol, _CHOICES, _NONCE))
