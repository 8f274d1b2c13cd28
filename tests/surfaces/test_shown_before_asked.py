"""What somebody is shown before they vote or answer: the action as it would be released, and what was edited."""

import re
from pathlib import Path

import pytest

from tests.surfaces.office import Office
from tests.surfaces.terminal import ESCAPES, Terminal, answer, ended

LINES = "set -e\nif true; then\n    restart queue\nfi\n"
HIDDEN = "cp /srv/a\u200bb /dst #\u202e txt.\u2066 \x1b[8mrm -rf /srv\x1b[0m\rok \U000e0072 end\n"
ESCAPED = r"cp /srv/a\u200bb /dst #\u202e txt.\u2066 \u001b[8mrm -rf /srv\u001b[0m\rok \udb40\udc72 end"


def screen(child: object, until: str) -> str:
    child.expect_exact(until)  # type: ignore[attr-defined]
    return ESCAPES.sub("", child.before).replace("\r", "")  # type: ignore[attr-defined]


def unfolded(text: str) -> str:
    """The lines of an action that a narrow screen has broken, put together again."""
    return re.sub(r"\n +(?=[^ |])", "", text)


def test_whoever_answers_sees_the_action_line_by_line_and_who_edited_it(office: Office, terminal: Terminal) -> None:
    found = office.opened("a=person", "b=person", reversibility="low", constraint="Nobody is woken up")
    office.file("new.sh", LINES)
    assert office("revise", found, "--action", "new.sh", "--context", office.file("c.md", "Ticket 12")).status == 0
    office.vote(found, "a", "APPROVE")
    office.vote(found, "b", "REJECT")
    shown = screen(terminal("resolve", found), "Your choice: ")
    for text in (shown, office("show", found).out):
        assert re.search(
            r"Edited +by ann, .*: context and action changed|Edited +by ann, .*: context, action changed", text
        )
        assert "Action it would release\n  | set -e\n  | if true; then\n  |     restart queue\n  | fi\n" in text
        assert re.search(r"Reversibility +low", text)
        assert re.search(r"Constraints +Nobody is woken up", text)
        assert re.search(r"Context +Ticket 12", text)


def test_what_hides_in_an_action_or_a_context_is_announced_and_seen(office: Office, terminal: Terminal) -> None:
    (Path(office.folder) / "a.sh").write_text(HIDDEN, newline="")
    opened = office(
        "decide", "Go?", "--seat", "a=person:ann", "--seat", "b=person", "--action", "a.sh", "--context", "a.sh"
    )
    signs = "U+200B, U+202E, U+2066, U+001B"
    assert f"the action contains invisible characters ({signs}" in opened.err
    assert f"the context contains invisible characters ({signs}" in opened.err
    found = re.findall(r"MAGI-\d{4}-\d{4}-\d{3}", opened.err)[0]
    shown = screen(terminal("vote", found, "--seat", "a"), "hoice:")
    for text in (
        unfolded(shown),
        unfolded(office("show", found).out),
        office("report", found).out.replace("\\\\", "\\"),
    ):
        assert ESCAPED in text
    assert not {*"\u200b\u202e\u2066\U000e0072"} & {*shown}


@pytest.mark.parametrize(("typed", "ids"), [("2", ("2", "1")), ("１", ("１", "x"))])
def test_a_typed_number_is_the_option_of_that_name(
    typed: str, ids: tuple[str, str], office: Office, terminal: Terminal
) -> None:
    options = ["--option", f"{ids[0]}=Keep the data", "--option", f"{ids[1]}=Delete the data"]
    seats = ["--seat", "a=person:ann", "--seat", "b=person:ben"]
    found = office.json("decide", "Which?", "--protocol", "judges", "--debate", "0", *options, *seats)["id"]
    child = terminal("vote", found, "--seat", "a")
    assert f"  -  {ids[0]} - Keep the data\n  -  {ids[1]} - Delete the data\n" in screen(child, "hoice:")
    child.sendline(typed)
    answer(child, ("confident are you", "1"), ("Why", ""), ("ondition", ""))
    assert ended(child)[0] == 0
    office("vote", found, "--choice", ids[1], "--confidence", "HIGH", user="ben")
    roster = office.json("show", found)["verdict"]["receipt"]["roster"]
    assert [(one["seat"], one["choice"]) for one in roster] == [("a", typed), ("b", ids[1])]


def test_a_ballot_that_is_repeated_after_a_revision_is_said_not_to_count(office: Office) -> None:
    found = office.opened("a=person:ann", "b=person:ben")
    ballot = ("vote", found, "--seat", "a", "--choice", "APPROVE", "--confidence", "90", "--key", "k")
    assert office.unseeing(*ballot).status == 0
    assert "no longer counts" not in office.unseeing(*ballot).err
    assert office("revise", found, "--subject", "Stop the queue?").status == 0
    again = office.unseeing(*ballot)
    assert "that ballot was for an earlier revision of the question and no longer counts" in again.err


def test_a_panel_that_an_untrusted_project_chose_is_announced(office: Office) -> None:
    settings = (
        'panel = "team"\n[panels.team]\nseats = [{seat = "a", voter = "person"}, {seat = "b", voter = "person"}]\n'
    )
    office.file("quorate.toml", settings)
    assert "panel from ./quorate.toml: team" in office("decide", "Go?").err
    assert "panel from ./quorate.toml" not in office("decide", "Go?", "--seat", "a=person", "--seat", "b=person").err
    mine = office.folder / "settings" / "quorate" / "quorate.toml"
    mine.parent.mkdir(parents=True)
    mine.write_text(f'trusted = ["{office.folder}"]\n')
    assert "panel from ./quorate.toml" not in office("decide", "Go?").err
