"""A report that is written to a file of its own and listed in the manifest."""

import os
from datetime import datetime
from pathlib import Path

from quorate.app.access.operation import operation
from quorate.app.app import App, Deliberation
from quorate.app.deliberation_list import show_deliberation
from quorate.app.evidence.manifest_file import NewReport, add_entry, entry_of
from quorate.core.errors import InputError, Refused, StoreError
from quorate.deliberation.principal import Principal
from quorate.evidence.manifest import MANIFEST_FILE, ManifestEntry
from quorate.reports.report import render_deliberation

AGENT_TYPE = "analysis"


@operation
async def file_report(
    app: App, who: Principal, deliberation: str, folder: str, report: NewReport, lang: str = "en"
) -> ManifestEntry:
    """Writes the report on a deliberation to `YYYY-MM-DD_slug.md` in the folder, and adds it to the manifest there."""
    found = await show_deliberation(app, who, deliberation)
    if not found.session.is_current or found.session.verdict is None:
        raise Refused(f"{deliberation} has no current verdict; there is nothing to report yet")
    text = render_deliberation(found.session, found.history, form="markdown", lang=lang)
    return file_text(folder, text, _with_verdict(found, report), app.surroundings.clock())


def file_text(folder: str, text: str, report: NewReport, now: datetime) -> ManifestEntry:
    """Writes a text as a new file, and adds it to the manifest; a file that is there is never replaced."""
    entry = entry_of(report, now)
    place = Path(folder)
    if not place.is_dir():
        raise InputError(f"{folder}: no such folder; expected the folder of the manifest")
    try:
        handle = os.open(place / entry.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
    except FileExistsError:
        raise Refused(f"{place / entry.file} exists already; use another --title or --file") from None
    except OSError as error:
        raise StoreError(f"{place / entry.file}: {error.strerror}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        return add_entry(place / MANIFEST_FILE, report._replace(file=entry.file, date=entry.date, id=entry.id), now)
    except BaseException:
        (place / entry.file).unlink(missing_ok=True)
        raise


def _with_verdict(found: Deliberation, report: NewReport) -> NewReport:
    """What the verdict says of itself, where nobody has said otherwise."""
    session = found.session
    assert session.verdict
    said = [session.verdict.result, *([session.verdict.choice] if session.verdict.choice else [])]
    return report._replace(
        title=report.title or session.question.subject,
        topics=report.topics or tuple(filter(None, (session.question.domain, session.protocol))),
        findings=report.findings or tuple(said),
        status=report.status if session.verdict.may_be_acted_on or report.status != "complete" else "partial",
        agent_type=report.agent_type or AGENT_TYPE,
    )
