"""English sentences in which a voter states a choice, whatever the protocol calls its choices.

Each name of a choice is looked at from its place backwards: what puts it there (`vote`, `count this as`, `my answer
is`, a label, nothing at all), who does that, and in which mood.
"""

from typing import NamedTuple

from quorate.deliberation.reading.prose import ballot_words as known
from quorate.deliberation.reading.prose.choice_words import (
    ANSWER,
    DOING,
    DONE,
    NAME,
    STATE,
    VERB,
    ChoiceWords,
    Marked,
    Said,
)
from quorate.deliberation.reading.prose.english_words import NEGATIONS, REASONS, words

_BREAKS = words(", and but so because since therefore then yet while although though which or whereas")
_STARTING = words(", so therefore zqis but")
_FIRST = words("i we")
_FAR = 10
# who names choices more often than this may say anything
_MOST_NAMES = 20


class Clause(NamedTuple):
    """A part of a sentence. One that `leads` may do without a subject; one that `follows` has the writer before it."""

    tokens: list[str]
    leads: bool
    follows: bool = False
    is_label: bool = False
    ahead: str = ""


def statements(tokens: list[str], names: ChoiceWords) -> list[Said]:
    """What a sentence states. Its tokens are plain words, with choices marked."""
    found: list[Said] = []
    if sum(names.read(token) is not None for token in tokens) > _MOST_NAMES:
        return [Said(frozenset(), is_denied=False)]
    for clause in clauses(tokens):
        for place, token in enumerate(clause.tokens):
            marked = names.read(token)
            negations = _negations(clause, place, marked, names) if marked else None
            if marked and negations is not None and _is_meant(tokens, clause, place):
                found.append(Said(marked.keys, negations % 2 == 1))
    return found


def clauses(tokens: list[str]) -> list[Clause]:
    """The parts of a sentence. One without a subject goes on with the first one's, if that is the writer."""
    found: list[Clause] = []
    start, leads = 0, True
    is_own = next((token for token in tokens if token not in known.OPENING or token in _FIRST), "") in _FIRST
    for place in [*(at for at in range(len(tokens)) if _breaks(tokens, at)), len(tokens)]:
        part, before = tokens[start:place], tokens[start - 1] if start else ""
        is_label = tokens[place : place + 1] == ["zqis"]
        if part:
            ahead = "" if place + 1 >= len(tokens) else tokens[place + 1]
            is_open = leads or before in ("so", "therefore")
            found.append(Clause(part, is_open, is_own and before != "or", is_label, ahead))
        leads = leads and (all(token in known.OPENING for token in part) or _is_short_label(part, is_label))
        start = place + 1
    return found


def _breaks(tokens: list[str], at: int) -> bool:
    if tokens[at] == "zqis":  # behind the name of a verdict it says what that is
        return known.VERDICTS.isdisjoint(tokens[max(0, at - 4) : at])
    return tokens[at] in _BREAKS


def _is_short_label(part: list[str], is_label: bool) -> bool:
    """True for `correction:`, `for the record:`, `I was wrong above:`; what follows may be a choice and nothing else."""
    is_own = not known.SELF.isdisjoint(part) and (known.HISTORY | known.NOT_THIS_ONE).isdisjoint(part)
    return is_label and (is_own or not known.CORRECTING.isdisjoint(part))


def _negations(clause: Clause, place: int, marked: Marked, names: ChoiceWords) -> int | None:
    """How often a stated choice is denied; None where it is not stated at all."""
    tokens = clause.tokens
    if (subject := _as_subject(clause, place, names)) is not None:
        return subject
    at, negations = _back(tokens, place, names)
    if at >= 0 and tokens[at] in known.AWAY and tokens[at] != "against":
        return None
    if not _is_closed(tokens[place + 1 :], negations % 2 == 1, names):
        return None
    if at < 0:
        return negations if _is_bare(clause, place, marked, negations, names) else None
    for frame in (_verdict_is, _counted_as, _done_by_voter):
        more = frame(clause, at, place, marked)
        if more is not None:
            return negations + more
    return None


