"""Review paused agents, and check conditions."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from quorate.app.fleet.quorum_reviews import settle_review
from quorate.app.fleet.review_state import Review
from quorate.app.life.resumption import resume
from quorate.app.upkeep.carrier import awaits_engines
from quorate.deliberation.principal import NEEDS
from quorate.deliberation.session import Session
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.example_group import ExampleGroup
from quorate.surfaces.cli.options import (
    Look,
    json_option,
    language_option,
    manner_of,
    notes_options,
    page_options,
    session_argument,
    store_option,
    table_options,
    with_help,
)
from quorate.surfaces.cli.terminal.dialogue import ended_as_by_keyboard, interrupted
from quorate.surfaces.cli.terminal.live.live_rows import watching
from quorate.surfaces.cli.terminal.runner import Runner


def carried_review(at: Runner, review: Review, look: Look) -> Review | None:
    """The review once its engines have answered; None where the person did not want to wait.

    Whose key does not allow that sees it as it is.
    """
    is_theirs = at.who.has_scope(*NEEDS["resume"])
    if not isinstance(review.state, Session) or not awaits_engines(review.state) or not is_theirs:
        return review
    try:
        with ended_as_by_keyboard(), watching(look) as watcher:
            at.run(resume(at.app, at.who, review.id, watcher))
    except KeyboardInterrupt:
        interrupted(at, review.id)
        return None
    after = at.run(settle_review(at.app, at.who, review.id))
    return after._replace(excluded=review.excluded, fell_back=review.fell_back)


@click.command("thesis", short_help="Say what went wrong, as the paused agent.")
@session_argument
@click.option("--root-cause", required=True, metavar="TEXT", help="What went wrong.")
@click.option("--condition", "conditions", multiple=True, metavar="TEXT", help="What you would do; repeatable.")
@click.option("--reasoning", default="", metavar="TEXT", help="Why that is enough.")
@store_option
@table_options
@with_help
def thesis(session: str, root_cause: str, conditions: tuple[str, ...], reasoning: str, **manner: Any) -> int:
    """Begins the dialectic SESSION, as the agent that is paused."""
    from quorate.app.fleet.dialectic_reviews import submit_thesis
    from quorate.fleet.dialectic.dialectic_events import ThesisFiled
    from quorate.surfaces.cli.terminal.output.fleet_output import put_answer, put_review

    said = ThesisFiled(root_cause, conditions, reasoning)
    return put_answer(manner_of(**manner), lambda app, who: submit_thesis(app, who, session, said), put_review)


@click.command("antithesis", short_help="Say what you observed, as the reviewer.")
@session_argument
@click.option("--metric", "metrics", multiple=True, metavar="NAME=VALUE", help="What was observed; repeatable.")
@click.option("--concern", "concerns", multiple=True, metavar="TEXT", help="What speaks against it; repeatable.")
@click.option("--reasoning", default="", metavar="TEXT", help="Why.")
@store_option
@table_options
@with_help
def antithesis(session: str, metrics: tuple[str, ...], concerns: tuple[str, ...], reasoning: str, **manner: Any) -> int:
    """Answers the thesis of SESSION, as its reviewer. A concern stands until whoever has it withdraws it."""
    from quorate.app.fleet.dialectic_reviews import submit_antithesis
    from quorate.fleet.dialectic.dialectic_events import AntithesisFiled
    from quorate.surfaces.cli.terminal.output.fleet_output import put_answer, put_review

    said = AntithesisFiled(dict(map(_observed, metrics)), concerns, reasoning)
    return put_answer(manner_of(**manner), lambda app, who: submit_antithesis(app, who, session, said), put_review)


def _observed(metric: str) -> tuple[str, str]:
    name, _, value = (part.strip() for part in metric.partition("="))
    if not name or not value:
        raise click.BadParameter(f"found {metric!r}; allowed: NAME=VALUE", param_hint="--metric")
    return name, value


@click.command("synthesis", short_help="Propose conditions, or agree.")
@session_argument
@click.option("--condition", "conditions", multiple=True, metavar="TEXT", help="A condition of a resume; repeatable.")
@click.option("--agree", is_flag=True, help="You agree; without conditions of your own, to those of the other.")
@click.option("--root-cause", default="", metavar="TEXT", help="What went wrong, where the thesis is not right.")
@click.option("--reasoning", default="", metavar="TEXT", help="Why.")
@store_option
@table_options
@with_help
def synthesis(
    session: str, conditions: tuple[str, ...], agree: bool, root_cause: str, reasoning: str, **manner: Any
) -> int:
    """Proposes conditions or agrees in SESSION, as either party, once in a round.

    It ends when both agree and at least half of their conditions match; after five rounds the state is kept.
    """
    from quorate.app.fleet.dialectic_reviews import submit_synthesis
    from quorate.fleet.dialectic.dialectic_events import SynthesisFiled
    from quorate.surfaces.cli.terminal.output.fleet_output import put_answer, put_review

    said = SynthesisFiled("", conditions, agree, root_cause, reasoning)
    return put_answer(manner_of(**manner), lambda app, who: submit_synthesis(app, who, session, said), put_review)


@click.command("reassign", short_help="Hand a dialectic to another reviewer.")
@session_argument
@click.argument("reviewer", metavar="REVIEWER")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@store_option
@table_options
@with_help
def reassign(session: str, reviewer: str, reason: str, **manner: Any) -> int:
    """Makes REVIEWER the reviewer of SESSION, as an operator or as the present reviewer. Objections stand."""
    from quorate.app.fleet.dialectic_reviews import reassign_review
    from quorate.surfaces.cli.terminal.output.fleet_output import put_answer, put_review

    return put_answer(
        manner_of(**manner), lambda app, who: reassign_review(app, who, session, reviewer, reason), put_review
    )


COMMANDS = (thesis, antithesis, synthesis, reassign)


if TYPE_CHECKING:
    from quorate.app.fleet.condition_check import CheckedCondition
    from quorate.surfaces.cli.terminal.phrases import Words

EXAMPLES = """\b
Examples:
  quorate review request indexer --reason "The index was rebuilt"
  QUORATE_USER=crawler quorate review vote QUORUM-2026-1116-001 resume --reasoning "It is well"
  quorate review list
  quorate review show QUORUM-2026-1116-001
  quorate review list --status ended --agent indexer
  quorate review request indexer --reason "The index was rebuilt" --dialectic
  QUORATE_USER=indexer quorate review thesis dialectic-2026-1116-002 --root-cause "Old cache" --condition "read only"
  QUORATE_USER=crawler quorate review antithesis dialectic-2026-1116-002 --metric errors=0 --concern "No test yet"
  QUORATE_USER=crawler quorate review synthesis dialectic-2026-1116-002 --condition "read only" --agree
  quorate review reassign dialectic-2026-1116-002 mapper --reason "The reviewer is gone"
  quorate review verify dialectic-2026-1116-002 --approve --reason "I read both sides"
  quorate review verify dialectic-2026-1116-002 --approve --reason "I read it" --strike-note N1 --ended 5f0c2a91
  quorate review decide dialectic-2026-1116-003 cooldown --reason "It is about the reviewers themselves"
  quorate review import sessions.yaml
  quorate review conditions conditions.txt
  echo "Disable monitoring until Friday" | quorate review conditions -
