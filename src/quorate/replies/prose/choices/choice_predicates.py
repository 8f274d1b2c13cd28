"""English sentences that say something of a choice: `B is my vote`, `blocking it is wrong`, `cooldown wins`."""

from quorate.replies.prose.choices import ballot_words as known
from quorate.replies.prose.choices.choice_words import DOING, Marked
from quorate.replies.prose.clauses import Clause
from quorate.replies.prose.english.english_words import NEGATIONS, words
from quorate.replies.prose.english.tails import is_unqualified

_BEING = words("is was remains gets has wins seems should must")
_LEFT_OUT = words("a an the option")


def denials_of_subject(clause: Clause, place: int, marked: Marked) -> int | None:
    """`X is my vote`, `X gets my vote`, `X is the right call`, `X it is`, `X is what I want`."""
    head = [token for token in clause.tokens[:place] if token not in _LEFT_OUT]
    tail = clause.tokens[place + 1 :]
    tail = _behind_object(tail) if marked.form == DOING else tail
    if not all(token in known.OPENING or token in known.LIGHT for token in head):
        return None
    if tail == ["it", "is"] or _is_where_i_stand(tail):
        return 0
    if tail[:1] == ["wins"] and is_unqualified(tail[1:]):
        return 0
    if not tail or tail[0] not in _BEING:
        return None
    if _is_wrong(tail):
        return 1 - sum(token in NEGATIONS for token in [*head, *tail[:4]])
    if not _is_mine_or_right(tail):
        return None
    return sum(token in NEGATIONS for token in [*head, *tail[:4]])


def _is_where_i_stand(tail: list[str]) -> bool:
    """True for `is what I want`, `is where I end up`."""
    if tail[:1] != ["is"] or tail[1:2] not in (["what"], ["where"]) or tail[2:3] != ["i"]:
        return False
    return not known.VOTING.isdisjoint(tail[3:5]) and known.HISTORY.isdisjoint(tail)


def _behind_object(tail: list[str]) -> list[str]:
    if tail[:1] in (["it"], ["this"]):
        return tail[1:]
    return tail[2:] if tail[:1] in (["the"], ["this"]) and tail[1:2][:1] and tail[1] in known.ITS_OBJECTS else tail


def _is_wrong(tail: list[str]) -> bool:
    """True for `is wrong`, `would be a mistake` aside: that is what somebody else may do."""
    if not (known.NOT_THIS_ONE | known.MAYBE).isdisjoint(tail):
        return False
    places = [end for end, token in enumerate(tail[:5]) if token in known.WRONG]
    return tail[0] == "is" and bool(places) and is_unqualified(tail[places[0] + 1 :])


def _is_mine_or_right(tail: list[str]) -> bool:
    if not (known.NOT_THIS_ONE | known.MAYBE).isdisjoint(tail):
        return False
    for end, token in enumerate(tail[1:8], 1):
        is_mine = token in known.VERDICTS and "my" in tail[:end]
        if (is_mine or token in known.RIGHT) and is_unqualified(tail[end + 1 :]):
            return True
    return False
