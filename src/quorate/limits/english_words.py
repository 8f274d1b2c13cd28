"""What each English word can do in a condition, as a set of flags.

A word may carry several: "stop" takes a protection away ("stop monitoring") and guards one ("stop if it is off").
"""

# what is protected; a weak one is protected only where it is used as a noun
TARGET, WEAK, MODIFIER = 1 << 0, 1 << 1, 1 << 2
# takes a protection away, as a verb, as a participle, as a noun; frees somebody from it; a state of being off
OFF, OFF_DONE, OFF_NOUN, FREES, OFF_STATE = 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7
# keeps a protection on, as a verb and as a participle or a state; protects, as a verb ("monitored")
ON, ON_STATE, PROTECTS = 1 << 8, 1 << 9, 1 << 10
# negations of a verb, of a noun, "without"; verbs and participles that forbid
NOT, NO, WITHOUT, FORBIDS, FORBIDDEN = 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15
# auxiliary and modal verbs, verbs such as "stay", articles and the like, adverbs, pronouns
AUX, COPULA, DET, ADVERB, PRONOUN = 1 << 16, 1 << 17, 1 << 18, 1 << 19, 1 << 20
# what joins and separates
AND, OR, COMMA, COLON, PREPOSITION, RELATIVE, IF, EXCEPT, BREAK = (1 << bit for bit in range(21, 30))
# permits or starts ("allow"), any other verb, a question word, looks into the past, undoes, protects when it happens,
# lets the agent go on, turns a negation round, covers only a part
PERMITS, VERB, QUESTION, ASKS, UNDOES, GUARDS, GOES_ON, FLIPS, PARTLY = (1 << bit for bit in range(30, 39))
# what goes wrong or is only about a protection, a number, nothing at all, a time, without bounds, generic nouns
TROUBLE, NUMBER, ZERO, TIME, BOUNDLESS, GENERIC, PAST, PARTICIPLE, UNGUARDED, OVERSTEPS = (
    1 << bit for bit in range(39, 49)
)

TARGETS = {
    "governance": "governance oversight supervision auditing audits overseers overseer",
    "breaker": "breaker breakers killswitch circuitbreaker emergencystop",
    "monitoring": "monitoring monitors observability telemetry surveillance watchdog watchdogs alerting alarms "
    "alerts",
    "limits": "limits limiter limiters throttling throttles quota quotas caps ceiling ceilings restriction "
    "restrictions threshold thresholds bounds constraint constraints ratelimit ratelimits",
    "safety": "safetycheck safeguard safeguards guardrail guardrails failsafe failsafes interlock interlocks",
}
WEAK_TARGETS = {
    "governance": "audit",
    "monitoring": "monitor alert alarm",
    "limits": "limit cap throttle bound",
    "safety": "safety checks check checking gate gates",
}
PROTECTING = {
    "monitoring": "monitor monitors monitored watch watched watching observed",
    "governance": "supervise supervises supervised supervising overseeing govern governs governed audited oversee oversees overseen",
    "limits": "limited capped throttled restricted constrained",
    "safety": "safetychecked",
}
UNPROTECTED = {
    "monitoring": "unmonitored unwatched unobserved",
    "governance": "ungoverned unsupervised unaudited",
    "limits": "unthrottled",
    "safety": "unchecked unguarded safetyless",
}
KINDS = {
    word: kind
    for table in (PROTECTING, WEAK_TARGETS, UNPROTECTED, TARGETS)
    for kind, words in table.items()
    for word in words.split()
}

