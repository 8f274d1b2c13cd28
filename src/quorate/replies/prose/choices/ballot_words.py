"""The English words in which voters speak of their own vote, by what they do in a sentence."""

from quorate.replies.prose.english.english_words import AFTER_OBJECT, BETWEEN, NEGATIONS, PROPOSAL, words

VERDICTS = words(
    "vote verdict position decision recommendation answer conclusion stance ballot judgement judgment opinion call"
    " ruling advice choice pick selection preference view response reply determination resolution outcome option"
    " tldr result final winner"
)
# what may be thrown away or put right: the ballot itself
BALLOTS = words(
    "vote ballot block answer position choice verdict response reply yaml json submission entry recommendation pick"
    " selection decision stance output above message statement ballotblock"
)
VOTING = words(
    "vote votes voting voted cast casting choose choosing chose pick picking picked select selecting selected favor"
    " favour prefer back backing support supporting recommend recommending advise advising suggest suggesting urge"
    " opt opting opted go going went side siding settle settling settled decide decided deciding lean leaning"
    " conclude concluded say saying mean meant intend intending want wanting endorse stick sticking land landed"
    " propose proposing write writing type put like rather accept accepting approve approving stand picks chooses"
    " recommends come coming came end ending ended arrive arriving turn turning tend wind winding settle"
)
# what is done with a thing that is chosen; done every day, it is no choice: `we use Redis`
DEEDS = words(
    "use using take taking adopt adopting keep keeping buy buying build building have having do doing run running"
    " deploy deploying switch switching move moving stay staying return returning revert reverting"
)
OBLIGED = words("would will should must shall us rather sooner better to")
SELF = words("i my we our record clear")
WANTING = words("want consider keep hereby like vote ask recommend propose prefer request")
IS = words("is are be been becomes become remains stays equals was reads read says say zqis now goes")
# what puts a choice behind its verb
LINKS = words(
    "to a an the for with as on that this it in of we be towards toward clear clearly firm firmly strong strongly"
    " hard full outright simply still instead actually therefore just definitely really plain rather down under into"
    " option choice number position vote answer verdict straight up round around at back"
)
# what a choice is turned down for
AWAY = words("from over than of versus vs between")
DENYING = words("against oppose opposing reject rejecting decline declining refuse refusing deny denying")
COUNTING = words(
    "count counting record recording treat register read take log enter mark file interpret consider put list"
    " change changing switch switching set make turn convert update updating amend correct note regard understand"
    " tally move moving revise revising submit use flip counted recorded treated registered taken entered marked"
    " changed switched updated corrected revised shift changes switches moves write writing replace swap exchange"
    " substitute"
)
COUNTED = words(
    "me it this that vote ballot ballotblock mine above response reply answer position block choice recommendation"
    " verdict entry mind my submission pick yaml json"
)
EXCHANGING = words("replace swap exchange substitute")
EMPHATIC = words("hard firm clear definite strong absolute resounding")
# what ends what is said of a choice
CLOSING = (AFTER_OBJECT - words("under in by for at on with")) | words(
    "please then instead rather over from vote ballot option until till outright after anyway me us"
    " above below not zqis than because again now too yet anymore longer stop final period and or"
    " regardless whatever despite notwithstanding"
)
REASONS = words("because since as given due so")
ITS_OBJECTS = PROPOSAL | words(
    "agent claim proposal ballot vote thing question document idea whole it this that resumption run action item"
    " one deployment"
)
# of a vote that was cast, here or some time ago
PAST = words("voted chose picked selected opted went settled decided concluded landed wanted was were had")
HISTORY = words(
    "initially originally earlier previously formerly first once yesterday before almost nearly tempted considered"
    " considering considers hesitated used last beforehand early round briefly"
)
IFS = words(
    "if unless provided providing assuming suppose supposing otherwise whenever once when lest imagine pretend"
    " hypothetically"
)
# what makes a verdict another's, or one that was not come to
NOT_THIS_ONE = words(
    "second next runner-up fallback alternative backup initial earlier previous prior original old former worst"
    " least other another others their his her your likely expected possible default hypothetical example sample"
    " template popular majority consensus natural obvious tempting intuitive gut easy easiest usual typical last"
    " whose"
)
MAYBE = words("might may could perhaps maybe possibly")
CORRECTING = words(
    "correction corrected actually wait sorry instead edit update typo oops ps p s erratum amendment revision"
    " reconsidering reflection thought thoughts second on after all no nope nah apologies hmm ok okay fix scratch"
    " that hold"
)
OPENING = (
    words(
        "so , therefore thus hence overall and but in short conclusion summary sum on balance to summarize conclude for"
        " this reason these reasons my the above finally bottom line is zqis please let us just do then again however"
        " still yet well honestly end now i think believe feel say must really truly it be would should"
    )
    | CORRECTING
)
LIGHT = (
    BETWEEN
    | VOTING
    | NEGATIONS
    | words(
        "now actually really truly instead after all have has just decided changed my mind , a vote say for with only"
        " want would rather be hereby finally then therefore honestly please must need needs ought own no longer let us"
        " it this that stay in the end agent anymore like been continue fully still better not on to comfortable"
        " convinced sure sooner"
    )
)
ASKING = words(
    "please kindly you can could would will should must i want ask to like need have the counter system tally chair"
    " moderator do not may also never"
)
MUST = words("should must ought needs need has have shall cannot can will")
WRONG = words(
    "wrong mistake irresponsible reckless unwise indefensible unacceptable unjustified unwarranted incorrect premature"
)
RIGHT = words(
    "right correct only proper better best safer safest wiser wisest responsible sensible appropriate warranted"
    " justified necessary required needed prudent fine ok okay"
)
