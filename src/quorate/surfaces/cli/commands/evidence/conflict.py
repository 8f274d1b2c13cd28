"""Resolve conflicts between contributions."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from quorate.evidence.conflict_life import ACCEPTED, PENDING, PROPOSED, ConflictState
from quorate.reports.text import one_line
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.example_group import ExampleGroup
from quorate.surfaces.cli.options import json_option, with_help
from quorate.surfaces.cli.terminal.phrases import Words

Plain = Mapping[str, Any]


def state_line(conflict: str, state: ConflictState, words: Words) -> str:
    """Where a conflict stands after a step, and which proposal that is about."""
    if state.status == PENDING:
        return one_line(f"{conflict}: {state.status}")
    text = state.decision if state.status == ACCEPTED else state.proposal
    said = {"id": conflict, "status": state.status, "text": text, "type": state.type, "by": state.proposed_by}
    line = words("conflict.state", **said)
    votes = [f"{one.agent} {one.vote}" for one in state.votes]
    if votes and state.status == PROPOSED:
        line += words("conflict.votes", votes=", ".join(votes))
    if state.replaced and not votes and state.status == PROPOSED:
        line += words("conflict.replaced", text=state.replaced)
    return one_line(line)


def conflict_lines(one: Plain, words: Words) -> Iterator[str]:
    """Who holds what, what was proposed by whom, and who voted how on it."""
    head = ("conflictId", "severity", "questionId", "conflictType")
    yield words("conflict.head", **dict(zip(("id", "severity", "question", "type"), map(one.get, head), strict=True)))
    for letter, side in zip("AB", one["positions"], strict=False):
        said = {"letter": letter, "agent": side.get("agentId"), "position": side.get("position", "")}
        if said["position"]:
            yield one_line(words("conflict.side" if said["agent"] else "conflict.side.stated", **said))
    found = one["resolution"]
    status = found["status"]
    yield words("conflict.status", status=words("conflict.person", status=status) if one["escalated"] else status)
    if found.get("proposal"):
        said = {"text": found["proposal"], "type": found["resolutionType"], "by": found["proposedBy"]}
        yield one_line(words("conflict.proposal", **said))
    for vote in found.get("votes", ()):
        why = f"({vote['reason']})" if vote["reason"] else ""
        line = words("conflict.vote", agent=vote["agentId"], vote=vote["vote"], reason=why)
        yield one_line(line).rstrip()
    if found.get("resolvedBy"):
        yield one_line(
            words("conflict.decided", status=status, by=found["resolvedBy"], text=found.get("finalDecision", ""))
        )


if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from quorate.evidence.conflict_life import ConflictState
    from quorate.surfaces.cli.terminal.phrases import Words

EXAMPLES = """\b
Examples:
  quorate conflict list contributions --epic T2679
  quorate conflict show contributions conflict_0a1b2c3d --epic T2679
  quorate conflict propose contributions conflict_0a1b2c3d --epic T2679 --type merge --proposal "One file per folder"
  quorate conflict vote contributions conflict_0a1b2c3d --epic T2679 --vote accept --confidence 0.8
  quorate conflict accept contributions conflict_0a1b2c3d --epic T2679
  quorate conflict reject contributions conflict_0a1b2c3d --epic T2679 --reason "Too many files"
