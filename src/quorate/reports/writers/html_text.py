"""Texts as HTML: escaped, line by line, with their marks."""

from html import escape

from quorate.reports.document import CODE, LINK, STRONG, Pairs, Span, Text

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
