"""The fleet over HTTP: agents, and their reviews by a quorum or by two parties. Every answer says whose move it is."""

from collections.abc import Mapping
from typing import Any

from quorate.app.fleet.agents import (
    AgentReport,
    agent_history,
    archive_agent,
    describe_agent,
    judge_review,
    list_agents,
    pause_agent,
    register_agent,
    report_state,
    show_agent,
)
from quorate.app.fleet.dialectic_reviews import (
    decide_review,
    reassign_review,
    submit_antithesis,
    submit_synthesis,
    submit_thesis,
    verify_review,
)
from quorate.app.fleet.fleet_overview import STATES, list_reviews, show_fleet
from quorate.app.fleet.quorum_reviews import settle_review, submit_quorum_vote
from quorate.app.fleet.review_requests import request_dialectic_review, request_quorum_review
from quorate.app.fleet.review_state import Review
from quorate.app.fleet.session_import import import_plain, import_sessions
from quorate.core.codec import json_line
from quorate.core.shape import FILLED, FLAG, TEXT, TEXTS, Field, Shape, mapping_of, number, one_of, record, whole
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.session import Session
from quorate.fleet.agent import STATUSES
from quorate.fleet.agent_story import AgentStory
from quorate.fleet.dialectic.tool_arguments import antithesis_of, synthesis_of, thesis_of
from quorate.protocols.quorum.conditions import CONDITIONS, EXAMPLES
from quorate.surfaces.http.operation import Act, Call, Operation, Rendered, says_repeats
from quorate.views.fleet import agent_plain, history_plain

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


_AGENT, _REVIEW = "/agents/{agent}", "/reviews/{session}"


def _line(value: Any, status: int = 200) -> Rendered:
    return Rendered(json_line(value) + "\n", status)


def _shown(call: Call, review: Review, **more: Any) -> Rendered:
    if isinstance(review.state, Session):
        call.follow_up(review.state)  # engines among its reviewers are asked in the background
    return _line({**review.plain(call.who.name), **more})


def _agent(story: AgentStory, status: int = 200) -> Rendered:
    return _line(agent_plain(story), status)


async def _list(call: Call) -> Rendered:
    asked = call.query
    found = await list_agents(call.app, call.who, asked["status"] or "", asked["after"], asked["limit"] + 1)
    shown = found[: asked["limit"]]
    after = shown[-1].agent.agent_id if len(found) > len(shown) else ""
    return _line({"agents": [agent_plain(one) for one in shown], "after": after})


async def _register(call: Call) -> Rendered:
    said, is_remote = call.body, call.who.proof == AUTHENTICATED
    return _agent(await register_agent(call.app, call.who, **said, is_remote=is_remote, key=call.key), 201)


async def _show(call: Call) -> Rendered:
    return _agent(await show_agent(call.app, call.who, call.path["agent"]))


async def _history(call: Call) -> Rendered:
    return _line({"events": history_plain(await agent_history(call.app, call.who, call.path["agent"]))})


async def _describe(call: Call) -> Rendered:
    return _agent(await describe_agent(call.app, call.who, call.path["agent"], **call.body, key=call.key))


async def _report(call: Call) -> Rendered:
    return _agent(await report_state(call.app, call.who, call.path["agent"], AgentReport(**call.body), call.key))


async def _pause(call: Call) -> Rendered:
    return _agent(await pause_agent(call.app, call.who, call.path["agent"], call.body["reason"], call.key))


async def _archive(call: Call) -> Rendered:
    return _agent(await archive_agent(call.app, call.who, call.path["agent"], call.body["reason"], call.key))


async def _judge(call: Call) -> Rendered:
    return _agent(await judge_review(call.app, call.who, call.path["agent"], **call.body, key=call.key))


async def _fleet(call: Call) -> Rendered:
    return _line((await show_fleet(call.app, call.who)).plain(call.who.name))


async def _list_reviews(call: Call) -> Rendered:
    return _line((await list_reviews(call.app, call.who, **call.query)).plain(call.who.name))


async def _review(call: Call) -> Rendered:
    return _shown(call, await settle_review(call.app, call.who, call.path["session"]))


async def _request_quorum(call: Call) -> Rendered:
    said, agent = call.body, call.body["agent_id"] or call.who.name
    asked = agent, said["reason"], said["dispute_type"], call.key
    return _shown(call, await request_quorum_review(call.app, call.who, *asked))


async def _request_dialectic(call: Call) -> Rendered:
    said, agent = call.body, call.body["agent_id"] or call.who.name
    thesis = thesis_of(said) if said["root_cause"] or said["proposed_conditions"] else None
    asked = agent, said["issue_description"] or said["reason"], thesis, said["dispute_type"], call.key
    return _shown(call, await request_dialectic_review(call.app, call.who, *asked))


