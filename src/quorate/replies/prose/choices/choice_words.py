"""How a text names the choices of a vote: each name becomes one marked word, whatever the protocol calls it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.choices.option_names import SHORT, deed_pattern, name_pattern, words_of
from quorate.replies.prose.english.english_words import words
from quorate.replies.prose.english.inflections import gerund, participle, present
from quorate.replies.prose.signals import either

# the sides that one may take; an option is a side of its own
FOR, AGAINST, ASIDE, LATER = "for", "against", "aside", "later"
# a sentence that names choices more often than this may say anything
MOST_NAMES = 20
VERB, DOING, DONE, NAME, STATE, ANSWER = "v", "g", "d", "n", "s", "w"
_SIDES = {
    **dict.fromkeys(("approve", "go", "go with conditions", "accept", "resume", "yes"), FOR),
    **dict.fromkeys(("reject", "no-go", "hold", "block", "no"), AGAINST),
    "abstain": ASIDE,
    "cooldown": LATER,
}
_FORMS = {
    FOR: {
        VERB: "approve approves accept accepts endorse endorses greenlight adopt merge ship deploy proceed uphold",
        DOING: "approving accepting endorsing adopting merging shipping deploying proceeding upholding",
        DONE: "approved accepted adopted merged shipped deployed",
        NAME: "approval acceptance endorsement",
    },
    AGAINST: {
        VERB: "reject rejects decline declines deny veto vetoes oppose opposes disapprove block blocks refuse",
        DOING: "rejecting declining denying vetoing opposing disapproving blocking",
        DONE: "rejected declined denied vetoed blocked",
        NAME: "rejection denial disapproval nogo",
    },
    ASIDE: {VERB: "abstain abstains", DOING: "abstaining", NAME: "abstention"},
    LATER: {VERB: "cooldown", NAME: "cooldowns"},
}
# an agent that is paused is resumed, or not
_PAUSED_FORMS = {
    FOR: {
        VERB: "resume resumes unblock unpause release reinstate reactivate restart",
        DOING: "resuming unblocking unpausing releasing reinstating reactivating restarting",
        DONE: "resumed unblocked unpaused released reinstated reactivated restarted",
        NAME: "resumption",
    },
    AGAINST: {VERB: "stop halt suspend", DOING: "stopping halting suspending", DONE: "stopped halted suspended"},
}
# these are choices only where a choice is what is asked for
_ANSWERS = {FOR: "yes aye go", AGAINST: "no nay hold against"}
_IT = r"(?:it|him|them|(?:the|this|that|our) (?:\w+ )?agent)"
_HELD = either("paused, blocked, stopped, suspended, halted, on hold, switched off, offline, off, down")
_RUN = r"(?:run|running|continue|go on|go|work|working|proceed|restart|resume)(?: again)?"
_WORK = either("work, operations?, duties, tasks?, service, activity, activities, running, its run")
# verbs with what makes them a choice; their other forms follow from these
_VERB_PHRASES = (
    ("go", r" ahead(?! and\b| to\b)(?: with(?= it| this))?", FOR),
    ("sign", r"[ -]off(?: on)?", FOR),
    ("turn vote", r" (?:this |it )?down", AGAINST),
)
_PHRASES = (
    (r"thumbs[ -]up", FOR, NAME),
    (r"no[ -]go", AGAINST, NAME),
    (r"thumbs[ -]down", AGAINST, NAME),
)
_PAUSED_VERB_PHRASES = (
    ("keep leave hold", rf" {_IT} {_HELD}", AGAINST),
    ("shut switch turn take", rf" {_IT} (?:off|down|offline)", AGAINST),
    ("pull", rf" the plug(?: on {_IT})?", AGAINST),
    ("put get bring", rf" {_IT} back (?:to work|to life|online|(?:in|into) (?:service|action|operation))", FOR),
    ("extend prolong continue", r" the (?:pause|block|hold|suspension)", AGAINST),
    ("let give", rf" {_IT} (?:an? )?cool[ -]?(?:down|off)", LATER),
    ("let allow get", rf" {_IT} (?:to )?(?:be )?{_RUN}", FOR),
    ("lift", r" the (?:pause|block|hold|suspension)", FOR),
    ("turn switch", rf" {_IT} (?:back )?on(?: again)?", FOR),
    ("resume", rf" (?:(?:its|their|his|normal|full|regular) ){{0,2}}{_WORK}", FOR),
    ("bring start", rf" {_IT} (?:back|again)", FOR),
    ("cool", rf"(?: {_IT})?[ -](?:down|off)(?: (?:period|phase|time))?", LATER),
)
_PAUSED_PHRASES = (
    (r"cool(?:ing)?[ -](?:down|off)? ?(?:period|phase|time)", LATER, NAME),
    (r"(?<=\ba )cool[ -]?down|(?<=\bthe )cool[ -]?down", LATER, NAME),
    (rf"(?:stays?|remains?|(?:be )?kept|(?:be )?left) {_HELD}", AGAINST, STATE),
)
# a block of text is no choice
_BALLOT_BLOCK = lazy_pattern(
    r"\b(?:yaml|json|fenced|code|ballot|voting) blocks?\b"
    r"|\b(?<!with )(?<!to )(?<!as )block (?=above|below|before|says|said|reads|(?:that|which) follows)"
    r"|\b(?:(?<=above )|(?<=following )|(?<=next ))block\b",
    re.IGNORECASE,
)
# where nothing can be blocked, what has no object is a block of text too
_A_BLOCK = lazy_pattern(r"\bblocks? (?=(?:without|lacking|carrying|containing|from|of|inside)\b)", re.IGNORECASE)
_THE_BLOCK = lazy_pattern(r"\b(?:(?<=the )|(?<=this )|(?<=that )|(?<=my ))block\b", re.IGNORECASE)
# a sentence without any of these says nothing about a vote, and most have none
_ABOUT_VOTES = words(
    "approv accept endors greenl adopt merg ship deploy proceed reject declin deny denied veto oppos block refus abst"
    " resum paus releas reinst reactiv stop halt suspen cool disapp hold go vote voti ballot verdict position answer"
    " decision kidding joking mind heart scratch strike stand told forced misspoke misv mistyp mean above below against"
    " take taking count ignor disregard withdr retract void no yes aye nay choice thumbs run lift turn bring keep leave"
)
_IN_PHRASES = " ".join(verbs for verbs, *_ in (*_VERB_PHRASES, *_PAUSED_VERB_PHRASES)).split()
_STARTS = {gerund(verb)[:4] for verb in _IN_PHRASES} | {participle(verb)[:4] for verb in _IN_PHRASES}
_HINTS = tuple(_ABOUT_VOTES | {"stay", "remain"} | _STARTS)
_LONG = 1_200
_PIECES = lazy_pattern(r"\w+")
_MARKED = lazy_pattern(r"zq([0-9]+)([a-z])")
# what belongs to something, as in `the block's owner`, is another word
_WORDS = lazy_pattern(r"[^\W\d_]+(?:-[^\W\d_]+)*(?:['’]s\b)?")


class StatedChoice(NamedTuple):
    """A choice that a sentence states as its writer's own, or denies."""

    keys: frozenset[str]
    is_denied: bool


