"""Puts a verdict on standard output in the form that was asked for."""

from quorate import config
from quorate.core.question import Question
from quorate.core.verdict import Verdict
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.streams import put, put_json, put_page


def show(question: Question, verdict: Verdict, look: Look) -> None:
    """One verdict, for a person or for a program."""
    if look.form == "json":
        from quorate.core.codec import to_json

        put_json(to_json(verdict))
        return
    from quorate.reports import render

    text = render(
        question,
        verdict,
        form=look.form,
        lang=look.lang,
        ascii_only=look.ascii_only,
        width=look.width,
        date="" if look.form == "text" else config.today(),
        screen=look.screen,
        is_coloured=look.coloured and look.form == "text",
    )
    (put_page if look.form == "html" else put)(text)
