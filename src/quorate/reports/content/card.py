"""The verdict at a glance: its title, one line per seat, what was counted, and what to do."""

from quorate.core.ballot import Answer, Ballot
from quorate.core.verdict import BLOCK, PROCEED
from quorate.reports.content.protocols import wording_of
from quorate.reports.content.statements import needs
from quorate.reports.content.vote_words import (
    choice_word,
    confidence,
    largest_first,
    number,
    position,
    tone_of,
)
from quorate.reports.document import BAD, GOOD, MUTED, WARNING, Card, Pairs, SeatVote
from quorate.reports.report_data import ReportData

OVER = ("revoked", "superseded", "refused", "bound", "overdue", "outdated")


def card_of(data: ReportData, facts: Pairs = (), sentence: str = "") -> Card:
    """The card without its picture; a large panel is shown by totals."""
    is_large = data.is_large
    return Card(
        title=title_of(data),
        tone=tone_of_verdict(data),
        state=data.say.word("state", _state(data)),
        seats=() if is_large else tuple(_seat(data, answer) for answer in data.roster),
        totals=_totals(data) if is_large else (),
        more=_more(data) if is_large else (),
        lines=(*reached(data), *_dissent(data), data.say("box.action", what=action_of(data))),
        facts=facts,
        sentence=sentence,
    )


def _state(data: ReportData) -> str:
    if data.proceedings:
        return data.proceedings.state
    return "free" if data.verdict.may_be_acted_on else data.verdict.action


def tone_of_verdict(data: ReportData) -> str:
    """Green where it may be acted on or was, red where it is blocked or refused, amber while something is missing."""
    state = _state(data)
    if state in ("free", "released"):
        return GOOD
    if state == BLOCK:
        return BAD
    return MUTED if state in OVER else WARNING


def title_of(data: ReportData) -> str:
    """The verdict's own words for the outcome, as its box has them."""
    code = wording_of(data.verdict.protocol).title_code(data.verdict)
    key = f"title.{data.verdict.protocol}.{code}"
    return _with_votes(data, key) if data.say.knows(key) else code.replace("_", " ")


def headline_of(data: ReportData) -> str:
    """The outcome in plain words, outside of any box."""
    result = f"{data.verdict.protocol}.{data.verdict.result}"
    keys = (f"headline.{result}", f"result.{result}.{data.verdict.action}", f"result.{result}")
    known = [key for key in keys if data.say.knows(key)]
    return _with_votes(data, known[0]) if known else title_of(data)


def outcome_of(data: ReportData) -> str:
    """Which way it went and by how much, in one sentence."""
    result = f"headline.{data.verdict.protocol}.{data.verdict.result}"
    headline = headline_of(data)
    if data.say.knows(result):
        return data.say("headline.plain", headline=headline)
    heads = largest_first(data, data.verdict.receipt.heads)
    votes = data.say.listed(f"{choice_word(data, choice)} {count}" for choice, count in heads[: data.limit] if count)
    return data.say("headline.votes" if votes else "headline.plain", headline=headline, votes=votes)


def _with_votes(data: ReportData, key: str) -> str:
    choice, receipt = data.verdict.choice or "", data.verdict.receipt
    return data.say(key, choice=choice, count=receipt.heads.get(choice, 0), total=receipt.total_heads)


def _seat(data: ReportData, answer: Answer) -> SeatVote:
    """Name, position, and in a few words how confident it is or what it weighs."""
    tone = tone_of(answer.choice) if isinstance(answer, Ballot) else MUTED
    return SeatVote(answer.seat.name, position(data, answer), _note(data, answer), tone)


def _note(data: ReportData, answer: Answer) -> str:
    if not isinstance(answer, Ballot):
        return ""
    said = [data.say("box.inferred")] if answer.inferred else []
    if data.verdict.receipt.basis == "weight" and wording_of(data.verdict.protocol).shows_weight:
        said.insert(0, data.say("box.weight", value=number(answer.seat.weight)))
    elif answer.confidence is not None:
        said.insert(0, data.say("box.confidence", value=confidence(data, answer.confidence)))
    return data.say.listed(said)


def _totals(data: ReportData) -> Pairs:
    """How many chose what."""
    heads = largest_first(data, data.verdict.receipt.heads)
    chosen = [(choice_word(data, choice), str(count)) for choice, count in heads if count]
    return tuple(chosen[: data.limit])


def _more(data: ReportData) -> tuple[str, ...]:
    receipt = data.verdict.receipt
    hidden = sum(1 for count in receipt.heads.values() if count) - data.limit
    seats = data.say("box.seats", count=len(receipt.counted), n=len(receipt.roster))
    return (data.say("more.items", n=hidden), seats) if hidden > 0 else (seats,)


def reached(data: ReportData) -> list[str]:
    """How confident the verdict is, in the protocol's own terms."""
    own = wording_of(data.verdict.protocol).reached
    if own:
        return own(data)
    choice = data.verdict.choice
    return [data.say("box.choice", choice=choice_word(data, choice))] if choice else []


def _dissent(data: ReportData) -> list[str]:
    sure = {ballot.seat.name: confidence(data, ballot.confidence) for ballot in data.ballots}
    names = [_dissenter(data, one.seat, one.choice, sure.get(one.seat, "")) for one in data.verdict.dissents]
    if data.is_large and names:
        return [data.say("box.dissent.many", n=len(names))]
    return [data.say("box.dissent", names=data.names(names))] if names else []


def _dissenter(data: ReportData, seat: str, choice: str, sure: str) -> str:
    if wording_of(data.verdict.protocol).choices_are_options:
        return data.say("box.dissent.for", seat=seat, choice=choice)
    return data.say("box.dissent.conf", seat=seat, value=sure) if sure else seat


def action_of(data: ReportData) -> str:
    """What to do next; on hold while something is required."""
    verdict = data.verdict
    if data.proceedings and data.proceedings.todo:
        return data.proceedings.todo
    if verdict.action == PROCEED and verdict.requires:
        return data.say("do.hold", needs=needs(data))
    own = wording_of(verdict.protocol).action_code
    code = own(verdict) if own else ""
    result = f"do.{verdict.protocol}.{verdict.result}"
    key = next((key for key in (code, f"{result}.{verdict.action}", result) if data.say.knows(key)), None)
    return data.say(key, choice=verdict.choice or "") if key else data.say.word("state", verdict.action)
