"""English sentences in which a voter takes its ballot back without saying what else it wants."""

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.choices import ballot_words as known
from quorate.replies.prose.choices.choice_words import AGAINST, ChoiceWords
from quorate.replies.prose.clauses import Clause, clauses
from quorate.replies.prose.english.english_words import NEGATIONS, words
from quorate.replies.prose.signals import either

_DROP = words(
    "ignore disregard discard void scratch strike drop delete remove cancel annul nullify invalidate overlook"
    " forget skip dismiss erase omit exclude withdraw withdrawing retract retracting rescind rescinding revoke"
    " revoking recall recant renounce disavow repudiate undo unsay toss pull reverse withdrew throw bin trash unvote"
    " invert flip overturn"
)
_DROPPED = words(
    "ignored disregarded discarded voided scratched struck dropped deleted removed cancelled canceled annulled"
    " nullified invalidated withdrawn retracted rescinded revoked excluded dismissed erased"
)
_USE = words(
    "count use record tally include consider accept trust rely act submit register honor honour treat take enter"
    " log stand hold apply believe read"
)
_USED = words(
    "counted used recorded tallied included considered accepted trusted relied acted submitted registered honored"
    " honoured entered logged read"
)
_HOLDS = words(
    "count stand hold apply reflect represent express match stands holds counts applies valid binding genuine real mine"
)
# what is done to nothing but a vote
_UNVOTE = words("withdraw withdrawing retract retracting rescind rescinding revoke revoking recant renounce disavow")
_BAD = words(
    "wrong void invalid mistake error incorrect withdrawn retracted cancelled canceled null joke test placeholder"
    " example dummy mistaken fake accident accidental obsolete superseded moot erroneous typo blank rescinded"
    " revoked slip forged dry"
)
_BEFORE_OBJECT = words(
    "the my this that all of our any entire whole previous earlier above following next last preceding prior first own"
    " yaml json fenced voting out away back on upon what i just wrote said everything it as in support for to"
)
_WHOSE = words("my this that above our")
_AHEAD = words("follows below")
_BESIDE = words("above below beneath follows")
_POINTING = words("that this it above everything wrote said")
_FORM = "(?:template|form|prompt|example|default|placeholder|sample|told|forced|instructed|ordered)"
# `zqown` stands for the choice that the ballot states, `zqother` for any other
_TAKEN_BACK = lazy_pattern(
    either(
        "(?:scratch|strike) that, never ?mind(?: that| the above)?$, (?:just|only|was) (?:kidding|joking),"
        " (?:i|we) (?:hereby )?(?:take|took|am taking) (?:that|it|this|my \\w+|the \\w+|(?:this|that|our)"
        " (?:vote|ballot|answer|choice|block|decision|position|recommendation|verdict|zq\\w+)) back\\b,"
        " (?<!not )(?<!never )(?:take|taking|took) back (?:my|the|this|that|it|what i|everything|zqown)\\b,"
        " (?:nothing|none) (?:of |in )?(?:the |this |what )?(?:\\w+ )?(?:above|below|follows|here)\\b.{0,30}?"
        "\\b(?:count|counted|vote|counts)\\b,"
        " (?:do|can|could|will) not (?:longer )?stand (?:by|behind) (?:this|that|it|my|the|zqown),"
        " not (?:any ?more |longer )?stand (?:by|behind) (?:this|that|it|my|the|zqown),"
        " (?:i|we) (?:misspoke|misvoted|misclicked|mistyped),"
        " (?:was|am|were) (?:told|forced|instructed|ordered|made|required|pressured) to"
        " (?:write|vote|output|say|answer|put|zq),"
        " (?:this|that|it|above|zqown) is not (?:really |actually )?"
        "(?:my(?! (?:place|job|role|task|field|area|business|concern)\\b)|mine\\b|what i\\b),"
        " (?<!zqother )(?:is|was|are|were) not (?:really )?my (?:real |own |true |actual )?"
        "(?:vote|ballot|answer|position|choice|view|opinion)\\b,"
        " (?:treat|regard|consider|count|mark|record) (?:my|this|the|that|it)\\b.{0,30}?"
        "\\b(?:void|invalid|null|withdrawn|blank|spoil(?:ed|t)|empty|cancell?ed|retracted|no vote|not cast|missing)\\b,"
        " (?:did|do) not (?:really |actually )?mean (?:it|that|this|the|to vote|to write|zqown),"
        " zqown(?: \\w+){0,3} (?:by|in) (?:mistake|accident|error)\\b,"
        " (?:i|we) regret (?:my|the|this|that|voting|choosing|picking|writing|having|zqown|ballotblock)\\b,"
        f" zqown (?:only )?because (?:\\w+ ){{0,3}}?{_FORM}\\b,"
        f" {_FORM} (?:had|came with|already had|said|read|contained) (?:\\w+ ){{0,3}}?zqown\\b,"
        f" (?:left|kept|copied|took over) (?:the )?(?:\\w+ )?(?:{_FORM} )?(?:\\w+ )?zqown"
        f" (?:in place|as it (?:was|is)|unchanged|from the {_FORM})"
    )
)
_NO_AFTER_ALL = lazy_pattern(
    r"(?:(?:actually|wait|hmm+|sorry|oops|hold on|on (?:second thoughts?|reflection)|no|well|,) ?){1,6}"
    r"(?:i (?:do not|cannot|can not|will not|would not|am not)|no|not|not this|not that|not anymore|i take it)"
)
_MIND = lazy_pattern(r"\b(?:i|we) (?:have |just |now )*changed (?:my|our) mind\b(?! about)|\bchange of heart\b")


