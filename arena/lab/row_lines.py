"""Rows of games as lines of JSON, a list a table: written without the name of their game.

So two copies of a game have the same lines, whatever their folders are called.
"""

import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from pydantic_core import to_json

from arena.hash_chain import encode
from arena.lab.filling import rows_of
from arena.lab.game import Game

Lines = Mapping[str, Sequence[bytes]]
"""By table, its rows as JSON objects."""
QUICK = 1
"""zlib's level: to press harder takes three times as long for a fifth of the bytes."""
BETWEEN = b'},{"'
"""Stands between two rows, and in no text: there quotes have a backslash."""


def lines_of(game: Game, measures: Collection[str] | None = None) -> Lines:
    """Return the lines of a game; of some `measures` only, as `rows_of`."""
    return {name: _lines(rows) for name, rows in rows_of(game, measures).items()}


def packed(lines: Lines) -> bytes:
    """Return lines as bytes that take a tenth of the room."""
    whole = (part for name, rows in lines.items() for part in (name.encode(), *rows))
    return zlib.compress(b"\n".join(whole), QUICK)


def unpacked(data: bytes) -> Lines:
    """Return the lines that `packed` made bytes of. Raises `ValueError` for others."""
    found: dict[str, list[bytes]] = {}
    try:
        whole = zlib.decompress(data).split(b"\n")
    except zlib.error as error:
        raise ValueError(f"these are no packed rows: {error}") from error
    rows: list[bytes] = []
    for each in whole:
        if each.startswith(b"{"):
            rows.append(each)
        else:
            rows = found.setdefault(each.decode(), [])
    return found


def write_lines(folder: Path, games: Iterable[tuple[str, Lines]]) -> None:
    """Add games, each with its name, to `TABLE.ndjson` in a folder, a file a table."""
    with ExitStack() as opened:
        files: dict[str, BinaryIO] = {}
        for game, lines in games:
            head = b'{"game":' + to_json(game) + b","
            for name, rows in lines.items():
                if name not in files:
                    file = (folder / f"{name}.ndjson").open("ab")
                    files[name] = opened.enter_context(file)
                files[name].writelines(head + each[1:] + b"\n" for each in rows)


def _lines(rows: Sequence[Mapping[str, object]]) -> list[bytes]:
    """Return rows as lines; in none of them is an object, so that BETWEEN parts rows alone."""
    whole = to_json(rows)
    if b"NaN" in whole or b"Infinity" in whole:
        encode(rows)  # raises `ValueError`, unless it is a word
    return [b'{"' + each + b"}" for each in whole[3:-2].split(BETWEEN)] if rows else []
