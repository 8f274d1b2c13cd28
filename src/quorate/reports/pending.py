"""A deliberation without a verdict on its question: head, question, seats with their state. Ballots are sealed."""

from collections import Counter
from typing import NamedTuple

from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.deliberation.session import Session
from quorate.reports.account import Account
from quorate.reports.boxes import Glyphs
from quorate.reports.engine_sections import call_sections, shared_section
from quorate.reports.lang import Language
from quorate.reports.markdown import request
from quorate.reports.markdown_engines import engine_parts
from quorate.reports.markdown_parts import (
    bullets,
    fields,
    inline,
    lowered,
    notice_parts,
    rounds_and_events,
    section_parts,
    table,
)
from quorate.reports.round_sections import news_section
from quorate.reports.section import Section
from quorate.reports.sections import trail_section
from quorate.reports.terminal import (
    LEAST_WIDTH,
    WIDEST_PROSE,
    aligned,
    joined,
    notice_box,
    question_blocks,
    section_lines,
)
from quorate.reports.text import one_line, wrap
from quorate.reports.view import LARGEST_PANEL_SHOWN, LONGEST_TEXT_SHOWN, shortened
from quorate.reports.who_and_when import name_of
from quorate.views.deliberation import seat_state

SEAT_COLUMNS = ("seat", "lens", "voter", "state")


class SeatLine(NamedTuple):
    """One seat: what it is, and how far its answer has come; never what it answered."""

    name: str
    lens: str
    voter: str
    state: str


class Pending(NamedTuple):
    """An unfinished deliberation on its way to a reader. All outside text in it has been cleaned."""

    question: Question
    protocol: str
    account: Account
    seats: tuple[SeatLine, ...]
    say: Language
    glyphs: Glyphs
    width: int
    date: str


def seat_lines(session: Session, say: Language) -> tuple[SeatLine, ...]:
    """Every seat with its state in the round on the question as it stands."""
    round_ = session.round if session.is_asked_as_it_stands else None
    return tuple(
        SeatLine(name_of(seat.name), one_line(seat.lens), _voter(seat, say), _state(seat_state(seat.name, round_), say))
        for seat in session.opened.seats
    )


def _state(code: str, say: Language) -> str:
    return say(f"seat.{code}") if say.knows(f"seat.{code}") else say.word("kind", one_line(code))


def _voter(seat: Seat, say: Language) -> str:
    """Its kind, and who it is where somebody is awaited; a command line is nobody's business."""
    kind = say.word("voter", one_line(seat.voter_kind))
    who = one_line(seat.holder)
    return say("voter.named", kind=kind, name=who) if who else kind


def text(pending: Pending) -> str:
    """For a terminal."""
    say, account = pending.say, pending.account
    prose = min(max(LEAST_WIDTH, pending.width), WIDEST_PROSE)
    rounds = Section("rounds", say("section.rounds"), list(account.rounds))
    news = account._replace(news=tuple(_short(pending, line) for line in account.news))
    further = (
        news_section(news, say),
        shared_section(account, say),
        *call_sections(account, say),
        rounds,
        trail_section(account, say),
    )
    blocks = [notice_box(account.notice, prose, pending.glyphs)] if account.notice else []
    blocks += [aligned(account.head, prose), *question_blocks(pending.question, pending.glyphs, say, prose)]
    blocks.append([say("section.seats"), *(f"  {line}" for line in aligned(_states(pending), prose - 2))])
    blocks += [section_lines(section, prose) for section in further if section and (section.items or section.entries)]
    return joined([block for block in (*blocks, wrap(account.last_word, prose)) if any(block)])


def _short(pending: Pending, value: str) -> str:
    return shortened(value, LONGEST_TEXT_SHOWN, pending.glyphs, pending.say)


def _states(pending: Pending) -> list[tuple[str, str]]:
    """Seat by seat; of a large panel, how many are in which state."""
    say, seats = pending.say, pending.seats
    if len(seats) > LARGEST_PANEL_SHOWN:
        return [(state, str(count)) for state, count in Counter(seat.state for seat in seats).items()]
    return [
        (seat.name, say("seat.line", state=seat.state, voter=seat.voter) if seat.voter else seat.state)
        for seat in seats
    ]


def markdown(pending: Pending) -> str:
    """As a Markdown report."""
    say, account, question = pending.say, pending.account, pending.question
    title = say("heading.report", subject=inline(question.subject) or say("heading.no_subject"))
    parts = [
        *notice_parts(account.notice, pending.glyphs),
        f"# {title}",
        fields([(say("field.date"), pending.date), *account.head]),
        f"**{inline(account.last_word)}**",
        *request(question, say),
        f"## {say('section.seats')}",
        _seat_table(pending),
        *_engines(pending),
        *_audit(pending),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _seat_table(pending: Pending) -> str:
    return table([pending.say(f"column.{column}") for column in SEAT_COLUMNS], pending.seats)


def _engines(pending: Pending) -> list[str]:
    """What is new here; seats that are not independent; and what came of earlier calls, where no round is open."""
    account, say = pending.account, pending.say
    said = [section for section in (news_section(account, say), shared_section(account, say)) if section]
    return [*(part for section in said for part in section_parts(section, "##")), *engine_parts(account, say)]


def _audit(pending: Pending) -> list[str]:
    parts = rounds_and_events(pending.account, pending.say)
    return [f"## {pending.say('heading.audit')}", *parts] if parts else []


def madr(pending: Pending) -> str:
    """As a decision record that is only proposed."""
    from quorate.reports.madr import front_matter, options_of, problem  # the other forms do without

    say, account, question = pending.say, pending.account, pending.question
    parts = [
        front_matter(account.status, pending.date, [seat.name for seat in pending.seats], _titled(account)),
        *notice_parts(account.notice, pending.glyphs),
        f"# {inline(question.subject) or say('madr.untitled')}",
        fields(account.head),
        *problem(question, say),
        f"## {say('madr.options')}",
        bullets(options_of(question, pending.protocol, say) or [say("madr.go_ahead")]),
        f"## {say('madr.outcome')}",
        say("madr.undecided"),
        inline(account.last_word),
        f"## {say('madr.more')}",
        *map(lowered, (f"## {say('section.seats')}", _seat_table(pending), *_engines(pending), *_audit(pending))),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _titled(account: Account) -> str:
    return inline(account.notice.title) if account.notice else ""


def html(pending: Pending) -> str:
    """As a page of HTML."""
    from quorate.reports.html import page  # the other forms do without

    return page(markdown(pending), pending.say)


FORMS = {"text": text, "markdown": markdown, "html": html, "madr": madr}


def report(pending: Pending, form: str) -> str:
    """In one of the forms."""
    return FORMS[form](pending)
