"""The report as one page of HTML: what the Markdown report says, with nothing loaded and nothing run."""

from html import escape

from quorate.reports import markdown
from quorate.reports.html_body import CONTENTS, Body, Section, body_of
from quorate.reports.html_style import POLICY, STYLE
from quorate.reports.language import Language
from quorate.reports.view import View

DISPLAY_WIDTH = 72
FEWEST_SECTIONS = 4
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


def report(view: View) -> str:
    """The page on a verdict. It is the same for every width: what is drawn on it can be scrolled."""
    return page(markdown.report(view), view.say, _display(view))


def page(text: str, say: Language, display: str = "") -> str:
    """A report in Markdown as a page, with what is drawn above its sections."""
    body = body_of(text)
    return PAGE.format(
        lang=say.code,
        policy=POLICY,
        title=escape(body.title),
        style=STYLE,
        body="".join((body.head, display, _contents(body, say), body.rest)),
    )


def _display(view: View) -> str:
    """The MAGI display, for the eye alone: all that it shows is said below it."""
    if view.verdict.protocol != "magi":
        return ""
    from quorate.reports.magi_display import magi_display  # other protocols have no such display

    lines = (line.rstrip() for line in magi_display(view._replace(width=DISPLAY_WIDTH)))
    return f'<pre class="display" aria-hidden="true">{escape(chr(10).join(lines))}</pre>\n'


def _contents(body: Body, say: Language) -> str:
    """The sections of a long report."""
    if len(body.sections) < FEWEST_SECTIONS:
        return ""
    lines = "".join(map(_line, body.sections))
    title = f'<p id="{CONTENTS}">{escape(say("heading.contents"))}</p>'
    return f'<nav aria-labelledby="{CONTENTS}">\n{title}\n<ul>\n{lines}</ul>\n</nav>\n'


def _line(section: Section) -> str:
    return f'<li><a href="#{escape(section.anchor)}">{escape(section.title)}</a></li>\n'
