"""A sealed folder is compared with its manifest: whatever is not as it was sealed is named."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.sealing.check import check_seal
from arena.sealing.keys import key_text
from arena.sealing.manifest import LARGEST
from tests.arena.sealing.folders import by, files, folder_of_games, other_key, sealed, signed_text

Given = tuple[Path, Path, str]
FILES = (
    ".notes/deep/Zeń.html",
    *(
        f"{game}/{name}"
        for game in ("moh-0001", "osaczeni-0001")
        for name in ("calls.jsonl", "game.json", "log.jsonl")
    ),
)
"""Those that have content."""


def test_a_folder_is_as_sealed_wherever_it_lies(given: Given, tmp_path: Path) -> None:
    """Its manifest comes along, is no file of it, and tells how many there are."""
    folder, _, key = given
    elsewhere = tmp_path / "another place" / "ą"
    shutil.move(folder, elsewhere)
    check = check_seal(elsewhere, elsewhere / "manifest.json", key)
    assert (check.ok, check.why, check.changes) == (True, None, {})
    assert check.files == len(files(elsewhere)) == len(FILES) + 1
    assert check.by == key


def test_every_file_is_in_the_list(given: Given) -> None:
    """The parametrised tests below leave none out."""
    assert sorted([*FILES, "empty"]) == files(given[0])


# --- one byte ---


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("at", [0, -1])
def test_a_changed_byte_of_any_file_is_noticed(path: str, at: int, given: Given) -> None:
    """The first as well as the last; the file is named, and no other."""
    folder, manifest, key = given
    data = bytearray((folder / path).read_bytes())
    data[at] ^= 1
    (folder / path).write_bytes(data)
    check = check_seal(folder, manifest, key)
    assert not check.ok
    assert check.changes == {path: "differs"}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Given:
    """Return a sealed folder that each of its tests leaves as it was."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        folder = folder_of_games(tmp_path_factory.mktemp("kept") / "games")
        return (folder, *sealed(folder))


@drawn(path=st.sampled_from(FILES), where=st.floats(0, 1), flip=st.integers(1, 255))
def test_a_byte_that_is_changed_anywhere_is_noticed(
    kept: Given, path: str, where: float, flip: int
) -> None:
    """Whichever file, place and value."""
    folder, manifest, key = kept
    before = (folder / path).read_bytes()
    data = bytearray(before)
    data[int(where * (len(data) - 1))] ^= flip
    (folder / path).write_bytes(data)
    try:
        assert check_seal(folder, manifest, key).changes == {path: "differs"}
    finally:
        (folder / path).write_bytes(before)
    assert check_seal(folder, manifest, key).ok


@drawn(where=st.floats(0, 1), flip=st.integers(1, 255), cut=st.booleans())
def test_a_byte_of_the_manifest_that_is_changed_or_lost_is_noticed(
    kept: Given, where: float, flip: int, *, cut: bool
) -> None:
    """Of its list, its key, its date and its signature; then nothing of it is believed."""
    folder, manifest, key = kept
    before = manifest.read_bytes()
    data = bytearray(before)
    at = int(where * (len(data) - 1))
    data[at] ^= flip
    try:
        manifest.write_bytes(before[:at] if cut else data)
        check = check_seal(folder, manifest, key)
    finally:
        manifest.write_bytes(before)
    assert (check.ok, check.files, check.changes) == (False, 0, {})
    assert check.why


# --- files that come, go and change places ---


def test_added_files_are_named(given: Given) -> None:
    """Hidden ones, empty ones, and those in new folders; a copy of the manifest is it again."""
    folder, manifest, key = given
    (folder / ".hidden").touch()
    shutil.copytree(folder / "moh-0001", folder / "moh-0002")
    (folder / ".server").mkdir()
    (folder / ".server" / "key").write_bytes(bytes(32))
    shutil.copyfile(manifest, folder / "the-same.json")
    assert check_seal(folder, manifest, key).changes == {
        ".hidden": "was added",
        ".server/key": "was added",
        "moh-0002/calls.jsonl": "was added",
        "moh-0002/game.json": "was added",
        "moh-0002/log.jsonl": "was added",
    }


def test_removed_renamed_and_swapped_files_are_named(given: Given) -> None:
    """A renamed one is missing here and was added there; of two that were swapped both differ."""
    folder, manifest, key = given
    (folder / "empty").unlink()
    (folder / ".notes").rename(folder / "notes")
    one, other = (folder / f"{game}-0001" / "game.json" for game in ("moh", "osaczeni"))
    one.rename(folder / "third")
    other.rename(one)
    (folder / "third").rename(other)
    assert check_seal(folder, manifest, key).changes == {
        ".notes/deep/Zeń.html": "is missing",
        "empty": "is missing",
        "moh-0001/game.json": "differs",
        "notes/deep/Zeń.html": "was added",
        "osaczeni-0001/game.json": "differs",
    }


