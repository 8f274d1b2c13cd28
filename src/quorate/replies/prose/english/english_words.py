"""The English words that the reader of prose knows, by what they do in a sentence."""


def words(line: str) -> frozenset[str]:
    """The words of a line, as a set."""
    return frozenset(line.split())


def _meaning(**lines: str) -> dict[str, str]:
    """Words by the position that they are for, which is the name of their line."""
    return {word: position for position, line in lines.items() for word in line.split()}


# words that no English sentence has, but every other one in their language
FOREIGN = words(
    "el los las una pero porque und nicht ich wir aber wird une nous je mais pour avec het een niet ik wij che sono"
    " perché uma não och jag inte ikke jeg"
)
# what can be advised, voted for or concluded
FAMILY = _meaning(
    APPROVE="approve approves approving approval approved accept accepting acceptance accepted adopt adopting adoption"
    " endorse endorsing endorsement proceed proceeding merge merging ship shipping deploy deploying go-ahead"
    " greenlight",
    REJECT="reject rejects rejecting rejection rejected decline declining declined deny denying denial denied veto"
    " vetoing disapprove disapproving disapproval against nogo oppose opposing block blocking",
    ABSTAIN="abstain abstains abstaining abstention",
)
VOTED = FAMILY | _meaning(APPROVE="yes aye go", REJECT="no nay hold")
DONE = FAMILY | _meaning(APPROVE="shipped merged deployed adopted", REJECT="blocked vetoed")

# verbs of the first person, and what they say by themselves
VERBS = _meaning(
    APPROVE="approve approving endorse endorsing greenlight",
    REJECT="reject rejecting oppose opposing disapprove object objecting",
    ABSTAIN="abstain abstaining",
)
# verbs that say it only with the proposal itself as their object
VERBS_OF_THIS = _meaning(
    APPROVE="accept accepting support supporting favor favour favoring favouring",
    REJECT="decline declining deny denying veto vetoing block blocking",
)
# with these a second verb has the same subject
COUPLING = words("and but yet however while though although , also then still nevertheless")
VOTING = words("vote voting cast say choose choosing pick select")
ADVISING = VOTING | words(
    "recommend recommending advise advising suggest suggesting urge propose opt lean leaning conclude decide decided"
)
PROPOSAL = words(
    "proposal change plan request pr patch motion migration design rollout release deployment upgrade decision"
    " adoption switch move rewrite project approach initiative purchase merge feature"
)
# what makes it another plan than the one that is voted on
OF_ANOTHER_KIND = words(
    "rollback backup fallback contingency alternative other second next later smaller phased staged pilot trial test"
    " old previous earlier original different revised amended another better simpler safer cheaper competing counter"
    " recovery communication exit emergency training"
)
# what ends an object that is one word long
AFTER_OBJECT = words(
    ", because since as but and so for with without given now today due on at despite although though while under"
    " rather instead over not after having overall too here anyway also either myself outright again in by one 100"
)
# an object with these is not the proposal, which there is only one of
INDEFINITE = words("a an any some them these those both all each every one two three another more")
CONTRASTING = words("instead rather first before until alternative alternatively other later stay staying postpone")
# what may stand between a subject and its verb
BETWEEN = words(
    "am are do would will must shall should have had to also still now thus hence hereby indeed therefore very much so"
    " want wish going happy glad pleased comfortable ready prepared willing inclined able in at this point time and"
    " that think believe feel find , here can be being personally too however yet simply we you it is the good"
    " conscience proposal change plan request migration pr suggest come down"
)
NEGATIONS = words("not never cannot unable refuse refusing neither nor nothing hardly without")
MODALS = words("might may could")
# what makes a sentence hold only if something else does
CONDITIONS = words(
    "if unless provided providing assuming suppose supposing contingent otherwise pending until depends depending"
    " conditional subject whenever lest once imagine pretend hypothetically when"
)
# the same, but only behind a statement
CONDITIONS_BEHIND = words("after only except excluding tomorrow later eventually soon someday next")
JOINING = words("and so because since that but as even")
BREAKS = words(", and but because so since")
SAYING = words(
    "says said say states stated wrote writes write claims claimed argues argued according reported reports told"
    " replied answered answers believes thinks reads quoting quote quotes quoted instructs instructed asks asked"
    " demands demanded wants wanted orders ordered tells telling example eg responds responded"
)
# what can be approved of, or rejected, without a vote on the proposal
OTHER_OBJECTS = words(
    "idea ideas goal goals direction concept intent intention spirit principle motivation ambition sentiment aim claim"
    " argument notion premise assumption suggestion objection objections criticism concern framing alternative"
    " alternatives option options view hypothesis excuse worry worries fear fears part parts half first second"
    " everything most some"
)
STRONG = words(
    "clearly strongly definitely certainly absolutely firmly unquestionably wholeheartedly unequivocally undoubtedly"
    " decisively categorically emphatically fully completely obviously must"
)
MODERATE = words("likely probably reasonable reasonably generally")
WEAK = words(
    "possibly might uncertain perhaps maybe unsure tentatively cautiously slightly hesitant reluctantly lean leaning"
    " inclined marginally narrowly barely"
)
# `my final vote on this is to reject`
NOUNS_OF_VERDICT = words(
    "vote verdict position decision recommendation answer conclusion stance ballot judgement judgment opinion call"
    " ruling advice"
)
OF_VERDICT = words(
    "final overall own personal honest considered current official clear firm strong short right correct only best"
)
BEFORE_IS = words("on for this here matter question would proposal")
AFTER_IS = words(
    "to a an the for clear clearly firm firmly strong strongly definite definitely therefore thus still that we you in"
    " should would be is , vote position hereby hence one of"
)
# what may stand between a verb of advice and what it advises
BEFORE_ADVICE = PROPOSAL | words(
    "that we you they to the this it be a an my vote , for in towards toward with should do team panel organization"
    " company is as of your our board going moving and let us full its immediate outright"
)
# what may lead into `I would ...` without making it a wish
OPENERS = words(
    "so , therefore thus hence overall and in short conclusion summary sum on balance as said to summarize conclude"
    " for this reason these reasons my view opinion based the above evidence"
)
REASONS = words("given considering because since due after having while although though weighing")
MORE = words("more better enough sufficient further another different other proper")
