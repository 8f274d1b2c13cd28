"""quorum, counted as plainly as it can be written down."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from typing import Any

from tests.naive.voices import added, number_written, panels_of_one_voice_each, remembered, sharers

FAILURES = ("timeout", "error", "unreadable", "absent")
CHOICES = ("resume", "block", "cooldown")


def number(value: Any) -> Fraction:
    """An exact number from an int, a Fraction or the text of a decimal or a fraction."""
    return number_written(str(value).strip())


def acted_on(outcome: dict[str, Any]) -> bool:
    """Only a proceed with nothing required may be acted on."""
    return outcome["action"] == "proceed" and not outcome["requires"]


VERBS = {
    "governance": ("disabl", "remov"),
    "breaker": ("disabl", "remov", "bypass"),
    "breakers": ("disabl", "remov", "bypass"),
    "monitoring": ("remov", "disabl"),
    "limit": ("remov", "disabl"),
    "limits": ("remov", "disabl"),
    "safety": ("bypass", "skip"),
    "check": ("skip",),
    "checks": ("skip",),
    "threshold": ("ignor",),
    "thresholds": ("ignor",),
}
BETWEEN = ("the", "a", "an", "all", "any", "every", "its", "is", "are", "be", "was", "were", "circuit", "safety")
PROTECTIONS = (
    *("govern", "breaker", "monitor", "safe", "limit", "threshold", "risk", "check", "guard", "alert", "approv"),
    *("permi", "access", "audit"),
)
SPAN = r"[0-9]+ ?(s|m|min|minutes|h|hours?|d|days?|updates)"
STRUCTURED = (
    rf"monitor( everything| coherence| risk| metrics)?( for {SPAN})?( every {SPAN})?",
    rf"check in (after|every) {SPAN}",
    rf"read only( for {SPAN})?",
    r"at most [0-9]+ per (second|minute|hour|day)",
    r"set (the )?(risk|coherence) threshold to [0-9.]+%?",
)


@cache
def breaks_a_hard_limit(condition: str) -> bool:
    """Whether a condition is one that no resume may carry; a negation is not understood, to be safe."""
    text = " ".join(condition.lower().split())
    words = re.findall(r"[a-z]+", text)
    for place, word in enumerate(words):
        for verb in VERBS.get(word, ()):
            before = [one for one in words[:place] if one not in BETWEEN or one == word]
            behind = [one for one in words[place + 1 :] if one not in BETWEEN]
            if before[-1:] and before[-1].startswith(verb):
                return True
            if behind[:1] and behind[0].startswith(verb):
                return True
    if "unlimited risk" in text or (bool(words) and words[0] in ("maybe", "perhaps", "try", "consider")):
        return True
    threshold = re.fullmatch(r"set (?:the )?(risk|coherence) threshold to ([0-9.]+)(%?)", text)
    if threshold:
        at = Fraction(threshold[2]) / (100 if threshold[3] else 1)
        return at > Fraction("0.9") if threshold[1] == "risk" else not Fraction("0.1") <= at <= 1
    return is_structured(text) and any(int(amount) == 0 for amount in re.findall(r"[0-9]+", text))


def is_structured(text: str) -> bool:
    """Whether a condition has one of the forms that the tests write."""
    return any(re.fullmatch(form, " ".join(text.lower().split())) for form in STRUCTURED)


def asks(condition: str, policy: str) -> bool:
    """Whether a person has to see a note: if it names a protection, or any note under the policy `ask`."""
    if policy == "drop" or is_structured(condition):
        return False
    words = re.findall(r"[a-z]+", condition.lower())
    names = any(stem in word for word in words for stem in PROTECTIONS) or bool({"cap", "log"} & set(words))
    names = names or condition.lower().startswith("kind:")
    return policy == "ask" or names


def read_seats(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The roster without its recused seats; the choice of a failed seat is None."""
    votes = {row["agent_id"]: row for row in document.get("votes") or []}
    roster = document.get("roster")
    if roster is None:
        roster = document.get("votes") or []
    seats = []
    for place in roster:
        name = place["agent_id"]
        row = votes.get(name, {"error": "absent"})
        weight = place.get("authority_weight")
        error = row.get("error")
        seat = {
            "name": name,
            "weight": number(1 if weight is None else weight),
            "choice": None,
            "conditions": (),
            "inferred": False,
            "by": "",
            "policy": (document.get("policy") or {}).get("notes", "protections"),
        }
        if error == "recused":
            continue
        if error is not None:
            assert error in FAILURES, error
        else:
            seat["choice"] = str(row["vote"]).strip().lower()
            assert seat["choice"] in CHOICES, seat["choice"]
            seat["conditions"] = tuple(row.get("conditions") or [])
            seat["inferred"] = bool(row.get("inferred", False))
            seat["by"] = row.get("answered_by") or ""
        seats.append(seat)
    return seats


def absence_counts_against(document: dict[str, Any]) -> bool:
    """A safety dispute, an active void or the policy `absent: against`."""
    state = document.get("paused_agent_state") or {}
    policy = document.get("policy") or {}
    return (
        document.get("dispute_type") == "safety"
        or bool(state.get("void_active", False))
        or policy.get("absent") == "against"
        or document.get("absent") == "against"
    )


def weight_of(seats: list[dict[str, Any]]) -> Fraction:
    """The sum of the weights."""
    return added(tuple(s["weight"] for s in seats))


