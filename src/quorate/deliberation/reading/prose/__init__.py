"""Free text as advice: what its verdict lines and sentences say, if they say one thing."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from quorate.deliberation.reading.characters import INVISIBLE, without_emoji
from quorate.deliberation.reading.prose.advice import advice, doubts, of_others, whole_line
from quorate.deliberation.reading.prose.english import is_mixed, plain, strength_of
from quorate.deliberation.reading.prose.english_words import CONDITIONS, FAMILY, FOREIGN, SAYING, words
from quorate.deliberation.reading.prose.first_person import own_statements
from quorate.deliberation.reading.prose.fitness import LONGEST_PROSE, as_it_may_look, is_too_long, unfit
from quorate.deliberation.reading.prose.japanese import is_japanese, japanese_signals, strength_in
from quorate.deliberation.reading.prose.lines import Line, is_spoken_by_another, spoken_lines
from quorate.deliberation.reading.prose.programs import is_program_message
from quorate.deliberation.reading.prose.signals import IMPLIED, LEANING, MIDDLE, SOMEBODY_ELSES, STATED, Signal
from quorate.deliberation.reading.prose.verdict_lines import is_label_alone, is_of_somebody, label_line, verdict_in
from quorate.protocols.magi.rule import ABSTAIN, APPROVE, REJECT

_SENTENCE = re.compile(r"(?<=[.!?;。！？])(?:\s+|(?<=[。！？]))|\n")
_SHORTENED = re.compile(r"\b(?:e\.g|i\.e|vs|etc|cf|approx)\.", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_QUOTATION = re.compile(r"[\"“]([^\"”\n]{1,400})[\"”]")
_RETRACTED = re.compile(
    r"\b(?:disregard|ignore|scratch|withdraw|retract|take back|strike|void|discard) (?:the |my |this |that |all )*"
    r"(?:above|previous|earlier|prior|ballot|vote|block|answer|that$|that[ ,]|last)"
    r"|\b(?:scratch|strike) that\b|\b(?:i|we) (?:take|took) (?:that|it) back\b|\bchanged my mind\b|\bnever ?mind\b"
    r"|\b(?:just |only )?kidding\b"
    r"|(?:上記|前述|先ほど|さきほど)\S{0,12}(?:取り消|撤回|無視)"
)
_CORRECTING = re.compile(
    r"\b(?:correction|corrected|actually|wait|sorry|instead|meant|change|update|edit|typo|oops|revis\w+|reconsider\w*"
    r"|on (?:second thought|reflection)|should (?:be|say|read)|make (?:that|it)|amend\w*)\b|訂正|修正|やはり|変更",
    re.IGNORECASE,
)
_CORE = words("approve approval approving reject rejection rejecting abstain abstention nogo")
_SAID = SAYING - words("say")
# a line without any of these tells nothing, and most lines have none
_TELLING = words(
    "approv reject abst recommend accept adopt endors proceed merg ship deploy ahead forward oppos object agree"
    " declin deny deni veto block against favo support vote voti sufficient enough lack little sure uncertain"
    " undecided cannot can't unable able lgtm looks go hold no yes green sign ready missing inadequate for 承認 賛"
    " 支持 可決 採択 却下 反対 否決 拒否 棄権 異議 異論 べき 推奨 勧め 見送 判断 不足 足り 十分 てよい て良い て問題"
    " て構"
)
_WHOLE_ANSWERS = {"yes": APPROVE, "no": REJECT, "はい": APPROVE, "いいえ": REJECT}
# what runs on for longer may say anything
_MOST_WORDS, _MOST_SENTENCES, _MOST_SUBJECTS = 200, 300, 15
_ANYTHING = [Signal(APPROVE, STATED), Signal(REJECT, STATED)]
_ONLY_IN_CAPITALS = ("go", "nogo", "hold")


class Conclusion(NamedTuple):
    """The one position that a text states, with the confidence of its language; or why there is none."""

    position: str = ""
    confidence: int = 0
    why: str = ""
    is_conditional: bool = False


def concluded(prose: str, paper: str = "", nonce: str = "") -> Conclusion:
    """The position that a reply's prose states."""
    if why := unfit(prose, nonce):
        return Conclusion(why=why)
    if not INVISIBLE.search(without_emoji(prose)):
        return _concluded(prose, paper)
    closed, opened = (_concluded(INVISIBLE.sub(gap, prose), paper) for gap in ("", " "))
    return closed if closed == opened else Conclusion(why="invisible characters stand in its words")


