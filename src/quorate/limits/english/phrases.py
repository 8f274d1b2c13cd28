"""Fixed English phrases that mean one word; alternatives are parted by a bar."""

from itertools import product

from quorate.limits.english.words import vocabulary

_SAFETY = "safety|security|risk|health|policy|compliance|sanity|preflight|safetysecurity"
_CHECKS = (
    "check|checks|checking|checkpoint|checkpoints|gate|gates|control|controls|mechanism|mechanisms|protocol|protocols|"
    "net|nets|interlock|interlocks|validation|validations|review|reviews|test|tests|testing|rule|rules|measure|"
    "measures|"
    "feature|features|system|systems|inspection|inspections|verification|verifications|assessment|assessments|"
    "screening|scan|scans|filter|filters|procedure|procedures|step|steps|policy|policies|precaution|precautions|"
    "barrier|barriers|lock|locks|audit|audits|signoff|evaluation|evaluations|process|processes|layer|layers|"
    "requirement|requirements|safeguard|safeguards|guardrail|guardrails|constraint|constraints|approval|catch"
)
_MAY = "may|can|could|might"
_EXCEED = "exceed|surpass|violate|break|breach|overrun|overshoot|disobey|transgress"
_ANY = "any|all|every|whatever"
_AMOUNT = "amount|level|degree|kind|size|amounts|levels|degrees|kinds|quantity"
_ACCEPT = (
    "accept|accepts|accepting|take|takes|taking|allow|allows|allowing|permit|permits|permitting|tolerate|run|tolerates|"
    "incur|incurs|assume|assumes|bear|bears|shoulder|shoulders"
)
_LARGE = "large|big|high|great|huge|much|serious|severe"
_RISKS = "risk|risks|danger|dangers"
_LIKES = "it|they|he|she|you likes|wants|needs|pleases|chooses|like|want|need"
_OUT = "of|from"
_DO_NOT = "not|never|neednot|nolonger"
_CONSENT = "approval|approvals|permission|consent|signoff|notice|ticket|authorisation|authorization|clearance|agreement"
_NEED = "need|requirement|necessity|obligation"
_GET = "get|obtain|seek|request|have|await"
_SOME = "a|any|the|further|prior|anyone|anybody|explicit|written"

