"""Plays recorded games anew, and writes those that came out otherwise."""

import json
import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.corpus import reading
from tests.corpus.making import GAMES, SEVERAL_MODELS
from tests.corpus.packing import pack
from tests.left_out import without

CLOCKS = frozenset({"at", "seconds", "hash", "i", "call", "lines", "digest"})
"""What differs between two runs of one game: clocks, the order of calls, and hashes of these."""
ADDRESS = re.compile(r"127\.0\.0\.1:\d+")


def write(names: Iterable[str]) -> Iterator[str]:
    """Play these games, write those that came out otherwise than recorded; yield their names."""
    for name in names:
        with tempfile.TemporaryDirectory() as out:
            played = GAMES[name](Path(out))
            if not reading.archive(name).exists() or not same(name, played):
                reading.archive(name).write_bytes(pack(played))
                yield name


def same(name: str, played: Path) -> bool:
    """Tell whether a game came out as it is recorded.

    Where several models are asked at once, what a cache serves depends on which of them is first,
    so only what they were sent is compared.
    """
    found, wanted = content(played), content(reading.folder(name))
    if name in SEVERAL_MODELS:
        for each in (found, wanted):
            sent = (call for call in each["calls"] if call["type"] == "call_sent")
            each["calls"] = sorted(map(json.dumps, sent))
    return found == wanted


def content(folder: Path) -> dict[str, Any]:
    """Return what a game holds, without clocks, versions, ports, and hashes of these."""
    text = {
        file.name: ADDRESS.sub("127.0.0.1:0", file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
    }
    header = json.loads(text["game.json"])
    logged, called = (
        [without(json.loads(line), CLOCKS) for line in text[name].splitlines()]
        for name in ("log.jsonl", "calls.jsonl")
    )
    return {
        "files": sorted(text),
        "header": {**header, "versions": sorted(header["versions"]), "python": ""},
        "log": logged,
        "calls": called,
    }
