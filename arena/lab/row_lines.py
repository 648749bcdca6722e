"""Serializes the rows of games as JSON lines, without the name of the game.

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
"""Rows as JSON objects, by table."""
QUICK = 1
"""Compression level of zlib: higher levels take three times as long to save a fifth of the
bytes."""
BETWEEN = b'},{"'
"""The boundary of two rows, which cannot occur inside a text, where quotes are escaped."""


def lines_of(game: Game, measures: Collection[str] | None = None) -> Lines:
    """Return the lines of a game; with `measures` only those of `rows_of`."""
    return {name: _lines(rows) for name, rows in rows_of(game, measures).items()}


def packed(lines: Lines) -> bytes:
    """Return lines compressed to about a tenth of their size."""
    whole = (part for name, rows in lines.items() for part in (name.encode(), *rows))
    return zlib.compress(b"\n".join(whole), QUICK)


def unpacked(data: bytes) -> Lines:
    """Return the lines in the bytes of `packed`. Raises `ValueError` for other bytes."""
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
    """Append games, each with its name, to one file per table in a folder, `TABLE.ndjson`."""
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
    """Return rows as JSON lines; rows contain no objects, so BETWEEN is a safe separator."""
    whole = to_json(rows)
    if b"NaN" in whole or b"Infinity" in whole:
        encode(rows)  # raises `ValueError`, unless it is in a text
    return [b'{"' + each + b"}" for each in whole[3:-2].split(BETWEEN)] if rows else []
