"""What reports draw and do not say, in box-drawing characters or in plain ASCII."""

from typing import NamedTuple

from quorate.reports.document import BAD, GOOD, MUTED, WARNING

# one sign each, without a width; outside text has none of them after it was cleaned
MARKS = {GOOD: "\x11", BAD: "\x12", WARNING: "\x13", MUTED: "\x14"}
END = "\x10"
_SHOWN = {0x10: "\x1b[0m", 0x11: "\x1b[32m", 0x12: "\x1b[31m", 0x13: "\x1b[33m", 0x14: "\x1b[2m"}


class Frame(NamedTuple):
    """The characters of one kind of box: corners, a bar between sections, and the two lines."""

    top: str
    middle: str
    bottom: str
    across: str
    down: str


class Glyphs(NamedTuple):
    """Everything that is drawn and not said."""

    double: Frame
    single: Frame
    arrow: str
    more: str
    yes: str
    no: str
    warning: str
    sign: str
    bars: dict[str, str]
    paints: bool = False

    def painted(self, text: str, tone: str) -> str:
        """The text in the colour of its tone, where there is colour."""
        return f"{MARKS[tone]}{text}{END}" if self.paints and tone in MARKS else text


UNICODE = Glyphs(
    double=Frame("╔╗", "╠╣", "╚╝", "═", "║"),
    single=Frame("┌┐", "├┤", "└┘", "─", "│"),
    arrow="→",
    more="…",
    yes="✅",
    no="❌",
    warning="⚠️",
    sign="⚠",
    bars={"approve": "█", "conditional": "▓", "abstain": "▒", "reject": "░", "none": "."},
)
ASCII = Glyphs(
    double=Frame("++", "++", "++", "=", "|"),
    single=Frame("++", "++", "++", "-", "|"),
    arrow="->",
    more="...",
    yes="[yes]",
    no="[no]",
    warning="(!)",
    sign="(!)",
    bars={"approve": "#", "conditional": "+", "abstain": "~", "reject": "-", "none": "."},
)


def with_colours(text: str) -> str:
    """The text with what makes a terminal show its colours."""
    return text.translate(_SHOWN)
