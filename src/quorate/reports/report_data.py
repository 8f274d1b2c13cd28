"""What every report is made from: the question and the verdict, cleaned, and how they are to be said."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from quorate.core.ballot import Answer, Ballot
from quorate.core.question import Question
from quorate.core.text import with_hidden_signs
from quorate.core.verdict import Conflict, Verdict
from quorate.reports.glyphs import ASCII, UNICODE, Glyphs
from quorate.reports.language import Language
from quorate.reports.text import clean, clip, escaped, one_line

if TYPE_CHECKING:
    from quorate.reports.proceedings import Proceedings

LARGEST_PANEL_SHOWN = 12
LONGEST_LIST, LONGEST_TEXT = 100, 100_000
LONGEST_TEXT_SHOWN = 500
SEVERITIES = ("critical", "high", "medium", "low")
SEVERAL_LINES = ("context", "rationale")
NAMELESS = "?"
SHORT, FULL, ASKED = "short", "full", "asked"
T = TypeVar("T")


class ReportOptions(NamedTuple):
    """Form, language, characters, width, the date that the report bears, and how it is shown on a screen.

    `screen` is empty where nobody looks at it as it is written, else `short`, `full`, or `asked` before a question.
    """

    form: str
    lang: str = "en"
    ascii_only: bool = False
    width: int = 80
    date: str = ""
    screen: str = ""
    is_coloured: bool = False

    @property
    def is_kept(self) -> bool:
        """True for documents; terminal text is read and forgotten."""
        return self.form != "text"

    @property
    def glyphs(self) -> Glyphs:
        """What is drawn and not said."""
        return (ASCII if self.ascii_only else UNICODE)._replace(paints=self.is_coloured)


class ReportData(NamedTuple):
    """One verdict on its way to a reader. All outside text in it has been cleaned."""

    question: Question
    verdict: Verdict
    say: Language
    glyphs: Glyphs
    limit: int = LARGEST_PANEL_SHOWN
    longest: int = 0
    more_conflicts: int = 0
    date: str = ""
    proceedings: "Proceedings | None" = None

    @property
    def roster(self) -> tuple[Answer, ...]:
        """Every seat's answer."""
        return self.verdict.receipt.roster

    @property
    def ballots(self) -> list[Ballot]:
        """The answers that are ballots."""
        return [answer for answer in self.roster if isinstance(answer, Ballot)]

    @property
    def is_large(self) -> bool:
        """True when not every seat is shown one by one."""
        return len(self.roster) > LARGEST_PANEL_SHOWN

    def names(self, names: Sequence[str]) -> str:
        """A list of names; of a long one, the first and how many more."""
        shown = list(names[: self.limit])
        if len(names) > self.limit:
            shown.append(self.say("more.names", n=len(names) - self.limit))
        return self.say.listed(shown)

    def short(self, text: str, most: int = LONGEST_TEXT_SHOWN) -> str:
        """The text on one line; on a terminal a very long one is cut, and says so."""
        return shortened(text, self.longest or most, self.glyphs, self.say)

    def capped(self, items: Sequence[str]) -> list[str]:
        """The items; of many, the first and a line that says how many more."""
        shown = list(items[: self.limit])
        if len(items) > self.limit:
            shown.append(self.say("more.items", n=len(items) - self.limit))
        return shown


def shortened(text: str, most: int, glyphs: Glyphs, say: Language) -> str:
    """The text on one line, cut to so many columns, and saying so."""
    text = " ".join(text.split())
    cut = clip(text, most, glyphs.more)
    return text if cut == text else f"{cut} {say('more.text')}"


def cleaned(value: T, field: str = "") -> T:
    """The value with every text in it made safe to show; only contexts and rationales keep their lines."""
    safe: Any = value
    if isinstance(value, str):
        safe = _safe(value, field)
        safe = safe or (NAMELESS if field == "name" else "")
    elif isinstance(value, Mapping):
        safe = _cleaned_mapping(value)
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        safe = type(value)(*map(cleaned, value, value._fields))
    elif isinstance(value, list | tuple):
        safe = type(value)(cleaned(item) for item in value)
    return safe  # type: ignore[no-any-return]


def _safe(text: str, field: str) -> str:
    """An action is shown as it would be released, and what hides in a context is seen."""
    if field == "action":
        return escaped(text.strip("\n"))
    if field in SEVERAL_LINES:
        return clean(with_hidden_signs(text) if field == "context" else text).strip()
    return one_line(text)


def _cleaned_mapping(value: Mapping[Any, Any]) -> dict[Any, Any]:
    """Keys that look alike once they are cleaned stay apart."""
    safe: dict[Any, Any] = {}
    for key, item in value.items():
        name = cleaned(key, "name")
        again = 2
        while name in safe:
            name, again = f"{cleaned(key, 'name')} ({again})", again + 1
        safe[name] = cleaned(item)
    return safe


def foremost(conflicts: Sequence[Conflict], limit: int) -> tuple[Conflict, ...]:
    """The first so many conflicts, the open and severe ones first: a large panel has hundreds of thousands."""
    rank = {severity: index for index, severity in enumerate(SEVERITIES)}
    return tuple(sorted(conflicts, key=lambda one: (not one.is_open, rank.get(one.severity, -1)))[:limit])


def report_data_of(question: Question, verdict: Verdict, say: Language, options: ReportOptions) -> ReportData:
    """The question and its verdict, cleaned, with the limits of the form."""
    limit = LONGEST_LIST if options.is_kept else LARGEST_PANEL_SHOWN
    conflicts = foremost(verdict.conflicts, limit)
    return ReportData(
        question=cleaned(question),
        verdict=cleaned(verdict._replace(conflicts=conflicts)),
        say=say.of(verdict.protocol),
        glyphs=options.glyphs,
        limit=limit,
        longest=LONGEST_TEXT if options.is_kept else 0,
        more_conflicts=len(verdict.conflicts) - len(conflicts),
        date=cleaned(options.date),
    )