def test_a_file_with_more_or_less_in_it_differs(given: Given) -> None:
    """A byte at the end, or none any more."""
    folder, manifest, key = given
    (folder / "empty").write_bytes(b"\n")
    (folder / "moh-0001" / "log.jsonl").write_bytes(b"")
    changes = check_seal(folder, manifest, key).changes
    assert changes == {"empty": "differs", "moh-0001/log.jsonl": "differs"}


def test_links_and_pipes_are_named_and_never_followed(given: Given, tmp_path: Path) -> None:
    """Not even one that leads to the very bytes that were sealed, or to a whole folder of them."""
    folder, manifest, key = given
    shutil.copytree(folder, tmp_path / "true")
    for each in ("empty", "moh-0001/log.jsonl"):
        (folder / each).unlink()
        (folder / each).symlink_to(tmp_path / "true" / each)
    shutil.rmtree(folder / ".notes")
    (folder / ".notes").symlink_to(tmp_path / "true" / ".notes")
    os.mkfifo(folder / "pipe")
    (folder / "round").symlink_to("round")
    assert check_seal(folder, manifest, key).changes == {
        ".notes": "is a link",
        ".notes/deep/Zeń.html": "is missing",
        "empty": "is a link",
        "moh-0001/log.jsonl": "is a link",
        "pipe": "is no regular file",
        "round": "is a link",
    }


# --- whose manifest it is ---


def test_another_key_is_refused(given: Given) -> None:
    """The sentence says which key the manifest names."""
    folder, manifest, key = given
    other = key_text(other_key().public_key())
    check = check_seal(folder, manifest, other)
    assert check.why == f"was not signed by {other}: it says that {key} did"


def test_who_changes_a_folder_can_seal_it_anew_with_a_key_of_theirs_only(given: Given) -> None:
    """Under their own name, or with the name of the one whose folder it was."""
    folder, manifest, key = given
    (folder / "empty").write_bytes(b"forged")
    manifest.unlink()
    sealed(folder)
    other = key_text(other_key().public_key())
    signed_text(manifest, lambda text: text.replace(key, other), other_key())
    assert check_seal(folder, manifest, other).ok
    assert check_seal(folder, manifest, key).why == (
        f"was not signed by {key}: it says that {other} did"
    )
    signed_text(manifest, lambda text: text.replace(other, key), other_key())
    assert check_seal(folder, manifest, key).why == (
        f"was changed after {key} signed it, or signed by somebody else"
    )
    assert "not written as a manifest is" in str(check_seal(folder, manifest, other).why)


# --- manifests that are signed, and none ---

FIRST = '  {"path":".notes/deep/Zeń.html",'


@pytest.mark.parametrize(
    "path",
    ["/etc/hostname", "../outside", "moh-0001/../../x", "./empty", "a//b", "a/", "", "a\\u0000b"],
)
def test_a_path_that_leads_out_is_refused(path: str, given: Given) -> None:
    """Also under the true signature: no such path is ever opened."""
    folder, manifest, key = given
    signed_text(manifest, lambda text: text.replace(FIRST, f'  {{"path":"{path}",'))
    check = check_seal(folder, manifest, key)
    assert (check.ok, check.changes) == (False, {})
    assert "files.0.path" in str(check.why)


def replaced(old: str, new: str) -> Callable[[str], str]:
    """Return what replaces one text by another, which has to be there."""

    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def doubled(text: str) -> str:
    """Return a manifest in which the first file stands twice."""
    line = next(each for each in text.splitlines() if each.startswith(FIRST))
    return text.replace(line, f"{line}\n{line}")


