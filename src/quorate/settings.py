"""What a settings file says: the record, panels, engines, and how voters are asked. All of it is read, or none."""

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

from quorate.core.errors import DocumentError, Path, Problem
from quorate.core.exact import in_digits
from quorate.core.shape import FILLED, FLAG, TEXTS, Field, list_of, mapping_of, number, one_of, record, whole
from quorate.core.text.names import name_problems
from quorate.deliberation.framing import ENGINES, MODES, PANEL
from quorate.fleet.quorum_need import WITHOUT_AGREEMENT
from quorate.gate.gate_rules import Gate
from quorate.gate.gate_settings import GATE, gate_problems, read_gate_settings
from quorate.prompts.templates import check_text
from quorate.protocols.quorum.hard_limits import POLICIES
from quorate.voters.port import EngineSettings

ENVELOPES = ("text", *ENGINES)
ENGINE_KEYS = {
    "program": Field(FILLED, "Path of the program, if it is not on the PATH.", default=""),
    "model": Field(FILLED, "The model to ask.", default=""),
    "flags": Field(TEXTS, "Flags that replace the default ones; safety flags always stay."),
    "environment": Field(list_of(FILLED), "Names of more environment variables that it may see.", default=()),
    "timeout": Field(number(0, 86_400, above_least=True), "Seconds for one attempt.", default=60),
    "attempts": Field(whole(1, 10), "Attempts before it counts as timed out.", default=2),
    "max_cost_per_call": Field(number(0, 10**6), "Maximum cost of one call, in US dollars."),
    "structured_output": Field(FLAG, "False where its model cannot be held to a JSON Schema.", default=True),
    "arguments": Field(
        TEXTS,
        "Declares a program of your own: its arguments; {model} is the model. The prompt comes on standard input.",
    ),
    "envelope": Field(
        one_of(*ENVELOPES), "What it prints: text, or what one of these programs prints.", default="text"
    ),
    "schema_flag": Field(FILLED, "Its flag for a file with a JSON Schema, if it has one.", default=""),
    "login": Field(
        list_of(FILLED), "Its command that fails if it is not logged in, such as [auth, status].", default=()
    ),
    "get": Field(FILLED, "How to install it.", default=""),
}
_DECLARING = ("arguments", "envelope", "schema_flag", "login", "get")
USERS_KEYS = ("program", "flags", "environment", *_DECLARING)
PANEL_KEYS = {
    "protocol": Field(FILLED, "The protocol that counts the ballots.", default=""),
    "mode": Field(one_of(*MODES), "The mode: auto, simple or engine.", default=""),
    "seats": PANEL._replace(required=True, default=()),
}
NOTIFY_KEYS = {
    "command": Field(
        list_of(FILLED, least=1), "A program and its arguments; it gets the item as JSON on standard input.", default=()
    ),
    "remind": Field(list_of(FILLED), "How long before a deadline to remind, such as 1d or 2h.", default=()),
}
WEBHOOK_KEYS = {
    "url": Field(FILLED, "An https:// address.", required=True, default=""),
    "secret": Field(FILLED, "The environment variable with the secret, whsec_ and base64.", required=True, default=""),
    "allow_private": Field(FLAG, "True for an address in your own network, also with http://.", default=False),
}
FLEET_KEYS = {
    "without_agreement": Field(
        one_of(*WITHOUT_AGREEMENT),
        "What follows where two parties do not agree: cooldown (the default), or quorum where three may review.",
        default="",
    ),
    "notes": Field(
        one_of(*POLICIES),
        "Notes of a resume that a person has to accept or strike: protections (the default), those that name one; or"
        " ask, all of them. With drop no note is taken.",
        default="",
    ),
}
FILE = {
    "store": Field(FILLED, "The record: a file, or postgresql://user@host/name.", default=""),
    "contributions": Field(FILLED, "The folder of contributions whose conflicts servers show and resolve.", default=""),
    "panel": Field(FILLED, "The default panel, for questions that name none.", default=""),
    "max_cost": Field(number(0, 10**6), "Budget in US dollars; once it is used up, no engine is called."),
    "reask": Field(whole(0, 1), "How often an engine is asked again if its reply has no ballot: 0 or 1."),
    "trusted": Field(
        list_of(FILLED), "Folders whose quorate.toml may name the record, programs and addresses.", default=()
    ),
    "panels": Field(
        mapping_of(record(PANEL_KEYS)), "Panels by name: seats, and optionally a protocol and a mode.", default={}
    ),
    "engines": Field(mapping_of(record(ENGINE_KEYS)), "Engine settings by kind, such as claude.", default={}),
    "fleet": Field(record(FLEET_KEYS), "How agents review each other."),
    "gate": Field(GATE, "A gate for the tool calls of other agents; a project can only make it stricter."),
    "lenses": Field(mapping_of(FILLED), "Instructions by lens, instead of the default ones.", default={}),
    "notify": Field(record(NOTIFY_KEYS), "How people are told that they are awaited."),
    "webhooks": Field(list_of(record(WEBHOOK_KEYS), most=20), "Addresses that are told what happens.", default=()),
    "templates": Field(mapping_of(FILLED), "Prompt templates: files by kind of engine, or `default`.", default={}),
}
NAMES = {"default": ""}
_DEFAULTS = EngineSettings()
HARMLESS = (*ENGINES, "scorecard", "person", "agent")
_KINDS = (*ENGINES, "api", "openai")
_OF_ALL = tuple(key for key in ENGINE_KEYS if key not in _DECLARING)
_KEYS_OF_KINDS: Mapping[str, tuple[str, ...]] = {
    "command": ("environment", "timeout", "attempts"),
    **dict.fromkeys(_KINDS, _OF_ALL),
    "scorecard": (),
    "scripted": (),
    "person": (),
    "agent": (),
}


