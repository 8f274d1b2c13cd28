"""Gate the tool calls of another agent program."""

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import store_option, with_help

EXAMPLES = """\b
Examples:
  quorate init --hooks
  sh -c 'quorate hook claude || { echo denied >&2; exit 2; }'
  quorate hook claude --advise
"""
DENIED = 2
LIMIT = 60
"""Seconds after which programs end a hook by themselves where their settings say nothing else."""
_LAST, _SPARE = 5, 10
"""Seconds before that limit: when the hook ends whatever happens, and when it stops waiting for a verdict."""


@click.command("hook", epilog=EXAMPLES)
@click.argument("program", metavar="PROGRAM", type=click.Choice(["claude", "codex", "gemini"]))
@click.option("--advise", is_flag=True, help="Record what would have been decided; print nothing, stop nothing.")
@click.option(
    "--limit",
    type=click.IntRange(_SPARE + 1, 86_400),
    default=LIMIT,
    show_default=True,
    metavar="SECONDS",
    help="The program's own time limit for this hook; it is answered before that, however long `wait` is.",
)
@store_option
@with_help
def command(program: str, advise: bool, limit: int, store: str | None) -> int:
    """Decides whether PROGRAM (claude, codex or gemini) may make the tool call described on standard input.

    The program calls it, not you: `quorate init --hooks` adds it to the settings of the programs. Rules in the table
    [gate] of your own settings say which calls pass, which are denied and which are asked; without that table every
    call is denied. Exit status 0: the call passes, or was approved. Exit status 2: it is denied, by a rule, by people,
    by a failure, or because nobody answered within `wait` seconds; it can be repeated once it is approved.
    """
    _end_in_time(limit - _LAST, exit_status.WORKED if advise else DENIED)
    status = _judge(program, store, limit - _SPARE, advise=advise)
    return exit_status.WORKED if advise else status


def _judge(program: str, store: str | None, longest: int, *, advise: bool) -> int:
    from quorate.surfaces.cli.terminal.streams import complain

    try:
        return _answered(program, store, longest, advise=advise)
    except BaseException as error:  # noqa: BLE001 - whatever fails, the call is denied
        if not advise:
            complain(
                f"quorate: denied, because the gate failed: {' '.join(str(error).split()) or type(error).__name__}"
            )
        return DENIED


def _answered(program: str, store: str | None, longest: int, *, advise: bool) -> int:
    import sys

    from quorate import config
    from quorate.app.gate.gate_judgement import Judgement, advise_call, judge_call
    from quorate.app.gate.gate_terms import gate_terms
    from quorate.gate.tool_call import read_call
    from quorate.surfaces.cli.terminal.runner import app_at

    call = read_call(sys.stdin.buffer.read(2 * 1024 * 1024), program)
    if config.access_key():
        return _put(program, call.event, Judgement("deny", "key_in_environment"), advise=advise)
    terms = gate_terms(call.folder, store).within(longest)
    judge = advise_call if advise else judge_call
    with app_at(store, may_make=True) as at:
        found = at.run(judge(at.app, at.who, call, terms))
    return _put(program, call.event, found, advise=advise)


def _put(program: str, event: str, found: object, *, advise: bool) -> int:
    """The answer as JSON on standard output; a denial also as exit status and on standard error."""
    from quorate import config
    from quorate.app.gate.gate_judgement import Judgement
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import complain, put_json
    from quorate.views.gate import hook_answer

    assert isinstance(found, Judgement)
    if advise:
        return exit_status.WORKED
    reason = Words(config.language())(f"gate.{found.code}", where=found.where, file=config.user_file())
    if answer := hook_answer(program, event, found.decision, reason):
        put_json(json_line(answer))
    if found.decision != "deny":
        return exit_status.WORKED
    complain(f"quorate: {reason}")
    return DENIED


def _end_in_time(seconds: int, status: int) -> None:
    """Ends the process before the program's own limit, after which the call would be made."""
    import os
    import threading

    def end() -> None:
        if status == DENIED:
            os.write(2, b"quorate: denied, because there was no answer in time\n")
        os._exit(status)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
