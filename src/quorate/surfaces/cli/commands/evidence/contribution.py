"""Check contributions of agents, and keep their index."""

import json
from typing import TYPE_CHECKING

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.example_group import ExampleGroup
from quorate.surfaces.cli.options import json_option, with_help

if TYPE_CHECKING:
    from quorate.app.evidence.contribution_files import CheckedContribution

EXAMPLES = """\b
Examples:
  quorate contribution check contributions/opus-1.json
  quorate contribution check found.json --lenient
  quorate contribution convert found.json > strict.json
  quorate contribution add contributions contributions/opus-1.json
  quorate contribution list contributions
  quorate contribution sample epic && quorate consensus epic --epic T2679
"""
STATUSES = ("complete", "partial", "blocked")


@click.group("contribution", cls=ExampleGroup, epilog=EXAMPLES)
@with_help
def command() -> None:
    """Checks contributions and keeps their index, CONTRIBUTIONS.jsonl.

    A contribution is a JSON document of one agent for one task: a decision per question, with confidence, rationale and
    evidence. `quorate schema contribution` prints its schema. Each command has its own --help.
    """


@command.command("check", short_help="Check a contribution.")
@click.argument("file", metavar="FILE|-")
@click.option("--lenient", is_flag=True, help="Read what deviates from the schema too, and name each deviation.")
@json_option
@with_help
def check_command(file: str, lenient: bool, as_json: bool) -> int:
    """Checks FILE against the schema, and gives advice on its answers; `-` is standard input.

    Exit status 2 with file, line, what was found and what is allowed for every problem.
    """
    from quorate.app.evidence.contribution_files import check_contribution
    from quorate.surfaces.cli.terminal.streams import named, read_document

    _put_checked(check_contribution(read_document(file), named(file), lenient=lenient), as_json)
    return exit_status.WORKED


def _put_checked(checked: "CheckedContribution", as_json: bool) -> None:
    from quorate import config
    from quorate.core.codec import json_line
    from quorate.core.errors import Problem
    from quorate.reports.text import one_line
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import put, put_json
    from quorate.views.evidence import checked_plain

    one = checked.contribution
    if as_json:
        put_json(json_line(checked_plain(one, checked.deviations, checked.advice)))
        return
    words = Words(config.language())
    lines = [words("contribution.checked", id=one.id, agent=one.agent or "?", n=len(one.decisions))]
    lines += [words("contribution.deviation", what=at.code, path=at.path or "/") for at in checked.deviations]
    for advice in checked.advice:
        lines.append(words("contribution.advice", what=advice.code, path=Problem(advice.path, "", "").field))
    put("".join(f"{one_line(line)}\n" for line in lines))


@command.command("convert", short_help="Write a contribution in the strict form.")
@click.argument("file", metavar="FILE|-")
@with_help
def convert_command(file: str) -> int:
    """Reads FILE leniently and prints it in the strict form; what has no place there is under `extensions`.

    What the agent never said stays empty. Standard error lists it, because `check` will refuse the document until it is
    filled in.
    """
    from quorate import config
    from quorate.app.evidence.contribution_files import strict_form
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import complain, named, put_json, read_document

    found = strict_form(read_document(file), named(file))
    put_json(json.dumps(found.document, indent=2))
    words = Words(config.language())
    for problem in found.problems:
        complain(words("contribution.unfilled", problem=problem.sentence()))
    return exit_status.WORKED


@command.command("add", short_help="Add a contribution to the index.")
@click.argument("folder", metavar="FOLDER")
@click.argument("file", metavar="FILE")
@click.option("--status", type=click.Choice(STATUSES), default="complete", show_default=True, help="How far it is.")
@json_option
@with_help
def add_command(folder: str, file: str, status: str, as_json: bool) -> int:
    """Adds FILE, which is in FOLDER or below it, to the index of FOLDER.

    The file is checked first; nothing is written if it has problems. A later version of the same contribution is added
    as a new line: partial may become complete or blocked, blocked partial or complete, and complete is final.
    """
    from quorate import config
    from quorate.app.evidence.contribution_files import add_contribution
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.streams import put, put_json
    from quorate.views.evidence import entry_line

    entry = add_contribution(folder, file, config.clock(), status)
    if as_json:
        put_json(json_line(entry_line(entry)))
    else:
        put(f"{entry.id}: {entry.status}\n")
    return exit_status.WORKED


@command.command("list", short_help="List contributions.")
@click.argument("source", metavar="FOLDER|INDEX")
@json_option
@with_help
def list_command(source: str, as_json: bool) -> int:
    """Lists the contributions in an index, of each the version that holds; malformed lines are named."""
    from quorate.app.evidence.contribution_files import list_contributions
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.output.tables import aligned
    from quorate.surfaces.cli.terminal.streams import complain, put, put_json
    from quorate.views.evidence import entry_line

    found = list_contributions(source)
    for problem in found.problems:
        complain(f"{source}: {problem.where}: {problem.code} {problem.detail}".rstrip())
    if as_json:
        put_json(f"[{','.join(json_line(entry_line(one)) for one in found.entries)}]")
        return exit_status.WORKED
    rows = [[one.id, one.agent, one.epic, one.task, one.status, one.file] for one in found.entries]
    put("".join(f"{line}\n" for line in aligned([["Id", "Agent", "Epic", "Task", "Status", "File"], *rows])))
    return exit_status.WORKED


@command.command("sample", short_help="Copy a sample epic.")
@click.argument("folder", metavar="FOLDER")
@with_help
def sample_command(folder: str) -> int:
    """Copies the contributions of a sample epic, T2679, into a new FOLDER."""
    from quorate import config
    from quorate.app.evidence.contribution_files import copy_sample
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import put

    copy_sample(folder)
    put(Words(config.language())("epic.sample", folder=folder, epic="T2679") + "\n")
    return exit_status.WORKED
