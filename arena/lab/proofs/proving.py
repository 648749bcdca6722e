"""Plays proofs in all cores, keeps what came of them, and tells which measures are proven.

python -m arena.lab.proofs.proving            # all, and writes proven.json
python -m arena.lab.proofs.proving dice 40    # one, in 40 replicates, and only prints
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.resources import files
from inspect import getfile
from pathlib import Path
from typing import Any

from arena.hash_chain import digest
from arena.lab.measure import Measure
from arena.lab.measures import MEASURES
from arena.lab.proofs import PROOFS
from arena.lab.proofs.proof import Found, Replicate, replicate, verdicts

__all__ = ["REPLICATES", "is_proven", "proven", "prove", "source_of"]

REPLICATES = 200
"""In which a proof is played in each family."""
FILE = "proven.json"
SELF = 8
"""Replicates of the short check."""


def prove(
    names: Sequence[str] = (), replicates: int = REPLICATES, processes: int | None = None
) -> Iterator[Found]:
    """Play proofs, all where none is named, in both families; yield what came of each truth."""
    jobs = [
        (name, family)
        for name in names or PROOFS
        for family in dict.fromkeys(f for t in PROOFS[name].truths for f in t.families)
    ]
    workers = processes or os.cpu_count() or 1
    with ProcessPoolExecutor(workers) as pool:
        for name, family in jobs:
            many = len(range(replicates))
            args = ([name] * many, [family] * many, range(many))
            found = list(pool.map(_one, *args, chunksize=max(1, min(5, many // workers))))
            yield from verdicts(PROOFS[name], family, found)


def _one(name: str, family: str, number: int) -> Replicate:
    return replicate(PROOFS[name], family, number)


def source_of(measure: Measure) -> str:
    """Return the digest of the file that a measure stands in."""
    return digest(Path(getfile(measure.counted)).read_bytes())


@cache
def proven() -> dict[str, Any]:
    """Return what is kept of the last whole run."""
    file = files(__package__).joinpath(FILE)
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def is_proven(measure: Measure) -> bool:
    """Tell whether every truth of a measure was found, and its file is the one that was proven."""
    kept = proven()
    if kept.get("sources", {}).get(measure.id) != source_of(measure):
        return False
    rows = [each for each in kept.get("found", ()) if each["measure"] == measure.id]
    return bool(rows) and all(each["passed"] for each in rows)


def _kept(found: Sequence[Found]) -> dict[str, Any]:
    measured = dict.fromkeys(each.truth.measure for each in found)
    return {
        "replicates": REPLICATES,
        "sources": {name: source_of(MEASURES[name]) for name in measured},
        "found": [each.data() for each in found],
    }


def _main(arguments: Sequence[str]) -> None:
    names = [each for each in arguments if not each.isdigit()]
    counts = [int(each) for each in arguments if each.isdigit()]
    found = []
    for each in prove(names, counts[0] if counts else REPLICATES):
        found.append(each)
        mean = "-" if each.mean is None else f"{each.mean:.4f}"
        sys.stdout.write(
            f"{'ok ' if each.passed else 'NOT'} {each.proof:10} {each.family:9} "
            f"{each.truth.measure:18} {each.truth.entrant:32} {each.truth.group:8} "
            f"{each.truth.kind:8} planted {each.truth.value:.4f} found {mean} "
            f"held {each.held} of {each.replicates}, {each.opportunities} opportunities\n"
        )
        sys.stdout.flush()
    if not arguments:
        text = json.dumps(_kept(found), indent=1) + "\n"
        Path(__file__).with_name(FILE).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    _main(sys.argv[1:])
