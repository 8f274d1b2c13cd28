"""Runs mutmut with one change: tests are named to pytest by their files and then picked.

Naming thousands of tests one by one takes pytest several times as long as running them.
"""

from collections.abc import Iterable
from os import chdir
from pathlib import Path

import pytest


class Picked:
    """Runs only the tests with these names."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leaves out all others."""
        items[:] = [item for item in items if item.nodeid in self._names]


def main() -> None:
    """mutmut itself, with the other way of naming."""
    from mutmut.__main__ import cli
    from mutmut.runners.harness import PytestRunner

    def run_tests(self: PytestRunner, *, mutant_name: str | None, tests: Iterable[str]) -> int:  # noqa: ARG001
        names = list(tests)
        arguments = self._pytest_args_regular_run(sorted({name.partition("::")[0] for name in names}))
        here = Path.cwd()
        chdir("mutants")
        try:
            return int(self.execute_pytest(arguments, plugins=[Picked(names)] if names else []))
        finally:
            chdir(here)

    PytestRunner.run_tests = run_tests
    cli()


if __name__ == "__main__":
    main()
