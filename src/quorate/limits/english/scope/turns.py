"""How a protection stands once the words around it have been counted: each that turns it round, once more."""

from typing import NamedTuple

from quorate.limits.english.words import vocabulary

WEAK, FIRM = -1, 1
# takes back a weakening, and leaves a protection that stands alone as it is
CURES = vocabulary(
    "fix fixes fixing fixed repair repairs repairing repaired resolve correct remedy reactivate reinstate reconnect "
    "reinstall reintroduce rearm recover restore restoring restored reenable undo undoes undoing undone revert reverts "
    "reverting reverted reverse reverses reversing reversed rollback retract overturn overturned plug close closes "
    "closing closed clear counter patch penalise penalize discipline quarantine isolate detect catch"
)
# what a protection does when it works
DOES = vocabulary(
    "stops prevents halts interrupts apply applies hold holds "
    "bind block blocks stop prevent halt cover concern restrict matter count affect include"
)
TRIPS = vocabulary("trip trips open opens fire fires")
MAY = vocabulary("may can could might allowed let lets permitted")
BEYOND = vocabulary("beyond outside despite against past over above around")


class Scope(NamedTuple):
    """Weakened, firm or merely named (0); how often it was turned round; the words that were read.

    `verb` is the first word that decides, `is_observed` says that somebody only looks at it, and `is_cured` that what
    follows takes back whatever stands before.
    """

    value: int
    turns: int
    verb: int
    first: int
    last: int
    is_observed: bool = False
    is_cured: bool = False

    def turned(self, place: int) -> "Scope":
        """Turned round by one more word."""
        value = -self.value if self.value else WEAK
        verb = self.verb if self.verb >= 0 else place
        return self._replace(value=value, turns=self.turns + 1, verb=verb).over(place)

    def kept(self, place: int) -> "Scope":
        """Kept on by a verb."""
        return self._replace(value=FIRM, verb=place).over(place)

    def joined(self, said: "Scope") -> "Scope":
        """Together with what is said behind."""
        value = said.value * self.value if said.value and self.value else said.value or self.value
        return self._replace(
            value=value,
            turns=self.turns + said.turns,
            verb=said.verb if self.verb < 0 else self.verb,
            last=max(self.last, said.last),
            is_observed=said.is_observed,
            is_cured=said.is_cured,
        )

    def over(self, place: int) -> "Scope":
        """With one more word in it."""
        return self._replace(first=min(self.first, place), last=max(self.last, place))


def named(place: int, is_weak: bool = False) -> Scope:
    """A protection of which nothing is said yet."""
    return Scope(WEAK, 1, place, place, place) if is_weak else Scope(0, 0, -1, place, place)
