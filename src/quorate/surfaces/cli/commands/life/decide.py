"""Put a question to a panel and deliver the verdict."""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quorate.core.errors import InputError
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import (
    Manner,
    gate_option,
    key_option,
    look_options,
    manner_of,
    no_input_option,
    question_options,
    store_option,
    with_help,
)
from quorate.surfaces.cli.terminal.streams import STANDARD

if TYPE_CHECKING:
    from quorate.app.question.draft import AskedQuestion, Edits, SourceDocument

EXAMPLES = """\b
Examples:
  quorate decide "Adopt Postgres for the queue?"
  quorate decide "Adopt Postgres for the queue?" --mode engine --max-cost 2.50 --dry-run
  quorate decide "Adopt Postgres for the queue?" --seat ops=person:ben --seat dev=person
  quorate decide "Is it safe?" --seat a=claude:opus --seat b=openai:llama3.1:8b@http://127.0.0.1:11434/v1
  quorate decide question.yaml --deadline 2d --at-deadline count
  quorate decide "Which store?" --protocol judges --option A=Redis --option B=Postgres --context facts.md
  quorate decide "Which store?" --protocol judges --option A --option B --option C
  quorate decide "Deploy 1.4?" --action deploy.sh --seat bot="command:./ask --fast" --gate --json
"""
DOCUMENTS = (".yaml", ".yml", ".json")
_LIKE_A_FILE = re.compile(r"[/\\]|\.[A-Za-z][A-Za-z0-9]{0,4}$")
MODES = ("auto", "simple", "engine")
DEADLOCK = ("ask", "surest", "reframe")


@click.command("decide", epilog=EXAMPLES)
@click.argument("question", metavar="QUESTION|FILE.yaml|-")
@question_options
@click.option("--protocol", help="magi, judges, quorum, evidence or an added one; else the document's, else magi.")
@click.option(
    "--mode", type=click.Choice(MODES), help="simple: one engine in three seats; engine: three engines; auto picks."
)
@click.option("--panel", metavar="NAME", help="A panel of quorate.toml; else its usual one, else by the mode.")
@click.option("--seat", "seats", multiple=True, metavar="NAME=VOTER", help="Who answers; repeat it. See above.")
@click.option("--deadline", metavar="MOMENT|SPAN", help="Until when ballots are taken: 2026-11-15T18:00Z, 2h, 3d.")
@click.option("--at-deadline", type=click.Choice(["stay", "count"]), help="Then stay open, or count what is there.")
@click.option("--answer-within", metavar="SPAN", help="How long a person has to answer: 30m, 2h, 3d.")
@click.option("--at-answer-deadline", type=click.Choice(["stay", "decline"]), help="Then stay open, or decline.")
@click.option("--ask", "people", multiple=True, metavar="NAME", help="Who may answer for a person; else anybody.")
@click.option(
    "--debate",
    type=click.IntRange(0, 2),
    metavar="N",
    help="judges, evidence: debate rounds where there is no consensus (default: 2).",
)
@click.option("--deadlock", type=click.Choice(DEADLOCK), help="What holds after two re-deliberations (default: ask).")
@click.option("--deadlock-after", metavar="SPAN", help="When the surest seat's choice holds in a deadlock: 2h, 3d.")
@click.option("--max-cost", metavar="DOLLARS", help="No call is started any more once this is used up, such as 2.50.")
@click.option("--supersedes", default="", metavar="ID", help="The deliberation whose place this one takes.")
@click.option("--dry-run", is_flag=True, help="Show seats, mode, worst time and cost; ask nobody.")
@gate_option
@key_option
@no_input_option
@store_option
@look_options
@with_help
def command(question: str, supersedes: str, dry_run: bool, **more: Any) -> int:
    """Puts QUESTION to a panel: a sentence, a question document (YAML or JSON), or `-` for standard input.

    Everything that can be refused is refused before anybody is asked. Each seat answers by itself; nothing of a
    ballot is shown before the round is over. Then the ballots are counted, and the person at the terminal is asked
    where the verdict needs one; without a terminal it waits in the inbox.

    A VOTER is one of these:

    \b
      claude, codex, gemini       the installed program; claude:opus names a model
      openai:MODEL@URL            any address that is asked as OpenAI's is
      api:VENDOR:MODEL            a vendor's own API
      command:PROGRAM ARGUMENTS   any program: prompt in, ballot out
      scorecard                   no model: votes by the scores in the question
      person, person:NAME         anybody, or somebody by name, with `quorate vote`
      agent:NAME                  an agent that votes by itself

    Seats are added to those of the document; one of the same name gets the new voter. Without any, the usual panel
    of quorate.toml is asked; else, in Simple Mode, one engine in three seats, each with its lens; in Engine Mode
    Claude, Codex and Gemini, as far as they are here. Without any engine the scorecard votes where the question has
    scores; else the question is refused, with a list of what works.
    """
    from quorate.app.question.draft import AskedQuestion
    from quorate.app.question.panel_choice import PanelWishes

    if [question, more["context"], more["action"]].count(STANDARD) > 1:
        raise InputError("standard input can be read once; name a file for all but one of question, context and action")
    document = _document(question)
    edits = read_edits(more)
    panel = PanelWishes(gated=more["gate"], **{name: more.pop(name) for name in PanelWishes._fields if name in more})
    asked = AskedQuestion(document, edits, panel, supersedes)
    return (_plan if dry_run else _decide)(asked, manner_of(**more))


