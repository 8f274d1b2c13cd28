"""What is to be said of engines, in Markdown: errors in the format in which they are recorded, tokens and cost."""

import json

from quorate.reports.account import Account
from quorate.reports.language import Language
from quorate.reports.markdown_parts import bullets, table

COLUMNS = ("seat", "model", "taken", "given", "cost")


def engine_parts(account: Account | None, say: Language) -> list[str]:
    """The errors, a block each, and what the calls used; nothing where nobody was called."""
    if not account:
        return []
    parts = [f"## {say('section.engine_errors')}", *map(_block, account.errors)] if account.errors else []
    if account.usage:
        used = table([say(f"column.{column}") for column in COLUMNS], account.usage)
        parts += [f"## {say('section.usage')}", used, bullets(account.spending)]
    return [part for part in parts if part]


def _block(error: tuple[tuple[str, str], ...]) -> str:
    return "\n".join(["```yaml", "engine_error:", *(f"  {key}: {quoted_text(value)}" for key, value in error), "```"])


def quoted_text(value: str | list[str]) -> str:
    """Texts as YAML: JSON is YAML, and no tag stands in it for those who take YAML for Markdown."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
