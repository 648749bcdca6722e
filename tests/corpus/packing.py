"""A game's folder as one compressed file.

Hashes of lines are left out, since they follow from the lines and can't be compressed: half of a
log's compressed bytes would be theirs. They come back when the file is unpacked.
"""

import json
import lzma
from pathlib import Path

from arena.hash_chain import GENESIS, digest, split
from arena.transcript.reader import lines_of

ENDING = ".json.xz"
CHAINED = ".jsonl"


def pack(folder: Path) -> bytes:
    """Return a game's folder as the bytes of one file, always the same."""
    files = {file.name: file.read_bytes() for file in sorted(folder.iterdir())}
    found = {"folder": folder.name, "files": {name: _bare(name, files[name]) for name in files}}
    text = json.dumps(found, ensure_ascii=False)
    return lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)


def unpack(packed: bytes, below: Path) -> Path:
    """Write the game's folder into another one, and return it."""
    found = json.loads(lzma.decompress(packed))
    folder = below / found["folder"]
    folder.mkdir()
    for name, text in found["files"].items():
        data = text.encode()
        (folder / name).write_bytes(_chained(data) if name.endswith(CHAINED) else data)
    return folder


def _bare(name: str, data: bytes) -> str:
    """Return what a file holds, without hashes of lines where it has them."""
    if name.endswith(CHAINED):
        bare = b"".join(split(line)[0] + b"\n" for line in lines_of(data)[0])
        if _chained(bare) != data:
            raise ValueError(f"{name} is no chain of lines. Possible: a game that verifies.")
        data = bare
    return data.decode()


def _chained(bare: bytes) -> bytes:
    """Return lines with the hashes that follow from them."""
    lines, hash_ = [], GENESIS
    for line in lines_of(bare)[0]:
        body = line[:-1]
        hash_ = digest(hash_.encode() + body)
        lines.append(body[:-1] + f',"hash":"{hash_}"}}\n'.encode())
    return b"".join(lines)
