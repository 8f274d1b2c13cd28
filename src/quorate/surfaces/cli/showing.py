"""Puts a verdict on standard output in the form that was asked for."""

from quorate.core.question import Question
from quorate.core.verdict import BLOCK, Verdict
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
    put(_coloured(text, verdict) if look.coloured and look.form == "text" else text)


def _coloured(text: str, verdict: Verdict) -> str:
    """The last paragraph, which says whether to act, in the colour of a traffic light."""
    from click import style

    light = "green" if verdict.may_be_acted_on else "red" if verdict.action == BLOCK else "yellow"
    before, gap, last = text.rstrip("\n").rpartition("\n\n")
    return f"{before}{gap}{style(last, fg=light)}\n"


def _today(form: str) -> str:
    """Documents are dated; what is only read on the screen is not."""
    from time import strftime

    return "" if form == "text" else strftime("%Y-%m-%d")
