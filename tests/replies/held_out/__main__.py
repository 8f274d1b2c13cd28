"""Prints what the held-out replies come to."""

from tests.replies.held_out import figures

for name, count in figures().items():
    print(f"{count:4} {name}")  # noqa: T201
