"""List the agents of a fleet, and what their votes weigh."""

from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look, manner_of, table_options, with_help

if TYPE_CHECKING:
    from quorate.app.fleet.authority_list import AgentAuthority

EXAMPLES = """\b
Examples:
  quorate agents authority agents.yaml
  echo '[{"agent_id": "a", "risk_score": 0.05}]' | quorate agents authority -
  quorate agents authority agents.yaml --json
"""
_TITLES = ("agent", "authority", "health", "track_record", "domain", "freshness")


@click.group("agents", epilog=EXAMPLES)
@with_help
def command() -> None:
    """Looks after the agents of a fleet. Each command has its own --help."""


@command.command("authority", epilog=EXAMPLES, short_help="Compute the authority of described agents.")
@click.argument("file", metavar="FILE|-")
@table_options
@with_help
def authority_command(file: str, **look: Any) -> int:
    """Computes the authority of the agents in FILE, or on standard input for `-`, part by part; nothing is stored.

    FILE is YAML or JSON: a list of agents, or a mapping with `agents`, `paused_agent` (the agent that they would
    review) and `now`. An agent has `agent_id` and, as far as they are known, `risk_score`, `reviews`, `held_up`,
    `tags` and `last_update`. The score is 0.40 health + 0.30 track record + 0.20 domain + 0.10 freshness, rounded half
    up to four decimals.
    """
    from quorate import config
    from quorate.app.fleet.authority_list import authority_in_document
    from quorate.deliberation.moments import stamp
    from quorate.surfaces.cli.terminal.streams import named, read_document

    wanted = manner_of(store=None, **look).look
    _put(authority_in_document(read_document(file), named(file), stamp(config.clock())), wanted)
    return exit_status.WORKED


def _put(found: "list[AgentAuthority]", look: Look) -> None:
    from quorate.core.codec import json_line
    from quorate.core.exact import rounded
    from quorate.surfaces.cli.terminal.output.tables import table
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import is_terminal, put, put_json
    from quorate.views.fleet import authority_plain

    if look.form == "json":
        put_json(f"[{','.join(json_line(authority_plain(one.agent.agent_id, one.parts)) for one in found)}]")
        return
    words = Words(look.lang)
    rows = []
    for one in found:
        numbers = [str(rounded(value, 4)) for value in (one.parts.score, *one.parts)]
        rows.append([one.agent.agent_id, *numbers])
    put(table([words(f"fleet.title.{title}") for title in _TITLES], rows, look, drawn=is_terminal()))
