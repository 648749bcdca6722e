r"""Manifests: path, size and digest of each file of a folder, signed with Ed25519 (RFC 8032).

A manifest is JSON with one line per key and per file; the signature comes last. The signed bytes
are those of the file itself, up to and without `,\n"signature"`. The form is canonical: a manifest
written in any other way is rejected.
"""

import re
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import AfterValidator, Field, ValidationError

from arena.errors import TranscriptError
from arena.forms import Hash, StrictModel
from arena.hash_chain import encode
from arena.sealing.files import may_be_left_out
from arena.sealing.keys import key_text
from arena.text import shown

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )


MANIFEST = "manifest.json"
"""The name of a manifest in its folder."""
VERSION: Final = 1
LARGEST = 1 << 26
"""Maximum size of a manifest in bytes: some 400,000 files."""
END = re.compile(rb',\n"signature": "([0-9a-f]{128})"\n}\n\Z')
LONGEST_END = 160
SIGNER = re.compile(rb'^"by": "(ed25519:[0-9a-f]{64})",$', re.MULTILINE)


def _plain(path: str) -> str:
    """Return a path that stays within its folder. Raises `ValueError` for others."""
    if "\0" in path or any(part in {"", ".", ".."} for part in path.split("/")):
        raise ValueError("it is no path within the folder")
    return path


def _left_out(path: str) -> str:
    """Return a path that a seal may omit. Raises `ValueError` for others."""
    if not may_be_left_out(path):
        raise ValueError("it may not be left out")
    return path


def _zoned(time: str) -> str:
    """Return a time with a time zone. Raises `ValueError` for others."""
    if datetime.fromisoformat(time).tzinfo is None:
        raise ValueError("it has no time zone")
    return time


RelativePath = Annotated[str, AfterValidator(_plain)]
Time = Annotated[str, AfterValidator(_zoned)]


class SealedFile(StrictModel):
    """A file as it was sealed."""

    path: RelativePath
    """Its path within the folder, with `/` between its parts."""
    bytes: Annotated[int, Field(ge=0, lt=1 << 63)]
    """How many it has."""
    sha256: Hash
    """The digest of these."""


class Manifest(StrictModel):
    """What a signature is set to."""

    manifest: Literal[1] = VERSION
    """The version of this format."""
    arena: str
    """The version of the arena that wrote it."""
    sealed_at: Time
    """When, by the clock of whoever sealed (ISO 8601); nothing proves it."""
    by: str
    """The public key that belongs to the signature."""
    left_out: tuple[Annotated[RelativePath, AfterValidator(_left_out)], ...]
    """What was in the folder and is not sealed: folders of servers, and locks."""
    files: tuple[SealedFile, ...]
    """Every other file, by path in the order of code points."""

    def model_post_init(self, _: object, /) -> None:
        """Raise `ValueError` for paths out of order, or twice."""
        for paths in (self.left_out, [each.path for each in self.files]):
            for before, after in pairwise(paths):
                if before >= after:
                    raise ValueError(f"{shown(after)} stands behind {shown(before)}")

    def dumped(self) -> bytes:
        """Return the bytes that are signed."""
        whole = self.model_dump(mode="json")
        rows = ",\n".join(f"  {encode(each)}" for each in whole.pop("files"))
        lines = [f'"{key}": {encode(each)}' for key, each in whole.items()]
        return ("{\n" + ",\n".join([*lines, f'"files": [\n{rows}\n]'])).encode()


def signed(manifest: Manifest, key: "Ed25519PrivateKey") -> bytes:
    """Return the content of a manifest file: the manifest with its signature."""
    body = manifest.dumped()
    return body + f',\n"signature": "{key.sign(body).hex()}"\n}}\n'.encode()


def read_manifest(data: bytes, key: "Ed25519PublicKey", file: str) -> Manifest:
    """Verify the signature of a manifest file and return its content.

    Raises `TranscriptError`, which names the `file`, unless `key` signed exactly these bytes. The
    content is parsed only after the signature is verified, except to name the claimed signer.
    """
    from cryptography.exceptions import InvalidSignature

    if len(data) > LARGEST:
        raise TranscriptError(file, None, f"has more bytes than a manifest may, {LARGEST}")
    end = END.search(data, max(0, len(data) - LONGEST_END))
    if end is None:
        raise TranscriptError(
            file, None, "is no manifest, or not a whole one: no signature ends it"
        )
    body = data[: end.start()]
    try:
        key.verify(bytes.fromhex(end[1].decode()), body)
    except InvalidSignature as error:
        raise TranscriptError(file, None, _not_signed(body, key_text(key))) from error
    try:
        manifest = Manifest.model_validate_json(body + b"\n}")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "it"
        why = f"is signed, and no manifest of version {VERSION}: {where}: {first['msg']}"
        raise TranscriptError(file, None, why) from error
    if manifest.by != key_text(key) or manifest.dumped() != body:
        raise TranscriptError(file, None, "is signed, and not written as a manifest is")
    return manifest


def _not_signed(body: bytes, by: str) -> str:
    """Return the error message for a manifest whose signature is not by `by`."""
    named = SIGNER.search(body)
    if named is None:
        return f"was not signed by {by}"
    if named[1].decode() == by:
        return f"was changed after {by} signed it, or signed by somebody else"
    return f"was not signed by {by}: it says that {named[1].decode()} did"
