"""Words from outside, marked as such: between markers that they cannot know, in lines that do not look like ours."""

from collections.abc import Iterable


def quoted(lines: Iterable[str], nonce: str) -> str:
    """The lines between markers with the nonce."""
    mark = f"quoted-{nonce}" if nonce else "quoted"
    return "\n".join([f"<<<{mark}", *lines, f"{mark}>>>"])


def in_one_line(text: str) -> str:
    """A name beside our own words; it must not begin a line."""
    return " ".join(text.split())


def indented(text: str) -> list[str]:
    """Somebody's words, none of which begins a line like ours, or steers a terminal."""
    plain = "".join(one if one.isprintable() or one in "\n\t" else " " for one in text)
    return [f"    {line}".rstrip() for line in plain.splitlines()]
