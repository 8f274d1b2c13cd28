"""Show how often each voter was right."""

from typing import Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import manner_of, store_option, table_options, with_help

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
    from quorate.surfaces.cli.terminal.output.voter_output import put_plot, put_report, put_voters
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