# `I should have written REJECT`, `it was meant to say REJECT`, `read REJECT where it says APPROVE`
_INSTEAD = lazy_pattern(
    r"\b(?:should|ought to|must|meant to|wanted to|intended to|supposed to) (?:have )?(?:to )?"
    r"(?:written|said|put|voted|answered|chosen|picked|typed|been|read|write|say|vote|answer|type)"
    r" (?:for |an? |the )?(?P<what>zq\d+\w)"
    r"|\bread (?P<other>zq\d+\w) (?:where|instead|for|not|rather)\b"
)
_EDITED = lazy_pattern(r"(?<!\S)s([/|#])([^/|#\n]{1,40})\1([^/|#\n]{1,40})\1")


def edits_choice(sentence: str, names: ChoiceWords, own: str) -> bool:
    """True for `s/APPROVE/REJECT/`, the way programmers put a slip right."""
    found = _EDITED.search(sentence)
    if not found:
        return False
    said = [names.read(token) for token in names.mark(found[2]).split()]
    return any(one and own in one.keys for one in said)


def _says_otherwise(text: str, names: ChoiceWords, own: str) -> bool:
    for found in _INSTEAD.finditer(text):
        marked = names.read(found["what"] or found["other"])
        if marked and own not in marked.keys:
            return True
    return False


def withdraws(tokens: list[str], names: ChoiceWords, own: str) -> bool:
    """True where the sentence takes the ballot back."""
    text = " ".join(tokens)
    if not known.IFS.isdisjoint(tokens) or not known.HISTORY.isdisjoint(tokens[:4]):
        return False
    if _TAKEN_BACK.search(_by_owner(tokens, names, own)) and not _is_others(tokens):
        return True
    if _NO_AFTER_ALL.fullmatch(text) or _says_otherwise(text, names, own):
        return True
    if _MIND.search(text) and not _names(tokens, names, own):
        return True
    return any(_drops(clause, names, own) or _is_denied(clause, names, own) for clause in clauses(tokens))


def _by_owner(tokens: list[str], names: ChoiceWords, own: str) -> str:
    return " ".join(_owner(token, names, own) for token in tokens)


def _owner(token: str, names: ChoiceWords, own: str) -> str:
    marked = names.read(token) if token.startswith("zq") else None
    if marked is None:
        return token
    return "zqown" if own in marked.keys else "zqother"


def _is_others(tokens: list[str]) -> bool:
    return not {"they", "he", "she", "codex", "gemini", "claude", "others"}.isdisjoint(tokens)


def _names(tokens: list[str], names: ChoiceWords, own: str) -> bool:
    marked = [names.read(token) for token in tokens]
    return any(one and own in one.keys for one in marked)


