"""What each word does in a condition: one letter per role, so that patterns over letters can read a sentence."""


def vocabulary(words: str) -> frozenset[str]:
    """The words of a line, as a set."""
    return frozenset(words.split())


# the letter T is for what is protected
_TARGETS = {
    "governance": "governance oversight supervision auditing",
    "breaker": "breaker breakers killswitch circuitbreaker",
    "monitoring": "monitoring monitors observability telemetry surveillance watchdog watchdogs alerting",
    "limits": "limits limiter limiters throttling throttles quota quotas caps ceiling ceilings restriction "
    "restrictions threshold thresholds bounds",
    "safety": "safetycheck safeguard safeguards guardrail guardrails failsafe failsafes interlock interlocks",
}
# H and J: protected too, but only as nouns; J may also be a verb
_NOUNS = {"safety": "safety checks", "limits": "cap throttle"}
_NOUNS_OR_VERBS = {"monitoring": "monitor", "limits": "limit"}
# j and X: in the state of being protected, and in that of not being it
_PROTECTED = {"monitoring": "monitored", "governance": "supervised governed", "limits": "limited"}
_UNGUARDED = {"monitoring": "unmonitored", "governance": "ungoverned unsupervised"}
_TABLES = {"T": _TARGETS, "H": _NOUNS, "J": _NOUNS_OR_VERBS, "j": _PROTECTED, "X": _UNGUARDED}

# an asterisk doubles the last letter: skipped, skipping
_VERBS = {
    # V and P: switches off, and switched off
    "VP": "disable deactivate bypass circumvent elude outwit* override ignore waive suspend remove skip* omit* evade "
    "sidestep* dodge disregard disarm disengage neutralise neutralize nullify eliminate abolish "
    "discontinue suppress disconnect uninstall unplug* detach delete forgo neglect subvert undermine "
    "sabotage defeat overrule strip* inhibit dismantle weaken loosen relax soften",
    # W: the same, for verbs that only count with their object right behind them
    "WP": "stop* halt pause cease end quit* drop* cancel* kill terminate lift revoke rescind withdraw abandon "
    "discard dismiss scrap* ditch silence mute void escape blind cripple forget*",
    # F: frees from
    "FF": "exempt exclude excuse free hide shield spare relieve release conceal",
    # K and k: keeps on, and kept on
    "Kk": "enable activate run* perform apply enforce use require need keep maintain restore conduct execute "
    "pass complete respect follow obey honor honour observe check continue stay remain retain add set* "
    "increase tighten resume restart rerun* reenable reactivate leave have ensure make start begin "
    "introduce strengthen implement matter bind impose",
}
_WORDS = {
    "V": "removal removals suspension suspensions deactivation circumvention waiver waivers omission "
    "termination elimination cessation shutdown",
    "P": "overridden overrode forgone withdrawn",
    "F": "exemption exemptions immune",
    "k": "active necessary mandatory compulsory obligatory effective kept ran left held met present done made carried",
    # O and Z: states of being off, and zero, which for a limit is no such state
    "O": "off false none null inactive optional unnecessary unneeded offline redundant voluntary superfluous "
    "nil inf nan ineffective inoperative moot",
    "Z": "0 0% 0.0 zero",
    # N, n, w: negations; a and y: verbs and participles that forbid; Y: forbids a deed, but switches off a thing
    "N": "not never cannot cant dont doesnt didnt mustnt shouldnt shant wont wouldnt couldnt isnt arent neednt "
    "neednot nobody nothing neither nolonger noone",
    "n": "no",
    "w": "without lacking sans minus",
    "a": "refrain refrains refraining forbid forbidding prohibit prohibiting refuse refuses refusing reject rejects "
    "rejecting deny denies denying unable impossible disallow ban insteadof ratherthan",
    "y": "forbidden prohibited banned disallowed forbids prohibits",
    "Y": "avoid avoids avoiding prevent prevents preventing block blocks blocking",
    # E, S, L: ways out of a prohibition; h: words that turn it round
    "E": "unless until till",
    "S": "except excepting save barring",
    "L": "than too",
    "h": "hesitate afraid worry worries mind fear only just merely simply solely wrong problem shy reluctant "
    "why help harm always",
    # A, m, z: auxiliaries, and words of permission; c: harmless between a negation and its verb
    "A": "is are be been being was were am get gets getting got do does did has had must shall should will "
    "would having let lets become becomes goes",
    "m": "may can could might",
    "z": "allowed permitted acceptable tolerated accepted authorized authorised",
    "c": "able attempt attempts attempting try tries tried trying agent agents anyone anybody ever also allow "
    "allows allowing permit permits permitting accept accepting grant granting take taking anything "
    "otherwise permission right authority going it them",
    # D and q: articles and adjectives, and those that mean all
    "D": "the a an any one two three several few many this these those its their our your his her my such "
    "further more additional human external live continuous continued ongoing runtime real time rate "
    "spending spend cost usage request requests resource hard soft strict automatic automated manual risk "
    "prior upfront daily hourly memory token tokens budget speed new existing current normal usual standard "
    "each some other health drift coherence riskandcoherence relevant write read",
    "q": "all every entire whole both full",
    # conjunctions and prepositions: B, I, r and o end the reach of a verb; o also means too much or a failure
    "C": "and plus",
    "R": "or nor",
    ",": ",",
    "=": ": =",
    "B": "with during after before while because so then but via through as per by since using despite about",
    "o": "above under over beyond below within outside exceed exceeds exceeding exceeded breaching breached "
    "violate violates violating violated fail fails failing failed hit hits hitting crossing crosses "
    "reached reaches reaching trip trips tripping tripped miss misses missing break breaks breaking broke "
    "broken",
    "I": "if when whenever incase once",
    "r": "that which who whose",
    "p": "for on at",
    "s": "in inside",
    "f": "from of",
    "t": "to",
    # e: what goes wrong
    "e": "breach breaches violation violations alarm alarms failure failures error errors gap gaps outage "
    "outages incident incidents issue issues bug bugs fault faults hazard hazards defect defects concern "
    "concerns warning warnings change changes regression regressions alert alerts leak leaks",
    # U and u: without any limit; u counts only for risk
    "U": "unlimited limitless uncapped unrestricted",
    "u": "unbounded infinite infinity boundless unconstrained",
}
RISKY = vocabulary("risk risks riskandcoherence exposure loss losses leverage liability danger")
HARMLESS_WITHOUT_LIMIT = vocabulary("log logs logging audit history retention monitoring review reviews time")
CURES = vocabulary(
    "stop stops stopping halt end prevent block avoid remove removes removing eliminate eliminating cease"
)
TAKING_AWAY = vocabulary("bypass bypasses override overrides removal suspension waiver waivers exemption exemptions")
ASKING, BEFORE_NOW = vocabulary("why how"), vocabulary("was were")
GUARDS = vocabulary(
    "stop stops halt halts pause pauses abort block blocks revert rollback roll escalate alert alerts notify "
    "notifies warn warns page report reports reject rejects refuse refuses suspend suspends disable disables "
    "remove removes shut reenable restore flag flags quarantine ban deny fail fails prevent prevents forbid "
    "raise kill drop inform log logs tell fix undo repair resolve investigate"
)
GOES_ON = vocabulary(
    "resume resumes resumed resuming start restart run runs running continue continues proceed proceeds "
    "operate operates operating execute deploy act go work launch release unpause be been allow let leave left "
    "keep have merge ship"
)


