"""Validates measures on bots with known conduct, and decides which measures may be shown.

`PROOFS` are tables of planted seats (`proof`, `planted`). `proving` plays them and stores the
results in `proven.json` with the digest of each measure's file: a measure whose file has changed
since is not proven.
"""

from arena.lab.proofs.planted import PROOFS

__all__ = ["PROOFS"]
