"""English sentences in which a voter states a choice, whatever the protocol calls its choices.

Each name of a choice is looked at from its place backwards: what puts it there (`vote`, `count this as`, `my answer
is`, a label, nothing at all), who does that, and in which mood.
"""

from quorate.replies.prose.choices import ballot_words as known
from quorate.replies.prose.choices.choice_predicates import denials_of_subject
from quorate.replies.prose.choices.choice_words import (
    AGAINST,
    ANSWER,
    DOING,
    DONE,
    MOST_NAMES,
    NAME,
    STATE,
    VERB,
    ChoiceWords,
    Marked,
    StatedChoice,
)
from quorate.replies.prose.clauses import FIRST_PERSON, Clause, clauses
from quorate.replies.prose.english.english_words import NEGATIONS, words
from quorate.replies.prose.english.moods import but_choice, doubts, is_meant, is_undecided
from quorate.replies.prose.english.tails import is_closed

_FAR = 10
_IT = words("it this that")
_GOVERNED = words("for to with into by zqis")
_LIGHT = known.LIGHT | known.MUST | known.DEEDS | known.DENYING | words("up")
_GROUNDS = words("reason reasons need grounds justification")
_DESERVING = words("deserves deserve merits warrants warrant calls demands requires")
_REPORTING = words("can will has have")
_NO_ORDER = words("leaning to")


def statements(tokens: list[str], names: ChoiceWords) -> list[StatedChoice]:
    """What a sentence states. Its tokens are plain words, with choices marked."""
    if sum(names.read(token) is not None for token in tokens) > MOST_NAMES:
        return [StatedChoice(frozenset(), is_denied=False)]
    found: list[StatedChoice] = []
    for clause in clauses(tokens):
        for place, token in enumerate(clause.tokens):
            marked = names.read(token)
            negations = _negations(clause, place, marked, names) if marked else None
            if marked and negations is not None and is_meant(tokens, clause, place):
                found.append(StatedChoice(marked.keys, negations % 2 == 1))
    return found


def _negations(clause: Clause, place: int, marked: Marked, names: ChoiceWords) -> int | None:
    """How often a stated choice is denied; None where it is not stated at all."""
    tokens = clause.tokens
    if (denied := denials_of_subject(clause, place, marked)) is not None:
        return denied
    at, negations = _back(tokens, place, names)
    is_turned_down = at >= 0 and tokens[at] in known.AWAY
    if is_turned_down or not is_closed(tokens[place + 1 :], is_denied=negations % 2 == 1):
        return None
    if at < 0:
        return negations if _is_bare(clause, place, marked, negations, names) else None
    frames = (_verdict_is, _counted_as, _done_by_voter, _deserved)
    more = next((one for frame in frames if (one := frame(clause, at, place, marked)) is not None), None)
    return None if more is None else negations + more


def _back(tokens: list[str], place: int, names: ChoiceWords) -> tuple[int, int]:
    """Goes back over words that only link a choice to what puts it there, and counts negations."""
    at, negations = place - 1, 0
    while at >= 0:
        token = tokens[at]
        if token in NEGATIONS or token in known.DENYING or token == "no" or _is_against(tokens, at, names):
            negations += 1
        elif names.read(token) and tokens[at - 1 : at] == ["from"] and tokens[at + 1 : at + 2] == ["to"]:
            at -= 1  # `from X to Y`
        elif token not in known.LINKS and not token.endswith("ly"):
            break
        at -= 1
    return at, negations


def _is_against(tokens: list[str], at: int, names: ChoiceWords) -> bool:
    """True for the verb of `reject the approval`; in `swap reject for accept` it does nothing to what follows."""
    marked = names.read(tokens[at])
    if not marked or (tokens[at + 1] in _GOVERNED and not known.COUNTING.isdisjoint(tokens[:at])):
        return False
    return AGAINST in marked.keys and marked.form in (VERB, DOING, ANSWER)


