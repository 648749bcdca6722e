"""`arena seal`, and the part of `arena verify` that checks a sealed folder."""

from pathlib import Path
from typing import Annotated

from arena.errors import ConfigError
from arena.faces.cli.options import Json, path_argument, path_option
from arena.faces.cli.output import print_document, print_line, print_note
from arena.sealing.check import SealCheck, check_seal
from arena.sealing.seal import seal as seal_files
from arena.text import escaped, plural, shell_path
from arena.transcript.reader import games


def seal(
    folder: Annotated[
        Path, path_argument("A game's own folder, one that holds games, or a tournament's.")
    ],
    out: Annotated[
        Path | None, path_option("FILE", "Where the manifest goes; else FOLDER/manifest.json.")
    ] = None,
    json_: Json = False,
) -> int:
    """Write a manifest of every file in a folder, signed with your key, and print its public key.

    The key lies in your configuration folder and is made when it is needed first. Whoever has the
    public key proves with arena verify that the folder is as you sealed it.
    """
    games(folder)
    sealed = seal_files(folder, out)
    manifest = sealed.manifest
    size = sum(each.bytes for each in manifest.files)
    if json_:
        print_document(
            {"folder": str(folder), "manifest": str(sealed.file), "by": manifest.by,
             "sealed_at": manifest.sealed_at, "files": len(manifest.files), "bytes": size,
             "left_out": manifest.left_out}
        )  # fmt: skip
        return 0
    if sealed.new_key is not None:
        print_note(escaped(f"Your signing key was made, and stays with you: {sealed.new_key}"))
    count = plural(len(manifest.files), "file")
    print_line(escaped(f"{folder}: sealed in {sealed.file}, {count} of {size:,} bytes."))
    if manifest.left_out:
        print_line(escaped(_left_out(manifest.left_out)))
    print_line(f"Your public key, to be told by another way than the folder: {manifest.by}")
    command = f"arena verify {shell_path(folder)} --manifest {shell_path(sealed.file)}"
    print_line(escaped(f"To verify: {command} --by {manifest.by}"))
    return 0


def checked(
    folder: Path, manifest: Path | None, by: str | None, *, json_: bool
) -> SealCheck | None:
    """Compare a folder with its manifest and print the result; None if no manifest is given.

    Raises `ConfigError` for a manifest without a key, and for a key without one.
    """
    if manifest is None and by is None:
        return None
    if by is None:
        raise ConfigError(
            "--manifest is worth nothing without --by: anybody can seal a folder with a key of "
            "their own. Possible: --by PUBLIC_KEY, that of who sealed it, told by themselves."
        )
    if manifest is None:
        raise ConfigError("--by says who signed a manifest. Possible: --manifest FILE as well.")
    check = check_seal(folder, manifest, by)
    if not json_:
        for line in _lines(folder, check):
            print_line(escaped(line))
    return check


def _lines(folder: Path, check: SealCheck) -> list[str]:
    if check.why is not None:
        return [f"{check.manifest}: NOT BELIEVED. It {check.why}."]
    sealed = f"{check.by} sealed, by their own clock on {check.sealed_at}"
    lines = [f"{folder / path} {what}." for path, what in check.changes.items()]
    if lines:
        count = plural(len(lines), "path is", "paths are")
        lines.append(f"{folder}: NOT AS SEALED. {count} not what {sealed}.")
    else:
        count = plural(check.files, "file is the one", "files are those")
        lines.append(f"{folder}: as sealed. {count} that {sealed}.")
    return [*lines, _left_out(check.left_out)] if check.left_out else lines


def _left_out(paths: tuple[str, ...]) -> str:
    return f"Left out, as a server's own files or locks: {', '.join(paths)}."
