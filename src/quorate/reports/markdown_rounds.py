"""The history of rounds in Markdown, all of it: facts, what was new as a quotation, and what changed as a table."""

from quorate.reports.account import Account, Chapter
from quorate.reports.language import Language
from quorate.reports.markdown_parts import bullets, fields, inline, quoted, table

STEPS = ("seat", "before", "after", "step")
CHANGES = ("judge", "round", "from", "to", "why")


def round_parts(account: Account | None, say: Language) -> list[str]:
    """Every earlier round and all that asked again, then who changed in debates and why; nothing of a single round."""
    if not account:
        return []
    parts = [f"## {say('section.history')}"] if account.history else []
    parts += [part for chapter in account.history for part in _chapter(chapter, say)]
    if account.final_word:
        log = [f"### {say('section.changes')}", table([say(f"column.{one}") for one in CHANGES], account.changes)]
        parts += [*(log if account.changes else [f"### {say('section.changes')}", say("changes.none")])]
        parts.append(f"**{inline(account.final_word)}**")
    return [part for part in parts if part]


def _chapter(chapter: Chapter, say: Language) -> list[str]:
    steps = table([say(f"column.{one}") for one in STEPS], chapter.steps) if chapter.steps else ""
    new = [say("history.new"), quoted(chapter.evidence)] if chapter.evidence else []
    argued = [say("history.argued"), bullets(chapter.arguments)] if chapter.arguments else []
    challenged = [say("history.challenged"), bullets(chapter.challenges)] if chapter.challenges else []
    return [f"### {inline(chapter.title)}", fields(chapter.facts), *new, *argued, *challenged, steps]
