"""Where a request comes from, and whether it is a repeat."""

import pytest

from quorate.core.errors import InputError, KeyReused
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.principal import Principal
from quorate.surfaces.http.guard.idempotency import RequestKeys
from quorate.surfaces.http.guard.origin_check import allowed_hosts, check_origin
from quorate.surfaces.http.problems import HttpError

ANN, BEN = Principal("ann", AUTHENTICATED), Principal("ben", AUTHENTICATED)
HOSTS = allowed_hosts(8640, ["quorate.example", "team.example:8443", "[2001:db8::1]:80"])
OWN = "127.0.0.1:8640"
GOOD_HOSTS = (
    OWN,
    "localhost:8640",
    "LocalHost:8640",
    "[::1]:8640",
    "quorate.example",
    "Quorate.Example",
    "team.example:8443",
)
BAD_HOSTS = (
    "",
    " ",
    "127.0.0.1",
    "127.0.0.1:80",
    "127.0.0.1:86400",
    "127.0.0.1:8640:1",
    "127.0.0.1:8640 ",
    "127.1:8640",
    "0:8640",
    "0.0.0.0:8640",
    "2130706433:8640",
    "0x7f.1:8640",
    "localhost",
    "localhost.:8640",
    "localhost.evil.example:8640",
    "evil.example",
    "evil.example:8640",
    "quorate.example.",
    "quorate.example:80",
    "quorate.example.evil.example",
    "evil.quorate.example",
    "quorate.example@evil.example",
    "evil.example@quorate.example",
    "quorate.example#",
    "quorate.example/",
    "http://quorate.example",
    "quorate.example,evil.example",
    "quorate.example\t",
    "team.example",
    "team.example:443",
    "[::1]",
    "[::1]:80",
    "::1:8640",
    "[0:0:0:0:0:0:0:1]:8640",
    "[::ffff:127.0.0.1]:8640",
    "qu\u00f6rate.example",
    "quorate\u3002example",
    "xn--qurate-wxa.example",
    "127.0.0.1.nip.io:8640",
    "rebind.example:8640",
)
GOOD_ORIGINS = (
    "http://127.0.0.1:8640",
    "http://localhost:8640",
    "https://quorate.example",
    "https://quorate.example:443",
    "HTTPS://team.example:8443",
)
BAD_ORIGINS = (
    "",
    "null",
    "NULL",
    "*",
    "file://",
    "https://evil.example",
    "http://evil.example:8640",
    "https://quorate.example.evil.example",
    "https://evil.example/quorate.example",
    "https://quorate.example/",
    "https://quorate.example@evil.example",
    "https://quorate.example:8443",
    "ftp://quorate.example",
    "quorate.example",
    "//quorate.example",
    "https://127.0.0.1",
    "http://127.0.0.1:80",
    "http://localhost",
    "http://localhost:3000",
    "https://quorate.example https://evil.example",
    "https://quorate.example,https://evil.example",
    "chrome-extension://abc",
    "http://[::1]:1",
    "javascript:0",
    "data:text/html,x",
)


def _headers(host: str, *more: tuple[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode("latin-1", "replace")) for name, value in (("host", host), *more)]


@pytest.mark.parametrize("host", GOOD_HOSTS)
def test_the_server_answers_to_its_names(host: str) -> None:
    check_origin(_headers(host), HOSTS)


@pytest.mark.parametrize("host", BAD_HOSTS)
def test_the_server_answers_to_no_other_name(host: str) -> None:
    with pytest.raises(HttpError) as refused:
        check_origin(_headers(host), HOSTS)
    assert refused.value.kind == "misdirected"


@pytest.mark.parametrize("origin", GOOD_ORIGINS)
def test_its_own_pages_may_call(origin: str) -> None:
    check_origin(_headers(OWN, ("origin", origin), ("sec-fetch-site", "same-origin")), HOSTS)


@pytest.mark.parametrize("origin", BAD_ORIGINS)
def test_pages_of_others_may_not_call(origin: str) -> None:
    with pytest.raises(HttpError) as refused:
        check_origin(_headers(OWN, ("Origin", origin)), HOSTS)
    assert refused.value.kind == "forbidden"


@pytest.mark.parametrize("site", ["cross-site", "same-site", "", "same-origin, cross-site"])
def test_what_a_browser_says_of_another_site_is_believed(site: str) -> None:
    with pytest.raises(HttpError, match="another site"):
        check_origin(_headers(OWN, ("Sec-Fetch-Site", site)), HOSTS)


@pytest.mark.parametrize("headers", [[], _headers(OWN, ("Host", OWN)), _headers(OWN, ("host", "evil.example"))])
def test_there_is_one_host(headers: list[tuple[bytes, bytes]]) -> None:
    with pytest.raises(HttpError, match="several; expected one"):
        check_origin(headers, HOSTS)


def test_there_is_at_most_one_origin() -> None:
    twice = ("origin", "http://127.0.0.1:8640")
    with pytest.raises(HttpError, match="at most one"):
        check_origin(_headers(OWN, twice, twice), HOSTS)


@pytest.mark.parametrize(
    "name", ["", "*", "*.example", "a b", "https://a.example", "a.example/", "a..example", "-a.example"]
)
def test_a_name_that_is_none_is_refused_when_the_server_starts(name: str) -> None:
    with pytest.raises(InputError, match="--host-name"):
        allowed_hosts(8640, [name])


def test_the_same_request_is_not_processed_twice_at_once() -> None:
    keys = RequestKeys()
    with keys.running(ANN, "k", "request"):
        with pytest.raises(HttpError) as refused, keys.running(ANN, "k", "request"):
            pass
        assert refused.value.kind == "in-flight"
        with pytest.raises(KeyReused), keys.running(ANN, "k", "another"):
            pass
    with keys.running(ANN, "k", "request"):
        pass
    with pytest.raises(KeyReused), keys.running(ANN, "k", "another"):
        pass


def test_a_key_of_somebody_else_is_another_key() -> None:
    keys = RequestKeys()
    claims_to_be_ann = Principal("ann")
    with keys.running(ANN, "k", "request"):
        for other in (BEN, claims_to_be_ann):
            with keys.running(other, "k", "another"):
                pass


def test_a_request_that_failed_leaves_its_key_free() -> None:
    keys = RequestKeys()
    with pytest.raises(ValueError, match="failed"), keys.running(ANN, "k", "request"):
        raise ValueError("failed")
    with keys.running(ANN, "k", "another"):
        pass


def test_keys_are_forgotten_but_never_one_that_runs() -> None:
    keys = RequestKeys()
    with keys.running(ANN, "first", "request"):
        for number in range(10_050):
            with keys.running(ANN, str(number), "request"):
                pass
        with pytest.raises(HttpError), keys.running(ANN, "first", "request"):
            pass
    with keys.running(ANN, "0", "another"):
        pass
