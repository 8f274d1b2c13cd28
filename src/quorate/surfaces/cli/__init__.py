"""The command line."""

_MANY, _IN_THE_LONG_RUN = 100_000, 10_000


def main() -> int:
    """Runs the program and gives its exit status."""
    import gc
    import sys

    gc.set_threshold(_MANY)  # imports make many objects that stay; looking through them takes a tenth of a short run
    from quorate.surfaces.cli.command_table import program
    from quorate.surfaces.cli.entry import run

    status = run(program)
    if "duckdb" not in sys.modules:  # which complains at the end about whatever was not collected
        gc.freeze()  # the process ends: looking through all modules for garbage would take a tenth of a short run
    return status


def prepare_to_stay() -> None:
    """For a process that runs until it is stopped: garbage is collected as it comes, and modules are none."""
    import gc

    gc.freeze()
    gc.set_threshold(_IN_THE_LONG_RUN)
