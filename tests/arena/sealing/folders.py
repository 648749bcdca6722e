"""Folders to seal, keys to seal them with, and manifests that no `arena seal` would write."""

from collections.abc import Callable, Sequence
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.sealing.keys import key_text, made_key
from arena.sealing.manifest import MANIFEST
from arena.sealing.seal import seal
from tests.corpus import reading


def folder_of_games(at: Path) -> Path:
    """Make a folder of two games, with a page in a hidden folder and a file without content."""
    for name in ("moh-random-3", "osaczeni-random-3-tie"):
        reading.copy_of(name, at)
    (at / ".notes" / "deep").mkdir(parents=True)
    (at / ".notes" / "deep" / "Zeń.html").write_text("<p>Who stood with whom.</p>", "utf-8")
    (at / "empty").touch()
    return at


def sealed(folder: Path, out: Path | None = None) -> tuple[Path, str]:
    """Seal a folder with this user's key; return the manifest and the public key."""
    done = seal(folder, out)
    return done.file, done.manifest.by


def by() -> str:
    """Return this user's public key."""
    return key_text(made_key().public_key())


def other_key() -> Ed25519PrivateKey:
    """Return a key that is not this user's, the same each time."""
    return Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def files(folder: Path) -> Sequence[str]:
    """Return the paths of all files in a folder but its manifest."""
    found = (each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file())
    return sorted(each for each in found if each != MANIFEST)


def end(body: bytes, key: Ed25519PrivateKey) -> bytes:
    """Return the bytes of a manifest behind those that are signed."""
    return f',\n"signature": "{key.sign(body).hex()}"\n}}\n'.encode()


def signed_text(
    file: Path, change: Callable[[str], str], key: Ed25519PrivateKey | None = None
) -> None:
    """Change the text of a manifest and sign what comes of it, with this user's key or another."""
    body = file.read_text("utf-8").rpartition(',\n"signature"')[0]
    changed = change(body).encode()
    file.write_bytes(changed + end(changed, key or made_key()))