class WebhookSettings(NamedTuple):
    """An address that is told what happens. `secret` is the name of an environment variable."""

    url: str
    secret: str
    allow_private: bool = False


class Settings(NamedTuple):
    """What a file says. `panels` are as a question document writes them; `templates` names files.

    `project_panels` are those of a project that nobody trusts.
    """

    store: str = ""
    contributions: str = ""
    panel: str = ""
    max_cost: str = ""
    reask: int | None = None
    panels: Mapping[str, Mapping[str, Any]] = {}
    engines: Mapping[str, EngineSettings] = {}
    lenses: Mapping[str, str] = {}
    templates: Mapping[str, str] = {}
    notify: tuple[str, ...] = ()
    remind: tuple[str, ...] = ()
    webhooks: tuple[WebhookSettings, ...] = ()
    trusted: tuple[str, ...] = ()
    project_panels: tuple[str, ...] = ()
    gate: Gate = Gate()
    fleet: Mapping[str, str] = {}

    def over(self, other: "Settings") -> "Settings":
        """These settings, and the other's where these say nothing; a gate is the other's alone."""
        said = {
            name: value for name, value in self._asdict().items() if value not in (None, "", (), {}) and name != "gate"
        }
        if self.max_cost and other.max_cost:  # nobody raises a budget that somebody else has set
            said["max_cost"] = min(self.max_cost, other.max_cost, key=Decimal)
        maps = {name: {**getattr(other, name), **one} for name, one in said.items() if isinstance(one, Mapping)}
        engines = {name: _over(one, other.engines.get(name, _DEFAULTS)) for name, one in self.engines.items()}
        whole = {**said, **maps, "engines": {**other.engines, **engines}}
        return other._replace(**whole)


def _over(mine: EngineSettings, theirs: EngineSettings) -> EngineSettings:
    said = {name: value for name, value in mine._asdict().items() if value != getattr(_DEFAULTS, name)}
    if mine.max_cost_per_call and theirs.max_cost_per_call:
        said["max_cost_per_call"] = min(mine.max_cost_per_call, theirs.max_cost_per_call, key=Decimal)
    return theirs._replace(**said)


def read_settings(text: str, *, is_users: bool = True) -> Settings:
    """A TOML text as settings. Raises DocumentError with the line of every problem.

    A project's file comes with the project, whoever wrote it: unless the user trusts the folder it may not say which
    record is believed, which programs are run, where questions are sent, what engines are told, nor what of the
    environment is seen.
    """
    stated = _toml(text)
    problems: list[Problem] = []
    values: dict[str, Any] = record(FILE).read(stated, (), problems)
    if values["panel"] and values["panel"] not in values["panels"] and not problems:
        problems.append(
            Problem(("panel",), repr(values["panel"]), ", ".join(values["panels"]) or "a panel of [panels]")
        )
    declared = {name for name, engine in values["engines"].items() if engine["arguments"] is not None}
    problems += [*_unknown_engines(set(values["engines"]) - declared), *_unused_keys(stated.get("engines"))]
    problems += _relative_folders(values["trusted"], ("trusted",))
    problems += _relative_folders([values["contributions"]], ("contributions",))
    problems += _names_of(values["panels"])
    problems += gate_problems(values["gate"])
    problems += [problem for name, said in values["lenses"].items() for problem in _problems_of_lens(name, said)]
    problems += [] if is_users else [*_only_the_users(stated), *_only_where_trusted(values["panels"])]
    if problems:
        raise DocumentError(problem._replace(line=_line_of(problem.path, text)) for problem in problems)
    return Settings(
        store=values["store"],
        contributions=values["contributions"],
        panel=values["panel"],
        max_cost=_text_of(values["max_cost"]),
        reask=values["reask"],
        panels={name: _as_written(stated["panels"][name]) for name in values["panels"]},
        engines={name: _engine(one) for name, one in values["engines"].items()},
        lenses=values["lenses"],
        templates=values["templates"],
        notify=(values["notify"] or {}).get("command", ()),
        remind=(values["notify"] or {}).get("remind", ()),
        webhooks=tuple(WebhookSettings(**one) for one in values["webhooks"]),
        trusted=values["trusted"],
        project_panels=() if is_users else tuple(values["panels"]),
        gate=read_gate_settings(values["gate"]),
        fleet={name: said for name, said in (values["fleet"] or {}).items() if said},
    )


