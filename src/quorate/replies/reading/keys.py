"""A mapping that a voter wrote, by its protocol's own keys, whatever names and spellings they have there."""

import re
from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.deliberation.rounds.debate import CHALLENGE, CONVINCED
from quorate.documents.vote_form import vote_schema
from quorate.protocols import protocol_named
from quorate.replies.choice import Choice, looks_like, meaning, meanings, naming, read_choice
from quorate.replies.reading.content import concerns, is_nothing, text_of, texts
from quorate.replies.reading.expectation import Expected, choice_key

NONCE = "nonce"
WHO = ("perspective", "engine", "seat")
NEVER_OBEYED = ("error", "detail", "inferred", "repaired", "weight")
_CHOICE_NAMES = ("vote", "position", "option", "decision", "recommendation")
REASON_NAMES = ("rationale", "reasoning")
_WRAPPERS = frozenset({"vote", "ballot", "answer", "response", "result", "verdict", "decision", "myvote", "myballot"})
_OTHER_NAMES = {
    "concerns": (
        "concern",
        "objections",
        "objection",
        "blockers",
        "blocker",
        "warnings",
        "warning",
        "caveats",
        "issues",
        "keyconcerns",
        "mainconcerns",
        "懸念",
        "懸念事項",
        "懸念点",
        "警告",
    ),
    "conditions": ("condition",),
    "risks": ("risk", "リスク"),
    "alternatives": ("alternative",),
    "dissent_note": ("dissent",),
    "key_evidence": ("evidence",),
}
_NAMES_IN_A_DEBATE = {
    CHALLENGE: ("challenges", "rebuttal", "rebuttals", "counterargument", "counterarguments", "critique", "反論"),
    CONVINCED: ("convinced", "convincedme", "whatconvincedme", "whatconvincedyou", "reasonforchange", "changereason"),
}
_CONCERN_NOUNS = ("", "concern", "concerns", "issue", "issues", "risk", "risks", "懸念")
_GRAVE = {"safety": "safety", "安全": "safety", "安全性": "safety", "security": "security", "セキュリティ": "security"}
_OF_A_KIND = {f"{name}{noun}": kind for (name, kind), noun in product(_GRAVE.items(), _CONCERN_NOUNS)}
# what is no warning at all
_ALL_CLEAR = lazy_pattern(
    r"(?:ok(?:ay)?|fine|good|safe|secure|pass(?:ed)?|acceptable|clear|green|low risk|false|0"
    r"|(?:no|without|not any|zero)(?: \w+)? (?:concerns?|issues?|risks?|problems?|objections?|findings?)"
    r"(?: found| identified| seen)?"
    r"|(?:問題|懸念|異常)(?:は|が)?(?:なし|無し|ない|ありません)|良好)\W*",
    re.IGNORECASE,
)
_APART = lazy_pattern(r"[\s_-]+")


class BallotKeys(NamedTuple):
    """A mapping by the protocol's own keys; `unknown` has the rest, `fault` says why it must not be read at all.

    `clash` says that two names of one key state different things. `has_own` is True where the choice has its own name.
    """

    said: dict[str, Any]
    unknown: dict[str, Any]
    fault: str = ""
    clash: str = ""
    has_own: bool = True


def schema_of(expected: Expected) -> Mapping[str, Any]:
    """The shapes of the vote's keys, without those that say whose it is or why there is none."""
    protocol = protocol_named(expected.protocol)
    keys = protocol.vote_keys
    hidden = {keys.seat, keys.weight, *WHO, *NEVER_OBEYED}
    return {name: shape for name, shape in vote_schema(protocol).items() if name not in hidden}


def choice_names(expected: Expected) -> tuple[str, ...]:
    """The choice's own key, and the other names that are understood; another key of the protocol is none of them."""
    own = choice_key(expected)
    taken = schema_of(expected).keys()
    return (own, *(name for name in _CHOICE_NAMES if name not in taken))


def keys_of(value: Mapping[str, Any], expected: Expected) -> BallotKeys:
    """The keys in any case, with spaces or hyphens; two that come to the same spoil it."""
    schema, choice = schema_of(expected), choice_key(expected)
    known = {plain_key(name): name for name in (*schema, NONCE, *expected.also)}
    looked_for = (*choice_names(expected), NONCE)
    value = _unwrapped(value, choice_names(expected))
    said: dict[str, Any] = {}
    unknown: dict[str, Any] = {}
    for key, one in value.items():
        name = known.get(plain_key(key))
        if name is None and any(looks_like(plain_key(key), plain_key(own)) for own in looked_for):
            return BallotKeys({}, {}, f"a key only looks like {choice}")
        if name in said:
            return BallotKeys({}, {}, f"the key {name} occurs twice")
        (unknown if name is None else said)[name or key] = one
    has_own = choice in said
    _take_debate_keys(said, unknown, expected)
    clash = _same_choice(said, unknown, expected) or _same_reason(said, unknown, schema)
    return BallotKeys(_renamed(said, unknown, schema), unknown, clash=clash, has_own=has_own)


