"""Contributions as they are found: whatever they deviate in is read, each deviation is named, and nothing is lost."""

import hashlib
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from quorate.core.ballot import Evidence
from quorate.core.errors import InputError
from quorate.core.exact import HALF, Exact, exact, fraction_text
from quorate.core.text import normalised, says_something
from quorate.evidence.contribution import (
    CONFLICT_TYPES,
    EVIDENCE_TYPES,
    SEVERITIES,
    Contribution,
    Decision,
    StatedConflict,
)
from quorate.evidence.lenient_words import (
    CONFLICT_KEYS,
    DECISION_KEYS,
    EVIDENCE_KEYS,
    KNOWN_FORMS,
    LEVELS,
    META_KEYS,
    STATUS_WORDS,
    TOP_KEYS,
    Keys,
)

_PERCENT = re.compile(r"\s*([0-9]{1,3}(?:\.[0-9]{1,6})?)\s*%\s*")
_PLACE = re.compile(r"(?P<file>[^\s:]+):(?P<line>[0-9]{1,9})\b.*", re.S)
_FIRST_LINE = re.compile(r"\s*[Ll]?(?:ines?\s*)?([0-9]{1,9})")
_DECISION = frozenset({"questionId", "question", "answer", "confidence", "rationale", "evidence"})
_CITATION = frozenset({"section", "file", "url", "quote", "line", "type"})
_KINDS = ("", *EVIDENCE_TYPES)
_QUESTION_ID = KNOWN_FORMS["questionId"][0]
_SESSION_IN_NAME = re.compile(r"session[_-][0-9A-Za-z_-]+")


class Deviation(NamedTuple):
    """What differs from the strict form: a code, where (a JSON pointer), and what is written there."""

    code: str
    path: str
    found: Any = None


class ContributionReading(NamedTuple):
    """A contribution, and everything in which its document deviates."""

    contribution: Contribution
    deviations: tuple[Deviation, ...]


Notes = list[Deviation]


def read_leniently(value: Any, file: str = "") -> ContributionReading:
    """Any document that can be taken for a contribution. Raises InputError where it is not a mapping."""
    notes: Notes = []
    top = _mapped(_unwrapped(value, notes), TOP_KEYS, "", notes)
    meta = _mapped(_mapping(top.get("_meta"), "/_meta", notes), META_KEYS, "/_meta", notes)
    contribution = Contribution(
        _id(top, meta, file, notes),
        _agent(top, meta, notes),
        _session(top, meta, file, notes),
        _form("epicId", top.get("epicId") or meta.get("epicId"), "/epicId", notes),
        _form("taskId", top.get("taskId") or meta.get("taskId"), "/taskId", notes),
        _decisions(top.get("decisions"), notes),
        _conflicts(top.get("conflicts"), notes),
        _text(top.get("markerLabel"), "/markerLabel", notes, "marker_label_missing"),
        _texts(top.get("researchOutputs"), "/researchOutputs", notes),
        _form("createdAt", meta.get("createdAt") or top.get("createdAt"), "/_meta/createdAt", notes),
        _status(top, meta, notes),
        meta,
    )
    return ContributionReading(contribution, tuple(notes))


def _unwrapped(value: Any, notes: Notes) -> dict[str, Any]:
    if type(value) is list and len(value) == 1:
        notes.append(Deviation("list_of_one", ""))
        value = value[0]
    if type(value) is dict and len(value) == 1:
        (key, inner), *_ = value.items()
        if key in ("contribution", "data", "document") and type(inner) is dict:
            notes.append(Deviation("wrapped", f"/{key}", key))
            value = inner
    if type(value) is not dict:
        raise InputError("not a contribution: expected a JSON object")
    return value


def _mapped(raw: dict[str, Any], keys: Keys, path: str, notes: Notes) -> Mapping[str, Any]:
    """The mapping under the names that we use; other names and unknown keys are noted."""
    if raw.keys() <= keys.strict:
        return raw
    read: dict[str, Any] = {}
    for key, said in raw.items():
        name = key if key in keys.strict else keys.others.get(key)
        if name is None or (name != key and name in raw) or name in read:
            notes.append(Deviation("unknown_key", f"{path}/{_escaped(key)}", said))
        else:
            if name != key:
                notes.append(Deviation("other_name", f"{path}/{_escaped(key)}", name))
            read[name] = said
    return read


