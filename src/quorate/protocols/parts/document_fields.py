"""What the tally documents of all protocols have in common: the question, the seats, the non-votes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quorate.core.ballot import NON_VOTES, Answer, Concern, Evidence, NonVote
from quorate.core.concern import KINDS, concern_of
from quorate.core.errors import Path, Problem
from quorate.core.exact import Exact
from quorate.core.panel import MOST_SEATS, Seat
from quorate.core.question import DECISION_TYPES, REVERSIBILITIES, URGENCIES, Option, Question, Score
from quorate.core.shape import (
    DAY_OR_NOTHING,
    FILLED,
    FILLED_OR_EMPTY,
    FLAG,
    TEXT,
    TEXTS,
    WEIGHT,
    Field,
    Problems,
    Schema,
    Shape,
    any_of,
    list_of,
    number,
    one_of,
    record,
    whole,
)

_TO_TEN = number(0, 10)
CRITERIA = {
    "feasibility": Field(_TO_TEN, "0 to 10: how feasible it is."),
    "evidence": Field(_TO_TEN, "0 to 10: how well it is supported by facts."),
    "people": Field(_TO_TEN, "0 to 10: how good it is for the people affected."),
    "foresight": Field(_TO_TEN, "0 to 10: how well it works in the long run."),
    "security": Field(_TO_TEN, "0 to 10: how secure it is."),
    "value": Field(_TO_TEN, "0 to 10: what it is worth once done."),
    "risk": Field(_TO_TEN, "0 to 10: how much can go wrong; 10 is the worst."),
    "days": Field(number(0, 100_000, above_least=True), "Days of work."),
    "uncertainty": Field(number(1, 1000), "Factor by which the days may grow; 1 is certain."),
}
SCORES = Field(record(CRITERIA), "Scores by criterion, from which the scorecard votes.")
OPTION = any_of(
    record(
        {
            "id": Field(FILLED, "What a ballot names.", required=True),
            "text": Field(TEXT, "What it means.", default=""),
            "reversible": Field(FLAG, "True if it can be undone, which matters in a deadlock.", default=False),
            "scores": SCORES,
        }
    ),
    FILLED,
    str,
)
OPTIONS = Field(list_of(OPTION, least=1), "The options: ids, or mappings with id and text.", default=())

OPTIONS_IN_ONE_PLACE: Schema = {
    "not": {
        "required": ["question", "options"],
        "properties": {"question": {"type": "object", "required": ["options"]}},
    }
}
QUESTION = Field(
    any_of(
        record(
            {
                "subject": Field(FILLED, "One decidable question.", required=True),
                "domain": Field(TEXT, "Subject area, such as architecture.", default=""),
                "context": Field(TEXT, "Background that voters need.", default=""),
                "constraints": Field(TEXTS, "What every answer must respect.", default=()),
                "urgency": Field(one_of(*URGENCIES), "How soon it must be decided.", default=""),
                "reversibility": Field(
                    one_of(*REVERSIBILITIES),
                    "How easily it can be undone; high: within a day; medium: a week; low: longer.",
                    default="",
                ),
                "action": Field(FILLED_OR_EMPTY, "The action that a verdict would release.", default=""),
                "decision_type": Field(one_of(*DECISION_TYPES), "What kind of answer is wanted.", default=""),
                "review_by": Field(DAY_OR_NOTHING, "The date to review the decision.", default=""),
                "action_for": Field(FILLED_OR_EMPTY, "The option that the action carries out.", default=""),
                "options": OPTIONS,
                "scores": SCORES,
            }
        ),
        FILLED,
        str,
    ),
    "What to decide: a sentence, or a mapping.",
    default="",
)

_KIND_HELP = "safety, security or other; an unknown kind counts as safety, none as other."
_KIND = Shape(TEXT.read, {"type": "string", "examples": list(KINDS)})
_CONCERN = any_of(
    record(
        {
            "kind": Field(_KIND, _KIND_HELP, default=""),
            "text": Field(TEXT, "The concern itself.", default=""),
        }
    ),
    TEXT,
    str,
)


def _read_concern(value: Any, path: Path, problems: Problems) -> Concern:
    read = _CONCERN.read(value, path, problems)
    text, stated = (read, "") if isinstance(read, str) else (read["text"], read["kind"])
    return concern_of(text, stated)


CONCERN = Shape(_read_concern, _CONCERN.schema)
CHECKED = ("held", "failed", "claimed")
EVIDENCE = record(
    {
        "id": Field(FILLED, "Required if it is a counter-proof or answers one.", default=""),
        "file": Field(TEXT, "The file that contains it.", default=""),
        "address": Field(TEXT, "The URL, if it is not in a file.", default=""),
        "section": Field(TEXT, "The part of the file.", default=""),
        "line": Field(whole(0, 10**9), "The line in the file.", default=0),
        "type": Field(TEXT, "Such as code, test, document.", default=""),
        "quote": Field(TEXT, "The words or figures that are relied on.", default=""),
        "reproducible": Field(FLAG, "True if the command can be run again.", default=False),
        "command": Field(TEXT, "What to run.", default=""),
        "counter": Field(FLAG, "True if it disproves the option that it is filed under.", default=False),
        "answers": Field(TEXT, "The id of a counter item that it rebuts.", default=""),
        "checked": Field(one_of(*CHECKED), "What a check of it came to; a voter cannot state it.", default=""),
    }
)
ID = Field(any_of(FILLED, whole(0, 10**18), int), "Repeated in the verdict of a batch.")
ERROR = Field(one_of(*NON_VOTES), "Why this seat has no ballot, instead of a choice.")
ANSWERED_BY = Field(FILLED, "The person, agent or key that answered: one voice, one vote.", default="")
INFERRED = Field(FLAG, "True if the ballot was read from free text.", default=False)
SECOND_REQUEST = Field(FLAG, "True if the ballot came on the second request for it.", default=False)
SEAT_WEIGHT = Field(WEIGHT, "The seat's weight.", default=1)
DETAIL = Field(TEXT, "What happened, if the seat has no ballot.", default="")
WARNINGS = {
    "conditions": Field(TEXTS, "What has to hold for this choice.", default=()),
    "concerns": Field(list_of(CONCERN), "What this voter warns of.", default=()),
    "risks": Field(TEXTS, "Risks that this voter sees.", default=()),
    "alternatives": Field(TEXTS, "What could be done instead.", default=()),
    "dissent_note": Field(TEXT, "What to record if this ballot is overruled.", default=""),
}


def not_both_schema(choice: str) -> Schema:
    """What `not_both` checks, as a schema."""
    return {"not": {"required": ["error", choice]}}


def votes_of(vote: Shape) -> Field:
    """The list of votes: at least one, at most the largest panel."""
    return Field(list_of(vote, least=1, most=MOST_SEATS), "One entry per seat.", required=True, default=())


def read_question(value: str | Mapping[str, Any], options: Sequence[Any] = (), **more: Any) -> Question:
    """A sentence or a mapping as a question, with its own options or with those that stand beside it."""
    if isinstance(value, str) and not options:
        return Question(value, **more)
    if isinstance(value, str):
        value = {"subject": value, "scores": None, "options": ()}
    listed = options or value["options"]
    scores = _scores(value["scores"]) + _scores_of(listed)
    said = {"options": read_options(listed), "scores": scores, "reversible": _reversible(listed)}
    return Question(**{**value, **said, **more})


def _reversible(options: Sequence[Any]) -> tuple[str, ...]:
    return tuple(one["id"] for one in options if not isinstance(one, str) and one["reversible"]) if options else ()


def read_options(values: Sequence[Any]) -> tuple[Option, ...]:
    """Ids or mappings as options."""
    return tuple(Option(one) if isinstance(one, str) else Option(one["id"], one["text"]) for one in values)


def _scores_of(options: Sequence[Any]) -> tuple[Score, ...]:
    scored = [one for one in options if not isinstance(one, str) and one["scores"]]
    return tuple(score for one in scored for score in _scores(one["scores"], one["id"])) if scored else ()


def _scores(stated: Mapping[str, Exact | None] | None, option: str = "") -> tuple[Score, ...]:
    """In the order of the criteria, so that the question's hash does not depend on the order in the document."""
    if not stated:
        return ()
    return tuple(Score(criterion, value, option) for criterion, value in stated.items() if value is not None)


