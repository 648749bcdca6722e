"""The file of unlocked epilogues, which persists from game to game (OSA-56).

A small JSON file that is read and written only if a table asks for it:

    {"epilogues": 1, "unlocked": [{"number": 2, "game": "osaczeni-0001"}]}

Its contents become the game's option `unlocked`; the epilogue that the game reaches is added. An
invalid file is reported and left unchanged. Games that end at the same time wait for each other by
a lock file beside it, which stays there, empty; the file is replaced atomically, so readers never
see a part of it.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from errno import EACCES
from pathlib import Path

from filelock import FileLock, Timeout

from arena.errors import ConfigError, WriteError
from arena.folders import missing_folders, remove_empty, replace_file, state_folder
from engine import ruleset, rulesets

OPTION = "unlocked"
"""The option of rulesets with epilogues."""
VERSION = 1
FEWEST, MOST = 1, 21
"""OSA-56: lowest and highest number of an epilogue card."""
LOCK_SECONDS = 10.0
"""Seconds to wait for another game that writes the file."""
POLL_SECONDS = 0.02
"""Seconds between two attempts to lock it."""
FORM = '{"epilogues": 1, "unlocked": [{"number": 2, "game": "osaczeni-0001"}]}'


class Epilogues:
    """The file of unlocked epilogues at a path, which may not exist yet."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def unlocked(self) -> dict[int, str]:
        """Return the game that unlocked each epilogue, by number; empty without a file.

        Raises `ConfigError` if the file can't be read or is invalid.
        """
        try:
            text = self.file.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise ConfigError(
                f"{self.file} can't be read: {error.strerror}. "
                "Possible: a file that is a record of epilogues, or none yet."
            ) from error
        except UnicodeDecodeError as error:
            raise self._wrong(f"is not UTF-8 text (byte {error.start})") from error
        return self._parsed(text)

    def option(self) -> str:
        """Return the unlocked epilogues as the option of a game: `2,11`."""
        return ",".join(map(str, self.unlocked()))

    def check(self) -> None:
        """Raise `ConfigError` if an epilogue could not be added to the file."""
        file = Path(os.path.realpath(self.file))
        missing = missing_folders(file.parent)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if not os.access(file.parent, os.W_OK | os.X_OK):
                raise PermissionError(EACCES, os.strerror(EACCES))
            with suppress(Timeout), _lock(file):  # a file that another game has locked is writable
                pass
        except OSError as error:
            if missing:  # else another game may hold the lock
                with suppress(OSError):
                    _lock_file(file).unlink()
                remove_empty(missing)
            raise ConfigError(
                f"{self.file} can't be written: {error.strerror or error}. "
                "Possible: --epilogues with a file in a folder that can."
            ) from error

    def add(self, number: int, game: str) -> None:
        """Add an unlocked epilogue; one that is there already keeps its game.

        Raises `WriteError` if the file can't be written, and `ConfigError` if it has become
        invalid; both leave it unchanged.
        """
        if number in self.unlocked():
            return  # nothing to write
        file = Path(os.path.realpath(self.file))
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with _lock(file):
                unlocked = self.unlocked()  # another game may have written since
                if number not in unlocked:
                    text = _record_text({**unlocked, number: game})
                    replace_file(file, text, file.with_name(f".{file.name}.new"), 0o644)
        except OSError as error:
            why = "another game keeps it locked" if isinstance(error, Timeout) else error.strerror
            entry = json.dumps({"number": number, "game": game}, ensure_ascii=False)
            raise WriteError(
                f"{self.file} can't be written: {why or error}; epilogue {number} of "
                f"game {game} is not recorded. Possible: to add {entry} to it by hand."
            ) from error

    # --- reading ---

    def _parsed(self, text: str) -> dict[int, str]:
        try:
            data = json.loads(text, object_pairs_hook=_unique_keys)
        except ValueError as error:
            raise self._wrong(f"is no JSON: {error}") from error
        except RecursionError as error:
            raise self._wrong("is no JSON that can be read") from error
        self._check_keys(data, {"epilogues", OPTION}, "the record")
        if type(data["epilogues"]) is not int or data["epilogues"] != VERSION:
            raise self._wrong(f"has epilogues {_shortened(data['epilogues'])}, its version")
        if not isinstance(data[OPTION], list):
            raise self._wrong(f"has {OPTION} {_shortened(data[OPTION])}, which is no list")
        unlocked: dict[int, str] = {}
        for at, entry in enumerate(data[OPTION], start=1):
            self._check_keys(entry, {"number", "game"}, f"entry {at}")
            number, game = entry["number"], entry["game"]
            if type(number) is not int or not FEWEST <= number <= MOST:
                raise self._wrong(f"has number {_shortened(number)} in entry {at}")
            if not isinstance(game, str) or not game:
                raise self._wrong(f"has game {_shortened(game)} in entry {at}")
            if number in unlocked:
                raise self._wrong(f"has epilogue {number} twice")
            unlocked[number] = game
        return dict(sorted(unlocked.items()))

    def _check_keys(self, given: object, names: set[str], where: str) -> None:
        if not isinstance(given, dict):
            raise self._wrong(f"has {_shortened(given)} where {where} should stand")
        unknown, missing = sorted(given.keys() - names), sorted(names - given.keys())
        if unknown:
            raise self._wrong(f"has an unknown key {_shortened(unknown[0])} in {where}")
        if missing:
            raise self._wrong(f"lacks the key {_shortened(missing[0])} in {where}")

    def _wrong(self, what: str) -> ConfigError:
        return ConfigError(
            f"{self.file} {what}. Possible: a record as {FORM}, numbers from {FEWEST} to {MOST}, "
            "each once; the file is left as it is."
        )


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object; raises `ValueError` for a duplicate key."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice")
    return found