VERSION, FORM = "no manifest of version 1", "not written as a manifest is"
SIGNED: dict[str, tuple[Callable[[str], str], str]] = {
    "a file twice": (doubled, "stands behind"),
    "another version": (replaced('"manifest": 1', '"manifest": 2'), f"{VERSION}: manifest"),
    "a version in words": (replaced('"manifest": 1', '"manifest": "1"'), f"{VERSION}: manifest"),
    "no version": (replaced('"manifest": 1', '"m": 1'), f"{VERSION}: m"),
    "a negative size": (replaced('"bytes":0', '"bytes":-1'), "bytes"),
    "a size with a point": (replaced('"bytes":0', '"bytes":0.5'), "bytes"),
    "a size without end": (replaced('"bytes":0', f'"bytes":{10**400}'), "bytes"),
    "a size that is true": (replaced('"bytes":0', '"bytes":true'), "bytes"),
    "another key": (replaced('"bytes":0', '"bytes":0,"more":1'), "more"),
    "a key twice": (replaced('"bytes":0', '"bytes":1,"bytes":0'), FORM),
    "a space": (replaced('"bytes":0', '"bytes": 0'), FORM),
    "a size of zeros": (replaced('"bytes":0', '"bytes":0.0'), "bytes"),
    "an escape": (replaced("Zeń", "Ze\\u0144"), FORM),
    "games left out": (replaced('left_out": []', 'left_out": ["moh-0001"]'), "may not be left out"),
    "another folder's": (replaced('left_out": []', 'left_out": ["../.server"]'), "left_out"),
    "no list": (replaced('left_out": []', 'left_out": null'), "left_out"),
    "no time": (replaced('"sealed_at": "2', '"sealed_at": "x'), "sealed_at"),
    "a time without zone": (replaced("+00:00", ""), "sealed_at"),
    "half of it": (lambda text: text[: len(text) // 2], VERSION),
    "depth": (lambda _: '{"manifest": ' + "[" * 100_000, VERSION),
    "nothing": (lambda _: "", VERSION),
}


@pytest.mark.parametrize("kind", SIGNED)
def test_what_is_signed_and_no_manifest_is_refused(kind: str, given: Given) -> None:
    """Wrong versions, types, orders and forms: whoever signs it, there is one way to write one."""
    folder, manifest, key = given
    change, why = SIGNED[kind]
    signed_text(manifest, change)
    check = check_seal(folder, manifest, key)
    assert (check.ok, check.files) == (False, 0)
    assert why in str(check.why)


def test_a_list_out_of_order_is_refused(given: Given) -> None:
    """So each list of files is one manifest."""
    folder, manifest, key = given

    def reversed_rows(text: str) -> str:
        head, _, rows = text.partition('"files": [\n')
        listed = rows.removesuffix("\n]").split(",\n")
        return f'{head}"files": [\n' + ",\n".join(reversed(listed)) + "\n]"

    signed_text(manifest, reversed_rows)
    assert "stands behind" in str(check_seal(folder, manifest, key).why)


def test_a_huge_manifest_is_not_read_to_its_end(given: Given) -> None:
    """A file of a hundred gigabytes, which takes no room here, costs what the largest costs."""
    folder, manifest, key = given
    with manifest.open("r+b") as opened:
        opened.truncate(100 << 30)
    assert str(LARGEST) in str(check_seal(folder, manifest, key).why)


@pytest.mark.parametrize("data", [b"", b"{}", b"\x00" * 300, b'"signature": "00"\n}\n'])
def test_what_is_no_manifest_is_refused(data: bytes, given: Given) -> None:
    """Without a signature there is nothing to believe."""
    folder, manifest, key = given
    manifest.write_bytes(data)
    assert "no signature ends it" in str(check_seal(folder, manifest, key).why)


# --- what is given ---


def test_the_key_may_stand_in_a_file(given: Given, tmp_path: Path) -> None:
    """With what editors and mail put around it."""
    folder, manifest, key = given
    for text in (f"{key}\n", f"\ufeff  {key}\r\n", key.upper()):
        (tmp_path / "key").write_text(text, "utf-8")
        assert check_seal(folder, manifest, str(tmp_path / "key")).ok
    assert check_seal(folder, manifest, f" {key} ").ok


@pytest.mark.parametrize(
    "text",
    ["", "key", "ed25519:", f"ed25519:{'0' * 63}", "ed25519:" + "\u0660" * 64, "a\0b", "x" * 5000],
)
def test_what_is_no_public_key_is_told_what_one_is(text: str, given: Given) -> None:
    """Whatever it is instead."""
    folder, manifest, _ = given
    with pytest.raises(ConfigError, match=r"no public key\. Possible: a key as arena seal prints"):
        check_seal(folder, manifest, text)


def test_a_signing_key_is_no_public_key(given: Given, configuration: Path) -> None:
    """Who gives the wrong file is told so, and not what is in it."""
    folder, manifest, _ = given
    file = configuration / "signing-key.pem"
    with pytest.raises(ConfigError, match="no public key") as refused:
        check_seal(folder, manifest, str(file))
    assert "PRIVATE" not in str(refused.value)


def test_a_manifest_that_is_not_there_is_named(given: Given) -> None:
    """So are a folder and a pipe in its place."""
    folder, _, key = given
    os.mkfifo(folder.parent / "pipe")
    for file in (folder / "none", folder, folder.parent / "pipe"):
        with pytest.raises(ConfigError, match=r"the manifest .* can't be read"):
            check_seal(folder, file, key)


def test_who_verifies_needs_no_key(given: Given, configuration: Path) -> None:
    """None is made for it either."""
    folder, manifest, key = given
    shutil.rmtree(configuration)
    assert check_seal(folder, manifest, key).ok
    assert not configuration.exists()
    assert by() != key
