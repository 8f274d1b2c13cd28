"""Resolve conflicts between contributions."""

from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import json_option, with_help

if TYPE_CHECKING:
    from quorate.app.evidence.conflict_files import ConflictMove

EXAMPLES = """\b
Examples:
  quorate conflict list contributions --epic T2679
  quorate conflict propose contributions conflict_0a1b2c3d --epic T2679 --type merge --proposal "One file per folder"
  quorate conflict vote contributions conflict_0a1b2c3d --epic T2679 --vote accept --confidence 0.8
  quorate conflict accept contributions conflict_0a1b2c3d --epic T2679
"""
TYPES = ("merge", "choose-a", "choose-b", "new", "defer", "escalate")


@click.group("conflict", epilog=EXAMPLES)
@with_help
def command() -> None:
    """Looks after the conflicts between the contributions to an epic: pending, proposed, accepted or rejected.

    A critical conflict needs a person at once, and somebody other than its proposer to accept a resolution. Each step
    is a line in CONFLICTS.jsonl beside the index, with its author. Each command has its own --help.
    """


def _where(function: Any) -> Any:
    function = click.option("--root", default="", metavar="FOLDER", help="No path leaves this folder.")(function)
    return click.option(
        "--epic",
        required=True,
        metavar="ID",
        help="The epic (a group of tasks), such as T2679.",
    )(function)


def _target(function: Any) -> Any:
    for decorate in (with_help, json_option, _where):
        function = decorate(function)
    function = click.argument("conflict", metavar="CONFLICT")(function)
    return click.argument("source", metavar="FOLDER|INDEX")(function)


@command.command("list", short_help="List conflicts.")
@click.argument("source", metavar="FOLDER|INDEX")
@_where
@json_option
@with_help
def list_command(source: str, epic: str, root: str, as_json: bool) -> int:
    """Lists the conflicts of an epic, the most severe first, with where they stand."""
    from quorate import config
    from quorate.app.evidence.epic import EpicRequest, compute_consensus
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.output.tables import aligned
    from quorate.surfaces.cli.terminal.streams import put, put_json
    from quorate.views.evidence import consensus_plain

    plain = consensus_plain(compute_consensus(EpicRequest(source, epic, root), config.clock()))
    found = [*plain["conflicts"], *plain["statedConflicts"]]
    if as_json:
        put_json(f"[{','.join(map(json_line, found))}]")
        return exit_status.WORKED
    keys = ("conflictId", "severity", "questionId", "conflictType")
    rows = [[*(one[key] for key in keys), one["resolution"]["status"]] for one in found]
    put("".join(f"{line}\n" for line in aligned([["Id", "Severity", "Question", "Type", "Status"], *rows])))
    return exit_status.WORKED


@command.command("propose", short_help="Propose a resolution.")
@click.option("--type", "kind", type=click.Choice(TYPES), required=True, help="How it would be resolved.")
@click.option("--proposal", required=True, metavar="TEXT", help="What should hold.")
@_target
def propose_command(kind: str, proposal: str, **target: Any) -> int:
    """Proposes how to resolve CONFLICT; a proposal that was rejected can be followed by another."""
    from quorate.app.evidence.conflict_files import ConflictMove

    return _moved(ConflictMove("propose", kind, proposal), **target)


@command.command("vote", short_help="Vote on a proposal.")
@click.option("--vote", type=click.Choice(["accept", "reject", "abstain"]), required=True, help="Your vote.")
@click.option("--confidence", metavar="NUMBER", help="0 to 1.")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@_target
def vote_command(vote: str, confidence: str | None, reason: str, **target: Any) -> int:
    """Votes on the proposal for CONFLICT; a second vote takes the place of the first."""
    from quorate.app.evidence.conflict_files import ConflictMove
    from quorate.core.errors import InputError
    from quorate.core.exact import fraction_text

    sure = None if confidence is None else fraction_text(confidence)
    if confidence is not None and sure is None:
        raise InputError(f"--confidence: found {confidence!r}; allowed: a number from 0 to 1")
    return _moved(ConflictMove("vote", "", reason, vote, sure), **target)


@command.command("accept", short_help="Accept a proposal.")
@click.option("--decision", default="", metavar="TEXT", help="What holds (default: the proposal).")
@_target
def accept_command(decision: str, **target: Any) -> int:
    """Accepts the proposal for CONFLICT, which closes it for good; one to escalate leaves it to a person."""
    from quorate.app.evidence.conflict_files import ConflictMove

    return _moved(ConflictMove("accept", "", decision), **target)


@command.command("reject", short_help="Reject a proposal.")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@_target
def reject_command(reason: str, **target: Any) -> int:
    """Rejects the proposal for CONFLICT."""
    from quorate.app.evidence.conflict_files import ConflictMove

    return _moved(ConflictMove("reject", "", reason), **target)


def _moved(move: "ConflictMove", source: str, conflict: str, epic: str, root: str, as_json: bool) -> int:
    from quorate import config
    from quorate.app.evidence.conflict_files import move_conflict
    from quorate.app.evidence.epic import EpicRequest
    from quorate.core.codec import json_line
    from quorate.evidence.conflict_life import state_plain
    from quorate.reports.text import one_line
    from quorate.surfaces.cli.terminal.streams import put, put_json

    state = move_conflict(EpicRequest(source, epic, root), conflict, move, config.user(), config.clock())
    if as_json:
        put_json(json_line(state_plain(state)))
    else:
        put(f"{one_line(f'{conflict}: {state.status}')}\n")
    return exit_status.WORKED
