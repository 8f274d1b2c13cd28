"""Keep the manifest: one line per report."""

from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.example_group import ExampleGroup
from quorate.surfaces.cli.options import Decorator, json_option, language_option, store_option, with_help

if TYPE_CHECKING:
    from quorate.app.evidence.manifest_file import NewReport
    from quorate.evidence.manifest import ManifestEntry

EXAMPLES = """\b
Examples:
  quorate manifest add --title "Consensus: Map" --file 2026-01-26_map.md --topics map,consensus --task T2216
  quorate manifest list --topic consensus --status complete
  quorate manifest show map-2026-01-26
  quorate manifest link map-2026-01-26 T2217 T2218
  quorate manifest archive map-2026-01-26
  quorate manifest pending
  quorate manifest stats
  quorate manifest validate
  quorate manifest report MAGI-2026-0126-001 --folder reports --epic T2204
"""
STATUSES = ("complete", "partial", "blocked", "archived")


@click.group("manifest", cls=ExampleGroup, epilog=EXAMPLES)
@with_help
def command() -> None:
    """Keeps MANIFEST.jsonl: a JSON line per report, appended under a lock and never changed.

    Each command has its own --help.
    """


def _place(function: Any) -> Any:
    text = "The manifest, or its folder (default: MANIFEST.jsonl in this folder)."
    return click.option("--manifest", default=".", metavar="FILE", help=text)(function)


_FLAGS: tuple[Decorator, ...] = (
    click.option("--topics", default="", metavar="A,B", help="What it is about, separated by commas."),
    click.option("--findings", default="", metavar="A,B", help="What was found, separated by commas."),
    click.option("--status", type=click.Choice(STATUSES), default="complete", show_default=True, help="How far it is."),
    click.option("--task", "tasks", multiple=True, metavar="ID", help="A task that it belongs to; repeatable."),
    click.option("--epic", default="", metavar="ID", help="The epic; kept with the tasks."),
    click.option("--actionable", is_flag=True, help="It leads to action."),
    click.option("--needs-followup", default="", metavar="ID,ID", help="Tasks that follow, separated by commas."),
    click.option("--agent-type", default="", metavar="TYPE", help="analysis for a consensus."),
    click.option("--id", "name", default="", metavar="ID", help="Its id (default: from the file's name)."),
    click.option(
        "--date", default="", metavar="DATE", help="Its date (default: the one in the file's name, else today)."
    ),
)


def _flags(function: Any) -> Any:
    for one in reversed(_FLAGS):
        function = one(function)
    return function


def _report(title: str, file: str, **said: Any) -> "NewReport":
    from quorate.app.evidence.manifest_file import NewReport

    tasks = (*said["tasks"], *([said["epic"]] if said["epic"] else []))
    return NewReport(
        title,
        file,
        _split(said["topics"]),
        _split(said["findings"]),
        said["status"],
        tasks,
        said["actionable"],
        _split(said["needs_followup"]),
        said["agent_type"],
        said["name"],
        said["date"],
    )


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


@command.command("add", short_help="Add a report.")
@click.option("--title", required=True, metavar="TEXT", help="The report's title.")
@click.option("--file", default="", metavar="NAME", help="YYYY-MM-DD_slug.md (default: from the date and the title).")
@_flags
@_place
@json_option
@with_help
def add_command(title: str, file: str, manifest: str, as_json: bool, **said: Any) -> int:
    """Adds a line for a report. The same id or file a second time is refused."""
    from quorate import config
    from quorate.app.evidence.manifest_file import add_entry, manifest_at

    _put(add_entry(manifest_at(manifest), _report(title, file, **said), config.clock()), as_json)
    return exit_status.WORKED


@command.command("report", short_help="Write a report on a deliberation, and add it.")
@click.argument("deliberation", metavar="ID")
@click.option("--folder", default=".", metavar="FOLDER", help="Where reports and their manifest are (default: here).")
@click.option("--title", default="", metavar="TEXT", help="Its title (default: the question).")
@click.option("--file", default="", metavar="NAME", help="YYYY-MM-DD_slug.md (default: from the date and the title).")
@_flags
@store_option
@language_option
@json_option
@with_help
def report_command(
    deliberation: str,
    folder: str,
    title: str,
    file: str,
    store: str | None,
    lang: str | None,
    as_json: bool,
    **said: Any,
) -> int:
    """Writes the report on the deliberation ID to YYYY-MM-DD_slug.md, and adds it to the manifest in that folder."""
    from quorate import config
    from quorate.app.evidence.filed_report import file_report
    from quorate.surfaces.cli.terminal.runner import app_at

    with app_at(store) as at:
        report = _report(title, file, **said)
        entry = at.run(file_report(at.app, at.who, deliberation, folder, report, lang or config.language()))
    _put(entry, as_json)
    return exit_status.WORKED


@command.command("list", short_help="List reports.")
@click.option("--status", type=click.Choice(STATUSES), help="Only these.")
@click.option("--topic", default="", metavar="TEXT", help="Only those with a topic that contains this.")
@click.option("--agent-type", default="", metavar="TYPE", help="Only those of this kind of agent.")
@click.option("--task", default="", metavar="ID", help="Only those that belong to this task or epic.")
@click.option("--pending", is_flag=True, help="Only those that need a follow-up, or are not complete.")
@_place
@json_option
@with_help
def list_command(
    status: str | None, topic: str, agent_type: str, task: str, pending: bool, manifest: str, as_json: bool
) -> int:
    """Lists the reports, in the order in which they were added."""
    return _listed(
        manifest, as_json, status=status or "", topic=topic, agent_type=agent_type, task=task, pending=pending
    )


