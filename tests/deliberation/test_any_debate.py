"""Random ballots of judges who debate, against a small model of the rules of debates."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from quorate.core.errors import InputError
from quorate.deliberation.events import Policy
from quorate.deliberation.moves import close_round
from quorate.deliberation.rounds.debate import changes, debates
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from tests.deliberation.playing import ANN, Play, people
from tests.naive.judges import count

SEATS = ("risk", "value", "effort")
SEAT = st.sampled_from(SEATS)
OPTION = st.sampled_from(["A", "A", "B", "C", "ABSTAIN", "recused"])
WORDS = st.sampled_from(["", "so it is", "so it is"])


class Debate:
    """Who was asked, who said what, and what may follow, with nothing but sets and dicts."""

    def __init__(self, most: int) -> None:
        self.most, self.held, self.is_debate = most, 0, False
        self.asked: tuple[str, ...] = SEATS
        self.said: dict[str, str] = {}
        self.before: dict[str, str] = {}
        self.argued: dict[str, str] = {}
        self.result = ""
        self.changed: list[tuple[str, str, str]] = []

    def vote(self, seat: str, option: str, challenge: str, convinced: str) -> bool:
        if self.result or seat not in self.asked or seat in self.said:
            return False
        if not self.is_debate and (challenge or convinced):
            return False
        if self.is_debate and option != "recused" and not self._is_argued(seat, option, challenge, convinced):
            return False
        self.said[seat] = option
        self._count()
        return True

    def _is_argued(self, seat: str, option: str, challenge: str, convinced: str) -> bool:
        others = {name for name, said in self.argued.items() if said != "recused"} - {seat}
        own = self.argued.get(seat, "absent")
        has_changed = own not in ("recused", "absent", option)
        return bool(challenge or not others) and bool(convinced or not has_changed)

    def close(self) -> bool:
        if self.result:
            return False
        self.said |= {seat: "absent" for seat in self.asked if seat not in self.said}
        self._count()
        return True

    def again(self, seat: str) -> bool:
        if not self.result or self.before[seat] == "recused":
            return False
        self.is_debate, self.asked, self.said, self.result = False, (seat,), {}, ""
        return True

    def _count(self) -> None:
        if set(self.said) != set(self.asked):
            return
        if self.is_debate:
            old = {seat: self.argued.get(seat, "absent") for seat in self.said}
            self.changed += [
                (seat, old[seat], new)
                for seat, new in self.said.items()
                if not {old[seat], new} & {"recused", "absent"} and old[seat] != new
            ]
        self.before |= self.said
        self.argued |= {seat: said for seat, said in self.said.items() if said != "absent"}
        rows = [_row(seat, self.before[seat]) for seat in SEATS]
        self.result = count({"options": ["A", "B", "C"], "recommendations": rows})["result"]
        if self.result == "NONE" and self.held < self.most:
            self.held, self.is_debate, self.result, self.said = self.held + 1, True, "", {}
            self.asked = tuple(seat for seat in SEATS if self.before[seat] != "recused")


def _row(seat: str, said: str) -> dict[str, Any]:
    if said in ("recused", "absent"):
        return {"judge": seat, "error": said}
    return {"judge": seat, "option": said, "confidence": "HIGH"}


class Debates(RuleBasedStateMachine):
    """Every ballot is cast in a deliberation and in the model; both must say the same."""

    @initialize(most=st.integers(0, 2))
    def open(self, most: int) -> None:
        question = {"subject": "Which?", "options": ["A", "B", "C"]}
        self.model = Debate(most)
        self.play = Play(*people(*SEATS), protocol="judges", question=question, policy=Policy(debate_rounds=most))

    def does(self, what: Any, allowed: bool) -> None:
        try:
            what()
        except InputError:
            assert not allowed
        else:
            assert allowed

    @rule(seat=SEAT, option=OPTION, challenge=WORDS, convinced=WORDS)
    def vote(self, seat: str, option: str, challenge: str, convinced: str) -> None:
        more = {key: text for key, text in (("challenge", challenge), ("convinced_by", convinced)) if text}
        said = {"error": "recused"} if option == "recused" else {"option": option, "confidence": "HIGH"}
        allowed = self.model.vote(seat, option, challenge, convinced)
        self.does(lambda: self.play.vote(seat, {**said, **more}), allowed)

    @rule(options=st.permutations(["A", "B", "C"]))
    def disagree(self, options: list[str]) -> None:
        for seat, option in zip(SEATS, options, strict=True):
            words = ("no", "yes") if self.model.is_debate else ("", "")
            self.vote(seat, option, *words)

    @rule()
    def close(self) -> None:
        allowed = self.model.close()
        self.does(lambda: self.play.take(*close_round(self.play.session, self.play.now, ANN)).settle(), allowed)

    @rule(seat=SEAT)
    def deliberate_again(self, seat: str) -> None:
        fact = f"fact {len(self.play.session.rounds)}"
        request = Again("new_evidence", "news", fact, (seat,), factual=True)
        allowed = self.model.again(seat)
        self.does(lambda: self.play.take(*redeliberate(self.play.session, request, ANN)).settle(), allowed)

    @invariant()
    def both_say_the_same(self) -> None:
        if not hasattr(self, "play"):
            return
        session, model = self.play.session, self.model
        verdict = session.verdict if session.is_current else None
        assert (verdict.result if verdict else "") == model.result
        assert len(debates(session)) == model.held
        assert session.rounds[-1].seats == model.asked
        assert set(session.rounds[-1].answers) == set(model.said)
        log = changes(session)
        assert sorted((one.seat, one.before, one.after) for one in log) == sorted(model.changed)
        assert {one.reason for one in log} <= {"so it is", "yes"}


TestAnyDebate = Debates.TestCase
TestAnyDebate.settings = settings(max_examples=80, stateful_step_count=25)
