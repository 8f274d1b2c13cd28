"""Call a function of quorate.compat, for shell functions."""

from typing import Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import with_help

EXAMPLES = """\b
Examples:
  printf '%s\\0' "$votes" MAP-001 | quorate call contribution_weighted_vote
"""
# the fewest and the most arguments of each
_FUNCTIONS = {
    "contribution_compute_consensus": (1, 2),
    "contribution_create_synthesis": (1, 2),
    "contribution_detect_conflicts": (2, 2),
    "contribution_weighted_vote": (1, 2),
    "skill_to_protocol": (1, 1),
    "validate_consensus_protocol": (3, 4),
}


@click.command("call", epilog=EXAMPLES)
@click.argument("function", metavar="FUNCTION", type=click.Choice(sorted(_FUNCTIONS)))
@with_help
def command(function: str) -> int:
    """Calls FUNCTION with the arguments on standard input, each ended by a NUL, and prints what it gives.

    FUNCTION is contribution_compute_consensus, contribution_create_synthesis, contribution_detect_conflicts,
    contribution_weighted_vote, skill_to_protocol or validate_consensus_protocol. `quorate shell-functions` has shell
    functions that do this.
    """
    from quorate import compat
    from quorate.core.errors import InputError
    from quorate.documents.container import decoded
    from quorate.surfaces.cli.terminal.streams import STANDARD, read_document

    said = decoded(read_document(STANDARD))
    arguments = said.removesuffix("\0").split("\0") if said else []
    least, most = _FUNCTIONS[function]
    if not least <= len(arguments) <= most:
        raise InputError(f"{function}: found {len(arguments)} arguments; allowed: {least} to {most}")
    return _put(getattr(compat, function)(*arguments))


def _put(answer: Any) -> int:
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.streams import put, put_json

    if isinstance(answer, str):
        put(answer if answer.endswith("\n") or not answer else f"{answer}\n")
        return exit_status.WORKED if answer else exit_status.FAILED
    status: int = answer.pop("exitStatus", exit_status.WORKED)
    put_json(json_line(answer))
    return status