def _drops(clause: Clause, names: ChoiceWords, own: str) -> bool:
    """`please disregard my vote`, `I withdraw my approval`, `do not count this ballot`."""
    tokens = clause.tokens
    for place, token in enumerate(tokens):
        if token not in _DROP and token not in _USE:
            continue
        head = tokens[:place]
        is_not = sum(one in NEGATIONS for one in head) % 2 == 1
        if is_not != (token in _USE) or not _is_asked(head, clause):
            continue
        after = tokens[place + 1 :]
        if _is_ballot(after, names, own) or (token in _UNVOTE and _names(after[:1], names, own)):
            return True
    return False


def _is_asked(head: list[str], clause: Clause) -> bool:
    """True where the writer does it, or asks for it."""
    light = known.LIGHT | known.OPENING | words("you should must may can could kindly ask request to hereby want wish")
    if not all(token in light or token.endswith("ly") for token in head):
        return False
    if not known.MAYBE.isdisjoint(head) and "you" not in head:
        return False
    has_subject = not {"i", "we", "you", "please", "kindly"}.isdisjoint(head)
    return has_subject or clause.leads or clause.follows


def _is_ballot(after: list[str], names: ChoiceWords, own: str) -> bool:
    """True where what follows is the ballot, or the choice in it, and not something that merely stands near it."""
    at = 0
    while at < len(after) and after[at] in _BEFORE_OBJECT:
        at += 1
    passed, rest = after[:at], after[at:]
    if not rest or rest[0] in _AHEAD:
        return not (_POINTING | {"what"}).isdisjoint(passed) and (bool(rest) or not _POINTING.isdisjoint(passed))
    marked = names.read(rest[0])
    if marked:
        is_vote = rest[1:2][:1] and rest[1] in known.BALLOTS  # `the block vote`
        is_own = (is_vote or not _WHOSE.isdisjoint(passed)) and _ends(rest[1:])
        is_pointed = "following" in passed or not _BESIDE.isdisjoint(rest[1:4])
        return own in marked.keys and (is_own or is_pointed)
    is_objection = own == AGAINST and rest[0].startswith("objection")
    return (is_objection or rest[0] in known.BALLOTS) and _ends(rest[1:]) and not _is_for_another(rest, names, own)


def _is_for_another(rest: list[str], names: ChoiceWords, own: str) -> bool:
    """True for `my vote for B` where the ballot says A: what was cast before is taken back."""
    named = [one for one in map(names.read, rest[1:5]) if one]
    return rest[1:2] in (["for"], ["of"], ["to"]) and bool(named) and not any(own in one.keys for one in named)


def _ends(tail: list[str]) -> bool:
    return not tail or tail[0] in _BEHIND


_BEHIND = words(
    "above below that which follows following of , entirely please altogether completely at as for in to from and"
    " because it is i vote block ballot now here after all says said reads"
)


def _is_denied(clause: Clause, names: ChoiceWords, own: str) -> bool:
    """`this ballot is void`, `my vote should not be counted`, `the block above does not reflect my view`."""
    tokens = clause.tokens
    subject = next((at for at, token in enumerate(tokens) if _is_own_ballot(tokens, at, names, own)), -1)
    if subject < 0:
        return False
    tail = tokens[subject + 1 :][:9]
    is_not = any(token in NEGATIONS for token in tail)
    if not known.MAYBE.isdisjoint(tail) or "would" in tail:
        return False
    dropped = not _DROPPED.isdisjoint(tail) or (_BAD & set(tail[:5]) and not {"is", "was"}.isdisjoint(tail))
    unused = not (_USED | _HOLDS).isdisjoint(tail)
    return bool(unused if is_not else dropped)


def _is_own_ballot(tokens: list[str], at: int, names: ChoiceWords, own: str) -> bool:
    """True at the noun of `my vote`, `the ballot above`, `the APPROVE above`."""
    marked = names.read(tokens[at])
    if tokens[at] not in known.BALLOTS and not (marked and own in marked.keys):
        return False
    head, behind = tokens[max(0, at - 3) : at], tokens[at + 1 : at + 3]
    near = {*head, *behind}
    if not (known.NOT_THIS_ONE | known.HISTORY).isdisjoint(near):
        return False
    is_whole = tokens[at] in ("above", "ballot") or (marked is not None and at == 0 and "was" in behind)
    is_cast = behind[:1] == ["i"] or behind == ["that", "i"]
    is_near = not {"above", "below", "following", "follows"}.isdisjoint(behind)
    return is_whole or is_cast or is_near or not (_WHOSE | {"following", "next"}).isdisjoint(head)
