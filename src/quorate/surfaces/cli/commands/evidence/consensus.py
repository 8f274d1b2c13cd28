"""Compute what the contributions to an epic agree on."""

import sys
import time
from typing import TYPE_CHECKING, Any, Self

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import json_option, language_option, with_help
from quorate.surfaces.cli.terminal.streams import error_is_terminal

_EVERY = 0.25
_ERASE = "\r\x1b[K"


class FileProgress:
    """Says a few times a second how far it is."""

    def __init__(self) -> None:
        self._is_seen = error_is_terminal()
        self._next = time.monotonic() + _EVERY
        self._has_written = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._has_written:
            self._write(_ERASE)

    def seen(self, done: int, of: int) -> None:
        """So many were read, of so many."""
        if self._is_seen and (now := time.monotonic()) >= self._next:
            self._next, self._has_written = now + _EVERY, True
            self._write(f"{_ERASE}{done:,} of {of:,} contributions read ({100 * done // max(of, 1)} %)")

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


if TYPE_CHECKING:
    from quorate.surfaces.cli.terminal.phrases import Words

EXAMPLES = """\b
Examples:
  quorate consensus contributions --epic T2679
  quorate consensus contributions/CONTRIBUTIONS.jsonl --epic T2679 --json
  quorate consensus contributions --epic T2679 --gate
"""


@click.command("consensus", epilog=EXAMPLES)
@click.argument("source", metavar="FOLDER|INDEX")
@click.option("--epic", required=True, metavar="ID", help="The epic, such as T2679.")
@click.option("--root", default="", metavar="FOLDER", help="No path leaves this folder (default: the index's folder).")
@click.option("--gate", is_flag=True, help="Exit status 4 if a person has to look at it, or nothing was counted.")
@json_option
@language_option
@click.option("--no-color", is_flag=True, expose_value=False, help="No colors.")
@with_help
def command(source: str, epic: str, root: str, gate: bool, as_json: bool, lang: str | None) -> int:
    """Reads the complete contributions to an epic, a group of tasks, and shows a synthesis in Markdown.

    FOLDER has an index, CONTRIBUTIONS.jsonl, or only contributions as JSON files. Each agent has one position per
    question, its latest. A position's weight is the sum of the confidences behind it; more than half of the weight
    decides, and a split question stays unresolved. A person is needed for a split question, for a critical conflict
    that is open, for agreement that rests on a single source, and for whatever is wrong with the index.
    """
    from quorate import config
    from quorate.app.evidence.epic import EpicRequest, compute_consensus
    from quorate.core.codec import json_line
    from quorate.reports.layouts.epic_synthesis import render_synthesis
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import complain, put, put_json
    from quorate.views.evidence import consensus_plain

    with FileProgress() as progress:
        found = compute_consensus(EpicRequest(source, epic, root), config.clock(), progress.seen)
    words = Words(lang or config.language())
    if not found.contributions:
        _say_none(source, epic, words)
    answer: dict[str, Any] = consensus_plain(found)
    if as_json:
        put_json(json_line(answer))
    else:
        put(render_synthesis(answer, lang=words.lang, source=source))
    if not gate or found.opens_gate:
        return exit_status.WORKED
    if not found.questions:
        complain(words("epic.closed"))
    return exit_status.PERSON_NEEDED


def _say_none(source: str, epic: str, words: "Words") -> None:
    """No contributions are no error; a slip of the pen looks the same, so it is said what there is."""
    import os

    from quorate.app.evidence.epic import epics_in
    from quorate.surfaces.cli.terminal.streams import complain

    if not os.path.exists(source):
        complain(words("epic.no_place", source=source))
    elif others := epics_in(source):
        complain(words("epic.others", epic=epic, others=", ".join(others)))
