"""MAGI: its own titles and actions, the display of its seats, and the question to a person told from the ballots."""

from collections import Counter

from quorate.core.ballot import Answer, Ballot, NonVote
from quorate.core.exact import Exact, ratio, rounded
from quorate.core.verdict import Ask, AskOption, Verdict
from quorate.reports.content.protocols import ProtocolWording
from quorate.reports.content.vote_words import abstains, choice_word, points, position
from quorate.reports.document import Display, SeatBox
from quorate.reports.report_data import ReportData
from quorate.reports.text import one_line

SYSTEM = "M A G I   S Y S T E M"
ENGINES = "M A G I   E N G I N E   M O D E"
PERSPECTIVES = 3


def _title_code(verdict: Verdict) -> str:
    return str(verdict.native.get("verdict", verdict.result))


def _action_code(verdict: Verdict) -> str:
    return f"do.{verdict.native.get('action')}"


def _reached(data: ReportData) -> list[str]:
    verdict = data.verdict
    if verdict.confidence is None:
        return [data.say("box.no_consensus")]
    kind = "majority" if verdict.result.startswith("MAJORITY") else "weighted"
    return [data.say(f"box.{kind}_confidence", value=rounded(verdict.confidence))]


def _question(data: ReportData, ask: Ask) -> str:
    three = data.verdict.result == "SPLIT" and len(data.roster) == PERSPECTIVES
    return data.say("ask.three") if three else data.say.again(ask.question)


def _option(data: ReportData, option: AskOption) -> AskOption:
    for ballot in data.ballots:
        if option.label == f"{ballot.seat.name}: {ballot.word or ballot.choice}":
            return _per_seat(data, ballot)
    if option.label in ("APPROVE", "REJECT"):
        return _per_position(data, option.label)
    return _hybrid(data) if option.label == "Hybrid" else option


def _sure(ballot: Ballot) -> Exact:
    return ballot.confidence.percent if ballot.confidence else 100


def _per_seat(data: ReportData, ballot: Ballot) -> AskOption:
    label = data.say("ask.seat", seat=ballot.seat.name, position=position(data, ballot))
    said, sure = one_line(ballot.rationale), points(_sure(ballot))
    known = said and data.say.knows(f"lens.{ballot.seat.lens}")
    key, lens = ("ask.because.lens", data.say.word("lens", ballot.seat.lens)) if known else ("ask.because", "")
    return AskOption(label, data.say(key, lens=lens, text=said, confidence=sure).strip())


def _per_position(data: ReportData, choice: str) -> AskOption:
    side = [ballot for ballot in data.ballots if ballot.choice == choice]
    surest = max(side, key=_sure)
    heads = data.say(
        "ask.heads",
        heads=len(side),
        votes=data.verdict.receipt.total_heads,
        mean=points(ratio(sum(map(_sure, side)), len(side))),
    )
    said = one_line(surest.rationale or surest.main_concern)
    described = data.say("ask.surest", heads=heads, seat=surest.seat.name, text=said)
    return AskOption(choice_word(data, choice), described.rstrip(": ："))


def _hybrid(data: ReportData) -> AskOption:
    """Conditions on one side that answer concerns on the other."""
    conditions, concerns = _terms(data, "APPROVE", "REJECT")
    if not (conditions and concerns):
        conditions, concerns = _terms(data, "REJECT", "APPROVE")
    join = data.say("ask.join").join
    said = data.say("ask.hybrid.terms", conditions=join(conditions), concerns=join(concerns))
    return AskOption(data.say("ask.hybrid"), said)


def _terms(data: ReportData, side: str, other: str) -> tuple[list[str], list[str]]:
    conditions = [text for ballot in data.ballots if ballot.choice == side for text in ballot.conditions]
    concerns = [concern for ballot in data.ballots if ballot.choice == other for concern in ballot.concerns]
    return conditions, [concern.text or data.say.word("concern", concern.kind) for concern in concerns]


def _display(data: ReportData) -> Display:
    """A box per seat; of a large panel, a line per kind of vote."""
    is_engines = all(answer.seat.is_engine for answer in data.roster)
    seats = () if data.is_large else tuple(_seat_box(data, answer) for answer in data.roster)
    summary = tuple(_summary(data)) if data.is_large else ()
    return Display(ENGINES if is_engines else SYSTEM, seats, summary, _banner(data))


def _banner(data: ReportData) -> tuple[str, str]:
    verdict = data.verdict
    state = "free" if verdict.may_be_acted_on else verdict.action
    state = data.proceedings.state if data.proceedings else state
    return data.say.word("banner", verdict.result), data.say.word("state", state)


def _seat_box(data: ReportData, answer: Answer) -> SeatBox:
    return SeatBox(answer.seat.name, _bar_of(answer), position(data, answer))


def _bar_of(answer: Answer) -> str:
    """Which bar a seat gets."""
    if isinstance(answer, NonVote):
        return "none"
    if abstains(answer):
        return "abstain"
    if answer.choice != "APPROVE":
        return "reject"
    return "conditional" if answer.conditions else "approve"


def _summary(data: ReportData) -> list[SeatBox]:
    counted = Counter((_bar_of(answer), _voted(data, answer)) for answer in data.roster)
    order = list(data.glyphs.bars)
    lines = sorted(counted.items(), key=lambda item: (order.index(item[0][0]), item[0][1]))
    return [SeatBox("", bar, word, count) for (bar, word), count in lines]


def _voted(data: ReportData, answer: Answer) -> str:
    word = position(data, answer)
    is_plain = _bar_of(answer) == "conditional" and isinstance(answer, Ballot) and not answer.word
    return data.say("box.conditional", position=word) if is_plain else word


WORDING = ProtocolWording(
    title_code=_title_code,
    action_code=_action_code,
    reached=_reached,
    question=_question,
    option=_option,
    plain_options=("go_ahead", "leave"),
    plain_choices=(("APPROVE", "go_ahead"), ("REJECT", "leave")),
    display=_display,
)
