"""JSON lines: time per document next to reading and writing the same JSON, constant memory, linear time."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.documents import write_json_lines
from bench.measuring import Measurement, Usage, in_child, in_process, medians, quorate, ratio, usage_of
from bench.result import Effort, Line
from quorate.batch.json_lines import count_json_lines
from quorate.batch.outcome import CountedQuestion
from quorate.core.codec import to_json


def run(effort: Effort) -> list[Line]:
    """In this process, then as a child process, then at growing sizes."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        return [_library(folder, effort), _command(folder, effort), *_growth(folder, effort)]


def _library(folder: Path, effort: Effort) -> Line:
    file = write_json_lines(folder / "library.jsonl", effort.size(2_000, 2_000, 20))
    times = ratio(effort.rounds(15, 7), in_process(lambda: count_all(file)), through_json(file))
    return Line("batch", "documents to verdicts in the library, to json.loads and json.dumps of them", times, 15)


def _command(folder: Path, effort: Effort) -> Line:
    """The start of the process is taken off: it is what the same command needs for a single document."""
    file = write_json_lines(folder / "command.jsonl", effort.size(10_000, 10_000, 20))
    single = write_json_lines(folder / "one.jsonl", 1)
    counting, starting, baseline = medians(
        effort.rounds(7, 3), in_child(*_batch(file)), in_child(*_batch(single)), through_json(file)
    )
    return Line("batch", "`quorate tally --batch` without its start, to the same", (counting - starting) / baseline, 15)


def count_all(file: Path) -> None:
    """What the command does with every line, except for the writing."""
    with file.open("rb") as stream:
        for outcome in count_json_lines(stream):
            assert isinstance(outcome, CountedQuestion)
            to_json(outcome.verdict, outcome.id).encode()


def through_json(file: Path) -> Measurement:
    """The same lines read and written by the standard library."""

    def loop() -> None:
        with file.open("rb") as stream:
            for line in stream:
                json.dumps(json.loads(line))

    return in_process(loop, times=3)


def _growth(folder: Path, effort: Effort) -> list[Line]:
    sizes = {effort.size(100_000, 100_000, 200), effort.size(1_000_000, 100_000, 200)}
    return [line for size in sorted(sizes) for line in _grown(folder, size, effort)]


def _grown(folder: Path, size: int, effort: Effort) -> list[Line]:
    """Small runs before and after the large one, so that a machine that changes its pace is noticed by both."""
    few, repeats = effort.size(1_000, 1_000, 20), effort.rounds(10, 10)
    small, large = write_json_lines(folder / "small.jsonl", few), write_json_lines(folder / "large.jsonl", size)
    single = write_json_lines(folder / "one.jsonl", 1)
    runs = [_small_run(small, single) for _ in range(repeats)]
    large_run = usage_of(*_batch(large))
    runs += [_small_run(small, single) for _ in range(repeats)]
    large.unlink()
    return _compared(few, size, large_run, runs)


def _small_run(small: Path, single: Path) -> tuple[Usage, Usage]:
    return usage_of(*_batch(small)), usage_of(*_batch(single))


def _compared(few: int, size: int, large: Usage, runs: list[tuple[Usage, Usage]]) -> list[Line]:
    start = _middle([single.seconds for _, single in runs])
    each_small = _middle([run.seconds - single.seconds for run, single in runs]) / (few - 1)
    each_large = (large.seconds - start) / (size - 1)
    growth = large.peak - _middle([run.peak for run, _ in runs])
    return [
        Line("batch", f"time per document, {size:,} documents to {few:,}", each_large / each_small, 1.3),
        Line("batch", f"peak memory, {size:,} documents over {few:,}", growth, 4, unit="MiB"),
    ]


def _middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def _batch(file: Path) -> list[str]:
    return quorate("tally", "--batch", str(file))
