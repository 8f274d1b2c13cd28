"""Programs that vote by what stands on their prompt, and deliberations of three of them that take several rounds."""

import json
from typing import Any

from tests.surfaces.office import ACTION, Office

LOGOS = {"position": "APPROVE", "confidence": 65, "rationale": "The load fits", "conditions": ["a rollback is there"]}
NIGHTS = {"kind": "safety", "text": "nights get longer"}
PATHOS = {"position": "REJECT", "confidence": 70, "rationale": "Night shifts suffer", "concerns": [NIGHTS]}
SOPHIA = {"position": "ABSTAIN", "confidence": 45, "rationale": "It may go either way"}
CONVINCED = {"position": "APPROVE", "confidence": 91, "rationale": "It was measured"}


def mind(office: Office, name: str, first: dict[str, Any], **then: dict[str, Any] | str) -> str:
    """A program with a first vote, and others for prompts on which a word stands; each call leaves a line behind."""
    answers = "".join(
        f"elif grep -q '{word}' {name}.prompt; then {_said(vote)}\n"
        for word, vote in {key.replace("_", " "): vote for key, vote in reversed(then.items())}.items()
    )
    script = f"#!/bin/sh\ncd {office.folder}\ncat > {name}.prompt\necho called >> {name}.calls\n"
    path = office.folder / name
    path.write_text(f"{script}if false; then :\n{answers}else {_said(first)}\nfi\n", encoding="utf-8")
    path.chmod(0o755)
    return f"command:./{name}"


def _said(vote: dict[str, Any] | str) -> str:
    """Prints the vote; a text is what the program fails with."""
    if isinstance(vote, str):
        return f"echo '{vote}' >&2; exit 1"
    return f"cat <<'EOF'\n{json.dumps(vote)}\nEOF\n"


def calls(office: Office, name: str) -> int:
    """How often a program was asked."""
    file = office.folder / f"{name}.calls"
    return len(file.read_text().splitlines()) if file.exists() else 0


def prompt(office: Office, name: str) -> str:
    """What a program was shown last."""
    return (office.folder / f"{name}.prompt").read_text(encoding="utf-8")


def split(office: Office, *options: str, then: dict[str, Any] | str = PATHOS) -> str:
    """The id of a deliberation in which three programs split; `then` is Pathos' vote once there is evidence."""
    seats = {
        "Logos": mind(office, "logos", LOGOS),
        "Pathos": mind(office, "pathos", PATHOS, NEW_EVIDENCE=then),
        "Sophia": mind(office, "sophia", SOPHIA),
    }
    named = [word for seat, voter in seats.items() for word in ("--seat", f"{seat}={voter}")]
    action = office.file("action.txt", ACTION)
    found = office.json("decide", "Adopt the queue?", "--action", action, *named, *options)
    assert found["verdict"]["result"] == "SPLIT"
    deliberation: str = found["id"]
    return deliberation


def again(office: Office, deliberation: str, *options: str) -> dict[str, Any]:
    """Pathos looks again, at evidence that is in a file and is another one every time."""
    runs = calls(office, "pathos")
    evidence = office.file("evidence.md", f"It held {3 + runs},000 jobs a second.\n")
    return office.json("redeliberate", deliberation, "--seat", "Pathos", "--evidence", evidence, *options)


def deadlocked(office: Office, *options: str) -> str:
    """The id of a deliberation that was deliberated again twice, and is split all the same."""
    deliberation = split(office, *options)
    for _ in range(2):
        again(office, deliberation)
    return deliberation