def _is_bare(clause: Clause, place: int, marked: Marked, negations: int, names: ChoiceWords) -> bool:
    """True for `REJECT.`, `Option B.`, `block it`; under a name, as in `B: cheaper`, an option is described."""
    if (marked.form in (ANSWER, DOING) and not negations) or clause.tokens[0] == "to":
        return False
    if clause.leads:
        is_listed = bool(names.read(clause.ahead)) and place == len(clause.tokens) - 1
        return not (is_listed or (clause.is_label and marked.form == NAME))
    return clause.follows and marked.form == VERB and clause.tokens[place + 1 : place + 2] in (["it"], ["this"])


def _back(tokens: list[str], place: int, names: ChoiceWords) -> tuple[int, int]:
    """Goes back over words that only link a choice to what puts it there, and counts negations."""
    at, negations = place - 1, 0
    while at >= 0:
        token = tokens[at]
        is_denying = token in known.DENYING or _is_against(token, names)
        if token in NEGATIONS or token in ("no", "not") or is_denying:
            negations += 1
        elif token not in known.LINKS and not token.endswith("ly"):
            break
        at -= 1
    return at, negations


def _is_against(token: str, names: ChoiceWords) -> bool:
    marked = names.read(token)
    return bool(marked and "against" in marked.keys and marked.form in (VERB, DOING, ANSWER))


def _verdict_is(clause: Clause, at: int, place: int, marked: Marked) -> int | None:
    """`my real answer is X`, `position: X`, `the vote should read X`, `it should be X`."""
    tokens = clause.tokens
    if _is_it(tokens, at) and _is_copula(tokens[at:place]):
        return sum(token in NEGATIONS for token in tokens[:at])
    noun = next((one for one in range(place - 1, max(-1, place - _FAR), -1) if tokens[one] in known.VERDICTS), -1)
    between = tokens[noun + 1 : place]
    is_label = not between and all(token in known.OPENING or token in known.LIGHT for token in tokens[:noun])
    if noun < 0 or not (_is_copula(between) or is_label):
        return None
    head = tokens[max(0, noun - 4) : place]
    if not _is_this_verdict(head) or (marked.form == ANSWER and {"my", "final"}.isdisjoint(head)):
        return None
    return sum(token in NEGATIONS for token in tokens[noun:at])


def _is_copula(between: list[str]) -> bool:
    return not known.IS.isdisjoint(between)


def _is_this_verdict(head: list[str]) -> bool:
    """False for a verdict that is another's, or that was never come to."""
    if any(token in known.NOT_THIS_ONE or token in known.MAYBE or token.endswith("'s") for token in head):
        return False
    return not ("would" in head and "have" in head) and "first" not in _but_choice(head)


def _is_it(tokens: list[str], at: int) -> bool:
    """True for `it should read X`, `this has to be X`."""
    head = tokens[: at + 1]
    must = [place for place, token in enumerate(head) if token in known.MUST]
    return bool(must) and must[0] > 0 and head[must[0] - 1] in ("it", "this", "that") and must[0] < 4


def _but_choice(head: list[str]) -> list[str]:
    """`first choice` is what is chosen; any other first thing is history."""
    is_choice = not {"choice", "pick", "preference"}.isdisjoint(head)
    return [] if is_choice else head


