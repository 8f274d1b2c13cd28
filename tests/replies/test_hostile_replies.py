"""Replies of attacked, careless and broken voters: never a ballot that was not cast.

What may be read from each follows from the rule alone, by a short oracle that shares no code with the reader.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from quorate.replies.ballot import Expected
from quorate.replies.reading import infer_from, read_text
from tests.replies.asked import CHOICES, NONCE, choice_in

FILES = sorted((Path(__file__).parent / "hostile").glob("*.jsonl"))
LINES = [(file.stem, line) for file in FILES for line in file.read_text(encoding="utf-8").split("\n") if line]
ROWS = [{**json.loads(line), "list": stem} for stem, line in LINES]
NAMES = r"(?:vote|position|option|decision|recommendation)"
POSITIONS = {"GO": "APPROVE", "GO WITH CONDITIONS": "APPROVE", "HOLD": "REJECT", "NO-GO": "REJECT"}


def asked(row: dict[str, Any]) -> tuple[str, Expected]:
    """Return the reply and what its voter was asked."""
    nonce = row.get("nonce") or NONCE
    options = {option["id"]: option["text"] for option in row.get("options") or ()}
    choices = (*options, "ABSTAIN") if row["protocol"] == "judges" and options else CHOICES[row["protocol"]]
    reply = row["reply"].replace("{{nonce}}", nonce)
    return reply, Expected(row["protocol"], choices, nonce, names=options)


def oracle(reply: str, expected: Expected) -> set[str]:
    """Return the choices that the last lines of a reply may be a ballot for."""
    lines = reply.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").rstrip().split("\n")
    close = re.fullmatch(r" {0,3}(`{3,}|~{3,})[ \t]*", lines[-1])
    starts = [at for at, line in enumerate(lines[:-1]) if re.match(r" {0,3}(`{3,}|~{3,})", line)]
    if not close or not starts:
        return set()
    body = lines[starts[-1] + 1 : -1]
    if not any(re.fullmatch(rf"\W*nonce\W*:\W*{expected.nonce}\W*", line, re.IGNORECASE) for line in body):
        text = "".join(body)
        if not re.search(rf"\"nonce\"\s*:\s*\"{expected.nonce}\"", text):
            return set()
    values = {
        value.strip(" \t\"'*`,.!“”").casefold()
        for value in re.findall(rf"[\"'*`]*{NAMES}[\"'*`]*\s*:\s*[*]*\s*([^\n]*)", "\n".join(body), re.IGNORECASE)
    }
    words = {choice.casefold(): choice for choice in expected.choices}
    words |= {text.casefold(): option for option, text in expected.names.items()}
    words |= {f"{option}: {text}".casefold(): option for option, text in expected.names.items()}
    words |= {f"option {option}".casefold(): option for option in expected.names}
    if expected.protocol == "magi":
        words |= {word.casefold(): position for word, position in POSITIONS.items()}
    allowed = {words[value] for value in values if value in words}
    if not allowed:  # a block in one line, or with a comment behind the choice
        allowed = {
            choice for word, choice in words.items() for value in values if re.match(rf"{re.escape(word)}\b", value)
        }
    return allowed


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['list']}:{row['id']}" for row in ROWS])
def test_no_ballot_is_read_that_was_not_cast(row: dict[str, Any]) -> None:
    reply, expected = asked(row)
    read = read_text(reply, expected)
    choice = choice_in(read, row["protocol"])
    assert choice is None or choice in oracle(reply, expected)
    assert (read.vote is None) == (read.why is not None)
    inferred = infer_from(reply, expected)
    assert inferred is None or (inferred.inferred and row["protocol"] == "magi")


def test_there_are_hostile_replies_of_every_protocol() -> None:
    assert {row["protocol"] for row in ROWS} == set(CHOICES)
    assert len(ROWS) > 1_700
