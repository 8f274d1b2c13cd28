"""English sentences without a first person: advice, short answers, doubts, and what others are said to have voted."""

import re

from quorate.core.position import ABSTAIN, APPROVE, REJECT
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.english.english_words import (
    BETWEEN,
    DONE,
    FAMILY,
    INDEFINITE,
    MODALS,
    NEGATIONS,
    PROPOSAL,
    words,
)
from quorate.replies.prose.english.grammar import is_for_later, is_meant, strength_of
from quorate.replies.prose.signals import IMPLIED, SOMEBODY_ELSES, STATED, Signal, either, turned

_LEAD = either(
    "so, therefore, thus, hence, overall, in short, in conclusion, to conclude, in summary, to summarize, bottom line,"
    " to sum up, please, on balance, finally, \\w+ly, hard, firm, clear, strong, weak, soft"
)
_OPENER = rf"^(?:(?:{_LEAD}|,) ){{0,5}}"
_DO = either("approve, adopt, proceed, go-ahead, greenlight, reject, veto, abstain")
# these are said of many things, and so they need the proposal as their object
_DO_THIS = either("accept, merge, ship, deploy, decline, deny")
_DOING_THIS = either("acceptance, accepting, merging, declining")
_THIS = (
    r"(?= ,| (?:this|it|that|as|because|since|now|today|on|with)\b"
    rf"| the (?:\w+ ){{0,2}}{either(', '.join(sorted(PROPOSAL)))}\b|$)"
)
# what is approved here is not the proposal, or nothing is
_NO_ORDER = either(
    "is, are, was, were, has, have, means, would, could, should, might, may, will, can, button, flow, rate"
)
_AT_A_RISK = r" at (?:your|their|our|ones?) (?:own )?(?:peril|risk|cost)"
_NO_OTHER = rf"(?!{_AT_A_RISK}| {either(', '.join(sorted(INDEFINITE)))}\b| to\b| \d| {_NO_ORDER}\b)"
_DONE = either(
    "approved, accepted, adopted, merged, shipped, deployed, rejected, declined, denied, blocked, vetoed, proceed,"
    " go-ahead"
)
_DOING = either("approval, approving, adoption, adopting, proceeding, rejection, rejecting")
_RIGHT = either("recommended, warranted, justified, appropriate, advised, advisable, right, the right")
_WISE = either(
    "safe, reasonable, sensible, right, wise, prudent, best, better, fine, ok, okay, ready, acceptable, advisable"
)
_UNWISE = either("unsafe, unwise, unreasonable, premature, irresponsible, reckless, a mistake, too risky")
_GROUNDS = either("evidence, analysis, data, balance, assessment, case, review, facts, benefits, tradeoffs")
_SPEAKS_FOR = either("supports?, favou?rs?, points? (?:to|towards?), argues? for")
_KNOWLEDGE = either("information, evidence, data, context, details?, basis")
_JUDGE = either(
    "decide, determine, judge, assess, evaluate, take a position, make a decision, say either way,"
    " form (?:a|an) (?:position|opinion|view|judge?ment)"
)
_RECOMMEND = r"recommend(?:ed|ing|ation)?(?: (?:is|that|we|you|to|for|the|,)){0,4}"
_IT_SHOULD = r"(?:this|it|that|the|we|you)(?: \w+){0,7}? (?:should|must|ought to)"
_UNSURE = either("uncertain, unsure, undecided, not sure, not certain")
_CANNOT = either(
    "cannot, really cannot, am unable to, am not able to, are unable to, are not able to, do not know how to"
)
_ADVICE = [
    lazy_pattern(pattern)
    for pattern in (
        rf"{_OPENER}(?P<not>(?:do not |never |cannot )?)(?P<what>{_DO})\b(?! (?:or|and|nor|of|by)\b){_NO_OTHER}",
        rf"{_OPENER}(?P<not>(?:do not |never |cannot )?)(?P<what>{_DO_THIS})\b{_THIS}",
        rf"{_OPENER}(?P<not>(?:not |do not |cannot )?){_RECOMMEND} (?P<what>{_DOING}|{_DO}|against)\b{_NO_OTHER}",
        rf"{_OPENER}(?P<not>(?:not |do not |cannot )?){_RECOMMEND} (?P<what>{_DOING_THIS}|{_DO_THIS})\b{_THIS}",
        rf"\b{_IT_SHOULD}(?P<not>(?: not| never)?)(?: \w+ly)?(?: be)? (?P<what>{_DONE})\b(?! by\b)",
        rf"\b(?P<what>{_DOING}|{_DOING_THIS}) (?:is|seems|appears|looks)(?P<not>(?: not)?)(?: \w+ly)? {_RIGHT}",
        rf"\b(?:is|seems|be|it)(?P<not>(?: not)?)(?: \w+ly)? {_WISE} to (?P<what>{_DO}|{_DO_THIS})\b{_NO_OTHER}",
        rf"\b(?:is|seems|be|it)(?P<not>(?: not)?)(?: \w+ly)? {_WISE} to(?: be)? (?P<what>{_DONE})\b{_NO_OTHER}",
        rf"\b(?P<not>){_GROUNDS}(?: \w+ly)? {_SPEAKS_FOR}(?: (?:the|an|a))? (?P<what>{_DOING}|{_DOING_THIS})\b",
        rf"\byou should(?P<not>(?: not| never)?)(?: \w+ly)? (?P<what>{_DO}|{_DO_THIS})\b{_NO_OTHER}",
        rf"\blet us(?P<not>(?: not)?) (?P<what>{_DO}|{_DO_THIS})\b{_NO_OTHER}",
        rf"^(?:this|it) is(?P<not>)(?: \w+ly)? (?:one|something) to (?P<what>{_DO}|decline)\b(?! (?:or|and|by)\b)",
        r"\bthis is an? (?:\w+ )?(?P<not>)(?P<what>approval|approve|rejection|reject|abstention)\b(?= from| for me|$)",
    )
]
_PLEASE_DO = lazy_pattern(r"$| ,| (?:this|it|that|the proposal)(?: |$)")
_FIXED = [
    (lazy_pattern(pattern), position)
    for pattern, position in (
        (r"^(?:\w+ )?(?:lgtm|looks good to me)\b", APPROVE),
        (r"^(?:there (?:is|are) )?no (?:\w+ )?objections?(?: (?:from|to) \w+(?: \w+)?| here)?(?: ,.*)?$", APPROVE),
        (r"\b(?:see|is|are) no reasons? to (?:not approve|reject|oppose|block|object)\b", APPROVE),
        (r"\b(?:see|is|are) no reasons? to (?:approve|accept|proceed|merge)\b", REJECT),
        (r"^(?:this is |it is |the \w+ is )?not (?:recommended|approved|acceptable)\b", REJECT),
        (r"^(?:this is |it is |the proposal is )recommended$", APPROVE),
        (rf"\b{_UNWISE} to (?:approve|accept|proceed|merge|ship|deploy)\b", REJECT),
        (r"^(?:a )?(?:hard|firm|clear|definite|strong|absolute|solid) no$", REJECT),
        (r"^(?:a )?(?:clear|definite|strong|absolute|solid|resounding) yes$", APPROVE),
        (r"\b(?:have|give|gets|with) (?:this |it )?my (?:full )?approval\b", APPROVE),
        (r"\bnot (?:yet )?ready (?:to|for) (?:be )?(?:merge|ship|deploy|approv|production|release)", REJECT),
        (r"^(?:i|we) do not think (?:that )?(?:this|it|the \w+) is (?:yet )?ready (?:to|for) (?:be )?\w+$", REJECT),
        (r"^(?:it is |this is |that is )?(?:an? )?(?:hard |clear |firm |strong )?no from (?:me|my side)\b", REJECT),
        (r"^(?:it is |this is |that is )?(?:an? )?(?:clear |firm |strong )?yes from (?:me|my side)\b", APPROVE),
    )
]
_FIXED_PATTERNS = frozenset(pattern for pattern, _ in _FIXED)
_TOO_LITTLE = r"(?:insufficient|not (?:have )?(?:enough|sufficient)|lack(?:s|ing)?(?: of| the| enough)?|too little)"
_DOUBTS = [
    lazy_pattern(pattern)
    for pattern in (
        rf"\b{_TOO_LITTLE} (?:\w+ )?{_KNOWLEDGE}\b",
        rf"\b{_KNOWLEDGE} (?:\w+ )?(?:is|are|remains) (?:\w+ly )?(?:insufficient|inadequate|lacking|missing)\b",
        rf"\b(?:i|we) {_CANNOT} (?:\w+ly )?{_JUDGE}\b",
        rf"\b(?:i|we) (?:am|are|remain) (?:(?!not)\w+ )?{_UNSURE}(?: (?:about|whether|,|how|here|either)|$)",
    )
]
_VOTES = either(
    "approves?, approved, rejects?, rejected, recommends, recommended, supports, supported, opposes, opposed,"
    " endorses, endorsed, votes?, voted, abstains, abstained, declined, accepts"
)
_OTHERS = lazy_pattern(rf"\b(\w+)(?: (?:also|would|will|has|have|had|all|both|\w+ly))? {_VOTES}\b")
_NO_SUBJECTS = (BETWEEN | NEGATIONS | MODALS) | words(
    "i or please kindly does did let us recommend vote always case analysis evidence data balance review facts"
    " assessment benefits hard strong overall short"
)
_DOUBTING = NEGATIONS | words("doubt doubts whether why how question sure argue argued argument")
_WHOLE = lazy_pattern(
    rf"(?:i |we )?(?:{either('strongly, clearly, definitely, firmly, hereby, hard, strong')} )?"
    r"(approved?|reject(?:ed)?|abstain|go|nogo|hold|approve with conditions|go with conditions)"
)
_WHOLE_WORDS = {"go": APPROVE, "nogo": REJECT, "hold": REJECT}


