"""The question that was asked for: a document, what is said besides, and the opening that they come to."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from quorate.app.question.panel_choice import PanelWishes, panel_of_project, panel_part, sign_off, with_moments
from quorate.app.question.time_spans import moment_in
from quorate.core.errors import DocumentError, InputError, Path, Problem, UnknownName
from quorate.core.panel import as_person
from quorate.core.shape import Field, Problems, Shape, found, record
from quorate.core.wording import ArgumentName, Wording
from quorate.deliberation.events import Opened, Policy
from quorate.deliberation.framing import (
    AUTO,
    ENGINE,
    ENGINES,
    OWN_KEYS,
    Engines,
    Mode,
    choose_mode,
    choose_protocol,
    read_opening,
)
from quorate.documents.container import Lines, decoded, parsed
from quorate.documents.findings import Findings
from quorate.documents.values import plain_mapping
from quorate.protocols import protocol_named

if TYPE_CHECKING:
    from quorate.settings import Settings
    from quorate.voters.programs.discovery import FoundEngine


_ANYTHING = Field(Shape(lambda value, *_: value, {}))
QUESTION_KEYS = ("subject", "domain", "urgency", "reversibility", "review_by", "context", "action", "action_for")


class Edits(NamedTuple):
    """What is said of the question itself, besides its document; None where nothing is."""

    subject: str | None = None
    domain: str | None = None
    urgency: str | None = None
    reversibility: str | None = None
    review_by: str | None = None
    context: str | None = None
    action: str | None = None
    action_for: str | None = None
    constraints: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


class SourceDocument(NamedTuple):
    """A question document with the lines of its parts, and the name under which problems are reported."""

    value: dict[str, Any]
    line_of: Lines = lambda _: None
    name: str = ""


class AskedQuestion(NamedTuple):
    """All that somebody asks for who puts a question to a panel.

    Whoever `is_remote` runs no program on this machine, and has nothing sent to addresses of their own.
    """

    document: SourceDocument
    edits: Edits = Edits()
    panel: PanelWishes = PanelWishes()
    supersedes: str = ""
    is_remote: bool = False
    labels: tuple[str, ...] = ()


class Draft(NamedTuple):
    """The document that was asked for, wishes included; where its parts stand; what wishes alone say."""

    value: dict[str, Any]
    line_of: Lines
    source: str
    protocol: str | None
    deadline: str | None
    project_panel: str = ""
    by_option: tuple[str, ...] = ()

    @property
    def names_a_panel(self) -> bool:
        """True if somebody said who should answer."""
        return "panel" in self.value or "approvers" in self.value

    def located(self, problem: Problem) -> Problem:
        """The problem with its line in the document, or by the name of the option that said it."""
        first, *rest = problem.path or ("",)
        if first in self.by_option:
            return problem._replace(path=(ArgumentName(first), *rest))
        return problem._replace(line=self.line_of(problem.path))


def source_of(data: bytes, name: str) -> SourceDocument:
    """The document in a text: a mapping, or the question itself."""
    try:
        value, line_of = parsed(decoded(data))
    except DocumentError as error:
        raise error.in_source(name) from None
    if isinstance(value, str):
        return SourceDocument({"question": value}, name=name)
    if type(value) is not dict:
        raise InputError(f"{name}: not a mapping; expected a question document, or the question itself")
    return SourceDocument(value, line_of, name)


def draft_of(asked: AskedQuestion, settings: "Callable[[], Settings]") -> Draft:
    """The document with what was said besides, and the panel of the settings where that is meant."""
    document, edits, panel = asked.document, asked.edits, asked.panel
    value = document.value
    if asked.is_remote:
        check_remote_panel(document)
    if said := edits_of(edits):
        value = {**value, "question": _question(value, said)}
    if edits.options:
        value = _with_options(value, edits.options)
    if asked.labels:
        value = {**value, "labels": [*_stated_labels(value), *asked.labels]}
    value = {**value, **sign_off(value, panel)}
    whole = plain_mapping({**value, **panel_part(value, panel, settings)})
    of_project = panel_of_project(value, panel, settings)
    by_option = tuple(name for name in ("approvers", "needed", "mode") if getattr(panel, name))
    return Draft(whole, document.line_of, document.name, panel.protocol, panel.deadline, of_project, by_option)


def _stated_labels(document: Mapping[str, Any]) -> list[Any]:
    """The document's own labels; what is no list is left for the reader to refuse."""
    stated = document.get("labels", [])
    return stated if isinstance(stated, list) else [stated]


def _no_remote_voter(path: Path, voter: object, allowed: str) -> Problem:
    if person := as_person(voter):
        return Problem(path, found(voter), f"{allowed}; for a person: {person}")
    return Problem(path, "a program or an address", allowed)


def check_remote_panel(document: SourceDocument) -> None:
    """Raises DocumentError where a document from elsewhere names a program, or an address to send the question to."""
    from quorate.settings import HARMLESS, is_harmless  # whoever is at this machine does without it

    seats = document.value.get("panel")
    allowed = f"{', '.join(HARMLESS)}, or a panel of the server's settings"
    problems = [
        _no_remote_voter(path, seat["voter"], allowed)._replace(line=document.line_of(path))
        for index, seat in enumerate(seats if isinstance(seats, list) else ())
        if isinstance(seat, dict) and "voter" in seat and not is_harmless(seat["voter"])
        for path in [("panel", index, "voter")]
    ]
    if problems:
        raise DocumentError(problems, document.name)


