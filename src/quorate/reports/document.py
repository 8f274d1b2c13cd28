"""A report as a document: blocks of plain values. Outside text is text here; each writer escapes it in one place."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, Union

if TYPE_CHECKING:
    from quorate.reports.pictures import CountPicture, ReliabilityPicture  # a terminal shows none

STRONG, CODE, LINK = "strong", "code", "link"
# how something is coloured where there is colour; the words beside it say the same
GOOD, BAD, WARNING, NEUTRAL, MUTED = "good", "bad", "warning", "neutral", "muted"


class Span(NamedTuple):
    """A piece of text with its mark: strong, code, link, or none."""

    text: str
    mark: str = ""


Text = str | tuple[Span, ...]
Pairs = tuple[tuple[str, str], ...]


class Title(NamedTuple):
    """The title of the whole document."""

    text: str


class Paragraph(NamedTuple):
    """Some lines of text; `tone` colours it where there is colour."""

    text: Text
    is_strong: bool = False
    tone: str = ""


class Items(NamedTuple):
    """A list. Further lines of an item belong to it."""

    items: tuple[Text, ...]
    numbered: bool = False


class Facts(NamedTuple):
    """Labels with values; `is_header` where each stands on a line of its own below a title."""

    pairs: Pairs
    is_header: bool = False


class Table(NamedTuple):
    """Rows of cells below a row of headings, which may be missing."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Quotation(NamedTuple):
    """What somebody wrote, line for line; with its own spacing, too, where every sign of it matters."""

    text: str
    is_verbatim: bool = False


class Entries(NamedTuple):
    """Records of one kind in the format in which machines write them: keys with values."""

    name: str
    entries: tuple[Pairs, ...]


class PanelNotice(NamedTuple):
    """What is said before everything else: a title, a line per engine, what follows, and why a person has to look."""

    title: str
    lines: tuple[str, ...]
    so: str
    held: str = ""


class Alarm(NamedTuple):
    """That the panel is degraded, and what that means."""

    title: str
    sentences: tuple[str, ...]


class Rule(NamedTuple):
    """A line across."""


class FrontMatter(NamedTuple):
    """What machines read of a decision record before its text."""

    status: str
    date: str
    deciders: tuple[str, ...]
    notice: str = ""


class SeatVote(NamedTuple):
    """One seat's vote: who, what, and in a few words how confident or of what weight."""

    name: str
    vote: str
    note: str = ""
    tone: str = NEUTRAL


class Card(NamedTuple):
    """The verdict at a glance: its title, every seat or every total, what was counted, and what to do.

    `facts` and `sentence` belong to it where the report does not say them below.
    """

    title: str
    tone: str = NEUTRAL
    state: str = ""
    seats: tuple[SeatVote, ...] = ()
    totals: Pairs = ()
    more: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    picture: "CountPicture | None" = None
    facts: Pairs = ()
    sentence: str = ""


class SeatBox(NamedTuple):
    """A seat in the display: its name, the kind of its bar, and its vote. Of a large panel, how many voted so."""

    name: str
    bar: str
    vote: str
    voters: int = 0


class Display(NamedTuple):
    """A heading, a box per seat or a line per kind of vote, and a banner."""

    heading: str
    seats: tuple[SeatBox, ...]
    summary: tuple[SeatBox, ...]
    banner: tuple[str, ...]
    tone: str = ""


class Section(NamedTuple):
    """A heading with blocks below it. Its key is ours; `tone` colours it."""

    key: str
    title: str
    blocks: "tuple[Block, ...]" = ()
    tone: str = ""


Block: TypeAlias = Union[
    Title,
    Paragraph,
    Items,
    Facts,
    Table,
    Quotation,
    Entries,
    PanelNotice,
    Alarm,
    Rule,
    FrontMatter,
    Card,
    "ReliabilityPicture",
    Display,
    Section,
]
Document = tuple[Block, ...]


def section(key: str, title: str, *blocks: Block | None, tone: str = "") -> Section:
    """A section of those blocks that say something."""
    return Section(key, title, tuple(block for block in blocks if block is not None), tone)


def listing(key: str, title: str, texts: Iterable[Text], numbered: bool = False, lead: str = "") -> Section:
    """A section that is a list below a sentence."""
    return section(key, title, paragraph(lead), items(texts, numbered))


def items(texts: Iterable[Text], numbered: bool = False) -> Items | None:
    """A list, where there is something to list."""
    found = tuple(texts)
    return Items(found, numbered) if found else None


def facts(pairs: Iterable[tuple[str, str]]) -> Facts | None:
    """Labels with those of their values that are not empty."""
    found = tuple(pair for pair in pairs if pair[1])
    return Facts(found) if found else None


def quotation(text: str) -> Quotation | None:
    """What was written, where something was."""
    return Quotation(text) if text else None


def paragraph(text: Text) -> Paragraph | None:
    """A paragraph, where it says something."""
    return Paragraph(text) if text else None


def strong(text: str) -> Paragraph:
    """A sentence that must not be overlooked."""
    return Paragraph(text, is_strong=True)


def plain(text: Text) -> str:
    """The text without its marks."""
    return text if isinstance(text, str) else "".join(span.text for span in text)


def spans(phrase: str, values: Mapping[str, object]) -> tuple[Span, ...]:
    """A phrase of ours with its values. What it has between two asterisks is strong; a value may be a span itself."""
    from string import Formatter  # few texts have marks

    found: list[Span] = []
    mark = ""
    for literal, name, _, _ in Formatter().parse(phrase):
        first, *rest = literal.split("**")
        found.append(Span(first, mark))
        for piece in rest:
            mark = "" if mark else STRONG
            found.append(Span(piece, mark))
        value = values[name] if name else ""
        found.append(value if isinstance(value, Span) else Span(str(value), mark))
    return tuple(_together(found))


def _together(found: Iterable[Span]) -> list[Span]:
    """Neighbours of one mark as one span."""
    whole: list[Span] = []
    for span in found:
        if whole and whole[-1].mark == span.mark:
            whole[-1] = Span(whole[-1].text + span.text, span.mark)
        elif span.text:
            whole.append(span)
    return whole
