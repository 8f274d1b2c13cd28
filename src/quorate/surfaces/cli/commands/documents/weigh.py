"""Weigh options by outcomes from elsewhere."""

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import with_help

EXAMPLES = """\b
Examples:
  quorate weigh episodes.jsonl
  quorate weigh - < episodes.jsonl > answers.jsonl

\b
An episode, which is a single line in the file:
  {"fixed_options": true, "history": [
   {"id": 1, "options": ["YES", "NO"], "was": "YES", "ballots": [
    {"voter": "ann", "choice": "YES", "confidence": 0.8},
    {"voter": "ben", "choice": "NO"}]}],
   "questions": [{"id": 2, "options": ["YES", "NO"], "ballots": [
    {"voter": "ann", "choice": "NO", "confidence": 0.9}]}]}
"""


@click.command("weigh", epilog=EXAMPLES)
@click.argument("file", metavar="FILE|-")
@with_help
def command(file: str) -> int:
    """Reads episodes from FILE, or from standard input for `-`, and stores nothing.

    An episode is a line of JSON: `{"episode", "fixed_options", "history", "questions"}`. A question is `{"id",
    "options", "ballots": [{"voter", "choice", "confidence"}]}`; one in the history also says which option `was` true.
    A confidence is from 0 to 1; a `choice` of null abstains. `fixed_options` says that the options mean the same on
    every question, such as APPROVE and REJECT. You can leave out `episode`, `fixed_options` (then false), `history`
    and `confidence`. Each question gets one line of JSON with its probabilities. Bad lines are reported and do not
    stop the rest; the exit status is then 2.
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