# an asterisk doubles the last letter: skipped, skipping
_VERBS = (
    (
        OFF,
        OFF_DONE | PARTICIPLE,
        "disable deactivate bypass circumvent elude outwit* override ignore waive suspend remove skip* omit* evade "
        "sidestep* dodge disregard disarm disengage neutralise neutralize nullify eliminate abolish discontinue "
        "suppress disconnect uninstall unplug* detach delete forgo forego neglect subvert undermine sabotage defeat "
        "overrule strip* inhibit dismantle weaken loosen relax soften retire decommission erase wipe* purge scrap* "
        "shelve sideline mothball repeal annul invalidate negate jettison disapply gut* unset unhook unload "
        "deregister unregister flout defy overstep* incapacitate unwire outmaneuver hobble degrade impair "
        "deprecate sunset* obviate unload axe nix thwart frustrate outflank finesse abrogate unmount "
        "counteract hamper curtail ditch overlook derogate disband zero",
    ),
    (
        OFF,
        OFF_DONE | PARTICIPLE,
        "stop* halt pause cease end quit* drop* cancel* kill terminate lift revoke rescind withdraw abandon discard "
        "dismiss silence mute void escape blind cripple forget* snooze cut* break lose mask hush quieten interrupt "
        "refuse decline sacrifice expire lapse exit",
    ),
    (FREES, FREES | PARTICIPLE, "pull exempt exclude excuse free hide shield spare relieve release conceal excise"),
    (
        ON,
        ON_STATE | PARTICIPLE,
        "enable activate run* perform apply enforce use require need keep maintain restore conduct execute pass "
        "complete respect follow obey honor honour observe continue retain resume restart "
        "rerun* reenable reactivate have ensure make start begin introduce strengthen implement matter bind impose "
        "reinstate preserve trigger arm rearm employ carry hold heed reconnect reinstall reintroduce cover undergo await consult",
    ),
    (
        FORBIDS | OFF,
        FORBIDDEN | OFF_DONE | PARTICIPLE,
        "avoid prevent block",
    ),
    (
        FORBIDS,
        FORBIDDEN | PARTICIPLE,
        "forbid* prohibit reject deny disallow ban* refrain preclude outlaw abstain oppose desist",
    ),
    (
        PERMITS,
        PERMITS | PARTICIPLE,
        "allow permit accept grant let authorize authorise approve tolerate attempt try plan request propose seek "
        "want wish intend offer take",
    ),
    (
        GUARDS,
        GUARDS | PARTICIPLE,
        "stop* halt pause abort block revert rollback roll escalate alert notify warn page report reject refuse suspend "
        "disable remove shut* reenable restore flag* quarantine ban* deny fail prevent forbid* raise kill drop* inform "
        "log* tell fix undo repair resolve investigate roll isolate treat contact detect catch penalise penalize "
        "discipline trace record close eliminate delete archive revoke terminate",
    ),
    (
        GOES_ON,
        GOES_ON | PARTICIPLE,
        "resume start restart run* continue proceed operate execute deploy act go work launch release unpause allow "
        "let leave keep have merge ship be trade",
    ),
    (
        ASKS,
        ASKS | PARTICIPLE,
        "explain document investigate determine report describe identify learn ask clarify understand review analyse "
        "analyze summarise summarize note establish record find discover examine inspect trace assess list* tell "
        "disclose justify research verify confirm check show say publish discuss study probe detail reconstruct "
        "acknowledge apologise apologize admit log* look answer prove know see name date list write",
    ),
    (
        UNDOES,
        UNDOES | PARTICIPLE,
        "undo revert reverse rollback remove cancel* revoke rescind end stop* lift withdraw repeal close fix repair "
        "eliminate delete drop* clear unset retract correct remedy cease terminate expire overturn abolish disable "
        "deactivate scrap* patch discontinue purge void annul invalidate halt retire plug* quit* counter block "
        "prevent resolve reject refuse ban* prohibit deny detect report erase lose overrule overturn",
    ),
    (OVERSTEPS, OVERSTEPS | PARTICIPLE, "exceed surpass violate breach overrun overstep* hit* cross reach trip* fail miss"),
    (
        VERB,
        VERB | PARTICIPLE,
        "add set* increase tighten extend double expand improve send post write wait inspect raise lower reduce decrease update change modify adjust move open create build "
        "publish read fetch call assign route return compare measure evaluate consult email schedule prepare provide "
        "submit include attach rotate refresh renew replace swap* migrate upgrade install configure retry repeat "
        "reset* contain save store copy track share meet sign agree give get put* bring come become finish halve "
        "split archive validate simulate handle serve respond acknowledge stabilise stabilize tune review check "
        "test verify confirm monitor limit cap* throttle restrict supervise govern watch demonstrate",
    ),
)
_WORDS = {
    OFF_NOUN: "removal removals suspension suspensions deactivation circumvention waiver waivers omission termination "
    "elimination cessation shutdown bypass bypasses override overrides exemption exemptions workaround workarounds "
    "loophole loopholes backdoor backdoors disablement abolition relaxation disengagement discontinuation neglect "
    "nullification decommissioning evasion avoidance optout mute outage exception exceptions pause stop halt "
    "skip skips deletion carveout dispensation moratorium interruption interruptions disruption disruptions lapse lapses",
    OFF_DONE | PARTICIPLE: "overridden overrode forgone withdrawn shut cut broken gone left hidden undone",
    FREES: "immune",
    ON_STATE: "active necessary mandatory compulsory obligatory effective kept ran held met present done made carried "
    "on live operational operating running binding intact untouched upheld armed working unchanged needed required",
    OFF_STATE: "off false none null inactive optional unnecessary unneeded offline redundant voluntary superfluous nil "
    "inf nan ineffective inoperative moot disabled down dead irrelevant discretionary void inapplicable nonexistent "
    "absent dormant inert obsolete advisory unenforced nonbinding expendable dispensable dark na negotiable "
    "toothless pointless idle over",
    ZERO: "0 0% 0.0 zero nil",
    NOT: "not never cannot cant dont doesnt didnt mustnt shouldnt shant wont wouldnt couldnt isnt arent neednt "
    "neednot nobody nothing neither nolonger noone hardly nowhere wasnt werent aint hasnt havent",
    NO: "no zero nary",
    WITHOUT: "without lacking sans minus absent lack lacks lacked absence outwith void",
    FORBIDS: "unable impossible insteadof ratherthan unacceptable wrongto",
    FORBIDDEN: "forbidden prohibited banned disallowed forbids prohibits unacceptable prevented blocked refused "
    "rejected denied impossible unauthorized unauthorised outlawed offlimits intolerable",
    FLIPS: "hesitate afraid worry worries mind fear only just merely simply solely wrong problem shy reluctant why "
    "help harm always object objection objections reason forget fail fails scared hurt oppose resist delay",
    PARTLY: "all every entire whole both full fully completely entirely totally permanently indefinitely always "
    "needlessly unnecessarily lightly carelessly hastily wholly forever",
    AUX: "is are be been being was were get gets getting got do does did has had must shall should will would "
    "having have let lets may can could might ought",
    COPULA: "stay stays stayed staying remain remains remained remaining become becomes became go goes going keep keeps "
    "kept keeping leave leaves left leaving seem turns went be gets fall falls stand stands",
    DET: "all every entire whole both full the a an any one two three several few many this these those its their our your his her my such that each "
    "some other another either said whichever whatever",
    PRONOUN: "it them he she they we you i itself themselves agent agents anyone anybody everyone everybody someone "
    "somebody",
    ADVERB: "ever also hereby therefore already now then thus again today tonight tomorrow soon later still even "
    "henceforth meanwhile instead once please ok okay fine thereby hence effectively too yet well back straight "
    "away more less quite rather very so henceforward forthwith otherwise else here there immediately afterwards "
    "overnight anyway anyhow not",
    AND: "and plus",
    OR: "or nor",
    COMMA: ",",
    COLON: ": =",
    PREPOSITION: "for on at in inside from of to with during after before via through as per by since using despite "
    "about above under over beyond below within outside between against toward towards into onto upon around "
    "across along behind near throughout following concerning regarding like among",
    BREAK: "but because so while then although though whereas however",
    RELATIVE: "that which who whose whom",
    IF: "if when whenever incase once whether",
    EXCEPT: "unless until till except excepting save barring besides excluding",
    QUESTION: "who why how when where what which whether whoever whom whose",
    PAST: "was were had yesterday ago earlier previously formerly last recently once did",
    TROUBLE: "breach breaches violation violations alarm alarms failure failures error errors gap gaps outage outages "
    "incident incidents issue issues bug bugs fault faults hazard hazards defect defects concern concerns warning "
    "warnings change changes regression regressions alert alerts leak leaks trip trips increase increases excess "
    "overrun overruns exceedance finding findings anomaly anomalies blindspot blindspots event events result results",
    TIME: "second seconds minute minutes hour hours day days week weeks weekend weekends month months year years night "
    "nights morning evening noon midnight monday tuesday wednesday thursday friday saturday sunday today tonight "
    "tomorrow yesterday january february march april may june july august september october november december "
    "maintenance migration deploy deployment deploys release releases rollout window period time times now daytime "
    "nighttime",
    GENERIC: "switch setting settings flag toggle feature features option options module system systems hook hooks "
    "service services function functions component components process processes mechanism mechanisms rule rules "
    "layer layers stack tool tools tooling agent job daemon pipeline procedure procedures step steps stage stages "
    "policy policies plugin part parts portion kind kinds sort type types form forms bit piece rest remainder "
    "everything anything all requirement requirements control controls logic code program programs framework task "
    "tasks duty duties obligation obligations infrastructure coverage capability capabilities cover regime",
    MODIFIER: "further additional human external live continuous continued ongoing runtime real rate spending spend cost "
    "usage request requests resource hard soft strict automatic automated manual risk prior upfront daily hourly "
    "memory token tokens budget speed new existing current normal usual standard health drift coherence "
    "riskandcoherence relevant write read final last first remaining same existing regular necessary required "
    "mandatory built internal api trade trading position loss exposure call calls cpu concurrency deploy deployment "
    "upper lower pre post annoying noisy silly pointless extra basic key important present central local remote global",
    BOUNDLESS: "unlimited limitless uncapped unrestricted unbounded infinite infinity boundless unconstrained endless "
    "unfettered unthrottled bottomless unregulated uncontrolled",
    PERMITS: "able ability right permission authority allowed permitted acceptable tolerated accepted authorized "
    "authorised free welcome possible entitled granted",
    GUARDS: "immediate block paused blocked quarantined stopped halted suspended",
    OVERSTEPS: "broken overrun",
}
RISKY = frozenset("risk risks riskandcoherence exposure loss losses leverage liability danger".split())
HARMLESS_BOUNDLESS = frozenset(
    "log logs logging audit history retention monitoring review reviews time queue storage patience oversight".split()
)
# what a protection's name may stand before without being meant itself: "delete old monitoring data"
ASIDE = frozenset(
    "dashboard dashboards ticket tickets meeting meetings report reports document documents documentation page pages "
    "email emails newsletter workshop presentation slide slides poster label labels tag tags comment comments badge "
    "logo icon contractor vendor invoice costs cost duplicate duplicates noise backlog typo typos data logs log "
    "history file files folder credentials password passwords key keys screenshot chart charts graph graphs widget "
    "link links copy copies draft drafts license licence certificate test-data exceeded reached".split()
)
SINGLE_USE_ADJECTIVES = frozenset("duplicate duplicated false spurious repeated stale outdated old obsolete".split())
_ACTIVE_ONLY = TARGET