def _is_bare(clause: Clause, place: int, marked: Marked, negations: int, names: ChoiceWords) -> bool:
    """True for `REJECT.`, `Option B.`, `block it`; under a name, as in `B: cheaper`, an option is described."""
    is_emphatic = not known.EMPHATIC.isdisjoint(clause.tokens[:place])
    is_fragment = marked.form == DOING and clause.leads and _is_done_with(clause.tokens[place + 1 :])
    if marked.form in (ANSWER, DOING) and not (negations or is_emphatic or is_fragment):
        return False
    if clause.tokens[0] == "to" or (marked.form == DONE and clause.is_label):
        return False
    if clause.leads:
        is_listed = bool(names.read(clause.ahead)) and place == len(clause.tokens) - 1
        return not (is_listed or (marked.form == NAME and (clause.is_label or clause.is_joined)))
    is_done_to_it = marked.form == VERB and clause.tokens[place + 1 : place + 2] in (["it"], ["this"])
    return is_done_to_it and (clause.follows or place == 0)


def _is_done_with(tail: list[str]) -> bool:
    """True for `blocking it instead`, which says nothing of what blocking it would do."""
    return bool(tail) and all(token in known.CLOSING or token in _IT for token in tail)


def _verdict_is(clause: Clause, at: int, place: int, marked: Marked) -> int | None:
    """`my real answer is X`, `position: X`, `the vote should read X`, `it should be X`."""
    tokens = clause.tokens
    if (_is_it(tokens[: at + 1], marked) or _is_what_was_meant(tokens[:place])) and _is_copula(tokens[at:place]):
        return sum(token in NEGATIONS for token in tokens[:at])
    near = range(place - 1, max(-1, place - _FAR), -1)
    noun = next((one for one in near if tokens[one] in known.VERDICTS and _is_put(tokens, one, place)), place)
    head = tokens[max(0, noun - 4) : place]
    if noun == place or not _is_this_verdict(head):
        return None
    if marked.form == ANSWER and {"my", "final"}.isdisjoint(head):
        return None
    return sum(token in NEGATIONS for token in tokens[noun:at])


def _is_put(tokens: list[str], noun: int, place: int) -> bool:
    """True for `my vote is X` and `vote X`."""
    return _is_copula(tokens[noun + 1 : place]) or (noun == place - 1 and _leads_to_noun(tokens[:noun]))


def _leads_to_noun(head: list[str]) -> bool:
    """True for `so my pick`; `I would not pick` has a verb there."""
    if not (FIRST_PERSON | NEGATIONS | {"to"}).isdisjoint(head):
        return False
    return all(token in known.OPENING or token in known.LIGHT for token in head)


def _is_copula(between: list[str]) -> bool:
    return not known.IS.isdisjoint(between)


def _is_this_verdict(head: list[str]) -> bool:
    """False for a verdict that is another's, or that was never come to."""
    if any(token in known.NOT_THIS_ONE or token in known.MAYBE or token.endswith("'s") for token in head):
        return False
    if head[:1] in (["a"], ["an"]) or (head[1:2] in (["a"], ["an"]) and "my" not in head):
        return False  # `a valid answer is X`
    return not ("would" in head and "have" in head) and "first" not in but_choice(head)


def _is_what_was_meant(head: list[str]) -> bool:
    """True for `what I meant was X`."""
    said = next((head[at + 2 :] for at in range(len(head) - 2) if head[at : at + 2] == ["what", "i"]), [])
    return not known.VOTING.isdisjoint(said) and known.HISTORY.isdisjoint(head)


def _is_it(head: list[str], marked: Marked) -> bool:
    """True for `it should read`, `this has to be`, `APPROVE should be`, and a mere `should be`."""
    must = next((place for place, token in enumerate(head) if token in known.MUST), -1)
    if must == 0:
        return marked.form in (VERB, NAME)
    return 0 < must < 4 and (head[must - 1] in _IT or head[must - 1].startswith("zq"))


