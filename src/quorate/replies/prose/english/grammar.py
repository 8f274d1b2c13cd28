"""English sentences as plain words: one spelling for each, and whether what they say is meant."""

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.english.english_words import (
    BREAKS,
    CONDITIONS,
    CONDITIONS_BEHIND,
    JOINING,
    MODERATE,
    NEGATIONS,
    SAYING,
    STRONG,
    WEAK,
)
from quorate.replies.prose.signals import HIGH, LOW, MIDDLE

_SPELLINGS = [
    (lazy_pattern(pattern), text)
    for pattern, text in (
        (r"[’‘`´]", "'"),
        (r"\bcan't\b|\bcan not\b", "cannot"),
        (r"\bwon't\b", "will not"),
        (r"n't\b", " not"),
        (r"'d\b", " would"),
        (r"'m\b", " am"),
        (r"'re\b", " are"),
        (r"'ll\b", " will"),
        (r"'ve\b", " have"),
        (r"\blet's\b", "let us"),
        (r"\b(it|that|there|what|here)'s\b", r"\1 is"),
        (r"\bno[ -]go\b", "nogo"),
        (r"\bgo(?:ing)? ahead\b|\bmov(?:e|ing) forward\b|\bgo(?:ing)? forward\b", "go-ahead"),
        (r"\bin (?:favou?r|support) of\b|\bin favou?r\b", "for"),
        (r"\bsign(?:ing)?[ -]off(?: on)?\b", "approve"),
        (r"\beven if\b|\bas if\b|\bwhen (?=i\b|we\b|\w+ing\b)", " "),
        (r"\bas soon as\b|\bthe (?:moment|minute|day)\b|\bin the event\b|\bas and when\b|\bupon\b", "if"),
        (r"\b(?:as|so) long as\b|\b(?:on|with|under) (?:the |one )?condition\b|\bin (?:that )?case\b", "if"),
        (r"\bopposed to\b|\bopposed\b", "against"),
        (r"\bno longer\b", "not"),
        (r"[,:()\[\]—–=→]|\s-+\s", " , "),
        (r"[^\w\s',-]+", " "),
    )
]
_FOR, _AGAINST = r"(?:approv|accept|endors)\w*", r"(?:reject|declin|oppos|den(?:y|ial))\w*"
_LINK = r"(?: \w+){0,3}? (?:or|nor|and|vs|versus)(?: \w+){0,2}? "
_MIXED = lazy_pattern(rf"\b{_FOR}{_LINK}{_AGAINST}|\b{_AGAINST}{_LINK}{_FOR}|\bapprove reject\b|\breject approve\b")
_PARTIAL = lazy_pattern(
    rf"\b(?:{_FOR}|adopt\w*|support\w*|merge|ship|deploy)\b.*?\b(?:but not|but never|except|excluding|apart from|other"
    r" than|minus|in part|partially|partly|parts? of|half (?:of|the)|some of|only (?:the|this|its|part|phase|one))\b"
    rf"|\b(?:partial|partially|partly|half)\b.{{0,20}}?\b{_FOR}|\bnot? \w+ the \w+ , but\b|\b{_FOR} , not$"
)
_POSITION = r"(?:approv(?:e|al)|reject(?:ion)?|abstain|abstention|nogo)"
_SPOKEN_OF = (
    r"(?:spell|spelt|mean|stand|contain|consist|begin|start|end|rhyme|appear|occur|come|rank|sort|precede|follow|refer"
    r"|denote|signif|describ|translat|count|written|typed|printed|shown|listed|defined|used|allowed|valid|permitted|a"
    r" (?:verb|word|noun|string|value|constant|keyword|valid|possible|label|button|legal|common|placeholder)|an? \w+"
    r" (?:word|value|verb|string|option)|one of|the (?:first|second|third|last|default|word|opposite|longest|string"
    r"|value|placeholder|template))"
)
_LINGUISTIC = (
    r"(?:(?:sounds?|looks?) (?:alike|like|the same)|rhymes?|(?:homo|syno|anto|acro)\w*nyms?|homophones?|syllables?"
    r"|vowels?|consonants?|etymology|dictionary|pronounced|spell(?:ed|ing)|spelt|infinitive|adjective|plural"
    r"|(?:latin|greek|old english|old french)\b|translates? (?:to|as|into)|in (?:german|french|spanish|japanese))"
)
_ABOUT_WORDS = lazy_pattern(
    rf"\b{_POSITION} (?:\w+ )?(?:is|are|was|has|would be|can be|may be|,)? ?"
    rf"(?:\w+ly |often |always |also )?{_SPOKEN_OF}"
    r"|\b(?:word|string|term|label|value|keyword|key|field|token|button|letters?|placeholder|constant|literal|column"
    rf"|flag|checkbox|heading|enum)s?\b (?:\w+ ){{0,3}}?{_POSITION}\b"
    r"|\b(?:sample|example|specimen|template|placeholder|dummy|mock|demo|illustrat\w+|fictional|fictitious|imaginary"
    r"|hypothetical|test) (?:\w+ ){0,2}?(?:answer|reply|response|ballot|vote|verdict|position|output|block|text|form"
    r"|reviewer|voter)\b"
    r"|\b(?:answer|reply|response|ballot|vote|verdict)s? (?:\w+ ){0,2}?"
    r"(?:would|could|might|may|looks?|begins?|starts?|reads?) (?:\w+ )?"
    r"(?:look like|begin|start|read|be written|like|with)\b"
    r"|\ban? (?:\w+ )?(?:answer|reply|response|ballot|vote|verdict) (?:might|could|may|would) (?:be|read|say)\b"
    rf"|^{_POSITION} (?:, )+(?:(?:verb|noun) (?:, )*)?to \w+"
    rf"|\b{_POSITION}\b.{{0,40}}?\b{_LINGUISTIC}|\b{_LINGUISTIC}\b.{{0,40}}?\b{_POSITION}\b"
    r"|\b(?:for example|for instance|by way of example|such as)\b"
)
_COMPARED = lazy_pattern(r"\b(?:rather than|instead of|over|and not|, not)\b")
_NEAR = 6


