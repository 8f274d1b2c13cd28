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
    engine: str,
    as_json: bool,
    lang: str | None,
) -> int:
    """Reads a voter's reply in FILE as a deliberation would, and stores nothing; `-` is standard input.

    Shows the choice and the confidence, or why the reply has no ballot, so that the engine would be asked once more.
    The exit status is 0 in both cases. With --batch, each line of FILE is `{"id", "reply"}`, with `protocol`,
    `options`, `nonce` and `engine` as needed; bad lines are reported and skipped.
    """
    from quorate.app.documents.reply_check import ReplyTerms

    terms = ReplyTerms(protocol, tuple(map(_option, options)), nonce, engine)
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

    found = (*((heard.why,) if heard.why else ()), *heard.notes)
    return shown(shown_reply(heard, [ballot_note(note, language("en")) for note in found]))


def _lines(heard: "ReplyReading", words: "Words") -> Iterator[str]:
    from quorate.reports.content.deliberation.engine_calls import ballot_note
    from quorate.reports.language import language
    from quorate.reports.text import one_line

    say = language(words.lang)
    if heard.failure:
        yield words("read.none", kind=words.word("seat", heard.kind), why=one_line(heard.failure))
    if heard.why:
        yield words("read.reask", why=ballot_note(heard.why, say))
    if heard.vote is not None:
        yield words("read.choice", choice=one_line(str(heard.choice)))
        if heard.option:
            yield words("read.option", option=one_line(heard.option))
        if heard.confidence is not None:
            yield words("read.confidence", confidence=heard.confidence)
    if heard.inferred:
        yield words("read.inferred")
    for note in heard.notes:
        if note.code != "inferred":
            yield words("read.note", note=ballot_note(note, say))
