"""English sentences as clauses: which may do without a subject, and how each goes on."""

from typing import NamedTuple

from quorate.replies.prose.choices import ballot_words as known
from quorate.replies.prose.english.english_words import NEGATIONS, words

# stands for the colon, the arrow and the bar behind a label
LABEL = "zqis"
FIRST_PERSON = words("i we")
_HAVING = words("having after given considering looking weighing thinking rereading")
_BREAKS = words(", and but so because since therefore then yet while although though which or whereas")


class Clause(NamedTuple):
    """A part of a sentence. One that `leads` may do without a subject; one that `follows` has the writer before it.

    `is_label` says that a colon comes behind it, `ahead` is the first word of the next one. One that `is_joined` may be
    half of something: `B and C`.
    """

    tokens: list[str]
    leads: bool
    follows: bool = False
    is_label: bool = False
    ahead: str = ""
    is_joined: bool = False


def clauses(tokens: list[str]) -> list[Clause]:
    """The parts of a sentence. One without a subject goes on with the first one's, if that is the writer."""
    found: list[Clause] = []
    start, leads, is_own = 0, True, _is_writers(tokens)
    for place in [*(at for at in range(len(tokens)) if _breaks(tokens, at)), len(tokens)]:
        part, before = tokens[start:place], tokens[start - 1] if start else ""
        is_label = tokens[place : place + 1] == [LABEL]
        if part:
            is_open = leads or before in ("so", "therefore")
            ahead = "".join(tokens[place + 1 : place + 2])
            is_joined = tokens[place : place + 1] in (["and"], ["or"])
            found.append(Clause(part, is_open, is_own and before != "or", is_label, ahead, is_joined))
        leads = leads and _opens(part, is_label)
        start = place + 1
    return found


def _is_writers(tokens: list[str]) -> bool:
    first = next((token for token in tokens if token not in known.OPENING or token in FIRST_PERSON), "")
    return first in FIRST_PERSON


def _breaks(tokens: list[str], at: int) -> bool:
    if tokens[at] == LABEL:  # behind the name of a verdict it says what that is
        return known.VERDICTS.isdisjoint(tokens[max(0, at - 4) : at])
    return tokens[at] in _BREAKS


def _opens(part: list[str], is_label: bool) -> bool:
    """True for `actually,`, `having read it,`, `I was wrong above:`; behind it a choice may stand by itself."""
    if all(token in known.OPENING for token in part):
        return True
    if part and all(token in NEGATIONS or token.startswith("zq") for token in part):
        return is_label or len(part) > 1  # `APPROVE -> REJECT`, `not APPROVE but REJECT`
    if part and part[0] in _HAVING:
        return True
    is_own = not known.SELF.isdisjoint(part) and (known.HISTORY | known.NOT_THIS_ONE).isdisjoint(part)
    return is_label and (is_own or not known.CORRECTING.isdisjoint(part))