def _decide(asked: "AskedQuestion", manner: Manner) -> int:
    from quorate.app.life.new_deliberation import open_deliberation
    from quorate.surfaces.cli.terminal.dialogue import carry_on
    from quorate.surfaces.cli.terminal.hints import announce
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import app_at

    with app_at(manner.store, may_make=True) as at:
        found = at.run(open_deliberation(at.app, at.who, asked, manner.key))
        announce(found.notices, Words(manner.look.lang))
        return carry_on(at, found, manner)


def _plan(asked: "AskedQuestion", manner: Manner) -> int:
    from quorate.app.life.new_deliberation import plan_deliberation
    from quorate.surfaces.cli.terminal.output.plan_output import put_plan
    from quorate.surfaces.cli.terminal.runner import app_at, app_in_memory

    # only what takes another's place has to be looked up on the record
    with app_at(manner.store, is_planned=True) if asked.supersedes else app_in_memory() as at:
        plan = at.run(plan_deliberation(at.app, at.who, asked))
    put_plan(plan, manner.look)
    return exit_status.WRONG if plan.problems else exit_status.WORKED


def read_edits(options: dict[str, Any]) -> "Edits":
    """What the options say of the question itself, their files read; they are taken from all options."""
    from quorate.app.question.draft import Edits
    from quorate.surfaces.cli.terminal.streams import read_action, read_text

    said = {name: options.pop(name) for name in Edits._fields if name in options}
    for name, read in (("context", read_text), ("action", read_action)):
        if said[name] is not None:
            said[name] = read(said[name])
    return Edits(**said)


def _document(question: str) -> "SourceDocument":
    """The question as a sentence, in a file or on standard input."""
    from quorate.app.question.draft import SourceDocument, source_of
    from quorate.surfaces.cli.terminal.streams import named, read_document

    if not _is_document(question):
        _check_sentence(question)
        return SourceDocument({"question": question})
    return source_of(read_document(question), named(question))


def _check_sentence(question: str) -> None:
    """The name of a file is never asked as a question. Raises UsageError with what was meant, perhaps."""
    is_word = bool(question.strip()) and not any(map(str.isspace, question.strip()))
    names_a_file = is_word and (bool(_LIKE_A_FILE.search(question)) or os.path.exists(question))
    if names_a_file or os.path.isfile(question):
        raise click.UsageError(
            f"{question!r} is the name of a file, not a question; did you mean --context {question}?"
        )


def _is_document(question: str) -> bool:
    """A path, by its ending; a sentence may end in the name of a file too."""
    if question == STANDARD:
        return True
    is_named_like_one = question.lower().endswith(DOCUMENTS)
    return is_named_like_one and (not any(map(str.isspace, question)) or Path(question).is_file())