def open_draft(
    draft: Draft,
    now: datetime,
    engines: "Callable[[], Sequence[FoundEngine]]",
    supersedes: str = "",
    split_before: bool = False,
    present: str = "",
) -> Opened:
    """The opening; `present` is an engine that is there whatever is found. Raises DocumentError with every problem."""
    if draft.deadline is not None:
        moment_in(draft.deadline, now, ("--deadline",))  # no file has it
    problems = Findings()
    value = readable(with_moments(draft.value, now, problems), draft.protocol, problems)
    try:
        opening = read_opening(
            value,
            draft.protocol,
            supersedes=supersedes,
            split_before=split_before,
            engines=None if draft.names_a_panel else _found(engines(), present),
        )
    except DocumentError as error:
        problems += error.problems
    except InputError:
        if not problems:
            raise
    if problems:
        located = (draft.located(problem) for problem in problems)
        raise DocumentError(sorted(located, key=lambda problem: problem.line or 0), draft.source)
    return opening


def _found(engines: "Sequence[FoundEngine]", present: str) -> Engines:
    """Which of the engines that sit without being named can be asked; nobody looks for them if the panel is named."""
    from quorate.voters.programs.discovery import is_usable

    there = {one.engine for one in engines if one.engine == present or is_usable(one)}
    usable = tuple(name for name in ENGINES if name in there)
    return Engines(usable, tuple(name for name in ENGINES if name not in there))


def mode_of(draft: Draft, opening: Opened, split_before: bool) -> Mode:
    """The mode that was picked, and why."""
    asked, months = draft.value.get("mode", AUTO), draft.value.get("horizon_months", 0)
    wanted = choose_mode(opening.question, asked, horizon_months=months, split_before=split_before)
    if wanted.name == opening.mode:
        return wanted
    if opening.mode == ENGINE:
        return Mode(ENGINE, "engines" if draft.names_a_panel else "default")
    return Mode(opening.mode, wanted.reason, opening.lost)


def edits_of(edits: Edits) -> dict[str, Any]:
    """The keys of the question that are set; options are joined with those that there are."""
    changes: dict[str, Any] = {key: said for key in QUESTION_KEYS if (said := getattr(edits, key)) is not None}
    if edits.constraints:
        changes["constraints"] = list(edits.constraints)
    return changes


def joined_options(stated: list[Any], options: tuple[str, ...]) -> list[Any]:
    """An option that is there already gets the new text; others are added."""
    new: dict[str, dict[str, str]] = {}
    for option in options:
        name, _, text = (part.strip() for part in option.partition("="))
        if not name or name in new:
            wrong = f": found {option!r}; allowed: ID or ID=text, each id once"
            raise InputError(Wording(ArgumentName("options"), wrong))
        new[name] = {"id": name, "text": text} if text else {"id": name}

    kept = []
    for one in stated:
        before = {"id": one} if isinstance(one, str) else one
        is_named = isinstance(before, dict) and isinstance(before.get("id"), str)
        kept.append({**before, **new.pop(before["id"])} if is_named and before["id"] in new else one)
    return [*kept, *new.values()]


def _question(document: Mapping[str, Any], said: Mapping[str, Any]) -> Any:
    """The question with what was said of it; what is no question at all is left for the reader to refuse."""
    stated = document.get("question", "")
    if isinstance(stated, str):
        return {"subject": stated, **said}
    return {**stated, **said} if isinstance(stated, dict) else stated


def _with_options(document: dict[str, Any], options: tuple[str, ...]) -> dict[str, Any]:
    """Beside the question where the document has them there, else inside it."""
    if isinstance(stated := document.get("options"), list):
        return {**document, "options": joined_options(stated, options)}
    question = _question(document, {})
    if isinstance(question, dict) and isinstance(stated := question.get("options", []), list):
        return {**document, "question": {**question, "options": joined_options(stated, options)}}
    return document


def readable(document: dict[str, Any], asked: str | None, problems: Problems) -> dict[str, Any]:
    """What can be read of a document all the same, after unknown names in it were found."""
    stated = document.get("protocol")
    try:
        protocol = protocol_named(choose_protocol(document, asked).name)
    except UnknownName as error:
        if asked:
            raise
        problems.append(Problem(("protocol",), found(stated), ", ".join(error.known)))
        return _of_any_protocol(document)
    known = ({*protocol.document.schema["properties"], *OWN_KEYS} | {"protocol", "question"}) - {
        protocol.vote_keys.votes
    }
    record(dict.fromkeys(known, _ANYTHING)).read(document, (), problems)
    return {key: said for key, said in document.items() if key in known}


def _of_any_protocol(document: dict[str, Any]) -> dict[str, Any]:
    """The part that means the same whichever protocol counts."""
    own = {key: said for key, said in document.items() if key in OWN_KEYS}
    if isinstance(policy := own.get("policy"), dict):
        own["policy"] = {key: said for key, said in policy.items() if key in Policy._fields}
    return {"question": "?", **own}
