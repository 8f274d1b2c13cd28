"""An action that carries out one option is released by no other."""

import pytest

from tests.surfaces.office import Office

VOTE = '{{"option": "{}", "confidence": "HIGH", "reasoning": "it is calmer"}}'


def deliberated(office: Office, *choices: str, tied: bool = True, more: tuple[str, ...] = ()) -> str:
    """The id of a deliberation of judges who choose like this between deploying and waiting."""
    action = office.file("action.txt", "deploy 1.4\n")
    words = ["--protocol", "judges", "--option", "deploy=Deploy 1.4", "--option", "wait", "--action", action]
    words += ["--action-for", "deploy"] if tied else []
    for place, choice in enumerate(choices):
        words += ["--seat", f"s{place}={office.program(f'p{place}', VOTE.format(choice))}"]
    found: str = office.json("decide", "Deploy 1.4?", *words, "--debate", "0", *more)["id"]
    return found


def test_the_option_that_it_carries_out_releases_it(office: Office) -> None:
    deliberation = deliberated(office, "deploy", "deploy", "deploy")
    assert office("release", deliberation, "--action", "action.txt").status == 0


def test_another_option_does_not_and_a_gate_stays_shut(office: Office) -> None:
    deliberation = deliberated(office, "wait", "wait", "wait")
    assert office("resume", deliberation, "--gate").status == 3
    ended = office("release", deliberation, "--action", "action.txt")
    assert (ended.status, "the action is for deploy, and the panel chose wait" in ended.err) == (2, True)
    shown = office("show", deliberation)
    assert "May not be acted on: the action is for deploy, and wait was chosen." in shown.out


@pytest.mark.parametrize(("choice", "status"), [("deploy", 0), ("wait", 2)])
def test_a_person_who_chooses_decides_which_it_is(choice: str, status: int, office: Office) -> None:
    deliberation = deliberated(office, "wait", "deploy")
    verdict = office.json("show", deliberation)["verdict_hash"]
    words = ("--choose", choice, "--verdict", verdict, "--go" if choice == "deploy" else "--hold")
    assert office("resolve", deliberation, *words).status == 0
    assert office("release", deliberation, "--action", "action.txt").status == status


def test_nobody_goes_ahead_by_choosing_another_option(office: Office) -> None:
    deliberation = deliberated(office, "wait", "deploy")
    verdict = office.json("show", deliberation)["verdict_hash"]
    ended = office("resolve", deliberation, "--choose", "wait", "--go", "--verdict", verdict)
    assert (ended.status, "does not take the action" in ended.err) == (2, True)


def test_where_nothing_is_said_the_opening_warns_that_any_option_releases_it(office: Office) -> None:
    deliberation = deliberated(office, "wait", "wait", tied=False)
    assert office("release", deliberation, "--action", "action.txt").status == 0
    options = ("--protocol", "judges", "--option", "a", "--option", "b", "--action", "action.txt")
    ended = office("decide", "Which?", *options, "--seat", "x=person", "--seat", "y=person")
    assert "the action will be released whichever option wins; --action-for a ties it to one" in ended.err


@pytest.mark.parametrize(
    "options",
    [
        ("--protocol", "judges", "--option", "a", "--option", "b", "--action-for", "c"),
        ("--protocol", "magi", "--option", "a", "--option", "b", "--action-for", "a"),
        ("--protocol", "evidence", "--action-for", "a"),
    ],
)
def test_it_has_to_be_an_option_that_can_win(options: tuple[str, ...], office: Office) -> None:
    ended = office("decide", "Which?", *options, "--seat", "x=person", "--seat", "y=person")
    assert (ended.status, "action_for" in ended.err) == (2, True)
    assert not (office.folder / "home").exists()
