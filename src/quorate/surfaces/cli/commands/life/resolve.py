"""Answer what a verdict requires of a person."""

from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import (
    Manner,
    id_argument,
    key_option,
    look_options,
    manner_of,
    no_input_option,
    notes_options,
    store_option,
    verdict_option,
    with_help,
)

if TYPE_CHECKING:
    from quorate.app.life.answers import Answers
    from quorate.app.life.next_steps import NextStep

EXAMPLES = """\b
Examples:
  quorate resolve MAGI-2026-1115-001
  quorate resolve MAGI-2026-1115-001 --verdict 5f0c2a91 --choose "ops: APPROVE" --go
  quorate resolve MAGI-2026-1115-001 --verdict 5f0c2a91 --mitigation "Own database" --owner ann --monitor logins
  quorate resolve JUDGES-2026-1115-002 --verdict 77d3e0b4 --choose Other --reason "Both, in turn" --hold
  quorate resolve MAGI-2026-1115-001 --verdict 5f0c2a91 --accept-risk "We lose a day" --owner ann --monitor errors
  quorate resolve QUORUM-2026-1115-003 --verdict 0c1d2e3f --verified "I read both" --accept-note N1 --strike-note N2
  quorate resolve MAGI-2026-1115-001 --decline "Not before the holidays"
"""


@click.command("resolve", epilog=EXAMPLES)
@id_argument
@click.option("--choose", metavar="LABEL", help="The chosen option, as the report names it; needs --go or --hold.")
@click.option("--reason", metavar="TEXT", help="Why, in your own words; with --choose Other, what exactly.")
@click.option("--go/--hold", "go", default=None, help="Whether the action may go ahead after the choice.")
@click.option("--mitigation", metavar="TEXT", help="The mitigation plan; needs --owner and --monitor.")
@click.option("--owner", metavar="NAME", help="Owner of the plan, or of the accepted risk.")
@click.option("--monitor", metavar="TEXT", help="What to monitor for the plan, or for the accepted risk.")
@click.option("--verified", metavar="TEXT", help="What you checked to verify the verdict.")
@notes_options
@click.option("--accept-risk", metavar="TEXT", help="Override the panel: the risk that you accept, in writing.")
@click.option("--decline", metavar="REASON", help="Do not go ahead.")
@verdict_option
@key_option
@no_input_option
@store_option
@look_options
@with_help
def command(deliberation: str, **more: Any) -> int:
    """Answers what the verdict of the deliberation ID requires: once, with your name on the record.

    Several answers are accepted together or not at all. Without any, on a terminal, you are asked for one requirement
    after another; nothing goes ahead unless you say so.

    An answer is bound to the verdict that you have seen: name it with --verdict. The answer is refused if there is a
    newer verdict. Only --decline may leave --verdict out, and only while there is a single verdict.
    """
    from quorate.app.life.answers import Answers

    answers = Answers(**{name: more.pop(name) for name in Answers._fields})
    return _resolve(deliberation, answers, more.pop("verdict"), manner_of(**more))


def _resolve(deliberation: str, answers: "Answers", verdict: str, manner: Manner) -> int:
    from quorate.app.life.answers import answerable, required_answers, resolve
    from quorate.surfaces.cli.terminal.dialogue import ask_person
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.output.deliberation_output import deliver
    from quorate.surfaces.cli.terminal.prompts.typed_lines import can_ask
    from quorate.surfaces.cli.terminal.runner import app_at

    _check_usage(answers)
    with app_at(manner.store) as at:
        deliberation = to_change(at, deliberation, manner)
        if not answers.is_empty:
            found = at.run(resolve(at.app, at.who, deliberation, answers, verdict, manner.key))
        elif can_ask(manner.no_input):
            found = ask_person(at, at.run(answerable(at.app, at.who, deliberation)), manner.look)
        else:
            raise _nothing_said(at.run(required_answers(at.app, at.who, deliberation)))
        deliver(at, found, manner.look, was_shown=answers.is_empty)
    return exit_status.WORKED


def _check_usage(answers: "Answers") -> None:
    from quorate.app.life.answers import check_answers
    from quorate.core.errors import InputError
    from quorate.core.wording import worded
    from quorate.surfaces.cli.terminal.option_names import as_option

    try:
        check_answers(answers)
    except InputError as error:
        raise click.UsageError(worded(error.message, as_option)) from None


def _nothing_said(required: "NextStep") -> click.UsageError:
    from quorate.surfaces.cli.terminal.hints import how_to_answer

    how = how_to_answer(required.values)
    return click.UsageError(f"no answer was given; answer with: quorate resolve {required.values['id']} {how}")
