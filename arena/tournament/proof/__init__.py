"""Proves a tournament's folder: plan, games, tables, report and ledger, each from what it rests on.

Believed are the three files of each game, once they are proven, and the plan as far as it follows
from its own seed and config; nothing else in the folder is.
"""

from arena.tournament.proof.whole import GameProof, TournamentProof, has_report, verify_tournament

__all__ = ["GameProof", "TournamentProof", "has_report", "verify_tournament"]
