"""`quorate read`: what a reply would come to as a ballot."""

import click

from quorate.protocols import DEFAULT
from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import json_option, language_option

EXAMPLES = """\b
Examples:
  quorate read reply.txt
  quorate read reply.txt --nonce n5f0c2a9d11e84b37 --json
  quorate read reply.md --protocol judges --option A=Postgres --option B=Redis
  claude -p --output-format json < prompt.txt | quorate read - --engine claude
  quorate read --batch replies.jsonl > ballots.jsonl
"""


@click.command("read", epilog=EXAMPLES)
@click.argument("file", metavar="FILE|-")
@click.option("--batch", is_flag=True, help="Read many: JSON lines with id and reply; one answer per line as JSON.")
@click.option("--protocol", default=DEFAULT, show_default=True, help="The protocol that the reply was asked for.")
@click.option("--option", "options", multiple=True, metavar="ID[=TEXT]", help="What could be chosen; repeat it.")
@click.option("--nonce", default="", help="The nonce of the call, where it is known.")
@click.option("--prompt", default="", metavar="FILE", help="What the voter was shown: what it repeats is no vote.")
@click.option("--engine", default="", help="claude, codex, gemini, openai, api or command: opens its envelope first.")
@json_option
@language_option
@with_help
def command(
    file: str,
    batch: bool,
    protocol: str,
    options: tuple[str, ...],
    nonce: str,
    prompt: str,
    engine: str,
    as_json: bool,
    lang: str | None,
) -> int:
    """Reads a voter's reply in FILE, or on standard input for `-`, as a deliberation would, and stores nothing.

    Shows the choice and the confidence, whether they were inferred or repaired, and why a reply is not readable. Exit
    status 0 also where it is not: that is an answer. With --batch, each line of FILE is `{"id", "reply"}`, with
    `protocol`, `options`, `nonce`, `prompt` and `engine` as needed; bad lines are reported and do not stop the rest.
    """
    from quorate.surfaces.cli.reply_report import Asked, report_batch, report_reply

    asked = Asked(protocol, options, nonce, prompt, engine)
    return report_batch(file, asked) if batch else report_reply(file, asked, as_json, lang)
