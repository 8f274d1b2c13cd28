"""What an agent tells a tool, as a statement of a dialectic. Only an explicit yes agrees."""

from collections.abc import Mapping
from typing import Any

from quorate.core.errors import Problem
from quorate.fleet.dialectic.dialectic_events import AntithesisFiled, Provenance, SynthesisFiled, ThesisFiled
from quorate.protocols.quorum.conditions import CONDITIONS

Said = Mapping[str, Any]
KINDS = ("agent_submitted", "external_consult", "orchestrated")
_YES = frozenset({"true", "1", "yes"})
_NO = frozenset({"false", "0", "no", ""})
_LONGEST = 200


def is_agreement(value: Any) -> tuple[bool, bool]:
    """Whether a value says that somebody agrees, and whether it could be read. Only an explicit yes agrees."""
    if value is None or isinstance(value, bool):
        return value is True, True
    if not isinstance(value, str):
        return False, False
    word = value.strip().casefold()
    return word in _YES, word in _YES | _NO


def thesis_of(said: Said) -> ThesisFiled:
    """What the paused agent says."""
    conditions = _conditions(said, "proposed_conditions") or ()
    return ThesisFiled(_text(said, "root_cause"), conditions, _text(said, "reasoning"))


def antithesis_of(said: Said) -> AntithesisFiled:
    """What its reviewer says."""
    observed = said.get("observed_metrics")
    metrics = observed if isinstance(observed, Mapping) else {}
    return AntithesisFiled(metrics, _texts(said, "concerns"), _text(said, "reasoning"), provenance_of(said))


def synthesis_of(said: Said, provenance: Provenance | None = None) -> SynthesisFiled:
    """What either party proposes or agrees to. One that cannot be read is disagreement, and marked as degraded."""
    agrees, is_readable = is_agreement(said.get("agrees"))
    by = provenance or provenance_of(said)
    proposed, other = (_conditions(said, key) for key in ("proposed_conditions", "conditions"))
    concerns = said.get("concerns")
    if not is_readable or proposed is None or other is None or not (concerns is None or _are_texts(concerns)):
        return SynthesisFiled("", provenance=by._replace(degraded=True), reasoning=_text(said, "reasoning"))
    return SynthesisFiled(
        "",
        proposed or other,
        agrees,
        _text(said, "root_cause"),
        _text(said, "reasoning"),
        _texts(said, "concerns"),
        by,
    )


def provenance_of(said: Said) -> Provenance:
    """Who reviewed, by which model; a kind that is not known is that of the agent itself."""
    stated = said.get("reviewer_provenance")
    if not isinstance(stated, Mapping):
        return Provenance()
    kind = stated.get("reviewer_kind")
    backend, model, source = (_text(stated, name)[:_LONGEST] for name in ("backend", "model_used", "consult_source"))
    return Provenance(str(kind) if kind in KINDS else KINDS[0], backend, model, source, stated.get("degraded") is True)


def _conditions(said: Said, key: str) -> tuple[str, ...] | None:
    """Return conditions, each a text or a mapping, as they are written; None if they cannot be read."""
    problems: list[Problem] = []
    texts: tuple[str, ...] = CONDITIONS.read(said.get(key) or [], (key,), problems)
    return None if problems else texts


def _are_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


def _texts(said: Said, key: str) -> tuple[str, ...]:
    value = said.get(key) or ()
    return tuple(value) if _are_texts(value) else ()


def _text(said: Said, key: str) -> str:
    value = said.get(key, "")
    return value if isinstance(value, str) else ""
