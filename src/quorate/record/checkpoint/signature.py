"""Keys that sign checkpoints: Ed25519, in the PEM files that other programs read too."""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from quorate.core.errors import InputError, MissingExtra, StoreError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

PREFIX = "ed25519:"
_DIGITS = 64
_PUBLIC = re.compile(rf"{PREFIX}[0-9a-f]{{{_DIGITS}}}")
_WHAT, _EXTRA = "a signed checkpoint", "sign"


def new_key(file: Path) -> str:
    """Makes a key in a new file, its owner's alone, and the public part beside it; gives the public part as text."""
    try:
        from cryptography.hazmat.primitives import serialization as form
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        raise MissingExtra(_WHAT, _EXTRA) from None
    beside = Path(f"{file}.pub")
    for place in (file, beside):
        if place.exists():
            raise InputError(f"{place} already exists; name a new file for the key")
    key = Ed25519PrivateKey.generate()
    secret = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    public = key.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)
    _write_new(file, secret, 0o600)
    _write_new(beside, public, 0o644)
    return text_of_key(key.public_key())


class Signer:
    """A secret key."""

    def __init__(self, file: Path) -> None:
        self._key = _secret(file)
        self.public = text_of_key(self._key.public_key())

    def sign(self, data: bytes) -> bytes:
        """The signature of some bytes."""
        return self._key.sign(data)


def text_of_key(key: "Ed25519PublicKey") -> str:
    """A public key as people hand it on."""
    return PREFIX + key.public_bytes_raw().hex()


def is_signed(data: bytes, signature: bytes, public: str) -> bool:
    """True where the key with this public part signed these bytes."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise MissingExtra(_WHAT, _EXTRA) from None
    try:
        raw = bytes.fromhex(public.removeprefix(PREFIX))
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


def public_key(stated: str) -> str:
    """The key that somebody named: its text, or the file with its public part."""
    if stated.startswith(PREFIX):
        return _stated(stated.strip().lower())
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        from cryptography.hazmat.primitives.serialization import load_pem_public_key
    except ImportError:
        raise MissingExtra(_WHAT, _EXTRA) from None
    data = _read(Path(stated))
    try:
        key = load_pem_public_key(data)
    except ValueError:
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise InputError(f"{stated}: not a public key; expected the .pub file of a key, or {PREFIX}…")
    return text_of_key(key)


def _stated(text: str) -> str:
    if not _PUBLIC.fullmatch(text):
        raise InputError(
            f"{text}: not a public key; expected {PREFIX} and {_DIGITS} digits from 0 to f, or a .pub file"
        )
    return text


def _secret(file: Path) -> "Ed25519PrivateKey":
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
    except ImportError:
        raise MissingExtra(_WHAT, _EXTRA) from None
    try:
        key = load_pem_private_key(_read(file), None)
    except (TypeError, ValueError):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise InputError(
            f"{file}: not a secret key without a password; expected one that `checkpoint --new-key` created"
        )
    return key


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(
            f"{file}: {(error.strerror or 'cannot be read').lower()}; expected a file with a key"
        ) from None


def _write_new(file: Path, data: bytes, mode: int) -> None:
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
    except FileExistsError:
        raise InputError(f"{file} already exists; name a new file for the key") from None
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}; name another file") from error
