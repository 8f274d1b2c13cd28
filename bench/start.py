"""How long one small count on the command line takes, next to starting Python with the libraries it stands on."""

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import yaml

from bench.documents import magi_document
from bench.measuring import in_child, quorate, ratio
from bench.result import Effort, Line

LIBRARIES = "import click, yaml, fractions"


def run(effort: Effort) -> list[Line]:
    """Both are whole processes, from start to end."""
    with TemporaryDirectory() as folder:
        document = Path(folder, "ballots.yaml")
        document.write_text(yaml.safe_dump(magi_document(Random(5), 1), sort_keys=False), encoding="utf-8")
        counting = in_child(*quorate("tally", str(document)))
        starting = in_child(sys.executable, "-c", LIBRARIES)
        times = ratio(effort.rounds(41, 15), counting, starting)
    return [Line("start", f"`quorate tally FILE` to `python -c '{LIBRARIES}'`", times, 1.5)]
