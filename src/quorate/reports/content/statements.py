"""What must not be overlooked: a degraded panel, what is needed, flags and escalations, and whether to act."""

from quorate.core.exact import fraction_text
from quorate.core.verdict import PROCEED, Escalation, Note
from quorate.core.voice import ON_SHARED, relies_on_shared, shared_voters
from quorate.reports.content.ballots import grave_concern
from quorate.reports.content.vote_words import failed, percent, points, why_not_counted
from quorate.reports.report_data import ReportData

DECISIVE = (
    *("absence_counted_against", ON_SHARED),
    *("stopped_by_rejection", "stopped_by_safety", "stopped_by_security"),
)


def degraded(data: ReportData) -> list[str]:
    """Said above everything else when a seat failed: title and sentences. Empty for a complete panel."""
    if "DEGRADED_PANEL" not in data.verdict.flags:
        return []
    missing = failed(data)
    names = data.names([why_not_counted(data, answer) for answer in missing])
    return [
        data.say("degraded.title"),
        data.say("degraded.text", count=len(missing), n=len(data.roster), names=names),
        data.say("degraded.effect", n=len(missing)),
    ]


def note_text(data: ReportData, note: Note) -> str:
    """A note of the receipt as a sentence."""
    key = f"note.{note.code}" if data.say.knows(f"note.{note.code}") else "note.other"
    value = fraction_text(note.detail) or 0
    shown = {"points": points(value), "percent": percent(value)}
    named = {"seat": note.seat or note.code, "names": data.names(note.seats)}
    return data.say(key + _how_discounted(data, note), detail=note.detail, **named, **shown)


def _how_discounted(data: ReportData, note: Note) -> str:
    """Whether evidence that counts as none did not hold or was not checked, where its ballot says so."""
    if note.code != "evidence_discounted":
        return ""
    items = [item for one in data.ballots if one.seat.name == note.seat for item in one.discounted]
    found = {
        item.checked == "failed" for item in items if note.detail in (item.id, item.file, item.address, item.command)
    }
    return "" if len(found) != 1 else ".failed" if found.pop() else ".unchecked"


def needs(data: ReportData) -> str:
    """Everything required, in short."""
    return data.say.listed(data.say.word("need", need) for need in data.verdict.requires)


def needed(data: ReportData) -> list[str]:
    """Everything required, in sentences; of a deliberation also who fell silent, who may answer, and until when."""
    sentences = [_needed(data, need) for need in data.verdict.requires]
    proceedings = data.proceedings
    if not proceedings:
        return sentences
    held = proceedings.notice.held if proceedings.notice else ""
    return [*sentences, *(proceedings.silenced if sentences else ()), *filter(None, (held, proceedings.asking))]


def _needed(data: ReportData, need: str) -> str:
    """A plan also says what it is for, where no dissent names it."""
    overruled = {one.seat for one in data.verdict.dissents}
    ballots = data.ballots if need == "mitigation_plan" else ()
    told = []
    for ballot in (one for one in ballots if one.seat.name not in overruled):
        grave = (grave_concern(one, data.say) for one in ballot.concerns if one.is_grave)
        told += [data.say("item.reason", seat=ballot.seat.name, text=data.short(text)) for text in grave]
    lines = data.capped(told)
    return "\n".join([_who_verifies(data) if need == "verification" else data.say.word("needed", need), *lines])


def _who_verifies(data: ReportData) -> str:
    if not relies_on_shared(data.verdict):
        return data.say("needed.verification")
    names = data.names([voter.name for voter in shared_voters(data.verdict)])
    return data.say("needed.verification.else", names=names)


def notices(data: ReportData) -> list[str]:
    """Escalations with their level, the flags that no escalation speaks of, and what is to be known of the panel."""
    notes = [note for note in data.verdict.receipt.notes if note.code in DECISIVE]
    reasons = {said.reason for said in data.verdict.escalations} | {note.code for note in notes}
    flags = [flag for flag in data.verdict.flags if flag != "DEGRADED_PANEL" and flag.lower() not in reasons]
    said = [data.say("reason.level", level=one.level, text=_reason(data, one)) for one in data.verdict.escalations] + [
        data.say.word("flag", one) for one in flags
    ]
    said += [note_text(data, note) for note in notes]
    return said + _of_the_panel(data)


def _of_the_panel(data: ReportData) -> list[str]:
    """Who had voted and has no ballot any more, unless that is said beside what is needed; seats that are one."""
    proceedings = data.proceedings
    if not proceedings:
        return []
    return [*(() if data.verdict.requires else proceedings.silenced), *proceedings.shared]


def _reason(data: ReportData, escalation: Escalation) -> str:
    keys = (f"reason.{data.verdict.protocol}.{escalation.reason}", f"reason.{escalation.reason}")
    key = next((key for key in keys if data.say.knows(key)), None)
    if key is None:
        return data.say.listed(part for part in (escalation.reason, escalation.detail) if part)
    if marked := escalation.values.get("marked"):
        return data.say(key, note=escalation.values["note"], marked=marked)
    if limit := escalation.values.get("limit"):
        return data.say(key, condition=escalation.values["condition"], rule=data.say.word("limit", limit))
    # a protocol of another package may state the detail alone
    names = escalation.names or (escalation.detail,)
    return data.say(key, n=len(names), names=data.names(names))


def may_be_acted_on(data: ReportData) -> str:
    """The last word; of a deliberation it is the last word on what people made of the verdict."""
    verdict = data.verdict
    if data.proceedings:
        return data.proceedings.last_word
    if verdict.may_be_acted_on:
        return data.say("act.yes")
    why = [] if verdict.action == PROCEED else [data.say.word("act", verdict.action)]
    if verdict.requires:
        why.append(data.say("act.needs", needs=needs(data)))
    elif "HARD_LIMIT" in verdict.flags:
        why.append(data.say("act.hard_limit"))
    return data.say("act.no", why=data.say("act.join").join(why))
