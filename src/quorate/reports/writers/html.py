"""Blocks as one page of HTML with nothing loaded and nothing run. Every text is escaped here and in the card."""

from base64 import b64encode
from collections.abc import Container, Iterator, Sequence
from hashlib import sha256
from html import escape
from typing import assert_never

from quorate.reports.document import (
    CODE,
    LINK,
    NEUTRAL,
    STRONG,
    Alarm,
    Block,
    Card,
    Display,
    Document,
    Entries,
    Facts,
    FrontMatter,
    Items,
    Pairs,
    PanelNotice,
    Paragraph,
    Quotation,
    Rule,
    SeatVote,
    Section,
    Span,
    Table,
    Text,
    Title,
)
from quorate.reports.language import language
from quorate.reports.pictures import Bar, CountPicture, ReliabilityPicture
from quorate.reports.report_data import ReportOptions
from quorate.reports.text import width_of
from quorate.reports.writers.markdown import record

ADDRESSES = ("https://", "http://")


def line_of(text: str) -> str:
    """Text on one line, between tags."""
    return escape(" ".join(text.split()), quote=False)


def lines_of(text: str) -> str:
    """Text with its lines, empty ones aside."""
    return "<br>\n".join(line_of(line) for line in text.split("\n") if line.strip())


def text_html(text: Text) -> str:
    """Text with its lines and its marks."""
    return lines_of(text) if isinstance(text, str) else "".join(map(span_html, text))


def span_html(span: Span) -> str:
    """A link says where it leads, letter for letter; what leads elsewhere than to the web is no link."""
    if span.mark == STRONG:
        return f"<strong>{line_of(span.text)}</strong>"
    if span.mark == CODE:
        return f"<code>{line_of(span.text)}</code>" if span.text.strip() else "-"
    if span.mark == LINK and span.text.lower().startswith(ADDRESSES):
        return f'<a href="{escape(span.text)}">{escape(span.text, quote=False)}</a>'
    return escape(span.text, quote=False).replace("\n", "<br>\n")


def definitions(pairs: Pairs) -> str:
    """Labels with their values."""
    said = "".join(f"<div><dt>{line_of(label)}</dt><dd>{line_of(value)}</dd></div>\n" for label, value in pairs)
    return f"<dl>\n{said}</dl>\n"


SHADES = 5
WIDE_ENOUGH, ROOM = 350, 12
NUMBERED = 60
HEIGHT, BAR_TOP, BAR_HEIGHT = 44, 6, 32


def card_html(card: Card) -> str:
    """The whole card; where something is not known, it is left out."""
    parts = (
        f'<p class="state">{line_of(card.state)}</p>\n' if card.state else "",
        f'<p class="title">{line_of(card.title)}</p>\n' if card.title else "",
        f"<p><strong>{line_of(card.sentence)}</strong></p>\n" if card.sentence else "",
        _count(card.picture) if card.picture else "",
        _seats(card),
        _lines(card.lines),
        definitions(card.facts) if card.facts else "",
    )
    said = "".join(parts)
    return f'<header class="card {escape(card.tone)}">\n{said}</header>\n'


def _lines(lines: Sequence[str]) -> str:
    said = "".join(f"<li>{line_of(line)}</li>\n" for line in lines)
    return f'<ul class="lines">\n{said}</ul>\n' if said else ""


def _seats(card: Card) -> str:
    """A seat that chose an option has the colour of that option in the picture."""
    bars = card.picture.bars if card.picture else ()
    shades = {bar.label: _class(bar, number) for number, bar in enumerate(bars)}
    said = "".join(_seat(seat, shades.get(seat.vote, escape(seat.tone))) for seat in card.seats)
    return f'<ul class="votes">\n{said}</ul>\n' if said else ""


def _seat(seat: SeatVote, name: str) -> str:
    note = f"<small>{line_of(seat.note)}</small>" if seat.note else ""
    who, vote = line_of(seat.name), line_of(seat.vote)
    return f'<li class="{name}"><span>{who}</span><strong>{vote}</strong>{note}</li>\n'


def _count(count: CountPicture) -> str:
    """The picture is for the eye alone: all that it shows is in the table beside it."""
    needed = f"<figcaption>{line_of(count.sentence)}</figcaption>\n" if count.sentence else ""
    return f'<figure class="count">\n{_picture(count)}{_card_table(count)}{needed}</figure>\n'