def _shortened(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."  # noqa: PLR2004 - enough to find it


# --- writing ---


def _lock_file(file: Path) -> Path:
    return file.with_name(f".{file.name}.lock")


def _lock(file: Path) -> FileLock:
    """Return the inter-process lock of this file."""
    return FileLock(
        _lock_file(file),
        timeout=LOCK_SECONDS,
        poll_interval=POLL_SECONDS,
        fallback_to_soft=False,  # a lock that outlives a killed game would stop the next one
    )


def _record_text(unlocked: Mapping[int, str]) -> bytes:
    entries = [{"number": number, "game": unlocked[number]} for number in sorted(unlocked)]
    lines = ",\n".join(f"  {json.dumps(entry, ensure_ascii=False)}" for entry in entries)
    return f'{{"epilogues": {VERSION}, "{OPTION}": [\n{lines}\n]}}\n'.encode()


# --- finding the record ---


def epilogues_of(asked: bool | str, id_: str) -> Epilogues | None:  # noqa: FBT001 - as configured
    """Return the epilogues' file: at a path, or at the default path for True; None for False.

    Raises `ConfigError` if the ruleset `id_` has no epilogues, or the path no folder.
    """
    if asked is False:
        return None
    with_epilogues = [each for each in rulesets() if OPTION in ruleset(each).options]
    if id_ not in with_epilogues:
        raise ConfigError(
            f"epilogues are to be recorded, and ruleset {id_!r} has none. "
            f"Possible: {', '.join(with_epilogues)}."
        )
    if asked is True:
        return Epilogues(_default_file())
    if not Path(asked).parent.is_dir():
        raise ConfigError(
            f"{asked}: there is no folder {Path(asked).parent}. "
            "Possible: a file in a folder that is there."
        )
    return Epilogues(Path(asked))


def _default_file() -> Path:
    try:
        return state_folder() / "epilogues.json"
    except RuntimeError as error:
        raise ConfigError(
            "the record of epilogues has no place: this user has no home folder. "
            "Possible: --epilogues FILE."
        ) from error
