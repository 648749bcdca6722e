"""TODO."""

from arena.lab.proofs.proof import Proof

__all__ = ["PROOFS"]

PROOFS: tuple[Proof, ...] = ()
