"""Verifies a tournament's folder: plan, games, tables, report and ledger.

Everything is derived again from the three files of each game, once these are verified, and from the
plan's own seed and config; nothing else in the folder is relied on.
"""

from arena.tournament.proof.whole import GameProof, TournamentProof, has_report, verify_tournament

__all__ = ["GameProof", "TournamentProof", "has_report", "verify_tournament"]