def advice(text: str, tokens: list[str]) -> list[Signal]:
    """What a sentence advises or finds without saying who does."""
    found: list[tuple[str, re.Match[str]]] = []
    for pattern in () if _weighs(tokens) or is_for_later(tokens) else _ADVICE:
        for match in pattern.finditer(text):
            if "please" in tokens and not _PLEASE_DO.match(text, match.end("what")):
                continue  # services ask for approvals too
            found.append((turned(DONE[match["what"]], 1 if match["not"].strip() else 0), match))
    for pattern, position in _FIXED:
        if fixed := pattern.search(text):
            found.append((position, fixed))
    strength = strength_of(tokens)
    spans = [fixed.span() for _, fixed in found if fixed.re in _FIXED_PATTERNS]
    alone = [(position, match) for position, match in found if not _is_part(match, spans)]
    return [Signal(position, IMPLIED, _is_meant(text, match), strength) for position, match in alone if position]


def _is_part(match: re.Match[str], spans: list[tuple[int, int]]) -> bool:
    """True for `ready to merge` in `I do not think this is ready to merge`, which says it all."""
    is_fixed = match.re in _FIXED_PATTERNS
    return not is_fixed and any(start <= match.start() and match.end() <= end for start, end in spans)


def _weighs(tokens: list[str]) -> bool:
    """True where both positions are named, and it takes more than a pattern to say which is meant."""
    named = {FAMILY[token] for token in tokens if token in FAMILY}
    return APPROVE in named and REJECT in named


