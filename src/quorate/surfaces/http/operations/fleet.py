"""The fleet over HTTP: agents, and their reviews by a quorum or by two parties. Every answer says whose move it is."""

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
from quorate.app.fleet.fleet_overview import list_reviews, show_fleet
from quorate.app.fleet.quorum_reviews import settle_review, submit_quorum_vote
from quorate.app.fleet.review_requests import request_dialectic_review, request_quorum_review
from quorate.app.fleet.review_state import Review
from quorate.app.fleet.session_import import import_plain, import_sessions
from quorate.core.codec import json_line
from quorate.core.shape import Shape, record
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.session import Session
from quorate.fleet.agent_story import AgentStory
from quorate.fleet.dialectic.tool_arguments import antithesis_of, synthesis_of, thesis_of
from quorate.surfaces.http.operation import Act, Call, Operation, Rendered, says_repeats
from quorate.surfaces.http.operations import fleet_bodies
from quorate.views.fleet import agent_plain, history_plain

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
    Operation("list_agents", "GET", "/agents", "List the agents of the fleet", _list, "agents", fleet_bodies.PAGE),
    Operation(
        "register_agent", "POST", "/agents", "Register an agent", _register, "agent", {}, fleet_bodies.REGISTRATION, 201
    ),
    Operation("show_agent", "GET", _AGENT, "Show an agent", _show, "agent"),
    Operation("agent_history", "GET", f"{_AGENT}/history", "Show what happened to an agent", _history, "history"),
    _on_agent("describe_agent", "description", "Set its owner and tags", _describe, record(fleet_bodies.WHOSE)),
    _on_agent("report_state", "reports", "Report its state, which is never one's own", _report, fleet_bodies.REPORT),
    _on_agent("pause_agent", "pause", "Pause it", _pause, fleet_bodies.REASON),
    _on_agent("archive_agent", "archive", "Take it out of the fleet", _archive, fleet_bodies.OPTIONAL_REASON),
    _on_agent("judge_review", "judgements", "Say whether a review by it held up", _judge, fleet_bodies.JUDGEMENT),
    Operation("show_fleet", "GET", "/fleet", "Show the fleet at a glance", _fleet, "fleet"),
    Operation(
        "list_reviews", "GET", "/reviews", "List reviews by their state", _list_reviews, "reviews", fleet_bodies.REVIEWS
    ),
    Operation("show_review", "GET", _REVIEW, "Show a review and whose move it is", _review, "review"),
    _request(
        "request_quorum_review", "quorum", "Ask for a review by a quorum", _request_quorum, fleet_bodies.QUORUM_REQUEST
    ),
    _request(
        "request_dialectic_review",
        "dialectic",
        "Ask for a review by one other",
        _request_dialectic,
        fleet_bodies.DIALECTIC_REQUEST,
    ),
    _request(
        "import_sessions",
        "import",
        "Import sessions of another review system, as history",
        _import,
        fleet_bodies.SESSIONS,
        "import",
    ),
    _on_review("submit_quorum_vote", "votes", "Vote, once, as a chosen reviewer", _vote, fleet_bodies.VOTE),
    _on_review(
        "submit_thesis", "thesis", "Say what went wrong, as the paused agent", _thesis, record(fleet_bodies.THESIS)
    ),
    _on_review(
        "submit_antithesis",
        "antithesis",
        "Say what you observed, as the reviewer",
        _antithesis,
        fleet_bodies.ANTITHESIS,
    ),
    _on_review("submit_synthesis", "synthesis", "Propose conditions, or agree", _synthesis, fleet_bodies.SYNTHESIS),
    _on_review(
        "reassign_reviewer", "reassignment", "Hand it to another reviewer", _reassign, fleet_bodies.REASSIGNMENT
    ),
    _on_review(
        "verify_review", "verification", "Verify an agreement, as an operator", _verify, fleet_bodies.VERIFICATION
    ),
    _on_review(
        "decide_review", "decision", "Decide an escalated review, as an operator", _decide, fleet_bodies.DECISION
    ),
)
OPERATIONS = tuple(one._replace(act=says_repeats(one.act)) if one.changes else one for one in _OPERATIONS)
