"""A place in a Japanese sentence, and how a protection stands there."""

import re
from typing import NamedTuple

from quorate.limits.japanese import tokens as t

WEAK, FIRM = -1, 1
# an event that the rest reacts to; something done all the same; a circumstance; a clause that is over; a noun that is
# described; what is only looked at; what somebody asks for
EVENT, DESPITE, STATE, OVER, NOUN, SEEN, ASKED = "event", "despite", "state", "over", "noun", "seen", "asked"
_REACH = 80
_PLAIN = tuple("るすくつぬむぶぐうただい")


class Standing(NamedTuple):
    """How a protection stands after some words: weakened, firm, or nothing said (0)."""

    value: int = 0
    turns: int = 0
    mode: str = ""
    is_past: bool = False
    is_other: bool = False
    goes_on: bool = False


class JapanesePosition:
    """Goes on verb by verb; `done` is set where a word decides all."""

    def __init__(self, sentence: str, kind: str, start: int, end: int, now: Standing) -> None:
        self.tokens = t.tokens_of(sentence)
        # what stands further away says nothing of a protection
        self.sentence = sentence[: end + _REACH]
        self.kind, self.start, self.end, self.now = kind, start, end, now
        self.is_lack = bool(now.value)
        self.place = self.rest = self.last_end = end
        self.last = ""
        self.is_attributive = self.is_described = self.is_excepted = self.has_turned = False
        self.done: bool | None = None
        self.name = self.word = self.gap = ""
        self.at = self.stop = end
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

    def _describe(self) -> None:
        """A verb stands before a noun, which the rest of the sentence is about."""
        self.is_described, self.is_attributive = True, False
        if not self.now.mode and not t.GENERIC.fullmatch(self.gap.strip("のでにへと")):
            self.now = self.now._replace(mode=NOUN)

    def _behind(self) -> None:
        """Goes on behind the inflection of a verb, and sees whether it ends a clause or describes a noun."""
        inflected = t.INFLECTION.match(self.sentence, self.stop)
        self.place = self.last_end = inflected.end() if inflected else self.stop
        tail, ahead = self.sentence[self.at : self.place], self.sentence[self.place : self.place + 1]
        is_way = tail.endswith("り") and ahead == "方"
        self.is_attributive = is_way or (tail.endswith(_PLAIN) and t.NOUN.match(ahead) is not None)
        if self.is_attributive:
            self.now = self.now._replace(is_past=tail.endswith(("た", "だ")))
        self.last = self.word
        if self.name != "not" and t.JOINS.match(self.sentence, self.place):
            self._close()

    def _close(self) -> None:
        """The clause of the protection ends here."""
        is_settled = self.now.mode == NOUN and self.now.value == FIRM
        if self.now.value and (not self.now.mode or is_settled):
            self.now = self.now._replace(mode=OVER, is_other=False)

    def _turn(self) -> None:
        self.has_turned = True
        value = -self.now.value if self.now.value else WEAK
        self.now = self.now._replace(value=value, turns=self.now.turns + 1)
        self._behind()

    def _skip(self) -> None:
        """Passes a verb that says nothing of the protection."""
        mode = self.now.mode
        self._behind()
        self.now = self.now._replace(mode=mode or self.now.mode)
