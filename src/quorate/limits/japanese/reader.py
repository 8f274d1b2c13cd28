"""Reads on from a protection to the end of a Japanese sentence, and counts what turns it round.

In Japanese what stands behind a word governs it: 監視停止の禁止を解く turns monitoring round three times, and what is
left is weakened.
"""

import re
from bisect import bisect_left

from quorate.limits.japanese import tokens as t
from quorate.limits.japanese import words as w
from quorate.limits.japanese.position import (
    ASKED,
    DESPITE,
    EVENT,
    FIRM,
    NOUN,
    OVER,
    SEEN,
    STATE,
    WEAK,
    JapanesePosition,
)

_ADVERBS = "(?:もう|一切|まったく|全く|特に|別に|決して|絶対に?|必ずしも)?"
_PARTICLES = re.compile(f"[てでとはもがのにか]{{0,3}}{_ADVERBS}")
_NOT_DONE = re.compile(f"[をはもがの:=]?{_ADVERBS}(?:し|せ|され|さ|でき|する|やる|行う|ら|る|って)?")
_DONE = re.compile("の?(?:実施|適用)?[をはもが]?(?:する|やる|行う)?(?:こと)?[をはも]?")
_REQUESTED = re.compile("求め|頼|指示|命|要求|依頼|言わ|要請|促|迫|提案")
# that nobody has to agree to a weakening takes nothing of it back
_CONSENT = re.compile(
    "(?:承認|許可|同意|署名|審査|申請|届け?出|手続き?|相談|報告|了承|決裁|レビュー|理由)[はをがもの]?(?:一切|特に)?$"
)
_NEEDLESS = re.compile("不要|無用|いら|要ら|要り|いり|省|免除|なし|スキップ")
_STOPPED = re.compile("(?:止|停|中断|中止|打ち切|遮断)[^、。]{0,4}$")