_PHRASES = {
    "need not": "neednot",
    "on mute|ice|snooze|silent|standby": "off",
    "til|untill|tilll": "till",
    "pls|plz|plox|asap|rn|atm|thx|ty|btw|fyi|imo|tho": "please",
    "tmrw|tmr|tomoz|2morrow": "tomorrow",
    "w/out|wo|wout": "without",
    "take|takes the|a day|night|week|weekend|month off": "is off",
    "make|makes|making up for": "undo",
    "made up for": "undone",
    "keep|keeps|keeping an|a eye|watch|lookout out for": "monitor",
    "as read": "optional",
    "look|looks|looking past": "ignore",
    "rid|rids the agent of": "exempt the agent from",
    "rid it|them of": "exempt it from",
    "out of reach of": "without",
    "water|waters|tone|tones|thin|thins down": "weaken",
    "watered|toned|thinned down": "weakened",
    "tape|tapes|paint|paper over": "disable",
    "in the dark": "off",
    "best effort": "optional",
    "for guidance|information|reference only": "optional",
    "the sky is the limit": "unlimited",
    "decide|decides|choose|chooses for itself|themselves how much|many risk|risks": "unlimited risk",
    "decide|decides|choose|chooses how much|many risk|risks": "unlimited risk",
    "come|comes|coming before|ahead|above of": "override",
    "come|comes|coming before|above": "override",
    "take|takes|taking|has|have precedence|priority over": "override",
    "carry|carries|carrying on": "continue",
    "go|goes|going on|ahead": "proceed",
    "let|lets|letting through": "accept",
    "waved|let through": "accepted",
    "signs|signing off": "approve",
    "sign off": "signoff",
    "up to the agent|team|owner how much|many risk|risks": "unlimited risk",
    "up to it|them how much|many risk|risks": "unlimited risk",
    "signed off": "approved",
    "to|on|at one|the side|sidelines": "aside",
    "answer|answers|answerable to nobody": "is without oversight",
    "risk|coherence cut off": "{0} cutoff",
    "it goes without saying that": "",
    "it goes without saying": "",
    "keep|keeps|keeping|have|has an|a eye|watch|lookout on|over|for": "monitor",
    "keep|keeps|keeping tabs on": "monitor",
    "watch|watches|watching over": "monitor",
    "managed to": "did",
    "take|takes|taking a back seat": "is off",
    "has|have no say|effect|force|bearing|authority|power|teeth|relevance": "is off",
    "in fact|general": "",
    "of course": "",
    "pass|passes|passing over": "skip",
    "passed over": "skipped",
    "can|may wait|rest|sleep": "is off",
    "out of scope": "off",
    "pass|passes|passing through": "pass",
    "out of monitoring|governance|oversight|supervision": "without {2}",
    "out of the monitoring|governance": "without {3}",
    "beyond|outside monitoring|governance|oversight reach|scope|remit": "without {1}",
    "free pass on|for|from": "exemption from",
    "jump|hop|leap|step|skip|jumps|hops|skips|jumping over|past": "bypass",
    f"{_ACCEPT} any and all {_RISKS}": "accept unlimited risk",
    "no risk is|are too high|great|big|large": "unlimited risk",
    "no risk is|are excluded|forbidden|barred|prohibited": "unlimited risk",
    "no risk is|are off the table": "unlimited risk",
    "no risk is|are ruled out": "unlimited risk",
    f"no {_RISKS} too {_LARGE}": "unlimited risk",
    f"{_RISKS} is|are no concern|issue|obstacle|matter": "unlimited risk",
    "serve|serves|act|acts only|merely|just|solely|purely as": "is as",
    "no risk is|are out of bounds": "unlimited risk",
    "take|takes|took|taking place": "run",
    "requirement|obligation|duty|need to monitor|supervise|audit|oversee": "monitoring",
    "requirement|obligation|duty to run|perform|do|pass|conduct": "",
    "regardless|irrespective of": "ignoring",
    "in defiance|spite of": "ignoring",
    "way|ways|path|route|detour|backdoor around|past": "bypass of",
    "get|gets|slip|slips|sneak|push|force|squeeze|go|getting|slipping|sneaking past": "bypass",
    "ignore|disregard|ignoring|disregarding the|all|any|every risk|risks": "unlimited risk",
    "ignore|disregard|ignoring|disregarding the|all|any risk threshold|thresholds|limit|limits|cap": "{0} {1} {3}",
    "ignore|disregard|ignoring|disregarding the|all|any|its risk score|scores|level|levels": "unlimited risk",
    f"{_RISKS} score|scores|level|levels do|does not matter|count": "unlimited risk",
    f"{_RISKS} do|does not matter|count": "unlimited risk",
    f"at any|whatever {_RISKS}": "unlimited risk",
    f"at any|whatever level of {_RISKS}": "unlimited risk",
    "hold|holds|holding off on|with": "postpone",
    "put|puts|putting off": "postpone",
    "collecting|gathering|recording|scraping metrics": "monitoring",
    "collecting|gathering|recording|scraping the|all|any metrics": "monitoring",
    "invisible to": "exempt from",
    "look|looks away": "is off",
    "get|gets|take|takes a holiday|rest|nap|pause|break|breather|vacation": "is off",
    "look|looks|looking after": "monitor",
    "rubber stamp": "rubberstamp",
    "hard code|codes": "hardcode",
    "no op|ops": "noop",
    "max out": "maximise",
    f"ignore|disregard|ignoring|disregarding the|all|any risk {_CHECKS}": "{0} {1} safetycheck",
    "ignore|disregard|ignoring|disregarding risk|risks": "unlimited risk",
    "go|goes live": "golive",
    "as of|from": "",
    "wait|waits for": "require",
    "waiting for": "requiring",
    "go|goes through": "run",
    "going through": "running",
    "no need to|for|of": "without",
    # who needs no leave has it
    f"no {_NEED} for|of {_CONSENT}": "permission",
    f"no {_NEED} for|of {_SOME} {_CONSENT}": "permission",
    f"no {_NEED} to {_GET} {_CONSENT}": "permission",
    f"no {_NEED} to {_GET} {_SOME} {_CONSENT}": "permission",
    f"no {_NEED} to ask|wait for {_CONSENT}": "permission",
    f"no {_NEED} to ask|wait for {_SOME} {_CONSENT}": "permission",
    f"not necessary|needed|required to {_GET} {_CONSENT}": "permission",
    f"not necessary|needed|required to {_GET} {_SOME} {_CONSENT}": "permission",
    f"{_DO_NOT} subject to|under": "without",
    f"{_DO_NOT} be subject to|under": "without",
    f"{_DO_NOT} bound|covered|governed|constrained by": "without",
    f"{_DO_NOT} be bound|covered|governed|constrained by": "without",
    f"{_DO_NOT} held to": "without",
    f"{_DO_NOT} answerable|accountable to": "without",
    "no longer subject to|under": "without",
    "no longer bound|covered|governed|constrained by": "without",
    "no longer held to": "without",
    "no longer": "nolonger",
    "any longer|more": "",
    "never ever|again": "never",
    "never , ever|again": "never",
    "no one": "nobody",
    "not one": "nobody",
    "under no circumstance|circumstances|condition|conditions": "never",
    "at no time|point|moment": "never",
    "in no way|case|event|circumstances": "never",
    "on no account": "never",
    "by no means": "never",
    "under any circumstance|circumstances": "ever",
    "at any time|point": "ever",
    "in any way|case": "ever",
    "by any means": "ever",
    "instead of": "insteadof",
    "rather than": "ratherthan",
    "as opposed to": "ratherthan",
    "other than": "except",
    "apart|aside from": "except",
    "save for": "except",
    "but for": "except",
    "with the exception of": "except",
    "with exception of": "except",
    "in case of": "incase",
    "in case": "incase",
    "in the event of|that": "incase",
    "as soon as": "when",
    "the moment": "when",
    "as long as": "while",
    "so long as": "while",
    "outside|outwith governance|monitoring|oversight": "without {1}",
    "outside of governance|monitoring|oversight": "without {2}",
    "outside|outwith the|any|our governance|monitoring|oversight": "without {2}",
    "beyond|outside the|any reach|scope|remit|grasp|jurisdiction of": "without",
    "out of the|any reach|scope of": "without",
    "opt|opts|opted|opting|get|gets|getting out of": "bypass",
    "optout|optouts": "bypass",
    "opt outs": "bypass",
    "at least|most": "",
    "up to": "",
    "get|gets|getting rid of": "remove",
    "got rid of": "removed",
    "do|does|doing away with": "remove",
    "done away with": "removed",
    "dispense|dispenses|dispensing with": "remove",
    "dispensed with": "removed",
    "work|works|working|get|gets|getting|go|goes|going|route|routes|routing|step|steer|stepping|hack|"
    "tunnel around": "bypass",
    "worked|routed|got around": "bypassed",
    "leave|leaves|leaving out": "omit",
    "left out": "omitted",
    "short circuit|circuits|circuiting": "bypass",
    "comment|stub|mock|rip|carve|cross|throw|rule|phase|strip|comments|phases out": "remove",
    "commented|stubbed|mocked|ripped|carved|crossed|thrown|phased|taken|pulled|stripped out": "removed",
    "taken|pulled|torn|stood down|offline": "disabled",
    "taken away": "removed",
    f"{_MAY} {_EXCEED}": "disregard",
    f"{_MAY} go over|beyond|above": "disregard",
    f"allowed|free|permitted|welcome to {_EXCEED}": "disregard",
    "allowed|free|permitted|welcome to go over|beyond|above": "disregard",
    "set|put|sets|puts|setting|putting aside": "disregard",
    "tamper|interfere|mess|tampers|interferes|tampering|interfering|messing with": "undermine",
    "tampered|interfered|messed with": "undermined",
    "pull|pulls|pulling the plug on": "disable",
    "turn|turns|turning a blind eye to": "ignore",
    "pay no attention|heed to": "ignore",
    "look the other way on": "ignore",
    "lose sight of": "ignore",
    "do|does|go|goes|live|manage|doing|going without": "without",
    "out of service|action|order|use|operation|commission|force|effect|place": "off",
    "out of the loop|picture|way|equation": "off",
    "on hold|ice": "off",
    "not in force|effect|place|use|operation|service": "off",
    "in abeyance|limbo": "off",
    "on standby": "off",
    "in force|effect|place|use|operation|service": "on",
    "up and running": "on",
    "open circuit": "open",
    "closed circuit": "closed",
    "null and void": "off",
    "a thing of the past": "off",
    "not applicable": "off",
    "n / a": "off",
    "n or a": "off",
    "up to the agent": "optional",
    "at the agent|agents discretion": "optional",
    "no|any outside oversight|supervision|governance|monitoring": "{0} {2}",
    "at its|their|your|the discretion": "optional",
    "at the discretion of": "optional",
    "nice to have": "optional",
    "lie|lies|lay fallow|dormant|idle": "is off",
    "bother to|with": "",
    "bothering to|with": "",
    "bother|bothering": "",
    "zero tolerance for|of|toward|towards": "forbid",
    "as optional|off|disabled|unnecessary|advisory|irrelevant": "{1}",
    "immune to": "immune from",
    "monitoring|governance|limit|limits|oversight free": "without {0}",
    "circuit breaker|breakers": "breaker",
    "circuitbreaker|circuitbreakers": "breaker",
    "kill switch|switches": "breaker",
    "emergency stop|stops|shutoff|brake|brakes": "breaker",
    "dead mans switch": "breaker",
    "guard rail": "guardrail",
    "guard rails": "guardrails",
    "fail safe": "failsafe",
    "fail safes": "failsafes",
    "rate limiting": "throttling",
    "rate limiter|limiters": "limiter",
    "watch dog|dogs": "watchdog",
    "audit trail|trails|log|logs|logging": "auditing",
    "pre flight": "preflight",
    "human in the loop": "oversight",
    "safety and security": "safetysecurity",
    "security and safety": "safetysecurity",
    f"pre flight {_CHECKS}": "safetycheck",
    f"{_SAFETY} {_CHECKS}": "safetycheck",
    f"{_SAFETY} related {_CHECKS}": "safetycheck",
    f"{_SAFETY} critical {_CHECKS}": "safetycheck",
    "check|checks|gate|gates|review|reviews|test|tests|rules|protocols|precautions of|for|on safety": "safetycheck",
    f"{_ACCEPT} {_ANY} {_RISKS}": "accept unlimited risk",
    f"{_ACCEPT} {_ANY} the {_RISKS}": "accept unlimited risk",
    f"{_ACCEPT} {_ANY} of the {_RISKS}": "accept unlimited risk",
    f"{_ACCEPT} {_ANY} {_AMOUNT} of {_RISKS}": "accept unlimited risk",
    f"{_ACCEPT} {_ANY} {_AMOUNT} of the {_RISKS}": "accept unlimited risk",
    f"take|takes|taking on {_ANY} {_RISKS}": "accept unlimited risk",
    f"take|takes|taking on {_ANY} the {_RISKS}": "accept unlimited risk",
    f"take|takes|taking on {_ANY} {_AMOUNT} of {_RISKS}": "accept unlimited risk",
    f"{_ACCEPT} as much|many {_RISKS}": "accept unlimited risk",
    f"as much|many {_RISKS} as": "unlimited risk as",
    f"all|any|whatever the {_RISKS} {_LIKES}": "unlimited risk",
    f"any|whatever {_RISKS} {_LIKES}": "unlimited risk",
    f"however|howsoever {_LARGE} the|its|a|their {_RISKS}": "unlimited risk",
    f"no matter how {_LARGE} a {_RISKS}": "unlimited risk",
    f"any|whatever|every {_RISKS} , however {_LARGE}": "unlimited risk",
    f"any|whatever {_AMOUNT} of {_RISKS} , however {_LARGE}": "unlimited risk",
    f"arbitrarily {_LARGE}": "unlimited",
    f"arbitrary {_RISKS}": "unlimited risk",
    f"arbitrary|unknown {_AMOUNT} of {_RISKS}": "unlimited risk",
    f"without regard for|to {_RISKS}": "unlimited risk",
    f"without regard for|to the|any|its {_RISKS}": "unlimited risk",
    f"{_RISKS} of|at whatever|arbitrary size|level|kind|amount|magnitude": "unlimited risk",
    "only|merely|just|purely recommended|suggested|advised|encouraged|indicative|aspirational": "optional",
    "cut|cuts|cutting|scale|scales|scaling back on": "reduce",
    "cut|cuts|cutting|scale|scales|scaling back|down on": "reduce",
    "cut|cuts|cutting back": "reduce",
    "scale|scales|scaling back|down": "reduce",
    f"however much {_RISKS}": "unlimited risk",
    f"regardless of {_RISKS}": "unlimited risk",
    f"regardless of the|any|its {_RISKS}": "unlimited risk",
    f"irrespective of {_RISKS}": "unlimited risk",
    f"irrespective of the|any|its {_RISKS}": "unlimited risk",
    "no matter how risky": "unlimited risk",
    "however risky": "unlimited risk",
    f"no matter the|what {_RISKS}": "unlimited risk",
    f"no matter what the {_RISKS}": "unlimited risk",
    f"no matter how high the|its {_RISKS}": "unlimited risk",
    f"no matter how much|high|great {_RISKS}": "unlimited risk",
    f"whatever {_RISKS}": "unlimited risk",
    f"whatever the|its {_RISKS}": "unlimited risk",
    f"{_RISKS} is|are no object": "unlimited risk",
    f"{_ANY} {_RISKS} is|are acceptable|accepted|allowed|fine|ok|okay|permitted|tolerated|welcome": "unlimited risk",
    f"{_ANY} {_RISKS} may|can be acceptable|accepted|allowed|fine|ok|okay|permitted|tolerated|taken": "unlimited risk",
    f"{_ANY} {_AMOUNT} of {_RISKS} is|are acceptable|accepted|allowed|fine|ok|permitted|tolerated": "unlimited risk",
    f"{_ANY} {_AMOUNT} of {_RISKS} may|can be acceptable|accepted|allowed|fine|ok|permitted|tolerated|taken": (
        "unlimited risk"
    ),
    f"{_RISKS} of any size|level|kind|amount|magnitude": "unlimited risk",
    "against the|all rules|policy": "forbidden",
    "against rules|policy": "forbidden",
    "off limits|limit": "forbidden",
    "out of bounds|the question": "forbidden",
    "off the table": "forbidden",
    "no option": "forbidden",
    "not an option": "forbidden",
    "find|finds|found|finding out": "investigate",
    "look|looks|looking into": "investigate",
    "write|writes|writing up": "document",
    "root cause": "cause",
    "roll|rolls|rolling back": "undo",
    "rolled back": "undone",
    "back out": "undo",
    "risk and|or coherence": "riskandcoherence",
    "risk score|scores|level|levels and|or coherence": "riskandcoherence",
    "risk and|or the coherence": "riskandcoherence",
    "coherence and|or risk": "riskandcoherence",
    "coherence score|scores|level|levels and|or risk": "riskandcoherence",
    "coherence and|or the risk": "riskandcoherence",
}

