"""Compares this tree with another one: python -m tests.compare FOLDER, a checkout with its virtual environment.

Each tree answers in processes of its own, so that no module of one is imported in the other.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

from tests.compare import documents, histories
from tests.compare.differences import (
    Difference,
    answers_differ,
    compare,
    grouped,
    number_hashes,
    read_intended,
    written,
)

ROOT = Path(__file__).parents[2]
DRIVER = Path(__file__).with_name("driver.py")
SIZE = 20_000
"""How many documents are compared at a time."""
_PROBLEM = re.compile(r"\S+\.jsonl:(\d+): (.*)", re.DOTALL)
Answer = dict[str, Any]


def tally(tree: Path, file: Path) -> dict[int, Answer]:
    """Return what a tree answers to each document, by its number: {"verdict": ...} or {"refusal": [...]}."""
    done = subprocess.run(
        [str(tree / ".venv/bin/quorate"), "tally", "--batch", str(file)], capture_output=True, text=True, check=False
    )
    answers: dict[int, Answer] = {}
    for line in done.stdout.splitlines():
        verdict = json.loads(line)
        answers[verdict["id"]] = {"verdict": verdict, "bytes": line}
    first = json.loads(file.read_text().partition("\n")[0])["id"]
    for line in done.stderr.splitlines():
        if problem := _PROBLEM.match(line):
            answers.setdefault(first + int(problem[1]) - 1, {"refusal": []})["refusal"].append(problem[2])
    return answers


def compare_documents(other: Path, count: int, seed: int) -> Iterator[Difference]:
    """Yield every difference in the answers to this many documents."""
    lines = documents.lines(count, seed)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
        file = Path(folder, "documents.jsonl")
        for start in range(0, count, SIZE):
            part = list(islice(lines, SIZE))
            file.write_text("\n".join(part) + "\n")
            before, after = pool.map(lambda tree: tally(tree, file), (other, ROOT))
            for number, line in enumerate(part, start):
                yield from verdicts_differ(before.get(number), after.get(number), line)


def verdicts_differ(before: Answer | None, after: Answer | None, line: str) -> Iterator[Difference]:
    """Yield how two answers to one document differ; the same values in other bytes are a difference too."""
    protocol = json.loads(line)["protocol"]
    left, right = before or {"refusal": ["no answer"]}, after or {"refusal": ["no answer"]}
    differences = list(answers_differ("verdict", protocol, left, right, line))
    if not differences and left.get("bytes") != right.get("bytes"):
        differences.append(Difference("verdict", protocol, "bytes", "changed", left["bytes"], right["bytes"], line))
    yield from differences


def carry_out(tree: Path, lines: Sequence[str]) -> list[str]:
    """Return what comes of each history in a tree."""
    command = [str(tree / ".venv/bin/python"), "-I", str(DRIVER)]
    done = subprocess.run(command, input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()


def compare_histories(other: Path, count: int, seed: int) -> Iterator[Difference]:
    """Yield every difference in what comes of this many histories."""
    lines = list(histories.lines(count, seed))
    with ThreadPoolExecutor() as pool:
        both = pool.map(lambda tree: carry_out(tree, lines), (other, ROOT))
        for line, before, after in zip(lines, *both, strict=True):
            yield from outcomes_differ(before, after, line)


def outcomes_differ(before: str, after: str, line: str) -> Iterator[Difference]:
    """Yield how two trees differ in what came of one history."""
    steps = json.loads(line)
    protocol = histories.protocol_of(steps)
    left, right = (json.loads(number_hashes(text)) for text in (before, after))
    for step, refusal, other in zip(steps, left["refusals"], right["refusals"], strict=True):
        for path, kind, said, says in compare(refusal, other):
            yield Difference("refusal", protocol, f"/{step['do']}{path}", kind, said, says, line)
    for where in ("view", "log", "inbox"):
        for path, kind, old, new in compare(left[where], right[where]):
            yield Difference(where, protocol, path, kind, old, new, line)


def main() -> int:
    """Lists the differences; 1 if one of them is not intended."""
    parser = argparse.ArgumentParser(prog="sh scripts/compare", description="Compares this tree with another one.")
    parser.add_argument("folder", type=Path, help="the other tree, with its virtual environment in .venv")
    parser.add_argument("--documents", type=int, default=100_000, help="how many tally documents (default: 100000)")
    parser.add_argument("--histories", type=int, default=2_000, help="how many histories (default: 2000)")
    parser.add_argument("--draw", type=int, default=1, help="another number gives other inputs (default: 1)")
    asked = parser.parse_args()
    other, out = asked.folder.resolve(), sys.stdout

    def differences() -> Iterator[Difference]:
        yield from compare_documents(other, asked.documents, asked.draw)
        yield from compare_histories(other, asked.histories, asked.draw)

    groups = grouped(differences(), read_intended())
    for group in groups:
        out.write(written(group) + "\n")
    unintended = [group for group in groups if not group.reason]
    out.write(
        f"{asked.documents} documents and {asked.histories} histories compared: {len(groups)} groups of differences, "
        f"{len(unintended)} of them not intended\n"
    )
    return 1 if unintended else 0


if __name__ == "__main__":
    sys.exit(main())
