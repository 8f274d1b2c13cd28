"""What a reply that could not be counted warned of stays on the register."""

import json
from typing import Any

import pytest

from tests.surfaces.office import APPROVE, Office

WARNED = (
    "```yaml\nposition: APPROVE\nconfidence: 80\nrationale: it is small\n"
    "concerns:\n  - {kind: safety, text: the valve may stick}\n  - the docs are thin\n"
    "risks:\n  - prices may rise\n```\n"
)
TAKEN_BACK = WARNED + "\nCorrection: I vote REJECT."
AGAINST_ITSELF = WARNED + "\n" + WARNED.replace("APPROVE", "REJECT")
NO_CHOICE = WARNED.replace("APPROVE", "PERHAPS")


@pytest.mark.parametrize("said", [TAKEN_BACK, AGAINST_ITSELF, NO_CHOICE], ids=["taken back", "two", "no choice"])
def test_concerns_and_risks_are_listed_with_their_seat(said: str, office: Office) -> None:
    seats: dict[str, Any] = {"wild": said, "a": APPROVE, "b": APPROVE}
    words = [word for name, vote in seats.items() for word in ("--seat", f"{name}={office.program(name, vote)}")]
    decided = office.json("decide", "Adopt?", *words)
    risks = {risk["risk"]: risk for risk in decided["verdict"]["risks"] if risk["kind"] == "stated"}
    assert list(risks) == ["the valve may stick", "the docs are thin", "prices may rise"]
    assert {risk["source"] for risk in risks.values()} == {"wild"}
    assert [risk["severity"] for risk in risks.values()] == ["high", "medium", "medium"]
    assert "the valve may stick" in office("risks", decided["id"]).out
    assert office("verify").status == 0


def test_they_are_sealed_until_the_round_is_over(office: Office) -> None:
    wild = office.program("wild", TAKEN_BACK)
    opened = office.json("decide", "Adopt?", "--seat", f"wild={wild}", "--seat", "b=person")
    assert "valve" not in json.dumps(opened) + office("show", opened["id"]).out


def test_they_can_be_redacted(office: Office) -> None:
    wild, calm = office.program("wild", TAKEN_BACK), office.program("a", APPROVE)
    decided = office.json("decide", "Adopt?", "--seat", f"wild={wild}", "--seat", f"a={calm}", "--seat", f"b={calm}")
    text = office.file("text.txt", "the valve may stick")
    assert office("redact", decided["id"], "--text", text, "--reason", "a name").status == 0
    assert "valve" not in office("show", decided["id"], "--json").out + office("risks", decided["id"]).out
    assert office("verify").status == 0
