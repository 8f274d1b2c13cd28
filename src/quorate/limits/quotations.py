"""What a condition only quotes, or says in brackets: the titles of pages and tickets order nothing."""

import re

_CIRCLED = re.compile("[①-⑳❶-❿⓵-⓾]")
_ASIDE = re.compile(r"\s*\(([^()]{4,200})\)")
_BEFORE = (
    r"(?:page|section|chapter|ticket|issue|title|titled|called|named|entitled|button|menu|label|banner|headline|"
    r"heading|"
    r"document|guide|runbook|article|slide|video|course|tab|message|error|incident|flag|ページ|章|節|票|課題|ボタン|"
    r"題名?|見出し|記事|資料|手順書|チケット|"
    r"バナー|メニュー|文書|動画|講座)"
)
_BEHIND = (
    r"(?:page|section|button|ticket|issue|menu|label|banner|tab|ページ|章|節|票|課題|ボタン|記事|手順書|チケット|文書)"
)
_QUOTED = r"[\"“”„«「『]([^\"“”»」』]{2,120})[\"“”»」』]"
_QUOTATION = re.compile('["“”„«「『]')
_TITLE = re.compile(
    rf"(?i)(?<=\b){_BEFORE}(?:[ \w]{{0,12}}|の)?\s{{0,3}}\(?\s{{0,3}}{_QUOTED}\)?|"
    rf"{_QUOTED}\s{{0,3}}(?:という(?:名の?|題の?)?)?の?\s{{0,3}}{_BEHIND}"
)
_USED = re.compile(
    r"(?i)\b(?:press|click|push|use|run|follow|apply|execute|enable|activate|set|choose|select|obey|start|carry out|"
    r"tick)\b|押[すしせ]|使[うっい]|実行|従[うっい]|有効|適用|選[ぶんび]|クリック"
)


def without_titles(condition: str) -> str:
    """The text without the titles of pages, tickets and buttons, unless it says to follow or press them."""
    if _QUOTATION.search(condition) is None:
        return _CIRCLED.sub("; ", condition)
    bare = _TITLE.sub(" item ", condition)
    return _CIRCLED.sub("; ", condition if _USED.search(bare) else bare)


def without_asides(text: str) -> str:
    """The text with what stands in brackets behind the sentence that it interrupts."""
    asides = {found for found in _ASIDE.findall(text) if " " in found.strip() or not found.isascii()}
    if not asides:
        return text
    bare = _ASIDE.sub(lambda found: "" if found[1] in asides else f" {found[1]}", text)
    return "; ".join([bare, *sorted(asides)])
