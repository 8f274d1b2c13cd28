"""JSON lines: an episode per line, and what its history says of its questions."""

from collections.abc import Iterator
from typing import NamedTuple

from quorate.analysis.learning.episode import Episode, read_episode
from quorate.analysis.learning.judgement import Weighed
from quorate.batch.json_lines import NumberedLine, Stream, lines_of
from quorate.batch.outcome import RefusedQuestion
from quorate.core.errors import DocumentError
from quorate.documents.container import decoded, parsed_json


class WeighedQuestion(NamedTuple):
    """What the history of an episode says of one question, under the ids that both came with."""

    episode: str | int | None
    id: str | int
    weighed: Weighed


def weigh_episodes(stream: Stream) -> Iterator[WeighedQuestion | RefusedQuestion]:
    """One answer per question, in the order of the lines; a line with a problem has none."""
    for line in lines_of(stream):
        if line.data.isspace():
            continue
        episode = _episode(line)
        if isinstance(episode, RefusedQuestion):
            yield episode
            continue
        for name, weighed in episode.answers():
            yield WeighedQuestion(episode.name, name, weighed)


def _episode(line: NumberedLine) -> Episode | RefusedQuestion:
    if not line.is_whole:
        return RefusedQuestion((line.too_long(),))
    try:
        return read_episode(parsed_json(decoded(line.data.rstrip())))
    except DocumentError as error:
        return RefusedQuestion(tuple(problem._replace(line=line.number) for problem in error.problems))