def states_another(prose: str, position: str, paper: str = "", *, plainly: bool = False) -> bool:
    """True where prose that goes with a ballot says something else, or takes the ballot back.

    `plainly` leaves out what is merely implied.
    """
    if not prose.strip():
        return False
    if is_too_long(prose):
        return True
    return any(_says_another(text, position, paper, plainly) for text in dict.fromkeys(as_it_may_look(prose)))


def confidence_of(prose: str) -> int:
    """70, 50 or 30, by the strength of the language."""
    text = prose[:LONGEST_PROSE]
    return (strength_in(text) if is_japanese(text) else strength_of(plain(text).split())) or MIDDLE


def _says_another(prose: str, position: str, paper: str, plainly: bool) -> bool:
    lines = spoken_lines(prose, paper)
    if _RETRACTED.search(plain(prose)) or any(_corrects(line, position) for line in lines):
        return True
    signals = [one for one in _all_signals(lines) if one.is_real and one.level != LEANING]
    stated = {one.position for one in signals if one.level == STATED}
    implied = {one.position for one in signals if not plainly} - {ABSTAIN}
    return bool(stated - {position}) or (bool(implied) and position not in implied)


def _corrects(line: Line, position: str) -> bool:
    """True where a line puts something right and names another position, in whatever words."""
    if line.is_of_others or not _CORRECTING.search(line.text):
        return False
    return any(
        _names_other(plain(one).split(), position) for one in _SENTENCE.split(line.text) if not one.endswith("?")
    )


def _names_other(tokens: list[str], position: str) -> bool:
    named = {FAMILY[token] for token in tokens if token in _CORE}
    return bool(named - {position}) and CONDITIONS.isdisjoint(tokens) and _SAID.isdisjoint(tokens)


def _concluded(prose: str, paper: str) -> Conclusion:
    lines = spoken_lines(prose, paper)
    if len(lines) == 1 and (whole := _WHOLE_ANSWERS.get(lines[0].text.strip(" .!。！\"'").casefold())):
        return Conclusion(whole, MIDDLE)
    if _RETRACTED.search(plain(prose)):
        return Conclusion(why="it takes something back")
    conclusion = _weighed(_all_signals(lines), prose)
    is_notice = conclusion.position and is_program_message(prose.splitlines())
    return Conclusion(why="it is a program's own message") if is_notice else conclusion


def _all_signals(lines: list[Line]) -> list[Signal]:
    telling = [place for place, line in enumerate(lines) if _tells(line.text.casefold())]
    if sum(len(_SENTENCE.split(lines[place].text)) for place in telling) > _MOST_SENTENCES:
        return _ANYTHING
    return [one for place in telling for one in _signals(lines[place], lines[place - 1] if place else None)]


def _tells(text: str) -> bool:
    return any(word in text for word in _TELLING)


def _signals(line: Line, before: Line | None) -> list[Signal]:
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


def _whole_line(line: Line) -> Signal | None:
    """A line that is nothing but a position; GO, NO-GO and HOLD only in capitals, for they are words too."""
    text = plain(line.text) if line.stands_alone else ""
    return whole_line(text) if line.text.isupper() or text.split(" ")[0] not in _ONLY_IN_CAPITALS else None


def _sentences(line: Line) -> Iterable[Signal]:
    text = _QUOTATION.sub(_quoted, _SHORTENED.sub("eg", line.text))
    for sentence in _SENTENCE.split(text):
        if sentence and not sentence.rstrip().endswith(("?", "？")):
            others = line.is_of_others or is_spoken_by_another(sentence) or not FOREIGN.isdisjoint(_words(sentence))
            value = label_line(sentence)
            stated = verdict_in(value) if value else None
            for signal in [stated] if stated else _sentence(sentence):
                yield signal._replace(is_real=False) if others else signal


def _words(sentence: str) -> list[str]:
    return _WORD.findall(sentence.casefold())


def _quoted(quotation: re.Match[str]) -> str:
    """A single word in quotes is the voter's; more than that is somebody else's."""
    return quotation[1] if len(quotation[1].split()) == 1 else " , "


def _sentence(sentence: str) -> list[Signal]:
    text = plain(sentence)
    tokens = text.split()
    is_endless = len(tokens) > _MOST_WORDS or len(sentence) > _MOST_WORDS * 6
    if is_endless or tokens.count("i") + tokens.count("we") > _MOST_SUBJECTS:
        return _ANYTHING
    found = japanese_signals(sentence) if is_japanese(sentence) else []
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
        return Conclusion(why="it states more than one position")
    if not stated and (not implied or len(real) < len(signals)):
        return Conclusion(why="it states no position of its own")
    position = next(iter(stated or implied))
    said = [one.strength for one in real if one.position == position and one.strength]
    conditional = any(one.is_conditional for one in real)
    return Conclusion(position, min(said) if said else confidence_of(prose), is_conditional=conditional)