def doubts(text: str, tokens: list[str]) -> list[Signal]:
    """What says that nothing can be said: too little is known, or the voter cannot decide."""
    found = [pattern for pattern in _DOUBTS if pattern.search(text)]
    return [Signal(ABSTAIN, IMPLIED, is_meant(tokens, 0, len(tokens)), strength_of(tokens)) for _ in found]


def of_others(text: str) -> list[Signal]:
    """Votes that the sentence attributes to somebody else."""
    subjects = [match[1] for match in _OTHERS.finditer(text)]
    return [SOMEBODY_ELSES for one in subjects if one not in _NO_SUBJECTS and not one.endswith("ly")]


def whole_line(text: str) -> Signal | None:
    """A line that is nothing but a position: `APPROVE`, `strong reject`."""
    found = _WHOLE.fullmatch(text)
    if not found:
        return None
    word = found[1].split()[0]
    position = _WHOLE_WORDS.get(word) or FAMILY[word]
    return Signal(position, STATED, True, strength_of(text.split()), "conditions" in found[1])


def _is_meant(text: str, match: re.Match[str]) -> bool:
    tokens, start = text.split(), len(text[: match.start()].split())
    end = min(len(text[: match.end()].split()), len(tokens))
    return is_meant(tokens, start, end) and not any(token in _DOUBTING for token in tokens[:start])
