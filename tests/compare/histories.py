"""Random histories of commands by several people, in the words of the driver: most of them legal, some of them not."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Step = dict[str, Any]
PEOPLE = ("ann", "ben", "cara", "olga")
SEATS = ("ann", "ben", "cara", "bot")
ACTION = "deploy 1.4"
PROTOCOLS = ("magi", "magi", "magi", "judges", "quorum", "evidence", "approval", "weighted")
TRIGGERS = ("new_evidence", "added_context", "false_assumption", "changed_conditions")
ENGINES = ("Claude", "Codex", "Gemini")


def histories(number: int, seed: int) -> Iterator[list[Step]]:
    """Yield this many histories."""
    for one in range(number):
        yield _history(Random(f"{seed} history {one}"))


def lines(number: int, seed: int) -> Iterator[str]:
    """Yield the histories as JSON lines."""
    for steps in histories(number, seed):
        yield json.dumps(steps, ensure_ascii=False)


def protocol_of(steps: list[Step]) -> str:
    """The protocol of the first opening."""
    return str(steps[0]["document"].get("protocol", "magi"))


def _history(chance: Random) -> list[Step]:
    protocol = chance.choice(PROTOCOLS)
    lean = chance.choice((0.5, 0.9))
    steps = [_opening(chance, protocol)]
    seats, opener = _seats(steps[0]), steps[0]["who"]
    steps += [_vote(chance, protocol, seat, lean) for seat in seats if seat in SEATS and chance.random() < 0.95]
    if chance.random() < 0.15:
        for _ in range(2):  # without consensus a deadlock follows from this
            again = {"trigger": "changed_conditions", "reason": "The budget is smaller", "seats": seats}
            steps.append({"who": opener, "do": "redeliberate", "of": 0, "again": again})
            steps += [_vote(chance, protocol, seat, lean) for seat in seats if seat in SEATS]
    if any(None in replies for replies in steps[0].get("replies", {}).values()):
        steps.append({"who": opener, "do": "retry", "of": 0, "seats": []})
    for _ in range(chance.randint(2, 10)):
        roll = chance.random()
        if roll < 0.06:
            steps.append(_opening(chance, protocol))
        elif roll < 0.2:
            steps.append(_vote(chance, protocol, chance.choice((*seats, *SEATS)), lean))
        else:
            steps.append(_follow_up(chance, seats))
            if chance.random() < 0.6:
                steps[-1]["who"] = opener
            if steps[-1]["do"] in ("redeliberate", "revise", "retry"):
                steps += [_vote(chance, protocol, seat, lean) for seat in seats if seat in SEATS]
    return steps


def _seats(opening: Step) -> list[str]:
    return [*opening.get("replies", ()), *(seat["seat"] for seat in opening["document"]["panel"])]


def _step(chance: Random, operation: str, **fields: Any) -> Step:
    """A step by anybody; `reader` and `keyed` come with a key, `zoe` has no part in anything."""
    who = chance.choice((*PEOPLE, *PEOPLE, *PEOPLE, "reader", "keyed", "zoe"))
    step: Step = {"who": who, "do": operation, "of": chance.choice((0, 0, 0, 0, 1)), **fields}
    if chance.random() < 0.1:
        step["request"] = f"r{chance.randint(1, 3)}"
    if chance.random() < 0.03:
        step[chance.choice(("question", "verdict"))] = "f" * 16
    return step


def _opening(chance: Random, protocol: str) -> Step:
    policy: dict[str, Any] = {}
    if chance.random() < 0.3:
        policy["people"] = chance.sample(PEOPLE, 2)
    if chance.random() < 0.15:
        policy |= {"ballots_by": "2026-11-15T14:00:00Z", "at_ballots_by": chance.choice(("count", "keep-open"))}
    if chance.random() < 0.15:
        policy |= {"answer_minutes": 30, "at_answer_by": chance.choice(("decline", "keep-open"))}
    if chance.random() < 0.2:
        policy["deadlock"] = chance.choice(("ask", "reframe", "most-confident"))
        if policy["deadlock"] == "most-confident":
            policy["deadlock_minutes"] = 10
    if protocol in ("judges", "evidence") and chance.random() < 0.5:
        policy["debate_rounds"] = chance.randint(0, 2)
    document: dict[str, Any] = {
        "protocol": protocol,
        "question": {
            "subject": chance.choice(("Adopt the queue?", "Delete the backups?")),
            **({"action": ACTION} if chance.random() < 0.8 else {}),
            **({"reversibility": chance.choice(("low", "high"))} if chance.random() < 0.4 else {}),
        },
        **({"policy": policy} if policy else {}),
    }
    if protocol == "judges":
        document["options"] = ["queue", "table"]
    if protocol == "approval":
        document["needed"] = chance.randint(1, 2)
    step: Step = {"who": chance.choice(PEOPLE), "do": "open", "of": 0, "document": document}
    names = chance.sample(SEATS, chance.choice((1, 2, 2, 3, 3, 3, 4)))
    document["panel"] = [{"seat": one, "voter": f"agent:{one}" if one == "bot" else f"person:{one}"} for one in names]
    if chance.random() < 0.25 and protocol != "approval":
        step["replies"] = {name: [_reply(chance, protocol) for _ in range(2)] for name in ENGINES}
        document["panel"] = document["panel"][: chance.choice((0, 0, 1))]
    elif chance.random() < 0.1:
        step |= {"supersedes": True, "request": "open"}
    return step


def _reply(chance: Random, protocol: str) -> Any:
    """What an engine says: mostly a ballot as JSON, sometimes in a fence, a text without a ballot, or nothing."""
    ballot = _ballot(chance, protocol, 0.7)
    ballot.pop("mood", None)  # whoever is asked by a program may be asked again, which is rare enough below
    roll = chance.random()
    if roll < 0.6:
        return ballot
    if roll < 0.8:
        return f"Here is my ballot.\n\n```json\n{json.dumps(ballot)}\n```\n"
    return "I have to think about it." if roll < 0.82 else None if roll < 0.9 else ballot


def _vote(chance: Random, protocol: str, seat: str, lean: float) -> Step:
    step = _step(chance, "vote", ballot=_ballot(chance, protocol, lean))
    step |= {"of": 0, "who": seat} if chance.random() < 0.95 else {}
    if chance.random() < 0.2:
        step["supersede"] = True
    if chance.random() < 0.1:
        step["seat"] = chance.choice((*SEATS, "Claude", "nobody"))
    if chance.random() < 0.03:
        step["ballot"] = {"error": "recused"}
    return step


def _ballot(chance: Random, protocol: str, lean: float) -> dict[str, Any]:
    is_for = chance.random() < lean
    reason = chance.choice(("It was measured", "Nobody knows", "東京で確認した"))
    found: dict[str, Any]
    match protocol:
        case "magi" | "weighted":
            position = "APPROVE" if is_for else chance.choice(("REJECT", "REJECT", "ABSTAIN"))
            confidence = chance.choice((20, 45, 55, 70, 80, 95))
            found = {"position": position, "confidence": confidence, "rationale": reason}
        case "judges":
            found = {"option": "queue" if is_for else "table", "confidence": "HIGH", "reasoning": reason}
        case "quorum":
            found = {"vote": "resume" if is_for else chance.choice(("block", "cooldown")), "reasoning": reason}
        case "approval":
            return {"vote": "approve" if is_for else "block", "reasoning": reason}
        case _:
            proof = {"id": f"e{chance.randint(1, 99)}", "file": f"{chance.choice('ab')}.py", "reproducible": True}
            found = {
                "vote": "accept" if is_for else "reject",
                "confidence": chance.choice((0.4, 0.7, 0.9)),
                "rationale": reason,
                "evidence": [{**proof, "command": "make test", **({} if is_for else {"counter": True})}],
            }
    if chance.random() < 0.15:
        kind = chance.choice(("safety", "security", "other"))
        found["concerns"] = [{"kind": kind, "text": "Nobody can stop it"}]
    if chance.random() < 0.15 and (protocol != "quorum" or is_for):
        written = (
            ("monitor coherence for 24h", "be careful") if protocol == "quorum" else ("A backup exists", "Ops agrees")
        )
        found["conditions"] = [chance.choice(written)]
    if chance.random() < 0.1:
        found["risks"] = ["It may burn"]
    if chance.random() < 0.03:
        found["mood"] = "fine"
    return found


def _redeliberation(chance: Random, seats: list[str]) -> dict[str, Any]:
    return {
        "trigger": chance.choice((*TRIGGERS, *TRIGGERS, "a whim")),
        "reason": chance.choice(("The budget is smaller", "There is a measurement", "There is news", "")),
        "evidence": chance.choice(("", f"Measured {chance.randint(1, 99)} ms", f"Lost {chance.randint(1, 99)} jobs")),
        "seats": chance.choice((seats, seats, seats[:1], [], ["nobody"])),
        "factual": chance.random() < 0.2,
    }


def _answers(chance: Random) -> dict[str, Any]:
    text = chance.choice(("I looked at it", "Rolled out in steps", " "))
    forms: list[dict[str, Any]] = [
        *({"all": True} for _ in range(8)),
        {"choose": chance.randint(0, 2), "go": chance.random() < 0.7, "reason": text},
        {"choose": chance.choice(("APPROVE", "queue", "nobody")), "go": True},
        {"mitigation": text, "owner": "ann", "monitor": "the alarm"},
        {"verified": text},
        {"accept_risk": text, "owner": "ben", "monitor": "weekly"},
        {"decline": text},
        {"verified": text, "mitigation": text, "owner": "cara", "monitor": "daily"},
        {},
    ]
    return chance.choice(forms)


def _follow_up(chance: Random, seats: list[str]) -> Step:
    pick = chance.choice
    makers: list[Callable[[], Step]] = [
        lambda: _step(chance, "revise", edits=pick(_EDITS), reason=pick(("It is clearer", ""))),
        lambda: _step(chance, "close"),
        lambda: _step(chance, "close"),
        lambda: _step(chance, "redeliberate", again=_redeliberation(chance, seats)),
        lambda: _step(chance, "redeliberate", again=_redeliberation(chance, seats)),
        lambda: _step(chance, "resolve", answers=_answers(chance)),
        lambda: _step(chance, "resolve", answers=_answers(chance)),
        lambda: _step(chance, "resolve", answers=_answers(chance)),
        lambda: _step(chance, "release", action=pick((ACTION, ACTION, "deploy 1.5"))),
        lambda: _step(chance, "release", action=ACTION),
        lambda: _step(chance, "revoke", reason=pick(("It was wrong", ""))),
        lambda: _step(chance, "risks", item=chance.randint(0, 5), changes=pick(_CHANGES)),
        lambda: _step(chance, "vindicate", item=chance.randint(0, 5), what=pick(("It burnt", "It burnt", ""))),
        lambda: _step(chance, "outcome", was=pick(("right", "wrong", "queue", "APPROVE")), note="Seen in May"),
        lambda: _step(chance, "retry", seats=pick(([], [], seats[:1], ["nobody"]))),
        lambda: _step(chance, "reframe", accept=pick(("", "all", "1")), into=["Adopt half?"], reason="Too wide"),
        lambda: _step(chance, "defer", step="Try it", owner="ann", monitor="weekly"),
        lambda: _step(chance, "wait", minutes=pick((1, 15, 180))),
        lambda: _step(chance, "show"),
    ]
    return pick(makers)()


_EDITS: tuple[dict[str, Any], ...] = (
    {"context": "There are two regions"},
    {"action": "deploy 1.5"},
    {"subject": "Adopt the queue in June?"},
    {"reversibility": "low"},
    {},
)
_CHANGES: tuple[dict[str, str], ...] = (
    {"status": "closed"},
    {"status": "accepted", "owner": "ben"},
    {"owner": "ann", "due": "2027-01-31"},
    {"status": "gone"},
    {"note": "Looked at"},
)
