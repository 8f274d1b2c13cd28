"""What the keys of a verdict mean, where its schema leaves that to the reader."""

from quorate.documents.schemas import schema
from tests.docs.reference.schemas import Row, rows_of

_ALIKE = "Keys as in "
_BALLOT = "receipt.roster[]."
MEANINGS = {
    "escalations": "What a person must see or decide.",
    "escalations[].level": "How far it goes, see [Levels](words.md#levels).",
    "escalations[].reason": "Why, see [Escalations](words.md#escalations).",
    "escalations[].detail": "Seats, ids or conditions that it is about.",
    "escalations[].names": "The same, one by one.",
    "escalations[].values": "What its sentence needs, by name.",
    "dissents": "The overruled ballots.",
    "dissents[].seat": "Who was overruled.",
    "dissents[].choice": "What that seat chose.",
    "dissents[].confidence": "How sure it was, in exact percent.",
    "dissents[].concern": "What it warns of.",
    "dissents[].mitigation": "The plan that answers it; empty until somebody writes it.",
    "dissents[].monitor": "What would prove it right; empty until somebody writes it.",
    "conditions": "What has to hold, from the winning ballots; the same wording once.",
    "alternatives": "What could be done instead, from all ballots.",
    "added[].among": "Where that text is.",
    "added[].text": "The text.",
    "added[].code": "Which text it is.",
    "risks": "The risk register.",
    "risks[].number": "Its line in the register.",
    "risks[].risk": "What may happen.",
    "risks[].source": "The seats that it comes from.",
    "risks[].kind": "What left it behind: `stated`, `dissent`, `failure` or `diversity`.",
    "risks[].severity": "How bad it would be.",
    "risks[].mitigation": "Empty until somebody writes it.",
    "risks[].monitor": "Empty until somebody writes it.",
    "risks[].owner": "Empty until somebody takes it.",
    "risks[].status": "`open` until somebody closes it.",
    "risks[].seats": "The same seats, one by one.",
    "risks[].why": "How the seat failed, where that is the risk.",
    "risks[].code": "Which risk it is, where the rules write it.",
    "risks[].values": "What its sentence needs, by name.",
    "conflicts": "Positions that do not go together (evidence only).",
    "conflicts[].conflictId": "Made from the question, the agents and their answers.",
    "conflicts[].severity": "By how sure both sides are.",
    "conflicts[].conflictType": "How the two positions differ.",
    "conflicts[].positions": "The two sides.",
    "conflicts[].positions[].agentId": "Who holds it.",
    "conflicts[].positions[].position": "What is held.",
    "conflicts[].positions[].confidence": "How sure, from 0 to 1.",
    "conflicts[].resolution": "How it stands.",
    "conflicts[].resolution.status": "Only `accepted` closes a conflict.",
    "conflicts[].resolution.resolutionType": "How it was settled, if the document says so.",
    "receipt.question": "Content hash of the question that was counted.",
    "receipt.basis": "Whether heads or weights decided.",
    "receipt.roster": "Every seat, by name: its ballot, or why there is none.",
    "receipt.roster[].seat": "The seat's name.",
    "receipt.roster[].lens": "How it was asked to look, if stated.",
    "receipt.roster[].voter": "Who answered, if stated.",
    "receipt.roster[].weight": "Its weight.",
    "receipt.roster[].concerns[].stated": "The kind in the voter's own word, where it is on no list.",
    "receipt.roster[].concerns[].unstated": "True if the ballot states no kind, so that it counts as other.",
    "receipt.roster[].discounted": "Evidence that counts as none: it did not hold, or lacks a required check.",
    "receipt.roster[].choice": "What it chose; null without a ballot.",
    "receipt.roster[].non_vote": "Why there is no ballot; null with one.",
    "receipt.roster[].confidence": "How sure it was, in exact percent.",
    "receipt.roster[].scale": "The scale in which that was said.",
    "receipt.roster[].word": "The word that was used, where it is another way to say the choice, such as `GO`.",
    "receipt.roster[].concerns[].text": "The concern itself.",
    "receipt.counted": "The seats whose choice was counted.",
    "receipt.non_votes": "The seats that were not counted.",
    "receipt.non_votes[].seat": "The seat's name.",
    "receipt.non_votes[].kind": "Why, see [Non-votes](words.md#non-votes).",
    "receipt.non_votes[].detail": "What is known about it.",
    "receipt.denominators": "What shares are taken of.",
    "receipt.denominators.heads": "How many seats were counted.",
    "receipt.denominators.weight": "What they weigh together; under evidence, their confidences added up.",
    "receipt.threshold": "What the share had to reach.",
    "receipt.threshold.rule": "Whether reaching it exactly is enough.",
    "receipt.threshold.fraction": "Exactly.",
    "receipt.threshold.percent": "For show.",
    "receipt.share": "The leader's share; null when nothing was counted.",
    "receipt.share.fraction": "Exactly.",
    "receipt.share.percent": "For show.",
    "receipt.margin": "By how much it leads; under quorum, the largest share.",
    "receipt.confidence": "The verdict's confidence in exact percent.",
    "receipt.heads": "How many seats chose what.",
    "receipt.weight": "What the seats behind each choice weigh together.",
    "receipt.pivotal": "The seats whose change of choice alone would change the action.",
    "receipt.notes": "What else a reader should know, see [Notes](words.md#notes-in-the-receipt).",
    "receipt.notes[].code": "Which note.",
    "receipt.notes[].seat": "The seat that it is about, if any.",
    "receipt.notes[].detail": "A number or a name that belongs to it.",
    "receipt.notes[].seats": "The seats that it is about, where there are several.",
    "ask.header": "A few words.",
    "ask.question": "What is asked.",
    "ask.code": "Which question it is.",
    "ask.options": "The possible answers, the recommended one first.",
    "ask.options[].label": "The answer.",
    "ask.options[].description": "What speaks for it.",
    "ask.options[].code": "Which answer it is, where the rules write it.",
    "ask.options[].values": "What its sentence needs, by name.",
}


def with_meanings(rows: list[Row]) -> list[Row]:
    """Every row with a meaning: its own, one from above, or that of the same key in a tally document."""
    return [row._replace(meaning=_whole_meaning(row)) for row in rows]


def _whole_meaning(row: Row) -> str:
    if row.meaning and not row.meaning.startswith(_ALIKE):
        return row.meaning
    return f"{_meaning(row.path)} {row.meaning}".strip()


def _meaning(path: str) -> str:
    written = path.replace("discounted[]", "evidence[]").removeprefix(_BALLOT)
    return MEANINGS[path] if path in MEANINGS else _as_written()[written]


def _as_written() -> dict[str, str]:
    """The meanings of a vote's keys in the tally documents."""
    written = {}
    for name in ("judges", "evidence", "magi"):
        for row in rows_of(schema("tally-" + name)):
            written[row.path.partition("[].")[2]] = row.meaning.partition(f" {_ALIKE}")[0]
    return written
