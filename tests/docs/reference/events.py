"""What can happen in a deliberation: one line per kind of event."""

import inspect
from typing import Any, get_args

from quorate.deliberation.events import Author, Event, Policy, Reply, Stored
from quorate.fleet.agent_events import AgentEvent
from quorate.fleet.dialectic.dialectic_events import DialecticEvent, ImportedStatement, Objection, Provenance
from tests.docs.reference.tables import code, codes, table

INTRODUCTION = """# Events

Everything that happens in a deliberation is an event on the record. The state of a deliberation is what its events fold
to, and replaying them gives the same verdict, byte for byte. All fields of an event are stored.

The `history` of [a deliberation](deliberation.md) lists the kinds; reports and the record hold all of it.

"""
FLEET = """
## Events of the fleet

An agent and a dialectic have a history of their own on the same record, under ids that begin with `agent-` and
`dialectic-`. A review by a quorum is a deliberation.

"""
PARTS = """
## Values inside events

`Stored` is the envelope of each event.

"""


def events() -> str:
    """The kinds, and the values that they are made of."""
    fleet = FLEET + _table("event", (*get_args(AgentEvent), *get_args(DialecticEvent)))
    values = PARTS + _table("value", (Stored, Author, Policy, Reply, Objection, Provenance, ImportedStatement))
    return INTRODUCTION + _table("event", get_args(Event)) + fleet + values


def _table(what: str, kinds: tuple[Any, ...]) -> str:
    return table(
        (what, "fields", "meaning"), ((code(kind.__name__), codes(kind._fields), _said(kind)) for kind in kinds)
    )


def _said(kind: Any) -> str:
    return " ".join((inspect.getdoc(kind) or "").split())
