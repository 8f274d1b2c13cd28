"""English sentences as clauses: which may do without a subject, and how each goes on."""

from typing import NamedTuple

from quorate.replies.prose.choices import ballot_words as known
from quorate.replies.prose.english.english_words import words

# stands for the colon, the arrow and the bar behind a label
LABEL = "zqis"
FIRST_PERSON = words("i we")
_BREAKS = words(", and but so because since therefore then yet while although though which or whereas")


class Clause(NamedTuple):
    """A part of a sentence. One that `leads` may do without a subject; one that `follows` has the writer before it.

    `is_label` says that a colon comes behind it, `ahead` is the first word of the next one.
    """

    tokens: list[str]
    leads: bool
    follows: bool = False
    is_label: bool = False
    ahead: str = ""


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
            found.append(Clause(part, is_open, is_own and before != "or", is_label, ahead))
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
    """True for `actually,`, `for the record:`, `I was wrong above:`; what follows may be a choice and nothing else."""
    if all(token in known.OPENING for token in part):
        return True
    is_changed = len(part) == 1 and part[0].startswith("zq")  # `APPROVE -> REJECT`
    is_own = not known.SELF.isdisjoint(part) and (known.HISTORY | known.NOT_THIS_ONE).isdisjoint(part)
    return is_label and (is_changed or is_own or not known.CORRECTING.isdisjoint(part))
