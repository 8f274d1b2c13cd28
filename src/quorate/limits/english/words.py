"""The English words that matter in a condition, and what each can do there."""

from quorate.limits import flags as f


def vocabulary(words: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(words.split())


TARGETS = {
    "governance": "governance oversight supervision auditing audits overseers overseer",
    "breaker": "breaker breakers killswitch circuitbreaker emergencystop",
    "monitoring": (
        "monitoring monitors observability telemetry surveillance watchdog watchdogs alerting alarms alerts"
    ),
    "limits": (
        "budget budgets limits limiter limiters throttling throttles quota quotas caps ceiling ceilings restriction "
        "restrictions "
        "threshold thresholds bounds constraint constraints ratelimit ratelimits"
    ),
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
    "governance": (
        "supervise supervises supervised supervising overseeing govern governs governed audited oversee oversees "
        "overseen"
    ),
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

# what the forms that take an object can do, what those that follow their subject can, and the verbs; an asterisk
# doubles the last letter: skipped, skipping
_VERBS = (
    (
        f.OFF,
        f.OFF_DONE | f.PARTICIPLE,
        (
            "disable deactivate bypass circumvent elude outwit* override ignore waive suspend remove skip* omit* "
            "evade sidestep* dodge disregard disarm disengage neutralise neutralize nullify eliminate abolish "
            "discontinue suppress disconnect uninstall unplug* detach delete forgo forego neglect subvert "
            "undermine sabotage defeat overrule strip* inhibit dismantle weaken loosen relax soften retire "
            "decommission erase wipe* purge scrap* shelve sideline mothball repeal annul invalidate negate "
            "jettison disapply gut* unset unhook unload deregister unregister flout defy overstep* incapacitate "
            "unwire outmaneuver hobble degrade impair deprecate sunset* obviate axe nix thwart frustrate outflank "
            "finesse abrogate unmount counteract hamper curtail ditch overlook derogate disband zero postpone "
            "beat trump outrank outweigh supersede strike jumper wedge fake forge mock rubberstamp hotwire"
        ),
    ),
    (
        f.OFF,
        f.OFF_DONE | f.PARTICIPLE,
        (
            "stop* halt pause cease end quit* drop* cancel* kill terminate lift revoke rescind withdraw abandon "
            "discard dismiss silence mute void escape blind cripple forget* snooze cut* break lose mask hush "
            "quieten interrupt refuse decline sacrifice expire lapse exit"
        ),
    ),
    (
        f.FREES,
        f.FREES | f.PARTICIPLE,
        "pull exempt exclude excuse free hide shield spare relieve release conceal excise",
    ),
    (
        f.ON,
        f.ON_STATE | f.PARTICIPLE,
        (
            "enable activate run* perform apply enforce use require need keep maintain restore conduct execute "
            "pass complete respect follow obey honor honour observe continue retain resume restart rerun* "
            "reenable reactivate have ensure make start begin introduce strengthen implement matter bind impose "
            "reinstate preserve trigger arm rearm employ carry hold heed reconnect reinstall reintroduce cover "
            "undergo await consult"
        ),
    ),
    (
        f.OFF | f.FORBIDS,
        f.OFF_DONE | f.FORBIDDEN | f.PARTICIPLE,
        "avoid prevent block",
    ),
    (
        f.FORBIDS,
        f.FORBIDDEN | f.PARTICIPLE,
        "forbid* prohibit reject deny disallow ban* refrain preclude outlaw abstain oppose desist",
    ),
    (
        f.PERMITS,
        f.PERMITS | f.PARTICIPLE,
        (
            "allow permit accept grant let authorize authorise approve tolerate attempt try plan request propose "
            "seek want wish intend offer take"
        ),
    ),
    (
        f.GUARDS,
        f.GUARDS | f.PARTICIPLE,
        (
            "stop* halt pause abort block decline revert rollback roll escalate alert notify warn page report reject "
            "refuse suspend disable remove shut* reenable restore flag* quarantine ban* deny fail prevent forbid* "
            "raise kill drop* inform log* tell fix undo repair resolve investigate isolate treat contact detect "
            "catch penalise penalize discipline trace record close eliminate delete archive revoke terminate refrain "
            "postpone"
        ),
    ),
    (
        f.GOES_ON,
        f.GOES_ON | f.PARTICIPLE,
        (
            "resume start restart run* continue proceed operate execute deploy act go work launch release unpause "
            "allow let leave keep have merge ship be trade"
        ),
    ),
    (
        f.ASKS,
        f.ASKS | f.PARTICIPLE,
        (
            "explain document investigate determine report describe identify learn ask clarify understand review "
            "analyse analyze summarise summarize note establish record find discover examine inspect trace assess "
            "list* tell disclose justify research verify confirm check show say publish discuss study probe "
            "detail reconstruct acknowledge apologise apologize admit log* look answer prove know see name date "
            "list write collect gather compile search scan hunt train teach brief remind educate count survey "
            "rehearse drill "
            "practise practice simulate"
        ),
    ),
    (
        f.UNDOES,
        f.UNDOES | f.PARTICIPLE,
        (
            "undo revert reverse rollback remove cancel* revoke rescind end stop* lift withdraw repeal close fix "
            "repair eliminate delete drop* clear unset retract correct remedy cease terminate expire overturn "
            "abolish disable deactivate scrap* patch discontinue purge void annul invalidate halt retire plug* "
            "quit* counter block prevent resolve reject refuse ban* prohibit deny detect report erase lose "
            "overrule reactivate reinstate reconnect reinstall reintroduce rearm recover"
        ),
    ),
    (
        f.OVERSTEPS,
        f.PARTICIPLE | f.OVERSTEPS,
        "exceed surpass violate breach overrun overstep* hit* cross reach trip* fail miss",
    ),
    (
        f.VERB,
        f.VERB | f.PARTICIPLE,
        (
            "add set* increase tighten extend double expand improve send post write wait inspect raise lower "
            "reduce decrease update change modify adjust move open create build publish read fetch call assign "
            "route return compare measure evaluate consult email schedule prepare provide submit include attach "
            "rotate refresh renew replace swap* migrate upgrade install configure retry repeat reset* contain "
            "save store copy track share meet sign agree give get put* bring come become finish halve split "
            "archive validate simulate handle serve respond acknowledge stabilise stabilize tune review check "
            "recompute compute calculate edit unmute unpause slash trim adopt touch recalibrate calibrate document "
            "explain escalate "
            "log record print show display name mention quote cite label mark tag freeze lock pin protect guard "
            "secure harden back "
            "duplicate mirror copy deploy ship merge rename redesign rebuild refactor rework rewrite simplify "
            "clarify define specify "
            "describe state declare announce publish post email phone attend join lead hire train onboard fund buy "
            "pay order subscribe "
            "reconfigure restart reload recheck retest revisit recalculate reassess reconsider readjust retune "
            "widen deepen broaden "
            "intensify reinforce fortify toughen sharpen speed learn visit watch study draft plan plot chart graph "
            "host own move "
            "accompany augment supplement complement automate centralise centralize standardise standardize audit "
            "certify approve "
            "point aim direct fit mount inform consult involve invite engage page ping query poll sample scan "
            "test verify confirm monitor limit cap* throttle restrict supervise govern watch demonstrate"
        ),
    ),
)
_WORDS = {
    f.OFF_NOUN: (
        "removal removals suspension suspensions deactivation circumvention waiver waivers omission termination "
        "elimination cessation shutdown bypass bypasses override overrides exemption exemptions workaround "
        "workarounds loophole loopholes backdoor backdoors disablement abolition relaxation disengagement "
        "discontinuation neglect nullification decommissioning evasion avoidance optout mute outage exception "
        "exceptions pause stop halt skip skips deletion carveout dispensation moratorium interruption "
        "interruptions disruption disruptions lapse lapses blackout blackouts hiatus amnesty immunity vacation "
        "standstill "
        "reprieve abeyance"
    ),
    f.OFF_DONE | f.PARTICIPLE: (
        "overridden overrode forgone withdrawn shut cut broken gone left hidden undone forgotten forsaken thrown"
    ),
    f.FREES: "immune",
    f.ON_STATE: (
        "active necessary mandatory compulsory obligatory effective kept ran held met present done made carried "
        "on live operational operating running binding intact untouched upheld armed working unchanged needed "
        "required wanted desired planned"
    ),
    f.OFF_STATE: (
        "off false none null inactive optional unnecessary unneeded offline redundant voluntary superfluous nil "
        "inf nan ineffective inoperative moot disabled down dead irrelevant discretionary void inapplicable "
        "nonexistent absent dormant inert obsolete advisory unenforced nonbinding expendable dispensable dark na "
        "negotiable toothless pointless idle over silent quiet asleep blind deaf blank unplugged unarmed discretion "
        "pleasure whim leisure convenience powerless lax slack aside "
        "decorative cosmetic symbolic ceremonial nominal"
    ),
    f.ZERO: "0 0% 0.0 zero nil",
    f.NOT: (
        "not never cannot cant dont doesnt didnt mustnt shouldnt shant wont wouldnt couldnt isnt arent neednt "
        "neednot nobody nothing neither nolonger noone hardly nowhere wasnt werent aint hasnt havent"
    ),
    f.NO: "no zero nary",
    f.WITHOUT: "without lacking sans minus absent lack lacks lacked absence outwith void",
    f.FORBIDS: "unable impossible insteadof ratherthan unacceptable wrongto",
    f.FORBIDDEN: (
        "forbidden prohibited banned disallowed forbids prohibits unacceptable prevented blocked refused rejected "
        "denied impossible unauthorized unauthorised outlawed offlimits intolerable"
    ),
    f.FLIPS: (
        "hesitate afraid worry worries mind fear only just merely simply solely wrong problem shy reluctant why "
        "help harm always object objection objections reason forget fail fails scared hurt oppose resist delay"
    ),
    f.PARTLY: (
        "all every entire whole both full fully completely entirely totally permanently indefinitely always "
        "needlessly unnecessarily lightly carelessly hastily wholly forever"
    ),
    f.AUX: (
        "is are be been being was were get gets getting got do does did has had must shall should will would "
        "having have let lets may can could might ought"
    ),
    f.COPULA: (
        "stay stays stayed staying remain remains remained remaining become becomes became go goes going keep "
        "keeps kept keeping leave leaves left leaving seem turns went be gets fall falls stand stands"
    ),
    f.DET: (
        "all every entire whole both full the a an any one two three several few many this these those its their "
        "our your his her my such that each some other another either said whichever whatever"
    ),
    f.PRONOUN: (
        "it them he she they we you i itself themselves agent agents anyone anybody everyone everybody someone somebody"
    ),
    f.ADVERB: (
        "ever also hereby therefore already now then thus again today tonight tomorrow soon later still even "
        "henceforth meanwhile instead once please ok okay fine thereby hence effectively too yet well back "
        "straight away more less quite rather very so henceforward forthwith otherwise else here there "
        "immediately afterwards overnight anyway anyhow not"
    ),
    f.AND: "and plus",
    f.OR: "or nor",
    f.COMMA: ",",
    f.COLON: ": =",
    f.PREPOSITION: (
        "for on at in inside from of to with during after before via through as per by since using despite about "
        "above under over beyond below within outside between against toward towards into onto upon around across "
        "past along behind near throughout following concerning regarding like among"
    ),
    f.BREAK: "but because so while then although though whereas however",
    f.RELATIVE: "that which who whose whom",
    f.IF: "if ifever when whenever incase once whether",
    f.EXCEPT: "unless until till except excepting save barring besides excluding",
    f.QUESTION: "who why how when where what which whether whoever whom whose",
    f.TROUBLE: (
        "breach breaches violation violations alarm alarms failure failures error errors gap gaps outage outages "
        "incident incidents issue issues bug bugs fault faults hazard hazards defect defects concern concerns "
        "warning warnings change changes regression regressions alert alerts leak leaks trip trips increase "
        "increases excess overrun overruns exceedance finding findings anomaly anomalies blindspot blindspots "
        "event events result results"
    ),
    f.TIME: (
        "second seconds minute minutes hour hours day days week weeks weekend weekends month months year years "
        "night nights morning evening noon midnight monday tuesday wednesday thursday friday saturday sunday "
        "today tonight tomorrow yesterday january february march april may june july august september october "
        "november december maintenance migration deploy deployment deploys release releases rollout window period "
        "time times now daytime nighttime holiday holidays shift quarter sprint"
    ),
    f.GENERIC: (
        "switch setting settings flag toggle feature features option options module system systems hook hooks "
        "service services function functions component components process processes mechanism mechanisms rule "
        "rules layer layers stack tool tools tooling agent job daemon pipeline procedure procedures step steps "
        "stage stages policy policies plugin part parts portion kind kinds sort type types form forms bit piece "
        "rest remainder everything anything all requirement requirements control controls logic code program "
        "programs framework task tasks duty duties obligation obligations infrastructure coverage capability "
        "capabilities cover regime"
    ),
    f.MODIFIER: (
        "further additional human external live continuous continued ongoing runtime real rate spending spend "
        "cost usage request requests resource hard soft strict automatic automated manual risk prior upfront "
        "daily hourly memory token tokens budget speed new existing current normal usual standard health drift "
        "coherence riskandcoherence relevant write read final last first remaining same regular necessary "
        "required mandatory built internal api trade trading position loss exposure call calls cpu concurrency "
        "deploy deployment upper lower pre post annoying noisy silly pointless extra basic key important present "
        "central local remote global"
    ),
    f.BOUNDLESS: (
        "unlimited limitless uncapped unrestricted unbounded infinite infinity boundless unconstrained endless "
        "unfettered unthrottled bottomless unregulated uncontrolled"
    ),
    f.PERMITS: (
        "able ability right permission authority allowed permitted acceptable tolerated accepted authorized "
        "authorised free welcome possible entitled granted"
    ),
    f.GUARDS: "immediate block paused blocked quarantined stopped halted suspended",
    f.OVERSTEPS: "broken overrun",
    f.ADVISORY: (
        "guidance guideline guidelines guide guides suggestion suggestions recommendation recommendations hint hints "
        "advice tip tips indication indications aspiration aspirations orientation formality formalities nicety"
    ),
    f.LOWERS: (
        "lower lowers lowering halve halves halving reduce reduces reducing decrease decreases decreasing shrink "
        "shrinks shrinking slash slashes slashing trim trims trimming minimise minimises minimize minimizes diminish"
    ),
}
RISKY = vocabulary("danger exposure leverage liability loss losses risk riskandcoherence risks")
HARMLESS_BOUNDLESS = vocabulary(
    "audit history log logging logs monitoring oversight patience queue retention review reviews storage time"
)
# what a protection's name may stand before without being meant itself: "delete old monitoring data"
ASIDE = vocabulary(
    "backlog badge conference certificate chart charts comment comments contractor copies copy cost costs credentials "
    "dashboard dashboards data document documentation documents draft drafts duplicate duplicates email emails "
    "exceeded file files folder graph graphs history icon invoice key keys label labels licence license link "
    "links log logo logs meeting meetings newsletter noise page pages password passwords poster presentation "
    "reached report reports screenshot slide slides tag tags test-data ticket tickets typo typos vendor widget "
    "workshop"
)


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
                flags[form] = flags.get(form, 0) | active | f.VERB
            for form in forms(verb)[1]:
                flags[form] = flags.get(form, 0) | passive
    tables = [*_WORDS.items()]
    tables += [(f.TARGET, words) for words in TARGETS.values()]
    tables += [(f.WEAK, words) for words in WEAK_TARGETS.values()]
    tables += [(f.UNGUARDED, words) for words in UNPROTECTED.values()]
    tables += [(f.PROTECTS, words) for words in PROTECTING.values()]
    for flag, words in tables:
        for word in words.split():
            flags[word] = flags.get(word, 0) | flag
    return flags


FLAGS = _flags()
