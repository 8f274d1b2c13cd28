"""The smallest change that would have changed the action, in words."""

from quorate.analysis.flips import BallotChange, Flip, Search
from quorate.core.ballot import Ballot
from quorate.core.confidence import UNIT, Confidence
from quorate.core.exact import Exact, ratio
from quorate.reports.content.protocols import wording_of
from quorate.reports.content.vote_words import choice_word, number
from quorate.reports.report_data import ReportData


def flip_lines(data: ReportData, search: Search) -> list[str]:
    """What would have changed the action, how surely that is the smallest change, and the pivotal seats."""
    lines = [_flip(data, search.flip) if search.flip else _none(data, search)]
    pivotal = data.verdict.receipt.pivotal
    if pivotal:
        lines.append(data.say("receipt.pivotal", names=data.names(pivotal)))
    elif search.flip and search.flip.points:
        lines.append(data.say("flip.by_confidence"))
    if note := wording_of(data.verdict.protocol).flip_note:
        lines.append(data.say(note))
    return [*lines, data.say("flip.kept")] if search.kept else lines


def _none(data: ReportData, search: Search) -> str:
    if not search.looked_at:
        return data.say("flip.untried")
    if search.looked_at == search.seats:
        return data.say("flip.never", n=search.seats, seats=search.seats)
    return data.say("flip.unknown", n=search.looked_at, seats=search.seats)


def _flip(data: ReportData, flip: Flip) -> str:
    size = len(flip.changes)
    action, before = (data.say.word("action", one) for one in (flip.action, data.verdict.action))
    changes = data.say("flip.and").join(_change(data, change, alone=size == 1) for change in flip.changes)
    key = {1: "flip.alone", 2: "flip.two"}.get(size, "flip.many")
    return data.say(key, n=size, changes=changes, action=action, before=before)


def _change(data: ReportData, change: BallotChange, *, alone: bool) -> str:
    was, chosen = change.was, _verb(data, "chose", change.choice, change.option)
    sure = _alone(data, change) if alone else _together(data, change)
    if not isinstance(was, Ballot):
        failed = data.say("flip.was.failed", kind=data.say.word("kind", was.kind))
        return data.say("flip.change", seat=change.seat, chosen=chosen, sure=sure, was=failed)
    value = _value(was.confidence)
    if change.choice == was.choice and change.option.casefold() == " ".join(was.option.split()).casefold():
        return data.say("flip.change.sure", seat=change.seat, chosen=chosen, sure=sure, value=value)
    verb = _verb(data, "chosen", was.choice, was.option)
    before = data.say("flip.was", choice=verb, value=value) if change.confidence and value else verb
    return data.say("flip.change", seat=change.seat, chosen=chosen, sure=sure, was=before)


def _verb(data: ReportData, tense: str, choice: str, option: str) -> str:
    """A choice as something that a seat did."""
    start = f"{tense}.{data.verdict.protocol}"
    keys = [f"{start}.{choice}.option"] if option else []
    keys += [f"{start}.{choice}", f"{start}.{choice.upper()}", start, tense]
    key = next(key for key in keys if data.say.knows(key))
    return data.say(key, choice=choice_word(data, choice), option=option)


def _alone(data: ReportData, change: BallotChange) -> str:
    """The confidences that would do, where no other seat changes."""
    if change.confidence is None or change.least is None or change.most is None:
        return ""
    least, most = (_number(one, change.confidence.scale) for one in (change.least, change.most))
    key = {(True, True): "any", (False, True): "least", (True, False): "most"}.get(
        (change.least == 0, change.most == 100), "at" if change.least == change.most else "between"
    )
    return data.say(f"flip.sure.{key}", least=least, most=most, value=least)


def _together(data: ReportData, change: BallotChange) -> str:
    """One confidence that does, together with those of the others."""
    if change.confidence is None:
        return ""
    before = change.was.confidence.percent if isinstance(change.was, Ballot) and change.was.confidence else None
    if before == change.confidence.percent:
        return data.say("flip.sure.same")
    return data.say("flip.sure.at", value=_value(change.confidence))


def _value(confidence: Confidence | None) -> str:
    return _number(confidence.percent, confidence.scale) if confidence else ""


def _number(percent: Exact, scale: str) -> str:
    return number(ratio(percent, 100)) if scale == UNIT else number(percent)
