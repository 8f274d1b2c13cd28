"""Three people under magi, written down as plainly as it can be: what is allowed, and what follows."""

from typing import Any

from tests.naive.magi import count

SEATS = ("Logos", "Pathos", "Sophia")
OVERRIDABLE = {"risk_acceptance", "more_context", "challenge_round"}


class Model:
    """The same rules a second time, with nothing but sets and dicts."""

    def __init__(self) -> None:
        self.context = ""
        self.ballots: dict[str, dict[str, Any]] = {}
        self.outcome: dict[str, Any] | None = None
        self.had_outcome = False
        self.met: set[str] = set()
        self.refused = False
        self.ended = ""
        self.asked: tuple[str, ...] = SEATS
        self.voted: set[str] = set()
        self.again = 0
        self.children = 0
        self.facts: set[str] = set()
        self.said: dict[str, bool] = {}
        self.warned: dict[str, bool] = {}
        self.silenced: set[str] = set()

    @property
    def is_open(self) -> bool:
        return not self.ended and self.outcome is None

    @property
    def needed(self) -> set[str]:
        if self.outcome is None:
            return set()
        needed = set(self.outcome["requires"]) | ({"human_choice"} if self.is_stuck else set())
        needed |= {"proceed": set[str](), "ask": {"human_choice"}}.get(self.outcome["action"], {"risk_acceptance"})
        if self.silenced and self.outcome["action"] in ("proceed", "ask"):
            needed |= {"verification"}
            needed |= {"mitigation_plan"} if any(self.warned[one] for one in self.silenced) else set()
        return needed - self.met

    @property
    def may_act(self) -> bool:
        return not self.ended and self.outcome is not None and not self.needed and not self.refused

    @property
    def may_answer(self) -> bool:
        return not self.ended and self.outcome is not None and not self.refused

    @property
    def is_stuck(self) -> bool:
        return self.again >= 2 and self.outcome is not None and self.outcome["action"] in ("ask", "redeliberate")

    @property
    def is_deadlocked(self) -> bool:
        return self.is_stuck and not self.ended

    def vote(self, seat: str, vote: dict[str, Any], supersede: bool) -> bool:
        if not self.is_open or seat not in self.asked or (seat in self.voted and not supersede):
            return False
        self.ballots[seat] = vote
        self.voted.add(seat)
        self.said[seat] = bool(vote.get("concerns"))
        if self.voted == set(self.asked):
            self._count()
        return True

    def deliberate_again(self, seats: tuple[str, ...], factual: bool, fact: str) -> bool:
        if self.ended or self.outcome is None or not seats or not set(seats) <= set(SEATS) or fact in self.facts:
            return False
        if not factual and self.again >= 2:
            return False
        self.again += not factual
        self.facts.add(fact)
        self.asked, self.voted, self.outcome = seats, set(), None
        self.met, self.refused, self.children = set(), False, 0
        return True

    def break_up(self, questions: int) -> bool:
        if not self.is_deadlocked or self.refused:
            return False
        self.refused, self.children = True, questions
        return True

    def defer(self) -> bool:
        allowed = self.is_deadlocked and not self.refused
        self.refused = self.refused or allowed
        return allowed

    def edit(self, context: str) -> bool:
        if self.ended or context == self.context:
            return False
        self.context, self.ballots, self.outcome, self.met, self.refused = context, {}, None, set(), False
        self.asked, self.voted, self.children = SEATS, set(), 0
        self.facts, self.said, self.silenced = set(), {}, set()
        return True

    def close(self) -> bool:
        if not self.is_open:
            return False
        for seat in set(self.asked) - self.voted:
            self.ballots[seat] = {"error": "absent"}
            self.silenced |= {seat} & set(self.warned)
        self._count()
        return True

    def answer(self, requirement: str, go: bool) -> bool:
        if not self.may_answer or requirement not in self.needed:
            return False
        self.met.add(requirement)
        self.refused = requirement == "human_choice" and not go
        return True

    def override(self) -> bool:
        if not self.may_answer or not self.needed & OVERRIDABLE:
            return False
        self.met |= OVERRIDABLE
        return True

    def decline(self) -> bool:
        allowed = self.may_answer
        self.refused = self.refused or allowed
        return allowed

    def end(self, how: str, allowed: bool) -> bool:
        if allowed:
            self.ended = how
        return allowed

    def _count(self) -> None:
        votes = [{"seat": seat, **vote} for seat, vote in self.ballots.items()]
        self.warned |= self.said
        self.silenced -= self.voted
        self.said = {}
        self.outcome, self.had_outcome = count({"question": {"subject": "?"}, "votes": votes}), True
