"""What takes minutes to prove was proven with all that decides it as it is now."""

import pytest

from tests.mutation.mutate import lists
from tests.proofs.kept import FOLDER, changes, command, kept, mutated, proofs


@pytest.mark.parametrize("name", proofs())
def test_a_proof_is_not_stale(name: str) -> None:
    """Where it is, the command proves it anew; a comment, docstring or format makes none stale."""
    changed = changes(name)
    assert not changed, f"{', '.join(changed)}: prove it anew by `{command(name)}`"


def test_what_is_kept_is_of_a_proof_that_there_is() -> None:
    """And each says what proves it."""
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == proofs()
    assert all(kept(each)["command"] == command(each) for each in proofs())


def test_no_two_lists_of_mutations_are_one_proof() -> None:
    """Each has a name of its own, which no other proof has."""
    assert sorted(mutated().values()) == lists()
    assert len(proofs()) == len({*proofs()})
