"""Puts a verdict on standard output in the form that was asked for."""

from quorate.core.question import Question
from quorate.core.verdict import Verdict
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.streams import put, put_json


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
        date=_today(look.form),
    )
    put(text if text.endswith("\n") else text + "\n")


def _today(form: str) -> str:
    """Documents are dated; what is only read on the screen is not."""
    from time import strftime

    return "" if form == "text" else strftime("%Y-%m-%d")
