"""A text is gone in every spelling: nothing of it stands in rows, reports or what is shown."""

import asyncio
import html
import json
import re
import unicodedata
from collections.abc import Callable
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.deliberation.events import ANSWERED, Reply
from quorate.deliberation.moves import claim, replied
from quorate.deliberation.people import revoke
from quorate.deliberation.session import Session, replay
from quorate.record.memory import MemoryRecord
from quorate.record.redact.stored_redaction import Wish, redact, sought_for
from quorate.record.rows import EventRow, Row
from quorate.reports import render_deliberation
from quorate.views.deliberation import in_full
from quorate.views.redaction import Redaction
from tests.record.lives import AGAINST, ANN, FOR, SECRET, WHO, Life, opened
from tests.record.parts import Clock

Spelling = Callable[[str], str]
BEGIN, END = "Qzx", "7wk"


def _in_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _in_ascii(text: str) -> str:
    return json.dumps(text)[1:-1]


def _in_upper_case(text: str) -> str:
    return re.sub(r"\\u[0-9a-f]{4}", lambda found: "\\u" + found[0][2:].upper(), _in_ascii(text))


def _as_go_does(text: str) -> str:
    return re.sub("[<>&]", lambda found: f"\\u{ord(found[0]):04x}", _in_json(text))


def _as_php_does(text: str) -> str:
    return _in_ascii(text).replace("/", "\\/")


def _all_escaped(text: str) -> str:
    units = text.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[place]:02x}{units[place + 1]:02x}" for place in range(0, len(units), 2))


def _every_second_escaped(text: str) -> str:
    return "".join(_all_escaped(one) if place % 2 else _in_json(one) for place, one in enumerate(text))


def _folded(text: str) -> str:
    return re.sub(" +", "\n      ", text)


def _cut_in_two(text: str) -> str:
    rest = _in_json(text[4:])
    return _in_json(text[:4]) + "\\\n    " + ("\\" if rest.startswith(" ") else "") + rest


SPELLINGS: dict[str, Spelling] = {
    "as it is": str,
    "JSON": _in_json,
    "JSON in ASCII": _in_ascii,
    "upper case": _in_upper_case,
    "Go": _as_go_does,
    "PHP": _as_php_does,
    "all escaped": _all_escaped,
    "mixed": _every_second_escaped,
    "JSON in JSON": lambda text: _in_ascii(_in_json(text)),
    "Go in JSON in JSON": lambda text: _in_json(_in_ascii(_as_go_does(text))),
    "YAML folded": _folded,
    "YAML in double quotes": _cut_in_two,
    "YAML in single quotes": lambda text: text.replace("'", "''"),
    "quoted": lambda text: re.sub("[ \n]+", "\n> ", text),
    "HTML": html.escape,
    "HTML in JSON": lambda text: _as_go_does(html.escape(text)),
    "address": quote,
    "accents apart": lambda text: unicodedata.normalize("NFD", text),
    "other line ends": lambda text: text.replace("\n", "\r\n"),
    "coloured": lambda text: f"{text[:5]}\x1b[1;31m{text[5:]}\x1b[0m",
    "two bytes each": lambda text: "\0".join(text),
}
TEXTS = st.text("abc \n&<>\"'/\\üé漢😀%-.,", min_size=1, max_size=14).map(lambda middle: BEGIN + middle + END)


@given(TEXTS, st.sampled_from(sorted(SPELLINGS)), st.text("ab \\\"'n&", max_size=4))
@settings(max_examples=500)
def test_a_text_is_found_in_every_spelling_wherever_it_begins(text: str, spelling: str, before: str) -> None:
    written = SPELLINGS[spelling](text)
    assert sought_for(text).is_in(f"{before} {written} and more"), written
    assert sought_for(written).is_in(text), written


async def lived(text: str, log: str, said: str, complaint: str) -> tuple[MemoryRecord, Life]:
    """A program that quotes its prompt in its log and answers in a block, and a person; both in their own spelling."""
    clock = Clock()
    record = MemoryRecord(clock)
    panel = [{"seat": "a", "voter": "command:./ask"}, {"seat": "b", "voter": "person"}]
    life = await opened(record, clock, question={"subject": "Adopt?", "context": f"Known: {text}."}, panel=panel)
    await life.do(lambda session: claim(session, "a", "call-1", "", life.outside.now, 60))
    claimed = life.session.rounds[-1].claims["a"]
    block = "```json\n" + json.dumps({**FOR, "rationale": f"It says {said}"}) + "\n```"
    reply = Reply(ANSWERED, f"log: {log}\n{block}\n", complaint=f"warning: {complaint}")
    await life.do(lambda session: replied(session, claimed, reply))
    await life.vote("b", {**AGAINST, "rationale": f"It says {said}", "risks": [said]})
    await life.do(lambda session: revoke(session, f"wrong: {log}", WHO))
    return record, life