def _problems_of_lens(name: str, text: str) -> list[Problem]:
    try:
        check_text(text, name)
    except DocumentError as error:
        return [problem._replace(path=("lenses", *problem.path)) for problem in error.problems]
    return []


def _names_of(panels: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with the names of panels and of their seats."""
    names = list(panels)
    yield from name_problems(names, lambda index: ("panels", names[index]), "panel")
    for name, panel in panels.items():
        seats = [seat["seat"] for seat in panel["seats"]]
        yield from name_problems(seats, partial(_place_of_seat, name), "seat")


def _place_of_seat(panel: str, index: int) -> Path:
    return ("panels", panel, "seats", index, "seat")


def _unknown_engines(engines: Iterable[str]) -> list[Problem]:
    """A name that no kind of voter has is a slip, and what stands under it would never be used."""
    unknown = sorted(name for name in engines if name not in _KINDS)
    if not unknown:
        return []
    from quorate.voters import voter_kinds  # looks for those that other packages add

    kinds = voter_kinds()
    return [Problem(("engines", name), "an unknown kind", ", ".join(kinds)) for name in unknown if name not in kinds]


def _unused_keys(engines: Any) -> Iterator[Problem]:
    """What a kind has no use for would be stated in vain."""
    for name, used in _KEYS_OF_KINDS.items() if isinstance(engines, dict) else ():
        stated = engines.get(name)
        for key in stated if isinstance(stated, dict) else ():
            if key in ENGINE_KEYS and key not in used:
                allowed = ", ".join(used) or "nothing: it is never called"
                yield Problem(("engines", name, key), f"a setting that {name} does not have", allowed)


def _relative_folders(folders: Iterable[str], path: Path) -> list[Problem]:
    """A relative folder would be another one in each place where a command is run."""
    allowed = "an absolute path of a folder, such as ~/src/shop"
    relative = [(index, one) for index, one in enumerate(folders) if one and not one.startswith(("/", "~"))]
    return [Problem((*path, index), repr(one), allowed) for index, one in relative]


def _only_the_users(stated: Mapping[str, Any]) -> Iterator[Problem]:
    """What decides over the user's record, programs and secrets."""
    allowed = "in your own settings file, or in a project that is `trusted` there"
    if "trusted" in stated:
        yield Problem(("trusted",), "a setting that is not for projects", "only in your own settings file")
    for key in ("store", "contributions", "lenses", "templates", "notify", "webhooks", "fleet"):
        if key in stated:
            yield Problem((key,), "a setting that is not for projects", allowed)
    for name, one in stated.get("engines", {}).items() if isinstance(stated.get("engines"), dict) else ():
        for key in USERS_KEYS:
            if isinstance(one, dict) and key in one:
                yield Problem(("engines", name, key), "a setting that is not for projects", allowed)


def _only_where_trusted(panels: Mapping[str, Any]) -> Iterator[Problem]:
    """Seats that would run a program, or send the question to wherever the file says."""
    for name, panel in panels.items():
        for index, seat in enumerate(panel["seats"]):
            if not is_harmless(seat["voter"]):
                place, allowed = (
                    ("panels", name, "seats", index, "voter"),
                    "a project that is `trusted` in your settings",
                )
                yield Problem(place, "a program or an address", f"{', '.join(HARMLESS)}, or {allowed}")


def is_harmless(voter: Any) -> bool:
    """True for a voter that runs no program and no request of somebody else's choice."""
    return isinstance(voter, str) and voter.partition(":")[0].strip() in HARMLESS


def _engine(stated: Mapping[str, Any]) -> EngineSettings:
    return EngineSettings(
        program=stated["program"],
        model=stated["model"],
        flags=stated["flags"],
        passes=stated["environment"],
        timeout=float(stated["timeout"]),
        attempts=stated["attempts"],
        max_cost_per_call=_text_of(stated["max_cost_per_call"]),
        structured_output=stated["structured_output"],
        **{key: stated[key] for key in _DECLARING if stated["arguments"] is not None},
    )


def _as_written(panel: Mapping[str, Any]) -> dict[str, Any]:
    """The panel under the keys of a question document."""
    kept = {key: panel[key] for key in ("protocol", "mode") if key in panel}
    return {**kept, "panel": panel["seats"]}


def _text_of(amount: Any) -> str:
    return "" if amount is None else in_digits(amount)


def _toml(text: str) -> dict[str, Any]:
    from tomllib import TOMLDecodeError, loads

    try:
        return loads(text, parse_float=Decimal)
    except TOMLDecodeError as error:
        from quorate.documents.container import refuse

        what, _, place = str(error).rstrip(")").rpartition(" (at ")
        found = re.match(r"line (\d+)", place)
        refuse(f"a syntax error: {what}", "TOML", int(found[1]) if found else text.rstrip("\n").count("\n") + 1)


def _line_of(path: tuple[str | int, ...], text: str) -> int | None:
    """The line of the innermost key that can be found behind those around it."""
    position, line = 0, None
    for key in path:
        found = re.compile(rf"""^[^#\n]*?\b{re.escape(str(key))}\b""", re.MULTILINE).search(text, position)
        if isinstance(key, str) and found:
            position, line = found.start(), text.count("\n", 0, found.end()) + 1
    return line
