"""Who is asked, and until when: what wishes, a document and the settings together say of the panel and the policy."""

import os
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from quorate.app.question.time_spans import minutes_in, moment_in
from quorate.core.errors import DocumentError, InputError, Problem, UnknownName
from quorate.core.shape import Problems, found
from quorate.core.wording import ArgumentName, TerminalHint, Wording
from quorate.deliberation.framing import choose_protocol
from quorate.protocols import names_of_those, protocol_named

if TYPE_CHECKING:
    from quorate.settings import Settings

_NEEDED = (
    ("at_ballots_by", "count", "ballots_by", "--deadline"),
    ("at_answer_by", "decline", "answer_minutes", "--answer-within"),
)
_AMOUNT = re.compile(r"[0-9]{1,7}(\.[0-9]{1,6})?")
_LARGEST_AMOUNT = 10**6
CHECK, REQUIRE = "check", "require"


class PanelWishes(NamedTuple):
    """What is wished of who answers, and until when, besides what the document says."""

    protocol: str | None = None
    mode: str | None = None
    panel: str | None = None
    seats: tuple[str, ...] = ()
    max_cost: str | None = None
    gated: bool = False
    deadline: str | None = None
    at_deadline: str | None = None
    answer_within: str | None = None
    at_answer_deadline: str | None = None
    people: tuple[str, ...] = ()
    debate: int | None = None
    deadlock: str | None = None
    deadlock_after: str | None = None
    check_evidence: str | None = None
    approvers: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    strict: bool = False
    advice: bool = False


def panel_part(document: Mapping[str, Any], panel: PanelWishes, settings: "Callable[[], Settings]") -> dict[str, Any]:
    """The keys of the document that say who is asked and what is settled beforehand."""
    part: dict[str, Any] = {} if panel.seats and not panel.panel else _settings_panel(document, panel, settings())
    if panel.mode:
        part["mode"] = panel.mode
    for wished, key, option in (
        (panel.check_evidence == REQUIRE, "requireChecked", "--check-evidence require"),
        (panel.strict, "strict", "--strict"),
    ):
        if wished:
            _check_has(document, panel, key, option)
            part[key] = True
    if "panel" in part or "panel" in document or panel.seats:
        part["panel"] = _seats({**document, **part}, panel)
    stated = document.get("policy", {})
    if isinstance(stated, dict) and (said := {**_default_policy(stated, panel, settings), **stated, **_settled(panel)}):
        part["policy"] = said
    return part


def sign_off(document: Mapping[str, Any], panel: PanelWishes) -> dict[str, Any]:
    """Return who signs off, and how many of them have to approve: NAME or GROUP=NAME, and N or GROUP=N."""
    if panel.approvers:
        _check_has({**document, "approvers": ()}, panel, "approvers", "--approver")
    part: dict[str, Any] = {}
    groups: dict[str, list[str]] = {}
    for approver in panel.approvers:
        group, sign, name = (text.strip() for text in approver.rpartition("="))
        if not name or (sign and not group):
            wrong = f": found {found(approver)}; allowed: NAME or GROUP=NAME, such as ops=ann"
            raise InputError(Wording(ArgumentName("approvers"), wrong))
        groups.setdefault(group, []).append(name)
    if "" in groups and len(groups) > 1:
        wrong = f": found {groups[''][0]!r} without a group; allowed: a group for everybody, or for nobody"
        raise InputError(Wording(ArgumentName("approvers"), wrong))
    if groups:
        part["approvers"] = groups.get("", groups)
    amounts: dict[str, int] = {}
    for amount in panel.needed:
        group, _, number = (text.strip() for text in amount.rpartition("="))
        if not number.isdecimal() or len(number) > 4 or group in amounts or not panel.approvers:
            beside = f": found {found(amount)}; allowed beside ", ArgumentName("approvers")
            raise InputError(Wording(ArgumentName("needed"), *beside, ": N, or GROUP=N once for each group"))
        amounts[group] = int(number)
    if amounts:
        part["needed"] = amounts.get("", amounts)
    return part


def _check_has(document: Mapping[str, Any], panel: PanelWishes, key: str, option: str) -> None:
    """Raises InputError where the protocol has no such thing; one that nobody knows is named elsewhere."""
    try:
        protocol = protocol_named(choose_protocol(document, panel.protocol).name)
    except UnknownName:
        return
    if key not in protocol.document.schema["properties"]:
        named, *_ = names_of_those(lambda one: key in one.document.schema["properties"])
        raise InputError(f"{option} belongs to the protocol {named}; add --protocol {named}, or leave {option} out")


def with_moments(document: dict[str, Any], now: datetime, problems: Problems) -> dict[str, Any]:
    """The document with its deadline as a moment, whether it was written as one or as a span."""
    policy = document.get("policy")
    if not isinstance(policy, dict):
        return document
    for then, word, until, option in _NEEDED:
        if policy.get(then) == word and not policy.get(until):
            allowed = Wording(until, TerminalHint(f", or {option},"), " with it")
            problems.append(Problem(("policy", then), f"{word} without {until}", allowed))
    if not isinstance(stated := policy.get("ballots_by"), str):
        return document
    try:
        moment = moment_in(stated, now, ("policy", "ballots_by"))
    except DocumentError as error:
        problems += error.problems
        return {**document, "policy": {key: said for key, said in policy.items() if key != "ballots_by"}}
    return {**document, "policy": {**policy, "ballots_by": moment}}


def _settings_panel(document: Mapping[str, Any], panel: PanelWishes, settings: "Settings") -> dict[str, Any]:
    """The panel of the settings: the one that was named, else the default one where the question has none."""
    name = _panel_name(document, panel, settings)
    return dict(settings.panels[name]) if name else {}