class JapaneseReader(JapanesePosition):
    """Does what each token says, by its name."""

    def read(self) -> None:
        """Reads all that follows, or until something decides."""
        first = bisect_left(self.tokens, self.place, key=lambda token: token.start())
        for found in self.tokens[first:]:
            if found.end() > len(self.sentence) or self.done is not None:
                return
            if found.start() >= self.place:
                self._token(found)

    def _token(self, found: re.Match[str]) -> None:
        self.name, self.word, self.at, self.stop = str(found.lastgroup), found[0], found.start(), found.end()
        self.gap = self.sentence[self.place : self.at]
        is_settled = self.now.mode == OVER and self.now.value == WEAK
        if not is_settled or self.name == "refuses":
            if self.is_attributive and (t.NOUN.search(self.gap) or (not self.gap and t.NOUN.match(self.word))):
                self._describe()
            getattr(self, f"_{self.name}")()
        self.place = max(self.place, self.stop)

    def _idiom(self) -> None:
        self.now = self.now._replace(goes_on=self.now.goes_on or t.PERMITTED.match(self.word) is not None)

    def _object(self) -> None:
        is_own = (self.place == self.rest and not self.last) or t.NAMED_GENERIC.search(self.gap) is not None
        if self.gap.endswith(("これ", "それ")):
            self.now = self.now._replace(is_other=False)
        elif not is_own and self.now.mode != NOUN and not self.is_attributive:
            is_noun = t.NOUN.search(self.gap) and not t.GENERIC.fullmatch(self.gap.lstrip("のにでへとてやか、"))
            self.now = self.now._replace(is_other=self.now.is_other or bool(is_noun))

    def _subject(self) -> None:
        if self.word == "が" and self.is_topic and not self.now.value and t.NOUN.search(self.gap):
            self.now = self.now._replace(is_other=True)

    def _pause(self) -> None:
        if self.last and not self.gap.endswith(("は", "も", "を", "に")):
            self._close()
        self.is_attributive = False

    def _weakens(self) -> None:
        mode, stops = self.now.mode, t.STOPS_AGENT.match(self.word) is not None
        if self._is_passed_over(stops) or mode == ASKED:
            self._skip()
        elif mode == EVENT:
            self.now = self.now._replace(goes_on=not stops)
            self._skip()
        elif mode == DESPITE:
            self.now = self.now._replace(goes_on=self.now.goes_on or t.LEAVES.match(self.word) is not None)
            self._skip()
        elif mode in (OVER, SEEN):
            self._again(stops)
        else:
            self._turn()

    def _is_passed_over(self, stops: bool) -> bool:
        """Whether a word of weakening is about something else, says the same twice, or tightens."""
        mode, value, word = self.now.mode, self.now.value, self.word
        if self.now.is_other and not self.is_free and not (mode == STATE and stops):
            return True
        is_compound = re.match("[一-鿿]", self.sentence[self.stop : self.stop + 1])
        if mode == STATE and (t.LEAVES.match(word) or is_compound):
            return True
        if value == WEAK and _CONSENT.search(self.sentence[: self.at]) and _NEEDLESS.match(word):
            return True
        if self.has_turned and t.OR.fullmatch(self.sentence[self.last_end : self.at]):
            return True
        return not value and not mode and self._is_tightened(word, stops)

    def _is_tightened(self, word: str, stops: bool) -> bool:
        """To end a check completes it, to lower a limit tightens it, and at a limit something else is stopped."""
        if self.is_adverbial and (stops or word.startswith(("飛ば", "とば"))):
            return True
        is_lowered = word[0] == "減" or (self.has_number and word.startswith("落と"))
        return (self.kind == "safety" and word[0] == "終") or (self.kind == "limits" and is_lowered)

    def _again(self, stops: bool) -> None:
        """What a later clause does to the same protection for a part, or once more, without naming it."""
        before = self.sentence[self.end : self.at]
        is_plain = self.now.value == FIRM and not stops
        is_part = self.now.value == FIRM and t.NIGHTS.search(before) and before.endswith(("は", "は、"))
        is_same = t.AGAIN.search(before) and (self.now.value == FIRM or not before.endswith(("だけ", "だけは", "のみ")))
        if is_plain or is_part or is_same:
            self.now = self.now._replace(value=WEAK, turns=1, mode="")
            self._behind()
        else:
            self._skip()

    def _lowers(self) -> None:
        is_less = self.kind in ("monitoring", "safety", "governance") and not self.now.value and not self.now.mode
        (self._weakens if is_less else self._idle)()

    def _idle(self) -> None:
        self._skip()

    def _oversteps(self) -> None:
        if self.now.value or self.kind != "limits" or self.has_number:
            self.last = self.word
        else:
            self._turn()

    def _refuses(self) -> None:
        now, rest = self.now, self.sentence[self.rest : self.at]
        if now.mode == EVENT:
            self.now = now._replace(goes_on=False)
        elif not now.value:
            if not now.is_other and _DONE.fullmatch(rest):
                self._turn()
        elif now.value == WEAK or not (now.is_other or now.mode == OVER):
            self.now = now._replace(mode="" if now.mode == DESPITE else now.mode)
            self._turn()

    def _not(self) -> None:
        now = self.now
        if now.mode == EVENT:
            self.now = now._replace(goes_on=False)
        elif now.mode == DESPITE:
            self._not_despite()
        elif not now.value and self.is_topic and now.is_other and self.kind != "monitoring":
            # 上限は購入を止めない
            if _STOPPED.search(self.sentence[: self.at]):
                self._negate()
        elif not now.value:
            if _NOT_DONE.fullmatch(self.sentence[self.rest : self.at]):
                self._negate()
        elif now.value == WEAK or (self.last and _PARTICLES.fullmatch(self.gap) and not now.is_other):
            self._negate()

    def _not_despite(self) -> None:
        if self.now.value == WEAK:
            self.now = self.now._replace(value=FIRM, turns=2)
        elif _STOPPED.search(self.sentence[: self.at]):
            self.now = self.now._replace(goes_on=True)

    def _negate(self) -> None:
        self._turn()
        if self.now.value == FIRM and self.sentence.startswith("よう", self.stop):
            self.now = self.now._replace(mode=OVER)
            return
        if self.word in ("ず", "なし", "なく", "無し", "ナシ", "無く") and not self.now.mode:
            self.now = self.now._replace(mode=STATE if self.now.value == WEAK else OVER)
        ahead = self.sentence[self.stop : self.stop + 1]
        self.is_attributive = self.word == "ない" and t.NOUN.match(ahead) is not None

    def _discretion(self) -> None:
        if not self.now.is_other:
            self.now = self.now._replace(value=WEAK, turns=1)
            self.last = self.word

    def _undoes(self) -> None:
        if self.now.mode in (EVENT, DESPITE, OVER, SEEN) or self.now.is_other:
            self._skip()
        elif self.now.value == WEAK:
            self._turn()
        else:
            self.now = self.now._replace(value=FIRM)
            self._behind()

    def _enables(self) -> None:
        is_own = self.now.mode in ("", NOUN, ASKED) and not self.now.is_other and not self.is_described
        if is_own:
            self.now = self.now._replace(value=FIRM, turns=0)
        (self._behind if is_own else self._skip)()

    def _keeps(self) -> None:
        is_held = t.STOPS_AGENT.match(self.last) is not None and self.gap in ("", "を", "状態を")
        is_apart = bool(self.now.mode) or self.is_described
        if is_apart and not is_held and t.GOES_ON.match(self.sentence, self.at):
            self.now = self.now._replace(goes_on=True)
        if not self.now.value and not self.now.is_other and not self.has_number:
            self.now = self.now._replace(value=FIRM)
        self._skip()

    def _permits(self) -> None:
        """What let it happen may be described by that: 許していたコード."""
        if self.is_lack and self.now.value == WEAK and not self.now.mode:
            self._behind()

    def _observes(self) -> None:
        now, before = self.now, self.sentence[: self.at]
        is_found = now.mode == STATE and self.word in ("見つか", "見つけ", "発見", "検出", "検知", "経緯")
        is_asked = now.turns >= 2 and before.endswith(("か", "かは", "かを", "かも"))
        is_seen = now.value == WEAK and (is_found or now.mode in ("", NOUN, DESPITE))
        # to make sure that it is off is no report
        is_ensured = self.word in ("確認", "確かめ") and before.endswith("ことを") and not now.is_past
        if is_asked or (is_seen and not is_ensured):
            self.now = now._replace(mode=SEEN, value=0)
        self._skip()

    def _condition(self) -> None:
        now = self.now
        self.is_attributive = False
        if now.value == WEAK:
            self.now, self.last = now._replace(mode=EVENT, goes_on=False, is_other=False), ""
        elif self.is_topic and not now.value:
            self.now = now._replace(is_other=False)
        elif now.mode not in (OVER, SEEN) and now.turns < 2:
            self.done = self._is_gone_past(self.stop)

    def _is_gone_past(self, place: int) -> bool:
        """True for ブレーカーが開いたら閉じて続ける: it acts, and all goes on."""
        if not re.search(w.ACTS, self.sentence[self.end : place]):
            return False
        rest = self.sentence[place:]
        goes_on = re.search("続け|続行|進[むめみ]|再開|無視|通[すし]", rest) is not None
        return goes_on and not re.search("ない|ず$|禁|ません|停止|中止|通知|報告|止め|連絡|後に|てから", rest)

    def _despite(self) -> None:
        is_permitted = t.PERMITTED.match(self.sentence, self.stop) is not None
        if is_permitted or (self.is_topic and not self.now.value and self.word == "でも"):
            return
        is_passive = self.sentence[: self.at].endswith(("られ", "され", "われ", "まれ"))
        is_asked = is_passive and _REQUESTED.search(self.gap + self.last) is not None
        self.now = self.now._replace(mode=ASKED) if is_asked else self.now._replace(mode=DESPITE, is_other=False)
        self.last = ""

    def _state(self) -> None:
        now = self.now
        self.is_attributive = False
        if now.value == WEAK and now.mode in ("", NOUN):
            is_noun = re.match("での|の|だった|[がをは]", self.sentence[self.stop :]) is not None
            self.now = now._replace(mode=NOUN if is_noun else STATE, is_past=False)
            self.is_described = True
        elif now.value == FIRM and now.turns < 2 and not now.mode:
            self.done = False

    def _until(self) -> None:
        now = self.now
        if self.word == "だけ" or now.mode == SEEN:
            return
        if now.value == WEAK:
            is_before = self.word[0] in "前まか代"
            self.done = False if is_before else None
            self.now = now._replace(mode=OVER)
        elif self.is_topic and not now.value:
            self.now = now._replace(is_other=False)
        elif now.turns < 2:
            self.done = self.word == "前に" and self._is_too_early()

    def _is_too_early(self) -> bool:
        """True for 安全確認が終わる前に再開する."""
        if self.kind == "limits" or not re.search("終わ|済|完", self.sentence[self.end : self.at]):
            return False
        rest = self.sentence[self.stop :].lstrip("、")
        return t.GOES_ON.match(rest) is not None and not re.search("ない|禁|ません|不可|ず", rest)

    def _except(self) -> None:
        """All but the protection: what is done to the rest is not done to it."""
        if self.at != self.rest:
            self.is_excepted = True
            return
        rest = self.sentence[self.stop :]
        keeps = re.search(f"{w.KEEPS}|{w.UNDOES}|{w.ENABLES}", rest) is not None
        self.done = keeps and not re.search(w.WEAKENS, rest)
