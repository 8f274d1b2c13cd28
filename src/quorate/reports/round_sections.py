"""The history of rounds for a terminal: the last rounds, a few lines each."""

from collections.abc import Iterator

from quorate.reports.account import Account, Chapter
from quorate.reports.language import Language
from quorate.reports.section import Section
from quorate.reports.view import LARGEST_PANEL_SHOWN, LONGEST_TEXT_SHOWN, View, shortened

LAST_ROUNDS = 3
ARGUMENT_SHOWN = 240


def history_section(view: View) -> Section | None:
    """The last rounds; a document that is kept has them all."""
    account, say = view.account, view.say
    if not account or not account.history:
        return None
    shown, total = account.history[-LAST_ROUNDS:], len(account.history)
    lead = say("history.last", count=len(shown), n=total) if len(shown) < total else ""
    return Section("history", say("section.history"), [_item(view, one) for one in shown], lead=lead)


def changes_section(view: View) -> Section | None:
    """Who changed in debates and why, and the final word."""
    account, say = view.account, view.say
    if not account or not account.final_word:
        return None
    lines = [
        say("changes.line", **dict(zip(("seat", "round", "before", "after", "why"), one, strict=True)))
        for one in account.changes
    ]
    return Section(
        "changes", say("section.changes"), [*(view.capped(lines) or [say("changes.none")]), account.final_word]
    )


def deadlock_section(view: View) -> Section | None:
    """The ladder of a deadlock, and what is recommended."""
    account, say = view.account, view.say
    if not account or not account.deadlock:
        return None
    return Section("deadlock", say("section.deadlock"), list(account.deadlock), True, account.advice)


def news_section(account: Account, say: Language) -> Section | None:
    """What is new in a round that is open: why it asks again, the evidence, or the arguments so far."""
    return Section("news", say("section.news"), list(account.news)) if account.news else None


def _item(view: View, chapter: Chapter) -> str:
    return "\n".join([chapter.title, *_lines(view, chapter)])


def _lines(view: View, chapter: Chapter) -> Iterator[str]:
    say = view.say
    for label, value in chapter.facts:
        yield say("history.line", label=label, value=value)
    if chapter.evidence:
        new = shortened(chapter.evidence, LONGEST_TEXT_SHOWN, view.glyphs, say)
        yield say("history.line", label=say("history.new"), value=new)
    yield from (_in_short(view, one) for one in chapter.arguments)
    yield from view.capped(chapter.challenges)
    arrow = view.glyphs.arrow
    steps = [one for one in chapter.steps if len(chapter.steps) <= LARGEST_PANEL_SHOWN or one[1] != one[2]]
    rows = [
        say(
            "history.step.same" if before == after else "history.step",
            seat=seat,
            before=before,
            after=after,
            arrow=arrow,
            what=what,
        )
        for seat, before, after, what in steps
    ]
    yield from view.capped(rows)


def _in_short(view: View, argument: str) -> str:
    """Its lines as one; a document that is kept has them whole."""
    return view.short(view.say("ask.join").join(argument.split("\n")), ARGUMENT_SHOWN)
