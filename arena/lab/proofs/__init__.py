"""Planted truth: what stands behind each measure, and which measures may be shown.

`PROOFS` are tables of planted seats (`proof`); `proving` plays them and keeps what came of it in
`proven.json`, beside the digest of each measure's file: one that was changed since is not proven.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from arena.lab.proofs import company, dice, word
from arena.lab.proofs.proof import Proof

__all__ = ["PROOFS"]


class _File(Protocol):
    """A module with proofs."""

    @property
    def PROOFS(self) -> Sequence[Proof]: ...  # noqa: N802 - a constant of modules


_FILES: Sequence[_File] = (dice, word, company)
PROOFS: Mapping[str, Proof] = {each.id: each for file in _FILES for each in file.PROOFS}
"""By id."""
