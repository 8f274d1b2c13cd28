"""Every style in which real models write is read as the ballot that was meant, or asked for once more."""

import pytest

from quorate import read_reply
from tests.real_engines.styles import CHOICE, MEANT, OPTIONS, STYLES, nonce_in

NONCE = "abcd1234abcd1234"
ASKED_AGAIN = {"bare json": "no_block", "prose, then block": "text_after"}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("protocol", MEANT)
def test_a_style_is_read_as_the_ballot_that_was_meant(protocol: str, style: str) -> None:
    meant = MEANT[protocol]
    options = tuple(OPTIONS.items()) if protocol == "judges" else ()
    read = read_reply(STYLES[style](protocol, NONCE, meant), protocol, options=options, nonce=NONCE)
    if style in ASKED_AGAIN:
        assert read.why is not None
        assert read.why.code == ASKED_AGAIN[style]
    else:
        assert (read.choice, read.inferred) == (meant[CHOICE[protocol]], False), read.why


def test_the_nonce_is_found_on_its_way_through_json() -> None:
    assert nonce_in('... nonce: \\"abc1\\"\\nposition') == "abc1"
    assert nonce_in("nothing") == ""