class Marked(NamedTuple):
    """One name of a choice in a text: all that it may mean, and its form."""

    keys: frozenset[str]
    form: str


@dataclass(frozen=True, eq=False)
class ChoiceWords:
    """The names of a vote's choices: options by id and text, and the words for the sides that one may take.

    `by_word` has the ranks of the options by words of which one has to stand where an option is named.
    """

    options: Mapping[str, str]
    sides: frozenset[str]
    patterns: Sequence[tuple[re.Pattern[str], str]]
    spelled: Mapping[str, str]
    sets: Sequence[frozenset[str]]
    by_word: Mapping[str, Sequence[int]] = field(default_factory=dict)

    @property
    def is_paused(self) -> bool:
        """True where a paused agent is voted on."""
        return LATER in self.sides

    def key_of(self, choice: str) -> str:
        """What a choice is compared by."""
        return choice if choice in self.options else _SIDES.get(choice.casefold(), choice)

    def keys_of(self, side: str) -> frozenset[str]:
        """What a word for a side may mean: a plain `no` to a paused agent is a block or a longer pause."""
        return frozenset({AGAINST, LATER}) if self.is_paused and side == AGAINST else frozenset({side})

    def may_name(self, text: str) -> bool:
        """False where a text has neither a choice nor a word about votes in it, as most have not."""
        folded = text.casefold()
        if not text.isascii() or any(word in folded for word in _HINTS):
            return True
        named = self._named(text)
        return bool(named) and (len(text) > _LONG or any(pattern.search(text) for pattern, _ in named))

    def mark(self, sentence: str) -> str:
        """The sentence with each name of a choice as a marked word."""
        for pattern, token in (*self._named(sentence), *self.patterns):
            sentence = pattern.sub(f" {token} ", sentence)
        return _WORDS.sub(self._spelled, sentence)

    def _named(self, text: str) -> list[tuple[re.Pattern[str], str]]:
        """The patterns of options that the text may name, the longest option first."""
        if not self.options:
            return []
        found = {*_PIECES.findall(text), *_PIECES.findall(text.casefold())}
        found |= {word.upper() for word in found if len(word) <= SHORT}  # `option b`
        ranks = {rank for word in found for rank in self.by_word.get(word, ())}
        return [one for rank in sorted(ranks) for one in _patterns(self, rank)]

    def _spelled(self, found: re.Match[str]) -> str:
        return self.spelled.get(found[0]) or self.spelled.get(found[0].casefold(), found[0])

    def read(self, token: str) -> Marked | None:
        """What a word names; None where it is no name of a choice."""
        found = _MARKED.fullmatch(token)
        if found:
            return Marked(self.sets[int(found[1])], found[2])
        side = next((one for one in _ANSWERS if one in self.sides and token in _ANSWERS[one].split()), "")
        return Marked(self.keys_of(side), ANSWER) if side else None


