"""Questions that were collected elsewhere, as plain values: those whose truth is known, and those to be weighed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from quorate.analysis.learning.history import CastVote, Outcome, VotedQuestion
from quorate.analysis.learning.judgement import Weighed, weigh_questions
from quorate.core.confidence import Confidence
from quorate.core.errors import DocumentError, Path, Problem
from quorate.core.shape import (
    CONFIDENCE_UNIT,
    FILLED,
    FLAG,
    Field,
    Problems,
    any_of,
    found,
    list_of,
    or_nothing,
    record,
    some_of,
    whole,
)
from quorate.documents.findings import Findings
from quorate.documents.values import plain_mapping

MOST_OPTIONS = 1000
_NAME = any_of(FILLED, whole(0, 10**18), int)
_BALLOT = record(
    {
        "voter": Field(_NAME, "Who voted.", required=True),
        "choice": Field(or_nothing(_NAME, None), "One of the options; null for an abstention.", required=True),
        "confidence": Field(or_nothing(CONFIDENCE_UNIT, None), "From 0 to 1, where it was stated."),
    }
)
_QUESTION = {
    "id": Field(_NAME, "Repeated in the answer.", required=True),
    "options": Field(list_of(_NAME, least=2, most=MOST_OPTIONS), "What could be chosen.", required=True),
    "ballots": Field(list_of(_BALLOT), "Who chose what.", required=True),
}
EPISODE = record(
    {
        "episode": Field(or_nothing(_NAME, None), "Repeated in the answers."),
        "fixed_options": Field(FLAG, "Whether the options mean the same on every question.", default=False),
        "history": Field(
            list_of(record({**_QUESTION, "was": Field(_NAME, "The option that was true.", required=True)})),
            "Questions whose truth is known, in the order of their outcomes.",
            default=(),
        ),
        "questions": Field(list_of(record(_QUESTION)), "Questions to be weighed.", required=True),
    }
)


class Episode(NamedTuple):
    """A history, and the questions that it is to be asked about."""

    name: str | int | None
    history: tuple[Outcome, ...]
    questions: tuple[VotedQuestion, ...]
    names: tuple[str | int, ...]
    fixed_options: bool = False

    def answers(self) -> Iterator[tuple[str | int, Weighed]]:
        """What the history says of each question, under the id that it came with."""
        weighed = weigh_questions(self.history, self.questions, fixed_options=self.fixed_options)
        yield from zip(self.names, weighed, strict=True)


def weigh(
    history: Sequence[Mapping[str, Any]], questions: Sequence[Mapping[str, Any]], *, fixed_options: bool = False
) -> list[Weighed]:
    """What outcomes elsewhere say of questions. Raises DocumentError with every problem.

    A question is `{"id", "options", "ballots": [{"voter", "choice", "confidence"}]}`; one in the history has `was`,
    the option that was true. `fixed_options`: the options mean the same on every question, such as APPROVE and REJECT.
    """
    document = {"fixed_options": fixed_options, "history": list(history), "questions": list(questions)}
    return [weighed for _, weighed in read_episode(plain_mapping(document)).answers()]


def read_episode(document: Any) -> Episode:
    """Plain values as an episode. Raises DocumentError with every problem."""
    problems = Findings()
    values = EPISODE.read(document, (), problems)
    if problems:
        raise DocumentError(problems)
    history = tuple(_outcome(one, ("history", i), problems) for i, one in enumerate(values["history"]))
    questions = tuple(_question(one, ("questions", i), problems) for i, one in enumerate(values["questions"]))
    if problems:
        raise DocumentError(problems)
    names = tuple(one["id"] for one in values["questions"])
    return Episode(values["episode"], history, questions, names, values["fixed_options"])


def _outcome(values: Mapping[str, Any], path: Path, problems: Problems) -> Outcome:
    question = _question(values, path, problems)
    return Outcome(question, _option(values["was"], question.options, (*path, "was"), problems))


def _question(values: Mapping[str, Any], path: Path, problems: Problems) -> VotedQuestion:
    options = tuple(map(str, values["options"]))
    if len(set(options)) < len(options):
        problems.append(Problem((*path, "options"), "the same option twice", "every option once"))
    votes: list[CastVote] = []
    for index, ballot in enumerate(values["ballots"]):
        if ballot["choice"] is not None:
            choice = _option(ballot["choice"], options, (*path, "ballots", index, "choice"), problems)
            votes.append(CastVote(str(ballot["voter"]), choice, _share(ballot["confidence"])))
    return VotedQuestion(str(values["id"]), options, tuple(votes))


def _option(name: str | int, options: tuple[str, ...], path: Path, problems: Problems) -> str:
    if str(name) not in options:
        problems.append(Problem(path, found(name), some_of(options)))
    return str(name)


def _share(confidence: Confidence | None) -> float | None:
    return None if confidence is None else float(confidence.percent) / 100
