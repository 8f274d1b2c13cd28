"""Random tally documents of every protocol, in the documented keys only; about one in twenty is wrong on purpose."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Document = dict[str, Any]
NAMES = ("ann", "ben", "cara", "dev", "eve", "finn", "gus", "hana")
OPTIONS = ("queue", "stream", "table", "Option A")
TEXTS = (
    "It was measured",
    "Nobody knows",
    "Too early; ask again in May",
    "  spaces  around ",
    "東京で確認した",
    "Line one\nline two",
    "<b>bold</b> & *stars*",
    "",
)
FAILURES = ("timeout", "error", "unreadable", "absent", "recused")
WEIGHTS = (0, 1, 1, 1, 2, 3, 0.5, 0.1, "2/3", "1/3", 10)
RARE = 0.02
"""How often a document uses what few documents do, so that most can be compared to the end."""


def documents(count: int, seed: int) -> Iterator[Document]:
    """Yield this many documents, each with its number as `id`; the protocols take turns."""
    makers = list(MAKERS.items())
    for number in range(count):
        chance = Random(f"{seed} {number}")
        name, make = makers[number % len(makers)]
        document = {"id": number, "protocol": name, **make(chance)}
        yield _wrong(chance, document) if chance.random() < 0.05 else document


def _some(chance: Random, texts: tuple[str, ...] = TEXTS, most: int = 2) -> list[str]:
    return [chance.choice(texts) for _ in range(chance.randint(0, most))]


def _maybe(chance: Random, share: float, make: Callable[[], Any], key: str) -> Document:
    return {key: make()} if chance.random() < share else {}


def _question(chance: Random) -> Any:
    if chance.random() < 0.4:
        return chance.choice(("Adopt the queue?", "Delete the backups?", "Move to 1.4?"))
    pick = chance.choice
    return {
        "subject": pick(("Adopt the queue?", "Delete the backups?")),
        **_maybe(chance, 0.5, lambda: pick(("low", "medium", "high")), "reversibility"),
        **_maybe(chance, 0.3, lambda: pick(("low", "medium", "high", "critical")), "urgency"),
        **_maybe(chance, 0.3, lambda: pick(("architecture", "security", "")), "domain"),
        **_maybe(chance, 0.3, lambda: pick(TEXTS), "context"),
        **_maybe(chance, 0.3, lambda: _some(chance, ("No downtime", "Below 10 euros")), "constraints"),
        **_maybe(chance, 0.3, lambda: pick(("deploy 1.4", "rm -r backups")), "action"),
        **_maybe(chance, 0.1, lambda: "2027-01-31", "review_by"),
    }


def _concern(chance: Random) -> Any:
    text = chance.choice(("Nobody can stop it", "The key is in the log", "It costs more", "Nights get longer"))
    roll = chance.random()
    if roll < RARE:
        return text
    if roll < 3 * RARE:
        return {"kind": chance.choice(("cost", "privacy", "Sicherheit")), "text": text}
    return {"kind": chance.choice(("safety", "security", "other", "other", "other")), "text": text}


def _besides(chance: Random) -> Document:
    """What a ballot of any protocol may say besides its choice."""
    return {
        **_maybe(chance, 0.25, lambda: [_concern(chance) for _ in range(chance.randint(1, 2))], "concerns"),
        **_maybe(chance, 0.1, lambda: _some(chance, ("It may burn", "Vendors vanish")), "risks"),
        **_maybe(chance, 0.1, lambda: _some(chance, ("Wait a month", "Rent one")), "alternatives"),
        **_maybe(chance, 0.1, lambda: chance.choice(TEXTS), "dissent_note"),
        **_maybe(chance, 0.08, lambda: chance.random() < 0.8, "inferred"),
        **_maybe(chance, 0.05, lambda: chance.choice(NAMES), "answered_by"),
        **_maybe(chance, RARE / 4, lambda: True, "second_request"),
    }


def _failure(chance: Random) -> Document:
    return {"error": chance.choice(FAILURES), **_maybe(chance, 0.3, lambda: chance.choice(TEXTS), "detail")}


def _panel(chance: Random, most: int = 6) -> list[str]:
    return chance.sample(NAMES, chance.choice((1, 2, 2, 3, 3, 3, 3, 4, 5, most)))


def _votes(chance: Random, key: str, ballot: Callable[[], Document]) -> list[Document]:
    failing = chance.choice((0, 0, 0.1, 0.4))
    names = _panel(chance)
    return [{key: name, **(_failure(chance) if chance.random() < failing else ballot())} for name in names]


def _positions(chance: Random, weights: tuple[Any, ...] = WEIGHTS) -> list[Document]:
    key = chance.choice(("perspective", "engine", "seat", "seat"))
    words = chance.choice(
        (("APPROVE", "REJECT", "ABSTAIN"), ("APPROVE",), ("GO", "GO WITH CONDITIONS", "HOLD", "NO-GO"))
    )

    def ballot() -> Document:
        position = chance.choice(words)
        return {
            "position": position,
            "confidence": chance.choice((0, 29, 30, 49, 50, 59, 60, 61, 80, 82.5, 90, 95, 100)),
            "rationale": chance.choice(TEXTS),
            **_maybe(chance, 0.2, lambda: _some(chance, ("A backup exists", "Ops agrees")), "conditions"),
            **_maybe(chance, 0.1, lambda: _some(chance, ("the log of May",)), "key_evidence"),
            **(_maybe(chance, 0.5, lambda: "irrelevant", "reason") if position == "ABSTAIN" else {}),
            **_maybe(chance, 0.1, lambda: chance.choice(weights), "weight"),
            **_besides(chance),
        }

    return _votes(chance, key, ballot)


def _magi(chance: Random) -> Document:
    question, votes = _question(chance), _positions(chance)
    if isinstance(question, dict) and chance.random() < 0.3:
        question["decision_type"] = chance.choice(("approval", "go_no_go", "priority"))
        if question["decision_type"] == "priority":
            for vote in votes:
                if "position" in vote:
                    vote["priorities"] = [
                        {"item": item, "score": chance.randint(0, 10), "urgency": chance.randint(0, 10)}
                        for item in OPTIONS[:2]
                    ]
    return {"question": question, "votes": votes}


def _judges(chance: Random) -> Document:
    options = OPTIONS[: chance.randint(2, 4)]

    def ballot() -> Document:
        return {
            "option": chance.choice(
                (*options, *options, *options, options[0], options[0], "ABSTAIN", "elsewhere", None)
            ),
            "confidence": chance.choice(("HIGH", "MEDIUM", "LOW")),
            "reasoning": chance.choice(TEXTS),
            **_maybe(chance, 0.1, lambda: _some(chance, ("A backup exists",)), "conditions"),
            **_maybe(chance, 0.1, lambda: chance.choice(WEIGHTS), "weight"),
            **_besides(chance),
        }

    listed = [{"id": one, "text": one.title(), "reversible": chance.random() < 0.5} for one in options]
    return {
        "question": _question(chance),
        "options": chance.choice((list(options), listed)),
        **_maybe(chance, 0.2, lambda: chance.choice(("2/3", "3/4", 0.6, 1)), "threshold"),
        "recommendations": _votes(chance, "judge", ballot),
    }


WRITTEN = (
    "monitor coherence for 24h",
    "set risk threshold to 0.5",
    "set risk threshold to 0.95",
    "complexity cap of 0.7 for 5 updates",
    "at most 50 per minute",
    "check in after 2h",
    "read only for 2h",
    "only tools: search, read",
    "be careful with the database",
    "disable monitoring",
    "turn off logging",
    "raise the risk threshold to 0.7",
    "Monitor for 24 hours",
    "report every 2 hours for a week",
)
STRUCTURED = (
    {"kind": "monitor", "what": "coherence", "for": "24h"},
    {"kind": "threshold", "name": "risk", "at": 0.5},
    {"kind": "note", "text": "be careful"},
)


def _quorum(chance: Random) -> Document:
    has_conditions = chance.random() < 0.3
    has_roster = chance.random() < 0.6

    def ballot() -> Document:
        vote = chance.choice(("resume", "resume", "block", "cooldown"))
        found = {"vote": vote, "reasoning": chance.choice(TEXTS), **_besides(chance)}
        if has_conditions and vote == "resume":
            found["conditions"] = _some(chance, WRITTEN, 3)
            if chance.random() < RARE:
                found["conditions"] = [chance.choice(STRUCTURED)]
        return found

    votes = _votes(chance, "agent_id", ballot)
    weights = {name: chance.choice(WEIGHTS) for name in NAMES}
    for vote in votes:
        if not has_roster or chance.random() < 0.3:
            vote["authority_weight"] = weights[vote["agent_id"]]
    roster = {vote["agent_id"] for vote in votes} | set(chance.sample(NAMES, chance.randint(0, 2)))
    state = {"agent_id": "p", "status": "paused", "risk_score": chance.choice((0, 0.3, 0.61, "2/3", 0.9)),
             "coherence": chance.choice((0, 0.2, 0.5, 1)), "void_active": chance.random() < 0.2}  # fmt: skip
    return {
        "question": _question(chance),
        **(
            {"roster": [{"agent_id": one, "authority_weight": weights[one]} for one in sorted(roster)]}
            if has_roster
            else {}
        ),
        "votes": votes,
        **_maybe(chance, 0.3, lambda: chance.choice(("safety", "quality", "")), "dispute_type"),
        **_maybe(chance, 0.4, lambda: state, "paused_agent_state"),
        **_maybe(
            chance,
            0.3,
            lambda: {
                "absent": chance.choice(("excluded", "against")),
                "cooldown_minutes": chance.randint(1, 99),
                **_maybe(chance, RARE, lambda: chance.choice(("protections", "ask", "drop")), "notes"),
            },
            "policy",
        ),
    }


def _item(chance: Random, number: int, earlier: list[str]) -> Document:
    """A piece of evidence; one that answers another names an id that stands before it."""
    is_counter = chance.random() < 0.25
    item: Document = {
        "id": f"e{number}",
        **chance.choice(({"file": f"src/{chance.choice('abc')}.py", "line": chance.randint(0, 99)}, {"address": "https://example.org/a"})),
        **_maybe(chance, 0.3, lambda: chance.choice(("code", "test", "document")), "type"),
        **_maybe(chance, 0.3, lambda: chance.choice(TEXTS), "quote"),
        **({"reproducible": True, "command": "make test"} if chance.random() < 0.6 else {}),
        **({"counter": True} if is_counter else {}),
        **_maybe(chance, 0.1, lambda: chance.choice(("held", "failed", "claimed")), "checked"),
    }  # fmt: skip
    if earlier and chance.random() < 0.4:
        item["answers"] = chance.choice(earlier)
    elif is_counter:
        earlier.append(item["id"])
    return item


def _evidence(chance: Random) -> Document:
    options = OPTIONS[: chance.randint(2, 3)] if chance.random() < 0.4 else ()
    counters: list[str] = []
    numbers = iter(range(1000))

    def ballot() -> Document:
        return {
            **({"option": chance.choice(options)} if options else {}),
            "vote": chance.choice(("accept", "accept", "accept", "reject", "abstain")),
            **_maybe(chance, 0.9, lambda: chance.choice((0, 0.3, 0.5, 0.61, 0.8, 0.81, 0.95, 1)), "confidence"),
            "rationale": chance.choice(TEXTS),
            "evidence": [_item(chance, next(numbers), counters) for _ in range(chance.choice((0, 1, 1, 2)))],
            **_maybe(chance, 0.1, lambda: _some(chance, ("A backup exists",)), "conditions"),
            **_besides(chance),
        }

    def conflict() -> Document:
        return {
            "conflictId": f"conflict_{chance.randint(0, 9):08x}",
            "severity": chance.choice(("critical", "high", "medium", "low")),
            "conflictType": chance.choice(("contradiction", "partial-overlap", "priority-difference")),
            "positions": [{"agentId": one, "position": "so", "confidence": 0.5} for one in chance.sample(NAMES, 2)],
            **_maybe(chance, 0.7, lambda: chance.choice(("pending", "proposed", "accepted", "rejected")), "status"),
        }

    return {
        **_maybe(chance, 0.3, lambda: "q1", "questionId"),
        "question": _question(chance),
        **({"options": [{"option": one} for one in options]} if options else {}),
        "votes": _votes(chance, "agentId", ballot),
        **_maybe(chance, 0.6, lambda: chance.randint(0, 3), "challengeRounds"),
        **_maybe(chance, 0.4, lambda: chance.randint(0, 4), "exchanges"),
        **_maybe(chance, 0.15, lambda: [conflict()], "conflicts"),
        **_maybe(chance, 0.2, lambda: chance.random() < 0.7, "strict"),
        **_maybe(chance, 0.1, lambda: True, "requireChecked"),
        **_maybe(chance, 0.15, lambda: chance.choice((0.6, 0.8, "2/3", 1)), "consensusThreshold"),
    }


def _weighted(chance: Random) -> Document:
    learned = {
        "weights": {name: chance.randint(0, 3000) for name in chance.sample(NAMES, 2)},
        "others": chance.choice((0, 500, 1000)),
        "lean": {"APPROVE": chance.randint(-500, 500), "REJECT": chance.randint(-500, 500)},
    }
    return {
        "question": _question(chance),
        "votes": _positions(chance, (0, 1, 1, 2, 0.5, 0.125)),
        **_maybe(chance, 0.4, lambda: learned, "learned"),
    }


def _approval(chance: Random) -> Document:
    def ballot() -> Document:
        choice = chance.choice(("approve", "approve", "approve", "reject"))
        return {"vote": choice, "reasoning": chance.choice(TEXTS), **_besides(chance)}

    return {
        "question": _question(chance),
        **_maybe(chance, 0.7, lambda: chance.randint(1, 3), "needed"),
        "votes": _votes(chance, "person", ballot),
    }


MAKERS: dict[str, Callable[[Random], Document]] = {
    "magi": _magi,
    "judges": _judges,
    "quorum": _quorum,
    "evidence": _evidence,
    "weighted": _weighted,
    "approval": _approval,
}


def _wrong(chance: Random, document: Document) -> Document:
    """The document with one mistake: a key that is unknown or missing, a wrong value, or a seat twice."""
    key = "recommendations" if "recommendations" in document else "votes"
    votes = [dict(vote) for vote in document[key]]
    match chance.randrange(6):
        case 0:
            return {**document, chance.choice(("vote", "quorum", "policies")): 1}
        case 1:
            return {name: value for name, value in document.items() if name != key}
        case 2:
            votes = [*votes, votes[0]]
        case 3:
            votes[0]["confidence"] = chance.choice((-1, 101, "very", [], "NaN"))
        case 4:
            votes[0] = {**votes[0], "error": "asleep"}
        case _:
            return {**document, "question": chance.choice(("", [], {"domain": "x"}, 7))}
    return {**document, key: votes}


def lines(count: int, seed: int) -> Iterator[str]:
    """Yield the documents as JSON lines."""
    for document in documents(count, seed):
        yield json.dumps(document, ensure_ascii=False)
