"""evidence, counted as plainly as it can be written down."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from itertools import combinations
from typing import Any

from tests.naive.voices import added, number_written, panels_of_one_voice_each, sharers

FAILURES = ("timeout", "error", "unreadable", "absent")
TWO_THIRDS_WRITTEN = (Fraction("0.67"), Fraction("0.667"), Fraction("0.6667"))
ONLY_AGENT = "agent"
HALF, THREE_FIFTHS, FOUR_FIFTHS = map(number_written, ("1/2", "3/5", "4/5"))


def number(value: Any) -> Fraction:
    """An exact number from an int, a Fraction or the text of a decimal or a fraction."""
    return number_written(str(value).strip())


def acted_on(outcome: dict[str, Any]) -> bool:
    """Only a proceed with nothing required may be acted on."""
    return outcome["action"] == "proceed" and not outcome["requires"]


def normalised(text: str) -> str:
    """Trimmed, white space and case folded."""
    return " ".join(text.split()).casefold()


def read_options(document: dict[str, Any]) -> list[str]:
    """The texts of the options; none when the question is a claim."""
    return [o["option"] if isinstance(o, dict) else o for o in document.get("options") or []]


def read_ballots(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The ballots without the recused ones; the vote of a failed seat is None."""
    if "votes" in document:
        rows = document["votes"]
    else:
        rows = [{"agentId": ONLY_AGENT, **o} for o in document.get("options") or [] if "vote" in o]
    ballots: list[dict[str, Any]] = []
    for row in rows:
        error = row.get("error")
        if error == "recused":
            continue
        if error is not None:
            assert error in FAILURES, error
            ballots.append(
                {
                    "agent": str(row["agentId"]),
                    "vote": None,
                    "option": None,
                    "filed": None,
                    "confidence": None,
                    "evidence": [],
                    "inferred": False,
                    "by": "",
                }
            )
            continue
        vote = str(row["vote"]).strip().lower()
        assert vote in ("accept", "reject", "abstain"), vote
        confidence = row.get("confidence")
        ballots.append(
            {
                "agent": str(row["agentId"]),
                "vote": vote,
                "option": row.get("option"),
                "filed": row.get("option"),
                "confidence": HALF if confidence is None else number(confidence),
                "evidence": list(row.get("evidence") or []),
                "inferred": bool(row.get("inferred", False)),
                "by": row.get("answered_by") or "",
            }
        )
    return ballots


def has_voted(ballot: dict[str, Any]) -> bool:
    """Neither abstained nor failed."""
    return ballot["vote"] in ("accept", "reject")


def position(ballot: dict[str, Any]) -> tuple[str, str]:
    """What a ballot stands for: accept or reject, and the option (empty for the claim)."""
    return ballot["vote"], "" if ballot["option"] is None else normalised(ballot["option"])


def answer(ballot: dict[str, Any]) -> str:
    """The normalised answer of a ballot, in words."""
    vote, option = position(ballot)
    if ballot["option"] is None:
        return vote
    return option if vote == "accept" else "not " + option


