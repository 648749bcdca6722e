"""Planted truth: what stands behind each measure, and which measures may be shown.

`PROOFS` are tables of planted seats (`proof`, `planted`); `proving` plays them and keeps what came
of it in `proven.json`, beside the digest of each measure's file: one that was changed since is not
proven.
"""

from arena.lab.proofs.planted import PROOFS

__all__ = ["PROOFS"]
