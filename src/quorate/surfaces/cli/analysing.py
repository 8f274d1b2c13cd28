"""Explains a verdict, or counts its ballots by another protocol. Only looks; nothing is stored."""

from quorate.analysis.explain import explain
from quorate.analysis.retally import Wanted, retally
from quorate.analysis.subject import Subject, subject_of, subject_of_tally
from quorate.core.codec import json_line
from quorate.core.errors import DocumentError, InputError
from quorate.core.exact import Exact, fraction_text
from quorate.documents.tally import read_tally
from quorate.protocols import protocol_named
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Manner
from quorate.surfaces.cli.terminal.streams import STANDARD, named, put, put_json, read_document
from quorate.views.analysis import explanation_to_plain, retally_to_plain


def explain_target(target: str, manner: Manner) -> int:
    """Why the verdict is as it is."""
    found = explain(_subject(target, manner))
    look = manner.look
    if look.form == "json":
        put_json(json_line(explanation_to_plain(found)))
    else:
        from quorate.reports.explanation import render_explanation

        put(render_explanation(found, lang=look.lang, ascii_only=look.ascii_only, width=look.width))
    return exit_status.WORKED


def retally_target(target: str, protocol: str, threshold: str | None, strict: bool, manner: Manner) -> int:
    """What another protocol would have said, side by side with what was said."""
    wanted = Wanted(protocol_named(protocol), _threshold(threshold), strict)
    found = retally(_subject(target, manner), wanted)
    look = manner.look
    if look.form == "json":
        put_json(json_line(retally_to_plain(found)))
    else:
        from quorate.reports.comparison import render_retally

        put(render_retally(found, lang=look.lang, ascii_only=look.ascii_only, width=look.width))
    return exit_status.WORKED


def _subject(target: str, manner: Manner) -> Subject:
    """A name with a dot or a slash is a file; ids have neither."""
    if target == STANDARD or "." in target or "/" in target:
        try:
            return subject_of_tally(read_tally(read_document(target)))
        except DocumentError as error:
            raise error.in_source(named(target)) from None
    from quorate.surfaces.cli.desk import desk  # a document needs no record

    with desk(manner.store) as at:
        return subject_of(at.load(target))


def _threshold(text: str | None) -> Exact | None:
    if text is None:
        return None
    share = fraction_text(text)
    if share is None or not 0 < share <= 1:
        raise InputError(f"--threshold: found {text!r}; allowed: a number above 0 up to 1, or a fraction such as 2/3")
    return share
