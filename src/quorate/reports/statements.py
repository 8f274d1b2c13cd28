"""What must not be overlooked: a degraded panel, what is needed, flags and escalations, and whether to act."""

from quorate.core.exact import fraction_text
from quorate.core.verdict import PROCEED, Escalation, Note
from quorate.core.voice import ON_SHARED, relies_on_shared, shared_voters
from quorate.reports.followed import grave_concern
from quorate.reports.view import View
from quorate.reports.words import failed, percent, points, why_not_counted

DECISIVE = ("absence_counted_against", ON_SHARED)


def degraded(view: View) -> list[str]:
    """Said above everything else when a seat failed: title and sentences. Empty for a complete panel."""
    if "DEGRADED_PANEL" not in view.verdict.flags:
        return []
    missing = failed(view)
    names = view.names([why_not_counted(view, answer) for answer in missing])
    return [
        view.say("degraded.title"),
        view.say("degraded.text", count=len(missing), n=len(view.roster), names=names),
        view.say("degraded.effect", n=len(missing)),
    ]


def note_text(view: View, note: Note) -> str:
    """A note of the receipt as a sentence."""
    key = f"note.{note.code}" if view.say.knows(f"note.{note.code}") else "note.other"
    value = fraction_text(note.detail) or 0
    shown = {"points": points(value), "percent": percent(value)}
    named = {"seat": note.seat or note.code, "names": view.names(note.seats)}
    return view.say(key, detail=note.detail, **named, **shown)


def needs(view: View) -> str:
    """Everything required, in short."""
    return view.say.listed(view.say.word("need", need) for need in view.verdict.requires)


def needed(view: View) -> list[str]:
    """Everything required, in sentences; of a deliberation also who fell silent, who may answer, and until when."""
    sentences = [_needed(view, need) for need in view.verdict.requires]
    account = view.account
    if not account:
        return sentences
    held = account.notice.held if account.notice else ""
    return [*sentences, *(account.silenced if sentences else ()), *filter(None, (held, account.asking))]


def _needed(view: View, need: str) -> str:
    """A plan also says what it is for, where no dissent names it."""
    overruled = {one.seat for one in view.verdict.dissents}
    ballots = view.ballots if need == "mitigation_plan" else ()
    named = [(one.seat.name, concern) for one in ballots if one.seat.name not in overruled for concern in one.concerns]
    told = [(seat, grave_concern(concern, view.say)) for seat, concern in named if concern.is_grave]
    lines = view.capped([view.say("item.reason", seat=seat, text=view.short(text)) for seat, text in told])
    return "\n".join([_who_verifies(view) if need == "verification" else view.say.word("needed", need), *lines])


def _who_verifies(view: View) -> str:
    if not relies_on_shared(view.verdict):
        return view.say("needed.verification")
    names = view.names([voter.name for voter in shared_voters(view.verdict)])
    return view.say("needed.verification.else", names=names)


def notices(view: View) -> list[str]:
    """Escalations with their level, the flags that no escalation speaks of, and what is to be known of the panel."""
    notes = [note for note in view.verdict.receipt.notes if note.code in DECISIVE]
    reasons = {said.reason for said in view.verdict.escalations} | {note.code for note in notes}
    flags = [flag for flag in view.verdict.flags if flag != "DEGRADED_PANEL" and flag.lower() not in reasons]
    said = [_escalation(view, one) for one in view.verdict.escalations] + [view.say.word("flag", one) for one in flags]
    said += [note_text(view, note) for note in notes]
    return said + _of_the_panel(view)


def _of_the_panel(view: View) -> list[str]:
    """Who had voted and has no ballot any more, unless that is said beside what is needed; seats that are one."""
    account = view.account
    return [*(() if view.verdict.requires else account.silenced), *account.shared] if account else []


def _escalation(view: View, escalation: Escalation) -> str:
    return view.say("reason.level", level=escalation.level, text=_reason(view, escalation))


def _reason(view: View, escalation: Escalation) -> str:
    keys = (f"reason.{view.verdict.protocol}.{escalation.reason}", f"reason.{escalation.reason}")
    key = next((key for key in keys if view.say.knows(key)), None)
    if key is None:
        return view.say.listed(part for part in (escalation.reason, escalation.detail) if part)
    # a verdict from before there were lists of names is shown with its words as they are
    names = escalation.names or (escalation.detail,)
    if limit := escalation.values.get("limit"):
        return view.say(key, condition=escalation.values["condition"], rule=view.say.word("limit", limit))
    key = f"{key}.before" if view.say.knows(f"{key}.before") else key
    return view.say(key, n=len(names), names=view.names(names))


def may_be_acted_on(view: View) -> str:
    """The last word; of a deliberation it is the last word on what people made of the verdict."""
    verdict = view.verdict
    if view.account:
        return view.account.last_word
    if verdict.may_be_acted_on:
        return view.say("act.yes")
    why = [] if verdict.action == PROCEED else [view.say.word("act", verdict.action)]
    if verdict.requires:
        why.append(view.say("act.needs", needs=needs(view)))
    return view.say("act.no", why=view.say("act.join").join(why))
