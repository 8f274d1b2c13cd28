"""Voters as a table with what is known of their panel below it; and how reliable what they say is."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from quorate.analysis.track_record.voter_table import PanelTable
from quorate.core.codec import json_line
from quorate.reports.content.learning.voter_lines import (
    TITLES,
    calibration_line,
    panel_lines,
    reliability_lines,
    voter_cells,
)
from quorate.reports.language import Language, language
from quorate.reports.text import one_line
from quorate.reports.writers.reliability_svg import Diagram, write_svg
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.output.tables import table
from quorate.surfaces.cli.terminal.output.written_file import write_file
from quorate.surfaces.cli.terminal.streams import is_terminal, put, put_json
from quorate.views.learning import voters_plain


def put_voters(tables: Sequence[PanelTable], look: Look) -> None:
    """Every panel on standard output."""
    say = language(look.lang)
    if look.form == "json":
        put_json(json_line(voters_plain(tables)))
    elif not tables:
        put(say("voters.none") + "\n")
    else:
        put("\n".join(_panel(one, say, look) for one in tables))


def put_plot(tables: Sequence[PanelTable], look: Look, output: str | None) -> None:
    """What was stated and what came true: as lines with bars, or as SVG in a file."""
    say = language(look.lang)
    diagrams = [one for table_ in tables for one in _diagrams(table_, say)]
    if output is not None:
        write_file(Path(output), write_svg(diagrams, say))
    elif not diagrams:
        put(say("voters.none") + "\n")
    else:
        put("\n".join("\n".join(_plotted(one, say)) + "\n" for one in diagrams))


def _panel(one: PanelTable, say: Language, look: Look) -> str:
    titles = [say(f"voters.title.{title}") for title in TITLES]
    rows = [voter_cells(row, say) for row in one.rows]
    lines = "".join(f"{line}\n" for line in panel_lines(one, say))
    return f"{_name(one, say)}\n\n{table(titles, rows, look, drawn=is_terminal())}\n{lines}"


def _name(one: PanelTable, say: Language) -> str:
    if not one.options:
        return say("voters.panel.own", protocol=one_line(one.protocol))
    return say("voters.panel", protocol=one_line(one.protocol), options=say.listed(map(one_line, one.options)))


def _diagrams(one: PanelTable, say: Language) -> Iterator[Diagram]:
    yield Diagram(f"{_name(one, say)}. {say('voters.plot.verdicts')}", one.verdicts)
    for row in one.rows:
        if row.stated.size:
            yield Diagram(one_line(row.voter), row.stated)


def _plotted(diagram: Diagram, say: Language) -> Iterator[str]:
    from quorate.analysis.learning.model_choice import FROM_CHOICE

    yield from reliability_lines(diagram.title, diagram.stated, say)
    if diagram.stated.size >= FROM_CHOICE:
        yield calibration_line(diagram.stated, say)