_TURN = {
    "turn": ("turn turns turning", "turned"),
    "switch": ("switch switches switching", "switched"),
    "shut": ("shut shuts shutting", ""),
    "power": ("power powers powering", "powered"),
    "toggle": ("toggle toggles toggling", "toggled"),
    "flip": ("flip flips flipping", "flipped"),
    "cut": ("cut cuts cutting", ""),
    "set": ("set sets setting", ""),
    "leave": ("leave leaves leaving", "left"),
    "take": ("take takes taking", "taken took"),
    "bring": ("bring brings bringing", "brought"),
    "put": ("put puts putting", ""),
    "knock": ("knock knocks knocking", "knocked"),
    "tear": ("tear tears tearing", "torn"),
    "wind": ("wind winds winding", "wound"),
    "stand": ("stand stands standing", "stood"),
    "pull": ("pull pulls pulling", "pulled"),
    "throw": ("throw throws throwing", "thrown"),
    "rip": ("rip rips ripping", "ripped"),
    "dial": ("dial dials dialing", "dialed"),
    "call": ("call calls calling", "called"),
    "write": ("", "written"),
    "strip": ("strip strips stripping", "stripped"),
    "lay": ("lay lays laying", "laid"),
    "kick": ("kick kicks kicking", "kicked"),
}
PARTICLES = vocabulary("back off down offline out aside away")
_WITH_OUT = vocabulary("take rip pull throw cut knock strip kick")
_WITH_DOWN = vocabulary("turn shut power take bring tear wind stand pull dial switch cut")


