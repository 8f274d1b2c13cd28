"""Put a question to a panel and deliver the verdict."""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quorate.core.errors import InputError
from quorate.deliberation.events import KEEP_OPEN, MOST_CONFIDENT
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
  quorate decide "Which store?" --option A=Redis --option B=Postgres --context facts.md --context notes/
  quorate decide "Merge this?" --diff main
  quorate decide "Deploy 1.4?" --approver ann --approver ben --approver cara --needed 2 --action deploy.sh
  quorate decide "Deploy 1.4?" --action deploy.sh --seat bot="command:./ask --fast" --gate --json
"""
DOCUMENTS = (".yaml", ".yml", ".json")
_LIKE_A_FILE = re.compile(r"[/\\]|\.[A-Za-z][A-Za-z0-9]{0,4}$")
MODES = ("auto", "simple", "engine")
AT_DEADLINE, AT_ANSWER_DEADLINE = (KEEP_OPEN, "count"), (KEEP_OPEN, "decline")
EVIDENCE = ("wait", "require")
DEADLOCK = ("ask", MOST_CONFIDENT, "reframe")


@click.command("decide", epilog=EXAMPLES)
@click.argument("question", metavar="QUESTION|FILE.yaml|-")
@question_options
@click.option(
    "--protocol",
    help="magi, judges, quorum, evidence, weighted, approval or an added one (default: the document's; else approval "
    "with --approver, judges with --option, evidence with --label, magi).",
)
@click.option(
    "--mode",
    type=click.Choice(MODES),
    help="simple: one engine in three seats; engine: each in a seat; auto: engine if two are there, else simple.",
)
@click.option("--panel", metavar="NAME", help="A panel from quorate.toml (default: its default panel, or by the mode).")
@click.option(
    "--seat", "seats", multiple=True, metavar="NAME=VOTER", help="A seat and its voter; repeatable. See above."
)
@click.option(
    "--approver",
    "approvers",
    multiple=True,
    metavar="[GROUP=]NAME",
    help="A person who must sign off; repeatable. One rejection stops it.",
)
@click.option(
    "--needed",
    multiple=True,
    metavar="N|GROUP=N",
    help="How many approvers are enough, in all or of a group (default: all).",
)
@click.option("--deadline", metavar="TIME|DURATION", help="Ballot deadline: 2026-11-15T18:00Z, 2h, 3d.")
@click.option(
    "--at-deadline",
    type=click.Choice(AT_DEADLINE),
    help="After that: keep the round open, or count the ballots that are in (default: keep-open).",
)
@click.option("--answer-within", metavar="DURATION", help="Time for a person to answer: 30m, 2h, 3d.")
@click.option(
    "--at-answer-deadline",
    type=click.Choice(AT_ANSWER_DEADLINE),
    help="After that: keep it open, or decline (default: keep-open).",
)
@click.option(
    "--ask",
    "people",
    multiple=True,
    metavar="NAME",
    help="Who may answer when a person is asked; repeatable (default: anyone).",
)
@click.option(
    "--debate",
    type=click.IntRange(0, 2),
    metavar="N",
    help="judges, evidence: as long as there is no consensus, the seats see each other's arguments, without names, and "
    "vote again, at most N times (default: 2).",
)
@click.option(
    "--deadlock",
    type=click.Choice(DEADLOCK),
    help="Without a consensus after two re-deliberations: ask a person, take the most confident seat's choice, "
    "or reframe (default: ask).",
)
@click.option("--deadlock-after", metavar="DURATION", help="When the most confident seat's choice applies: 2h, 3d.")
@click.option(
    "--check-evidence",
    type=click.Choice(EVIDENCE),
    help="evidence: wait for `quorate check` before counting; require: what was not checked counts as none.",
)
@click.option("--strict", is_flag=True, help="evidence: require four fifths of the agents, or 80 % of the weight.")
@click.option(
    "--label",
    "labels",
    multiple=True,
    metavar="NAME",
    help="A label of the task; consensus, decision, voting, validation and conflict mean evidence; repeatable.",
)
@click.option("--max-cost", metavar="DOLLARS", help="Budget, such as 2.50: once it is used up, no call is started.")
@click.option("--supersedes", default="", metavar="ID", help="The deliberation that this one replaces.")
@click.option("--dry-run", is_flag=True, help="Show seats, mode, maximum time and cost; ask nobody.")
@click.option("--advise", "advice", is_flag=True, help="Count and record it, and never release its action.")
@gate_option
@key_option
@no_input_option
@store_option
@look_options
@with_help
def command(question: str, supersedes: str, dry_run: bool, labels: tuple[str, ...], **more: Any) -> int:
    """Puts QUESTION to a panel: a sentence, a question document (YAML or JSON), or `-` for standard input.

    Everything that can be refused is refused before anyone is asked. Each seat answers on its own; ballots are sealed
    until the round is over (approvals are not). Then they are counted. If the verdict needs a person, the person at the
    terminal is asked; without a terminal, it waits in the inbox.

    A VOTER is one of these:

    \b
      claude, codex, gemini       the installed program; claude:opus names a model
      openai:MODEL@URL            any OpenAI-compatible API
      api:VENDOR:MODEL            a vendor's own API
      command:PROGRAM ARGUMENTS   any program: prompt in, ballot out
      scorecard                   no model: votes by the scores in the question
      person, person:NAME         anyone, or a person by name, with `quorate vote`
      agent:NAME                  an agent that votes on its own

    --seat adds to the seats of the document; a seat of the same name gets the new voter. Without seats, the default
    panel of quorate.toml is asked. Without that, Simple Mode asks one engine in three seats, each with its own lens,
    and Engine Mode asks Claude, Codex and Gemini, as far as they are available. Without an engine, the scorecard votes
    if the question has scores; otherwise the question is refused, with a list of what works.
    """
    from quorate.app.question.draft import AskedQuestion
    from quorate.app.question.panel_choice import PanelWishes

    if more["advice"] and more["gate"]:
        raise click.UsageError("--advise and --gate: what only advises opens no gate; use one of the two")
    if [question, *more["context"], more["action"]].count(STANDARD) > 1:
        raise InputError(
            "standard input can be read only once; use files for all but one of question, context and action"
        )
    document, action_file = _document(question), more["action"]
    edits = read_edits(more)
    panel = PanelWishes(gated=more["gate"], **{name: more.pop(name) for name in PanelWishes._fields if name in more})
    asked = AskedQuestion(document, edits, panel, supersedes, labels=labels)
    return (_plan if dry_run else open_and_carry)(asked, manner_of(**more)._replace(action_file=action_file))


def open_and_carry(asked: "AskedQuestion", manner: Manner) -> int:
    """Opens the deliberation and carries it as far as it goes now."""
    from quorate.app.question.cost_estimate import expect_calls
    from quorate.surfaces.cli.terminal.runner import app_at

    with app_at(manner.store, may_make=True) as at:
        expect_calls(at.app.surroundings, asked.panel)
        # only now, because it takes as long as what was just started
        from quorate.app.life.new_deliberation import open_deliberation
        from quorate.surfaces.cli.terminal.dialogue import carry_on
        from quorate.surfaces.cli.terminal.hints import announce
        from quorate.surfaces.cli.terminal.phrases import Words

        found = at.run(open_deliberation(at.app, at.who, asked, manner.key))
        announce(found.notices, Words(manner.look.lang))
        return carry_on(at, found, manner)


def _plan(asked: "AskedQuestion", manner: Manner) -> int:
    from quorate.app.life.new_deliberation import plan_deliberation
    from quorate.surfaces.cli.terminal.output.plan_output import put_plan
    from quorate.surfaces.cli.terminal.runner import app_at, app_in_memory

    # only what replaces another deliberation has to be looked up on the record
    with app_at(manner.store, is_planned=True) if asked.supersedes else app_in_memory() as at:
        plan = at.run(plan_deliberation(at.app, at.who, asked))
    put_plan(plan, manner.look)
    return exit_status.WRONG if plan.problems else exit_status.WORKED


def read_edits(options: dict[str, Any]) -> "Edits":
    """What the options say of the question itself, their files read; they are taken from all options."""
    from quorate.app.question.draft import Edits
    from quorate.surfaces.cli.terminal.context_material import read_context
    from quorate.surfaces.cli.terminal.streams import read_action

    said = {name: options.pop(name) for name in Edits._fields if name in options}
    said["context"] = read_context(said["context"], options.pop("diff"))
    if said["action"] is not None:
        said["action"] = read_action(said["action"])
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