def _picture(count: CountPicture) -> str:
    drawn, start = "", 0
    for number, bar in enumerate(count.bars):
        drawn += _segment(bar, start, _class(bar, number)) if bar.thousandths else ""
        start += bar.thousandths
    line = _threshold(count.needed) if count.needed is not None else ""
    return f'<svg class="bars" width="100%" height="{HEIGHT}" aria-hidden="true">\n{drawn}{line}</svg>\n'


def _segment(bar: Bar, start: int, name: str) -> str:
    """A part of the bar with its number; with its word where there is room for it on a phone."""
    place, size = f'x="{_percent(start)}"', f'width="{_percent(bar.thousandths)}"'
    rect = f'<rect class="{name}" {place} y="{BAR_TOP}" {size} height="{BAR_HEIGHT}"></rect>\n'
    has_room = bar.thousandths >= WIDE_ENOUGH and width_of(bar.label) <= ROOM
    label = line_of(f"{bar.label} {bar.value}" if has_room else bar.value)
    text = f'<text {place} dx="8" y="27">{label}</text>\n'
    return rect + text if bar.thousandths >= NUMBERED else rect


def _threshold(needed: int) -> str:
    at = _percent(needed)
    return f'<line x1="{at}" x2="{at}" y1="0" y2="{HEIGHT}"></line>\n'


def _percent(thousandths: int) -> str:
    return f"{thousandths // 10}.{thousandths % 10}%"


def _class(bar: Bar, number: int) -> str:
    """Options have no colour of their own, so they take turns."""
    return f"neutral-{number % SHADES + 1}" if bar.tone == NEUTRAL else escape(bar.tone)


def _card_table(count: CountPicture) -> str:
    head = "".join(f'<th scope="col">{line_of(cell)}</th>' for cell in count.head)
    rows = "".join(_card_row(bar, _class(bar, number)) for number, bar in enumerate(count.bars))
    return f"<table>\n<thead>\n<tr>{head}</tr>\n</thead>\n<tbody>\n{rows}</tbody>\n</table>\n"


def _card_row(bar: Bar, name: str) -> str:
    rect = f'<rect class="{name}" width="12" height="12"></rect>'
    swatch = f'<svg class="swatch" width="12" height="12" aria-hidden="true">{rect}</svg>'
    share = f"{line_of(bar.percent)}%" if bar.percent else "-"
    return f"<tr><td>{swatch} {line_of(bar.label)}</td><td>{line_of(bar.value)}</td><td>{share}</td></tr>\n"


