"""The verdict's box: its heading, one line per seat, what was counted, and what to do."""

from collections.abc import Sequence

from quorate.core.ballot import Answer, Ballot
from quorate.core.exact import rounded
from quorate.core.verdict import PROCEED
from quorate.reports.boxes import boxed, widest
from quorate.reports.statements import needs
from quorate.reports.text import fitted, pad, width_of, wrap
from quorate.reports.view import View
from quorate.reports.words import choice_word, confidence, largest_first, number, percent, position

LEAST_INNER = 39
LEAST_NAME, LONGEST_COLUMN = 8, 24
FEWEST_AGENTS = 2
MARGIN = 2


def verdict_box(view: View) -> list[str]:
    """The whole box, as wide as it needs to be and no wider than the view."""
    title, rows, tail = title_of(view), _rows(view), _tail(view)
    room = view.width - 2 - 2 * MARGIN
    inner = min(max(widest([title, *rows, *tail]), LEAST_INNER - 2 * MARGIN), room)
    lines = [pad(line, inner, "^") for line in wrap(title, inner)]
    for part in (rows, tail):
        lines += [""] + [line for row in part for line in fitted(row, inner)] if part else []
    return boxed([[" " * MARGIN + line for line in lines]], inner + 2 * MARGIN, view.glyphs.double)


def title_of(view: View) -> str:
    """The verdict's own words for the outcome."""
    verdict, receipt = view.verdict, view.verdict.receipt
    code = str(verdict.native.get("verdict", verdict.result)) if verdict.protocol == "magi" else verdict.result
    key = f"title.{verdict.protocol}.{code}"
    if not view.say.knows(key):
        return code.replace("_", " ")
    choice = verdict.choice or ""
    count = receipt.heads.get(choice, 0)
    return view.say(key, choice=choice, count=count, total=receipt.total_heads)


def _rows(view: View) -> list[str]:
    return _counts(view) if view.is_large else _seats(view)


def _seats(view: View) -> list[str]:
    """Name, arrow, position, and in brackets how sure it is or what it weighs, in columns where they fit."""
    rows = [(answer.seat.name, position(view, answer), _in_brackets(view, answer)) for answer in view.roster]
    columns = max(LEAST_NAME, _column([name for name, _, _ in rows])), _column([said for _, said, _ in rows])
    lines = []
    for name, said, extra in rows:
        row = f"{pad(name, columns[0])} {view.glyphs.arrow} {pad(said, columns[1])} {extra}".rstrip()
        plain = f"{name} {view.glyphs.arrow} {said} {extra}".rstrip()
        lines.append(row if width_of(row) <= view.width - 2 - 2 * MARGIN else plain)
    return lines


def _column(texts: Sequence[str]) -> int:
    """As wide as the widest text that does not blow up the column."""
    return max((width for width in map(width_of, texts) if width <= LONGEST_COLUMN), default=0)


def _in_brackets(view: View, answer: Answer) -> str:
    if not isinstance(answer, Ballot):
        return ""
    said = [view.say("box.inferred")] if answer.inferred else []
    if view.verdict.receipt.basis == "weight" and view.verdict.protocol != "evidence":
        said.insert(0, view.say("box.weight", value=number(answer.seat.weight)))
    elif answer.confidence is not None:
        said.insert(0, view.say("box.confidence", value=confidence(view, answer.confidence)))
    return f"({view.say.listed(said)})" if said else ""


def _counts(view: View) -> list[str]:
    """On a large panel, how many chose what."""
    receipt = view.verdict.receipt
    chosen = [(choice_word(view, choice), heads) for choice, heads in largest_first(view, receipt.heads) if heads]
    longest = max(LEAST_NAME, widest([word for word, _ in chosen]))
    rows = [f"{pad(word, longest)} {view.glyphs.arrow} {heads}" for word, heads in chosen]
    return [*view.capped(rows), view.say("box.seats", count=len(receipt.counted), n=len(receipt.roster))]


def _tail(view: View) -> list[str]:
    lines = reached(view) + _dissent(view)
    return [*lines, view.say("box.action", what=action_of(view))]


def reached(view: View) -> list[str]:
    """How sure the verdict is, in the protocol's own terms."""
    protocol = view.verdict.protocol
    if protocol == "magi":
        return [_magi(view)]
    if protocol == "judges":
        return _judges(view)
    if protocol == "quorum":
        return _held_against(view, "box.margin")
    chosen = [view.say("box.choice", choice=choice_word(view, view.verdict.choice))] if view.verdict.choice else []
    return _evidence(view, chosen) if protocol == "evidence" else chosen


def _held_against(view: View, key: str) -> list[str]:
    share, needed = view.verdict.receipt.share, view.verdict.receipt.threshold.share
    return [] if share is None else [view.say(key, percent=percent(share), needed=percent(needed))]


def _evidence(view: View, chosen: list[str]) -> list[str]:
    """Refuted, contested and insufficient need a word more: their share may be above what is needed."""
    consensus = _held_against(view, "box.consensus")
    if view.verdict.result == "PROVEN":
        return chosen + consensus
    few = len(view.verdict.receipt.counted) < FEWEST_AGENTS
    keys = {"REFUTED": "box.refuted", "CONTESTED": "box.contested"}
    return [*consensus, view.say(keys.get(view.verdict.result, "box.few_agents" if few else "box.unsettled"))]


def _magi(view: View) -> str:
    verdict = view.verdict
    if verdict.confidence is None:
        return view.say("box.no_consensus")
    kind = "majority" if verdict.result.startswith("MAJORITY") else "weighted"
    return view.say(f"box.{kind}_confidence", value=rounded(verdict.confidence))


def _judges(view: View) -> list[str]:
    native = view.verdict.native.get("consensus_result", {})
    lines = [view.say("box.label", value=view.say.word("label", str(native.get("confidence", ""))))]
    if view.verdict.result == "INSUFFICIENT_DATA":
        lines.append(view.say("box.single" if view.verdict.receipt.counted else "box.nobody"))
    return lines


def _dissent(view: View) -> list[str]:
    sure = {ballot.seat.name: confidence(view, ballot.confidence) for ballot in view.ballots}
    names = [_dissenter(view, one.seat, one.choice, sure.get(one.seat, "")) for one in view.verdict.dissents]
    if view.is_large and names:
        return [view.say("box.dissent.many", n=len(names))]
    return [view.say("box.dissent", names=view.names(names))] if names else []


def _dissenter(view: View, seat: str, choice: str, sure: str) -> str:
    if view.verdict.protocol == "judges":
        return view.say("box.dissent.for", seat=seat, choice=choice)
    return view.say("box.dissent.conf", seat=seat, value=sure) if sure else seat


def action_of(view: View) -> str:
    """What to do next; on hold while something is required."""
    verdict = view.verdict
    if view.account and view.account.todo:
        return view.account.todo
    if verdict.action == PROCEED and verdict.requires:
        return view.say("do.hold", needs=needs(view))
    code = f"do.{verdict.native.get('action')}" if verdict.protocol == "magi" else ""
    result = f"do.{verdict.protocol}.{verdict.result}"
    key = next((key for key in (code, f"{result}.{verdict.action}", result) if view.say.knows(key)), None)
    return view.say(key, choice=verdict.choice or "") if key else view.say.word("state", verdict.action)
