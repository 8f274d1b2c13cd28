"""Prose as the lines and paragraphs that the voter itself wrote: without quotations, and without what it was shown."""

import re
from functools import lru_cache
from typing import NamedTuple

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.characters import without_emoji
from quorate.replies.prose.english.english_words import words
from quorate.replies.prose.signals import either

_QUOTE = lazy_pattern(r"[ \t]*(?:(?:[-*+]|[0-9]{1,3}[.)])[ \t]+){0,3}>")
_BULLET = lazy_pattern(r"^[ \t]*(?:[-*+•‣▪◦▸►→⇒]|[0-9]{1,3}[.)])[ \t]+")
_HEADING = lazy_pattern(r"^[ \t]{0,3}#{1,6}[ \t]+")
_BOLD_LINE = lazy_pattern(r"[ \t]*(?:\*\*|__)[^*\n]{1,120}(?:\*\*|__)[ \t]*[.:]?[ \t]*")
_MARKED_START = lazy_pattern(r"[ \t]*[*_]{1,3}\w")
_KEY = lazy_pattern(r"[ \t]*[\"'*_]{0,3}[^\W\d_][\w .'-]{0,30}?[\"'*_]{0,3}(?:[ \t]*[:：=→]|[ \t]-[ \t])")
# a short line such as `Position: RESUME`, which nobody wraps
_ENTRY = lazy_pattern(
    r"[\"'*_]{0,3}[^\W\d_][\w ]{0,30}[\"'*_]{0,3}[ \t]*[:：=→][ \t*_\"']*[\w-]+(?: [\w-]+){0,2}[*_\"']*"
)
_QUOTED_KEY = lazy_pattern(r"[\"'](\w{1,40})[\"'](?=[ \t]*:)")
_SPEAKER = lazy_pattern(r"(?P<name>[^\W\d_][\w .'’-]{0,30}):\s+[\"“']?(?:i|we)\b", re.IGNORECASE)
_OWN_LABELS = words(
    "correction edit update summary conclusion rationale reason reasons note verdict position overall answer final"
    " recommendation result analysis assessment decision reasoning justification explanation opinion view thoughts"
    " comment response reply notes comments remark remarks addendum postscript disclaimer vote stance evaluation"
    " judgement judgment ps p.s short ballot therefore wait actually"
)
_PROGRAMS = words("tool call output command script function log console terminal program")
# nobody is called so: `to be plain about it: I ...`
_NO_NAMES = words("to be about it in on for after all with put honest plain clear simply so therefore thus hence")
_EMPHASIS = lazy_pattern(r"\*+|`+|(?<!\w)_+|_+(?!\w)|~~")
_BOXED = lazy_pattern(
    r"(?:(?:\\[\[(]|\${1,2})\s{0,3})?\\boxed ?\{ ?(?:\\[a-z]{4,8} ?\{)?([^{}\\\n]{1,60})\}{1,2}"
    r"(?:\s{0,3}(?:\\[\])]|\${1,2}))?"
)
_ELEMENT = lazy_pattern(r"<(\w{1,30})>\s*([^<\n]{1,200}?)\s*</\1>")
_WORD = lazy_pattern(r"\w")
_STRUCK = lazy_pattern(r"~~[^~\n]{1,300}~~")
_CELLS = ("|", "<", "║", "│", "┃")
_ENDS = (".", "!", "?", ":", ";", "。", "！", "？", "：", "|")
_UNCHECKED = lazy_pattern(r"[ \t]*(?:[-*+][ \t]+)?(?:\[[ \t]?\]|\([ \t]\)|[☐⬜◻◯○])")
_CHECKED = lazy_pattern(r"^(?:\[[xX✓✔]\]|\([xX]\)|[☑✅☒◉●])[ \t]*")
_SAYS = either(
    "instance, looks? like, format, sample, placeholder, injected, injection, attacker, passage, says?, said, wrote,"
    " writes, voted, replied, answered, according to, responded, states?, stated, claims?, argues?, quote, quoted,"
    " example, prompt, instructions?, context, document, template, ballot of, opinion of, previous, earlier, outputs?,"
    " printed, prints, returned, returns, command, tool, script, console, terminal, transcript"
)
_SAYER = lazy_pattern(rf"\b{_SAYS}\b|によると|と述べ|と言", re.IGNORECASE)
_ENGINE = either("codex, gemini, claude, gpt[\\w.-]*, llama[\\w.-]*, qwen[\\w.-]*, mistral, logos, pathos, sophia")
_HOLDER = either(
    "seat, reviewer, judge, agent, voter, expert, analyst, engine, model, option, persona, perspective, member,"
    " panelist"
)
_OTHER_VOTER = lazy_pattern(rf"^(?:the )?(?:{_ENGINE}|{_HOLDER}s? ?[\w#]{{0,12}})(?:['’]s)?\b", re.IGNORECASE)
_OWN = lazy_pattern(r"\b(?:i|my|our|we|me)\b", re.IGNORECASE)


