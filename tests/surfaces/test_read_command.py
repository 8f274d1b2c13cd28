"""`quorate read`: what a reply would come to, for one and for many."""

import json
from pathlib import Path

import pytest

from quorate import read_reply
from quorate.deliberation.events import ANSWERED, Reply
from quorate.replies.envelopes import NOT_PARSED, letter_of
from tests.surfaces.program import Here, quorate

NONCE = "n5f0c2a9d11e84b37"
BROKEN = f"```yaml\nnonce: {NONCE}\nposition: approve\nconfidence: high\nrationale: one thing: two\n```\n"


def saved(tmp_path: Path, text: str | bytes) -> str:
    file = tmp_path / "reply.txt"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(file)


def test_a_reply_is_shown_with_what_was_done_to_it(tmp_path: Path, here: Here) -> None:
    ended = here("read", saved(tmp_path, BROKEN), "--nonce", NONCE)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.splitlines() == [
        "Choice: APPROVE",
        "Confidence: 80",
        "Note: its block was invalid and was read line by line",
        "Note: confidence high read as 80",
    ]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_key_that_nobody_asked_for_is_noted(tmp_path: Path, here: Here, lang: str) -> None:
    extra = BROKEN.replace("rationale:", "mood: cautious\nweight: 9\nengine: codex\nrationale:")
    ended = here("read", saved(tmp_path, extra), "--nonce", NONCE, "--lang", lang)
    assert (ended.status, ended.err) == (0, "")
    assert [word in ended.out for word in ("mood", "weight", "codex")] == [True] * 3


def test_it_speaks_japanese(tmp_path: Path, here: Here) -> None:
    ended = here("read", saved(tmp_path, BROKEN), "--nonce", NONCE, "--lang", "ja")
    assert ended.out.splitlines()[:2] == ["選択：APPROVE", "確信度：80"]
    ended = here("read", saved(tmp_path, "Who knows."), "--lang", "ja")
    assert ended.out.startswith("票なし：返答に投票ブロックがない。")


def test_json_is_one_line_with_the_same_keys_for_votes_and_for_others(tmp_path: Path, here: Here) -> None:
    vote, none = (here("read", saved(tmp_path, text), "--json").out for text in ("I approve.", "Who knows."))
    keys = ["choice", "confidence", "inferred", "kind", "notes", "found"]
    assert [list(json.loads(one)) for one in (vote, none)] == [keys, keys]
    assert json.loads(vote) | {"notes": []} == {
        "choice": "APPROVE",
        "confidence": 30,
        "inferred": True,
        "kind": "vote",
        "notes": [],
        "found": [{"code": "no_block", "values": {}}, {"code": "inferred", "values": {}}],
    }
    assert (json.loads(none)["choice"], json.loads(none)["kind"]) == (None, "unreadable")
    assert json.loads(none)["notes"] == ["the reply has no ballot block"]


def test_the_real_program_reads_standard_input_and_an_envelope() -> None:
    envelope = json.dumps({"type": "result", "subtype": "success", "is_error": False, "result": BROKEN})
    for stdin, more in ((BROKEN, []), (envelope, ["--engine", "claude"])):
        ended = quorate("read", "-", "--nonce", NONCE, "--json", *more, stdin=stdin)
        assert (ended.status, json.loads(ended.out)["found"][0]["code"]) == (0, "by_line")


def test_a_program_that_failed_is_an_error_and_a_broken_envelope_is_unreadable(tmp_path: Path, here: Here) -> None:
    failed = saved(tmp_path, json.dumps({"type": "result", "is_error": True, "result": "Invalid API key"}))
    assert here("read", failed, "--engine", "claude").out == (
        "No vote (error): claude did not answer: Invalid API key\n"
    )
    for engine, text in (
        ("codex", '{"type":'),
        ("claude", '{"result": "I approve."'),
        ("gemini", "Ready.\n{\nI approve."),
    ):
        assert here("read", saved(tmp_path, text), "--engine", engine).out.startswith(f"No vote (unreadable): {engine}")


@pytest.mark.parametrize("engine", ["claude", "codex", "gemini"])
def test_an_answer_without_its_envelope_is_read_as_the_text_itself_and_a_note_says_so(
    tmp_path: Path, here: Here, engine: str
) -> None:
    note = f"it is not in the output format of {engine}: read as plain text"
    file = saved(tmp_path, BROKEN)
    assert here("read", file, "--engine", engine, "--nonce", NONCE).out.splitlines()[0] == "Choice: APPROVE"
    for text, choice in ((BROKEN, "APPROVE"), ("I reject this.", "REJECT"), ("Who knows.", None)):
        assert f"Note: {note}" in here("read", saved(tmp_path, text), "--engine", engine).out.splitlines()
        line = json.dumps({"id": 1, "reply": text, "engine": engine})
        answer = json.loads(here("read", "--batch", saved(tmp_path, line)).out)
        assert (answer["choice"], note in answer["notes"]) == (choice, True)


def test_only_those_who_ask_how_a_reply_reads_may_leave_the_envelope_out() -> None:
    reply = Reply(ANSWERED, "I approve.")
    assert [letter_of(engine, reply).error_type for engine in ("claude", "codex", "gemini")] == [NOT_PARSED] * 3
    assert read_reply("", engine="claude").kind == read_reply(b"\xff", engine="claude").kind == "unreadable"
    assert not read_reply("I approve.", engine="openai").notes


