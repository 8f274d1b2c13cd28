"""English sentences whose subject is the voter, read word by word with negations understood."""

from quorate.core.position import ABSTAIN, APPROVE, REJECT
from quorate.replies.prose.english.english_words import (
    ADVISING,
    AFTER_IS,
    BEFORE_ADVICE,
    BEFORE_IS,
    BETWEEN,
    CONTRASTING,
    COUPLING,
    FAMILY,
    INDEFINITE,
    MODALS,
    MORE,
    NEGATIONS,
    NOUNS_OF_VERDICT,
    OF_ANOTHER_KIND,
    OF_VERDICT,
    OPENERS,
    OTHER_OBJECTS,
    REASONS,
    VERBS,
    VERBS_OF_THIS,
    VOTED,
    VOTING,
    words,
)
from quorate.replies.prose.english.grammar import is_for_later, is_meant, strength_of
from quorate.replies.prose.english.objects import is_crossed, is_elsewhere, is_other_object, is_this
from quorate.replies.prose.signals import IMPLIED, LEANING, STATED, Signal, turned

_FARTHEST = 12
_OBJECT = 7
_COUPLED = 30
_SAY_BESIDES = frozenset(VERBS) | frozenset(VERBS_OF_THIS) | {"for", "against"}
_SUCH = words("whose that which with without where lacking like")
_BEFORE_COUPLED = NEGATIONS | words("do to would will also then still must am are vote voting")


def own_statements(tokens: list[str]) -> list[Signal]:
    """What the voter says in the first person: `I do not recommend approval`, `my vote is reject`."""
    found: list[Signal] = []
    for place, token in enumerate(tokens):
        if token in ("i", "we"):
            found += _SubjectWalk(tokens, place).signals()
        elif token in NOUNS_OF_VERDICT:
            found += _verdict_noun(tokens, place)
    return found


class _SubjectWalk:
    """Goes from a subject to its verb through words that may stand between, and counts negations."""

    def __init__(self, tokens: list[str], place: int) -> None:
        self.tokens, self.subject, self.at = tokens, place, place + 1
        self.negations, self.is_would, self.is_vague = 0, False, False

    def signals(self) -> list[Signal]:
        while self.at < len(self.tokens) and self.at - self.subject <= _FARTHEST and self._goes_on():
            self.at += 1
        said = self._said() if self.at < len(self.tokens) else ""
        position = turned(said, self.negations) if said else ""
        if not position:
            return self._besides() or ([Signal(APPROVE, LEANING)] if self._is_kind() else [])
        real = not self.is_vague and self._is_meant() and not self._is_wished(position)
        first = Signal(position, STATED, real, strength_of(self.tokens))
        return [first, *(first._replace(position=one) for one in self._coupled() if one != position)]

    def _besides(self) -> list[Signal]:
        """`I see no blocking issues and approve it`: the first verb says nothing, the second one all."""
        ends = [at for at in range(self.at, len(self.tokens)) if self.tokens[at] == "and"]
        behind = self.tokens[ends[-1] + 1 :] if ends else []
        if not behind or behind[0] not in VERBS or behind[1:] not in ([], ["it"], ["this"]):
            return []
        return [
            Signal(VERBS[behind[0]], STATED, is_meant(self.tokens, self.subject, ends[-1]), strength_of(self.tokens))
        ]

    def _is_meant(self) -> bool:
        """`until it is tested I cannot approve it` is meant: what is missing is the reason."""
        if self.negations == 1 and self.tokens[0] in ("until", "without"):
            return is_meant(self.tokens[self.subject :], 0, self.at - self.subject)
        return is_meant(self.tokens, self.subject, self.at)

    def _is_kind(self) -> bool:
        """True for `I recommend the cluster`, where the cluster may be what is proposed, or not."""
        verb, after = self.tokens[self.at : self.at + 1], self.tokens[self.at + 1 :]
        kind = verb in (["recommend"], ["support"], ["favor"], ["favour"]) and not self.negations
        named = {*after, *self.tokens[: self.subject]}
        is_meant = named.isdisjoint(CONTRASTING | NEGATIONS | OTHER_OBJECTS | OF_ANOTHER_KIND)
        return kind and is_meant and after[:1] in (["the"], ["this"], ["our"]) and len(after) > 1

    def _coupled(self) -> list[str]:
        """What further verbs with the same subject say: `I approve the move but reject the date`."""
        found = []
        for place in range(self.at + 2, min(len(self.tokens), self.at + _COUPLED)):
            if self.tokens[place] in ("i", "we"):
                break  # with a subject of its own it is read by itself
            said = _said_besides(self.tokens[place], self.tokens[place + 1 : place + 1 + _OBJECT])
            before = place - 1
            while said and (self.tokens[before] in _BEFORE_COUPLED or self.tokens[before].endswith("ly")):
                before -= 1
            if said and self.tokens[before] in COUPLING:
                found.append(turned(said, sum(one in NEGATIONS for one in self.tokens[before + 1 : place])))
        return [one for one in found if one]

    def _goes_on(self) -> bool:
        """Whether the word here only stands between; keeps what it does to the verb."""
        token = self.tokens[self.at]
        if token in NEGATIONS or (token in ("decline", "fail") and self.tokens[self.at + 1 :][:1] == ["to"]):
            self.negations += 1
            return True
        self.is_would = self.is_would or token == "would"
        self.is_vague = self.is_vague or token in MODALS
        if token in VERBS or token in VERBS_OF_THIS or token in ADVISING:
            return False
        return token in BETWEEN or token in MODALS or token.endswith("ly")

    def _said(self) -> str:
        """What the verb says, its object looked at."""
        token, after = self.tokens[self.at], self.tokens[self.at + 1 : self.at + 1 + _OBJECT]
        if token in VERBS or token in VERBS_OF_THIS:
            is_refused = self.negations == 1 and _is_such(after) and VERBS.get(token) == APPROVE
            return APPROVE if is_refused else _done_to(token, after, is_we=self.tokens[self.subject] == "we")
        if token in ADVISING:
            return _advised(token, after, nothing_is_enough=self.negations == 1)
        if token in FAMILY and token.endswith("ed") and self.tokens[self.at - 1] == "be":
            return FAMILY[token]
        return _state(token, after)

    def _is_wished(self, position: str) -> bool:
        """`I would approve, but ...` and `with tests I would approve` are no votes; nor is `I would approve a ...`."""
        if not self.is_would or position == ABSTAIN:
            return False
        after = self.tokens[self.at + 1 :]
        return self._is_led_in() or after[:1] in (["a"], ["an"]) or not {"but", "had", "were"}.isdisjoint(after)

    def _is_led_in(self) -> bool:
        """True for words before the subject that may be a condition; reasons are none."""
        led_in = [token for token in self.tokens[: self.subject] if not (token.endswith("ly") or token in OPENERS)]
        return bool(led_in) and (led_in[0] not in REASONS or not MORE.isdisjoint(led_in))