def is_sound(key: str, problems: Problems) -> bool:
    """True when nothing under a key is wrong so far, so that it can be compared with the rest."""
    return not any(problem.path[:1] == (key,) for problem in problems)


def stated_options(values: Mapping[str, Any], problems: Problems) -> tuple[Path, Sequence[Any]]:
    """Where the options stand, beside the question or inside it, and what they are."""
    question = values["question"]
    inside = () if isinstance(question, str) else question["options"]
    if inside and values["options"]:
        problems.append(Problem(("question", "options"), "a second list of options", "options in one place"))
    return (("options",), values["options"]) if values["options"] else (("question", "options"), inside)


def read_evidence(values: Sequence[Mapping[str, Any]]) -> tuple[Evidence, ...]:
    """Evidence items as values."""
    return tuple(Evidence(**value) for value in values)


def read_warnings(vote: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of `WARNINGS` that a vote states, as a ballot holds them."""
    stated: dict[str, Any] = {}
    for key in WARNINGS:
        if vote[key]:
            stated[key] = vote[key]
    return stated


def read_answers(
    seats: Sequence[Seat],
    votes: Sequence[Mapping[str, Any]],
    ballot_of: Callable[[Seat, Mapping[str, Any]], Answer],
) -> list[Answer]:
    """Every entry as a ballot, or as the non-vote that its `error` names."""
    return [
        NonVote(seat, vote["error"], vote["detail"]) if vote["error"] else ballot_of(seat, vote)
        for seat, vote in zip(seats, votes, strict=True)
    ]


def not_both(votes: Sequence[Mapping[str, Any]], choice: str, path: Path, problems: Problems) -> None:
    """A seat either failed or chose; an entry that says both is refused, and so is what only a ballot can say."""
    for index, vote in enumerate(votes):
        if vote["error"]:
            for key in (choice, *_ONLY_ON_A_BALLOT):
                if vote.get(key):
                    problems.append(Problem((*path, index, "error"), f"error and {key} together", "one of the two"))


_ONLY_ON_A_BALLOT = (*WARNINGS, "key_evidence", "priorities", "evidence", "inferred", "second_request")
