"""The smallest change of ballots that would have changed the action, and how surely it is the smallest."""

from quorate.analysis.flips.scene import Scene
from quorate.analysis.flips.search import Change, Flip, Search, search
from quorate.core.protocol import Case
from quorate.core.verdict import Verdict

__all__ = ["Change", "Flip", "Search", "smallest_flip"]


def smallest_flip(case: Case, verdict: Verdict, most: int | None = None) -> Search | None:
    """The smallest flip of a verdict; None for a protocol whose rule is not known here.

    `most` is how many changes of one size may be tried before the search is given up.
    """
    scene = scene_of(case, verdict)
    return search(scene, most) if scene else None


def scene_of(case: Case, verdict: Verdict) -> Scene | None:
    """The panel as its protocol sees it."""
    match verdict.protocol:
        case "magi":
            from quorate.analysis.flips import magi

            return magi.scene_of(verdict)
        case "judges":
            from quorate.analysis.flips import judges

            return judges.scene_of(verdict)
        case "quorum":
            from quorate.analysis.flips import quorum

            return quorum.scene_of(verdict, case.terms)
        case "evidence":
            from quorate.analysis.flips import evidence

            return evidence.scene_of(case, verdict)
        case _:
            return None