def _counted_as(clause: Clause, at: int, place: int, marked: Marked) -> int | None:
    """`count this as X`, `change my vote to X`, `put me down for X`, `make it X`; marked words of any form will do."""
    tokens = clause.tokens
    verb = next((one for one in range(at, max(-1, at - _FAR), -1) if tokens[one] in known.COUNTING), -1)
    if verb < 0 or not marked.keys:
        return None
    head, middle = tokens[:verb], tokens[verb + 1 : place]
    is_direct = verb == at or tokens[verb] in known.EXCHANGING
    if not is_direct and known.COUNTED.isdisjoint([*head, *middle]):
        return None
    return sum(token in NEGATIONS for token in head) if _is_asked(head, tokens[verb]) else None


def _is_asked(head: list[str], verb: str) -> bool:
    """True where the writer changes its ballot, or asks for it to be changed."""
    if not (known.MAYBE | known.NOT_THIS_ONE).isdisjoint(head):
        return False
    if all(token in known.ASKING or token in known.OPENING or token.endswith("ly") for token in head):
        return True
    is_own = not known.SELF.isdisjoint(head) and {"would", "was", "had"}.isdisjoint(head)
    return is_own or (verb.endswith("ed") and not known.COUNTED.isdisjoint(head))


def _done_by_voter(clause: Clause, at: int, place: int, marked: Marked) -> int | None:
    """`I vote X`, `I would rather go with X`, `I reject this`, `it must be blocked`."""
    tokens = clause.tokens
    subject = at
    while subject >= 0 and tokens[subject] not in FIRST_PERSON and _is_light(tokens[subject]):
        subject -= 1
    walked = tokens[subject + 1 : place]
    if is_undecided(walked):
        return None
    if marked.form in (DONE, STATE):
        is_said = _must_be(tokens[: subject + 1], walked)
    else:
        is_verb = marked.form in (VERB, DOING, ANSWER) or "for" in tokens[at:place]
        is_said = (is_verb or _puts_choice(walked)) and _is_voter(clause, subject, walked)
    negations = sum(token in NEGATIONS or token in known.DENYING for token in tokens[subject + 1 : at + 1])
    return negations + doubts(tokens, max(subject, 0)) if is_said else None


def _deserved(clause: Clause, at: int, _: int, marked: Marked) -> int | None:
    """`the claim deserves acceptance`, `this calls for a rejection`, `there is no reason to block it`."""
    head = clause.tokens[:at]
    if clause.tokens[at] in _GROUNDS and "no" in head[-2:]:
        return 1
    while head and (head[-1] in NEGATIONS or head[-1] in ("does", "do", "still", "clearly")):
        head = head[:-1]
    is_this = bool(head) and head[-1] in known.ITS_OBJECTS and marked.form == NAME
    if clause.tokens[at] not in _DESERVING or not is_this:
        return None
    return sum(token in NEGATIONS for token in clause.tokens[len(head) : at])


def _puts_choice(walked: list[str]) -> bool:
    """True for `vote`, `would use`, and for `would` right before an option that is a deed itself: `keep MySQL`."""
    if not known.VOTING.isdisjoint(walked):
        return True
    is_obliged = not known.OBLIGED.isdisjoint(walked)
    return is_obliged and (not known.DEEDS.isdisjoint(walked) or walked[-1] in known.OBLIGED or walked[-1] == "not")


def _is_light(token: str) -> bool:
    return token in _LIGHT or token.endswith("ly")


def _is_voter(clause: Clause, subject: int, walked: list[str]) -> bool:
    """True where the writer does it, or tells somebody to do it."""
    if subject < 0:
        is_early = walked[0] in _IT and "to" in walked  # `it is too early to pick B`
        return (clause.leads or clause.follows) and walked[0] not in _NO_ORDER and not is_early
    return clause.tokens[subject] in FIRST_PERSON or clause.tokens[: subject + 1] in (["you"], ["please", "you"])


def _must_be(head: list[str], walked: list[str]) -> bool:
    """True for `the agent must stay paused`, `this should be rejected`, `I want it blocked`."""
    wanted = not known.WANTING.isdisjoint(walked)
    obliged = not (known.MUST - _REPORTING).isdisjoint(walked) or {"to", "be"} <= set(walked)
    is_this = not head or head[-1] in known.ITS_OBJECTS or head[-1] in FIRST_PERSON
    return is_this and (wanted or obliged)
