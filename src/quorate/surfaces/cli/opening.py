"""From words and options on the command line to the opening of a deliberation."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from quorate.core.errors import DocumentError, InputError
from quorate.deliberation.events import Opened
from quorate.deliberation.framing import AUTO, ENGINE, Engines, Mode, choose_mode, read_opening
from quorate.documents.container import Lines, decoded, parsed
from quorate.documents.findings import Findings
from quorate.documents.values import plain_mapping
from quorate.surfaces.cli.keys import readable
from quorate.surfaces.cli.moments import moment_in
from quorate.surfaces.cli.seating import Panel, panel_part, with_moments
from quorate.surfaces.cli.streams import STANDARD, named, read_action, read_document, read_text

DOCUMENTS = (".yaml", ".yml", ".json")
QUESTION_KEYS = ("subject", "domain", "urgency", "reversibility", "review_by")


class Edits(NamedTuple):
    """What options say of the question itself; files are named, not read yet."""

    subject: str | None = None
    domain: str | None = None
    urgency: str | None = None
    reversibility: str | None = None
    review_by: str | None = None
    context: str | None = None
    action: str | None = None
    constraints: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


class Draft(NamedTuple):
    """The document that was asked for, options included; where its parts stand; what options alone say."""

    value: dict[str, Any]
    line_of: Lines
    source: str
    protocol: str | None
    deadline: str | None

    @property
    def names_a_panel(self) -> bool:
        """True where somebody said who should answer."""
        return "panel" in self.value


def read_draft(question: str, edits: Edits, panel: Panel) -> Draft:
    """The question as text, in a file or on standard input, with what the options add to it."""
    if [question, edits.context, edits.action].count(STANDARD) > 1:
        raise InputError("standard input can be read once; name a file for all but one of question, context and action")
    value, line_of, source = _document(question)
    if said := edits_of(edits):
        value = {**value, "question": _question(value, said)}
    if edits.options:
        value = _with_options(value, edits.options)
    whole = plain_mapping({**value, **panel_part(value, panel)})
    return Draft(whole, line_of, source, panel.protocol, panel.deadline)


def open_draft(draft: Draft, now: datetime, supersedes: str = "", split_before: bool = False) -> Opened:
    """The opening. Raises DocumentError with file and line of every problem."""
    if draft.deadline is not None:
        moment_in(draft.deadline, now, ("--deadline",))  # it stands in no file
    problems = Findings()
    value = readable(with_moments(draft.value, now, problems), draft.protocol, problems)
    try:
        opening = read_opening(
            value, draft.protocol, supersedes=supersedes, split_before=split_before, engines=_engines_for(draft)
        )
    except DocumentError as error:
        problems += error.problems
    except InputError:
        if not problems:
            raise
    if problems:
        located = (problem._replace(line=draft.line_of(problem.path)) for problem in problems)
        raise DocumentError(sorted(located, key=lambda problem: problem.line or 0), draft.source)
    return opening


def _engines_for(draft: Draft) -> Engines | None:
    """Which engines can be asked; nobody looks for them where the panel is named."""
    if draft.names_a_panel:
        return None
    from quorate import config
    from quorate.voters.programs.discovery import is_usable

    found = config.engines()
    usable = tuple(one.engine for one in found if is_usable(one))
    return Engines(usable, tuple(one.engine for one in found if one.engine not in usable))


def mode_of(draft: Draft, opening: Opened, split_before: bool) -> Mode:
    """The mode that was picked, and why."""
    asked, months = draft.value.get("mode", AUTO), draft.value.get("horizon_months", 0)
    wanted = choose_mode(opening.question, asked, horizon_months=months, split_before=split_before)
    if wanted.name == opening.mode:
        return wanted
    if opening.mode == ENGINE:
        return Mode(ENGINE, "every seat is a neutral engine's")
    return Mode(opening.mode, f"{wanted.reason}, but {', '.join(opening.lost)} cannot be asked")


def edits_of(edits: Edits) -> dict[str, Any]:
    """The keys of the question that the options set."""
    changes: dict[str, Any] = {key: said for key in QUESTION_KEYS if (said := getattr(edits, key)) is not None}
    if edits.context is not None:
        changes["context"] = read_text(edits.context)
    if edits.action is not None:
        changes["action"] = read_action(edits.action)
    if edits.constraints:
        changes["constraints"] = list(edits.constraints)
    return changes


def _read_options(options: tuple[str, ...]) -> dict[str, dict[str, str]]:
    """`ID` or `ID=text` as documents write options, by id."""
    found: dict[str, dict[str, str]] = {}
    for option in options:
        name, _, text = (part.strip() for part in option.partition("="))
        if not name or name in found:
            raise InputError(f"--option: found {option!r}; allowed: ID or ID=text, each id once")
        found[name] = {"id": name, "text": text} if text else {"id": name}
    return found


def joined_options(stated: list[Any], options: tuple[str, ...]) -> list[Any]:
    """An option that is there already gets the new text; others are added."""
    new = _read_options(options)
    kept = []
    for one in stated:
        before = {"id": one} if isinstance(one, str) else one
        is_named = isinstance(before, dict) and isinstance(before.get("id"), str)
        kept.append({**before, **new.pop(before["id"])} if is_named and before["id"] in new else one)
    return [*kept, *new.values()]


def _document(question: str) -> tuple[dict[str, Any], Lines, str]:
    if not _is_document(question):
        return {"question": question}, lambda _: None, ""
    source = named(question)
    try:
        value, line_of = parsed(decoded(read_document(question)))
    except DocumentError as error:
        raise error.in_source(source) from None
    if isinstance(value, str):
        return {"question": value}, lambda _: None, source
    if type(value) is not dict:
        raise InputError(f"{source}: found no mapping; allowed: a question document, or the question itself")
    return value, line_of, source


def _is_document(question: str) -> bool:
    """A path, by its ending; a sentence may end in the name of a file too."""
    if question == STANDARD:
        return True
    is_named_like_one = question.lower().endswith(DOCUMENTS)
    return is_named_like_one and (not any(map(str.isspace, question)) or Path(question).is_file())


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
