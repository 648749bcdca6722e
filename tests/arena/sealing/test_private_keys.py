"""A folder that holds a private key is not sealed: whatever kind, wherever it lies."""

import json
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path
from shutil import copyfile

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from arena.errors import ConfigError
from arena.faces.web.links import Links
from arena.sealing.files import PART
from arena.sealing.keys import made_key
from arena.sealing.seal import seal

Made = Callable[[], bytes]
PLAIN = NoEncryption()
LOCKED = BestAvailableEncryption(b"a password")
EDWARDS = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def written(
    form: PrivateFormat,
    encoding: Encoding = Encoding.PEM,
    encryption: KeySerializationEncryption = PLAIN,
) -> Made:
    """Return what writes an Ed25519 key."""
    return lambda: EDWARDS.private_bytes(encoding, form, encryption)


def elliptic() -> bytes:
    """Return a key as OpenSSL's `ec` command writes it."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, PLAIN)


def rivest() -> bytes:
    """Return a key as OpenSSL's `rsa` command writes it, with a password and its headers."""
    key = rsa.generate_private_key(65537, 2048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, LOCKED)


def in_json() -> bytes:
    """Return a key within JSON, as accounts of services have them."""
    return json.dumps({"private_key": written(PrivateFormat.PKCS8)().decode()}).encode()


def in_json_in_json() -> bytes:
    """Return the same as what a model wrote."""
    return json.dumps({"arguments": in_json().decode()}).encode()


def behind_other_content() -> bytes:
    """Return a key that begins in one part that is read and ends in the next."""
    return b"x" * (PART - 20) + written(PrivateFormat.OpenSSH)()


PGP = b"-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 2\n\n" + b64encode(bytes(range(90)))
KEYS: dict[str, Made] = {
    "PKCS 8": written(PrivateFormat.PKCS8),
    "PKCS 8 with a password": written(PrivateFormat.PKCS8, encryption=LOCKED),
    "PKCS 8 of Windows": lambda: written(PrivateFormat.PKCS8)().replace(b"\n", b"\r\n"),
    "OpenSSH": written(PrivateFormat.OpenSSH),
    "DER": written(PrivateFormat.PKCS8, Encoding.DER),
    "DER with a password": written(PrivateFormat.PKCS8, Encoding.DER, LOCKED),
    "elliptic": elliptic,
    "RSA with a password": rivest,
    "PGP": PGP.strip,
    "JSON": in_json,
    "JSON in JSON": in_json_in_json,
    "behind other content": behind_other_content,
    "raw": EDWARDS.private_bytes_raw,
    "raw with its public key": lambda: (
        EDWARDS.private_bytes_raw() + EDWARDS.public_key().public_bytes_raw()
    ),
}


@pytest.mark.parametrize("kind", KEYS)
@pytest.mark.parametrize("path", ["key.txt", ".a/.b/c"])
def test_a_private_key_in_the_folder_is_refused(
    kind: str, path: str, folder: Path, configuration: Path
) -> None:
    """It is named, nothing is written, and no signing key is made."""
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_bytes(KEYS[kind]())
    with pytest.raises(ConfigError, match="holds a private key") as refused:
        seal(folder)
    assert str(refused.value).startswith(str(folder / path))
    assert not (folder / "manifest.json").exists()
    assert not configuration.exists()


OWN: dict[str, Callable[[bytes], bytes]] = {
    "raw": lambda seed: seed,
    "hexadecimal": lambda seed: seed.hex().encode(),
    "capitals": lambda seed: seed.hex().upper().encode(),
    "base64": b64encode,
    "base64 of addresses": urlsafe_b64encode,
}


@pytest.mark.parametrize("writing", OWN)
def test_the_own_signing_key_is_found_in_any_writing(writing: str, folder: Path) -> None:
    """In the midst of a file that is something else."""
    text = OWN[writing](made_key().private_bytes_raw())
    (folder / "log.txt").write_bytes(b"seed = " + text + b", which nobody may know")
    with pytest.raises(ConfigError, match=r"log\.txt holds a private key"):
        seal(folder)


def test_the_body_of_the_own_signing_key_is_found_without_its_first_line(
    folder: Path, configuration: Path
) -> None:
    """Whoever cuts out the base64 has the key."""
    made_key()
    _, body, _ = (configuration / "signing-key.pem").read_text("utf-8").splitlines()
    (folder / "body").write_text(body, "utf-8")
    with pytest.raises(ConfigError, match="body holds a private key"):
        seal(folder)


def test_a_copy_of_the_servers_key_is_found(folder: Path) -> None:
    """In its own folder it is left out; elsewhere it would be handed over."""
    Links.of(folder)
    copyfile(folder / ".server" / "key", folder / "backup")
    with pytest.raises(ConfigError, match="backup holds a private key"):
        seal(folder)


PUBLIC: dict[str, Made] = {
    "PEM": lambda: EDWARDS.public_key().public_bytes(
        Encoding.PEM, PublicFormat.SubjectPublicKeyInfo
    ),
    "DER": lambda: EDWARDS.public_key().public_bytes(
        Encoding.DER, PublicFormat.SubjectPublicKeyInfo
    ),
    "OpenSSH": lambda: EDWARDS.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH),
    "words": lambda: (
        b'{"text":"My notes begin with -----BEGIN PRIVATE KEY-----\\n and end with it.","hash":"'
        b'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"}\n'
    ),
    "words of 32 bytes": "Zażółć gęślą jaźń, ok?\n".encode,
    "a digest": lambda: b"af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
    "random": bytes(range(200)).strip,
    "a sequence that is no key": lambda: b"\x30\x03\x02\x01\x05",
}


@pytest.mark.parametrize("kind", PUBLIC)
def test_what_is_no_private_key_is_sealed(kind: str, folder: Path) -> None:
    """Public keys, and words about keys."""
    (folder / "text").write_bytes(PUBLIC[kind]())
    assert "text" in [each.path for each in seal(folder).manifest.files]


def test_the_folder_of_the_own_key_is_refused(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a key is made there, after, and where a link leads there."""
    for place in (folder, folder / ".config"):
        monkeypatch.setenv("XDG_CONFIG_HOME", str(place))
        with pytest.raises(ConfigError, match=r"your signing key, .*, lies in the folder"):
            seal(folder)
        assert not (place / "arena").exists()
    made_key()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "linked"))
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "arena").symlink_to(folder / ".config" / "arena")
    with pytest.raises(ConfigError, match=r"your signing key, .*, lies in the folder"):
        seal(folder)
