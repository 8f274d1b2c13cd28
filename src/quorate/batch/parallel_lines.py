"""JSON lines, counted by several processes: the same outcomes in the same order."""

from collections.abc import Iterable, Iterator
from functools import partial

from quorate.batch.json_lines import outcome_of_line
from quorate.batch.lines import NumberedLine, Stream, lines_of
from quorate.batch.outcome import RefusedQuestion, VerdictOf, WrittenVerdict, written
from quorate.batch.worker_pool import WorkerPool

Chunk = list[NumberedLine]
_CHUNK_BYTES = 256 * 1024


def write_json_lines(
    stream: Stream, protocol: str | None, verdict_of: VerdictOf, jobs: int
) -> Iterator[WrittenVerdict | RefusedQuestion]:
    """One outcome per line that is not empty, in the order of the lines."""
    with WorkerPool(jobs) as pool:
        count = partial(_counted, protocol=protocol, verdict_of=verdict_of)
        for outcomes in pool.in_order(count, chunks_of(lines_of(stream))):
            yield from outcomes


def chunks_of(lines: Iterable[NumberedLine], size: int = _CHUNK_BYTES) -> Iterator[Chunk]:
    """Lines in pieces of about so many bytes."""
    chunk: Chunk = []
    length = 0
    for line in lines:
        chunk.append(line)
        length += len(line.data)
        if length >= size:
            yield chunk
            chunk, length = [], 0
    if chunk:
        yield chunk


def _counted(chunk: Chunk, protocol: str | None, verdict_of: VerdictOf) -> list[WrittenVerdict | RefusedQuestion]:
    lines = (line for line in chunk if not line.data.isspace())
    return [written(outcome_of_line(line, protocol, verdict_of)) for line in lines]
