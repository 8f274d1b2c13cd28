"""What "it" and "them" mean: a protection or a threshold that was named last, if nothing else could be meant."""

from quorate.limits import flags as f
from quorate.limits.english.words import FLAGS, vocabulary

_SINGULAR, _PLURAL = frozenset(("it", "this")), frozenset(("them", "they", "these", "those"))
_MEASURES = frozenset(("risk", "coherence"))
_STOPS_AGENTS = vocabulary("block stop pause suspend halt kill quarantine isolate terminate")
_CONTRASTS = vocabulary("else elsewhere rest others otherwise")
_DENIALS = (["they", "do"], ["it", "does"])
_QUALITIES = vocabulary("much many slow slower heavy expensive costly noisy annoying long high low")
_PEOPLE = vocabulary("agent agents owner operator")

_LEAVES = vocabulary("leave leaves leaving left keep keeps keeping kept")
_WORKS = vocabulary("open closed on up live active enabled armed running tripped")
_JOINS = vocabulary("and but yet")


def without_first_state(words: list[str]) -> list[str]:
    """ "Leave it ignored" for "leave it open and ignored": what else a protection is left as takes nothing back."""
    for place in range(2, len(words) - 2):
        state, join, second = words[place : place + 3]
        is_left = FLAGS.get(words[place - 1], 0) & f.TARGET and not _LEAVES.isdisjoint(words[max(0, place - 4) : place])
        if is_left and state in _WORKS and join in _JOINS and second.endswith("ed"):
            return [*words[:place], *words[place + 2 :]]
    return words


def with_antecedents(words: list[str], topic: str) -> tuple[list[str], str]:
    """The words of a sentence with such pronouns replaced, and the topic that the next sentence may refer to."""
    # "keep the checks for payments and drop them for the rest"
    is_contrast = not _CONTRASTS.isdisjoint(words) or words[-3:-1] in _DENIALS
    replaced: list[str] = []
    for place, word in enumerate(words):
        if topic and _agrees(word, topic) and _stands_alone(words, place) and not _may_be_agent(words, place):
            replaced += topic.split()
            continue
        replaced.append(word)
        if _is_protection(words, place):
            is_measured = word == "threshold" and place and words[place - 1] in _MEASURES
            topic = f"{words[place - 1]} {word}" if is_measured else word
        elif _is_thing(words, place) and word.endswith("s") == topic.endswith("s"):
            topic = topic if is_contrast and "for" in words[max(0, place - 2) : place] else ""
    return replaced, topic


def _is_protection(words: list[str], place: int) -> bool:
    flag = FLAGS.get(words[place], 0)
    before = FLAGS.get(words[place - 1], 0) if place else 0
    return bool(flag & f.TARGET or (flag & f.WEAK and before & (f.DET | f.WITHOUT | f.MODIFIER)))


def _agrees(word: str, topic: str) -> bool:
    if topic == "safetycheck":
        return word in _PLURAL or word in _SINGULAR
    is_plural = topic.endswith("s")
    return word in (_PLURAL if is_plural else _SINGULAR)


def _stands_alone(words: list[str], place: int) -> bool:
    """False for "this plugin" and for the "it" of "it is forbidden to"."""
    after = words[place + 1] if place + 1 < len(words) else ""
    if words[place] in ("this", "these", "those"):
        return not after or bool(FLAGS.get(after, 0) & (f.AUX | f.COPULA | f.PREPOSITION | f.COMMA | f.AND))
    return not (words[place] == "it" and "to" in words[place + 2 : place + 6] and FLAGS.get(after, 0) & f.AUX)


def _may_be_agent(words: list[str], place: int) -> bool:
    """True for the "it" of "if the agent bypasses the breaker, stop it"."""
    return words[place - 1] in _STOPS_AGENTS and not _PEOPLE.isdisjoint(words[:place])


def _is_predicate_noun(words: list[str], place: int) -> bool:
    """True for the nuisance of "has been a nuisance" and the slow of "is slow", which name nothing new."""
    before = FLAGS.get(words[place - 1], 0)
    if before & f.DET and place > 1:
        before = FLAGS.get(words[place - 2], 0)
    return bool(before & f.AUX)


def _is_thing(words: list[str], place: int) -> bool:
    """Whether a word names something else that a pronoun could mean."""
    word = words[place]
    flag = FLAGS.get(word, 0)
    if place and _is_predicate_noun(words, place):
        return False
    if word in _PEOPLE or word[0].isdigit() or not word.isascii() or word.endswith("ly"):
        return False
    if word in _QUALITIES:
        return False
    if flag & f.GENERIC:
        return not (place and _is_protection(words, place - 1))
    return flag == 0 or (bool(flag & f.TROUBLE) and not flag & (f.TARGET | f.VERB | f.TIME | f.ADVERB))