@lru_cache(maxsize=1_024)
def _patterns(names: ChoiceWords, rank: int) -> tuple[tuple[re.Pattern[str], str], ...]:
    """What finds the option of a rank. Nobody has time to compile those of a hundred options that nobody names."""
    option, text = _longest_first(names.options)[rank]
    mark = f"zq{names.sets.index(frozenset({option}))}"
    doing = deed_pattern(text)
    named = (name_pattern(option, names.options), f"{mark}{NAME}")
    return ((doing, f"{mark}{DOING}"), named) if doing else (named,)


def _longest_first(options: Mapping[str, str]) -> list[tuple[str, str]]:
    return sorted(options.items(), key=lambda one: -len(one[1]))


def choice_words(choices: Sequence[str], names: Mapping[str, str]) -> ChoiceWords:
    """The words for the choices of one vote; `names` are the texts of options by their ids."""
    return _choice_words(tuple(choices), tuple(sorted(names.items())))


@lru_cache(maxsize=64)
def _choice_words(choices: tuple[str, ...], names: tuple[tuple[str, str], ...]) -> ChoiceWords:
    has_options = any(one.casefold() not in _SIDES for one in choices)
    options = {one: "" for one in choices if has_options and one.casefold() != "abstain"}
    options |= {one: " ".join(text.split()) for one, text in names if one in options}
    # who says that it abstains has taken no other side, also where abstaining is no choice
    sides = frozenset(_SIDES[one.casefold()] for one in choices if one not in options) | {ASIDE}
    return _Maker(ChoiceWords(options, sides, [], {}, [])).made()


class _Maker:
    """Gives every name of a choice its mark."""

    def __init__(self, bare: ChoiceWords) -> None:
        self.bare = bare
        self.sets: list[frozenset[str]] = []
        self.patterns: list[tuple[re.Pattern[str], str]] = []
        self.spelled: dict[str, str] = {}

    def made(self) -> ChoiceWords:
        longest = _longest_first(self.bare.options)
        by_word: dict[str, list[int]] = {}
        for rank, (option, text) in enumerate(longest):
            self._token(frozenset({option}), NAME)
            for word in words_of(option, text):
                by_word.setdefault(word, []).append(rank)
        self.patterns.append((_BALLOT_BLOCK, "ballotblock"))
        if not self.bare.is_paused:
            self.patterns += [(_THE_BLOCK, "ballotblock"), (_A_BLOCK, "ballotblock ")]
        self._add_sides()
        return ChoiceWords(self.bare.options, self.bare.sides, self.patterns, self.spelled, self.sets, by_word)

    def _token(self, keys: frozenset[str], form: str) -> str:
        if keys not in self.sets:
            self.sets.append(keys)
        return f"zq{self.sets.index(keys)}{form}"

    def _add_sides(self) -> None:
        paused = self.bare.is_paused
        for verbs, rest, side in (*_VERB_PHRASES, *(_PAUSED_VERB_PHRASES if paused else ())):
            for verb in verbs.split():
                self._add_phrase(f"{gerund(verb)}{rest}", side, DOING)
                self._add_phrase(f"(?:{'|'.join(present(verb))}){rest}", side, VERB)
                self._add_phrase(f"{participle(verb)}{rest}", side, DONE)
        for phrase, side, form in (*_PHRASES, *(_PAUSED_PHRASES if paused else ())):
            self._add_phrase(phrase, side, form)
        for side in sorted(self.bare.sides):
            self._spell(side, _FORMS[side])
            self._spell(side, _PAUSED_FORMS.get(side, {}) if paused else {})
        if FOR in self.bare.sides and not paused:
            self.spelled["GO"] = self._token(frozenset({FOR}), NAME)
            self.spelled["HOLD"] = self._token(frozenset({AGAINST}), NAME)

    def _add_phrase(self, phrase: str, side: str, form: str) -> None:
        if side in self.bare.sides:
            pattern = re.compile(rf"\b(?:{phrase})\b", re.IGNORECASE)
            self.patterns.append((pattern, self._token(self.bare.keys_of(side), form)))

    def _spell(self, side: str, forms: Mapping[str, str]) -> None:
        wide, narrow = self.bare.keys_of(side), frozenset({side})
        for form, line in forms.items():
            for word in line.split():
                self.spelled[word] = self._token(narrow if word.startswith("block") else wide, form)
