"""Tells whether a file holds a private key, which nobody hands over.

Known are PEM in all its kinds (OpenSSH, PKCS #8, encrypted, of one algorithm), PGP's, DER, raw
ones, and the user's own signing key in any writing. A file's content decides, never its name.
"""

import re
from base64 import b64encode, urlsafe_b64encode
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

__all__ = ["OVERLAP", "SMALL", "is_private_key", "own_key_texts", "private_key_in"]

ARMOURED = re.compile(
    rb"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\+[nr]){1,20}"
    rb"(?:[A-Za-z-]{1,40}: [^\n\\]{0,100}(?:\s|\\+[nr]){1,20}){0,4}[A-Za-z0-9+/]{40}"
)
"""A key in base64 behind the line that begins it, and lines of headers; line ends may be escaped.

That line alone, as somebody may say it, is no key.
"""
OVERLAP = 1024
"""Bytes of one part of a file that have to be looked at with the next: longer than a match."""
SMALL = 16_384
"""Bytes of a file that is a key as a whole, at most."""
RAW = frozenset({32, 64})
"""Bytes of a raw key: a seed, or a seed with its public key."""
DER = b"\x30"
"""The first byte of a key in DER, a sequence."""


def private_key_in(part: bytes, own: tuple[bytes, ...]) -> bool:
    """Tell whether a part of a file has an armoured key, or one of the texts of the user's own."""
    return ARMOURED.search(part) is not None or any(each in part for each in own)


def is_private_key(data: bytes) -> bool:
    """Tell whether the whole content of a small file is a key without armour: raw, or DER."""
    if len(data) in RAW:
        return not _is_text(data)
    return data.startswith(DER) and _is_der(data)


def _is_text(data: bytes) -> bool:
    try:
        return "".join(data.decode().split()).isprintable()
    except UnicodeDecodeError:
        return False


def _is_der(data: bytes) -> bool:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_der_private_key

    try:
        load_der_private_key(data, None)
    except TypeError:  # it has a password
        return True
    except (ValueError, UnsupportedAlgorithm):
        return False
    return True


def own_key_texts(key: "Ed25519PrivateKey | None") -> tuple[bytes, ...]:
    """Return what a file must not hold: a key raw, in hexadecimal, in base64, within PKCS #8."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    if key is None:
        return ()
    raw = key.private_bytes_raw()
    der = key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    written = (b64encode(raw), urlsafe_b64encode(raw), b64encode(der), urlsafe_b64encode(der))
    hexadecimal = raw.hex().encode()
    return (raw, hexadecimal, hexadecimal.upper(), *(each.rstrip(b"=") for each in written))
