"""The smallest change that would have changed the action, in words."""

from quorate.analysis.flips import Change, Flip, Search
from quorate.core.ballot import Ballot
from quorate.core.confidence import UNIT, Confidence
from quorate.core.exact import Exact, ratio
from quorate.reports.view import View
from quorate.reports.words import choice_word, number


def flip_lines(view: View, search: Search) -> list[str]:
    """What would have changed the action, how surely that is the smallest change, and the pivotal seats."""
    lines = [_flip(view, search.flip) if search.flip else _none(view, search)]
    pivotal = view.verdict.receipt.pivotal
    if pivotal:
        lines.append(view.say("receipt.pivotal", names=view.names(pivotal)))
    elif search.flip and search.flip.points:
        lines.append(view.say("flip.by_confidence"))
    if view.verdict.protocol == "evidence":
        lines.append(view.say("flip.filed"))
    return [*lines, view.say("flip.kept")] if search.kept else lines


def _none(view: View, search: Search) -> str:
    if not search.looked_at:
        return view.say("flip.untried")
    if search.looked_at == search.seats:
        return view.say("flip.never", n=search.seats, seats=search.seats)
    return view.say("flip.unknown", n=search.looked_at, seats=search.seats)


def _flip(view: View, flip: Flip) -> str:
    size = len(flip.changes)
    action, before = (view.say.word("action", one) for one in (flip.action, view.verdict.action))
    changes = view.say("flip.and").join(_change(view, change, alone=size == 1) for change in flip.changes)
    key = {1: "flip.alone", 2: "flip.two"}.get(size, "flip.many")
    return view.say(key, n=size, changes=changes, action=action, before=before)


def _change(view: View, change: Change, *, alone: bool) -> str:
    was, chosen = change.was, _verb(view, "chose", change.choice, change.option)
    sure = _alone(view, change) if alone else _together(view, change)
    if not isinstance(was, Ballot):
        failed = view.say("flip.was.failed", kind=view.say.word("kind", was.kind))
        return view.say("flip.change", seat=change.seat, chosen=chosen, sure=sure, was=failed)
    value = _value(was.confidence)
    if _is_same_choice(change, was):
        return view.say("flip.change.sure", seat=change.seat, chosen=chosen, sure=sure, value=value)
    verb = _verb(view, "chosen", was.choice, was.option)
    before = view.say("flip.was", choice=verb, value=value) if change.confidence and value else verb
    return view.say("flip.change", seat=change.seat, chosen=chosen, sure=sure, was=before)


def _is_same_choice(change: Change, was: Ballot) -> bool:
    return change.choice == was.choice and change.option.casefold() == " ".join(was.option.split()).casefold()


def _verb(view: View, tense: str, choice: str, option: str) -> str:
    """A choice as something that a seat did."""
    start = f"{tense}.{view.verdict.protocol}"
    keys = [f"{start}.{choice}.option"] if option else []
    keys += [f"{start}.{choice}", f"{start}.{choice.upper()}", start, tense]
    key = next(key for key in keys if view.say.knows(key))
    return view.say(key, choice=choice_word(view, choice), option=option)


def _alone(view: View, change: Change) -> str:
    """The confidences that would do, where no other seat changes."""
    if change.confidence is None or change.least is None or change.most is None:
        return ""
    least, most = (_number(one, change.confidence.scale) for one in (change.least, change.most))
    key = {(True, True): "any", (False, True): "least", (True, False): "most"}.get(
        (change.least == 0, change.most == 100), "at" if change.least == change.most else "between"
    )
    return view.say(f"flip.sure.{key}", least=least, most=most, value=least)


def _together(view: View, change: Change) -> str:
    """One confidence that does, together with those of the others."""
    if change.confidence is None:
        return ""
    before = change.was.confidence.percent if isinstance(change.was, Ballot) and change.was.confidence else None
    if before == change.confidence.percent:
        return view.say("flip.sure.same")
    return view.say("flip.sure.at", value=_value(change.confidence))


def _value(confidence: Confidence | None) -> str:
    return _number(confidence.percent, confidence.scale) if confidence else ""


def _number(percent: Exact, scale: str) -> str:
    return number(ratio(percent, 100)) if scale == UNIT else number(percent)
