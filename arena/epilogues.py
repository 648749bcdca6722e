"""The record of unlocked epilogues, which a household keeps from game to game (OSA-56).

A small JSON file that is read and written only where a table asks for it:

    {"epilogues": 1, "unlocked": [{"number": 2, "game": "osaczeni-0001"}]}

What is in it enters a game as its option `unlocked`; the epilogue that the game reaches is added.
A record that makes no sense is named and left as it is. Two games that end at once wait for each
other by a lock file beside the record, which stays there, empty; and the record is replaced as a
whole: nobody ever reads half of one.
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
"""The option of a ruleset that has epilogues."""
VERSION = 1
FEWEST, MOST = 1, 21
"""OSA-56: the numbers of the cards."""
LOCK_SECONDS = 10.0
"""How long to wait for another game that writes the same record."""
POLL_SECONDS = 0.02
"""How long to wait between two attempts to lock it."""
FORM = '{"epilogues": 1, "unlocked": [{"number": 2, "game": "osaczeni-0001"}]}'


class Epilogues:
    """One record, at a path where there may be no file yet."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def unlocked(self) -> dict[int, str]:
        """Return the game that unlocked each epilogue, by number; no file: none.

        Raises `ConfigError` where the file cannot be read or makes no sense.
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
        """Return what is unlocked as the option of a game: `2,11`."""
        return ",".join(map(str, self.unlocked()))

    def check(self) -> None:
        """Refuse a record that an epilogue can't be added to. Raises `ConfigError`."""
        file = Path(os.path.realpath(self.file))
        missing = missing_folders(file.parent)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if not os.access(file.parent, os.W_OK | os.X_OK):
                raise PermissionError(EACCES, os.strerror(EACCES))
            with suppress(Timeout), _lock(file):  # what another game has locked can be written
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
        """Add an epilogue that a game unlocked; one that is there already stays as it is.

        Raises `WriteError` where the file cannot be written, and `ConfigError` where it makes no
        sense by now; both leave it as it was.
        """
        if number in self.unlocked():
            return  # nothing to write: a folder that can't be written is no fault then
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
    """Return a JSON object; raise `ValueError` where a key stands twice."""
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
    """Return the lock that keeps other processes from writing this record."""
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
    """Return the record that a table asks for: a path, True for its own place, False for none.

    Raises `ConfigError` where the ruleset `id_` has no epilogues, or the path no folder.
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