def _counted_as(clause: Clause, at: int, place: int, marked: Marked) -> int | None:
    """`count this as X`, `change my vote to X`, `put me down for X`, `make it X`."""
    tokens = clause.tokens
    verb = at
    while verb >= 0 and at - verb <= _FAR and tokens[verb] not in known.COUNTING:
        verb -= 1
    if verb < 0 or at - verb > _FAR:
        return None
    middle = tokens[verb + 1 : place]
    if (known.COUNTED.isdisjoint([*tokens[:verb], *middle]) and verb != at) or not known.MAYBE.isdisjoint(
        tokens[:verb]
    ):
        return None
    head = tokens[:verb]
    is_asked = all(token in _ASKING or token in known.OPENING or token.endswith("ly") for token in head)
    is_own = not (_FIRST | {"my"}).isdisjoint(head) and not {"would", "was", "had"} & set(head)
    is_passive = tokens[verb].endswith("ed") and not known.COUNTED.isdisjoint(head)
    if not (is_asked or is_own or is_passive) or not known.NOT_THIS_ONE.isdisjoint(head):
        return None
    return sum(token in NEGATIONS for token in head)


_ASKING = words(
    "please kindly you can could would will should must i want ask to like need have the counter system tally chair"
    " moderator do not may also never"
)


def _done_by_voter(clause: Clause, at: int, place: int, marked: Marked) -> int | None:
    """`I vote X`, `I would rather go with X`, `I reject this`, `it must be blocked`."""
    tokens = clause.tokens
    says = marked.form in (VERB, DOING, ANSWER) or "for" in tokens[at:place]
    negations = 0
    while at >= 0 and tokens[at] not in _FIRST:
        token = tokens[at]
        if token not in known.LIGHT and token not in known.MUST and not token.endswith("ly"):
            break
        negations += token in NEGATIONS
        at -= 1
    walked = tokens[at + 1 : place]
    said = says or not known.VOTING.isdisjoint(walked)
    if not known.MAYBE.isdisjoint(walked) or {"was", "were", "had"} & set(walked) or _is_counterfactual(walked):
        return None
    if marked.form in (DONE, STATE):
        return negations + _doubts(tokens, at) if _must_be(tokens, at, walked) else None
    if at >= 0 and tokens[at] in _FIRST:
        return negations + _doubts(tokens, at) if said else None
    is_order = at < 0 and (clause.leads or clause.follows) and walked[:1] not in (["leaning"], ["to"])
    return negations if said and (is_order or tokens[: at + 1] in (["you"], ["please", "you"])) else None


def _doubts(tokens: list[str], subject: int) -> int:
    """1 for `I do not think that we should ...`."""
    head = tokens[:subject]
    return sum(token in NEGATIONS for token in head) if not {"think", "believe"}.isdisjoint(head) else 0


def _is_counterfactual(walked: list[str]) -> bool:
    return "would" in walked and ("only" in walked or ("have" in walked and "rather" not in walked))


def _must_be(tokens: list[str], at: int, walked: list[str]) -> bool:
    """True for `the agent must stay paused`, `this should be rejected`, `I want it blocked`."""
    wanted = not known.WANTING.isdisjoint(walked)
    obliged = not (known.MUST - {"can", "will"}).isdisjoint(walked)
    head = tokens[: at + 1]
    is_this = not head or head[-1] in known.ITS_OBJECTS or head[-1] in _FIRST
    return is_this and (wanted or (obliged and ("be" in walked or walked[-1:] != ["be"])))


def _as_subject(clause: Clause, place: int, names: ChoiceWords) -> int | None:
    """`X is my vote`, `X gets my vote`, `X is the right call`, `X it is`."""
    tokens, tail = clause.tokens, clause.tokens[place + 1 :]
    head = [token for token in tokens[:place] if token not in ("a", "an", "the", "option")]
    if not all(token in known.OPENING or token in known.LIGHT for token in head):
        return None
    if tail == ["it", "is"] or (tail[:3] == ["is", "what", "i"] and tail[3:4] and tail[3] in known.VOTING):
        return 0
    if tail[:1] not in (["is"], ["was"], ["remains"], ["gets"], ["has"], ["wins"], ["seems"], ["should"], ["must"]):
        return None
    if not known.NOT_THIS_ONE.isdisjoint(tail) or not known.MAYBE.isdisjoint(tail):
        return None
    negations = sum(token in NEGATIONS for token in [*head, *tail[:4]])
    for end, token in enumerate(tail[1:8], 1):
        mine = token in known.VERDICTS and "my" in tail[:end]
        if (mine or (token in known.RIGHT)) and _ends(tail[end + 1 :], names):
            return negations
    return None


