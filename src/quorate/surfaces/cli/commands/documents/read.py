"""Show how a reply is read as a ballot, and why."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from quorate.core.codec import json_line, shown
from quorate.protocols import DEFAULT
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import json_option, language_option, with_help
from quorate.views.documents import shown_reply

if TYPE_CHECKING:
    from quorate.app.documents.reply_check import ReplyTerms
    from quorate.replies.reply import ReplyReading
    from quorate.surfaces.cli.terminal.phrases import Words

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
@click.option(
    "--batch", is_flag=True, help="Read many: JSON lines with id and reply; prints one answer per line as JSON."
)
@click.option("--protocol", default=DEFAULT, show_default=True, help="The protocol of the question.")
@click.option(
    "--option", "options", multiple=True, metavar="ID[=TEXT]", help="An option that could be chosen; repeatable."
)
@click.option("--nonce", default="", help="The nonce of the call, if known.")
@click.option(
    "--prompt",
    default="",
    metavar="FILE",
    help="The prompt that the voter was shown; what the reply repeats of it is not a vote.",
)
@click.option(
    "--engine", default="", help="claude, codex, gemini, openai, api or command: unwrap its output format first."
)
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
    """Reads a voter's reply in FILE as a deliberation would, and stores nothing; `-` is standard input.

    Shows the choice and the confidence, whether they were inferred or repaired, and why a reply is unreadable. The exit
    status is 0 even if it is. With --batch, each line of FILE is `{"id", "reply"}`, with `protocol`, `options`,
    `nonce`, `prompt` and `engine` as needed; bad lines are reported and skipped.
    """
    from quorate.app.documents.reply_check import ReplyTerms
    from quorate.surfaces.cli.terminal.streams import read_text

    shown = read_text(prompt) if prompt else ""
    terms = ReplyTerms(protocol, tuple(map(_option, options)), nonce, shown, engine)
    return _read_batch(file, terms) if batch else _read_one(file, terms, as_json, lang)


def _option(text: str) -> tuple[str, str]:
    key, _, description = text.partition("=")
    return key.strip(), description.strip()


def _read_one(file: str, terms: "ReplyTerms", as_json: bool, lang: str | None) -> int:
    from quorate import config
    from quorate.app.documents.reply_check import check_reply
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import put, put_json, read_document

    heard = check_reply(read_document(file), terms)
    if as_json:
        put_json(json_line(_plain(heard)))
    else:
        words = Words(lang or config.language())
        put("".join(f"{line}\n" for line in _lines(heard, words)))
    return exit_status.WORKED


def _read_batch(file: str, terms: "ReplyTerms") -> int:
    """A line per reply. Exit status 2 if a line was refused; the rest is answered all the same."""
    from quorate.app.documents.reply_check import check_replies
    from quorate.batch.outcome import RefusedQuestion
    from quorate.surfaces.cli.terminal.streams import complain, named, opened, put_json

    refused = 0
    with opened(file) as stream:
        for outcome in check_replies(stream, terms):
            if not isinstance(outcome, RefusedQuestion):
                put_json(json_line({"id": outcome.id, **_plain(outcome.heard)}))
                continue
            refused += 1
            for problem in outcome.problems:
                complain(problem.sentence(named(file)))
    return exit_status.WRONG if refused else exit_status.WORKED


def _plain(heard: "ReplyReading") -> dict[str, Any]:
    from quorate.reports.content.deliberation.engine_calls import ballot_note
    from quorate.reports.language import language

    return shown(shown_reply(heard, [ballot_note(one, language("en")) for one in heard.notes]))


def _lines(heard: "ReplyReading", words: "Words") -> Iterator[str]:
    from quorate.replies.reading import INFERRED, REPAIRED
    from quorate.replies.reply import VOTE
    from quorate.reports.content.deliberation.engine_calls import ballot_note
    from quorate.reports.language import language
    from quorate.reports.text import one_line

    if heard.kind != VOTE:
        yield words("read.none", kind=words.word("seat", heard.kind), why=one_line(heard.why))
    else:
        yield from _vote_lines(heard, words)
    for note in (one for one in heard.notes if one not in (INFERRED, REPAIRED)):
        yield words("read.note", note=ballot_note(note, language(words.lang)))


def _vote_lines(heard: "ReplyReading", words: "Words") -> Iterator[str]:
    from quorate.reports.text import one_line

    yield words("read.choice", choice=one_line(str(heard.choice)))
    if heard.option:
        yield words("read.option", option=one_line(heard.option))
    if heard.confidence is not None:
        yield words("read.confidence", confidence=heard.confidence)
    if heard.inferred:
        yield words("read.inferred")
    if heard.repaired:
        yield words("read.repaired")
