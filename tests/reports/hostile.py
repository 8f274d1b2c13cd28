"""Documents whose every free text is hostile or Japanese, for properties of reports."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from tests.strategies import Document, documents

FREE = {
    *("subject", "domain", "context", "action", "rationale", "reasoning", "detail", "dissent_note", "text", "item"),
    *("file", "section", "type", "command"),
}
NAMES = {"seat", "perspective", "engine", "judge", "agent_id", "agentId", "option"}
LISTS = {"constraints", "conditions", "concerns", "risks", "alternatives", "options"}
KEPT = {"ABSTAIN", "safety", "security", "", "disable monitoring"}

ESCAPES = ["\x1b[31m", "\x1b]0;title\x07", "\x1b]8;;http://x\x1b\\", "\x9b2J", "\x1bPq\x1b\\", "\r", "\x08", "\x00"]
HIDDEN = ["\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\ufe0f", "\u2028", "\u061c", "\u00ad", "\u3164"]
MARKUP = [
    "|",
    "# ",
    "\n# x",
    "<script>",
    "`",
    "```\n",
    "![a](http://x)",
    "[a]: http://x",
    "- [x] ",
    "***",
    "&lt;",
    "---",
]
WIDE = ["日本", "席", "🙂", "e\u0301", "が", "ｶﾞ", "한글", "👨\u200d👩\u200d👧", "ﷺ", "𠮷", "\ue000", "\U000e0041"]
PLAIN = ["word", " ", "a much longer piece of text ", "x" * 70, "\n", "\t", "1. ", ". "]
NASTY = st.lists(st.sampled_from([*ESCAPES, *HIDDEN, *MARKUP, *WIDE, *PLAIN]), max_size=6).map("".join)
TEXTS = st.one_of(NASTY, st.text(max_size=20))
ASCII = st.text(alphabet=st.characters(max_codepoint=127), max_size=20)
JAPANESE = st.text(alphabet="席案理由危険条件質問あいうカキク、。", min_size=1, max_size=12)


def respoken(document: Document, texts: st.SearchStrategy[str], draw: Callable[[Any], str]) -> Document:
    """The document with every free text replaced; names stay different from each other, options stay the same."""
    said: dict[str, str] = {}

    def other(text: str) -> str:
        same = text.strip().casefold()
        if same not in said:
            said[same] = f"{draw(texts)}.{len(said)}"
        return said[same]

    return _with_texts(document, other)


def tamed(document: Document) -> Document:
    """The document with harmless texts, which are in the same order: reports sort by name."""
    found: set[str] = set()

    def kept(text: str) -> str:
        found.add(text)
        return text

    _with_texts(document, kept)
    numbers = {text: number for number, text in enumerate(sorted(found))}
    return _with_texts(document, lambda text: f"t.{numbers[text]:03}")


def _with_texts(document: Document, other: Callable[[str], str]) -> Document:
    def walk(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: walk(one, name) for name, one in value.items()}
        if isinstance(value, list):
            return [walk(one, "text" if key in LISTS else key) for one in value]
        is_free = isinstance(value, str) and key in FREE | NAMES and value not in KEPT
        return other(value) if is_free else value

    changed: Document = walk(document)
    return changed


FEW, MANY = documents(5), documents(14)


@st.composite
def hostile_documents(draw: Any, many: bool = False) -> Document:
    """Documents of all protocols in which nobody's text can be trusted."""
    return respoken(draw(MANY if many else FEW), TEXTS, draw)


@st.composite
def japanese_documents(draw: Any) -> Document:
    """Documents of all protocols written in Japanese only."""
    return respoken(draw(FEW), JAPANESE, draw)


@st.composite
def hostile_and_tame(draw: Any) -> tuple[Document, Document]:
    """The same document twice: as nobody would want it, and harmless."""
    hostile = respoken(draw(FEW), TEXTS, draw)
    return hostile, tamed(hostile)


@st.composite
def ascii_documents(draw: Any) -> Document:
    """Documents of all protocols in ASCII, control characters included."""
    return respoken(draw(FEW), ASCII, draw)
