"""Review paused agents, and check conditions."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import json_option, language_option, with_help

if TYPE_CHECKING:
    from quorate.app.fleet.condition_check import CheckedCondition
    from quorate.surfaces.cli.terminal.phrases import Words

EXAMPLES = """\b
Examples:
  quorate review conditions conditions.txt
  echo "Disable monitoring until Friday" | quorate review conditions -
  quorate review conditions conditions.jsonl --json
"""


@click.group("review", epilog=EXAMPLES)
@with_help
def command() -> None:
    """Reviews agents that were paused. Each command has its own --help."""


@command.command("conditions", epilog=EXAMPLES, short_help="Check conditions against the hard limits.")
@click.argument("file", metavar="FILE|-")
@json_option
@language_option
@with_help
def conditions_command(file: str, as_json: bool, lang: str | None) -> int:
    """Says of each condition in FILE, or on standard input for `-`, whether the hard limits allow it on a resume.

    FILE has a condition per line, or JSON lines `{"id", "condition"}`. Plain lines are taken as the list of one
    review; lines of JSON have nothing to do with each other. A condition that is not allowed is shown with the limit
    that it crosses and the words that cross it. Nothing is stored. Exit status 0 also where conditions are not
    allowed: that is an answer; 2 where a line cannot be read, which does not stop the rest.
    """
    from quorate import config
    from quorate.app.fleet.condition_check import check_conditions
    from quorate.batch.outcome import RefusedQuestion
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import complain, named, opened, put, put_json
    from quorate.views.fleet import condition_plain

    refused, words = 0, Words(lang or config.language())
    with opened(file) as stream:
        for one in check_conditions(stream):
            if isinstance(one, RefusedQuestion):
                refused += 1
                for problem in one.problems:
                    complain(problem.sentence(named(file)))
            elif as_json:
                put_json(json_line(condition_plain(*one)))
            else:
                put("".join(f"{line}\n" for line in _lines(one, words)))
    return exit_status.WRONG if refused else exit_status.WORKED


def _lines(checked: "CheckedCondition", words: "Words") -> Iterator[str]:
    from quorate.reports.text import one_line

    condition = one_line(checked.condition)
    code = "fleet.crosses" if checked.crosses else "fleet.allowed"
    yield words(code, id=one_line(str(checked.id)), condition=condition)
    for one in checked.crosses:
        yield "  " + words("fleet.crossed", rule=words.word("limit", one.code), found=one_line(one.found))
