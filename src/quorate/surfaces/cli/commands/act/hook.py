"""Gate the tool calls of another agent program."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import store_option, with_help

if TYPE_CHECKING:
    from quorate.app.gate.gate_judgement import Judgement
    from quorate.gate.tool_call import ToolCall

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
_LONGEST_REASON = 200


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
    from quorate.surfaces.cli.terminal.streams import complain

    status = status_in_time(lambda: _judge(program, store, limit - _SPARE, advise=advise), limit - _LAST)
    if advise:
        return exit_status.WORKED
    if status is None:
        complain("quorate: denied, because the gate crashed or did not answer in time")
    return exit_status.WORKED if status == exit_status.WORKED else DENIED


def _judge(program: str, store: str | None, longest: int, *, advise: bool) -> int:
    from quorate import config
    from quorate.app.gate.gate_judgement import Judgement, advise_call, judge_call
    from quorate.app.gate.gate_terms import gate_terms
    from quorate.gate.gate_rules import OFF
    from quorate.gate.tool_call import read_call
    from quorate.surfaces.cli.terminal.runner import app_at
    from quorate.surfaces.cli.terminal.streams import complain

    try:
        call = read_call(sys.stdin.buffer.read(2 * 1024 * 1024), program)
        terms = gate_terms(call.folder, store).within(longest)
        if config.access_key():
            judged = Judgement("pass" if terms.users.default == OFF else "deny", "key_in_environment")
            return _put(call, judged, advise=advise)
        with app_at(store, may_make=True) as at:
            judged = at.run((advise_call if advise else judge_call)(at.app, at.who, call, terms))
        return _put(call, judged, advise=advise)
    except BaseException as error:  # noqa: BLE001 - whatever fails, the call is denied
        if not advise:
            reason = " ".join(str(error).split()) or type(error).__name__
            complain(f"quorate: denied, because the gate failed: {reason}")
        return DENIED


def _put(call: "ToolCall", judged: "Judgement", *, advise: bool) -> int:
    """Print the answer as JSON on standard output, and a denial also on standard error. Return the exit status."""
    from quorate import config
    from quorate.core.codec import json_line
    from quorate.reports.text import one_line
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import complain, put_json
    from quorate.views.gate import hook_answer, short_call

    if advise or judged.decision == "pass":
        return exit_status.WORKED
    words, file = Words(config.language()), config.short_path(judged.file or config.user_file())
    kind = judged.rule if judged.rule in ("default", "delicate") else "rule"
    rule = words(f"gate.named.{kind}", rule=judged.rule, file=file)
    code, called = f"gate.{judged.code}", short_call(call)
    reason = words(code, where=judged.where, file=file, rule=rule, part=judged.rule, call=called)
    if said := [f"{name}: {one_line(text)[:_LONGEST_REASON]}" for name, text in judged.reasons]:
        reason = words("gate.reasons", reason=reason, said="; ".join(said))
    if answer := hook_answer(call.program, call.event, judged.decision, reason):
        put_json(json_line(answer))
    if judged.decision != "deny":
        return exit_status.WORKED
    complain(f"quorate: {reason}")
    return DENIED


def status_in_time(judge: Callable[[], int], seconds: int) -> int | None:
    """Return what `judge` returns in a process of its own, or None if that crashes or takes longer.

    A program makes the call if its hook does not answer. A C function that keeps the interpreter busy also keeps
    threads and signal handlers of its process from running, so another process watches the time.
    """
    from quorate.surfaces.cli.terminal.streams import finish

    try:
        child = os.fork()
    except OSError:
        return None
    if not child:
        status = DENIED
        try:
            status = judge()
            finish()
        finally:
            os._exit(status)

    def kill(*_: object) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)

    signal.signal(signal.SIGALRM, kill)
    signal.alarm(seconds)
    _, ended = os.waitpid(child, 0)
    signal.alarm(0)
    return os.WEXITSTATUS(ended) if os.WIFEXITED(ended) else None