def _said_besides(token: str, after: list[str]) -> str:
    """What a second verb says; its object need not be the proposal, for that may be what is taken apart."""
    if token not in _SAY_BESIDES:
        return ""
    if token == "for":
        return APPROVE if after and after[0] != "," and is_this(after) else ""
    said = REJECT if token == "against" else VERBS.get(token) or VERBS_OF_THIS.get(token, "")
    return "" if is_other_object(after) or after[:1] == ["to"] else said


def _done_to(verb: str, after: list[str], *, is_we: bool) -> str:
    """What is said by a verb with its object. What `we` reject may be anything, so it has to be the proposal."""
    position = VERBS.get(verb) or VERBS_OF_THIS[verb]
    if is_other_object(after) or after[:1] == ["not"] or is_crossed(position, after):
        return ""
    if verb.startswith("accept") and after[1:3] == ["as", "a"]:
        return ""
    if after and after[0] in FAMILY:
        return FAMILY[after[0]] if position == APPROVE else position
    return position if is_this(after) or (verb in VERBS and not is_we) else ""


def _is_such(after: list[str]) -> bool:
    """True for `a deployment whose rollback was never tried`: the proposal, by what is wrong with it."""
    return after[:1] in (["a"], ["an"], ["any"]) and not _SUCH.isdisjoint(after[2:6])


def _state(token: str, after: list[str]) -> str:
    """`I am for it`, `I am against it`, `I have no objections`, `I agree with the plan`."""
    if token == "for":
        return FAMILY.get(after[0], "") if after and after[0] in FAMILY else APPROVE if is_this(after) else ""
    if token == "against":
        return "" if is_other_object(after) or is_crossed(REJECT, after) else REJECT
    if token in ("no", "any") and not {"objection", "objections"}.isdisjoint(after[:3]):
        return APPROVE if token == "no" else REJECT
    if token in ("agree", "disagree") and after[:1] == ["with"] and after[1:] and is_this(after[1:]):
        return "" if is_crossed(REJECT, after) else APPROVE if token == "agree" else REJECT
    return ""


def _advised(verb: str, after: list[str], *, nothing_is_enough: bool) -> str:
    """What is recommended, or voted for. `I do not recommend` is enough; `I recommend` is not."""
    names, negations = VOTED if verb in VOTING else FAMILY, 0
    for place, token in enumerate(after):
        if token in names:
            crossed = is_crossed(REJECT, after[place + 1 :]) or is_elsewhere(verb, token, after[place + 1 :])
            return "" if crossed else turned(names[token], negations)
        if token == "for" and verb in VOTING and is_this(after[place + 1 :]):
            return APPROVE
        if token == "not":
            negations += 1
        elif token not in BEFORE_ADVICE and not token.endswith("ly"):
            break
    opposite = any(names.get(token) == REJECT or token in NEGATIONS for token in after)
    if not verb.startswith("recommend") or is_for_later(after) or opposite:
        return ""
    return APPROVE if (after and is_this(after)) or (not after and nothing_is_enough) else ""


def _verdict_noun(tokens: list[str], place: int) -> list[Signal]:
    """`my final vote is to reject`; with `the` before it, it is implied only."""
    start = place - 1
    while start >= 0 and tokens[start] in OF_VERDICT:
        start -= 1
    owner = tokens[start] if start >= 0 else "the"
    at = place + 1
    while at < len(tokens) and tokens[at] in BEFORE_IS:
        at += 1
    if owner not in ("my", "our", "the") or tokens[at : at + 1] not in (["is"], ["remains"], ["stays"], ["be"]):
        return []
    position = _named_in(tokens[at + 1 : at + 1 + _OBJECT])
    level = IMPLIED if owner == "the" else STATED
    real = is_meant(tokens, max(start, 0), at) and "according" not in tokens[at:]
    return [Signal(position, level, real, strength_of(tokens))] if position else []


def _named_in(tokens: list[str]) -> str:
    negations = 0
    for place, word in enumerate(tokens):
        if word in VOTED:
            if tokens[place + 1 : place + 2] and tokens[place + 1] in INDEFINITE:
                return ""
            return turned(VOTED[word], negations)
        if word == "not":
            negations += 1
        elif word not in AFTER_IS:
            return ""
    return ""
