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
        if text in KEPT:
            return text
        same = text.strip().casefold()
        if same not in said:
            said[same] = f"{draw(texts)}.{len(said)}"
        return said[same]

    def walk(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: walk(one, name) for name, one in value.items()}
        if isinstance(value, list):
            return [walk(one, "text" if key in LISTS else key) for one in value]
        return other(value) if isinstance(value, str) and key in FREE | NAMES else value

    respoken_document: Document = walk(document)
    return respoken_document


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
    document = draw(FEW)
    return respoken(document, TEXTS, draw), respoken(document, st.just("t"), draw)


@st.composite
def ascii_documents(draw: Any) -> Document:
    """Documents of all protocols in ASCII, control characters included."""
    return respoken(draw(FEW), ASCII, draw)
