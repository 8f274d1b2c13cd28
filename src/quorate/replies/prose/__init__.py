"""Free text as advice: what its verdict lines and sentences say, if they say one thing."""

from collections.abc import Iterable
from typing import NamedTuple

from quorate.core.position import ABSTAIN, APPROVE, REJECT
from quorate.replies.prose.english.advice import advice, doubts, of_others, whole_line
from quorate.replies.prose.english.answers import is_of_others, refused
from quorate.replies.prose.english.english_words import words
from quorate.replies.prose.english.first_person import own_statements
from quorate.replies.prose.english.grammar import is_about_words, is_mixed, is_partial, plain, strength_of
from quorate.replies.prose.fitness import LONGEST_PROSE, unfit
from quorate.replies.prose.japanese.grammar import (
    is_japanese,
    is_meant,
    japanese_signals,
    strength_in,
    without_quotations,
)
from quorate.replies.prose.lines import ReplyLine, spoken_lines
from quorate.replies.prose.sentences import sentences_of
from quorate.replies.prose.signals import IMPLIED, LEANING, MIDDLE, SOMEBODY_ELSES, STATED, Signal
from quorate.replies.prose.verdict_lines import is_label_alone, is_of_somebody, label_line, verdict_in
from quorate.replies.prose.withdrawal import takes_back
from quorate.replies.reading.characters import INVISIBLE, without_emoji

__all__ = ["Conclusion", "concluded", "confidence_of", "takes_back"]

# a line without any of these tells nothing, and most lines have none
_TELLING = words(
    "approv reject abst recommend accept adopt endors proceed merg ship deploy ahead forward oppos object agree"
    " declin deny deni veto block against favo support vote voti sufficient enough lack little sure uncertain"
    " undecided cannot can't unable able lgtm looks go hold no yes green sign ready missing inadequate for 承認 賛"
    " 支持 可決 採択 却下 反対 否決 拒否 棄権 異議 異論 べき 推奨 勧め 見送 判断 不足 足り 十分 てよい て良い て問題"
    " て構"
)
_CHOICES = (APPROVE, REJECT, ABSTAIN)
_WHOLE_ANSWERS = {"yes": APPROVE, "no": REJECT, "はい": APPROVE, "いいえ": REJECT}
# what runs on for longer may say anything
_MOST_WORDS, _MOST_SENTENCES, _MOST_SUBJECTS = 200, 300, 15
_ANYTHING = [Signal(APPROVE, STATED), Signal(REJECT, STATED)]
_ONLY_IN_CAPITALS = ("go", "nogo", "hold")


class Conclusion(NamedTuple):
    """The one position that a text states, with the confidence of its language; or why there is none.

    A text that states several, or takes back what it states, `is_answer` all the same.
    """

    position: str = ""
    confidence: int = 0
    why: str = ""
    is_conditional: bool = False
    is_answer: bool = False


def concluded(prose: str, prompt: str = "", nonce: str = "") -> Conclusion:
    """The position that a reply's prose states."""
    if why := unfit(prose, nonce):
        return Conclusion(why=why)
    if not INVISIBLE.search(without_emoji(prose)):
        return _concluded(prose, prompt)
    closed, opened = (_concluded(INVISIBLE.sub(gap, prose), prompt) for gap in ("", " "))
    return closed if closed == opened else Conclusion(why="invisible characters in its words")


def confidence_of(prose: str) -> int:
    """70, 50 or 30, by the strength of the language."""
    text = prose[:LONGEST_PROSE]
    return (strength_in(text) if is_japanese(text) else strength_of(plain(text).split())) or MIDDLE


