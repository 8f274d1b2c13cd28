"""MAGI: its own titles and actions, and the display of its seats."""

from collections import Counter

from quorate.core.ballot import Answer, Ballot, NonVote
from quorate.core.exact import rounded
from quorate.core.verdict import Verdict
from quorate.reports.content.protocols import ProtocolWording
from quorate.reports.content.vote_words import abstains, position
from quorate.reports.document import Display, SeatBox
from quorate.reports.report_data import ReportData

SYSTEM = "M A G I   S Y S T E M"
ENGINES = "M A G I   E N G I N E   M O D E"


def _title_code(verdict: Verdict) -> str:
    return str(verdict.native.get("verdict", verdict.result))


def _action_code(verdict: Verdict) -> str:
    return f"do.{verdict.native.get('action')}"


def _reached(data: ReportData) -> list[str]:
    verdict = data.verdict
    warning = [data.say("box.low_confidence")] if "LOW_CONFIDENCE" in verdict.flags else []
    if verdict.confidence is None:
        is_split_pair = verdict.result == "SPLIT" and len(data.roster) == 2
        return [data.say("box.no_consensus.two" if is_split_pair else "box.no_consensus"), *warning]
    is_majority = verdict.result.startswith("MAJORITY")
    key = "box.majority_confidence" if is_majority else "box.weighted_confidence"
    return [data.say(key, value=rounded(verdict.confidence)), *warning]


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
    own = f"{verdict.protocol}.{verdict.result}"
    result = own if data.say.knows(f"banner.{own}") else verdict.result
    return data.say.word("banner", result), data.say.word("state", state)


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
    plain_options=("go_ahead", "leave"),
    plain_choices=(("APPROVE", "go_ahead"), ("REJECT", "leave")),
    display=_display,
)
