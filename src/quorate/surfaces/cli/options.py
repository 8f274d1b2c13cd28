"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, NamedTuple

import click

from quorate import config
from quorate.surfaces.cli import streams

FORMATS = ("text", "markdown", "madr", "json")
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Look(NamedTuple):
    """How a verdict is to be shown."""

    form: str = "text"
    lang: str = "en"
    ascii_only: bool = False
    width: int = streams.WIDTH
    coloured: bool = False


def look_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that `look_of` reads."""
    options: list[Decorator] = [
        click.option("--json", "as_json", is_flag=True, help="One line of JSON, and nothing else on standard output."),
        click.option("--format", "form", type=click.Choice(FORMATS), help="What to print; text unless said."),
        click.option("--lang", type=click.Choice(config.LANGUAGES), help="Language of the report; else the locale's."),
        click.option("--ascii", "ascii_only", is_flag=True, help="Boxes of plain ASCII."),
        click.option("--width", type=click.IntRange(20, 1000), help="Columns; as wide as the terminal unless said."),
        click.option("--no-color", is_flag=True, help="No colours, also on a terminal."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def look_of(
    *, as_json: bool, form: str | None, lang: str | None, ascii_only: bool, width: int | None, no_color: bool
) -> Look:
    """What the options, the environment and the terminal together ask for."""
    if as_json and form not in (None, "json"):
        raise click.UsageError(f"--json and --format {form} are two different wishes")
    return Look(
        "json" if as_json else form or "text",
        lang or config.language(),
        ascii_only or not streams.draws_boxes(),
        width or streams.width(),
        streams.is_terminal() and config.colour_is_welcome() and not no_color,
    )
