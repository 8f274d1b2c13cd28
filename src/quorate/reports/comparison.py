"""Two counts of the same ballots, side by side."""

from collections.abc import Callable

from quorate.analysis.retally import Retally
from quorate.core.verdict import Verdict
from quorate.reports.boxes import widest
from quorate.reports.language import language
from quorate.reports.look import Look, view_of
from quorate.reports.statements import needs
from quorate.reports.terminal import INDENT, LEAST_VALUE, LEAST_WIDTH, WIDEST_LABEL, WIDEST_PROSE, joined
from quorate.reports.text import pad, wrap
from quorate.reports.view import View
from quorate.reports.words import choice_word, fraction, percent, points, result_word


def render_retally(retally: Retally, *, lang: str = "en", ascii_only: bool = False, width: int = 80) -> str:
    """Both verdicts as plain text for a terminal of any width."""
    say = language(lang)
    look = Look("text", lang, ascii_only, width)
    views = [view_of(retally.question, verdict, say, look) for verdict in (retally.original, retally.other)]
    prose = max(LEAST_WIDTH, min(width, WIDEST_PROSE))
    first = views[0]
    blocks = [wrap(first.question.subject, prose)] if first.question.subject else []
    blocks.append(_table([(say(key), *map(cell, views)) for key, cell in _rows(views)], prose))
    if retally.assumed:
        blocks.append(wrap(say("compare.assumed", names=first.names(retally.assumed)), prose))
    blocks.append([*wrap(_conclusion(*views), prose), *wrap(say("compare.stays"), prose)])
    return joined(blocks)


def _rows(views: list[View]) -> list[tuple[str, Callable[[View], str]]]:
    original = views[0]
    return [
        ("compare.protocol", lambda view: _title(view, "original" if view is original else "other")),
        ("audit.result", lambda view: result_word(view, view.verdict.result)),
        ("audit.choice", lambda view: _choice(view)),
        ("audit.action", lambda view: view.say.word("action", view.verdict.action)),
        ("compare.requires", lambda view: needs(view) or view.say("compare.nothing")),
        ("column.confidence", lambda view: _confidence(view)),
        ("audit.flags", lambda view: view.say.listed(view.verdict.flags) or view.say("compare.nothing")),
        ("compare.threshold", lambda view: _threshold(view)),
        ("compare.share", lambda view: _share(view.verdict) or view.say("compare.nothing")),
        ("compare.pivotal", lambda view: view.names(view.verdict.receipt.pivotal) or view.say("compare.nothing")),
        ("compare.may", lambda view: view.say("compare.yes" if view.verdict.may_be_acted_on else "compare.no")),
    ]


def _title(view: View, which: str) -> str:
    return view.say(f"compare.{which}", protocol=view.verdict.protocol)


def _choice(view: View) -> str:
    choice = view.verdict.choice
    return choice_word(view, choice) if choice else view.say("compare.nothing")


def _confidence(view: View) -> str:
    confidence = view.verdict.confidence
    return view.say("compare.nothing") if confidence is None else points(confidence)


def _threshold(view: View) -> str:
    receipt = view.verdict.receipt
    rule = view.say.word("receipt.rule", receipt.threshold.rule)
    basis = view.say.word("compare.basis", receipt.basis)
    return view.say("compare.threshold.of", rule=rule, needed=fraction(receipt.threshold.share), basis=basis)


def _share(verdict: Verdict) -> str:
    share = verdict.receipt.share
    return "" if share is None else f"{fraction(share)} ({percent(share)}%)"


def _conclusion(original: View, other: View) -> str:
    one, two = (view.say.word("action", view.verdict.action) for view in (original, other))
    if original.verdict.action != other.verdict.action:
        is_same = original.verdict.protocol == other.verdict.protocol
        key = "compare.differ.settings" if is_same else "compare.differ"
        return original.say(key, original=one, other=two, protocol=other.verdict.protocol)
    free = [view for view in (original, other) if view.verdict.may_be_acted_on]
    if len(free) == 1:
        which = _title(free[0], "original" if free[0] is original else "other")
        return original.say("compare.same_but", action=one, protocol=which)
    return original.say("compare.same", action=one)


def _table(rows: list[tuple[str, ...]], width: int) -> list[str]:
    """A label and two columns; where the terminal is too narrow, one below the other."""
    label = min(widest([row[0] for row in rows]), WIDEST_LABEL) + INDENT
    column = (width - label - INDENT) // 2
    if column < LEAST_VALUE:
        return [line for name, *cells in rows for line in _stacked(name, cells, width)]
    lines = []
    for name, *cells in rows:
        parts = [wrap(name, label - INDENT), *(wrap(cell, column) for cell in cells)]
        for row in range(max(map(len, parts))):
            names, one, two = (part[row] if row < len(part) else "" for part in parts)
            lines.append(pad(names, label) + pad(one, column + INDENT) + two)
    return lines


def _stacked(name: str, cells: list[str], width: int) -> list[str]:
    return [*wrap(name, width), *(" " * INDENT + line for cell in cells for line in wrap(cell, width - INDENT))]
