"""Plays proofs on all cores, keeps what came of them, and tells which measures are proven.

`python -m arena.lab.proofs.proving` plays all of them in 200 replicates and writes `proven.json`;
with names of proofs only these, and what is kept of the others stays. With a number in so many
replicates, to look: then nothing is written.
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
"""In which each proof is played in each family."""
SELF = 12
"""Those of the short check."""
FILE = "proven.json"


class KeptProofs(TypedDict, total=False):
    """What is kept of whole runs, as JSON; nothing where no proof was played yet."""

    replicates: int
    sources: Mapping[str, str]
    """Digests of the measures' files, by measure."""
    found: Sequence[Kept]


NOTHING = KeptProofs()


def prove(
    names: Sequence[str] = (), replicates: int = REPLICATES, processes: int | None = None
) -> Iterator[Found]:
    """Play proofs, all where none is named, in both families; yield what came of each truth.

    Raises `KeyError` for a proof that there is not.
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
    """Play every proof in a few replicates; yield what came of each truth.

    So few tell whether something is off by much; how well intervals hold, the 200 kept tell.
    """
    return prove(replicates=SELF, processes=processes)


def source_of(measure: Measure) -> str:
    """Return the digest of the file that counts a measure, and of how it is estimated."""
    estimated = encode([measure.shape, measure.with_each, list(measure.groups), measure.grouped])
    return digest(Path(getfile(measure.counted)).read_bytes() + estimated.encode())


@cached
def kept() -> KeptProofs:
    """Return what came of the last whole run: `replicates`, `sources` by measure, `found`."""
    file = files("arena.lab.proofs").joinpath(FILE)
    if not file.is_file():
        return NOTHING
    found: KeptProofs = json.loads(file.read_text(encoding="utf-8"))
    return found


def is_proven(measure: Measure) -> bool:
    """Tell whether every truth of a measure was found, and its file is the one that was proven."""
    if kept().get("sources", {}).get(measure.id) != source_of(measure):
        return False
    rows = [each for each in kept().get("found", ()) if each["measure"] == measure.id]
    return bool(rows) and all(each["passed"] for each in rows)


def proven_measures() -> frozenset[str]:
    """Return the ids of the measures that may be shown."""
    return frozenset(name for name, each in MEASURES.items() if is_proven(each))


def _data(found: Sequence[Found], before: KeptProofs, replicates: int) -> KeptProofs:
    """Return what is kept: what was found, and of proofs that were not played what was before.

    A measure's file is proven where each proof with a truth of it was played, or it is as it was.
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
    """Keep what came of all replicates; of proofs that were not played, what was before."""
    text = json.dumps(_data(found, before, REPLICATES), indent=1) + "\n"
    Path(__file__).with_name(FILE).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    from arena.lab.proofs.proving import _main as main  # as a module, which its processes find

    main(sys.argv[1:])