def test_options_have_ids_and_texts(tmp_path: Path, here: Here) -> None:
    body = f"nonce: {NONCE}\noption: 'B: Redis streams'\nconfidence: 85\nreasoning: Quick\n"
    options = ("--option", "A=Postgres", "--option", "B=Redis streams", "--nonce", NONCE)
    judged = here("read", saved(tmp_path, f"```yaml\n{body}```\n"), "--protocol", "judges", *options)
    assert judged.out.splitlines()[:2] == ["Choice: B", "Confidence: HIGH"]
    body = f"nonce: {NONCE}\nvote: accept\noption: Redis streams\nconfidence: 0.85\nrationale: Quick\n"
    proved = here("read", saved(tmp_path, f"```yaml\n{body}```\n"), "--protocol", "consensus", *options)
    assert proved.out.splitlines() == ["Choice: accept", "Option: B", "Confidence: 0.85"]


def test_a_reply_without_a_ballot_says_why_and_that_it_would_be_asked_for_once_more(tmp_path: Path, here: Here) -> None:
    wrong = BROKEN.replace(NONCE, "n4f1c")
    assert here("read", saved(tmp_path, wrong), "--nonce", NONCE).out.splitlines() == [
        f"No ballot: the block's nonce is n4f1c, this call's is {NONCE}. The engine would be asked once more for it."
    ]


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"", b"\x1b]0;x\x07 I approve", b"```yaml\nposition"])
def test_any_bytes_are_an_answer(tmp_path: Path, here: Here, data: bytes) -> None:
    ended = here("read", saved(tmp_path, data))
    assert (ended.status, ended.err) == (0, "")
    assert "\x1b" not in ended.out


def test_wrong_usage_is_2(tmp_path: Path, here: Here) -> None:
    file = saved(tmp_path, "I approve.")
    for more, said in (
        (["--engine", "hal"], "no engine called 'hal'"),
        (["--protocol", "hearsay"], "no protocol called 'hearsay'"),
        (["--protocol", "judges"], "options: missing; expected the options that judges chooses from"),
        (["--protocol", "judges", "--option", "A", "--option", "A"], "options: found an id a second time"),
    ):
        ended = here("read", file, *more)
        assert (ended.status, ended.out) == (2, "")
        assert said in ended.err


LINES = [
    {"id": 1, "reply": "I approve."},
    {"id": "b", "reply": BROKEN, "nonce": NONCE},
    {"id": 3, "reply": "```\noption: Redis\n```", "protocol": "judges", "options": ["A", {"id": "B", "text": "Redis"}]},
    {"id": 4, "reply": "```\nvote: accept\noption: A\n```", "protocol": "evidence", "options": ["A", "B"]},
    {"id": 5, "reply": '{"type":"result","is_error":true,"result":"no"}', "engine": "claude"},
    {"id": 6, "reply": "Who knows."},
]


def test_a_batch_answers_every_line_like_the_library(tmp_path: Path, here: Here) -> None:
    file = saved(tmp_path, "".join(json.dumps(one) + "\n" for one in LINES) + "\n")
    ended = here("read", "--batch", file)
    assert (ended.status, ended.err) == (0, "")
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert [(one["id"], one["choice"], one["kind"], one["inferred"]) for one in answers] == [
        *((1, "APPROVE", "vote", True), ("b", "APPROVE", "vote", False), (3, "B", "vote", False)),
        *((4, "accept", "vote", False), (5, None, "error", False), (6, None, "unreadable", False)),
    ]
    assert answers[3]["option"] == "A"
    assert answers[1]["found"] == [one._asdict() for one in read_reply(BROKEN, nonce=NONCE).notes]


def test_bad_lines_are_named_and_do_not_stop_the_rest() -> None:
    bad = ["no JSON", '{"id": 2}', '{"id": 3, "reply": 7}', '{"id": 4, "reply": "x", "rply": "x"}', "[]"]
    bad += ['{"id": 6, "reply": "x", "protocol": "hearsay"}', '{"id": 7, "reply": "x", "protocol": "judges"}']
    text = "".join(f"{line}\n" for line in [*bad, '{"id": 8, "reply": "I reject."}'])
    ended = quorate("read", "--batch", "-", stdin=text)
    assert ended.status == 2
    assert [json.loads(line)["id"] for line in ended.out.splitlines()] == [8]
    named = {line.split(":")[1] for line in ended.err.splitlines()}
    assert named == {str(number) for number in range(1, 8)}


def test_options_of_the_command_line_hold_for_every_line_that_says_nothing(tmp_path: Path, here: Here) -> None:
    lines = [{"id": 1, "reply": "```\nvote: block\n```"}, {"id": 2, "reply": "I reject.", "protocol": "magi"}]
    file = saved(tmp_path, "".join(json.dumps(one) + "\n" for one in lines))
    ended = here("read", "--batch", file, "--protocol", "quorum")
    assert [json.loads(line)["choice"] for line in ended.out.splitlines()] == ["block", "REJECT"]
