"""Deliberations with engines for the tests of reports: calls and ballots as the record would hold them."""

import json
from typing import Any

from quorate.core.panel import Seat
from quorate.deliberation.engines.engine_mode import fallback_of
from quorate.deliberation.events import BallotNote, Cast, Failed, Policy, Replied, Reply, Resolved
from quorate.deliberation.moves import claim
from quorate.deliberation.people import resolve, supersede
from tests.deliberation.playing import ANN, BEN, Play, approve, reject
from tests.reports.deliberating import QUESTION

FREE = {key: value for key, value in QUESTION.items() if key != "action"}
CHILD, PARENT = "MAGI-2026-1115-002", "MAGI-2026-1115-000"
BY_LINE = "by_line"
TIMED_OUT = Reply("timeout", detail="no answer within 60 s, asked twice", attempts=2)


def engines(*names: str) -> tuple[Seat, ...]:
    """One neutral seat for each."""
    return tuple(Seat(name.capitalize(), "", name) for name in names)


def lenses(voter: str = "claude") -> tuple[Seat, ...]:
    """One engine in three seats."""
    return tuple(Seat(lens, lens, voter) for lens in ("Logos", "Pathos", "Sophia"))


def claude_says(cost: str | None = "0.0123", tokens: tuple[int, int] = (1200, 340), **more: Any) -> Reply:
    """Claude's envelope around some answer."""
    usage = {"input_tokens": tokens[0], "output_tokens": tokens[1]}
    models = {"claude-opus-5": {"inputTokens": tokens[0], "outputTokens": tokens[1]}}
    result = {"type": "result", "subtype": "success", "is_error": False, "result": "...", "usage": usage}
    text = json.dumps({**result, "modelUsage": models, "total_cost_usd": 0})
    return Reply("answered", text.replace('"total_cost_usd": 0', f'"total_cost_usd": {cost or "null"}'), **more)


def codex_says(taken: int = 900, given: int = 210) -> Reply:
    """Codex's envelope around some answer; it never says what it cost."""
    events = [
        {"type": "turn.started"},
        {"type": "item.completed", "item": {"type": "agent_message", "text": "..."}},
        {"type": "turn.completed", "usage": {"input_tokens": taken, "output_tokens": given}},
    ]
    return Reply("answered", "\n".join(map(json.dumps, events)))


class EnginePlay(Play):
    """A deliberation in which engines are called."""

    def calls(self, seat: str) -> "EnginePlay":
        self.take(*claim(self.session, seat, f"call-{seat}", "n1", self.now, 600))
        return self

    def brings(self, seat: str, reply: Reply, vote: dict[str, Any] | None = None, *codes: str) -> "EnginePlay":
        """A call that is over, and what its reply was read as."""
        self.calls(seat)
        round_ = self.session.rounds[-1]
        self.take(Replied(round_.number, seat, 1, reply))
        kind = reply.outcome if reply.outcome != "answered" else "unreadable"
        failed = Failed(round_.number, seat, kind, reply.detail or "no ballot block in it", 1)
        cast = Cast(round_.number, seat, round_.question, vote or {}, fence=1, found=tuple(map(BallotNote, codes)))
        self.take(cast if vote else failed).settle()
        return self


def three_engines() -> EnginePlay:
    """All three answer, one of them at the second attempt, one with a block that had to be read line by line."""
    played = EnginePlay(
        *engines("claude", "codex", "gemini"), mode="engine", question=FREE, policy=Policy(max_cost="2")
    )
    played.brings("Claude", claude_says(), approve(84, rationale="The load fits"))
    played.brings("Codex", codex_says(), approve(70, rationale="Less to run"), BY_LINE)
    gemini = reject(60, rationale="Too early", inferred=True)
    return played.brings("Gemini", Reply("answered", "{}", attempts=2), gemini)


def one_engine_fails() -> EnginePlay:
    """Gemini times out; the verdict would release an action."""
    played = EnginePlay(*engines("claude", "codex", "gemini"), mode="engine", question=QUESTION)
    played.brings("Claude", claude_says(), approve(84, rationale="The load fits"))
    played.brings("Codex", codex_says(), approve(70, rationale="Less to run"))
    return played.brings("Gemini", TIMED_OUT)


def two_engines() -> EnginePlay:
    """Gemini was not there from the start."""
    played = EnginePlay(*engines("claude", "codex"), mode="engine", lost=("gemini",), question=FREE)
    played.brings("Claude", claude_says(), approve(84, rationale="The load fits"))
    return played.brings("Codex", codex_says(), reject(70, rationale="More to run"))


def fallen_back(question: dict[str, Any] = FREE) -> EnginePlay:
    """Claude alone was there: three isolated calls."""
    played = EnginePlay(*lenses(), lost=("codex", "gemini"), question=question)
    played.brings("Logos", claude_says("0.01"), approve(84, rationale="The load fits"))
    played.brings("Pathos", claude_says("0.02"), approve(70, rationale="Fewer pages at night"))
    return played.brings("Sophia", claude_says("0.00001"), approve(76, rationale="One system fewer"))


def fallen_back_and_held() -> EnginePlay:
    """The same for a question that would release an action."""
    return fallen_back(QUESTION)


def fallen_back_and_verified() -> EnginePlay:
    """The same after a person has verified it."""
    played = fallen_back_and_held()
    answer = Resolved("verification", "Asked Codex by hand; it agrees.")
    played.take(*resolve(played.session, answer, BEN, played.now), author=BEN)
    return played


def fallen_back_and_voting() -> EnginePlay:
    """The same while two seats are still awaited."""
    played = EnginePlay(*lenses(), lost=("codex", "gemini"), question=QUESTION)
    played.brings("Logos", claude_says("0.01"), approve(84, rationale="The load fits"), BY_LINE)
    return played.calls("Pathos")


def engines_lost() -> EnginePlay:
    """Both external engines are lost while it runs, before it goes on elsewhere."""
    played = EnginePlay(*engines("claude", "codex", "gemini"), mode="engine", question=FREE)
    played.brings("Claude", claude_says(), approve(84, rationale="The load fits"))
    played.brings("Codex", Reply("error", detail="codex ended with status 1: Not logged in", status=1))
    return played.brings("Gemini", TIMED_OUT)


def went_on_in_a_child() -> EnginePlay:
    """The first deliberation, after its child was opened."""
    played = engines_lost()
    assert fallback_of(played.session)
    played.take(*supersede(played.session, CHILD, ANN))
    return played


def child() -> EnginePlay:
    """The child in Simple Mode."""
    opening = fallback_of(engines_lost().session)
    assert opening
    played = EnginePlay(*opening.seats, lost=opening.lost, parent=PARENT, supersedes=PARENT, question=FREE)
    played.brings("Logos", claude_says("0.01"), approve(84, rationale="The load fits"))
    played.brings("Pathos", claude_says("0.02"), reject(70, rationale="Night shifts suffer"))
    return played.brings("Sophia", claude_says(None), approve(76, rationale="One system fewer"))


STORIES = {
    story.__name__: story
    for story in (
        three_engines,
        one_engine_fails,
        two_engines,
        fallen_back,
        fallen_back_and_held,
        fallen_back_and_verified,
        fallen_back_and_voting,
        engines_lost,
        went_on_in_a_child,
        child,
    )
}