def forms(verb: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The forms of a verb that take an object, and those that follow their subject."""
    stem = verb.rstrip("*")
    if stem.endswith("e"):
        return (stem, stem + "s", stem[:-1] + "ing"), (stem + "d",)
    if stem.endswith("y") and stem[-2] not in "aeiou":
        return (stem, stem[:-1] + "ies", stem + "ing"), (stem[:-1] + "ied",)
    third = stem + ("es" if stem.endswith(("s", "sh", "ch", "x", "o")) else "s")
    doubled = stem + stem[-1] if verb.endswith("*") else stem
    return (stem, third, stem + "ing", doubled + "ing"), (stem + "ed", doubled + "ed")


def _flags() -> dict[str, int]:
    flags: dict[str, int] = {}
    for active, passive, verbs in _VERBS:
        for verb in verbs.split():
            for form in forms(verb)[0]:
                flags[form] = flags.get(form, 0) | active | VERB
            for form in forms(verb)[1]:
                flags[form] = flags.get(form, 0) | passive
    tables = [*_WORDS.items()]
    tables += [(TARGET, words) for words in TARGETS.values()]
    tables += [(WEAK, words) for words in WEAK_TARGETS.values()]
    tables += [(UNGUARDED, words) for words in UNPROTECTED.values()]
    tables += [(PROTECTS, words) for words in PROTECTING.values()]
    for flag, words in tables:
        for word in words.split():
            flags[word] = flags.get(word, 0) | flag
    return flags


FLAGS = _flags()
