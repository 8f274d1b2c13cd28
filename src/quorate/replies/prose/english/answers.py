"""What may be an answer at all. These are the sieves that free text goes through, whatever the protocol."""

from functools import lru_cache
from itertools import pairwise

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.choices import ballot_words as known
from quorate.replies.prose.choices.choice_words import AGAINST, ASIDE, DOING, DONE, VERB, ChoiceWords, Marked
from quorate.replies.prose.clauses import LABEL
from quorate.replies.prose.english.english_words import CONDITIONS, FOREIGN, NEGATIONS, words
from quorate.replies.prose.english.grammar import is_about_words, is_mixed, is_partial, plain
from quorate.replies.prose.lines import is_spoken_by_another
from quorate.replies.prose.program_output import is_program_message
from quorate.replies.prose.tokens import ASKED, tokens_of
from quorate.replies.prose.transcripts import is_transcript

_WORD = lazy_pattern(r"\w+")
_POSITION = "(?:approve|reject|abstain)"
# what has the words of an answer, and is none
_NO_ANSWER = lazy_pattern(
    rf"^(?:no way|leaning|not only)\b|\bnot that (?:i|we)\b|\b{_POSITION}(?: \w+)?(?: ,)* not$"
    r"|\b(?:not|cannot|never|refuse to|decline to) (?:\w+ ){0,2}?(?:say|saying|mean|write|print|output)\b"
    r"|\b(?:they|he|she|somebody|someone) wants?\b|\bprevious instructions\b"
    r"|^(?:an? )?(?:example|sample|template|placeholder|draft) ,"
    rf"|\b\d+ {_POSITION}\b|\b{_POSITION} , \d|^to {_POSITION} ,"
    r"|\b(?:wanted|hoped|planned|going|intended|used|tempted) to\b(?<!am going to)(?<!are going to)"
    rf"|^(?:write|type|enter|press|click|tap|say|print|output|(?:reply|answer) with) {_POSITION}\b"
    rf"|\b{_POSITION} , (?:\w+ )?(?:example|sample|placeholder|template|tentative|draft|default|demo|test)\b"
    r"|^per (?:the|my|our|his|her)\b|^conditional\b|\bconditional(?:ly)? approve\b"
)
_BEHIND = CONDITIONS - {"until"} | words("except excluding minus")
_COMPARING = NEGATIONS | words("than instead over rather between versus vs against no from neither")
_SETTING = 4
_JOINING = words("or and ,")
_EXPLAINING = words("because since as") | {LABEL}
_FILLED_IN = lazy_pattern(r"[<{]\s*zq\d+\w\s*[>}]")
_LABELS = known.VERDICTS | known.OPENING | known.LIGHT | words("my of own real actual true official overall title")


def refused(prose: str) -> str:
    """Why a text is nobody's answer, whatever it says; empty where it may be one."""
    lines = prose.splitlines()
    return "it is a program's own message" if is_program_message(lines) or is_transcript(lines) else ""


def is_of_others(sentence: str) -> bool:
    """True where a sentence is somebody else's, or in a language that is not read."""
    return is_spoken_by_another(sentence) or not FOREIGN.isdisjoint(_WORD.findall(sentence.casefold()))


def is_own(sentence: str) -> bool:
    """True where its writer says a sentence, and does not ask."""
    if is_question(sentence) and not ASKED.match(sentence):
        return False
    return not is_of_others(sentence)


def is_question(sentence: str) -> bool:
    """True for a sentence with a question mark."""
    return sentence.rstrip().endswith(("?", "？"))


@lru_cache(maxsize=2_048)
def is_answer(sentence: str, names: ChoiceWords) -> bool:
    """True for a sentence that may state a choice: it is not about words, gives no example and weighs nothing."""
    text = _with_positions(sentence, names)
    if is_question(sentence) or is_of_others(sentence) or _FILLED_IN.search(names.mark(sentence)):
        return False
    if is_about_words(text) or is_mixed(text) or _NO_ANSWER.search(text):
        return False
    tokens = tokens_of(sentence, names)
    if _is_report(tokens, names):
        return False
    return _is_own_label(tokens) and not _is_hedged(tokens, names) and not _takes_both(tokens, names)


def _is_report(tokens: list[str], names: ChoiceWords) -> bool:
    """True for `request accepted` and `block: true`, which programs print."""
    named = [one for one in map(names.read, tokens) if one]
    is_setting = tokens[1:2] == [LABEL] and len(tokens) <= _SETTING and bool(names.read(tokens[0]))
    is_done = bool(named) and all(one.form == DONE for one in named)
    return is_setting or (is_done and (known.SELF | known.MUST | known.WANTING | {"be"}).isdisjoint(tokens))


def _is_own_label(tokens: list[str]) -> bool:
    """False for `Panel verdict: X`, `Logos -> X`: what stands before the colon has to be about the writer's own."""
    head = tokens[: tokens.index(LABEL)] if LABEL in tokens else []
    unknown = [token for token in head if token not in _LABELS and not token.startswith("zq") and token.isascii()]
    is_plain = all(token.endswith("ly") for token in unknown)
    return not head or is_plain or not (known.SELF | known.CORRECTING).isdisjoint(head)


def _is_hedged(tokens: list[str], names: ChoiceWords) -> bool:
    """True for `X after the audit`, `X pending the audit`, `X, except for the database`."""
    named = next((at for at, token in enumerate(tokens) if names.read(token)), len(tokens))
    reason = next((at for at in range(named + 1, len(tokens)) if tokens[at] in _EXPLAINING), len(tokens))
    behind = [*tokens[named + 1 : reason], ""]
    is_later = any(one == "after" and ahead != "all" and not ahead.endswith("ing") for one, ahead in pairwise(behind))
    return is_later or not _BEHIND.isdisjoint(behind)


def _takes_both(tokens: list[str], names: ChoiceWords) -> bool:
    """True for `X or Y` as an answer, and where one thing is accepted and another is not."""
    named = [(at, one) for at, one in enumerate(map(names.read, tokens)) if one and one.keys]
    for (at, one), (then, other) in pairwise(named):
        between = tokens[at + 1 : then]
        is_compared = not (_COMPARING | known.HISTORY).isdisjoint([*tokens[max(0, at - 4) : at], *between])
        if not is_compared and one.keys.isdisjoint(other.keys) and _are_both_done(one, other, between):
            return True
    return False


def _are_both_done(one: Marked, other: Marked, between: list[str]) -> bool:
    deeds = (VERB, DOING, DONE)
    return all(token in _JOINING for token in between) or (one.form in deeds and other.form in deeds)


def is_in_part(sentence: str, names: ChoiceWords) -> bool:
    """True where a side is taken in part: `resume the reads, but not the writes`."""
    return not names.options and is_partial(_with_positions(sentence, names))


def _with_positions(sentence: str, names: ChoiceWords) -> str:
    """Plain words in which each choice has the name of a position, so that one set of patterns knows them all."""
    return " ".join(_position(token, names) for token in plain(names.mark(sentence)).split())


def _position(token: str, names: ChoiceWords) -> str:
    marked = names.read(token) if token.startswith("zq") else None
    if marked is None:
        return token
    return "reject" if AGAINST in marked.keys else "abstain" if ASIDE in marked.keys else "approve"