def _escaped(key: str) -> str:
    """A key in a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def _mapping(value: Any, path: str, notes: Notes) -> dict[str, Any]:
    if type(value) is dict:
        return value
    notes.append(Deviation("meta_missing" if value is None else "meta_form", path, value))
    return {}


def _id(top: Mapping[str, Any], meta: Mapping[str, Any], file: str, notes: Notes) -> str:
    said = meta.get("contributionId") or top.get("contributionId")
    if said:
        return _form("contributionId", said, "/_meta/contributionId", notes)
    notes.append(Deviation("id_missing", "/_meta/contributionId"))
    return file.rpartition("/")[2].removesuffix(".json") or "contribution"


def _agent(top: Mapping[str, Any], meta: Mapping[str, Any], notes: Notes) -> str:
    if type(said := meta.get("agentId")) is str and says_something(said):
        return said
    said = top.get("agentId")
    if type(said) is str and says_something(said):
        notes.append(Deviation("agent_outside_meta", "/agentId", said))
        return said
    notes.append(Deviation("agent_missing", "/_meta/agentId", meta.get("agentId")))
    return ""


def _session(top: Mapping[str, Any], meta: Mapping[str, Any], file: str, notes: Notes) -> str:
    if type(said := top.get("sessionId")) is str and said:
        return said
    if type(said := meta.get("sessionId")) is str and said:
        notes.append(Deviation("session_in_meta", "/_meta/sessionId", said))
        return said
    named = _SESSION_IN_NAME.search(file.rpartition("/")[2].removesuffix(".json"))
    notes.append(Deviation("session_from_file_name" if named else "session_missing", "/sessionId"))
    return named[0] if named else ""


def _form(key: str, said: Any, path: str, notes: Notes) -> str:
    """A text that has a form; one of another form is kept as it is."""
    pattern, code = KNOWN_FORMS[key]
    if type(said) is str and pattern.fullmatch(said):
        return said
    if said is None or said == "":
        notes.append(Deviation(f"{code}_missing", path))
        return ""
    notes.append(Deviation(f"{code}_form", path, said))
    return said if type(said) is str else _written(said)


def _status(top: Mapping[str, Any], meta: Mapping[str, Any], notes: Notes) -> str:
    said = top.get("status", meta.get("status"))
    if said is None:
        return "partial" if meta.get("consensusReady") is False else "complete"
    notes.append(Deviation("status_in_document", "/status", said))
    return STATUS_WORDS.get(str(said).casefold(), "partial")


def _text(said: Any, path: str, notes: Notes, code: str) -> str:
    if type(said) is str and said:
        return said
    notes.append(Deviation(code if said in (None, "") else "not_text", path, said))
    return "" if said is None else _written(said)


def _written(said: Any) -> str:
    """Any value as a text."""
    if type(said) is str:
        return said
    if type(said) is list and all(type(one) is str for one in said):
        return "; ".join(said)
    return json.dumps(said, ensure_ascii=False, default=str)


def _texts(said: Any, path: str, notes: Notes) -> tuple[str, ...]:
    if type(said) is list and all(type(one) is str for one in said):
        return tuple(said)
    notes.append(Deviation("outputs_missing" if said is None else "outputs_form", path, said))
    if said is None:
        return ()
    return tuple(map(_written, said)) if type(said) is list else (_written(said),)


def _listed(said: Any, path: str, notes: Notes) -> list[tuple[str, Any]]:
    """The entries of a list, or of a mapping by id, each with its key."""
    if type(said) is list:
        return [("", one) for one in said]
    if type(said) is dict:
        notes.append(Deviation("mapping_for_list", path))
        return list(said.items())
    notes.append(Deviation("list_missing" if said is None else "list_form", path, said))
    return []


def _decisions(said: Any, notes: Notes) -> tuple[Decision, ...]:
    strict = strict_decisions(said)
    return _other_decisions(said, notes) if strict is None else strict


def strict_decisions(said: Any) -> tuple[Decision, ...] | None:
    """Decisions that deviate in nothing, which most do, without a look at where they stand; None for all others."""
    if type(said) is not list or not said:
        return None
    found = []
    for raw in said:
        one = _strict_decision(raw)
        if one is None:
            return None
        found.append(one)
    return tuple(found) if len({one.question_id for one in found}) == len(found) else None


def _strict_decision(raw: Any) -> Decision | None:
    if type(raw) is not dict or not _DECISION <= raw.keys() <= DECISION_KEYS.strict:
        return None
    name, question, answer, reason = raw["questionId"], raw["question"], raw["answer"], raw["rationale"]
    sure, note = raw["confidence"], raw.get("uncertaintyNote", "")
    if not type(name) is type(question) is type(answer) is type(reason) is type(note) is str:
        return None
    share = _share(sure) if type(sure) is Decimal else sure if type(sure) is int and 0 <= sure <= 1 else None
    items = _strict_citations(raw["evidence"])
    is_plain = question and reason and says_something(answer) and _QUESTION_ID.fullmatch(name)
    if share is None or items is None or not is_plain or "alternatives" in raw:
        return None
    return Decision(name, question, answer, share, reason, items, note)


def _strict_citations(said: Any) -> tuple[Evidence, ...] | None:
    if type(said) is not list or not said:
        return None
    found = []
    for raw in said:
        if type(raw) is not dict or not raw.keys() <= _CITATION:
            return None
        get = raw.get
        file, address, section, quote = get("file", ""), get("url", ""), get("section"), get("quote", "")
        line, kind = get("line", 0), get("type", "")
        if not type(file) is type(address) is type(section) is type(quote) is str or type(line) is not int:
            return None
        if not section or not (file or address) or kind not in _KINDS or line < 0:
            return None
        found.append(Evidence("", file, address, section, line, kind, quote))
    return tuple(found)


def _other_decisions(said: Any, notes: Notes) -> tuple[Decision, ...]:
    found, seen = [], set[str]()
    for index, (key, raw) in enumerate(_listed(said, "/decisions", notes)):
        path = f"/decisions/{_escaped(key) if key else index}"
        if type(raw) is not dict:
            if not key:
                notes.append(Deviation("decision_form", path, raw))
                continue
            raw = {"questionId": key, "answer": raw}
        elif key and not any(name in raw for name in ("questionId", "question_id", "id")):
            raw = {"questionId": key, **raw}
        if one := _decision(raw, path, notes):
            if one.question_id in seen:
                notes.append(Deviation("question_twice", path, raw))
            seen.add(one.question_id)
            found.append(one)
    return tuple(found)


def _decision(raw: dict[str, Any], path: str, notes: Notes) -> Decision | None:
    said = _mapped(raw, DECISION_KEYS, path, notes)
    question = _optional(said.get("question"), f"{path}/question", notes, "question_missing")
    answer = said.get("answer")
    if type(answer) is not str:
        notes.append(Deviation("answer_missing" if answer is None else "answer_form", f"{path}/answer", answer))
        answer = "" if answer is None else _written(answer)
    if not says_something(answer):
        notes.append(Deviation("not_counted", path, raw))
        return None
    named = said.get("questionId")
    if named is None or named == "":
        notes.append(Deviation("question_id_missing", f"{path}/questionId"))
        named = normalised(question) or path
    elif not (type(named) is str and KNOWN_FORMS["questionId"][0].fullmatch(named)):
        named = _form("questionId", named, f"{path}/questionId", notes)
    return Decision(
        named,
        question,
        answer,
        _confidence(said.get("confidence"), f"{path}/confidence", notes),
        _optional(said.get("rationale"), f"{path}/rationale", notes, "rationale_missing"),
        _citations(said.get("evidence"), f"{path}/evidence", notes),
        _note(said.get("uncertaintyNote"), f"{path}/uncertaintyNote", notes),
        _alternatives(said.get("alternatives"), f"{path}/alternatives", notes),
    )


def _optional(said: Any, path: str, notes: Notes, code: str) -> str:
    return said if type(said) is str and said else _text(said, path, notes, code)


def _note(said: Any, path: str, notes: Notes) -> str:
    if said is None or type(said) is str:
        return said or ""
    notes.append(Deviation("not_text", path, said))
    return _written(said)


def _confidence(said: Any, path: str, notes: Notes) -> Exact:
    """0 to 1; a percentage and a word are understood, and one half stands for what cannot be."""
    if type(said) is Decimal and (share := _share(said)) is not None:
        return share
    number = None if type(said) is str else exact(said)
    if number is not None and 0 <= number <= 1:
        return number
    code, meant = _guessed(said, number)
    notes.append(Deviation(code, path, said))
    return meant


@lru_cache(maxsize=4096)
def _share(said: Decimal) -> Exact | None:
    """A number from 0 to 1. Fractions take long to make, and there are few different confidences."""
    number = exact(said)
    return number if number is not None and 0 <= number <= 1 else None


def _guessed(said: Any, number: Exact | None) -> tuple[str, Exact]:
    if said is None:
        return "confidence_missing", HALF
    if type(said) is str:
        if (share := fraction_text(said.strip())) is not None and share <= 1:
            return "confidence_as_text", share
        if (found := _PERCENT.fullmatch(said)) and Decimal(found[1]) <= 100:
            return "confidence_percent", Fraction(Decimal(found[1])) / 100
        if (level := LEVELS.get(said.strip().casefold())) is not None:
            return "confidence_word", level
    if number is not None and 1 < number <= 100:
        return "confidence_percent", Fraction(number) / 100
    return "confidence_unreadable", HALF


def _citations(said: Any, path: str, notes: Notes) -> tuple[Evidence, ...]:
    if type(said) is not list:
        notes.append(Deviation("evidence_missing" if said is None else "evidence_not_a_list", path, said))
        said = [] if said is None else [said]
    elif not said:
        notes.append(Deviation("evidence_missing", path))
    return tuple([_citation(one, f"{path}/{index}", notes) for index, one in enumerate(said)])


def _citation(raw: Any, path: str, notes: Notes) -> Evidence:
    if type(raw) is not dict:
        notes.append(Deviation("evidence_as_text", path, raw))
        text = _written(raw)
        if text.startswith(("http://", "https://")):
            return Evidence(address=text)
        if found := _PLACE.fullmatch(text):
            return Evidence(file=found["file"], line=int(found["line"]))
        return Evidence(file=text) if text and not any(map(str.isspace, text)) else Evidence(quote=text)
    said = _mapped(raw, EVIDENCE_KEYS, path, notes)
    get = said.get
    kind, line = get("type", ""), get("line", 0)
    if kind not in _KINDS:
        notes.append(Deviation("evidence_type", f"{path}/type", kind))
    if type(line) is not int or line < 0:
        line = _line(line, f"{path}/line", notes)
    file, address = _plain(get("file")), _plain(get("url"))
    if not file and not address:
        notes.append(Deviation("evidence_without_place", path, raw))
    if not get("section"):
        notes.append(Deviation("section_missing", f"{path}/section"))
    return Evidence(
        "",
        file,
        address,
        _plain(get("section")),
        line,
        _plain(kind),
        _plain(get("quote")),
        get("reproducible") is True,
        _plain(get("command")),
    )


def _plain(said: Any) -> str:
    return said if type(said) is str else "" if said is None else _written(said)


def _line(said: Any, path: str, notes: Notes) -> int:
    """The first line of what names lines in any way."""
    notes.append(Deviation("line_form", path, said))
    if type(said) is list and said and type(said[0]) is int:
        return max(said[0], 0)
    found = _FIRST_LINE.match(said) if type(said) is str else None
    return int(found[1]) if found else 0


def _alternatives(said: Any, path: str, notes: Notes) -> tuple[tuple[str, str], ...]:
    if said is None:
        return ()
    found = []
    for index, (key, one) in enumerate(_listed(said, path, notes)):
        if type(one) is dict and type(one.get("option")) is str:
            found.append((one["option"], _plain(one.get("reason"))))
        else:
            notes.append(Deviation("alternative_form", f"{path}/{_escaped(key) if key else index}", one))
            found.append((key, _written(one)) if key else (_written(one), ""))
    return tuple(found)


def _conflicts(said: Any, notes: Notes) -> tuple[StatedConflict, ...]:
    if said is None:
        return ()
    found = []
    for index, (key, raw) in enumerate(_listed(said, "/conflicts", notes)):
        path = f"/conflicts/{_escaped(key) if key else index}"
        if type(raw) is dict:
            found.append(_conflict(_mapped(raw, CONFLICT_KEYS, path, notes), path, notes))
        else:
            notes.append(Deviation("conflict_form", path, raw))
            found.append(StatedConflict("", _conflict_name(_written(raw)), "critical", _written(raw), {"text": raw}))
    return tuple(found)


def _conflict(said: Mapping[str, Any], path: str, notes: Notes) -> StatedConflict:
    severity, kind = str(said.get("severity", "")).casefold(), said.get("conflictType") or ""
    if severity not in SEVERITIES:  # what nobody has rated must not slip through
        notes.append(
            Deviation("severity_form" if severity else "severity_missing", f"{path}/severity", said.get("severity"))
        )
        severity = "critical"
    if kind not in CONFLICT_TYPES:
        notes.append(
            Deviation("conflict_type" if kind else "conflict_type_missing", f"{path}/conflictType", kind or None)
        )
    if "otherAnswer" in said or "otherContributionId" in said:
        notes.append(Deviation("conflict_short_form", path))
    question = _plain(said.get("questionId"))
    named = said.get("conflictId")
    if not (type(named) is str and named):
        notes.append(Deviation("conflict_id_missing", f"{path}/conflictId", named))
        named = _conflict_name(question, _plain(said.get("otherAnswer")), _plain(said.get("otherContributionId")))
    return StatedConflict(question, named, severity, _plain(kind), dict(said))


def _conflict_name(*parts: str) -> str:
    return "conflict_" + hashlib.sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()[:8]
