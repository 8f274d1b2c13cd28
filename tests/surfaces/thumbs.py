"""A protocol as another package would bring it: thumbs up or down, with all that a protocol can say of itself."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from quorate.core.ballot import NON_VOTES, Answer, Ballot, NonVote, choice_of
from quorate.core.confidence import PERCENT, Confidence
from quorate.core.exact import HALF, ratio
from quorate.core.panel import Seat
from quorate.core.protocol import BallotWords, Case, Lens, Protocol, VoteKeys
from quorate.core.protocol.answer_form import AnswerForm, AskedKey
from quorate.core.protocol.explainer import Explainer, Step, steps_through
from quorate.core.protocol.flip_scene import FlipScene, Move, Points, Target
from quorate.core.protocol.rule_table import Debate, Row, always, first_fitting, plainly
from quorate.core.question import Question
from quorate.core.shape import FILLED, TEXT, Field, Problems, list_of, one_of, record, whole
from quorate.core.verdict import ASK, BLOCK, PROCEED, Ask, AskOption, Receipt, Threshold, Verdict
from quorate.protocols.parts.document_fields import QUESTION, read_question

UP, DOWN, ASIDE = CHOICES = ("up", "down", "aside")
_VOTE = record(
    {
        "seat": Field(FILLED, "Whose thumb.", required=True),
        "thumb": Field(one_of(*CHOICES), "Which way.", default=""),
        "sure": Field(whole(0, 100), "0 to 100.", default=0),
        "reasoning": Field(TEXT, "Why.", default=""),
        "answered_by": Field(FILLED, "Who.", default=""),
        "error": Field(one_of(*NON_VOTES), "Why there is no thumb."),
        "detail": Field(TEXT, "More.", default=""),
    },
    either=(("thumb",), ("error",)),
)
DOCUMENT = record(
    {
        "protocol": Field(one_of("thumbs"), "The protocol's name.", default="thumbs"),
        "question": QUESTION,
        "votes": Field(list_of(_VOTE), "One entry per seat.", required=True, default=()),
    }
)


class Thumbs(NamedTuple):
    """How many are up and down."""

    up: int
    down: int


TABLE: tuple[Row[Thumbs], ...] = (
    Row("nobody", "UNDECIDED", lambda thumbs: plainly(not thumbs.up + thumbs.down)),
    Row("lifted", "LIFTED", lambda thumbs: plainly(thumbs.up > thumbs.down)),
    Row("dropped", "DROPPED", lambda thumbs: plainly(thumbs.down > thumbs.up)),
    Row("level", "LEVEL", always),
)
ACTIONS = {"UNDECIDED": ASK, "LIFTED": PROCEED, "DROPPED": BLOCK, "LEVEL": ASK}
NEEDED = {ASK: ("human_choice",), BLOCK: ("risk_acceptance",), PROCEED: ()}


def read(values: Mapping[str, Any], problems: Problems) -> Case:
    """The document's values as a case."""
    if problems:
        return Case(Question("?"), ())
    return Case(read_question(values["question"]), [_answer(vote) for vote in values["votes"]])


def _answer(vote: Mapping[str, Any]) -> Answer:
    if vote["error"]:
        return NonVote(Seat(vote["seat"]), vote["error"], vote["detail"])
    sure = Confidence(vote["sure"], PERCENT)
    return Ballot(Seat(vote["seat"]), vote["thumb"], sure, vote["reasoning"], answered_by=vote["answered_by"])


def thumbs_of(answers: Sequence[Answer]) -> Thumbs:
    """How many are up and down."""
    said = [choice_of(answer) for answer in answers]
    return Thumbs(said.count(UP), said.count(DOWN))


def verdict_of(case: Case) -> Verdict:
    """More thumbs up than down go ahead."""
    thumbs = thumbs_of(case.answers)
    result = first_fitting(TABLE, thumbs).result
    action, total = ACTIONS[result], sum(thumbs)
    receipt = Receipt(
        case.question.content_hash,
        "heads",
        tuple(case.answers),
        tuple(one.seat.name for one in case.answers if choice_of(one) in (UP, DOWN)),
        total,
        total,
        Threshold("more than", HALF),
        ratio(max(thumbs), total) if total else None,
        None,
        {UP: thumbs.up, DOWN: thumbs.down},
        {UP: thumbs.up, DOWN: thumbs.down},
    )
    choice = {PROCEED: UP, BLOCK: DOWN}.get(action)
    ask = Ask("Level", "As many up as down. Lift it?", (AskOption(UP), AskOption(DOWN)), "level")
    return Verdict(
        "thumbs",
        result,
        choice,
        action,
        NEEDED[action],
        None,
        (),
        (),
        (),
        (),
        (),
        (),
        (),
        receipt,
        ask if action == ASK else None,
        {},
    )


def steps_of(_: Case, verdict: Verdict) -> list[Step]:
    """The rows of the table up to the one that fitted."""
    thumbs = thumbs_of(verdict.receipt.roster)
    return steps_through(TABLE, thumbs, thumbs._asdict())


def scene_of(_: Case, verdict: Verdict) -> FlipScene:
    """What would follow if some thumbs were turned."""

    def action_of(moves: Sequence[Move], _: Points) -> str:
        turned = {move.answer.seat.name: Ballot(move.answer.seat, move.target.choice) for move in moves}
        answers = [turned.get(one.seat.name, one) for one in verdict.receipt.roster]
        return ACTIONS[first_fitting(TABLE, thumbs_of(answers)).result]

    return FlipScene(verdict.receipt.roster, verdict.action, [Target(one) for one in CHOICES], choice_of, action_of)


PROTOCOL = Protocol(
    "thumbs",
    DOCUMENT,
    read,
    verdict_of,
    VoteKeys("votes", "seat", "thumb", "", "sure"),
    lenses=(
        Lens("builder", "Look as whoever has to build it.", ("feasibility",)),
        Lens("owner", "Look as whoever pays for it.", ("value",)),
    ),
    goes_ahead=lambda _, label: label == UP,
    fewest_votes=1,
    words=BallotWords(UP, DOWN, ASIDE, scale=PERCENT, counts_confidence=True, stands_by=DOWN, reads_positions=True),
    debate=Debate((("LEVEL", ASK),)),
    form=lambda: AnswerForm(
        task="Show your thumb.",
        choices=CHOICES,
        keys=(
            AskedKey("sure", "0-100", "a whole number from 0 to 100", 75),
            AskedKey("reasoning", "which way the wind blows", "a sentence", "The wind has turned"),
        ),
    ),
    phrases={
        "en": {
            "title.thumbs.LIFTED": "THUMBS UP, {count} OF {total}",
            "choice.thumbs.up": "thumb up",
            "choice.thumbs.down": "thumb down",
            "do.thumbs.LIFTED": "LIFT IT",
            "result.thumbs.LIFTED": "Lifted by its thumbs",
            "rule.thumbs.nobody": "No thumb is shown",
            "rule.thumbs.lifted": "More thumbs up",
            "step.thumbs.nobody.no": "{up} up, {down} down.",
            "step.thumbs.lifted.yes": "{up} up against {down} down.",
            "ask.header.level": "Level",
            "ask.question.level": "As many up as down. Lift it?",
        },
        "ja": {"ask.header.level": "同数", "ask.question.level": "賛否同数です。持ち上げますか？"},
    },
    explainer=lambda: Explainer(steps_of, scene_of),
)
