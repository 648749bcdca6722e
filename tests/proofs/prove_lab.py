"""Every truth that is planted for the lab is found, in 200 replicates; `proven.json` keeps them.

It is written anew here, as `python -m arena.lab.proofs.proving` writes it.
"""

import os

from arena.lab.proofs import PROOFS, proving
from arena.lab.proofs.proof import Found, verdicts
from arena.lab.proofs.proving import REPLICATES
from tests.proofs.kept import Figures
from tests.proofs.recording import in_processes

JOBS = [(name, family) for name, proof in PROOFS.items() for family in proof.families]


def test_every_truth_is_found(figures: Figures) -> None:
    """In both families; of which intervals hold 95 %, and what is certain always."""
    played = in_processes(
        os.cpu_count() or 1, proving._one,
        [(*job, at) for job in JOBS for at in range(REPLICATES)],
    )  # fmt: skip
    found: list[Found] = []
    for name, family in JOBS:
        found += verdicts(PROOFS[name], family, [next(played) for _ in range(REPLICATES)])
    proving.write(found)
    figures |= {"truths": len(found), "passed": sum(each.passed for each in found)}
    assert [str(each) for each in found if not each.passed] == []
