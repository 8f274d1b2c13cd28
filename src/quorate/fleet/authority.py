"""Authority: how much a reviewer's vote weighs, from what is known of the reviewer, to four decimals."""

from collections.abc import Mapping
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from quorate.core.exact import HALF, Exact, plain, ratio, rounded
from quorate.deliberation.moments import later
from quorate.fleet.agent import Agent

DECIMALS = 4
CENTRE, STEEPNESS = Fraction(35, 100), 10
FRESH_SECONDS = 24 * 3600
REVIEWER_ALONE_TAGGED = Fraction(6, 10)
FEWEST_CAPPED = 4
FRESH, STALE = 1, HALF
# fifty digits: no score that can be written down comes so close to a tie that rounding would go wrong
_DIGITS = Context(prec=50)


class AuthorityParts(NamedTuple):
    """The four parts, each from 0 to 1."""

    health: Exact
    track_record: Exact
    domain: Exact
    freshness: Exact

    @property
    def score(self) -> Exact:
        """Their weighted sum, rounded half up to four decimals: this is the weight, exactly."""
        return rounded_score(sum(share * part for share, part in zip(SHARES, self, strict=True)))


SHARES = AuthorityParts(Fraction(40, 100), Fraction(30, 100), Fraction(20, 100), Fraction(10, 100))


def authority_of(reviewer: Agent, paused: Agent | None, now: str) -> AuthorityParts:
    """What a reviewer's authority over a paused agent is made of, at a moment."""
    return AuthorityParts(
        health_of(reviewer.risk_score),
        track_of(reviewer),
        domain_of(reviewer.tags, paused.tags if paused else frozenset()),
        FRESH if reviewer.updated_at and reviewer.updated_at >= fresh_from(now) else STALE,
    )


def rounded_score(total: Exact) -> Exact:
    """Rounded half up to four decimals."""
    return plain(Fraction(rounded(total, DECIMALS)))


def track_of(reviewer: Agent) -> Exact:
    """How many of its reviews held up; a half where none was judged."""
    return ratio(reviewer.held_up, reviewer.reviews) if reviewer.reviews else HALF


@lru_cache(maxsize=4096)
def health_of(risk: Exact | None) -> Exact:
    """A logistic of the risk score, falling, with its middle at 0.35; a half where the score is unknown."""
    if risk is None:
        return HALF
    exponent = STEEPNESS * (risk - CENTRE)
    if not exponent:
        return HALF
    written = _DIGITS.divide(Decimal(exponent.numerator), Decimal(exponent.denominator))
    return 1 / (1 + Fraction(_DIGITS.exp(written)))


def domain_of(reviewer: frozenset[str], paused: frozenset[str]) -> Exact:
    """The Jaccard overlap of tags."""
    if not paused:
        return REVIEWER_ALONE_TAGGED if reviewer else HALF
    return ratio(len(reviewer & paused), len(reviewer | paused))


@lru_cache(maxsize=64)
def fresh_from(now: str) -> str:
    """The moment from which on a report is fresh; empty where nothing is known of the time."""
    return later(now, -FRESH_SECONDS) if now else ""


def capped(weights: Mapping[str, Exact]) -> dict[str, Exact]:
    """The weights of a panel; of four or more nobody has more than a third of the whole.

    Larger weights are lowered to the largest common cap that gives this. It is never below the third largest weight, as
    three equal weights are a third each at most.
    """
    if len(weights) < FEWEST_CAPPED:
        return dict(weights)
    cap = _cap_of(sorted(weights.values(), reverse=True))
    return {name: min(weight, cap) for name, weight in weights.items()}


def _cap_of(weights: list[Exact]) -> Exact:
    first, second, total = weights[0], weights[1], sum(weights)
    if 3 * first <= total:
        return first
    one_lowered = ratio(total - first, 2)
    return one_lowered if one_lowered >= second else plain(total - first - second)