def _listed(manifest: str, as_json: bool, **wanted: Any) -> int:
    from quorate.app.evidence.manifest_file import list_entries, manifest_at
    from quorate.core.codec import json_line
    from quorate.evidence.manifest import ManifestFilter, entry_plain
    from quorate.surfaces.cli.terminal.output.tables import aligned
    from quorate.surfaces.cli.terminal.streams import put, put_json

    found = list_entries(manifest_at(manifest), ManifestFilter(**wanted))
    if as_json:
        put_json(f"[{','.join(json_line(entry_plain(one)) for one in found)}]")
        return exit_status.WORKED
    rows = [[one.id, one.date, one.status, one.title] for one in found]
    put("".join(f"{line}\n" for line in aligned([["Id", "Date", "Status", "Title"], *rows])))
    return exit_status.WORKED


@command.command("show", short_help="Show one report.")
@click.argument("name", metavar="ID")
@_place
@json_option
@with_help
def show_command(name: str, manifest: str, as_json: bool) -> int:
    """Shows the entry of a report."""
    from quorate.app.evidence.manifest_file import manifest_at, show_entry

    _put(show_entry(manifest_at(manifest), name), as_json, whole=True)
    return exit_status.WORKED


@command.command("link", short_help="Link a report to more tasks.")
@click.argument("name", metavar="ID")
@click.argument("tasks", metavar="TASK...", nargs=-1, required=True)
@_place
@json_option
@with_help
def link_command(name: str, tasks: tuple[str, ...], manifest: str, as_json: bool) -> int:
    """Links a report to more tasks, in a new line; the earlier line is not changed."""
    from quorate import config
    from quorate.app.evidence.manifest_file import link_entry, manifest_at

    _put(link_entry(manifest_at(manifest), name, tasks, config.clock()), as_json)
    return exit_status.WORKED


@command.command("archive", short_help="Archive a report.")
@click.argument("name", metavar="ID")
@_place
@json_option
@with_help
def archive_command(name: str, manifest: str, as_json: bool) -> int:
    """Gives a report the status archived, in a new line; the earlier line is not changed."""
    from quorate import config
    from quorate.app.evidence.manifest_file import archive_entry, manifest_at

    _put(archive_entry(manifest_at(manifest), name, config.clock()), as_json)
    return exit_status.WORKED


@command.command("pending", short_help="List reports that need a follow-up.")
@_place
@json_option
@with_help
def pending_command(manifest: str, as_json: bool) -> int:
    """Lists the reports that need a follow-up or are not complete: the same as list --pending."""
    return _listed(manifest, as_json, pending=True)


@command.command("stats", short_help="Count the reports.")
@_place
@json_option
@with_help
def stats_command(manifest: str, as_json: bool) -> int:
    """Counts the reports: in all, by status and kind of agent, to act on, and pending."""
    from quorate.app.evidence.manifest_file import manifest_at, manifest_figures
    from quorate.core.codec import json_line
    from quorate.reports.text import one_line
    from quorate.surfaces.cli.terminal.streams import put, put_json

    found = manifest_figures(manifest_at(manifest))
    if as_json:
        put_json(json_line(found))
        return exit_status.WORKED
    for key, said in found.items():
        shown = ", ".join(f"{name} {n}" for name, n in said.items()) if isinstance(said, dict) else str(said)
        put(f"{one_line(f'{key}: {shown}')}\n")
    return exit_status.WORKED


@command.command("validate", short_help="Name every line that deviates.")
@_place
@json_option
@with_help
def validate_command(manifest: str, as_json: bool) -> int:
    """Names every line that deviates from the form that `add` writes, and in what. Exit status 2 if there is one."""
    from quorate.app.evidence.manifest_file import manifest_at, validate_manifest
    from quorate.core.codec import json_line
    from quorate.reports.text import one_line
    from quorate.surfaces.cli.terminal.streams import put, put_json

    found = validate_manifest(manifest_at(manifest))
    if as_json:
        lines = [{"line": one.place, "deviations": list(one.deviations)} for one in found]
        put_json(json_line({"valid": not found, "lines": lines}))
    else:
        for one in found:
            put("".join(f"{one_line(f'line {one.place}: {said}')}\n" for said in one.deviations))
    return exit_status.WRONG if found else exit_status.WORKED


def _put(entry: "ManifestEntry", as_json: bool, *, whole: bool = False) -> None:
    from quorate.core.codec import json_line
    from quorate.evidence.manifest import entry_plain
    from quorate.reports.text import one_line
    from quorate.surfaces.cli.terminal.streams import put, put_json

    plain = entry_plain(entry)
    if as_json:
        put_json(json_line(plain))
    elif whole:
        shown = {key: ", ".join(value) if isinstance(value, list) else str(value) for key, value in plain.items()}
        shown["actionable"] = "yes" if entry.actionable else "no"
        put("".join(f"{one_line(f'{key}: {value}')}\n" for key, value in shown.items()))
    else:
        put(f"{one_line(f'{entry.id}: {entry.file}')}\n")
