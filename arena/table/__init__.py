"""Runs one game: a LangGraph graph between the engine, the seats and the transcript."""

from arena.table.run import Outcome, play, resume, versions

__all__ = ["Outcome", "play", "resume", "versions"]