async def _vote(call: Call) -> Rendered:
    said = {key: call.body[key] for key in ("vote", "reasoning", "conditions")}
    asked = call.path["session"], said, call.body["agent_id"], call.key
    return _shown(call, await submit_quorum_vote(call.app, call.who, *asked), vote_recorded=True)


async def _thesis(call: Call) -> Rendered:
    asked = call.path["session"], thesis_of(call.body), call.key
    return _shown(call, await submit_thesis(call.app, call.who, *asked))


async def _antithesis(call: Call) -> Rendered:
    asked = call.path["session"], antithesis_of(call.body), call.key
    return _shown(call, await submit_antithesis(call.app, call.who, *asked))


async def _synthesis(call: Call) -> Rendered:
    asked = call.path["session"], synthesis_of(call.body), call.key
    return _shown(call, await submit_synthesis(call.app, call.who, *asked))


async def _reassign(call: Call) -> Rendered:
    asked = call.path["session"], call.body["new_reviewer_id"], call.body["reason"], call.key
    return _shown(call, await reassign_review(call.app, call.who, *asked))


async def _verify(call: Call) -> Rendered:
    return _shown(call, await verify_review(call.app, call.who, call.path["session"], **call.body, key=call.key))


async def _decide(call: Call) -> Rendered:
    return _shown(call, await decide_review(call.app, call.who, call.path["session"], **call.body, key=call.key))


async def _import(call: Call) -> Rendered:
    return _line(import_plain(await import_sessions(call.app, call.who, call.data, "the body", call.key)))


def _on_agent(name: str, path: str, summary: str, act: Act, body: Shape) -> Operation:
    return Operation(name, "POST", f"{_AGENT}/{path}", summary, act, "agent", body=body)


def _on_review(name: str, path: str, summary: str, act: Act, body: Shape) -> Operation:
    return Operation(name, "POST", f"{_REVIEW}/{path}", summary, act, "review", body=body)


def _request(name: str, path: str, summary: str, act: Act, body: Shape, shows: str = "review") -> Operation:
    return Operation(name, "POST", f"/reviews/{path}", summary, act, shows, body=body)


_OPERATIONS = (
    Operation("list_agents", "GET", "/agents", "List the agents of the fleet", _list, "agents", PAGE),
    Operation("register_agent", "POST", "/agents", "Register an agent", _register, "agent", {}, REGISTRATION, 201),
    Operation("show_agent", "GET", _AGENT, "Show an agent", _show, "agent"),
    Operation("agent_history", "GET", f"{_AGENT}/history", "Show what happened to an agent", _history, "history"),
    _on_agent("describe_agent", "description", "Set its owner and tags", _describe, record(WHOSE)),
    _on_agent("report_state", "reports", "Report its state, which is never one's own", _report, REPORT),
    _on_agent("pause_agent", "pause", "Pause it", _pause, REASON),
    _on_agent("archive_agent", "archive", "Take it out of the fleet", _archive, OPTIONAL_REASON),
    _on_agent("judge_review", "judgements", "Say whether a review by it held up", _judge, JUDGEMENT),
    Operation("show_fleet", "GET", "/fleet", "Show the fleet at a glance", _fleet, "fleet"),
    Operation("list_reviews", "GET", "/reviews", "List reviews by their state", _list_reviews, "reviews", REVIEWS),
    Operation("show_review", "GET", _REVIEW, "Show a review and whose move it is", _review, "review"),
    _request("request_quorum_review", "quorum", "Ask for a review by a quorum", _request_quorum, QUORUM_REQUEST),
    _request(
        "request_dialectic_review",
        "dialectic",
        "Ask for a review by one other",
        _request_dialectic,
        DIALECTIC_REQUEST,
    ),
    _request(
        "import_sessions",
        "import",
        "Import sessions of another review system, as history",
        _import,
        SESSIONS,
        "import",
    ),
    _on_review("submit_quorum_vote", "votes", "Vote, once, as a chosen reviewer", _vote, VOTE),
    _on_review("submit_thesis", "thesis", "Say what went wrong, as the paused agent", _thesis, record(THESIS)),
    _on_review(
        "submit_antithesis",
        "antithesis",
        "Say what you observed, as the reviewer",
        _antithesis,
        ANTITHESIS,
    ),
    _on_review("submit_synthesis", "synthesis", "Propose conditions, or agree", _synthesis, SYNTHESIS),
    _on_review("reassign_reviewer", "reassignment", "Hand it to another reviewer", _reassign, REASSIGNMENT),
    _on_review("verify_review", "verification", "Verify an agreement, as an operator", _verify, VERIFICATION),
    _on_review("decide_review", "decision", "Decide an escalated review, as an operator", _decide, DECISION),
)
OPERATIONS = tuple(one._replace(act=says_repeats(one.act)) if one.changes else one for one in _OPERATIONS)