class ReplyLine(NamedTuple):
    """A line or a wrapped paragraph. `stands_alone` says that nothing runs into it or out of it.

    `is_item` says that it is set off: a heading, an item of a list, or words that begin in bold or italics.
    """

    text: str
    stands_alone: bool = True
    is_of_others: bool = False
    is_item: bool = False


class _Part(NamedTuple):
    texts: list[str]
    is_heading: bool
    is_after_gap: bool
    is_item: bool


class _Raw(NamedTuple):
    text: str
    starts_anew: bool
    is_heading: bool
    is_item: bool = False


def spoken_lines(prose: str, prompt: str = "") -> list[ReplyLine]:
    """The lines that count, wrapped ones put together again."""
    shown = _lines_of(prompt)
    joined: list[_Part] = []
    runs_on = after_gap = is_entry = False
    for raw in _unquoted(prose):
        text = " ".join(raw.text.split())
        if not _WORD.search(text) or text in shown:
            runs_on, after_gap = False, True
            continue
        if runs_on and not raw.starts_anew and not (is_entry and text[0].isupper()):
            joined[-1].texts.append(_bare(text))
        else:
            joined.append(_Part([_bare(text)], raw.is_heading, after_gap, raw.is_item))
        is_entry = bool(_ENTRY.fullmatch(text))
        runs_on, after_gap = not raw.is_heading and not text.endswith(_ENDS), False
    return _attributed(joined)


@lru_cache(maxsize=4)
def _lines_of(prompt: str) -> frozenset[str]:
    """The lines that the voter was shown; one reply is held against them several times."""
    return frozenset(" ".join(line.split()) for line in prompt.splitlines())


def is_spoken_by_another(sentence: str) -> bool:
    """True for a sentence with its speaker before it: `Bob: I approve`."""
    found = _SPEAKER.match(sentence)
    if not found:
        return False
    name = found["name"].casefold()
    if not _PROGRAMS.isdisjoint(name.split()):
        return True
    if name.startswith(("as ", "speaking as ")) or not _NO_NAMES.isdisjoint(name.split()):
        return False
    return "'s" in name or not any(word in _OWN_LABELS or _OWN.match(word) for word in name.split())


def announces_another(text: str) -> bool:
    """True for a line such as `Codex wrote:` or `An example of a reply:`."""
    return text.endswith((":", "：")) and (_names_another(text) or _is_sayer(text))


def _unquoted(prose: str) -> list[_Raw]:
    """Without block quotes; a line that goes on with a quoted sentence belongs to the quotation."""
    kept: list[_Raw] = []
    goes_on = False
    for line in prose.splitlines():
        if _QUOTE.match(line) or _UNCHECKED.match(line):
            goes_on = not line.rstrip().endswith(_ENDS) and bool(line.strip(" >\t")) and not _UNCHECKED.match(line)
            kept.append(_Raw("", True, False))
            continue
        heading = bool(_HEADING.match(line) or _BOLD_LINE.fullmatch(line))
        anew = heading or bool(_BULLET.match(line) or _KEY.match(line) or line.lstrip().startswith(_CELLS))
        item = heading or bool(_BULLET.match(line) or _MARKED_START.match(line))
        quoted = goes_on and bool(line.strip()) and not anew
        kept.append(_Raw("" if quoted else line, anew, heading, item))
        goes_on = quoted and not line.rstrip().endswith(_ENDS)
    return kept


def _bare(text: str) -> str:
    """Without Markdown: what marks a heading, an item, a cell, a box or emphasis, and what was struck out."""
    text = _BOXED.sub(r"\1", text) if "\\boxed" in text else text
    text = without_emoji(_CHECKED.sub("", _BULLET.sub("", _HEADING.sub("", text), count=1)))
    text = _ELEMENT.sub(r"\1: \2", _EMPHASIS.sub("", _STRUCK.sub("", text)))
    return _QUOTED_KEY.sub(r"\1", text.strip().strip("|{}║│┃┆").strip(), count=1)


def _attributed(parts: list[_Part]) -> list[ReplyLine]:
    """Marks the paragraph that follows `Codex wrote:`, and what stands under somebody's name as a heading."""
    found: list[ReplyLine] = []
    announced = said = under_name = False
    for part in parts:
        text = " ".join(part.texts)
        if part.is_heading:
            under_name = _names_another(text)
        said = announced or (said and not part.is_after_gap)
        found.append(ReplyLine(text, len(part.texts) == 1, said or under_name, part.is_item))
        announced = announces_another(text)
    return found


def _names_another(text: str) -> bool:
    return bool(_OTHER_VOTER.match(text)) and not _OWN.search(text)


def _is_sayer(text: str) -> bool:
    return bool(_SAYER.search(text)) and not _OWN.search(text)
