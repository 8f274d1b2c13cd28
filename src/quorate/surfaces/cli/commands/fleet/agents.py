"""Look after the agents of a fleet."""

from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.example_group import ExampleGroup
from quorate.surfaces.cli.options import Look, manner_of, session_argument, store_option, table_options, with_help

if TYPE_CHECKING:
    from quorate.app.fleet.reviewer_choice import AgentAuthority

EXAMPLES = """\b
Examples:
  quorate agents register indexer --owner ann --tag search
  quorate agents register opus --voter claude:opus --tag search
  quorate agents describe indexer --owner ben --tag search --tag billing
  quorate agents report indexer --risk 0.72
  quorate agents pause indexer --reason "It deleted a table"
  quorate agents list --status paused
  quorate agents show indexer
  quorate agents overview
  quorate agents history indexer
  quorate agents judge crawler QUORUM-2026-1116-001 --held-up
  quorate agents archive indexer --reason "Replaced"
  quorate agents authority agents.yaml
"""
_TITLES = ("agent", "authority", "health", "track_record", "domain", "freshness")


@click.group("agents", cls=ExampleGroup, epilog=EXAMPLES)
@with_help
def command() -> None:
    """Looks after the agents of a fleet: who they are, how they are doing, and how their reviews held up.

    Only an operator, who is the owner of the record, registers, describes, pauses and judges agents, and reports their
    state. Each command has its own --help.
    """


@command.command("list", short_help="List all agents.")
@click.option("--status", type=click.Choice(["active", "paused", "archived"]), help="Only these.")
@store_option
@table_options
@with_help
def list_command(status: str | None, **manner: Any) -> int:
    """Lists the agents by name, with their status, and the review that they are in."""
    from quorate.app.fleet.agents import list_agents
    from quorate.surfaces.cli.terminal.output.fleet_output import put_agents, put_answer

    return put_answer(manner_of(**manner), lambda app, who: list_agents(app, who, status or ""), put_agents)


@command.command("show", short_help="Show one agent.")
@click.argument("agent", metavar="AGENT")
@store_option
@table_options
@with_help
def show_command(agent: str, **manner: Any) -> int:
    """Shows an agent as it stands, with the conditions that it was resumed under."""
    from quorate.app.fleet.agents import show_agent
    from quorate.surfaces.cli.terminal.output.fleet_output import put_agent, put_answer

    return put_answer(manner_of(**manner), lambda app, who: show_agent(app, who, agent), put_agent)


@command.command("overview", short_help="Show the fleet at a glance.")
@store_option
@table_options
@with_help
def overview_command(**manner: Any) -> int:
    """Shows agents by status, open reviews and whose move it is, and how reviews turned out.

    A pause proved unnecessary where its review resumed the agent, and everybody who was judged for that held up.
    """
    from quorate.app.fleet.fleet_overview import show_fleet
    from quorate.surfaces.cli.terminal.output.fleet_output import put_answer, put_overview

    return put_answer(manner_of(**manner), show_fleet, put_overview)


@command.command("history", short_help="Show what happened to an agent.")
@click.argument("agent", metavar="AGENT")
@store_option
@table_options
@with_help
def history_command(agent: str, **manner: Any) -> int:
    """Shows everything that happened to AGENT, oldest first: when, what, and by whom."""
    from quorate.app.fleet.agents import agent_history
    from quorate.surfaces.cli.terminal.output.fleet_output import put_answer, put_history

    return put_answer(manner_of(**manner), lambda app, who: agent_history(app, who, agent), put_history)


@command.command("register", short_help="Register an agent.")
@click.argument("agent", metavar="AGENT")
@click.option("--owner", default="", metavar="NAME", help="Whose it is; agents of one owner never review each other.")
@click.option("--tag", "tags", multiple=True, help="What it works on; repeatable.")
@click.option(
    "--works-here",
    is_flag=True,
    help="It runs the review system or reviews for it: reviews of it go to a person.",
)
@click.option(
    "--voter",
    default="",
    metavar="VOTER",
    help="A reviewer that is no agent: an engine that is asked, as in `quorate decide --seat`, or `person`.",
)
@store_option
@table_options
@with_help
def register_command(agent: str, owner: str, tags: tuple[str, ...], **manner: Any) -> int:
    """Registers AGENT. Its name is its own for good.

    With --voter an engine reviews under this name: where it is chosen for a quorum it is asked, once, and votes by
    itself. It takes no part in a dialectic, and disputes about it go to a person, as with --works-here.
    """
    from quorate.app.fleet.agents import register_agent
    from quorate.surfaces.cli.terminal.output.fleet_output import put_agent, put_answer

    more = {name: manner.pop(name) for name in ("works_here", "voter")}
    return put_answer(
        manner_of(**manner),
        lambda app, who: register_agent(app, who, agent, owner, tags, **more),
        put_agent,
        may_make=True,
    )


