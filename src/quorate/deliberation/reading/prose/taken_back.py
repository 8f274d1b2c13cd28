"""Whether what a voter writes beside its ballot block takes that ballot back. One mechanism for every protocol."""

import re
from collections.abc import Mapping, Sequence

from quorate.deliberation.reading.prose.choice_statements import statements
from quorate.deliberation.reading.prose.choice_words import ChoiceWords, choice_words
from quorate.deliberation.reading.prose.english import plain
from quorate.deliberation.reading.prose.english_words import FOREIGN, SAYING, words
from quorate.deliberation.reading.prose.fitness import as_it_may_look
from quorate.deliberation.reading.prose.japanese_ballots import japanese_statements, japanese_withdraws
from quorate.deliberation.reading.prose.lines import is_spoken_by_another, spoken_lines
from quorate.deliberation.reading.prose.sentences import sentences_of
from quorate.deliberation.reading.prose.withdrawals import withdraws

LONGEST_BESIDE, MOST_LINES = 48_000, 2_000
MOST_ABOUT_VOTE = 20_000
_LONGEST_SENTENCE, _LONGEST_ENTRY = 1_200, 100
_OWN_WORDS = words("i we as to should must vote ballot answer position it this that would")
# what comes before a block is about that block only where it points there
_AHEAD = re.compile(r"\b(?:below|follow\w*|next|this|coming)\b|この|以下|下[の記]|次の|これから", re.IGNORECASE)
_BACK = re.compile(r"\b(?:above|earlier|previous|preceding|comment)\b|上[の記]|前[の述]|先ほど", re.IGNORECASE)
_LABEL = re.compile(r"\s*(?:[:：=|→⇒]|[-=]+>)\s*")
_DASHED = re.compile(
    r"\b(vote|verdict|position|decision|answer|choice|recommendation|ballot|conclusion|final|correction|update|edit)"
    r"\s+[-–—]+\s+",
    re.IGNORECASE,
)
_SELF, _TURNS = words("i my we our"), words(", but though although however yet and so")
_SEAT = re.compile(r"\b(?:this|my) (?:seat|reviewer|voter|judge)\b(?!['’])", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\([^()]{1,60}\)\s*(?=[:：])")
_ASKED = re.compile(r"^(?:can|could|would|will) you (?:please )?", re.IGNORECASE)
_POLITE = re.compile(
    r"\bif (?:it is |it's |that is |that's |still |at all )*(?:not too late|possible|you can|allowed|ok|okay|fine)\b,?"
    r"|\bif i may(?: \w+){0,3}",
    re.IGNORECASE,
)


def takes_back(
    prose: str,
    choice: str,
    choices: Sequence[str],
    names: Mapping[str, str],
    paper: str = "",
    *,
    is_before: bool = False,
) -> str:
    """Why the prose beside a ballot takes that ballot back; empty where it does not.

    `names` has the texts of options by their ids. What comes before the block withdraws it only if it points there,
    and only the end of it is looked at.
    """
    if is_before:  # what is nearest to the block counts
        prose = "\n".join(prose[-LONGEST_BESIDE:].split("\n")[-MOST_LINES:])
    if not prose.strip():
        return ""
    if len(prose) > LONGEST_BESIDE or prose.count("\n") > MOST_LINES:
        return f"the text beside the ballot is longer than {LONGEST_BESIDE} characters or {MOST_LINES} lines"
    known = choice_words(choices, names)
    for text in dict.fromkeys(as_it_may_look(prose, frozenset(known.spelled))):
        if why := _why(text, known.key_of(choice), known, paper, is_before):
            return why
    return ""


def _why(prose: str, own: str, names: ChoiceWords, paper: str, is_before: bool) -> str:
    sentences = [one for line in _own_lines(prose, names, paper) for one in sentences_of(line) if names.may_name(one)]
    if sum(map(len, sentences)) > MOST_ABOUT_VOTE:
        return f"more than {MOST_ABOUT_VOTE} characters beside the ballot are about the vote"
    whys = (_said(sentence, own, names, is_before) for sentence in sentences if _is_own(sentence))
    return next(filter(None, whys), "")


def _own_lines(prose: str, names: ChoiceWords, paper: str) -> list[str]:
    """The voter's own lines; those that go through the choices one by one are left out."""
    lines = [line.text for line in spoken_lines(prose, paper) if not line.is_of_others]
    entries = [is_entry(line, names) for line in lines]
    is_list = len({*entries} - {""}) > 1
    return [line for line, entry in zip(lines, entries, strict=True) if not (entry and is_list)]


def _said(sentence: str, own: str, names: ChoiceWords, is_before: bool) -> str:
    if len(sentence) > _LONGEST_SENTENCE:  # before the block there may be anything that a program prints
        return "" if is_before else "a sentence beside the ballot runs on without an end"
    tokens = _own_part(tokens_of(sentence, names))
    is_pointed = not is_before or (_AHEAD.search(sentence) and not _BACK.search(sentence))
    if is_pointed and (withdraws(tokens, names, own) or japanese_withdraws(sentence, names, own)):
        return "the text beside the ballot withdraws it"
    said = [*statements(tokens, names), *japanese_statements(sentence, names)]
    if any((own in one.keys) == one.is_denied for one in said):
        return "the text beside the ballot states another choice"
    return ""


def is_entry(line: str, names: ChoiceWords) -> str:
    """The choice that begins a line such as `block: no evidence of harm`."""
    start = line[:_LONGEST_ENTRY]
    if not (_LABEL.search(start) and names.may_name(start)):
        return ""
    tokens = tokens_of(start, names)[:3]
    place = next((at for at, token in enumerate(tokens) if names.read(token)), -1)
    is_first = place == 0 or (place == 1 and tokens[0] == "zqis")
    return tokens[place] if is_first and "zqis" in tokens[place + 1 :] else ""


def _is_own(sentence: str) -> bool:
    if sentence.rstrip().endswith(("?", "？")) and not _ASKED.match(sentence):
        return False
    return not is_spoken_by_another(sentence) and FOREIGN.isdisjoint(re.findall(r"\w+", sentence.casefold()))


def tokens_of(sentence: str, names: ChoiceWords) -> list[str]:
    """Plain words with choices marked; what stands behind a label is what the label is."""
    spoken = _SEAT.sub("I", _ASIDE.sub("", _POLITE.sub("", _ASKED.sub("please ", sentence))))
    text = names.mark(spoken)
    return plain(_LABEL.sub(" zqis ", _DASHED.sub(r"\1 zqis ", text))).split()


def _own_part(tokens: list[str]) -> list[str]:
    """A sentence from where its writer speaks: `the block says APPROVE, but my verdict is REJECT`."""
    said = [place for place, token in enumerate(tokens) if _is_said_by_another(tokens, place)]
    if not said:
        return tokens
    starts = (place + 1 for place in range(said[-1], len(tokens)) if tokens[place] in _TURNS)
    own = (start for start in starts if not _SELF.isdisjoint(tokens[start : start + 2]))
    return tokens[next(own, len(tokens)) :]


def _is_said_by_another(tokens: list[str], place: int) -> bool:
    before = tokens[max(0, place - 4) : place]
    return tokens[place] in SAYING and tokens[place] != "reads" and _OWN_WORDS.isdisjoint(before)
