"""Whether what a voter writes beside its ballot block takes that ballot back. One mechanism for every protocol."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.choices.ballot_words import BALLOTS, IFS, MAYBE
from quorate.replies.prose.choices.choice_statements import statements
from quorate.replies.prose.choices.choice_words import ASIDE, FOR, ChoiceWords, choice_words
from quorate.replies.prose.choices.option_lists import unlisted_sentences
from quorate.replies.prose.english.answers import is_answer, is_own
from quorate.replies.prose.english.disclaimers import disclaims, lets_go, opposes
from quorate.replies.prose.english.english_words import SAYING, words
from quorate.replies.prose.english.withdrawals import edits_choice, withdraws
from quorate.replies.prose.fitness import as_it_may_look, hidden_in
from quorate.replies.prose.japanese.japanese_ballots import japanese_statements, japanese_withdraws
from quorate.replies.prose.japanese.japanese_disclaimers import japanese_disclaims, japanese_opposes
from quorate.replies.prose.lines import spoken_lines
from quorate.replies.prose.tokens import tokens_of

LONGEST_BESIDE, MOST_LINES = 48_000, 2_000
MOST_ABOUT_VOTE, MOST_SENTENCES = 12_000, 200
_LONGEST_SENTENCE, _MOST_REMARKS, _MOST_HIDDEN, _MOST_IN_ALL = 1_200, 20, 50, 1_500
_OWN_WORDS = words("i we as to should must vote ballot answer position it this that would")
# what comes before a block may be about something that stands before it too
_AHEAD = lazy_pattern(r"\b(?:below|follow\w*|coming|this)\b|この|以下|下[の記]|次の|これから", re.IGNORECASE)
_BACK = lazy_pattern(
    r"\b(?:above|earlier|previous\w*|preceding|prior|last|first|initial\w*|original\w*|round|comment|old|before)\b"
    r"|\bthat (?:block|ballot|vote|answer|one|was|is)\b|上[の記]|前[の述回]|先ほど|当初|最初",
    re.IGNORECASE,
)
_BALLOT = lazy_pattern(
    r"\b(?:ballot|vote|block|answer|position|verdict|choice|yaml|json|draft|example|sample|test|opposite|recuse)\b"
    r"|\b(?:me out|written|where it says|against)\b|^s/|票|回答|ブロック|反対|例|見本|下書き",
    re.IGNORECASE,
)
# who argues, thinks or claims something; what the writer itself thinks has it as the subject
_OPINING = words("argue argues think thinks believe insist insists contend contends maintain maintains feel")
_IT_IS = lazy_pattern(r"(?:it|that|this) (?:is|was|does|did)\b", re.IGNORECASE)
_ARGUED = words("argued said claimed objected thought believed suggested contended maintained countered")
_CONCEDING = words("whatever regardless despite notwithstanding irrespective")
_REMARK = lazy_pattern(r"\b(?:ignor|disregard|dismiss|discard|reject|refus|declin|skip)\w* (?:that|it|this)\W*$", re.I)
# a ballot that came with the question is not the writer's
_FOREIGN = lazy_pattern(
    r"\b(?:context|document|ticket|page|file|comment|material|attachment|prompt|question|email|text|passage|source)s?"
    r" (?:\w+ ){0,2}?(?:contain|hold|has|have|had|includ|carr|embed|smuggl|tr(?:y|ies) to|show|present|quote)\w*"
    r"|\b(?:ballot|vote|block|answer|instruction)s? (?:\w+ ){0,3}?(?:in|from|inside|within) the"
    r" (?:\w+ )?(?:context|document|ticket|page|file|comment|material|attachment|prompt|question|email|passage|source)"
    r"|\b(?:ballot|vote|block|answer)s? (?:\w+ ){0,2}?with (?:another|a different|some other|the wrong) nonce",
    re.IGNORECASE,
)
_OWN_REMARK = lazy_pattern(
    r"\b(?:i|we) (?:\w+ly )?(?:will |have |did )?(?:ignor|disregard|dismiss|discard|skip)\w*", re.I
)
_SELF, _TURNS = words("i my we our"), words(", but though although however yet and so")


def takes_back(
    prose: str,
    choice: str,
    choices: Sequence[str],
    names: Mapping[str, str],
    prompt: str = "",
    *,
    is_before: bool = False,
    is_alone: bool = False,
) -> str:
    """Why the prose beside a ballot takes that ballot back; empty where it does not.

    `names` has the texts of options by their ids. What comes before the block withdraws it only if it points there,
    and only the end of it is looked at. Prose that `is_alone` has no block beside it: sentences that only speak of
    choices are then left out too.
    """
    if is_before:  # what is nearest to the block counts
        prose = "\n".join(prose[-LONGEST_BESIDE:].split("\n")[-MOST_LINES:])
    if not prose.strip():
        return ""
    if len(prose) > LONGEST_BESIDE or prose.count("\n") > MOST_LINES:
        return f"the text beside the ballot is longer than {LONGEST_BESIDE} characters or {MOST_LINES} lines"
    known = choice_words(choices, names)
    is_heard = partial(is_answer, names=known) if is_alone else is_own
    looks = tuple(dict.fromkeys(as_it_may_look(prose, frozenset(known.spelled))))
    if len(looks) > 1 and hidden_in(prose) > _MOST_HIDDEN:
        return f"the text beside the ballot has more than {_MOST_HIDDEN} invisible characters"
    whys = (_why(text, known.key_of(choice), known, prompt, is_before, is_heard) for text in looks)
    return next(filter(None, whys), "")


def _why(
    prose: str, own: str, names: ChoiceWords, prompt: str, is_before: bool, is_heard: Callable[[str], bool]
) -> str:
    lines = [line for line in spoken_lines(prose, prompt) if not line.is_of_others]
    spoken = _without_remarks(list(unlisted_sentences(lines, names)), names)
    spoken = _without_pointers_back(spoken) if is_before else spoken
    every = list(dict.fromkeys(reversed(spoken)))[::-1]  # what is said again says nothing more
    if len(every) > _MOST_IN_ALL and not is_before:
        return f"the text beside the ballot has more than {_MOST_IN_ALL} sentences"
    every = every[-_MOST_IN_ALL:]
    if is_heard is is_own and any(_disclaims(one, own, names, is_before) and is_own(one) for one in every):
        return "the text beside the ballot says that it is none"
    about = (one for one in every if names.may_name(one))
    sentences = list(islice(about, MOST_SENTENCES + 1))
    if sum(map(len, sentences)) > MOST_ABOUT_VOTE or len(sentences) > MOST_SENTENCES:
        most = f"{MOST_ABOUT_VOTE} characters or {MOST_SENTENCES} sentences"
        return f"more than {most} beside the ballot are about the vote"
    whys = (_said(sentence, own, names, is_before) for sentence in sentences if is_heard(sentence))
    return next(filter(None, whys), "")


def _said(sentence: str, own: str, names: ChoiceWords, is_before: bool) -> str:
    if len(sentence) > _LONGEST_SENTENCE:  # before the block there may be anything that a program prints
        return "" if is_before else "a sentence beside the ballot runs on without an end"
    tokens = _own_part(tokens_of(sentence, names))
    if _is_pointed(sentence, is_before) and _withdraws(sentence, tokens, own, names):
        return "the text beside the ballot withdraws it"
    said = [*statements(tokens, names), *japanese_statements(sentence, names)]
    if any((own in one.keys) == one.is_denied for one in said):
        return "the text beside the ballot states another choice"
    return ""


def _withdraws(sentence: str, tokens: list[str], own: str, names: ChoiceWords) -> bool:
    if withdraws(tokens, names, own) or japanese_withdraws(sentence, names, own):
        return True
    return edits_choice(sentence, names, own)


def _disclaims(sentence: str, own: str, names: ChoiceWords, is_before: bool) -> bool:
    if len(sentence) > _LONGEST_SENTENCE or not _is_pointed(sentence, is_before):
        return False
    if disclaims(sentence, is_abstention=own == ASIDE, is_before=is_before) or japanese_disclaims(sentence):
        return True
    if own == FOR and lets_go(sentence):
        return True
    return bool(names.options) and own in names.options and (opposes(sentence) or japanese_opposes(sentence))


def _is_pointed(sentence: str, is_before: bool) -> bool:
    """True for what may speak of the ballot: before the block, what names one and points to none before it."""
    if not is_before or _AHEAD.search(sentence):
        return not is_before or not _BACK.search(sentence)
    return bool(_BALLOT.search(sentence)) and not _BACK.search(sentence)


def _without_pointers_back(sentences: list[str]) -> list[str]:
    """Without `it is not my ballot` where the sentence before points to a block that comes earlier."""
    pairs = zip(["", *sentences], sentences, strict=False)
    return [sentence for before, sentence in pairs if not (_IT_IS.match(sentence) and _BACK.search(before))]


def _without_remarks(sentences: list[str], names: ChoiceWords) -> list[str]:
    """Without `I ignore that`, where `that` is what somebody else was said to want in the sentence before."""
    if sum(bool(_REMARK.search(sentence)) for sentence in sentences) > _MOST_REMARKS:
        return sentences
    kept: list[str] = []
    for before, sentence in zip(["", *sentences], sentences, strict=False):
        is_remark = before and len(before) <= _LONGEST_SENTENCE and _REMARK.search(sentence)
        is_foreign = bool(is_remark and _OWN_REMARK.search(sentence) and _FOREIGN.search(before))
        if not is_remark or not (is_foreign or not _own_part(tokens_of(before, names))):
            kept.append(sentence)
    return kept


def _own_part(sentence: list[str]) -> list[str]:
    """A sentence from where its writer speaks: `the block says APPROVE, but my verdict is REJECT`."""
    tokens = _without_concession(sentence)
    said = [place for place, token in enumerate(tokens) if _is_said_by_another(tokens, place)]
    if not said or not IFS.isdisjoint(tokens[: said[0]]):
        return tokens
    # behind `according to him,` and `he says,` comes what he says
    is_quoted = tokens[said[-1]] == "according" or tokens[said[-1] + 1 : said[-1] + 2] == [","]
    turns = _TURNS - {","} if is_quoted else _TURNS
    starts = (place + 1 for place in range(said[-1], len(tokens)) if tokens[place] in turns)
    own = (start for start in starts if not _SELF.isdisjoint(tokens[start : start + 2]))
    return tokens[next(own, len(tokens)) :]


def _without_concession(tokens: list[str]) -> list[str]:
    """Without `whatever the block says`, wherever it is: what is said in spite of it is the writer's own."""
    start = next((place for place in range(len(tokens)) if _is_conceded(tokens, place)), -1)
    if start < 0:
        return tokens
    stop = next((place for place in range(start, len(tokens)) if tokens[place] == ","), len(tokens) - 1)
    return [*tokens[:start], *tokens[stop + 1 :]]


def _is_conceded(tokens: list[str], place: int) -> bool:
    return tokens[place] in _CONCEDING or tokens[place : place + 2] == ["no", "matter"]


def _is_said_by_another(tokens: list[str], place: int) -> bool:
    before = tokens[max(0, place - 4) : place]
    if tokens[place] == "example" and before[-1:] != ["for"]:
        return False
    if tokens[place] == "according":
        return True
    if "what" in before and before[-1] in BALLOTS:
        return False  # `disregard what the block says`
    if tokens[place] in _ARGUED and tokens[place - 1 : place] == ["be"] and not MAYBE.isdisjoint(before):
        return True  # `it may be argued that`
    is_saying = (tokens[place] in SAYING and tokens[place] != "reads") or tokens[place] in _OPINING
    return is_saying and _OWN_WORDS.isdisjoint(before)