def panel_of_project(document: Mapping[str, Any], panel: PanelWishes, settings: "Callable[[], Settings]") -> str:
    """The name of the panel where a project's file says who is asked, and nobody said that it is trusted."""
    if panel.seats and not panel.panel:
        return ""
    name, known = _panel_name(document, panel, settings()), settings().project_panels
    return name if name in known else ""


def _panel_name(document: Mapping[str, Any], panel: PanelWishes, settings: "Settings") -> str:
    if panel.panel is not None:
        if panel.panel not in settings.panels:
            known = (
                ", ".join(settings.panels) or f"a panel in quorate.toml, which has none yet: add [panels.{panel.panel}]"
            )
            raise InputError(Wording(ArgumentName("panel"), f": found {panel.panel!r}; allowed: {known}"))
        return panel.panel
    if not settings.panel or "panel" in document or "approvers" in document:
        return ""
    default, protocol = settings.panels[settings.panel], choose_protocol(document, panel.protocol)
    modes = (None, "auto", default.get("mode", panel.mode))
    is_free = protocol.reason == "default" or default.get("protocol", protocol.name) == protocol.name
    fits = is_free and panel.mode in modes
    return settings.panel if fits else ""


def _default_policy(
    policy: Mapping[str, Any], panel: PanelWishes, settings: "Callable[[], Settings]"
) -> dict[str, Any]:
    """Return the budget and the number of second requests of the settings, unless options or document name them."""
    defaults: dict[str, Any] = {}
    if panel.max_cost is None and "max_cost" not in policy and (budget := settings().max_cost):
        defaults["max_cost"] = budget
    if "reask" not in policy and (reask := settings().reask) is not None:
        defaults["reask"] = reask
    return defaults


def _dollars(text: str) -> str:
    if not _AMOUNT.fullmatch(text) or float(text) > _LARGEST_AMOUNT:
        raise InputError(f"--max-cost: found {found(text)}; allowed: US dollars from 0 to 1000000, such as 0.50")
    return text


def _settled(panel: PanelWishes) -> dict[str, Any]:
    said = {
        "ballots_by": panel.deadline,
        "at_ballots_by": panel.at_deadline,
        "answer_minutes": minutes_in(panel.answer_within) if panel.answer_within else None,
        "at_answer_by": panel.at_answer_deadline,
        "people": list(panel.people) or None,
        "gated": panel.gated or None,
        "advice": panel.advice or None,
        "debate_rounds": panel.debate,
        "check_evidence": True if panel.check_evidence else None,
        "deadlock": panel.deadlock,
        "deadlock_minutes": minutes_in(panel.deadlock_after, "--deadlock-after") if panel.deadlock_after else None,
        "max_cost": _dollars(panel.max_cost) if panel.max_cost is not None else None,
    }
    return {key: value for key, value in said.items() if value is not None}


def _named_once(stated: Sequence[str]) -> list[tuple[str, str]]:
    """The seats that are named, each with its voter. Raises InputError for one that is named twice."""
    seats = [named_seat(one) for one in stated]
    names = [name for name, _ in seats]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise InputError(Wording(ArgumentName("seats"), f": found {name!r} a second time; allowed: each seat once"))
    return seats


def _seats(document: Mapping[str, Any], panel: PanelWishes) -> Any:
    """The panel of the document with the named seats; without one, the named seats are the panel."""
    stated = document.get("panel", [])
    if not isinstance(stated, list) or not all(_is_seat(one) for one in stated):
        return stated  # whoever reads the document says what is wrong
    seats = {one["seat"]: one for one in stated}
    if len(seats) < len(stated):
        return stated
    lenses = _own_lenses(choose_protocol(document, panel.protocol).name)
    for name, voter in _named_once(panel.seats):
        lens = {"lens": name} if name in lenses else {}
        seats[name] = {**seats.get(name, {"seat": name, **lens}), "voter": voter}
    return [_with_absolute_program(seat) for seat in seats.values()]


def _own_lenses(protocol: str) -> list[str]:
    try:
        return [lens.name for lens in protocol_named(protocol).lenses]
    except UnknownName:
        return []  # whoever reads the document says so


def _is_seat(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("seat"), str)


def named_seat(text: str) -> tuple[str, str]:
    """`NAME=VOTER` in its parts."""
    name, _, voter = (part.strip() for part in text.partition("="))
    if not (name and voter):
        wrong = f": found {text!r}; allowed: NAME=VOTER, such as ops=person:ben"
        raise InputError(Wording(ArgumentName("seats"), wrong))
    return name, voter


def _with_absolute_program(seat: dict[str, Any]) -> dict[str, Any]:
    """A deliberation may be resumed from another directory, so a relative path is made absolute now."""
    voter = seat.get("voter")
    if isinstance(voter, dict) and isinstance(argv := voter.get("command"), list):
        return {**seat, "voter": {**voter, "command": _absolute(argv)}}
    return {**seat, "voter": absolute_voter(voter)} if isinstance(voter, str) else seat


def absolute_voter(voter: str) -> str:
    """The same voter, whatever directory it is asked from."""
    kind, sign, words = voter.partition(":")
    if not sign or kind.strip() != "command":
        return voter
    try:
        return "command:" + shlex.join(_absolute(shlex.split(words)))
    except ValueError:
        return voter  # whoever makes the voter says what is wrong


def _absolute(argv: list[Any]) -> list[Any]:
    has_path = argv and isinstance(argv[0], str) and "/" in argv[0]
    return [os.path.abspath(argv[0]), *argv[1:]] if has_path else argv
