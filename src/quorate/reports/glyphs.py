"""What reports draw and do not say, in box-drawing characters or in plain ASCII."""

from typing import NamedTuple


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