"""
TYPES = ("merge", "choose-a", "choose-b", "new", "defer", "escalate")


@click.group("conflict", cls=ExampleGroup, epilog=EXAMPLES)
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
    """Lists the conflicts of an epic, the most severe first, with where they stand.

    What is critical, and what somebody decided to escalate, waits for a person.
    """
    from quorate import config
    from quorate.app.evidence.conflict_files import show_epic
    from quorate.app.evidence.epic import EpicRequest, epics_in
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.output.tables import aligned
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import app_in_memory
    from quorate.surfaces.cli.terminal.streams import complain, put, put_json
    from quorate.views.evidence import conflicts_plain, critical_unlisted

    with app_in_memory() as at:
        consensus = at.run(show_epic(at.app, at.who, EpicRequest(source, epic, root)))
    found = conflicts_plain(consensus)
    if as_json:
        put_json(f"[{','.join(map(json_line, found))}]")
        return exit_status.WORKED
    words = Words(config.language())
    if not found and (others := epics_in(source)) and epic not in others:
        complain(words("epic.others", epic=epic, others=", ".join(others)))
    put("".join(f"{line}\n" for line in aligned([_HEAD, *(_row(one, words) for one in found)])))
    if more := critical_unlisted(consensus):
        put(words("conflict.unlisted", n=more) + "\n")
    return exit_status.WORKED


@command.command("show", short_help="Show a conflict.")
@_target
def show_command(source: str, conflict: str, epic: str, root: str, as_json: bool) -> int:
    """Shows CONFLICT: both positions, the proposal and the votes on it, and what was decided."""
    from quorate import config
    from quorate.app.evidence.conflict_files import show_epic
    from quorate.app.evidence.epic import EpicRequest, check_epic
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import app_in_memory
    from quorate.surfaces.cli.terminal.streams import put, put_json
    from quorate.views.evidence import conflict_plain

    request = EpicRequest(source, epic, root)
    with app_in_memory() as at:
        consensus = at.run(show_epic(at.app, at.who, request))
    if not consensus.contributions:
        check_epic(request)
    found = conflict_plain(consensus, conflict)
    if as_json:
        put_json(json_line(found))
    else:
        put("".join(f"{line}\n" for line in conflict_lines(found, Words(config.language()))))
    return exit_status.WORKED


_HEAD = ["Id", "Severity", "Question", "Type", "Status"]


def _row(one: dict[str, Any], words: "Words") -> list[str]:
    status = one["resolution"]["status"]
    waits = words("conflict.person", status=status) if one["escalated"] else status
    return [*(one[key] for key in ("conflictId", "severity", "questionId", "conflictType")), waits]


@command.command("propose", short_help="Propose a resolution.")
@click.option("--type", "kind", type=click.Choice(TYPES), required=True, help="How it would be resolved.")
@click.option("--proposal", required=True, metavar="TEXT", help="What should hold.")
@_target
def propose_command(kind: str, proposal: str, **target: Any) -> int:
    """Proposes how to resolve CONFLICT; a proposal that was rejected can be followed by another.

    Until a proposal is decided, only its author can replace it; the votes on it are then void.
    """
    from quorate.app.evidence.conflict_files import propose_resolution

    return _moved(propose_resolution, (kind, proposal), **target)


@command.command("vote", short_help="Vote on a proposal.")
@click.option("--vote", type=click.Choice(["accept", "reject", "abstain"]), required=True, help="Your vote.")
@click.option("--confidence", metavar="NUMBER", help="0 to 1.")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@_target
def vote_command(vote: str, confidence: str | None, reason: str, **target: Any) -> int:
    """Votes on the proposal for CONFLICT; a second vote takes the place of the first."""
    from quorate.app.evidence.conflict_files import ConflictVoteParts, vote_on_resolution
    from quorate.core.errors import InputError
    from quorate.core.exact import fraction_text

    sure = None if confidence is None else fraction_text(confidence)
    if confidence is not None and sure is None:
        raise InputError(f"--confidence: found {confidence!r}; allowed: a number from 0 to 1")
    return _moved(vote_on_resolution, (ConflictVoteParts(vote, sure, reason),), **target)


@command.command("accept", short_help="Accept a proposal.")
@click.option("--decision", default="", metavar="TEXT", help="What holds (default: the proposal).")
@_target
def accept_command(decision: str, **target: Any) -> int:
    """Accepts the proposal for CONFLICT, which closes it for good; one to escalate leaves it to a person.

    What is accepted in a critical conflict between two answers becomes the answer in `quorate consensus`. In any other
    conflict, and in one that an agent states itself, it is shown beside the answer that was counted, and where the two
    differ, a person is needed.
    """
    from quorate.app.evidence.conflict_files import resolve_conflict

    return _moved(resolve_conflict, (True, decision), **target)


@command.command("reject", short_help="Reject a proposal.")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@_target
def reject_command(reason: str, **target: Any) -> int:
    """Rejects the proposal for CONFLICT."""
    from quorate.app.evidence.conflict_files import resolve_conflict

    return _moved(resolve_conflict, (False, reason), **target)


def _moved(
    use_case: "Callable[..., Coroutine[Any, Any, ConflictState]]",
    said: tuple[Any, ...],
    source: str,
    conflict: str,
    epic: str,
    root: str,
    as_json: bool,
) -> int:
    from quorate import config
    from quorate.app.evidence.epic import EpicRequest
    from quorate.core.codec import json_line
    from quorate.evidence.conflict_life import state_plain
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import app_in_memory
    from quorate.surfaces.cli.terminal.streams import put, put_json

    with app_in_memory() as at:
        state = at.run(use_case(at.app, at.who, EpicRequest(source, epic, root), conflict, *said))
    if as_json:
        put_json(json_line(state_plain(state)))
    else:
        put(state_line(conflict, state, Words(config.language())) + "\n")
    return exit_status.WORKED
