"""Signing keys: made once, for their owner's eyes, and known again."""

import os
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from arena.errors import ConfigError, WriteError
from arena.sealing.keys import key_text, made_key, own_key, public_key


@pytest.fixture
def open_umask() -> Iterator[None]:
    """Let everybody do everything with what is made."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    """Return who may do what with a path."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("open_umask")
def test_the_key_is_its_owners_alone(configuration: Path) -> None:
    """0600 in a folder of 0700, whatever the umask, and nothing else is left there."""
    assert own_key() is None
    assert not configuration.exists()
    made_key()
    (file,) = configuration.iterdir()
    assert (file.name, mode(file), mode(configuration)) == ("signing-key.pem", 0o600, 0o700)


def test_the_key_is_made_once(configuration: Path) -> None:
    """Also where several seal at the same moment for the first time."""
    with ThreadPoolExecutor(8) as pool:
        keys = {key_text(made_key().public_key()) for _ in pool.map(lambda _: made_key(), range(8))}
    assert len(keys) == 1
    assert [each.name for each in configuration.iterdir()] == ["signing-key.pem"]


def test_a_key_and_a_folder_that_others_can_read_are_closed(configuration: Path) -> None:
    """Somebody has copied them from elsewhere."""
    before = key_text(made_key().public_key())
    (configuration / "signing-key.pem").chmod(0o644)
    configuration.chmod(0o755)
    assert key_text(made_key().public_key()) == before
    assert mode(configuration / "signing-key.pem") == 0o600
    assert mode(configuration) == 0o700


def test_another_key_is_made_once_the_old_one_is_moved_away(configuration: Path) -> None:
    """And the old one is the old one where it is put back."""
    file = configuration / "signing-key.pem"
    before = key_text(made_key().public_key())
    file.rename(configuration / "old.pem")
    assert key_text(made_key().public_key()) != before
    (configuration / "old.pem").replace(file)
    assert key_text(made_key().public_key()) == before


def test_a_public_key_is_read_as_it_is_written() -> None:
    """One short line without a space, of the key that RFC 8032 gives for this seed."""
    seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
    text = "ed25519:d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert key_text(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(seed)).public_key()) == text
    assert key_text(public_key(text)) == text


def test_other_tools_read_the_signing_key(configuration: Path) -> None:
    """It is PKCS #8 in PEM."""
    made = key_text(made_key().public_key())
    pem = (configuration / "signing-key.pem").read_bytes()
    assert pem.startswith(b"-----BEGIN PRIVATE KEY-----\n")
    assert key_text(load_pem_private_key(pem, None).public_key()) == made  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["nothing", "text", "another algorithm"])
def test_a_file_that_is_no_signing_key_is_not_replaced(kind: str, configuration: Path) -> None:
    """It may be one that was damaged."""
    elliptic = generate_private_key(SECP256R1()).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    data = {"nothing": b"", "text": b"no key", "another algorithm": elliptic}[kind]
    configuration.mkdir(parents=True)
    (configuration / "signing-key.pem").write_bytes(data)
    for key in (own_key, made_key):
        with pytest.raises(ConfigError, match=r"holds no signing key\. Possible: its backup"):
            key()
    assert (configuration / "signing-key.pem").read_bytes() == data


def test_a_configuration_folder_that_can_not_be_made_is_named(configuration: Path) -> None:
    """A file is in its way."""
    configuration.parent.write_text("no folder", "utf-8")
    with pytest.raises((ConfigError, WriteError), match=r"the signing key .* can't be"):
        made_key()


def test_who_has_no_home_is_told_of_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no place for a key then."""
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setattr(Path, "home", classmethod(_no_home))
    with pytest.raises(ConfigError, match="XDG_CONFIG_HOME"):
        own_key()


def _no_home(_: type[Path]) -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_the_key_lies_below_the_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the variable, and with one that is no absolute path."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    made_key()
    assert (tmp_path / "home" / ".config" / "arena" / "signing-key.pem").is_file()
