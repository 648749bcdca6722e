"""What is kept of the proofs is what comes of them when they are played again.

All 200 replicates take some minutes: `tests/proofs/prove_lab.py` plays them where something that
decides them has changed, and the first of them is played here.
"""

import pytest

from arena.lab import MEASURES
from arena.lab.proofs import PROOFS
from arena.lab.proofs.proof import passes, replicate, verdicts
from arena.lab.proofs.proving import REPLICATES, is_proven, kept, proven_measures, source_of

JOBS = [(name, family) for name, proof in PROOFS.items() for family in proof.families]


def test_every_proof_was_played() -> None:
    """Each truth has what came of it, in the order of the proofs."""
    rows = [(each["proof"], each["family"], each["measure"]) for each in kept()["found"]]
    assert rows == [
        (name, family, truth.measure)
        for name, family in JOBS
        for truth in PROOFS[name].truths
        if family in truth.families
    ]


def test_every_truth_was_found() -> None:
    """None that failed is kept: its measure would not be shown."""
    assert [each for each in kept()["found"] if not each["passed"]] == []


def test_they_were_played_in_as_many_replicates_as_they_have_to_be() -> None:
    """Of each there is what it held, and nothing else says whether it passed."""
    assert kept()["replicates"] == REPLICATES
    for each in kept()["found"]:
        assert len(each["holds"]) == REPLICATES
        assert each["held"] == each["holds"].count("1")
        assert each["replicates"] == REPLICATES - each["holds"].count(".")
        assert passes(each["kind"], each["holds"])


def test_measures_are_those_that_were_proven() -> None:
    """A file that was changed since is not proven; then the command makes the proofs anew."""
    sources = kept()["sources"]
    assert {name: source_of(MEASURES[name]) for name in sources} == dict(sources)


def test_what_has_a_truth_is_shown_and_nothing_else() -> None:
    """The registry enforces it."""
    planted = {truth.measure for proof in PROOFS.values() for truth in proof.truths}
    assert proven_measures() == planted
    assert {name for name, each in MEASURES.items() if is_proven(each)} == planted


@pytest.mark.slow
@pytest.mark.parametrize(("name", "family"), JOBS)
def test_proofs_come_out_as_they_are_kept(name: str, family: str) -> None:
    """Played again from the same seeds, the first replicate holds and misses the same."""
    proof = PROOFS[name]
    found = verdicts(proof, family, [replicate(proof, family, 0)])
    rows = [each for each in kept()["found"] if (each["proof"], each["family"]) == (name, family)]
    assert [(each.truth.measure, each.holds) for each in found] == [
        (row["measure"], row["holds"][0]) for row in rows
    ]
