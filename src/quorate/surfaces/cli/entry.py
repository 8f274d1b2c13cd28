"""Runs a command: every error becomes one line per problem on standard error and an exit status."""

from collections.abc import Sequence

import click

from quorate import config
from quorate.core.errors import DocumentError, InputError, QuorateError
from quorate.surfaces.cli.exit_status import FAILED, INTERRUPTED, WORKED, WRONG
from quorate.surfaces.cli.terminal.streams import complain, finish, give_up_output, say


def run(program: click.Command, arguments: Sequence[str] | None = None) -> int:
    """The exit status of the command that the arguments name; no error passes this function."""
    try:
        status = program.main(arguments, prog_name="quorate", standalone_mode=False)
        finish()
    except BrokenPipeError:
        give_up_output()
        return FAILED
    except (click.Abort, KeyboardInterrupt):
        complain("quorate: interrupted")
        return _after_error(INTERRUPTED)
    except Exception as error:  # noqa: BLE001 - the last place where an error can be said in a line
        return _after_error(_status_of(error))
    return status if isinstance(status, int) else WORKED


def _after_error(status: int) -> int:
    """What was counted before the error is still delivered, if it can be."""
    try:
        finish()
    except OSError:
        give_up_output()
    return status


def _status_of(error: Exception) -> int:
    """Says what was wrong."""
    match error:
        case click.UsageError():
            _complain_about_usage(error)
            return WRONG
        case InputError():
            if isinstance(error, DocumentError):
                for problem in error.problems:
                    complain(problem.wording(error.source))
            else:
                complain(error.message)
            for note in getattr(error, "__notes__", ()):
                say(note)
            return WRONG
        case QuorateError() | click.ClickException():
            complain(f"quorate: {error}")
        case OSError(strerror=str(reason)):
            complain(f"quorate: {error.filename or 'input or output'}: {reason}")
        case _:
            unexpected = f"unexpected {type(error).__name__}: {error} (QUORATE_DEBUG=1 shows where)"
            # Python's own modules ask for the time too, and fail in words of their own
            complain(f"quorate: {config.clock_problem() or unexpected}")
    if config.debugging():
        import traceback  # only for whoever asked

        traceback.print_exception(error)
    return FAILED


def _complain_about_usage(error: click.UsageError) -> None:
    message, command = _usage_text(error), error.ctx.command_path if error.ctx else "quorate"
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(message, err=True)
        return
    message = " ".join(message.split())
    complain(f"{command}: {message[:1].lower()}{message[1:]}")
    complain(f"See '{command} --help'.")


def _usage_text(error: click.UsageError) -> str:
    """In click's words, but for a number: it calls the numbers that are allowed a valid integer range."""
    said = error.format_message()
    kind = error.param.type if isinstance(error, click.BadParameter) and error.param else None
    if not isinstance(kind, click.IntRange | click.FloatRange):
        return said
    number = "a whole number" if isinstance(kind, click.IntRange) else "a number"
    allowed = f"from {kind.min} to {kind.max}" if kind.max is not None else f"of at least {kind.min}"
    return said.replace(f"is not a valid {kind.name}.", f"is not {number} {allowed}.")
