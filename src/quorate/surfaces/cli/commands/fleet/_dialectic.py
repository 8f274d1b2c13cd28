"""The moves of a review by two parties."""

from typing import Any

import click

from quorate.surfaces.cli.options import manner_of, session_argument, store_option, table_options, with_help


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
