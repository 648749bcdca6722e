"""Proving: what is played, what is kept, and which measures may be shown by it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.lab.measures import MEASURES, lying
from arena.lab.proofs import PROOFS, proving
from arena.lab.proofs.proof import Truth, replicate, verdicts
from arena.lab.proofs.proving import is_proven, prove, proven_measures, source_of

LIE = MEASURES["lie"]


@pytest.fixture
def keep(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """Return what writes the file that is kept of a whole run, in a folder of its own."""

    def written(kept: Mapping[str, Any]) -> None:
        (tmp_path / proving.FILE).write_text(json.dumps(kept), encoding="utf-8")
        proving.kept.cache_clear()

    monkeypatch.setattr(proving, "files", lambda _: tmp_path)
    proving.kept.cache_clear()
    yield written
    monkeypatch.undo()
    proving.kept.cache_clear()


def row(measure: str = "lie", *, passed: bool = True) -> dict[str, Any]:
    """Return what is kept of one truth, as far as it is asked for."""
    return {"measure": measure, "passed": passed}


def test_a_measure_is_proven_where_every_truth_of_it_was_found(keep: Any) -> None:  # noqa: ANN401 - a fixture
    """In each family, for each entrant; what came of other measures does not matter."""
    sources = {"lie": source_of(LIE)}
    keep({"sources": sources, "found": [row(), row(), row("relay", passed=False)]})
    assert is_proven(LIE)
    assert proven_measures() == {"lie"}
    keep({"sources": sources, "found": [row(), row(passed=False)]})
    assert not is_proven(LIE)
    assert proven_measures() == frozenset()


def test_a_measure_whose_file_was_changed_since_is_not_proven(
    keep: Any,  # noqa: ANN401 - a fixture
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """By a single byte."""
    keep({"sources": {"lie": source_of(LIE)}, "found": [row()]})
    assert is_proven(LIE)
    changed = tmp_path / "lying.py"
    changed.write_bytes(Path(str(lying.__file__)).read_bytes() + b"\n")
    monkeypatch.setattr(proving, "getfile", lambda _: str(changed))
    assert not is_proven(LIE)


@pytest.mark.parametrize(
    "other", [{"shape": "mean"}, {"groups": ("open",)}, {"grouped": "alone"}, {"with_each": True}]
)
def test_a_measure_that_is_estimated_otherwise_since_is_not_proven(
    keep: Any,  # noqa: ANN401 - a fixture
    other: dict[str, Any],
) -> None:
    """What it counts is the same, and what is made of that is not."""
    keep({"sources": {"lie": source_of(LIE)}, "found": [row()]})
    assert not is_proven(replace(LIE, **other))


def test_a_measure_that_no_truth_is_planted_for_is_not_proven(keep: Any) -> None:  # noqa: ANN401 - a fixture
    """Also where its file was."""
    keep({"sources": {"lie": source_of(LIE)}, "found": [row("relay")]})
    assert not is_proven(LIE)
    keep({"sources": {}, "found": [row()]})
    assert not is_proven(LIE)


def test_without_a_whole_run_nothing_is_proven(keep: Any) -> None:  # noqa: ANN401, ARG001 - a fixture
    """There is no file, and that is no error."""
    assert proving.kept() == {}
    assert proven_measures() == frozenset()


def test_an_unknown_proof_is_refused() -> None:
    """Before anything is played."""
    with pytest.raises(KeyError, match="nothing"):
        next(prove(["nothing"], 1))


@pytest.mark.slow
def test_replicates_come_out_the_same_on_any_number_of_processes() -> None:
    """As played one after the other here, in both families, truth by truth."""
    proof = PROOFS["dice"]
    wanted = [
        found
        for family in proof.families
        for found in verdicts(proof, family, [replicate(proof, family, at) for at in range(2)])
    ]
    for processes in (1, 2):
        assert list(prove(["dice"], 2, processes)) == wanted


@pytest.mark.slow
def test_what_is_kept_tells_the_sources_and_every_truth() -> None:
    """As JSON that is read back as it was."""
    found = list(prove(["dice"], 1, 1))
    kept = proving._data(found, {}, 1)
    assert json.loads(json.dumps(kept)) == kept
    assert kept["found"] == [each.data() for each in found]
    assert kept["sources"]["lie"] == source_of(LIE)
    assert set(kept["sources"]) == {each.truth.measure for each in found}


def test_what_is_kept_of_other_proofs_stays() -> None:
    """Of a proof that was not played its rows; a measure in both is not proven by one of them."""
    lie, relay = row("lie"), row("relay")
    before = {
        "sources": {"lie": "old", "relay": "older"},
        "found": [
            {**lie, "proof": "dice", "family": "moh"}, {**lie, "proof": "relay", "family": "moh"},
            {**relay, "proof": "relay", "family": "moh"}, {**lie, "proof": "gone", "family": "moh"},
        ],
    }  # fmt: skip
    proof = replace(PROOFS["dice"], truths=(Truth(measure="lie", entrant="x", value=0),))
    kept = proving._data(verdicts(proof, "moh", [[]]), before, 1)
    assert [(each["proof"], each["measure"]) for each in kept["found"]] == [
        ("dice", "lie"), ("relay", "lie"), ("relay", "relay"),
    ]  # fmt: skip
    assert kept["sources"] == {"lie": "old", "relay": "older"}