def _ends(tail: list[str], names: ChoiceWords) -> bool:
    """True where nothing narrows what was said: `the right call here`, not `the right call for small teams`."""
    left = tail[1:] if tail and tail[0] in known.VERDICTS | words("thing course way") else tail
    left = left[1:] if left[:1] in (["answer"], ["call"], ["choice"], ["option"], ["outcome"]) else left
    return (
        not left
        or left[0] in known.CLOSING
        or left[0] in ("here", "now", "today")
        or left[:2]
        in (
            ["for", "me"],
            ["for", "this"],
            ["to", "do"],
            ["to", "take"],
            ["i", "can"],
        )
    )


def _is_closed(tail: list[str], is_denied: bool, names: ChoiceWords) -> bool:
    """True where nothing behind a choice makes it the choice of something else."""
    if not tail:
        return True
    first = tail[0]
    if first in ("this", "it", "that", "them", "so") and _is_closed(tail[1:], is_denied, names):
        return True
    if first in ("the", "this", "that", "these", "your", "our", "of"):
        objects = [at for at, token in enumerate(tail[1:5], 1) if token in known.ITS_OBJECTS]
        return any(_is_closed(tail[at + 1 :], is_denied, names) for at in objects)
    if first.endswith("ly") and first != "only":
        return not (is_denied and first in ("lightly", "easily", "blindly", "gladly", "happily"))
    if is_denied:
        return first in _AFTER_DENIAL or first in known.REASONS
    near_by = tail[:2] in (["for", "me"], ["for", "now"], ["for", "this"], ["with", "conditions"], ["on", "this"])
    return (
        near_by
        or first in known.CLOSING
        or (first == "in" and tail[1:2] in (["the"], ["my"], ["this"], ["that"], ["its"]))
    )


_AFTER_DENIAL = words("yet now today anymore at after here outright anyway any longer either zqis not but vote ballot")


def _is_meant(tokens: list[str], clause: Clause, place: int) -> bool:
    """False for history and for what hangs on a condition; a reason may hold an `if` of its own."""
    head = clause.tokens[:place]
    if not known.HISTORY.isdisjoint(_but_choice(_where_history_counts(tokens, head))):
        return False
    reason = next((at for at, token in enumerate(tokens) if token in ("because", "since")), len(tokens))
    named = tokens.index(clause.tokens[place])
    scope = tokens if named > reason else tokens[:reason]
    if not known.IFS.isdisjoint(scope) or scope[:1] in (["had"], ["were"], ["should"], ["then"]):
        return False
    return not ("would" in head and _is_led_in(tokens))


def _where_history_counts(tokens: list[str], head: list[str]) -> list[str]:
    """Anywhere for what is past; for what is present only between the writer and what it says."""
    if not known.PAST.isdisjoint(head):
        return tokens
    first = max((at for at, token in enumerate(head) if token in _FIRST or token == "my"), default=0)
    return head[first:]


_LIMITING = words("without with but only then")


def _is_led_in(tokens: list[str]) -> bool:
    """True for `with a tested rollback I would approve`: the words before the writer are a condition."""
    first = next((at for at, token in enumerate(tokens) if token in _FIRST or token == "my"), 0)
    led = [token for token in tokens[:first] if token not in known.OPENING and not token.endswith("ly")]
    pairs = zip(tokens[first:], tokens[first + 1 :], strict=False)
    behind = [one for before, one in pairs if one in _LIMITING and before not in known.VOTING]
    return bool(led and tokens[0] not in REASONS) or bool(behind)
