"""Vendors' own APIs, through one library: `api:anthropic:MODEL` and `api:google:MODEL`. An extra, `quorate[llm]`.

Keys follow the rule in `addresses`: a vendor's own variable goes to the vendor's own hosts. Where settings pass the
variable of another address on (`passes = ["ANTHROPIC_BASE_URL", "MY_KEY@models.example.org"]`), the key has to be bound
to that host. In the settings of this kind `flags` are `max_tokens`, `temperature`, `top_p` and `plain_http`. Nothing is
streamed, no tool is offered, no redirect is followed, and nothing but a timeout is tried again.
"""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any, NamedTuple

from quorate.core.errors import InputError, MissingExtra
from quorate.prompts.prompt import Prompt
from quorate.voters.calls.call_folders import Calls
from quorate.voters.models.addresses import check_key, read_address, read_bindings
from quorate.voters.models.model_call import ModelCall, Order, check_model, program_of, read_flags
from quorate.voters.port import USUAL, EngineSettings

KIND, EXTRA = "api", "llm"
_FLAGS = ("max_tokens", "temperature", "top_p", "plain_http")
_ALLOWED = "allowed: api:VENDOR:MODEL, such as api:anthropic:claude-sonnet-4-5"


class Vendor(NamedTuple):
    """The vendor's host, the packages that are needed, and the variables of the key and of another address."""

    host: str
    packages: tuple[str, ...]
    keys: tuple[str, ...]
    address: str


VENDORS = {
    "anthropic": Vendor(
        "api.anthropic.com", ("pydantic_ai", "anthropic"), ("ANTHROPIC_API_KEY",), "ANTHROPIC_BASE_URL"
    ),
    "google": Vendor(
        "generativelanguage.googleapis.com",
        ("pydantic_ai", "google.genai"),
        ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        "GOOGLE_GEMINI_BASE_URL",
    ),
}


class VendorModel(NamedTuple):
    """A vendor's model, where it is asked if not at the vendor's, and the variable of the key that goes there."""

    vendor: str
    model: str
    url: str
    key: str
    settings: Mapping[str, Any]
    timeout: float


def voter_of(words: str, calls: Calls) -> ModelCall:
    """`api:anthropic:claude-sonnet-4-5`: everything that is wrong with it is said here, without a heavy import."""
    name, _, model = words.partition(":")
    if name not in VENDORS:
        found = f"the vendor {name[:60]!r}" if name else "no vendor"
        raise InputError(f"{KIND}: found {found}; {_ALLOWED}; vendors: {', '.join(VENDORS)}")
    check_model(KIND, model, _ALLOWED)
    vendor, settings = VENDORS[name], calls.settings.get(KIND, USUAL)
    if not all(map(_is_there, vendor.packages)):
        raise MissingExtra(f"{KIND}:{name}", EXTRA)
    asked = _asked(name, model, settings, calls.environment)
    program = program_of("vendor.py", settings, (), asked.key)
    return ModelCall(program, calls, lambda prompt: order_for(asked, prompt))


def order_for(asked: VendorModel, prompt: Prompt) -> Order:
    """What the small program is told."""
    return {**asked._asdict(), "text": prompt.text}


def _asked(name: str, model: str, settings: EngineSettings, environment: Mapping[str, str]) -> VendorModel:
    what, vendor = f"{KIND}:{name}:{model}", VENDORS[name]
    flags = read_flags(KIND, settings.flags or (), ())
    for flag in flags:
        if flag not in _FLAGS:
            raise InputError(f"{KIND}: found the flag {flag}; allowed: {', '.join(_FLAGS)}")
    plain_http = str(flags.pop("plain_http", "")).split(",")
    bindings = read_bindings(KIND, settings.passes)
    usual = next((one for one in vendor.keys if environment.get(one)), vendor.keys[0])
    url, key = "", bindings.keys.get(vendor.host, usual)
    if vendor.address in bindings.plain and environment.get(vendor.address):
        address = read_address(what, environment[vendor.address], plain_http)
        url, key = address.url, bindings.keys.get(address.host, "")
        if not key:
            raise InputError(
                f"{what}: no key is bound to {address.host}; add NAME@{address.host} to the environment setting"
            )
    check_key(what, key, environment)
    return VendorModel(name, model, url, key, flags, settings.timeout)


def _is_there(package: str) -> bool:
    """True where a package is installed; it is not imported."""
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False