@remembered("choice", "weight", "conditions", "policy")
def plain_count(seats: list[dict[str, Any]], absent_against: bool) -> dict[str, Any]:
    """The count without the flag for absence."""
    voted = [s for s in seats if s["choice"] is not None]
    total = weight_of(voted)
    margin = Fraction(0)
    winner = None
    if voted and total > 0:
        for choice in CHOICES:
            weight = weight_of([s for s in voted if s["choice"] == choice])
            margin = max(margin, weight / total)
            if len(voted) >= 3 and weight * 3 >= total * 2:
                winner = choice
    resume_weight = weight_of([s for s in voted if s["choice"] == "resume"])
    if winner == "resume" and absent_against and resume_weight * 3 < weight_of(seats) * 2:
        winner = None

    outcome: dict[str, Any] = {
        "choice": winner,
        "requires": set(),
        "flags": set(),
        "confidence": margin * 100,
        "levels": set(),
    }
    if winner is None:
        outcome["result"], outcome["action"] = "NO_SUPERMAJORITY", "cooldown"
    if winner == "cooldown":
        outcome["result"], outcome["action"] = "COOLDOWN", "cooldown"
    if winner == "block":
        outcome["result"], outcome["action"] = "BLOCK", "block"
        outcome["requires"].add("risk_acceptance")
    if winner == "resume":
        outcome["result"], outcome["action"] = "RESUME", "proceed"
        conditions = [c for s in voted if s["choice"] == "resume" for c in s["conditions"]]
        if any(breaks_a_hard_limit(c) for c in conditions):
            outcome["action"] = "block"
            outcome["flags"].add("HARD_LIMIT")
            outcome["levels"].add("L3")
        elif any(asks(c, s["policy"]) for s in voted if s["choice"] == "resume" for c in s["conditions"]):
            outcome["requires"].add("verification")
            outcome["levels"].add("L2")
    return outcome


def against(seat: dict[str, Any]) -> dict[str, Any]:
    """The seat as a ballot against the resume."""
    return {**seat, "choice": "block"}


def holds(first: dict[str, Any], second: dict[str, Any]) -> bool:
    """Whether a second count bears the first one out."""
    if second["action"] != "proceed" or second["choice"] != first["choice"]:
        return False
    return set(second["requires"]) <= set(first["requires"])


def count_seats(seats: list[dict[str, Any]], absent_against: bool, reversibility: str) -> dict[str, Any]:
    """The count, then the rule that one voice has one vote."""
    outcome = count_all(seats, absent_against, reversibility)
    groups = sharers([s for s in seats if s["choice"] is not None])
    if groups:
        outcome["flags"].add("SHARED_VOTER")
    if groups and outcome["action"] == "proceed":
        kept = [[most_against(group)] for group in groups]
        for panel in panels_of_one_voice_each(seats, kept, groups):
            if not holds(outcome, count_all(panel, absent_against, reversibility)):
                outcome["requires"].add("verification")
    return outcome


def most_against(group: list[dict[str, Any]]) -> dict[str, Any]:
    """The heaviest vote that is no resume; without one, the lightest resume."""
    others = sorted((s for s in group if s["choice"] != "resume"), key=lambda s: s["weight"])
    resumes = sorted((s for s in group if s["choice"] == "resume"), key=lambda s: s["weight"])
    return others[-1] if others else resumes[0]


@remembered("choice", "weight", "conditions", "inferred", "policy")
def count_all(seats: list[dict[str, Any]], absent_against: bool, reversibility: str) -> dict[str, Any]:
    """The plain count, then the rule that neither a failure nor an inferred ballot helps a proposal."""
    outcome = plain_count(seats, absent_against)
    first = plain_count(seats, absent_against)
    failed = [s for s in seats if s["choice"] is None]
    inferred = [s for s in seats if s["choice"] is not None and s["inferred"]]

    if failed:
        outcome["flags"].add("DEGRADED_PANEL")
    if (failed or inferred) and reversibility == "low":
        outcome["requires"].add("verification")

    if first["action"] == "proceed":

        def bears(opposed: list[dict[str, Any]], silent: list[dict[str, Any]]) -> bool:
            recount = [against(s) if s in opposed else {**s, "choice": None} if s in silent else s for s in seats]
            return holds(first, plain_count(recount, absent_against))

        bears_failed = bears(failed, [])
        bears_inferred = bears(inferred, []) and bears([], inferred)
        bears_both = bears(failed + inferred, []) and bears(failed, inferred)
        if not bears_failed:
            outcome["flags"].add("RELIES_ON_ABSENCE")
        if not bears_inferred:
            outcome["flags"].add("RELIES_ON_INFERENCE")
        if bears_failed and bears_inferred and not bears_both:
            outcome["flags"].add("RELIES_ON_ABSENCE")
            outcome["flags"].add("RELIES_ON_INFERENCE")
        if "RELIES_ON_ABSENCE" in outcome["flags"] or "RELIES_ON_INFERENCE" in outcome["flags"]:
            outcome["requires"].add("verification")
    return outcome


def count(document: dict[str, Any], *, pivotal: bool = True) -> dict[str, Any]:
    """The outcome of a tally document under quorum; without its pivotal seats it is counted once."""
    seats = read_seats(document)
    absent_against = absence_counts_against(document)
    question = document.get("question")
    reversibility = "medium"
    if isinstance(question, dict) and question.get("reversibility"):
        reversibility = question["reversibility"]

    outcome = count_seats(seats, absent_against, reversibility)

    found = set()
    for i, seat in enumerate(seats if pivotal else []):
        for choice in CHOICES:
            changed = seats[:i] + [{**seat, "choice": choice}] + seats[i + 1 :]
            if count_seats(changed, absent_against, reversibility)["action"] != outcome["action"]:
                found.add(seat["name"])
                break

    return {
        **outcome,
        "requires": frozenset(outcome["requires"]),
        "flags": frozenset(outcome["flags"]),
        "levels": frozenset(outcome["levels"]),
        "pivotal": frozenset(found),
    }
