"""The MAGI display: a box per seat with its name, bar and vote, and a banner for the outcome."""

from collections import Counter
from collections.abc import Sequence

from quorate.core.ballot import Answer, Ballot, NonVote
from quorate.reports.boxes import BAR, boxed, side_by_side, widest
from quorate.reports.text import clip, pad, wrap
from quorate.reports.view import View
from quorate.reports.words import abstains, position

SYSTEM = "M A G I   S Y S T E M"
ENGINES = "M A G I   E N G I N E   M O D E"
WIDEST_SEAT = 18
NAME_LINES = 2
GAP = 2


def magi_display(view: View) -> list[str]:
    """The whole display, as wide as its seats need."""
    room = view.width - 2 - 2 * GAP
    banner = _banner(view)
    body = _summary(view, room) if view.is_large else _seats(view, room)
    heading = _heading(view, room)
    inner = min(room, max(widest([*heading, *banner, *body]), 0))
    centred = [
        [" " * GAP + pad(line, inner, "^") for line in lines]
        for lines in (heading, body, [part for line in banner for part in wrap(line, inner)])
    ]
    return boxed(centred, inner + 2 * GAP, view.glyphs.double)


def _heading(view: View, room: int) -> list[str]:
    engines = all(answer.seat.is_engine for answer in view.roster)
    heading = ENGINES if engines else SYSTEM
    return [heading] if len(heading) <= room else heading.split("   ")


def _banner(view: View) -> list[str]:
    verdict = view.verdict
    state = "free" if verdict.may_be_acted_on else verdict.action
    state = view.account.state if view.account else state
    return [view.say.word("banner", verdict.result), view.say.word("state", state)]


def kind_of(answer: Answer) -> str:
    """Which bar a seat gets."""
    if isinstance(answer, NonVote):
        return "none"
    if abstains(answer):
        return "abstain"
    if answer.choice != "APPROVE":
        return "reject"
    return "conditional" if answer.conditions else "approve"


def _seats(view: View, room: int) -> list[str]:
    """Seats side by side, as many as fit in a row, the rows of equal length as far as possible."""
    inner = _seat_width(view, room)
    blocks = [_seat(view, answer, inner) for answer in view.roster]
    fit = max(1, (room + GAP) // (inner + 2 + GAP))
    rows = -(-len(blocks) // fit)
    each = -(-len(blocks) // rows)
    lines: list[str] = []
    for start in range(0, len(blocks), each):
        row = blocks[start : start + each]
        height = max(map(len, row))
        lines += side_by_side([_taller(block, height) for block in row], GAP)
    return lines


def _seat_width(view: View, room: int) -> int:
    words = [text for answer in view.roster for text in (answer.seat.name, position(view, answer))]
    return min(max(BAR, widest(words)) + 2, WIDEST_SEAT + 2, room - 2)


def _seat(view: View, answer: Answer, inner: int) -> list[str]:
    names = wrap(answer.seat.name, inner - 2)
    if len(names) > NAME_LINES:
        names = [*names[: NAME_LINES - 1], clip(" ".join(names[NAME_LINES - 1 :]), inner - 2, view.glyphs.more)]
    bar = view.glyphs.bars[kind_of(answer)] * BAR
    lines = [*names, bar, *wrap(position(view, answer), inner - 2)]
    return boxed([[pad(line, inner, "^") for line in lines]], inner, view.glyphs.single)


def _taller(block: Sequence[str], height: int) -> list[str]:
    """Filled up inside its border, so that all boxes of a row end on one line."""
    *most, bottom = block
    blank = block[1][0] + " " * (widest(block) - 2) + block[1][-1]
    return [*most, *[blank] * (height - len(block)), bottom]


def _summary(view: View, room: int) -> list[str]:
    """On a large panel, one line per kind of vote."""
    counted = Counter((kind_of(answer), _voted(view, answer)) for answer in view.roster)
    order = list(view.glyphs.bars)
    lines = sorted(counted.items(), key=lambda item: (order.index(item[0][0]), item[0][1]))
    longest = widest([word for (_, word), _ in lines])
    drawn = [(word, f"{view.glyphs.bars[kind] * BAR}  {pad(str(n), 4, '>')}") for (kind, word), n in lines]
    if longest + 2 + widest([bar for _, bar in drawn]) <= room:
        return [f"{pad(word, longest)}  {bar}" for word, bar in drawn]
    return [line for word, bar in drawn for line in (*wrap(word, room), bar)]


def _voted(view: View, answer: Answer) -> str:
    word = position(view, answer)
    plain = kind_of(answer) == "conditional" and isinstance(answer, Ballot) and not answer.word
    return view.say("box.conditional", position=word) if plain else word
