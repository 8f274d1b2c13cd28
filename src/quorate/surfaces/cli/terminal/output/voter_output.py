"""Voters as a table with what is known of their panel below it; and how reliable what they say is."""

from collections.abc import Sequence
from pathlib import Path

from quorate.analysis.track_record.voter_table import PanelTable
from quorate.core.codec import json_line
from quorate.reports.content.learning.reliability_content import diagrams_of, panel_name, plot_lines
from quorate.reports.content.learning.voter_lines import TITLES, nothing_known, panel_lines, voter_cells
from quorate.reports.language import Language, language
from quorate.reports.layouts.voters_report import render_voters
from quorate.reports.writers.reliability_svg import write_svg
from quorate.surfaces.cli.options import Look
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