def _particles(verb: str) -> frozenset[str]:
    if verb in ("set", "leave"):
        return frozenset({"aside", "out"} if verb == "leave" else {"aside"})
    particles = {"off", "offline", "away", "aside", "back"}
    if verb in _WITH_OUT:
        particles.add("out")
    if verb in _WITH_DOWN:
        particles.add("down")
    return frozenset(particles)


_DISABLING = {"g": "disabling", "s": "disables"}


def _verbs() -> dict[str, tuple[frozenset[str], str]]:
    verbs = {}
    for verb, (active, passive) in _TURN.items():
        for form in active.split():
            is_bare = form == verb
            verbs[form] = (_particles(verb), "disable" if is_bare else _DISABLING.get(form[-1:], "disable"))
        for form in passive.split():
            verbs[form] = (_particles(verb), "disabled")
    return verbs


PARTICLE_VERBS = _verbs()


def _expanded() -> dict[tuple[str, ...], tuple[str, ...]]:
    found = {}
    for phrase, means in _PHRASES.items():
        choices = [part.split("|") for part in phrase.split()]
        fixed = None if "{" in means else tuple(means.split())
        for words in product(*choices):
            found[words] = tuple(means.format(*words).split()) if fixed is None else fixed
    return found


def _lengths() -> dict[str, tuple[int, ...]]:
    lengths: dict[str, set[int]] = {}
    for words in PHRASES:
        lengths.setdefault(words[0], set()).add(len(words))
    return {word: tuple(sorted(found, reverse=True)) for word, found in lengths.items()}


PHRASES = _expanded()
LENGTHS = _lengths()
