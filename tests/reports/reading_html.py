"""Reads a page of HTML with the parser of the standard library, strictly: what is opened is closed, in order."""

from html.parser import HTMLParser
from typing import NamedTuple

from hypothesis import strategies as st

from tests.reports.hostile import TEXTS

VOID = {"meta", "br", "hr"}
Attributes = dict[str, str | None]
# what would be markup, or an attribute, or a script, if it were not text
INJECTIONS = [
    *("<img src=x onerror=alert(1)>", '"><script>alert(1)</script>', "</title>", "</style>", "</pre>", "<!--", "]]>"),
    *("javascript:alert(1)", "<javascript:alert(1)>", "<https://x.example>", "[a](javascript:alert(1))", "<a@b.cd>"),
    *("&#60;b&#62;", "&colon;", "&lt;b&gt;", "&", "{title}", "{", "%s", "' onclick='x", '" style="x', "\\", "\\<"),
    *("\n[!WARNING]\n", "[!WARNING]", "a | b\n:-- | :--\n", "a|b\n:--\n", "\n---\n", "\n===\n", "\n    code"),
    *("\n> ", "\n1) ", "\n:--\n"),
    *("~~~\n", "**", "__b__", "_", "``", "[^1]", "https://x.example/", "www.x.example", "<https://x.example/%3Cb%3E>"),
]
HOSTILE = st.one_of(TEXTS, st.lists(st.one_of(st.sampled_from(INJECTIONS), TEXTS), max_size=4).map("".join))


class Element(NamedTuple):
    """One element as it was opened, with all around it, and the text in it."""

    tag: str
    attributes: Attributes
    within: tuple[str, ...]
    text: list[str]

    @property
    def said(self) -> str:
        """Its text with every run of white space folded into one space."""
        return " ".join("".join(self.text).split())


class Page(HTMLParser):
    """A page that was read."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.declarations: list[str] = []
        self._open: list[Element] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        element = Element(tag, dict(attrs), tuple(one.tag for one in self._open), [])
        self.elements.append(element)
        if tag == "br":
            self.handle_data("\n")
        if tag not in VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text.append(data)

    def handle_decl(self, decl: str) -> None:
        self.declarations.append(decl)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"a processing instruction: {data}")

    def all(self, *tags: str) -> list[Element]:
        """The elements of these names."""
        return [element for element in self.elements if element.tag in tags]

    def one(self, tag: str) -> Element:
        """The only element of this name."""
        (element,) = self.all(tag)
        return element