@command.command("describe", short_help="Set an agent's owner and tags.")
@click.argument("agent", metavar="AGENT")
@click.option("--owner", default="", metavar="NAME", help="Whose it is.")
@click.option("--tag", "tags", multiple=True, help="What it works on; repeatable.")
@store_option
@table_options
@with_help
def describe_command(agent: str, owner: str, tags: tuple[str, ...], **manner: Any) -> int:
    """Sets the owner and the tags of AGENT; what is not stated is empty afterwards."""
    from quorate.app.fleet.agents import describe_agent
    from quorate.surfaces.cli.terminal.output.fleet_output import put_agent, put_answer

    return put_answer(manner_of(**manner), lambda app, who: describe_agent(app, who, agent, owner, tags), put_agent)


@command.command("report", short_help="Report an agent's state.")
@click.argument("agent", metavar="AGENT")
@click.option("--risk", metavar="NUMBER", help="Its risk score, 0 to 1 (default: unknown).")
@click.option("--coherence", metavar="NUMBER", help="Its coherence, 0 to 1 (default: unknown).")
@click.option(
    "--void/--no-void",
    default=None,
    help="Whether your monitor calls its state a void: then only a quorum may resume it (default: no).",
)
@store_option
@table_options
@with_help
def report_command(agent: str, risk: str | None, coherence: str | None, void: bool | None, **manner: Any) -> int:
    """Reports the state of AGENT as it was measured; nobody reports their own.

    A report replaces the one before: what is left out becomes unknown, and a void is over unless --void says otherwise.
    """
    from quorate.app.fleet.agents import AgentReport, report_state
    from quorate.surfaces.cli.terminal.output.fleet_output import put_agent, put_answer

    report = AgentReport(_number("--risk", risk), _number("--coherence", coherence), void)
    return put_answer(manner_of(**manner), lambda app, who: report_state(app, who, agent, report), put_agent)


def _number(option: str, text: str | None) -> Any:
    from quorate.core.errors import InputError
    from quorate.core.exact import fraction_text

    number = None if text is None else fraction_text(text)
    if text is not None and number is None:
        raise InputError(f"{option}: found {text!r}; allowed: a number from 0 to 1, such as 0.35")
    return number


@command.command("pause", short_help="Pause an agent.")
@click.argument("agent", metavar="AGENT")
@click.option("--reason", required=True, metavar="TEXT", help="Why.")
@store_option
@table_options
@with_help
def pause_command(agent: str, reason: str, **manner: Any) -> int:
    """Pauses AGENT. Only a review resumes it: see `quorate review request --help`."""
    from quorate.app.fleet.agents import pause_agent
    from quorate.surfaces.cli.terminal.output.fleet_output import put_agent, put_answer

    return put_answer(manner_of(**manner), lambda app, who: pause_agent(app, who, agent, reason), put_agent)


@command.command("archive", short_help="Take an agent out of the fleet.")
@click.argument("agent", metavar="AGENT")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@store_option
@table_options
@with_help
def archive_command(agent: str, reason: str, **manner: Any) -> int:
    """Takes AGENT out of the fleet for good; its history stays."""
    from quorate.app.fleet.agents import archive_agent
    from quorate.surfaces.cli.terminal.output.fleet_output import put_agent, put_answer

    return put_answer(manner_of(**manner), lambda app, who: archive_agent(app, who, agent, reason), put_agent)


@command.command("judge", short_help="Say whether a review held up.")
@click.argument("agent", metavar="AGENT")
@session_argument
@click.option("--held-up/--failed", "held_up", required=True, help="Whether it held up.")
@store_option
@table_options
@with_help
def judge_command(agent: str, session: str, held_up: bool, **manner: Any) -> int:
    """Says whether the review SESSION by AGENT held up, which counts for the weight of its votes from then on."""
    from quorate.app.fleet.agents import judge_review
    from quorate.surfaces.cli.terminal.output.fleet_output import put_agent, put_answer

    return put_answer(
        manner_of(**manner), lambda app, who: judge_review(app, who, agent, session, held_up=held_up), put_agent
    )


@command.command("authority", short_help="Compute the authority of described agents.")
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
    from quorate.app.fleet.reviewer_choice import authority_in_document
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
