"""The bodies and queries of requests about the fleet: shapes that read them and give their schemas."""

from collections.abc import Mapping

from quorate.app.fleet.fleet_overview import STATES
from quorate.core.shape import FILLED, FLAG, TEXT, TEXTS, Field, Shape, mapping_of, number, one_of, record, whole
from quorate.fleet.agent import STATUSES
from quorate.protocols.quorum.conditions import CONDITIONS, EXAMPLES

_ANYTHING = Shape(lambda value, *_: value, {})
_SOME_TEXT, _LIST = Field(TEXT, default=""), Field(TEXTS, default=())
_WHY = Field(FILLED, "Why.", True, "")
_CONDITIONS = (
    "Conditions of a resume: mappings such as `{kind: monitor, what: coherence, for: 24h}`, or texts such as `"
    + "`, `".join(EXAMPLES)
    + "`. Any other text is a note: nothing applies it, and a person has to accept it if it names a protection."
)
_PROVENANCE = Field(mapping_of(_ANYTHING), "Who reviewed by what: reviewer_kind, backend, model_used, degraded.")
WHOSE: Mapping[str, Field] = {
    "owner": Field(TEXT, "Whose it is; agents of one owner never review each other.", default=""),
    "tags": Field(TEXTS, "What it works on.", default=()),
}
REGISTRATION = record(
    {
        "agent_id": Field(FILLED, "Its name, for good.", True, ""),
        **WHOSE,
        "works_here": Field(FLAG, "It is a reviewer or operator of the review system itself.", default=False),
        "voter": Field(TEXT, "An engine that reviews under this name, such as claude; or person.", default=""),
    }
)
REPORT = record(
    {
        "risk_score": Field(number(0, 1), "0 to 1 (default: unknown)."),
        "coherence": Field(number(0, 1), "0 to 1 (default: unknown)."),
        "void_active": Field(FLAG, "A void is active (default: no)."),
    }
)
JUDGEMENT = record(
    {
        "session_id": Field(FILLED, "The review.", True, ""),
        "held_up": Field(FLAG, "Whether it held up.", True, False),
    }
)
_OF_AGENT: Mapping[str, Field] = {
    "agent_id": Field(TEXT, "The paused agent (default: the caller).", default=""),
    "reason": Field(TEXT, "Why a review is needed.", default=""),
    "dispute_type": Field(TEXT, "What is disputed, such as safety or review_system.", default=""),
}
_SECRET = {"api_key": Field(Shape(lambda *_: None, {"deprecated": True}), "Deprecated; ignored.")}
"""A key belongs in the header: what comes here is neither used, kept nor repeated."""
QUORUM_REQUEST = record({**_OF_AGENT, "reason": _WHY, **_SECRET})
THESIS: Mapping[str, Field] = {
    "root_cause": Field(TEXT, "What went wrong.", default=""),
    "proposed_conditions": Field(CONDITIONS, _CONDITIONS, default=()),
    "reasoning": _SOME_TEXT,
}
DIALECTIC_REQUEST = record({**_OF_AGENT, "issue_description": Field(TEXT, "The same as `reason`."), **THESIS})
VOTE = record(
    {
        "vote": Field(TEXT, "resume, block or cooldown.", True, ""),
        "reasoning": Field(TEXT, "Why.", True, ""),
        "conditions": Field(CONDITIONS, _CONDITIONS, default=()),
        "agent_id": Field(TEXT, "The voter, which can only be the caller.", default=""),
        **_SECRET,
    }
)
ANTITHESIS = record(
    {
        "observed_metrics": Field(mapping_of(_ANYTHING), "What was observed.", default={}),
        "concerns": Field(TEXTS, "What speaks against it.", default=()),
        "reasoning": _SOME_TEXT,
        "reviewer_provenance": _PROVENANCE,
    }
)
SYNTHESIS = record(
    {
        "proposed_conditions": Field(CONDITIONS, _CONDITIONS, default=()),
        "conditions": Field(CONDITIONS, "The same.", default=()),
        "agrees": Field(_ANYTHING, 'Only true, "true", "1" and "yes" agree.'),
        "concerns": _LIST,
        "root_cause": _SOME_TEXT,
        "reasoning": _SOME_TEXT,
        "reviewer_provenance": _PROVENANCE,
    }
)
REASSIGNMENT = record(
    {
        "new_reviewer_id": Field(TEXT, "Who reviews from now on (default: the highest authority).", default=""),
        "reason": _SOME_TEXT,
    },
)
VERIFICATION = record(
    {
        "approves": Field(FLAG, "Whether it may be carried out.", True, False),
        "reason": _WHY,
        "accept_notes": Field(TEXTS, "Notes to accept, such as `N1`.", default=()),
        "strike_notes": Field(TEXTS, "Notes to strike. Every note has to be accepted or struck.", default=()),
        "ended": Field(TEXT, "The `hash` of the resolution that was read; required if there are notes.", default=""),
    }
)
DECISION = record(
    {
        "action": Field(TEXT, "resume, block or cooldown.", True, ""),
        "conditions": Field(CONDITIONS, _CONDITIONS, default=()),
        "reason": _WHY,
    }
)
SESSIONS = Shape(lambda value, *_: value, {"type": ["object", "array"]})
"""A session of another review system, a list of them, or a mapping with the list in `sessions`."""
PAGE = {
    "status": Field(one_of(*STATUSES), "Only these."),
    "after": Field(TEXT, "Only names behind this one.", default=""),
    "limit": Field(whole(1, 1000), "Maximum number of agents.", default=100),
}
REVIEWS = {
    "status": Field(one_of(*STATES), "open, ended, or a phase.", default="open"),
    "agent_id": Field(TEXT, "Only reviews of this agent.", default=""),
    "after": Field(TEXT, "Start after this cursor, which the previous page has.", default=""),
    "limit": Field(whole(1, 1000), "Maximum number of reviews.", default=100),
}
REASON, OPTIONAL_REASON = record({"reason": _WHY}), record({"reason": _SOME_TEXT})