def _concluded(prose: str, prompt: str) -> Conclusion:
    lines = spoken_lines(prose, prompt)
    if len(lines) == 1 and (whole := _WHOLE_ANSWERS.get(lines[0].text.strip(" .!。！\"'").casefold())):
        return Conclusion(whole, MIDDLE)
    conclusion = _weighed(_all_signals(lines), prose)
    if conclusion.position and (why := takes_back(prose, conclusion.position, _CHOICES, {}, prompt)):
        return Conclusion(why=why.replace("beside the ballot", "beside the position"), is_answer=True)
    if not conclusion.position:
        return conclusion
    why = refused(prose)
    return Conclusion(why=why) if why else conclusion


def _all_signals(lines: list[ReplyLine]) -> list[Signal]:
    telling = [place for place, line in enumerate(lines) if _tells(line.text.casefold())]
    if sum(len(sentences_of(lines[place].text)) for place in telling) > _MOST_SENTENCES:
        return _ANYTHING
    return [one for place in telling for one in _signals(lines[place], lines[place - 1] if place else None)]


def _tells(text: str) -> bool:
    return any(word in text for word in _TELLING)


def _signals(line: ReplyLine, before: ReplyLine | None) -> list[Signal]:
    value = label_line(line.text)
    if value is None and line.stands_alone and before and is_label_alone(before.text):
        value = line.text
    signal = verdict_in(value) if value else _whole_line(line)
    if signal and line.is_of_others:
        return [SOMEBODY_ELSES]
    if signal and value:
        return [signal]
    found = [signal] if signal else [SOMEBODY_ELSES] if is_of_somebody(line.text) else []
    return [*found, *_sentences(line)]


def _whole_line(line: ReplyLine) -> Signal | None:
    """A line that is nothing but a position; GO, NO-GO and HOLD only in capitals, for they are words too."""
    text = plain(line.text) if line.stands_alone else ""
    return whole_line(text) if line.text.isupper() or text.split(" ")[0] not in _ONLY_IN_CAPITALS else None


def _sentences(line: ReplyLine) -> Iterable[Signal]:
    for sentence in sentences_of(line.text):
        if not sentence.rstrip().endswith(("?", "？")):
            others = line.is_of_others or is_of_others(sentence) or is_about_words(plain(sentence))
            value = label_line(sentence)
            stated = verdict_in(value) if value else None
            for signal in [stated] if stated else _sentence(sentence):
                yield signal._replace(is_real=False) if others else signal


def _sentence(sentence: str) -> list[Signal]:
    text = plain(sentence)
    tokens = text.split()
    is_endless = len(tokens) > _MOST_WORDS or len(sentence) > _MOST_WORDS * 6
    if is_endless or tokens.count("i") + tokens.count("we") > _MOST_SUBJECTS:
        return _ANYTHING
    if is_partial(text):
        return _ANYTHING
    found = japanese_signals(sentence) if is_japanese(sentence) else []
    if is_japanese(sentence) and not is_meant(without_quotations(sentence)):
        return found  # its English words are not meant either
    found += doubts(text, tokens)
    own = own_statements(tokens)
    if is_mixed(text):
        return found + (own if len({one.position for one in own}) > 1 else [])
    return found + own + (advice(text, tokens) if not own else []) + of_others(text)


def _weighed(signals: list[Signal], prose: str) -> Conclusion:
    """One position, if all that is really said comes to one; what is merely implied must stand alone."""
    real = [one for one in signals if one.is_real]
    stated = {one.position for one in real if one.level == STATED}
    implied = {one.position for one in real if one.level == IMPLIED} - ({ABSTAIN} if stated else set())
    leaning = {one.position for one in real if one.level == LEANING}
    if len(stated | implied | leaning) > 1:
        return Conclusion(why="more than one position is stated", is_answer=True)
    if not stated and (not implied or len(real) < len(signals)):
        return Conclusion(why="no position of its own is stated")
    position = next(iter(stated or implied))
    said = [one.strength for one in real if one.position == position and one.strength]
    conditional = any(one.is_conditional for one in real)
    return Conclusion(position, min(said) if said else confidence_of(prose), is_conditional=conditional)
