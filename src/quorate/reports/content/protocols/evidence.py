"""Evidence: the share that agrees, and why that is not enough where it is not."""

from quorate.reports.content.protocols import ProtocolWording
from quorate.reports.content.vote_words import choice_word, held_against
from quorate.reports.report_data import ReportData

FEWEST_AGENTS = 2


def _choice(data: ReportData, choice: str) -> str:
    """Against an option of the question, unless an option is called so itself."""
    if not choice.startswith("not "):
        return ""
    option = choice.removeprefix("not ")
    is_option = any(option.casefold() == one.id.casefold() for one in data.question.options)
    return data.say("position.not", option=option) if is_option else ""


def _reached(data: ReportData) -> list[str]:
    """Refuted, contested and insufficient need a word more: their share may be above what is needed."""
    verdict, say = data.verdict, data.say
    consensus = held_against(data, "box.consensus")
    if verdict.result == "PROVEN":
        chosen = [say("box.choice", choice=choice_word(data, verdict.choice))] if verdict.choice else []
        return chosen + consensus
    few = len(verdict.receipt.counted) < FEWEST_AGENTS
    keys = {"REFUTED": "box.refuted", "CONTESTED": "box.contested"}
    return [*consensus, say(keys.get(verdict.result, "box.few_agents" if few else "box.unsettled"))]


WORDING = ProtocolWording(
    choice=_choice,
    reached=_reached,
    shows_weight=False,
    flip_note="flip.filed",
    report="quorate.reports.layouts.consensus_report",
)
