"""How a call ended, in words, without secrets, and on disk."""

import json
import os
from collections.abc import Sequence
from typing import NamedTuple

from quorate.voters.calls.folders import sync_folder
from quorate.voters.calls.secret_text import Secret, longest, without

RESULT = "result.json"
MOST_COMPLAINT = 8 * 1024
_LONGEST_LINE = 200


class Ended(NamedTuple):
    """How a call ended, what it brought, and what went wrong."""

    outcome: str
    output: bytes = b""
    detail: str = ""
    status: int | None = None
    complaint: str = ""
    attempts: int = 0


def complaint_of(tail: bytes, is_cut: bool, secrets: Sequence[Secret]) -> str:
    """The end of standard error as text that steers no terminal and tells no secret, not even half of one."""
    half = longest(secrets, tail) if is_cut else 0
    said = without(secrets, tail)[half:][-MOST_COMPLAINT:].decode(errors="replace")
    return "".join(sign for sign in said if sign in "\n\t" or not (sign < " " or "\x7f" <= sign <= "\x9f"))


def last_line(text: str) -> str:
    """The last line with something in it, short enough for a reason."""
    line = next((line for line in reversed(text.splitlines()) if line.strip()), "")
    said = " ".join("".join(sign if sign.isprintable() else " " for sign in line).split())
    return said if len(said) <= _LONGEST_LINE else said[: _LONGEST_LINE - 1] + "…"


def leave(folder: str, ended: Ended) -> None:
    """Writes the result down: it is whole or not there, and stays."""
    try:
        output, encoding = ended.output.decode(), "utf-8"
    except UnicodeDecodeError:
        from base64 import b64encode

        output, encoding = b64encode(ended.output).decode(), "base64"
    result = {**ended._asdict(), "output": output, "encoding": encoding}
    written = os.path.join(folder, RESULT + ".new")
    with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        json.dump(result, file)
        file.flush()
        os.fsync(file.fileno())
    os.rename(written, os.path.join(folder, RESULT))
    sync_folder(folder)
