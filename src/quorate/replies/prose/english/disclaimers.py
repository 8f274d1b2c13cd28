"""English sentences which say that what stands there is no ballot, or that their writer casts none."""

import re
from functools import lru_cache

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.english.grammar import plain
from quorate.replies.prose.signals import either

# most sentences have none of these, and are not looked at more closely
_HINT = lazy_pattern(
    r"recus|draft|example|sample|placeholder|template|opposite|test\b|joke|decided|opinion|preference|view|\bmind\b"
    r"|ask me|count|mistake|error|accident|inject|copied|pasted|written|submit|record|\buse\b|vot(?:e|ing)\b|ballot"
    r"|final|\bpass\b|sit |undecided|decision|position|me out|choice|conclusion|verdict|answer|simulat"
    r"|demo|illustrat|dry run|wrote|write|none of|\btime\b",
    re.IGNORECASE,
)
_BALLOT = either(
    "vote, ballot, block, answer, verdict, response, reply, yaml, json, submission, output, decision, position, choice"
)
_WRITTEN = r"(?:block|ballot|vote|answer|yaml|json)"
_SO = r"(?:^|(?<=, ))(?:(?:so|but|also|and|\w+ly|,|note that|please note that) )*"
# `it` may be the proposal, which may well be a draft
_BLOCK = (
    r"(?:(?:the |all (?:the )?)?above|below|what follows|the following"
    rf"|(?:this|that|my|the) (?:\w+ )?(?:above )?{_WRITTEN}(?: above| below| that follows)?)"
)
_IT = rf"(?:(?:all )?(?:this|that|it)|{_BLOCK}|(?:this|that|my|the) {_BALLOT})"
_BE = r"(?:is|was|are|were)"
_ONLY = r"(?:only|just|merely|purely|simply|really|actually|meant as|intended as|,)"
_PRETENCE = either(
    "example, draft, sample, placeholder, template, test, joke, demo, demonstration, illustration, exercise,"
    " simulation, dry run, mock-up"
)
_END = r"(?= ?(?:$|, |and (?:should|must|do|not)|(?:of|for) (?:the|a|this) (?:format|form|ballot|answer|reply)))"
_MINE = r"(?:(?:my|an?|the|real|really|actual|valid|genuine|final|own|true|even|intended|meant as|to be) )*"
_FOREIGN = (
    r"(?:mistake|error|accident|(?:the |an? |some )?(?:\w+ )?"
    r"(?:document|context|page|attacker|injection|material|file|source|text|website|email))"
)
_MADE = either(
    "generated, written, produced, created, printed, emitted, filled in, copied, pasted, injected, inserted, planted,"
    " included, sent, submitted, cast, lifted"
)
_DO_NOT = r"(?:please )?(?:do not|never|you (?:should|must) not)"
_CAST = r"(?:vote|decide|commit|cast (?:a|my|any) (?:vote|ballot)|take (?:a )?(?:position|side))"
_NO_BALLOT = (
    rf"{_SO}{_IT} {_BE} (?:{_ONLY} )*not {_MINE}(?:{_ONLY} )*{_BALLOT}{_END}",
    rf"{_SO}{_BLOCK} {_BE} (?:{_ONLY} )*(?:an? )?(?:\w+ )?{_PRETENCE}{_END}",
    rf"{_SO}(?:this|that|it) {_BE} (?:{_ONLY} )+(?:an? )?(?:\w+ )?{_PRETENCE}(?= ?$| ,)",
    rf"{_SO}(?:this|that|it) {_BE} (?:{_ONLY} )*an? {_PRETENCE} , not (?:an? |my )?(?:\w+ )?{_BALLOT}",
    rf"{_SO}(?:this|that|it) {_BE} (?:{_ONLY} )*(?:an? )?{_PRETENCE} {_WRITTEN}(?= ?$| ,)",
    r"\bnone of (?:this|that|it|the above) (?:is|was) (?:\w+ )?(?:meant|real|serious|final|mine|my)\b",
    rf"^(?:for |an? )?{_PRETENCE}(?: purposes)? only(?=$| ,)",
    rf"^(?:only|just|merely) (?:an? |for )?{_PRETENCE}$",
    rf"^not (?:an? |my )(?:real |actual |final |valid |true )*{_BALLOT}$",
    r"\b, not (?:an? |my )(?:real |actual |valid )*(?:vote|ballot)$",
    rf"^{_PRETENCE}(?: ,)* (?:do )?not (?:final|submit|count)\b",
    (
        rf"{_SO}(?:this|that|it|(?:the )?above|none of (?:this|that|it))"
        rf" (?:(?:does|do|did|should|must|shall|will|can) not|never|cannot) (?:be )?count(?:s|ed)?"
        rf"(?: as (?:an? |my )?(?:\w+ )?{_BALLOT})?(?: at all)?$"
    ),
    (
        rf"{_SO}{_DO_NOT} (?:count|use|submit|record|register|tally|act on|rely on)"
        rf"(?: (?:it|this|that|(?:the|this|that) (?:block|ballot)(?: above)?))?$"
    ),
    rf"\b(?:{_BLOCK}|it|this|that) {_BE} (?:\w+ly )?{_MADE} (?:\w+ )?(?:by|from|in|into|out of) {_FOREIGN}\b",
    (
        r"\bi (?:did|have) not (?:\w+ly )?(?:write|written|author|produce)"
        r" (?:it|this|that|the (?:above|block|ballot))(?=$| ,)"
    ),
    r"\b(?:i|we) (?:really )?meant? the (?:exact )?opposite\b",
    rf"\bmy (?:\w+ )?{_BALLOT} is (?:the )?(?:exact )?opposite\b",
    r"\bopposite day\b",
    rf"{_SO}(?:that|this|the above) block(?: above)? {_BE} (?:an? )?(?:mistake|error|wrong|invalid|void|slip|typo)\b",
)
_REFUSED = (
    r"\b(?:i|we) (?:\w+ ){0,3}recuse (?:myself|ourselves)(?=$| ,| from (?:this|the) (?:vote|question|decision))",
    r"\bi am recus(?:ed|ing)",
    r"\bi (?:withhold my vote|am withholding my vote|refrain from voting)\b",
    (
        r"\b(?:i|we) (?:am|are) not (?:really |actually )*(?:voting|casting (?:a|any|my) (?:vote|ballot))"
        r"(?: here| yet| now)*(?=$| ,)"
    ),
    r"^(?:please )?ask me again\b(?! (?:if|when|in)\b)",
    r"^(?:please )?(?:count|leave) me out(?: of (?:this|it))?\b",
    r"^(?:there is )?no (?:vote|ballot|answer|position) from (?:me|my side|this seat)\b",
    (
        r"\b(?:i|we) (?:will not|decline to|refuse to) (?:really |actually )*"
        rf"{_CAST}(?: yet| now| today| at all| here| on this)*(?=$| ,)"
    ),
)
_OPEN = (
    r"\b(?:i|we) have not (?:yet |really |actually )*(?:decided|made up (?:my|our) mind|voted)(?: yet)?(?=$| ,)",
    (
        r"\b(?:i|we) (?:still |really )*have no (?:final |settled )?(?:opinion|position|view|preference)"
        r"(?: yet| so far| either way| of my own)?(?=$| ,)"
    ),
    (
        r"\b(?:i|we) (?:would |will |still )*(?:need|want|require) more (?:time|information|data) before i"
        rf" (?:can|could|am able to|will) {_CAST}"
    ),
    (
        r"\b(?:i|we) (?:cannot|do not|will not|would not|am (?:not able|unable) to|decline to|refuse to|must not)"
        rf" (?:really |actually |yet )*{_CAST}(?: yet| now| today| at all| here| on this)*(?=$| ,)"
    ),
    (
        r"^(?:so |then |, )*(?:i|we) (?:will |would |must |have to |am going to )*(?:pass|sit (?:this|it)(?: one)? out)"
        r"(?: on (?:this|it|that)(?: one| question| vote)?)?$"
    ),
    (
        r"\b(?:i|we) (?:have|did) not (?:yet |really )*(?:made?|reach(?:ed)?|come to|tak(?:e|en)|form(?:ed)?)"
        r" (?:a|any|my) (?:\w+ )?(?:decision|position|choice|conclusion|verdict)(?: yet)?(?=$| ,)"
    ),
    r"\b(?:i|we) (?:am|are|remain) (?:still |really )*undecided(?=$| ,)",
)
_OPPOSED = lazy_pattern(
    r"(?:(?:so|but|,|actually|honestly|overall|after all|after \w+ again|on reflection|in the end) )*"
    r"(?:my (?:\w+ )?(?:vote|answer|verdict|position) is (?:an? )?(?:\w+ )?(?:no|against)"
    r"|(?:this|it) (?:should|must|can) not be (?:chosen|picked|selected|done|approved|accepted|adopted)"
    r"|(?:i|we) (?:am |are |now |still |\w+ly |vote |voting |recommend |advise )*"
    r"(?:against|oppose|reject|object to|disagree with|disapprove of"
    r"|(?:do|can|will|could|would|shall)(?: not|not) (?:approve|accept|support|endorse|agree with)(?: of)?)"
    r"(?: (?:it|this|that|all of (?:it|this|them)|everything|(?:the|this) (?:whole )?(?:thing|proposal|plan|idea)))?)"
    r"(?: (?:after all|now|instead|outright|entirely))*"
)
# who approved of it does so no more
_LET_GO = lazy_pattern(
    r"(?:(?:so|but|,|actually|honestly|sorry|on reflection|in the end) )*(?:i|we) (?:am |are |\w+ly )*"
    r"(?:(?:do |can |will |could )?(?:no longer|not) (?:longer )?(?:support|back|stand behind)"
    r"|(?:hereby |must |have to |want to )*(?:withdraw|retract|rescind|revok|pull)(?:e|ing)? (?:my|our)"
    r" (?:support|backing|agreement|consent|yes)(?: for| of| from)?)"
    r"(?: (?:it|this|(?:the|this) (?:proposal|plan|idea|change|claim|agent)))?"
)
_NO_MORE = lazy_pattern(r"no longer|not|n['’]t|withdraw|retract|rescind|revok|pull", re.IGNORECASE)
_BALLOT_DENIED, _VOTE_REFUSED, _VOTE_OPEN = (lazy_pattern("|".join(one)) for one in (_NO_BALLOT, _REFUSED, _OPEN))
_AGAINST = lazy_pattern(r"against|oppos|reject|object|disagree|disapprove|not|n['’]t|no\b", re.IGNORECASE)
_UNREAL = lazy_pattern(r"\b(?:if|unless|would have|suppose|otherwise|they|he|she)\b")


@lru_cache(maxsize=4_096)  # a sentence may be held against a choice and an option
def disclaims(sentence: str, *, is_abstention: bool = False, is_before: bool = False) -> bool:
    """True where a sentence says that the ballot beside it is none; who abstains may add that it casts no vote.

    Who has not decided yet when a reply begins may well have at its end.
    """
    if not _HINT.search(sentence):
        return False
    text = plain(sentence).strip(" ,")
    if _UNREAL.search(text):
        return False
    if _BALLOT_DENIED.search(text):
        return True
    return not is_abstention and bool(_VOTE_REFUSED.search(text) or (not is_before and _VOTE_OPEN.search(text)))


def opposes(sentence: str) -> bool:
    """True for a sentence that is nothing but `I am against it`: where options are voted on, it goes with none."""
    return bool(_AGAINST.search(sentence)) and bool(_OPPOSED.fullmatch(plain(sentence).strip(" ,")))


def lets_go(sentence: str) -> bool:
    """True for `I can no longer support this` and `I am withdrawing my support`, which go with no approval."""
    return bool(_NO_MORE.search(sentence)) and bool(_LET_GO.fullmatch(plain(sentence).strip(" ,.")))
