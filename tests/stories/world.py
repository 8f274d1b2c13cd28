"""What a story takes place in: a record, a clock that can be put forward, people with their keys, engines, a gate.

It also turns the words of a story into what an interface is asked for: labels into ids, "revision 1" into a hash, a
panel into seats. What interfaces call things is not known here.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from quorate.access.streams import REFUSALS
from quorate.app.access.access_keys import issue_key
from quorate.app.access.authentication import authenticate
from quorate.app.app import App, Surroundings
from quorate.core.codec import json_line
from quorate.deliberation.events import ELICITED
from quorate.deliberation.moments import stamp
from quorate.deliberation.principal import ADMIN, MCP, SCOPES, Principal
from quorate.gate.call_pattern import CallPattern
from quorate.gate.gate_rules import ASK, Approvers, Gate, GateRule
from quorate.gate.plain_command import CommandPattern, read_patterns
from quorate.prompts.templates import USUAL
from quorate.record import open_record
from quorate.record.memory import MemoryRecord
from quorate.record.port import REFUSAL_DAY
from quorate.record.rows import EventRow
from quorate.settings import Settings
from quorate.views.deliberation import in_full
from quorate.voters.calls.call_folders import Calls
from tests.patience import PATIENCE
from tests.record.parts import Clock
from tests.stories.story import Person, Story

SUBJECT, REASON = "Adopt the queue?", "It was measured"
"""What is asked, and why somebody votes as they do, where a story does not say."""
PANEL = "story"
"""The name that a panel with engines has in the settings."""
OWNER = Principal("local", owns_store=True)
GATE = Gate(
    (
        GateRule(CallPattern(("Read",)), "pass"),
        GateRule(CallPattern(("Bash",), (CommandPattern(("git", "push")),)), "deny"),
        GateRule(CallPattern(("Bash",), read_patterns("git diff ... --stat, <path>")), "pass"),
        GateRule(CallPattern(("Bash", "Write")), ASK),
    ),
    "",
    Approvers(("ann", "ben", "cara"), 2),
    wait=1,
)
_SPANS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_CHOICE = {"magi": "position", "judges": "option", "quorum": "vote", "approval": "vote", "evidence": "vote"}
_REASON = {"judges": "reasoning", "quorum": "reasoning", "approval": "reasoning"}
_QUESTION = (
    "subject",
    "context",
    "domain",
    "reversibility",
    "action",
    "action_for",
    "constraints",
    "scores",
    "urgency",
    "review_by",
)


class World:
    """Everything that a story begins with, and what has come of it so far."""

    def __init__(self, story: Story, folder: Path, address: str = "") -> None:
        self.folder, self.address, self.clock = folder, address, Clock()
        self.home = folder / "home"
        self.home.mkdir(mode=0o700)
        self.people, self.keys = story.people, dict[str, str]()
        self.labels = dict[str, str]()
        self.panels = dict[str, Any]()
        self.errors: list[Exception] = []
        self._hashes, self._labels = dict[tuple[str, str], list[str]](), dict[str, list[str]]()
        self._last, self._last_review, self._protocols = "", "", dict[str, str]()
        record = open_record(address, self.clock, patience=PATIENCE) if address else MemoryRecord(self.clock)
        self.app = App(record, self._surroundings())

    def _surroundings(self) -> Surroundings:
        numbers, home = count(1), self.home
        return Surroundings(
            self.clock,
            lambda: f"{next(numbers):016x}",
            USUAL,
            lambda: Settings(panels=self.panels, gate=GATE, contributions=str(self.folder / "epics")),
            cache(lambda: Calls(home / "calls", {"PATH": "/usr/bin:/bin"}, {})),
            list,
            lambda: home,
            spans=self._span,
        )

    @contextmanager
    def _span(self, _: str, __: Mapping[str, str | int]) -> Iterator[Any]:
        """Traces see every error that leaves a use case: so its code is known where an interface has only words."""
        try:
            yield lambda *_: None
        except Exception as error:
            self.errors.append(error)
            raise

    async def issue_keys(self) -> None:
        """A key for everybody who is known by one: for everything but admin, unless its scopes are stated."""
        for person in self.people.values():
            if person.kind.endswith("a key"):
                scopes = {*SCOPES} - {ADMIN} if person.scopes is None else {*person.scopes}
                made = await issue_key(self.app, OWNER, person.name, scopes)
                self.keys[person.label], self.labels[f"key of {person.label}"] = made.text, made.key.id

    async def principal(self, person: Person) -> Principal:
        """Somebody as the library knows them."""
        if person.kind == "owner":
            return Principal(person.name, owns_store=True)
        if person.kind == "by name":
            return Principal(person.name)
        if person.kind == "a program":
            return Principal(person.name, via=MCP)
        if person.kind == "in a form":
            return Principal(person.name, ELICITED, via=MCP)
        via = MCP if person.kind.startswith("a program") else ""
        return await authenticate(self.app, self.keys[person.label], via)

    def pass_time(self, span: str) -> None:
        """Puts the clock forward."""
        self.clock.now += _span_of(span)

    # what a story says, as an interface is asked for it

    def resolved(self, operation: str, said: Mapping[str, Any]) -> dict[str, Any]:
        """The fields with ids, hashes and documents in place of the story's words."""
        fields = dict(said)
        if operation in ("open", "plan"):
            fields = {"subject": SUBJECT, **fields}
        if "review" in operation or operation.startswith("file "):
            fields["id"] = self._id(fields.pop("of", None) or self._last_review)
        elif operation not in ("open", "issue key"):
            fields["id"] = self._id(fields.pop("of", None) or self._last)
        for name in ("question", "verdict"):
            if operation in _BOUND[name]:
                fields[name] = self.hash_of(fields["id"], name, fields.get(name))
        if operation == "resolve" and "choice" in fields:
            fields["choice"], fields["go"] = self._choice(fields["id"], fields["choice"])
        for name in ("key", "window", "copy", "against"):
            if name in fields:
                fields[name] = self.labels.get(fields[name], fields[name])
        if operation == "vote" and not {"recused", "error"} & set(fields):
            is_magi = self.protocol_of(fields["id"]) == "magi"
            fields = {"rationale": REASON, **({"confidence": 80} if is_magi else {}), **fields}
            fields = {name: value for name, value in fields.items() if value != "none" or name == "question"}
        for name in ("supersedes", "link"):
            if name in fields:
                fields[name] = self._id(fields[name])
        return fields

    def _id(self, label: str) -> str:
        return self.labels.get(label, label)

    def hash_of(self, deliberation: str, name: str, said: str | None) -> str:
        """The hash that a story means by these words; of what stands, unless they say otherwise."""
        known = self._hashes.get((deliberation, name)) or ["0" * 16]
        match (said or "as it stands").split():
            case ["none"]:
                return ""
            case ["made", "up"]:
                return "f" * 16
            case ["revision" | "count", number]:
                return known[int(number) - 1]
            case ["eight", "digits"]:
                return known[-1].removeprefix("sha256:")[:8]
            case ["eight", "digits", "and", "others"]:
                return known[-1].removeprefix("sha256:")[:8] + "f" * 8
            case ["seven", "digits"]:
                return known[-1].removeprefix("sha256:")[:7]
            case ["of", other]:
                return self._hashes[self._id(other), name][-1]
            case ["as", "it", "stands"]:
                return known[-1]
        raise AssertionError(f"{name}: {said}")

    def _choice(self, deliberation: str, said: str) -> tuple[str, bool]:
        """What people choose, and whether it goes ahead: today a choice is the label of a seat, and a switch."""
        labels = self._labels.get(deliberation, [])
        word = {"go": "APPROVE", "decline": "REJECT"}.get(said, said)
        return next((label for label in labels if label.endswith(word)), said), said != "decline"

    def document(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """The question document that a story opens."""
        document: dict[str, Any] = {"question": {name: said[name] for name in _QUESTION if name in said}}
        protocol = said.get("protocol", "magi")
        if "protocol" in said:
            document["protocol"] = protocol
        if "mode" in said:
            document["mode"] = said["mode"]
        if panel := [self._seat(one, protocol) for one in said.get("panel", ())]:
            document["panel"] = panel
        if options := said.get("options"):
            document["question" if protocol == "magi" else "options"] = (
                {**document["question"], "options": [{"id": one} for one in options]} if protocol == "magi" else options
            )
        document |= {name: said[name] for name in ("approvers", "needed", "threshold", "labels") if name in said}
        if "policy" in said:
            document["policy"] = {
                name: self._moment(value) if name == "ballots_by" else value for name, value in said["policy"].items()
            }
        if any("engine" in one for one in said.get("panel", ()) if isinstance(one, dict)):
            self.panels[PANEL] = {"panel": document["panel"]}
        return document

    def _moment(self, span: str) -> str:
        return stamp(self.clock.now + _span_of(span))

    def _seat(self, said: Any, protocol: str) -> dict[str, Any]:
        if isinstance(said, str):
            return {"seat": said, "voter": f"person:{said}"}
        seat = dict(said)
        if "engine" in seat:
            seat["voter"] = self._program(seat.pop("engine"), protocol)
        for kind in ("person", "agent"):
            if kind in seat:
                name = seat.pop(kind)
                seat["voter"] = f"{kind}:{name}" if name else kind
        return seat

    def _program(self, replies: list[Any], protocol: str) -> str:
        """A program that gives one reply after the other, and the last one again and again."""
        folder = self.folder / f"engine-{len(list(self.folder.glob('engine-*')))}"
        folder.mkdir()
        for number, reply in enumerate(replies, 1):
            is_ballot = isinstance(reply, dict)
            text = (reply.get("says") or json.dumps(self.ballot(reply, protocol))) if is_ballot else ""
            (folder / f"{number}").write_text(f"cat <<'EOF'\n{text}\nEOF\n" if is_ballot else "exit 1\n")
        script = (
            f"#!/bin/sh\ncat > prompt\ncd {folder}\necho x >> calls\nn=$(wc -l < calls)\n"
            f"[ $n -le {len(replies)} ] || n={len(replies)}\n. ./$((n))\n"
        )
        file = folder / "voter"
        file.write_text(script.replace("cat > prompt\n", "cat > /dev/null\n"))
        file.chmod(0o755)
        return f"command:{file}"

    def ballot(self, said: Mapping[str, Any], protocol: str) -> dict[str, Any]:
        """A ballot in the words of a tally document of the protocol."""
        names = {"choice": _CHOICE.get(protocol, "choice"), "rationale": _REASON.get(protocol, "rationale")}
        return {names.get(name, name): value for name, value in said.items()}

    def protocol_of(self, deliberation: str) -> str:
        """The protocol of a deliberation."""
        return self._protocols.get(deliberation, "magi")

    # what has come of it

    def note_opened(self, deliberation: str, label: str | None, is_review: bool = False) -> None:
        """From now on steps are about this one, unless they say otherwise."""
        if is_review:
            self._last_review = deliberation
        else:
            self._last = deliberation
        if label:
            self.labels[label] = deliberation

    @property
    def last(self) -> str:
        """The deliberation that steps are about."""
        return self._last

    @property
    def last_review(self) -> str:
        """The review that steps are about."""
        return self._last_review

    async def seats(self, deliberation: str) -> list[str]:
        """The names of its seats."""
        return [seat.name for seat in (await self.app.load(deliberation)).opened.seats]

    async def written(self, deliberation: str) -> str:
        """All that may be seen of a deliberation, as every interface writes it."""
        found = await self.app.whole(deliberation)
        return json_line(in_full(found.session, found.history, found.record))

    def note_view(self, deliberation: str, written: str) -> dict[str, Any]:
        """The same as values; later steps may name the hashes that stand in it now."""
        view = json.loads(written)
        self._protocols[deliberation] = view["protocol"]
        if view["verdict"] and view["verdict"]["ask"]:
            self._labels[deliberation] = [one["label"] for one in view["verdict"]["ask"]["options"]]
        for name in ("question", "verdict"):
            hashes = self._hashes.setdefault((deliberation, name), [])
            stands = view.get(f"{name}_hash")
            if stands and stands not in hashes:
                hashes.append(stands)
        return dict(view)

    async def events(self) -> list[EventRow]:
        """All events on the record, but who was refused."""
        rows = await self.app.record.export(list)
        return [row for row in rows if isinstance(row, EventRow) and not row[0].startswith((REFUSALS, REFUSAL_DAY))]

    async def close(self) -> None:
        """Ends what is open."""
        await self.app.record.close()


_BOUND = {
    "question": ("vote", "release", "look before voting", "look before voting again"),
    "verdict": ("resolve", "reframe", "defer"),
}


def _span_of(span: str) -> timedelta:
    found = re.fullmatch(r"(\d+)([smhd])", span)
    assert found, f"a span such as 90m: {span}"
    return timedelta(**{_SPANS[found[2]]: int(found[1])})