def _forms(verb: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The forms of a verb that take an object, and those that follow their subject."""
    stem = verb.rstrip("*")
    if stem.endswith("e"):
        return (stem, stem + "s", stem[:-1] + "ing"), (stem + "d",)
    if stem.endswith("y") and stem[-2] not in "aeiou":
        return (stem, stem[:-1] + "ies", stem + "ing"), (stem[:-1] + "ied",)
    third = stem + ("es" if stem.endswith(("s", "sh", "ch", "x", "o")) else "s")
    doubled = stem + stem[-1] if verb.endswith("*") else stem
    return (stem, third, stem + "ing", doubled + "ing"), (stem + "ed", doubled + "ed")


def _letters() -> dict[str, str]:
    letters = {word: letter for letter, words in _WORDS.items() for word in words.split()}
    for roles, verbs in _VERBS.items():
        for verb in verbs.split():
            active, passive = _forms(verb)
            letters.update(dict.fromkeys(active, roles[0]) | dict.fromkeys(passive, roles[1]))
    for letter, table in _TABLES.items():
        letters.update({word: letter for words in table.values() for word in words.split()})
    return letters


KINDS = {word: kind for table in _TABLES.values() for kind, words in table.items() for word in words.split()}
_LETTERS = _letters()


def letters_of(words: list[str]) -> str:
    """One letter per word: its role, or for an unknown word what it looks like."""
    return "".join(_LETTERS.get(word) or _guess(word) for word in words)


def _guess(word: str) -> str:
    if not word[0].isalpha():
        return "#"
    return "d" if word.endswith("ly") else "i" if word.endswith("ing") else "x"
