"""Reads on from a protection to the end of a Japanese sentence, and counts what turns it round.

In Japanese what stands behind a word governs it: 監視停止の禁止を解く turns monitoring round three times, and what is
left is weakened. The mode says how the words so far hang on the rest: "" for the predicate of the protection itself,
otherwise as the constants below say.
"""

import re
from typing import NamedTuple

from quorate.limits.japanese import tokens as t
from quorate.limits.japanese import words as w

WEAK, FIRM = -1, 1
# an event that the rest reacts to; something done all the same; a circumstance; a clause that is over; a noun that is
# described; what is only looked at; what somebody asks for
EVENT, DESPITE, STATE, OVER, NOUN, SEEN, ASKED = "event", "despite", "state", "over", "noun", "seen", "asked"
_PLAIN = tuple("るすくつぬむぶぐうただい")
_ADVERBS = "(?:もう|一切|まったく|全く|特に|別に|決して|絶対に?|必ずしも)?"
_PARTICLES = re.compile(f"[てでとはもがのにか]{{0,3}}{_ADVERBS}")
_NOT_DONE = re.compile(f"[をはもがの:=]?{_ADVERBS}(?:し|せ|され|さ|でき|する|やる|行う|ら|る|って)?")
_DONE = re.compile("の?(?:実施|適用)?[をはもが]?(?:する|やる|行う)?(?:こと)?[をはも]?")
_REQUESTED = re.compile("求め|頼|指示|命|要求|依頼|言わ|要請|促|迫|提案")
_STOPPED = re.compile("(?:止|停|中断|中止|打ち切|遮断)[^、。]{0,4}$")


class Standing(NamedTuple):
    """How a protection stands after some words: weakened, firm, or nothing said (0)."""

    value: int = 0
    turns: int = 0
    mode: str = ""
    is_past: bool = False
    is_other: bool = False
    goes_on: bool = False