def all_items(ballots: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every evidence item of every ballot."""
    return [item for ballot in ballots for item in ballot["evidence"]]


def counter_proofs(ballots: list[dict[str, Any]], option: str | None) -> list[dict[str, Any]]:
    """The reproducible counter-proofs of an option, or of the claim when the option is None."""
    found = []
    for ballot in ballots:
        about = None if ballot["filed"] is None else normalised(ballot["filed"])
        for item in ballot["evidence"]:
            if about == option and item.get("counter") and item.get("reproducible"):
                found.append(item)
    return found


def stands(counter: dict[str, Any], ballots: list[dict[str, Any]]) -> bool:
    """No other evidence item answers this one."""
    for item in all_items(ballots):
        if item.get("id") == counter["id"]:
            continue
        if item.get("answers") == counter["id"]:
            return False
    return True


def conflict_id(question_id: str, one: dict[str, Any], two: dict[str, Any]) -> str:
    """The id of the conflict between two ballots."""
    first, second = sorted([one, two], key=lambda b: str(b["agent"]))
    text = "\n".join([question_id, first["agent"], second["agent"], answer(first), answer(second)])
    return "conflict_" + hashlib.sha256(text.encode("utf-8")).hexdigest()[:8]


def severity(one: Fraction, two: Fraction) -> str:
    """The severity of a conflict between two confidences."""
    if one > FOUR_FIFTHS and two > FOUR_FIFTHS:
        return "critical"
    if one > THREE_FIFTHS and two > THREE_FIFTHS:
        return "high"
    if one < HALF and two < HALF:
        return "low"
    return "medium"


def derived_conflicts(question_id: str, ballots: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """(id, severity) of each pair of agents that voted for different positions."""
    found = []
    for one, two in combinations([b for b in ballots if has_voted(b)], 2):
        if one["agent"] != two["agent"] and position(one) != position(two):
            found.append((conflict_id(question_id, one, two), severity(one["confidence"], two["confidence"])))
    return found


def a_critical_conflict_is_open(document: dict[str, Any], ballots: list[dict[str, Any]]) -> bool:
    """Derived or stated, critical, and not given the status accepted by the document."""
    statuses: dict[str, set[str]] = {}
    stated = []
    for entry in document.get("conflicts") or []:
        status = (entry.get("resolution") or {}).get("status") or entry.get("status") or "pending"
        statuses.setdefault(entry["conflictId"], set()).add(status)
        stated.append((entry["conflictId"], str(entry.get("severity")).lower()))
    question_id = str(document.get("questionId") or "")
    for name, how_bad in derived_conflicts(question_id, ballots) + stated:
        if how_bad == "critical" and statuses.get(name) != {"accepted"}:
            return True
    return False


def weight_of(ballots: list[dict[str, Any]]) -> Fraction:
    """The sum of the confidences."""
    return added(tuple(b["confidence"] for b in ballots))


def agents_of(ballots: list[dict[str, Any]]) -> int:
    """How many different agents."""
    return len({b["agent"] for b in ballots})


def groups_of(ballots: list[dict[str, Any]]) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """The ballots that voted, by position."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for ballot in ballots:
        if has_voted(ballot):
            groups.setdefault(position(ballot), []).append(ballot)
    return groups


def the_only_largest(sizes: dict[tuple[str, str], Any]) -> tuple[str, str] | None:
    """The position with the largest size, or None when there is none or it is tied."""
    largest = [p for p in sizes if sizes[p] == max(sizes.values())]
    return largest[0] if len(largest) == 1 else None


def weighted_vote_confidence(ballots: list[dict[str, Any]]) -> Fraction | None:
    """sum(c x c) / sum(c) of the winner, the top share of a split, in percent."""
    groups = groups_of(ballots)
    if not groups:
        return None
    total = sum((weight_of(g) for g in groups.values()), Fraction(0))
    if total == 0:
        return Fraction(0)
    top = max(groups.values(), key=weight_of)
    share = weight_of(top) / total
    if len(groups) == 1 or share > HALF:
        return sum((b["confidence"] * b["confidence"] for b in top), Fraction(0)) / weight_of(top) * 100
    return share * 100


def weight_needed(document: dict[str, Any]) -> Fraction:
    """One half, 80 % when strict."""
    return FOUR_FIFTHS if document.get("strict") else HALF


def is_below_threshold(document: dict[str, Any], ballots: list[dict[str, Any]], lead: tuple[str, str] | None) -> bool:
    """Whether a lead that accepts has less of the weight than the document states."""
    if document.get("consensusThreshold") is None or lead is None or lead[0] != "accept":
        return False
    threshold = number(document["consensusThreshold"])
    if threshold in TWO_THIRDS_WRITTEN:
        threshold = Fraction(2, 3)
    groups = groups_of(ballots)
    return weight_of(groups[lead]) < threshold * sum((weight_of(g) for g in groups.values()), Fraction(0))


def heads_needed(document: dict[str, Any]) -> Fraction:
    """Three fifths of the voting agents, four fifths when strict."""
    return FOUR_FIFTHS if document.get("strict") else THREE_FIFTHS


def verdict(document: dict[str, Any], ballots: list[dict[str, Any]]) -> tuple[str, tuple[str, str] | None]:
    """The name of the verdict and the leading position: the first of the five steps that fits."""
    is_claim = not read_options(document)
    voted = [b for b in ballots if has_voted(b)]
    n = agents_of(voted)
    groups = groups_of(ballots)
    lead = the_only_largest({p: weight_of(g) for p, g in groups.items()})
    lead_by_heads = the_only_largest({p: agents_of(g) for p, g in groups.items()})
    side = [] if lead is None else groups[lead]
    other_side = [b for b in voted if b not in side]

    # 1
    if is_claim:
        proofs = counter_proofs(ballots, None)
    elif lead is not None:
        proofs = counter_proofs(ballots, lead[1])
    else:
        proofs = []
    if any(stands(proof, ballots) for proof in proofs):
        return "REFUTED", lead

    # 2
    if n < 2:
        return "INSUFFICIENT_EVIDENCE", lead
    if lead is not None:
        if not any(item.get("reproducible") and item.get("command") for item in all_items(side)):
            return "INSUFFICIENT_EVIDENCE", lead
        if lead[0] == "reject" and not proofs:
            return "INSUFFICIENT_EVIDENCE", lead

    # 3
    if lead is None or lead_by_heads is None or lead != lead_by_heads:
        return "CONTESTED", lead
    if a_critical_conflict_is_open(document, ballots):
        return "CONTESTED", lead
    if Fraction(agents_of([b for b in other_side if b["evidence"]]), n) >= Fraction(2, 5):
        return "CONTESTED", lead

    # 4
    if is_below_threshold(document, ballots, lead):
        return "INSUFFICIENT_EVIDENCE", lead
    if lead[0] == "accept":
        if Fraction(agents_of(side), n) >= heads_needed(document):
            return "PROVEN", lead
        if weight_of(voted) > 0 and weight_of(side) / weight_of(voted) >= weight_needed(document):
            return "PROVEN", lead

    # 5
    return "INSUFFICIENT_EVIDENCE", lead


def stopped_by_threshold(document: dict[str, Any], ballots: list[dict[str, Any]]) -> bool:
    """Whether nothing but the stated threshold stopped the count."""
    lead = the_only_largest({p: weight_of(g) for p, g in groups_of(ballots).items()})
    if not is_below_threshold(document, ballots, lead):
        return False
    lowered = {**document, "consensusThreshold": "1/1000000", "strict": False}
    n = agents_of([b for b in ballots if has_voted(b)])
    result, _ = verdict(lowered, ballots)
    if result == "PROVEN":
        return True
    # neither heads nor weight suffice either, and everything before step 4 passed
    assert lead is not None
    passes_two = n >= 2 and any(i.get("reproducible") and i.get("command") for i in all_items(groups_of(ballots)[lead]))
    return result == "INSUFFICIENT_EVIDENCE" and passes_two


def is_suspicious(document: dict[str, Any], ballots: list[dict[str, Any]]) -> bool:
    """Two or more agents, all of one mind, without argument or without two distinct sources."""
    voted = [b for b in ballots if has_voted(b)]
    if agents_of(voted) < 2 or len(groups_of(ballots)) != 1:
        return False
    rounds = int(document.get("challengeRounds") or 0)
    exchanges = int(document.get("exchanges") or 0)
    sources = {item.get("file") or item.get("address") for item in all_items(voted)} - {None, ""}
    return (rounds == 0 and exchanges < 2) or len(sources) < 2


def count_ballots(document: dict[str, Any], ballots: list[dict[str, Any]]) -> dict[str, Any]:
    """The verdict, then the rule that one voice has one vote, whichever of its ballots is the worst for the lead."""
    outcome = count_all(document, ballots)
    groups = sharers([b for b in ballots if has_voted(b)])
    if not groups:
        return outcome
    outcome = {**outcome, "flags": outcome["flags"] | {"SHARED_VOTER"}}
    if outcome["action"] == "proceed":
        kept = [[b for b in group if answer(b) != normalised(outcome["choice"])] or group for group in groups]
        for panel in panels_of_one_voice_each(ballots, kept, groups):
            again = count_all(document, panel)
            stands = again["action"] == "proceed" and again["choice"] == outcome["choice"]
            if not stands or not again["requires"] <= outcome["requires"]:
                outcome = {**outcome, "requires": outcome["requires"] | {"verification"}}
    return outcome


def count_all(document: dict[str, Any], ballots: list[dict[str, Any]]) -> dict[str, Any]:
    """The verdict with all that goes with it, but for its confidence and the pivotal seats."""
    result, lead = verdict(document, ballots)
    choice = None
    requires = set()
    flags = set()
    levels = set()

    if result == "PROVEN":
        assert lead is not None
        first = min(groups_of(ballots)[lead], key=lambda b: str(b["agent"]))
        choice = "accept" if first["option"] is None else first["option"].strip()
        action = "proceed"
    elif result == "REFUTED":
        choice = "reject"
        action = "block"
        requires.add("risk_acceptance")
    elif result == "INSUFFICIENT_EVIDENCE":
        action = "ask"
        requires.add("human_choice" if stopped_by_threshold(document, ballots) else "more_context")
        levels.add("L2")
    elif a_critical_conflict_is_open(document, ballots):
        action = "ask"
        requires.add("human_choice")
        levels.add("L3")
    elif int(document.get("challengeRounds") or 0) < 2:
        action = "redeliberate"
        requires.add("challenge_round")
    else:
        action = "ask"
        requires.add("human_choice")
        levels.add("L2")

    if is_suspicious(document, ballots):
        flags.add("SUSPICIOUS_UNANIMITY")
        requires.add("verification")
    if any(b["vote"] is None for b in ballots):
        flags.add("DEGRADED_PANEL")
        requires.add("verification")
        if action == "proceed":
            flags.add("RELIES_ON_ABSENCE")
    if any(b["inferred"] for b in ballots):
        requires.add("verification")
        if action == "proceed":
            flags.add("RELIES_ON_INFERENCE")

    return {
        "result": result,
        "choice": choice,
        "action": action,
        "requires": frozenset(requires),
        "flags": frozenset(flags),
        "levels": frozenset(levels),
    }


def other_ballots(document: dict[str, Any], ballot: dict[str, Any]) -> list[dict[str, Any]]:
    """The ballot with each choice that it might have made; its evidence stays under the option of before."""
    confidence = number(1) if ballot["confidence"] is None else ballot["confidence"]
    kept = {**ballot, "confidence": confidence}
    changes = [{**kept, "vote": "abstain"}]
    options: list[Any] = list(read_options(document)) or [None]
    for option in options:
        changes.append({**kept, "vote": "accept", "option": option})
        changes.append({**kept, "vote": "reject", "option": option})
    return changes


def count(document: dict[str, Any], *, pivotal: bool = True) -> dict[str, Any]:
    """The outcome of a tally document under evidence; without its pivotal seats it is counted once."""
    ballots = read_ballots(document)
    outcome = count_ballots(document, ballots)

    found = set()
    for i, ballot in enumerate(ballots if pivotal else []):
        if "votes" not in document:
            continue  # one agent filled in the options of the voting structure; there is no seat to name
        for change in other_ballots(document, ballot):
            changed = ballots[:i] + [change] + ballots[i + 1 :]
            if count_ballots(document, changed)["action"] != outcome["action"]:
                found.add(ballot["agent"])
                break

    return {**outcome, "confidence": weighted_vote_confidence(ballots), "pivotal": frozenset(found)}
