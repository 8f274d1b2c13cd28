"""Prints what becomes of the held-out conditions."""

from tests.fleet.held_out import figures

for name, count in figures().items():
    print(f"{count:4} {name}")  # noqa: T201