def _take_debate_keys(said: dict[str, Any], unknown: dict[str, Any], expected: Expected) -> None:
    for name in (one for one in expected.also if one not in said):
        other = next((key for key in unknown if plain_key(key) in _NAMES_IN_A_DEBATE.get(name, ())), None)
        if other is not None:
            said[name] = unknown.pop(other)


def choice_of(keys: BallotKeys, expected: Expected) -> Choice:
    """The choice of a ballot; two names of one key that state different things are none."""
    if keys.clash:
        return Choice(why=keys.clash)
    return read_choice(keys.said[choice_key(expected)], expected.protocol, expected.choices, expected.names)


def _same_choice(said: dict[str, Any], unknown: dict[str, Any], expected: Expected) -> str:
    """Takes the choice from under another name; all names that state a choice have to state the same."""
    own = choice_key(expected)
    others = {plain_key(name) for name in choice_names(expected)}
    named = {key: one for key, one in unknown.items() if plain_key(key) in others and _may_choose(one, said, expected)}
    for key in named:
        del unknown[key]
    stated = {own: said[own], **named} if not is_nothing(said.get(own)) else named
    if not stated:
        return ""
    said[own] = next(iter(stated.values()))
    meant = {_meant(one, expected) for one in stated.values()}
    return f"two keys state different things: {', '.join(stated)[:80]}" if len(meant) > 1 else ""


def _may_choose(value: Any, said: Mapping[str, Any], expected: Expected) -> bool:
    """True for what stands for the choice; beside the choice's own key a text may be about something else."""
    if isinstance(value, Mapping) or is_nothing(value):
        return False
    if choice_key(expected) not in said:
        return True
    known = read_choice(value, expected.protocol, expected.choices, expected.names)
    return bool(known.word or naming(meanings(expected.protocol, expected.choices)).search(text_of(value)))


def _meant(value: Any, expected: Expected) -> str:
    word = read_choice(value, expected.protocol, expected.choices, expected.names).word
    return meaning(word, expected.protocol) if word else f"? {plain_key(text_of(value))}"


def _same_reason(said: dict[str, Any], unknown: dict[str, Any], schema: Mapping[str, Any]) -> str:
    own = next((name for name in REASON_NAMES if name in schema), "")
    for key in [key for key in unknown if own and plain_key(key) in REASON_NAMES]:
        one = unknown.pop(key)
        if not is_nothing(said.get(own)) and text_of(said[own]).split() != text_of(one).split():
            return f"two keys state different things: {own}, {key[:40]}"
        said[own] = one
    return ""


def _unwrapped(value: Mapping[str, Any], choices: tuple[str, ...]) -> Mapping[str, Any]:
    """A ballot may stand under one key such as `vote`."""
    inner = [(key, one) for key, one in value.items() if isinstance(one, Mapping) and plain_key(key) in _WRAPPERS]
    others = [key for key, one in value.items() if not isinstance(one, Mapping) and plain_key(key) != NONCE]
    if len(inner) != 1 or others or len(value) > 2:
        return value
    name, mapping = inner[0]
    rest = {key: one for key, one in value.items() if key != name}
    holds = any(plain_key(key) in map(plain_key, choices) for key in mapping)
    return {**mapping, **{key: one for key, one in rest.items() if key not in mapping}} if holds else value


def _renamed(said: dict[str, Any], unknown: dict[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Other names for what speaks against a proposal, or for it."""
    for key in list(unknown):
        folded = plain_key(key)
        if folded in _OF_A_KIND and "concerns" in schema and not _is_all_clear(unknown[key]):
            listed = [{"kind": _OF_A_KIND[folded], "text": one} for one in texts(unknown.pop(key))]
            said["concerns"] = [*concerns(said.get("concerns")), *listed]
        for name, others in _OTHER_NAMES.items():
            if folded in others and name in schema:
                _put(said, name, unknown.pop(key))
                break
    return said


def _is_all_clear(value: Any) -> bool:
    return is_nothing(value) or bool(_ALL_CLEAR.fullmatch(text_of(value)[:100]))


def _put(said: dict[str, Any], name: str, value: Any) -> None:
    if name == "dissent_note":
        said[name] = "; ".join(filter(None, (text_of(said.get(name)), text_of(value))))
    elif not is_nothing(value):
        before = said.get(name)
        said[name] = [
            *([] if is_nothing(before) else before if isinstance(before, list) else [before]),
            *(value if isinstance(value, list) else [value]),
        ]


def plain_key(key: str) -> str:
    """A key without case, spaces, hyphens and what stands around it."""
    return _APART.sub("", str(key).strip(" \t*_`\"'").casefold())
