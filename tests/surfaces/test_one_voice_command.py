"""One voice, one vote, from the command line."""

from tests.surfaces.office import APPROVE, Office


def test_one_person_in_three_seats_is_announced_flagged_and_cannot_verify(office: Office) -> None:
    deliberation = office.opened()
    for seat in "abc":
        ended = office("vote", deliberation, "--seat", seat, "--choice", "APPROVE", "--confidence", "80", user="ann")
        assert ended.status == 0, ended.err
    assert "you have also answered for a and b: one voice, one vote." in ended.err
    found = office.json("show", deliberation)
    assert (found["verdict"]["flags"], found["still_required"]) == (["SHARED_VOTER"], ["verification"])
    refused = office("resolve", deliberation, "--verified", "I looked", user="ann")
    assert refused.status == 2
    assert "ann answered for a, b, c, so someone else must verify it; you are ann" in refused.err
    assert office("release", deliberation, "--action", "action.txt").status == 2
    assert office("resolve", deliberation, "--verified", "I looked", user="ben").status == 0
    assert office("release", deliberation, "--action", "action.txt").status == 0


def test_seats_of_one_named_person_are_announced_at_the_opening(office: Office) -> None:
    seats = ("--seat", "a=person:ann", "--seat", "b=person:Ann", "--seat", "c=person:ben")
    ended = office("decide", "Adopt the queue?", *seats)
    assert "ann alone answers for a and b: one voice, one vote." in ended.err


def test_one_program_behind_a_link_is_announced_and_noted(office: Office) -> None:
    office.program("one", APPROVE)
    (office.folder / "two").symlink_to("one")
    seats = ("--seat", "a=command:./one", "--seat", "b=command:./two")
    ended = office("decide", "Adopt the queue?", *seats, "--json")
    assert "a and b run the same program, so they are not independent" in ended.err
    notes = office.json("show", "MAGI-" + ended.out.split('"MAGI-')[1].split('"')[0])["verdict"]["receipt"]["notes"]
    assert {"code": "shared_program", "seat": "", "detail": "command", "seats": ["a", "b"]} in notes


def test_a_record_with_shared_seats_is_intact(office: Office) -> None:
    deliberation = office.opened()
    for seat in "abc":
        office("vote", deliberation, "--seat", seat, "--choice", "APPROVE", "--confidence", "80", user="ann")
    checked = office("verify")
    assert checked.status == 0
    assert "otherwise" not in checked.out
