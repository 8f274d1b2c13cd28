"""How a confidence is meant, on each scale, so that a number means the same from every voter."""

from quorate.core.confidence import LABEL, UNIT

_BANDS = (
    (90, "HIGH", "only if you would bet on it; you know of nothing that could change your mind"),
    (70, "HIGH", "you are confident; what is still open would hardly change your mind"),
    (50, "MEDIUM", "more likely right than wrong; what is still open could change your mind"),
    (30, "LOW", "little more than a guess"),
    (0, "", "you cannot tell"),
)


def band_lines(scale: str) -> list[str]:
    """What each part of a scale stands for, the highest first."""
    if scale == LABEL:
        # of the bands that share a label the lowest says how little is enough for it
        return [f"{label}: {words}" for label, words in {label: words for _, label, words in _BANDS if label}.items()]
    return [f"{_numbers(place, scale)}: {words}" for place, (_, _, words) in enumerate(_BANDS)]


def _numbers(place: int, scale: str) -> str:
    lowest, above = _BANDS[place][0], _BANDS[place - 1][0]
    if place == 0:
        return f"{_number(lowest, scale)} and more"
    if not lowest:
        return f"below {_number(above, scale)}"
    return f"{_number(lowest, scale)} to {_number(above - 1, scale)}"


def _number(percent: int, scale: str) -> str:
    return f"{percent / 100:.2f}" if scale == UNIT else str(percent)
