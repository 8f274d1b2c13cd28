"""Deliberations in which nobody's text can be trusted: seats, authors, questions, answers and reasons."""

import json
from collections.abc import Callable
from itertools import count
from typing import Any

from hypothesis import strategies as st

from quorate.core.panel import Seat
from quorate.deliberation.events import (
    BallotNote,
    Cast,
    Claimed,
    Failed,
    Policy,
    Replied,
    Reply,
    Resolved,
    Tracked,
    Vindicated,
)
from quorate.deliberation.moves import LONGEST, close_round
from quorate.deliberation.people import decline, override, release, resolve, revise, revoke, supersede
from quorate.deliberation.permission import goes_ahead
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.deadlock import children_opened, defer, reframe
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from tests.deliberation.playing import Play, approve, moment, reject
from tests.reports.hostile import JAPANESE, TEXTS

Said = Callable[[], str]
SHAPES = (
    *("planned", "overridden", "chosen", "declined", "revoked", "superseded", "released", "edited", "open"),
    *("asked", "overdue", "absent", "closed", "engines", "engines_open", "engines_lost"),
    *("asked_again", "deadlocked", "reframed", "deferred", "bound", "debating", "debated", "tracked"),
)


class Teller:
    """Plays a deliberation of one shape in the words that it is given."""

    def __init__(self, said: Said) -> None:
        self.said = said
        self.author = Principal(said(), said(), owns_store=True)
        names = [f"{said()}.{number}" for number in range(3)]
        voters = (f"person:{self.author.name}", "person", f"agent:{self.author.name}")
        self.seats = tuple(Seat(name, said(), voter) for name, voter in zip(names, voters, strict=True))

    def open(self, seats: int = 3, **more: Any) -> Play:
        said = self.said
        question = {
            "subject": f"{said()}?",
            "domain": said()[: LONGEST["domain"]],
            "context": said(),
            "constraints": [said()],
            "action": f"{said()}!",
        }
        played = Play(*self.seats[:seats], **{"question": question, "supersedes": said(), "from_before": True, **more})
        first = played.history[0]._replace(author=self.author.author, deliberation=f"{said()}.", hash=said())
        played.history[0] = first
        played.session = played.session._replace(opened_by=self.author.author, id=first.deliberation)
        return played

    def vote(self, played: Play, votes: list[dict[str, Any]]) -> Play:
        for place, (seat, vote) in enumerate(zip(played.session.opened.seats, votes, strict=False)):
            texts = {"rationale": self.said(), "risks": [self.said()], "conditions": [self.said()]}
            voter = self.author._replace(name=seat.holder or f"{self.author.name}{place}")
            played.vote(seat.name, {**vote, **texts}, voter)
        return played

    def play(self, shape: str) -> Play:
        played: Play = getattr(self, f"_{shape}")()
        return played

    def _planned(self) -> Play:
        warning = [{"kind": "safety", "text": self.said()}]
        played = self.vote(self.open(), [approve(60), approve(60), reject(88, concerns=warning)])
        plan = Resolved("mitigation_plan", f"{self.said()}.", owner=f"{self.said()}.", monitor=f"{self.said()}.")
        return played.take(*resolve(played.session, plan, self.author, played.now), author=self.author)

    def _tracked(self) -> Play:
        """A register that people have kept, in words that nobody has looked at."""
        played = self._planned()
        for item in ("R1", "D1", "C1"):
            words = {name: f"{self.said()}." for name in ("owner", "mitigation", "monitor", "note")}
            played.take(Tracked(item, "mitigated", due="2026-12-01", **words), author=self.author)
        happened = (Vindicated(item, f"{self.said()}.", f"{self.said()}.") for item in ("R1", "D1"))
        return played.take(*happened, author=self.author)

    def _overridden(self) -> Play:
        played = self.vote(self.open(), [reject(), reject(), reject()])
        words = f"{self.said()}.", f"{self.said()}."
        return played.take(*override(played.session, *words, self.author, played.now), author=self.author)

    def _split(self, policy: Policy | None = None) -> Play:
        return self.vote(self.open(2, policy=policy), [approve(), reject()])

    def _chosen(self) -> Play:
        played = self._split()
        assert played.session.verdict
        assert played.session.verdict.ask
        labels = [option.label for option in played.session.verdict.ask.options]
        label = next(label for label in labels if goes_ahead(played.session, label))
        answer = Resolved("human_choice", f"{self.said()}.", label, True)
        return played.take(*resolve(played.session, answer, self.author, played.now), author=self.author)

    def _asked(self) -> Play:
        policy = Policy(answer_minutes=5, at_answer_by="decline", people=(self.author.name, self.said()))
        return self._split(policy)

    def _overdue(self) -> Play:
        return self._asked().later(600).settle()

    def _absent(self) -> Play:
        return self._open().later(60).settle()

    def _closed(self) -> Play:
        played = self.vote(self.open(), [approve(), reject()])
        return played.take(*close_round(played.session, played.now, self.author), author=self.author)

    def _declined(self) -> Play:
        played = self._split()
        return played.take(*decline(played.session, f"{self.said()}.", self.author, played.now), author=self.author)

    def _approved(self) -> Play:
        return self.vote(self.open(), [approve(), approve(), approve()])

    def _revoked(self) -> Play:
        played = self._approved()
        return played.take(*revoke(played.session, f"{self.said()}.", self.author), author=self.author)

    def _superseded(self) -> Play:
        played = self._approved()
        return played.take(*supersede(played.session, self.said(), self.author), author=self.author)

    def _released(self) -> Play:
        played = self._approved()
        return played.take(*release(played.session, played.session.question.action), author=self.author)

    def _edited(self) -> Play:
        played = self._approved()
        edit = revise(played.session, {"context": f"{self.said()}.2"}, f"{self.said()}.", by=self.author)
        return self.vote(played.take(*edit, author=self.author).settle(), [approve()])

    def _open(self) -> Play:
        policy = Policy(ballots_by=moment(50), at_ballots_by="count", people=(self.said(),))
        return self.vote(self.open(policy=policy), [approve(), reject()])

    def _engines_open(self) -> Play:
        """A fall-back in which one engine has answered: nothing of what it said may be seen yet."""
        said = self.said
        voters = ("claude", f"openai:{said()}@http://{said()}", f"command:{said()}")
        self.seats = tuple(seat._replace(voter=voter) for seat, voter in zip(self.seats, voters, strict=True))
        before = said()
        lost = (f"{said()}.1", "codex")
        played = self.open(lost=lost, parent=before, supersedes=before, policy=Policy(max_cost="1"))
        self._call(played, self.seats[0], Reply("answered", "{}"))
        return played.take(self._cast(self.seats[0]))

    def _engines(self) -> Play:
        """The same with two more calls: one says what it used, one fails."""
        played, said = self._engines_open(), self.said
        _, openai, command = self.seats
        body = {"model": f"{said()}.", "usage": {"prompt_tokens": 12, "completion_tokens": 3}, "choices": []}
        self._call(played, openai, Reply("answered", json.dumps(body), attempts=2))
        self._call(played, command, Reply("error", detail=said(), complaint=said()))
        return played.take(self._cast(openai), Failed(1, command.name, "error", f"{said()}.", 1)).settle()

    def _engines_lost(self) -> Play:
        """Engine Mode that lost both external engines and went on elsewhere."""
        voters = ("claude", "codex", "gemini")
        self.seats = tuple(Seat(seat.name, "", voter) for seat, voter in zip(self.seats, voters, strict=True))
        played = Play(*self.seats, mode="engine", question={"subject": f"{self.said()}?"}, from_before=True)
        self._call(played, self.seats[0], Reply("answered", "{}"))
        failed = [Failed(1, seat.name, "timeout", f"{self.said()}.", 1) for seat in self.seats[1:]]
        played.take(self._cast(self.seats[0]), *failed).settle()
        return played.take(*supersede(played.session, f"{self.said()}.", self.author), author=self.author)

    def _again(self, played: Play) -> Play:
        """Somebody brings something new, and the second seat looks again."""
        news = f"{self.said()}.\n{self.said()} {len(played.session.rounds)}"
        request = Again("new_evidence", f"{self.said()}.", news, (self.seats[1].name,))
        return played.take(*redeliberate(played.session, request, self.author), author=self.author).settle()

    def _asked_again(self) -> Play:
        return self._again(self._split())

    def _deadlocked(self, policy: Policy | None = None) -> Play:
        played = self._split(policy)
        for _ in range(2):
            texts = {"rationale": self.said(), "alternatives": [self.said()], "concerns": [self._concern()]}
            self._again(played).vote(self.seats[1].name, {**reject(90), **texts}, self.author)
        return played

    def _concern(self) -> dict[str, str]:
        return {"kind": "other", "text": f"{self.said()}."}

    def _reframed(self) -> Play:
        played = self._deadlocked()
        played.take(
            *reframe(played.session, [f"{self.said()}.1", f"{self.said()}.2"], by=self.author), author=self.author
        )
        return played.take(*children_opened(played.session, [f"{self.said()}.", f"{self.said()}."]))

    def _deferred(self) -> Play:
        played = self._deadlocked()
        words = (f"{self.said()}." for _ in range(3))
        return played.take(*defer(played.session, *words, by=self.author), author=self.author)

    def _bound(self) -> Play:
        return self._deadlocked(Policy(deadlock="most-confident"))

    def _debating(self) -> Play:
        options = [{"id": f"{self.said()}.{number}", "text": self.said()} for number in range(3)]
        question = {"subject": f"{self.said()}?", "options": options}
        played = self.open(protocol="judges", question=question, policy=Policy(debate_rounds=1))
        self._options = [option.id for option in played.session.question.options]
        for seat, option in zip(self.seats, self._options, strict=True):
            played.vote(seat.name, {"option": option, "confidence": "HIGH", "reasoning": self.said()}, self.author)
        return played

    def _debated(self) -> Play:
        played = self._debating()
        for seat in self.seats:
            more = {"challenge": f"{self.said()}.", "convinced_by": f"{self.said()}.", "reasoning": self.said()}
            vote = {"option": self._options[0], "confidence": "LOW", **more}
            played.vote(seat.name, vote, self.author)
        return played

    def _call(self, played: Play, seat: Seat, reply: Reply) -> None:
        played.take(Claimed(1, seat.name, 1, "call", moment(600), "n1"), Replied(1, seat.name, 1, reply))

    def _cast(self, seat: Seat) -> Cast:
        vote = {**approve(60), "rationale": self.said(), "inferred": True}
        return Cast(
            1,
            seat.name,
            "",
            vote,
            fence=1,
            found=(BallotNote(self.said()), BallotNote("unknown_key", {"key": self.said()})),
        )


@st.composite
def deliberations(draw: Any, texts: st.SearchStrategy[str] = TEXTS) -> Play:
    """Deliberations of all shapes in the words of a strategy."""
    return Teller(lambda: draw(texts)).play(draw(st.sampled_from(SHAPES)))


@st.composite
def hostile_and_tame(draw: Any) -> tuple[Play, Play]:
    """The same deliberation twice: as nobody would want it, and harmless."""
    shape = draw(st.sampled_from(SHAPES))
    numbers = (count(), count())  # equal texts would be told once only
    hostile = Teller(lambda: f"{draw(TEXTS)}.{next(numbers[0])}")
    tame = Teller(lambda: f"t.{next(numbers[1])}")
    return hostile.play(shape), tame.play(shape)


JAPANESE_ONES = deliberations(JAPANESE)