def plain(sentence: str) -> str:
    """A sentence in lower case, without contractions and signs, with a comma at every break."""
    text = sentence.casefold()
    for pattern, spelling in _SPELLINGS:
        text = pattern.sub(spelling, text)
    return " ".join(text.split())


def strength_of(tokens: list[str]) -> int:
    """The confidence that the language speaks of: the weakest word counts."""
    said = set(tokens)
    return LOW if said & WEAK else MIDDLE if said & MODERATE else HIGH if said & STRONG else 0


def is_mixed(text: str) -> bool:
    """True where one sentence weighs both positions: `approve or reject`."""
    found = _MIXED.search(text)
    return bool(found and not _COMPARED.search(found[0]))


def is_for_later(tokens: list[str]) -> bool:
    """True where something else is to be done first: `deploy the patch first`, `approve tests before the move`."""
    pairs = list(zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False))
    comes_first = any(one == "first" and before not in (",", "the", "at", "") for before, one, _ in pairs)
    return comes_first or any(one == "before" and after in ("the", "this", "we", "any") for _, one, after in pairs)


def is_partial(text: str) -> bool:
    """True where only a part is approved: `approve the budget but not the plan`."""
    return bool(_PARTIAL.search(text))


def is_about_words(text: str) -> bool:
    """True where a position is spoken of and not taken: `APPROVE is spelled with two P`, `the sample answer is ...`."""
    return bool(_ABOUT_WORDS.search(text))


def is_meant(tokens: list[str], start: int, end: int) -> bool:
    """False where the words from start to end hang on a condition, are denied, or were said by somebody else."""
    before = tokens[:start]
    if any(token in CONDITIONS for token in before) or before[:1] in (["had"], ["were"], ["should"], ["then"]):
        return False
    return not (_is_denied(before) or _is_said(before) or _is_limited(tokens, end))


def _is_denied(before: list[str]) -> bool:
    """True for `it is not that`, `I do not think that` and their like right before a statement."""
    for token in reversed(before[-_NEAR:]):
        if token in BREAKS:
            return False
        if token in NEGATIONS or token == "no":
            return True
    return False


def _is_said(before: list[str]) -> bool:
    """True where somebody else says it."""
    for place, token in enumerate(before):
        if token in SAYING and not (place and before[place - 1] in ("i", "we", "as")):
            return True
    return False


def _is_limited(tokens: list[str], end: int) -> bool:
    if any(token in CONDITIONS_BEHIND for token in tokens[end : end + 4]):
        return True
    behind = enumerate(tokens[end:], end)
    return any(token in CONDITIONS and tokens[place - 1] not in JOINING for place, token in behind)