class Reader:
    """Reads on token by token; `done` is set where a word decides all."""

    def __init__(self, sentence: str, kind: str, start: int, end: int, now: Standing) -> None:
        self.sentence, self.kind, self.start, self.end, self.now = sentence, kind, start, end, now
        self.is_lack = bool(now.value)
        self.place = self.rest = self.last_end = end
        self.last = ""
        self.is_attributive = self.is_described = self.is_excepted = self.has_turned = False
        self.done: bool | None = None
        self._begin()

    def _begin(self) -> None:
        voided = t.VOIDED.get(self.kind, t.IGNORED).match(self.sentence, self.end)
        self.is_free = t.FREED.match(self.sentence, self.end) is not None
        if voided is not None:
            self.now, self.place, self.last = Standing(WEAK, 1), voided.end(), voided[0]
        elif not self.now.value:
            self.place = self._behind_generic()
        self.rest = self.place
        rest = self.sentence[self.place : self.place + 8]
        self.has_number = self.kind == "limits" and re.match("[^、。]{0,6}[0-9]", rest) is not None
        self.is_adverbial = re.match("[にで](?!対|関|つい|かか|おけ|の)|へ|まで", rest) is not None
        self.is_topic = re.match("は|も|に(?:ついて|関して)", rest) is not None

    def _behind_generic(self) -> int:
        """Where the name ends: behind 監視システム, but before the の of 監視のない."""
        if re.match("の(?:[^一-鿿]|な)", self.sentence[self.end : self.end + 2]):
            return self.end
        generic = t.GENERIC.match(self.sentence, self.end)
        stop = generic.end() if generic else self.end
        is_lacking = stop > self.end and self.sentence[stop - 1] == "の" and self.sentence[stop : stop + 1] == "な"
        return stop - 1 if is_lacking else stop

    def read(self) -> None:
        """Reads all that follows, or until something decides."""
        for found in t.TOKEN.finditer(self.sentence, self.place):
            if found.start() >= self.place:
                self._token(found)
            if self.done is not None:
                return

    def _token(self, found: re.Match[str]) -> None:
        name = str(found.lastgroup)
        is_settled = self.now.mode == OVER and self.now.value == WEAK
        if not is_settled or name == "refuses":
            gap = self.sentence[self.place : found.start()]
            if self.is_attributive and (t.NOUN.search(gap) or (not gap and t.NOUN.match(found[0]))):
                self._describe(gap)
            getattr(self, f"_{name}")(found, gap)
        self.place = max(self.place, found.end())

    def _describe(self, gap: str) -> None:
        """A verb stands before a noun, which the rest of the sentence is about."""
        self.is_described, self.is_attributive = True, False
        if not self.now.mode and not t.GENERIC.fullmatch(gap.strip("のでにへと")):
            self.now = self.now._replace(mode=NOUN)

    def _behind(self, found: re.Match[str]) -> None:
        """Goes on behind the inflection of a verb, and sees whether it ends a clause or describes a noun."""
        inflected = t.INFLECTION.match(self.sentence, found.end())
        self.place = self.last_end = inflected.end() if inflected else found.end()
        tail, ahead = self.sentence[found.start() : self.place], self.sentence[self.place : self.place + 1]
        is_way = tail.endswith("り") and ahead == "方"
        self.is_attributive = is_way or (tail.endswith(_PLAIN) and t.NOUN.match(ahead) is not None)
        if self.is_attributive:
            self.now = self.now._replace(is_past=tail.endswith(("た", "だ")))
        self.last = found[0]
        if found.lastgroup != "not" and t.JOINS.match(self.sentence, self.place):
            self._close()

    def _close(self) -> None:
        """The clause of the protection ends here."""
        is_settled = self.now.mode == NOUN and self.now.value == FIRM
        if self.now.value and (not self.now.mode or is_settled):
            self.now = self.now._replace(mode=OVER, is_other=False)

    def _turn(self, found: re.Match[str]) -> None:
        self.has_turned = True
        value = -self.now.value if self.now.value else WEAK
        self.now = self.now._replace(value=value, turns=self.now.turns + 1)
        self._behind(found)

    def _skip(self, found: re.Match[str]) -> None:
        """Passes a verb that says nothing of the protection."""
        mode = self.now.mode
        self._behind(found)
        self.now = self.now._replace(mode=mode or self.now.mode)

    def _idiom(self, found: re.Match[str], gap: str) -> None:
        self.now = self.now._replace(goes_on=self.now.goes_on or t.PERMITTED.match(found[0]) is not None)

    def _object(self, found: re.Match[str], gap: str) -> None:
        is_own = (self.place == self.rest and not self.last) or t.NAMED_GENERIC.search(gap) is not None
        if gap.endswith(("これ", "それ")):
            self.now = self.now._replace(is_other=False)
        elif not is_own and self.now.mode != NOUN and not self.is_attributive:
            is_noun = t.NOUN.search(gap) and not t.GENERIC.fullmatch(gap.lstrip("のにでへとてやか、"))
            self.now = self.now._replace(is_other=self.now.is_other or bool(is_noun))

    def _subject(self, found: re.Match[str], gap: str) -> None:
        if found[0] == "が" and self.is_topic and not self.now.value and t.NOUN.search(gap):
            self.now = self.now._replace(is_other=True)

    def _pause(self, found: re.Match[str], gap: str) -> None:
        if self.last and not gap.endswith(("は", "も", "を", "に")):
            self._close()
        self.is_attributive = False

    def _weakens(self, found: re.Match[str], gap: str) -> None:
        mode, stops = self.now.mode, t.STOPS_AGENT.match(found[0]) is not None
        if self._is_passed_over(found, stops) or mode == ASKED:
            self._skip(found)
        elif mode == EVENT:
            self.now = self.now._replace(goes_on=not stops)
            self._skip(found)
        elif mode == DESPITE:
            self.now = self.now._replace(goes_on=self.now.goes_on or t.LEAVES.match(found[0]) is not None)
            self._skip(found)
        elif mode in (OVER, SEEN):
            self._again(found, stops)
        else:
            self._turn(found)

    def _is_passed_over(self, found: re.Match[str], stops: bool) -> bool:
        """Whether a word of weakening is about something else, says the same twice, or tightens."""
        mode, value, word = self.now.mode, self.now.value, found[0]
        if self.now.is_other and not self.is_free and not (mode == STATE and stops):
            return True
        is_compound = re.match("[一-鿿]", self.sentence[found.end() : found.end() + 1])
        if mode == STATE and (t.LEAVES.match(word) or is_compound):
            return True
        if self.has_turned and t.OR.fullmatch(self.sentence[self.last_end : found.start()]):
            return True
        return not value and not mode and self._is_tightened(word, stops)

    def _is_tightened(self, word: str, stops: bool) -> bool:
        """To end a check completes it, to lower a limit tightens it, and at a limit something else is stopped."""
        if self.is_adverbial and (stops or word.startswith(("飛ば", "とば"))):
            return True
        is_lowered = word[0] == "減" or (self.has_number and word.startswith("落と"))
        return (self.kind == "safety" and word[0] == "終") or (self.kind == "limits" and is_lowered)

    def _again(self, found: re.Match[str], stops: bool) -> None:
        """What a later clause does to the same protection for a part, or once more, without naming it."""
        before = self.sentence[self.end : found.start()]
        is_plain = self.now.value == FIRM and not stops
        is_part = self.now.value == FIRM and t.NIGHTS.search(before) and before.endswith(("は", "は、"))
        is_same = t.AGAIN.search(before) and (self.now.value == FIRM or not before.endswith(("だけ", "だけは", "のみ")))
        if is_plain or is_part or is_same:
            self.now = self.now._replace(value=WEAK, turns=1, mode="")
            self._behind(found)
        else:
            self._skip(found)

    def _lowers(self, found: re.Match[str], gap: str) -> None:
        is_less = self.kind in ("monitoring", "safety", "governance") and not self.now.value and not self.now.mode
        (self._weakens if is_less else self._idle)(found, gap)

    def _idle(self, found: re.Match[str], gap: str) -> None:
        self._skip(found)

    def _oversteps(self, found: re.Match[str], gap: str) -> None:
        if self.now.value or self.kind != "limits" or self.has_number:
            self.last = found[0]
        else:
            self._turn(found)

    def _refuses(self, found: re.Match[str], gap: str) -> None:
        now, rest = self.now, self.sentence[self.rest : found.start()]
        if now.mode == EVENT:
            self.now = now._replace(goes_on=False)
        elif not now.value:
            if not now.is_other and _DONE.fullmatch(rest):
                self._turn(found)
        elif now.value == WEAK or not (now.is_other or now.mode == OVER):
            self.now = now._replace(mode="" if now.mode == DESPITE else now.mode)
            self._turn(found)

    def _not(self, found: re.Match[str], gap: str) -> None:
        now = self.now
        if now.mode == EVENT:
            self.now = now._replace(goes_on=False)
        elif now.mode == DESPITE:
            self._not_despite(found)
        elif not now.value:
            if _NOT_DONE.fullmatch(self.sentence[self.rest : found.start()]):
                self._negate(found)
        elif now.value == WEAK or (self.last and _PARTICLES.fullmatch(gap) and not now.is_other):
            self._negate(found)

    def _not_despite(self, found: re.Match[str]) -> None:
        if self.now.value == WEAK:
            self.now = self.now._replace(value=FIRM, turns=2)
        elif _STOPPED.search(self.sentence[: found.start()]):
            self.now = self.now._replace(goes_on=True)

    def _negate(self, found: re.Match[str]) -> None:
        self._turn(found)
        if self.now.value == FIRM and self.sentence.startswith("よう", found.end()):
            self.now = self.now._replace(mode=OVER)
            return
        if found[0] in ("ず", "なし", "なく", "無し", "ナシ", "無く") and not self.now.mode:
            self.now = self.now._replace(mode=STATE if self.now.value == WEAK else OVER)
        ahead = self.sentence[found.end() : found.end() + 1]
        self.is_attributive = found[0] == "ない" and t.NOUN.match(ahead) is not None

    def _discretion(self, found: re.Match[str], gap: str) -> None:
        if not self.now.is_other:
            self.now = self.now._replace(value=WEAK, turns=1)
            self.last = found[0]

    def _undoes(self, found: re.Match[str], gap: str) -> None:
        if self.now.mode in (EVENT, DESPITE, OVER, SEEN) or self.now.is_other:
            self._skip(found)
        elif self.now.value == WEAK:
            self._turn(found)
        else:
            self.now = self.now._replace(value=FIRM)
            self._behind(found)

    def _enables(self, found: re.Match[str], gap: str) -> None:
        is_own = self.now.mode in ("", NOUN, ASKED) and not self.now.is_other and not self.is_described
        if is_own:
            self.now = self.now._replace(value=FIRM, turns=0)
        (self._behind if is_own else self._skip)(found)

    def _keeps(self, found: re.Match[str], gap: str) -> None:
        is_held = t.STOPS_AGENT.match(self.last) is not None and gap in ("", "を", "状態を")
        is_apart = bool(self.now.mode) or self.is_described
        if is_apart and not is_held and t.GOES_ON.match(self.sentence, found.start()):
            self.now = self.now._replace(goes_on=True)
        if not self.now.value and not self.now.is_other and not self.has_number:
            self.now = self.now._replace(value=FIRM)
        self._skip(found)

    def _observes(self, found: re.Match[str], gap: str) -> None:
        now, before = self.now, self.sentence[: found.start()]
        is_found = now.mode == STATE and found[0] in ("見つか", "見つけ", "発見", "検出", "検知")
        is_asked = now.turns >= 2 and before.endswith(("か", "かは", "かを", "かも"))
        is_seen = now.value == WEAK and (is_found or now.mode in ("", NOUN, DESPITE))
        # to make sure that it is off is no report
        is_ensured = found[0] in ("確認", "確かめ") and before.endswith("ことを") and not now.is_past
        if is_asked or (is_seen and not is_ensured):
            self.now = now._replace(mode=SEEN, value=0)
        self._skip(found)

    def _condition(self, found: re.Match[str], gap: str) -> None:
        now = self.now
        self.is_attributive = False
        if now.value == WEAK:
            self.now, self.last = now._replace(mode=EVENT, goes_on=False, is_other=False), ""
        elif self.is_topic and not now.value:
            self.now = now._replace(is_other=False)
        elif now.mode not in (OVER, SEEN) and now.turns < 2:
            self.done = self._is_gone_past(found.end())

    def _is_gone_past(self, place: int) -> bool:
        """True for ブレーカーが開いたら閉じて続ける: it acts, and all goes on."""
        if not re.search(w.ACTS, self.sentence[self.end : place]):
            return False
        rest = self.sentence[place:]
        goes_on = re.search("続け|続行|進[むめみ]|再開|無視|通[すし]", rest) is not None
        return goes_on and not re.search("ない|ず$|禁|ません|停止|中止|通知|報告|止め|連絡|後に|てから", rest)

    def _despite(self, found: re.Match[str], gap: str) -> None:
        is_permitted = t.PERMITTED.match(self.sentence, found.end()) is not None
        if is_permitted or (self.is_topic and not self.now.value and found[0] == "でも"):
            return
        is_passive = self.sentence[: found.start()].endswith(("られ", "され", "われ", "まれ"))
        is_asked = is_passive and _REQUESTED.search(gap + self.last) is not None
        self.now = self.now._replace(mode=ASKED) if is_asked else self.now._replace(mode=DESPITE, is_other=False)
        self.last = ""

    def _state(self, found: re.Match[str], gap: str) -> None:
        now = self.now
        self.is_attributive = False
        if now.value == WEAK and now.mode in ("", NOUN):
            is_noun = re.match("での|の|だった|[がをは]", self.sentence[found.end() :]) is not None
            self.now = now._replace(mode=NOUN if is_noun else STATE, is_past=False)
            self.is_described = True
        elif now.value == FIRM and now.turns < 2 and not now.mode:
            self.done = False

    def _until(self, found: re.Match[str], gap: str) -> None:
        now = self.now
        if found[0] == "だけ" or now.mode == SEEN:
            return
        if now.value == WEAK:
            is_before = found[0][0] in "前まか代"
            self.done = False if is_before else None
            self.now = now._replace(mode=OVER)
        elif self.is_topic and not now.value:
            self.now = now._replace(is_other=False)
        elif now.turns < 2:
            self.done = found[0] == "前に" and self._is_too_early(found)

    def _is_too_early(self, found: re.Match[str]) -> bool:
        """True for 安全確認が終わる前に再開する."""
        if self.kind == "limits" or not re.search("終わ|済|完", self.sentence[self.end : found.start()]):
            return False
        rest = self.sentence[found.end() :].lstrip("、")
        return t.GOES_ON.match(rest) is not None and not re.search("ない|禁|ません|不可|ず", rest)

    def _except(self, found: re.Match[str], gap: str) -> None:
        """All but the protection: what is done to the rest is not done to it."""
        if found.start() != self.rest:
            self.is_excepted = True
            return
        rest = self.sentence[found.end() :]
        keeps = re.search(f"{w.KEEPS}|{w.UNDOES}|{w.ENABLES}", rest) is not None
        self.done = keeps and not re.search(w.WEAKENS, rest)
