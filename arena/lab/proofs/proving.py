"""Plays all proofs on all cores, stores the results, and returns which measures are proven.

`python -m arena.lab.proofs.proving` plays all proofs in 200 replicates and writes `proven.json`;
with names of proofs only these are played, and the results of the others are kept. With a number it
plays that many replicates and writes nothing.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib.resources import files
from inspect import getfile
from pathlib import Path
from typing import TypedDict

from arena.hash_chain import digest, encode
from arena.lab.cached import cached
from arena.lab.measure import Measure
from arena.lab.measures import MEASURES
from arena.lab.proofs import PROOFS
from arena.lab.proofs.proof import FAMILIES, Found, Kept, Replicate, replicate, verdicts
from arena.lab.workers import workers

REPLICATES = 200
"""Replicates of each proof in each family."""
SELF = 12
"""Replicates of the short self-check."""
FILE = "proven.json"


class KeptProofs(TypedDict, total=False):
    """The content of `proven.json`; empty before the first run."""

    replicates: int
    sources: Mapping[str, str]
    """Digests of the measures' files, by measure."""
    found: Sequence[Kept]


NOTHING = KeptProofs()


def prove(
    names: Sequence[str] = (), replicates: int = REPLICATES, processes: int | None = None
) -> Iterator[Found]:
    """Play proofs in both families, by default all; yield the result for each truth.

    Raises `KeyError` for an unknown proof.
    """
    jobs = [(name, family) for name in names or PROOFS for family in PROOFS[name].families]
    count = processes or os.cpu_count() or 1
    chunk = max(1, min(5, replicates // count))
    with workers(count) as pool:
        runs = [
            pool.map(partial(_one, name, family), range(replicates), chunksize=chunk)
            for name, family in jobs
        ]  # fmt: skip
        for (name, family), found in zip(jobs, runs, strict=True):
            yield from verdicts(PROOFS[name], family, list(found))


def _one(name: str, family: str, number: int) -> Replicate:
    return replicate(PROOFS[name], family, number)


def selfcheck(processes: int | None = None) -> Iterator[Found]:
    """Play every proof in a few replicates; yield the result for each truth.

    So few replicates detect only large errors; the coverage of intervals is tested by the 200
    stored.
    """
    return prove(replicates=SELF, processes=processes)


def source_of(measure: Measure) -> str:
    """Return the digest of the file that counts a measure, and of its kind of estimate."""
    estimated = encode([measure.shape, measure.with_each, list(measure.groups), measure.grouped])
    return digest(Path(getfile(measure.counted)).read_bytes() + estimated.encode())


@cached
def kept() -> KeptProofs:
    """Return the stored results of the last full run."""
    file = files("arena.lab.proofs").joinpath(FILE)
    if not file.is_file():
        return NOTHING
    found: KeptProofs = json.loads(file.read_text(encoding="utf-8"))
    return found


def is_proven(measure: Measure) -> bool:
    """Return True if every truth of a measure is confirmed and its file has not changed since."""
    if kept().get("sources", {}).get(measure.id) != source_of(measure):
        return False
    rows = [each for each in kept().get("found", ()) if each["measure"] == measure.id]
    return bool(rows) and all(each["passed"] for each in rows)


def proven_measures() -> frozenset[str]:
    """Return the ids of the measures that may be shown."""
    return frozenset(name for name, each in MEASURES.items() if is_proven(each))


def _data(found: Sequence[Found], before: KeptProofs, replicates: int) -> KeptProofs:
    """Return the data to store: new results, and the old results of proofs that were not played.

    A measure gets the current digest of its file only if all proofs with a truth of it were played.
    """
    played = {each.proof for each in found}
    rows = [each.data() for each in found]
    rows += [each for each in before.get("found", ()) if each["proof"] in {*PROOFS} - played]
    order = {name: at for at, name in enumerate(PROOFS)}
    rows.sort(key=lambda row: (order[row["proof"]], FAMILIES.index(row["family"])))
    proofs: dict[str, set[str]] = {}
    for row in rows:
        proofs.setdefault(row["measure"], set()).add(row["proof"])
    sources = {
        name: source_of(MEASURES[name]) if of <= played else before["sources"].get(name, "")
        for name, of in proofs.items()
    }
    return {"replicates": replicates, "sources": sources, "found": rows}


def _main(arguments: Sequence[str]) -> None:
    names = [each for each in arguments if not each.isdigit()]
    counts = [int(each) for each in arguments if each.isdigit()]
    replicates, found = counts[0] if counts else REPLICATES, []
    for each in prove(names, replicates):
        found.append(each)
        sys.stdout.write(f"{each}\n")
        sys.stdout.flush()
    if not counts:
        write(found, kept() if names else NOTHING)


def write(found: Sequence[Found], before: KeptProofs = NOTHING) -> None:
    """Store new results, and the old results of proofs that were not played."""
    text = json.dumps(_data(found, before, REPLICATES), indent=1) + "\n"
    Path(__file__).with_name(FILE).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    from arena.lab.proofs.proving import (
        _main as main,
    )  # imported as a module, so that worker processes find it

    main(sys.argv[1:])