async def all_that_is_left(record: MemoryRecord, life: Life) -> str:
    """Rows as the store, an export and a backup hold them, with their texts as they are read, and all reports."""
    rows: list[Row] = await record.export(list)
    history = await record.read(life.session.id)
    session: Session = replay(history)
    texts = [json.dumps(json.loads(row.body), ensure_ascii=False) for row in rows if isinstance(row, EventRow)]
    reports = [render_deliberation(session, history, form=form) for form in ("text", "markdown", "madr")]
    shown = json.dumps(in_full(session, history), ensure_ascii=False, default=str)
    return "\n".join([*map(str, rows), *texts, *map(str, history), *reports, shown])


@given(TEXTS, *[st.sampled_from(sorted(SPELLINGS))] * 3)
@settings(max_examples=60)
def test_nothing_is_left_of_a_text_however_it_was_spelled(text: str, log: str, said: str, complaint: str) -> None:
    async def story() -> tuple[Redaction, str]:
        record, life = await lived(text, *(SPELLINGS[one](text) for one in (log, said, complaint)))
        done = await redact(record, life.session.id, Wish("a customer", text=text), ANN)
        return done, await all_that_is_left(record, life)

    done, left = asyncio.run(story())
    assert done.is_gone
    for spelling in SPELLINGS.values():
        written = spelling(text)
        assert written not in left
        assert _in_ascii(written) not in left
    assert not [one for one in (BEGIN, _all_escaped(BEGIN), "Q\0z\0x") if one in left.replace("\\\\", "\\")]


@pytest.mark.parametrize("spelling", sorted(SPELLINGS))
def test_a_ballot_without_the_text_keeps_its_reply_and_others_lose_theirs(spelling: str) -> None:
    async def story() -> list[str]:
        record, life = await lived(SECRET, "nothing", "nothing", SPELLINGS[spelling](SECRET))
        await redact(record, life.session.id, Wish("a name", text=SECRET), ANN)
        history = await record.read(life.session.id)
        (reply,) = [one.event.reply for one in history if type(one.event).__name__ == "Replied"]  # type: ignore[union-attr]
        return [reply.output, reply.complaint]

    output, complaint = asyncio.run(story())
    assert "It says nothing" in output or output.startswith("[redacted sha256:")
    assert complaint.startswith("[redacted sha256:")


def test_a_line_of_a_long_text_is_enough_for_a_reply_to_go() -> None:
    context = f"All else is known.\n{SECRET}."

    async def story() -> str:
        record, life = await lived(context, _as_go_does(SECRET), "nothing", "nothing")
        await redact(record, life.session.id, Wish("a name", 1, "question.context"), ANN)
        history = await record.read(life.session.id)
        return "".join(str(one) for one in history if type(one.event).__name__ == "Replied")

    assert "account" not in asyncio.run(story())


@pytest.mark.parametrize("text", ["redacted sha256", "[redacted", "sha256:4", "a1b2c3d4", "redacted"])
def test_what_stands_for_a_redacted_text_is_no_text(text: str) -> None:
    gone = "[redacted sha256:" + "a1b2c3d4" * 8 + "]"
    assert not sought_for(text).is_in(f"Call {gone} first")
    assert sought_for(f"{gone} first").is_in(f"Call {gone}  first")
    assert sought_for("first").without(f"Call {gone} first").startswith(f"Call {gone} [redacted sha256:")


def test_escapes_without_end_are_in_doubt_only_in_what_a_program_printed() -> None:
    endless = "\\" + "u005c" * 5_000
    assert not sought_for(SECRET).is_in(endless)
    assert sought_for(SECRET).may_be_in(endless)
    assert not sought_for(SECRET).may_be_in("It was measured: 20 %, C:\\new\\table & so on")


def test_a_text_of_which_little_is_left_once_read_is_not_found_everywhere() -> None:
    assert not sought_for("\\u0041").is_in("A word")
    assert sought_for("\\u0041").is_in("write \\u0041 for it")
