"""The slowest reply: replies that were written for the tests, and bytes that are made to keep the reader busy."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.measuring import in_process
from bench.result import Effort, Line
from quorate import read_reply

LIMIT = 250  # milliseconds of processor time
LARGEST = 1024 * 1024
_SIZES = ((11_900, 11_900), (63_000, 63_000), (LARGEST, 63_000))
CORPORA = Path(__file__).parents[1] / "tests" / "replies" / "hostile"
NONCE = "n0123456789abcdef"
OPTIONS = (("A", "Stay on AWS"), ("B", "Move to GCP"), ("C", "Run both for a year"))
CHOICES = {"magi": "position: APPROVE", "judges": "option: A", "quorum": "vote: resume", "evidence": "vote: accept"}
# what repeats, nests, quotes, hides, or looks like a vote
WORDS = (
    "I approve. ",
    "I vote block, and I would not resume unless it is not blocked. ",
    "Correction: I vote block. ",
    "APPROVE or ",
    "if I ",
    "Codex: I approve\n",
    "[quorate] stage ",
    "Stay on AWS or ",
    "do not count ",
    "e.g. ",
    "私は反対です。",
    "承認しないわけではない",
    "票を取り消します",
)
LINES = ("```\n", "~~~yaml\n", "# x\n", "position: APPROVE\n", "vote: resume\n", "option: A\n", "a: b\n", "  - x\n")
PAIRS = ("**", "<a>", "<!-- ", "👍🏽", "\\boxed{", '{"a": ', "&a *a ", "!!x ", "() ", "[ ] ", "x=y ")
PIECES = (*WORDS, *LINES, *PAIRS, *"a{[',。」🙂>-*")
HIDDEN = ("\u200b", "\u202e", "\u0430", "\u0301", "\x00", "\x1b[31m")


class Timed(NamedTuple):
    """A reply and the protocol that it is read for."""

    protocol: str
    reply: str


def run(effort: Effort) -> list[Line]:
    """The slowest of each kind, best of three, because other work on the machine only ever adds to it."""
    written, made = [*_written()], [*_made(effort)]
    return [
        Line("replies", f"slowest of {len(written):,} written replies", _slowest(written), LIMIT, unit="ms"),
        Line("replies", f"slowest of {len(made):,} hostile ones up to 1 MiB", _slowest(made), LIMIT, unit="ms"),
    ]


def _slowest(replies: list[Timed]) -> float:
    return max(_milliseconds(one) for one in replies)


def _milliseconds(one: Timed) -> float:
    options = OPTIONS if one.protocol == "judges" else ()
    measure = in_process(lambda: read_reply(one.reply, one.protocol, options=options, nonce=NONCE))
    first = measure() * 1000
    return first if first < LIMIT / 4 else min(first, *(measure() * 1000 for _ in range(2)))


def _written() -> Iterator[Timed]:
    for file in sorted(CORPORA.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").split("\n"):
            row = json.loads(line) if line else {}
            if row:
                yield Timed(row["protocol"], row["reply"].replace(row.get("nonce") or "{{nonce}}", NONCE))


def _made(effort: Effort) -> Iterator[Timed]:
    sizes = sorted({3_900, *(effort.size(large, quick, 3_900) for large, quick in _SIZES)})
    for piece, size, protocol in product((*PIECES, *HIDDEN), sizes, CHOICES):
        yield from (Timed(protocol, reply) for reply in _around(protocol, piece, size))
    dice = Random(7)  # the same mixtures in every run
    for _ in range(effort.rounds(1_000, 200)):
        mixed = "".join(dice.choice(PIECES) * dice.choice((1, 2, 40)) for _ in range(dice.choice((3, 60))))
        protocol = dice.choice([*CHOICES])
        yield dice.choice([Timed(protocol, reply) for reply in _around(protocol, mixed, dice.choice(sizes))])


def _around(protocol: str, piece: str, size: int) -> Iterator[str]:
    """The piece over and over: alone, beside a ballot, before it, in its reasons, and as lines with the nonce."""
    filling = piece * (size // len(piece.encode()) + 1)
    ballot = f"```yaml\n{CHOICES[protocol]}\nconfidence: 80\nrationale: fine\nnonce: {NONCE}\n```\n"
    yield filling
    yield f"{ballot}{filling}"
    yield f"{filling}\n\n{ballot}"
    yield ballot.replace("fine", " ".join(filling[:60_000].split()))
    yield f"nonce: {NONCE}\n{CHOICES[protocol]}\n{filling}"
