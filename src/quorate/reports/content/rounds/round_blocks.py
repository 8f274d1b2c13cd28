"""The history of rounds: the last ones in a few lines each, or all of them with their tables."""

from collections.abc import Iterator

from quorate.reports.document import (
    Block,
    Paragraph,
    Quotation,
    Section,
    Table,
    facts,
    items,
    listing,
    section,
    strong,
)
from quorate.reports.language import Language
from quorate.reports.proceedings import Proceedings, RoundHistory
from quorate.reports.report_data import LARGEST_PANEL_SHOWN, LONGEST_TEXT_SHOWN, ReportData, shortened

LAST_ROUNDS = 3
ARGUMENT_SHOWN = 240
STEPS = ("seat", "before", "after", "step")
CHANGES = ("judge", "round", "from", "to", "why")


def history_section(data: ReportData, proceedings: Proceedings) -> Section | None:
    """The last rounds, a few lines each; a document that is kept has them all."""
    say = data.say
    shown, total = proceedings.history[-LAST_ROUNDS:], len(proceedings.history)
    lead = say("history.last", count=len(shown), n=total) if len(shown) < total else ""
    texts = ["\n".join([one.title, *_lines(data, one)]) for one in shown]
    return listing("history", say("section.history"), texts, lead=lead) if texts else None


def changes_section(data: ReportData, proceedings: Proceedings) -> Section | None:
    """Who changed in debates and why, and the final word."""
    say, names = data.say, ("seat", "round", "before", "after", "why")
    if not proceedings.final_word:
        return None
    lines = [say("changes.line", **dict(zip(names, one, strict=True))) for one in proceedings.changes]
    texts = data.capped(lines) or [say("changes.none")]
    return listing("changes", say("section.changes"), [*texts, proceedings.final_word])


def deadlock_section(data: ReportData, proceedings: Proceedings) -> Section | None:
    """The ladder of a deadlock, and what is recommended."""
    ladder, say = proceedings.deadlock, data.say
    return listing("deadlock", say("section.deadlock"), ladder, True, proceedings.advice) if ladder else None


def topic_section(proceedings: Proceedings, say: Language) -> Section | None:
    """What is new in a round that is open: why it asks again, the evidence, or the arguments so far."""
    topic = proceedings.round_topic
    return listing("news", say("section.news"), topic) if topic else None


def history_blocks(proceedings: Proceedings | None, say: Language) -> list[Section]:
    """Every earlier round and all that asked again, then who changed in debates and why; nothing of a single round."""
    if not proceedings or not proceedings.history:
        return []
    rounds = [_round(one, say) for one in proceedings.history]
    changes = _changes(proceedings, say) if proceedings.final_word else None
    return [section("history", say("section.history"), *rounds, changes)]


def _changes(proceedings: Proceedings, say: Language) -> Section:
    log = _table(CHANGES, proceedings.changes, say) or Paragraph(say("changes.none"))
    return section("changes", say("section.changes"), log, strong(proceedings.final_word))


def _round(history: RoundHistory, say: Language) -> Section:
    parts: list[Block | None] = [facts(history.facts)]
    if history.evidence:
        parts += [Paragraph(say("history.new")), Quotation(history.evidence)]
    for key, texts in (("history.argued", history.arguments), ("history.challenged", history.challenges)):
        parts += [Paragraph(say(key)), items(texts)] if texts else []
    return section("round", history.title, *parts, _table(STEPS, history.steps, say))


def _table(columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...], say: Language) -> Table | None:
    return Table(tuple(say(f"column.{column}") for column in columns), rows) if rows else None


def _lines(data: ReportData, history: RoundHistory) -> Iterator[str]:
    say = data.say
    for label, value in history.facts:
        yield say("history.line", label=label, value=value)
    if history.evidence:
        new = shortened(history.evidence, LONGEST_TEXT_SHOWN, data.glyphs, say)
        yield say("history.line", label=say("history.new"), value=new)
    yield from (_in_short(data, one) for one in history.arguments)
    yield from data.capped(history.challenges)
    arrow = data.glyphs.arrow
    steps = [one for one in history.steps if len(history.steps) <= LARGEST_PANEL_SHOWN or one[1] != one[2]]
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
    yield from data.capped(rows)


def _in_short(data: ReportData, argument: str) -> str:
    """Its lines as one; a document that is kept has them whole."""
    return data.short(data.say("ask.join").join(argument.split("\n")), ARGUMENT_SHOWN)