"""


@click.group("review", cls=ExampleGroup, epilog=EXAMPLES)
@with_help
def command() -> None:
    """Reviews agents that were paused: by a quorum of three to five others, or by one of them.

    Whoever votes or argues acts as itself: the name of the agent is the user's, or that in QUORATE_USER. Every answer
    says whose move it is, and until when. Each command has its own --help.
    """


@command.command("request", short_help="Ask for a review of a paused agent.")
@click.argument("agent", metavar="AGENT")
@click.option("--reason", required=True, metavar="TEXT", help="Why it should be resumed.")
@click.option("--dispute", default="", metavar="TYPE", help="What is disputed, such as safety or review_system.")
@click.option("--dialectic", is_flag=True, help="By one reviewer, unless a quorum is required.")
@store_option
@table_options
@with_help
def request_command(agent: str, reason: str, dispute: str, dialectic: bool, **manner: Any) -> int:
    """Asks for a review of AGENT, as the agent itself or as an operator.

    Reviewers are those with the highest authority. Where fewer than three may review, one of them does, and the answer
    says so. Reviewers that are engines are asked at once.
    """
    from quorate.app.fleet.review_requests import request_dialectic_review, request_quorum_review
    from quorate.surfaces.cli.terminal.output.fleet_output import put_answer, put_review

    request = request_dialectic_review if dialectic else request_quorum_review
    return put_answer(
        manner_of(**manner),
        lambda app, who: request(app, who, agent, reason, dispute_type=dispute),
        put_review,
        then=carried_review,
    )


@command.command("vote", short_help="Vote as a reviewer of a quorum.")
@session_argument
@click.argument("vote", metavar="resume|block|cooldown")
@click.option("--reasoning", required=True, metavar="TEXT", help="Why.")
@click.option("--condition", "conditions", multiple=True, metavar="TEXT", help="A condition of a resume; repeatable.")
@click.option("--agent", default="", metavar="AGENT", help="The voter, which can only be yourself (the default).")
@store_option
@table_options
@with_help
def vote_command(session: str, vote: str, agent: str, **said: Any) -> int:
    """Votes in the review SESSION, once. The last vote counts them, and what they decide is done at once.

    A condition in words such as "monitor risk for 24h" is checked. Any other words are a note: nothing applies it, and
    a person has to accept it if it names a protection. `quorate review conditions` shows how conditions are read.
    """
    from quorate.app.fleet.quorum_reviews import submit_quorum_vote
    from quorate.surfaces.cli.terminal.output.fleet_output import put_answer, put_review

    ballot = {"vote": vote, "reasoning": said.pop("reasoning"), "conditions": list(said.pop("conditions"))}
    return put_answer(
        manner_of(**said), lambda app, who: submit_quorum_vote(app, who, session, ballot, agent), put_review
    )


@command.command("show", short_help="Show a review and whose move it is.")
@session_argument
@store_option
@table_options
@with_help
def show_command(session: str, **manner: Any) -> int:
    """Shows the review SESSION, after all that follows by the rules: the end of its time, the count, the execution.

    Reviewers that are engines and have not answered are asked.
    """
    from quorate.app.fleet.quorum_reviews import settle_review
    from quorate.surfaces.cli.terminal.output.fleet_output import put_answer, put_whole_review

    return put_answer(
        manner_of(**manner), lambda app, who: settle_review(app, who, session), put_whole_review, then=carried_review
    )


@command.command("list", short_help="List reviews by their state.")
@click.option("--status", default="", metavar="STATE", help="open (the default), ended, or a phase such as failed.")
@click.option("--agent", default="", metavar="AGENT", help="Only reviews of this agent.")
@page_options
@store_option
@table_options
@with_help
def list_command(status: str, agent: str, after: str, limit: int, **manner: Any) -> int:
    """Lists the reviews that are open, or those in another state, and whose move it is in each of them.

    The phases are thesis, antithesis, synthesis, quorum_voting, resolved, escalated and failed. Reviews that ended are
    listed the newest first, imported ones too.
    """
    from quorate.app.fleet.fleet_overview import list_reviews
    from quorate.surfaces.cli.terminal.output.fleet_output import put_answer, put_reviews

    wanted = status, agent, after, limit
    return put_answer(manner_of(**manner), lambda app, who: list_reviews(app, who, *wanted), put_reviews)


@command.command("verify", short_help="Verify an agreement, as a person.")
@session_argument
@click.option("--approve/--refuse", "approves", required=True, help="Whether it may be carried out.")
@click.option("--reason", required=True, metavar="TEXT", help="What was looked at.")
@notes_options
@click.option("--ended", default="", metavar="HASH", help="The end that you have seen; needed if there are notes.")
@store_option
@table_options
@with_help
def verify_command(session: str, approves: bool, reason: str, **more: Any) -> int:
    """Says, as an operator, whether the agreement of two parties in SESSION may be carried out.

    Each note that names a protection is accepted or struck in the same answer. What is struck is not posted to the
    agent; if nothing is left, the default is. A review by a quorum is verified with `quorate resolve`.
    """
    from quorate.app.fleet.dialectic_reviews import verify_review
    from quorate.surfaces.cli.terminal.output.fleet_output import put_answer, put_review

    answer = {name: more.pop(name) for name in ("accept_notes", "strike_notes", "ended")}
    return put_answer(
        manner_of(**more),
        lambda app, who: verify_review(app, who, session, approves=approves, reason=reason, **answer),
        put_review,
    )


@command.command("decide", short_help="Decide a review that was escalated to a person.")
@session_argument
@click.argument("action", metavar="resume|block|cooldown")
@click.option("--reason", required=True, metavar="TEXT", help="Why.")
@click.option("--condition", "conditions", multiple=True, metavar="TEXT", help="A condition of a resume; repeatable.")
@store_option
@table_options
@with_help
def decide_command(session: str, action: str, reason: str, conditions: tuple[str, ...], **manner: Any) -> int:
    """Decides SESSION, which is about the review system itself, as an operator; the hard limits hold here too."""
    from quorate.app.fleet.dialectic_reviews import decide_review
    from quorate.surfaces.cli.terminal.output.fleet_output import put_answer, put_review

    return put_answer(
        manner_of(**manner),
        lambda app, who: decide_review(app, who, session, action, conditions, reason),
        put_review,
    )


@command.command("import", short_help="Import sessions of another review system.")
@click.argument("file", metavar="FILE|-")
@store_option
@table_options
@with_help
def import_command(file: str, **manner: Any) -> int:
    """Imports the sessions in FILE, YAML or JSON: one, or a list of them. They are kept as history and decide nothing.

    The report names what was taken, what was known already, and what was refused and why. The agent that a session is
    about has to be registered. Exit status 2 where a session was refused, which does not stop the others.
    """
    from quorate.app.fleet.session_import import import_sessions
    from quorate.surfaces.cli.terminal.output.fleet_output import put_answer, put_import
    from quorate.surfaces.cli.terminal.streams import named, read_document

    data, source = read_document(file), named(file)
    return put_answer(
        manner_of(**manner), lambda app, who: import_sessions(app, who, data, source), put_import, may_make=True
    )


@command.command("conditions", short_help="Check conditions against the hard limits.")
@click.argument("file", metavar="FILE|-")
@json_option
@language_option
@with_help
def conditions_command(file: str, as_json: bool, lang: str | None) -> int:
    """Says what becomes of each condition in FILE, or on standard input for `-`, on a resume.

    FILE has a condition per line, or JSON lines `{"id", "condition"}`. A condition is structured, a note, a note that
    a person has to accept because it names a protection, or not allowed; then it is shown with the limit that it
    crosses. Nothing is stored. Exit status 0 also if conditions are not allowed: that is an answer; 2 if a line cannot
    be read, which does not stop the rest.
    """
    from quorate import config
    from quorate.app.fleet.condition_check import check_conditions
    from quorate.batch.outcome import RefusedQuestion
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import complain, named, opened, put, put_json
    from quorate.views.fleet import checked_plain

    refused, words = 0, Words(lang or config.language())
    with opened(file) as stream:
        for one in check_conditions(stream):
            if isinstance(one, RefusedQuestion):
                refused += 1
                for problem in one.problems:
                    complain(problem.sentence(named(file)))
            elif as_json:
                put_json(json_line(checked_plain(*one)))
            else:
                put("".join(f"{line}\n" for line in _lines(one, words)))
    return exit_status.WRONG if refused else exit_status.WORKED


def _lines(checked: "CheckedCondition", words: "Words") -> Iterator[str]:
    from quorate.protocols.quorum.conditions import NOTE, condition_of
    from quorate.protocols.quorum.hard_limits import review_note
    from quorate.protocols.quorum.protections import marked
    from quorate.reports.content.condition_words import condition_in_words
    from quorate.reports.text import one_line

    becomes, read = review_note(checked.condition), condition_of(checked.condition)
    shown = marked(checked.condition) if becomes == "asks" else checked.condition
    code = {"forbidden": "fleet.crosses", "asks": "fleet.asked"}.get(becomes, "fleet.allowed")
    yield words(code, id=one_line(str(checked.id)), condition=one_line(shown))
    for one in checked.crosses:
        yield "  " + words("fleet.crossed", rule=words.word("limit", one.limit), found=one_line(one.found))
    if not checked.crosses:
        kind = "passes" if read.kind == NOTE else "structured"
        yield "  " + words(f"fleet.becomes.{kind}", text=one_line(condition_in_words(read.text, words)))


def _add_dialectic() -> None:

    for one in COMMANDS:
        command.add_command(one)


_add_dialectic()
