"""Weigh options by outcomes from elsewhere."""

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import with_help

EXAMPLES = """\b
Examples:
  quorate weigh episodes.jsonl
  quorate weigh - < episodes.jsonl > answers.jsonl
"""


@click.command("weigh", epilog=EXAMPLES)
@click.argument("file", metavar="FILE|-")
@with_help
def command(file: str) -> int:
    """Reads episodes from FILE, or from standard input for `-`, and stores nothing.

    An episode is a line of JSON: `{"episode", "fixed_options", "history", "questions"}`. A question is `{"id",
    "options", "ballots": [{"voter", "choice", "confidence"}]}`; one in the history also says which option `was` true.
    `fixed_options` says that the options mean the same on every question, such as APPROVE and REJECT. Each question
    gets one line of JSON with its probabilities. Bad lines are reported and do not stop the rest; the exit status is
    then 2.
    """
    from quorate.batch.episodes import weigh_episodes
    from quorate.batch.outcome import RefusedQuestion
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.streams import complain, named, opened, put_json
    from quorate.views.learning import weighed_plain

    status = exit_status.WORKED
    with opened(file) as stream:
        for answer in weigh_episodes(stream):
            if not isinstance(answer, RefusedQuestion):
                put_json(json_line(weighed_plain(answer.weighed, episode=answer.episode, name=answer.id)))
                continue
            status = exit_status.WRONG
            for problem in answer.problems:
                complain(problem.sentence(named(file)))
    return status
