"""Show how often each voter was right."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from quorate.analysis.track_record.voter_table import PanelTable
from quorate.core.codec import json_line
from quorate.reports.content.learning.reliability_content import diagrams_of, panel_name, plot_lines
from quorate.reports.content.learning.voter_lines import TITLES, nothing_known, panel_lines, voter_cells
from quorate.reports.language import Language, language
from quorate.reports.layouts.voters_report import render_voters
from quorate.reports.writers.reliability_svg import write_svg
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look, manner_of, store_option, table_options, with_help
from quorate.surfaces.cli.terminal.output.tables import table
from quorate.surfaces.cli.terminal.output.written_file import write_file
from quorate.surfaces.cli.terminal.streams import is_terminal, put, put_json
from quorate.views.learning import voters_plain


def put_voters(tables: Sequence[PanelTable], look: Look, domain: str) -> None:
    """Every panel on standard output."""
    say = language(look.lang)
    if look.form == "json":
        put_json(json_line(voters_plain(tables)))
    elif not tables:
        put(nothing_known(domain, say) + "\n")
    else:
        put("\n".join(_panel(one, say, look) for one in tables))


def put_plot(tables: Sequence[PanelTable], look: Look, domain: str, output: str | None) -> None:
    """What was stated and what came true: as lines with bars, or as SVG in a file."""
    say = language(look.lang)
    diagrams = [one for table_ in tables for one in diagrams_of(table_, say)]
    if output is not None:
        write_file(Path(output), write_svg(diagrams, say, nothing_known(domain, say)))
    elif not diagrams:
        put_voters(tables, look, domain)
    else:
        put("\n".join("\n".join(plot_lines(one, say)) + "\n" for one in diagrams))


def _panel(one: PanelTable, say: Language, look: Look) -> str:
    lines = "".join(f"{line}\n" for line in panel_lines(one, say))
    if not one.rows:
        return f"{panel_name(one, say)}\n\n{lines}"
    titles = [say(f"voters.title.{title}") for title in TITLES]
    rows = [voter_cells(row, say) for row in one.rows]
    return f"{panel_name(one, say)}\n\n{table(titles, rows, look, drawn=is_terminal())}\n{lines}"


def put_report(tables: Sequence[PanelTable], look: Look, domain: str, output: str | None) -> None:
    """All of it as one document, on standard output or in a file."""
    text = render_voters(tables, form=look.form, lang=look.lang, domain=domain)
    if output is None:
        put(text)
    else:
        write_file(Path(output), text)


EXAMPLES = """\b
Examples:
  quorate voters
  quorate voters claude --domain operations
  quorate voters --plot
  quorate voters --plot --output reliability.svg
  quorate voters --format html --output voters.html
"""
REPORTS = ("markdown", "html")


@click.command("voters", epilog=EXAMPLES)
@click.argument("name", metavar="[NAME]", default="")
@click.option("--domain", default="", help="Only deliberations of this domain.")
@click.option("--plot", is_flag=True, help="What was stated against what came true.")
@click.option("--format", "form", type=click.Choice(REPORTS), help="A report with tables and diagrams.")
@click.option("-o", "--output", metavar="FILE", help="With --plot: an SVG file. With --format: the report.")
@store_option
@table_options
@with_help
def command(name: str, domain: str, plot: bool, output: str | None, **manner: Any) -> int:
    """Shows every voter whose votes can be compared with what turned out, or those of which NAME is a part.

    A voter is an engine with its model and its lens; a new version of a model is a new voter. Voters that the data
    cannot tell apart are not ranked. `quorate outcome` records what turned out.
    """
    from quorate.app.learning.voters import voter_tables
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    if plot and wanted.look.form in REPORTS:
        raise click.UsageError("--plot and --format cannot be combined: a report has the diagrams")
    if output is not None and not plot and wanted.look.form not in REPORTS:
        raise click.UsageError("--output is for --plot and --format")
    with app_at(wanted.store) as at:
        tables = at.run(voter_tables(at.app, at.who, name, domain=domain))
    if wanted.look.form in REPORTS:
        put_report(tables, wanted.look, domain, output)
    elif plot and wanted.look.form != "json":
        put_plot(tables, wanted.look, domain, output)
    else:
        put_voters(tables, wanted.look, domain)
    return exit_status.WORKED