STYLE = """
:root {
  color-scheme: light dark;
  --page: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d5dae0; --shade: #f5f7f9; --link: #0a58b5;
  --good: #1a7f37; --good-shade: #e8f6ec; --bad: #b3261e; --bad-shade: #fdeeec;
  --warning: #8a5300; --warning-shade: #fff5e2; --neutral: #2457b3; --neutral-shade: #ebf2fd;
  --muted: #59636e; --muted-shade: #f1f3f5; --on-bar: #ffffff;
  --one: #2457b3; --two: #7a3ea1; --three: #0f766e; --four: #9a4b00; --five: #59636e;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --ink: #e6e9ec; --soft: #a3abb3; --line: #363d44; --shade: #1c2125; --link: #7db4ff;
    --good: #63d48c; --good-shade: #12291b; --bad: #ff938a; --bad-shade: #321614;
    --warning: #f2b75c; --warning-shade: #2d2211; --neutral: #8ab6ff; --neutral-shade: #15243d;
    --muted: #a3abb3; --muted-shade: #22282d; --on-bar: #101316;
    --one: #8ab6ff; --two: #cf9df0; --three: #5fd0c5; --four: #f2b75c; --five: #a3abb3;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
:lang(ja) body { line-height: 1.75; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem 1rem 3rem; overflow-wrap: anywhere; }
h1, h2, h3, h4, h5 { line-height: 1.25; margin: 1.4em 0 0.5em; scroll-margin-top: 0.5rem; }
h1 { font-size: 1.6rem; margin-top: 0.6em; }
h2 { font-size: 1.3rem; border-bottom: 1px solid var(--line); padding-bottom: 0.25em; margin-top: 2.2em; }
h3 { font-size: 1.08rem; }
h4, h5 { font-size: 1rem; }
p, ul, ol { margin: 0.6em 0; }
ul, ol { padding-left: 1.4rem; }
li { margin: 0.25em 0; }
a { color: var(--link); }
small { color: var(--soft); font-size: 0.85em; }
hr { border: 0; border-top: 1px solid var(--line); margin: 1.5em 0; }
blockquote { margin: 0.8em 0; padding: 0.1em 1em; border-left: 0.25rem solid var(--line); background: var(--shade); }
dl { margin: 0.8em 0; }
dl div { display: grid; grid-template-columns: 11rem 1fr; gap: 0 1rem; padding: 0.2em 0; }
dt { color: var(--soft); }
dd { margin: 0; }
nav { margin: 1.4em 0; padding: 0.3em 1em; background: var(--shade); border-radius: 0.5rem; }
nav p { color: var(--soft); margin-bottom: 0; }
nav ul { columns: 14rem; margin: 0.3em 0 0.6em; padding: 0; list-style: none; }
nav li { margin: 0; padding: 0.15em 0; break-inside: avoid; }
pre, code { font-family: ui-monospace, Consolas, "Liberation Mono", monospace; font-size: 0.88em; }
code { background: var(--shade); padding: 0.05em 0.25em; border-radius: 0.2rem; }
pre { overflow-x: auto; overflow-wrap: normal; padding: 0.8em 1em; background: var(--shade); line-height: 1.4; }
pre code { padding: 0; font-size: 1em; }
.wide { overflow-x: auto; margin: 0.8em 0; }
.wide table { min-width: max(100%, 38rem); overflow-wrap: normal; }
table { border-collapse: collapse; font-size: 0.93em; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4em 0.7em; text-align: left; vertical-align: top; }
th { background: var(--shade); white-space: nowrap; font-weight: 600; }
td { max-width: 26rem; overflow-wrap: break-word; }
.good { --tone: var(--good); --tone-shade: var(--good-shade); }
.bad { --tone: var(--bad); --tone-shade: var(--bad-shade); }
.warning { --tone: var(--warning); --tone-shade: var(--warning-shade); }
.neutral { --tone: var(--neutral); --tone-shade: var(--neutral-shade); }
.muted { --tone: var(--muted); --tone-shade: var(--muted-shade); }
li.neutral-1 { --tone: var(--one); } li.neutral-2 { --tone: var(--two); } li.neutral-3 { --tone: var(--three); }
li.neutral-4 { --tone: var(--four); } li.neutral-5 { --tone: var(--five); }
.card { border: 1px solid var(--tone); border-top-width: 0.5rem; border-radius: 0.6rem; padding: 1rem 1.2rem;
  margin: 1rem 0; background: var(--tone-shade); }
.card .state { display: inline-block; margin: 0; padding: 0.15em 0.8em; border-radius: 1em; font-weight: 700;
  font-size: 0.9rem; letter-spacing: 0.03em; color: var(--page); background: var(--tone); }
.card .title { margin: 0.35em 0 0; font-size: 1.55rem; line-height: 1.25; font-weight: 700; }
.card dl { margin: 0.9em 0 0; padding-top: 0.7em; border-top: 1px solid var(--line); font-size: 0.93em; }
.card .lines { margin: 0.9em 0 0; }
.count { margin: 1em 0 0; }
.count table { width: 100%; max-width: 30rem; margin-top: 0.4em; }
.count th { background: none; color: var(--soft); font-weight: 400; }
.count th, .count td { padding: 0.2em 0.6em 0.2em 0; border: 0; }
.count th + th, .count td + td { text-align: right; }
.count figcaption { color: var(--soft); font-size: 0.93em; margin-top: 0.2em; }
.reliability { display: block; max-width: 100%; font-size: 13px; }
.reliability text { fill: var(--ink); }
.reliability circle { fill: var(--one); } .reliability .interval { stroke: var(--one); }
.bars { display: block; overflow: clip; }
.bars text { fill: var(--on-bar); font-size: 15px; font-weight: 600; }
.bars line { stroke: var(--ink); stroke-width: 3; stroke-dasharray: 4 3; }
.bars rect { stroke: var(--tone-shade); stroke-width: 2; }
rect.good { fill: var(--good); } rect.bad { fill: var(--bad); }
rect.warning { fill: var(--warning); } rect.muted { fill: var(--muted); }
rect.neutral-1 { fill: var(--one); } rect.neutral-2 { fill: var(--two); } rect.neutral-3 { fill: var(--three); }
rect.neutral-4 { fill: var(--four); } rect.neutral-5 { fill: var(--five); }
.card .votes { list-style: none; padding: 0; margin: 1em 0 0; display: grid; gap: 0.6rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr)); }
.card .votes li { margin: 0; padding: 0.5em 0.8em; background: var(--page); border: 1px solid var(--line);
  border-left: 0.35rem solid var(--tone); border-radius: 0.4rem; }
.card .votes span, .card .votes strong, .card .votes small { display: block; }
.card .votes strong { color: var(--tone); }
.seats { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); }
.seats > h2, .seats > .wide { grid-column: 1 / -1; margin-bottom: 0; }
.seat, .side, .option { border: 1px solid var(--line); border-top: 0.3rem solid var(--tone, var(--line));
  border-radius: 0.5rem; padding: 0.2em 1em 0.6em; }
.side, .option { margin: 1rem 0; }
.seat h3, .side h3, .option h3 { margin-top: 0.6em; }
.seat dl div, .option dl div { grid-template-columns: 7.5rem 1fr; }
.dissents, .conflicts { border-left: 0.4rem solid var(--bad); padding-left: 1rem; }
.needed, .notices, .ask, .deadlock { border: 1px solid var(--warning); background: var(--warning-shade);
  border-radius: 0.5rem; padding: 0.1em 1em 0.4em; margin: 1em 0; }
.needed > :first-child, .notices > :first-child, .ask > :first-child, .deadlock > :first-child { margin-top: 0.6em; }
.risks { border-left: 0.4rem solid var(--warning); padding-left: 1rem; }
.round { position: relative; margin-left: 0.5rem; padding: 0 0 0.5em 1.5rem; border-left: 0.2rem solid var(--line); }
.round::before { content: ""; position: absolute; left: -0.6rem; top: 0.3rem; width: 1rem; height: 1rem;
  border-radius: 50%; background: var(--neutral); border: 0.2rem solid var(--page); }
.round h3 { margin-top: 0; padding-top: 0.1rem; }
.receipt, .audit { font-size: 0.95em; }
.events td:nth-child(2) { white-space: nowrap; }
aside { margin: 0.8em 0; padding: 0.2em 1em; border: 2px solid var(--bad); background: var(--bad-shade);
  border-radius: 0.5rem; }
aside strong { color: var(--bad); }
@media (max-width: 34rem) {
  dl div, .seat dl div, .option dl div { grid-template-columns: 6.5rem 1fr; }
  .card { padding: 0.8rem 0.9rem; }
  .card .title { font-size: 1.3rem; }
}
@media print {
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  .wide, pre { overflow: visible; }
  pre { white-space: pre-wrap; }
  .wide table { min-width: 100%; font-size: 8pt; }
  th { white-space: normal; }
  td { overflow-wrap: anywhere; }
  h1, h2, h3, h4 { break-after: avoid; }
  tr, li, aside, pre, .card, .seat { break-inside: avoid; }
  .card, .bars rect, .swatch rect, .state { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""

# No script, no picture from anywhere, no frame, no form, nothing loaded; of styles only this one.
POLICY = (
    "default-src 'none'; "
    f"style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'; "
    "base-uri 'none'; form-action 'none'"
)


TOP, CONTENTS = "report", "contents"
FEWEST_SECTIONS = 4
LOWEST = 6
PAGE = """\
<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
{body}</main>
</body>
</html>
"""


def write(document: Document, options: ReportOptions) -> str:
    """The page. It is the same for every width: what is wide on it can be scrolled."""
    anchors = Anchors()
    first = next((at for at, block in enumerate(document) if isinstance(block, Section)), len(document))
    head, rest = ("".join(_blocks(part, 2, anchors)) for part in (document[:first], document[first:]))
    title = next((block.text for block in document if isinstance(block, Title)), "")
    return PAGE.format(
        lang=options.lang,
        policy=POLICY,
        title=line_of(title),
        style=STYLE,
        body="".join((head, _contents(anchors.sections, language(options.lang)("heading.contents")), rest)),
    )


class Anchors:
    """Gives every heading its anchor: sections by their titles, which are ours, all below them by number.

    Names and texts from outside stand below sections, and become nobody's anchor.
    """

    def __init__(self) -> None:
        self.sections: dict[str, str] = {}
        self.last = TOP
        self._below = 0

    def next(self, level: int, title: str) -> str:
        """The anchor of the next heading."""
        if level > 2:
            self._below += 1
            self.last = f"{self.last.partition('.')[0]}.{self._below}"
        else:
            self._below, self.last = 0, _unused(_slug(title), {TOP, CONTENTS, *self.sections})
            self.sections[self.last] = title
        return self.last


def _slug(title: str) -> str:
    return "-".join("".join(char if char.isalnum() else " " for char in title.lower()).split()) or "section"


def _unused(slug: str, used: Container[str]) -> str:
    number, anchor = 1, slug
    while anchor in used:
        number += 1
        anchor = f"{slug}-{number}"
    return anchor


def _contents(sections: dict[str, str], title: str) -> str:
    """The sections of a long report."""
    if len(sections) < FEWEST_SECTIONS:
        return ""
    lines = "".join(f'<li><a href="#{escape(anchor)}">{line_of(name)}</a></li>\n' for anchor, name in sections.items())
    return f'<nav aria-labelledby="{CONTENTS}">\n<p id="{CONTENTS}">{line_of(title)}</p>\n<ul>\n{lines}</ul>\n</nav>\n'


def _blocks(blocks: Sequence[Block], level: int, anchors: Anchors) -> Iterator[str]:
    for block in blocks:
        match block:
            case Section():
                yield _section(block, level, anchors)
            case Table(head, rows):
                yield _table(head, rows, anchors.last)
            case Card():
                yield card_html(block)
            case ReliabilityPicture():
                from quorate.reports.writers.reliability_svg import picture_html  # only the report on voters has one

                yield picture_html(block)
            case PanelNotice() | Alarm():
                yield _warning(block)
            case Display() | FrontMatter():
                pass  # drawn on a terminal; read by machines
            case _:
                yield _simple(block)


def _section(section: Section, level: int, anchors: Anchors) -> str:
    """Its key and its tone are ours."""
    anchor = anchors.next(level, section.title)
    names = escape(" ".join(name for name in (section.key, section.tone) if name))
    tag = f"h{min(level, LOWEST)}"
    heading = f'<{tag} id="{escape(anchor)}">{line_of(section.title)}</{tag}>\n'
    below = "".join(_blocks(section.blocks, level + 1, anchors))
    return f'<section class="{names}">\n{heading}{below}</section>\n'


def _simple(block: Title | Paragraph | Items | Facts | Quotation | Entries | Rule) -> str:
    match block:
        case Title(text):
            return f'<h1 id="{TOP}">{line_of(text)}</h1>\n'
        case Paragraph(text, is_strong):
            said = text_html(text)
            return f"<p><strong>{said}</strong></p>\n" if is_strong else f"<p>{said}</p>\n"
        case Items(items, numbered):
            tag = "ol" if numbered else "ul"
            lines = "".join(f"<li>{text_html(item)}</li>\n" for item in items)
            return f"<{tag}>\n{lines}</{tag}>\n"
        case Facts(pairs):
            return definitions(pairs)
        case Quotation(text):
            return _quotation(text)
        case Entries(name, entries):
            return "".join(f"<pre><code>{escape(record(name, entry), quote=False)}</code></pre>\n" for entry in entries)
        case Rule():
            return "<hr>\n"
        case _:
            assert_never(block)


def _quotation(text: str) -> str:
    parts = (part for part in text.split("\n\n") if part.strip())
    said = "".join(f"<p>{lines_of(part)}</p>\n" for part in parts)
    return f"<blockquote>\n{said}</blockquote>\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], anchor: str) -> str:
    """In a box of its own, which scrolls where the page is narrow and is named by the nearest heading."""
    columns = "".join(f'<th scope="col">{line_of(cell)}</th>' for cell in head)
    body = "".join(map(_row, rows))
    box = f'<div class="wide" role="region" tabindex="0" aria-labelledby="{escape(anchor)}">'
    return f"{box}\n<table>\n<thead>\n<tr>{columns}</tr>\n</thead>\n<tbody>\n{body}</tbody>\n</table>\n</div>\n"


def _row(row: Sequence[str]) -> str:
    cells = "".join(f"<td>{line_of(cell) or '-'}</td>" for cell in row)
    return f"<tr>{cells}</tr>\n"


def _warning(block: PanelNotice | Alarm) -> str:
    match block:
        case PanelNotice(title, lines, so, held):
            engines = "".join(f"<li>{line_of(line)}</li>\n" for line in lines)
            listed = f"<ul>\n{engines}</ul>\n" if lines else ""
            rest = "".join(f"<p>{line_of(text)}</p>\n" for text in (so, held) if text)
            return f"<aside>\n<p><strong>{line_of(title)}</strong></p>\n{listed}{rest}</aside>\n"
        case Alarm(title, sentences):
            said = "".join(f"<p>{line_of(sentence)}</p>\n" for sentence in sentences)
            return f"<aside>\n<p><strong>{line_of(title)}</strong></p>\n{said}</aside>\n"
